"""`refold override`: what an arbiter decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import editing, options, rebasing

if TYPE_CHECKING:
    from replay.arbiter import Authority


@click.command("override")
@options.log_argument
@click.option("--let-stand", metavar="MOVE", help="Let a move stand that is refused ...")
@click.option("--under", multiple=True, type=options.RulingPairs(), help="... as if a clause were read so.")
@click.option("--set", "values", multiple=True, type=options.Pairs(), help="Put a value in place: POINTER=JSON.")
@click.option("--ruling", "rulings", multiple=True, type=options.RulingPairs(), help="Read a clause so from here on.")
@click.option("--events", "file", type=options.FILE, metavar="FILE", help="Let these events happen: a JSON list.")
@click.option("--arbiter", required=True, metavar="NAME", help="Who decides.")
@click.option("--reason", required=True, metavar="TEXT", help="Why.")
@click.option("--clause", required=True, metavar="ID", help="The clause the decision rests on.")
@click.option("--entry", type=click.IntRange(min=2), metavar="N", help="Decide so instead of entry N; needs -o.")
@editing.on_conflict
@editing.seeded
@editing.new_file
@options.force
@options.language
@options.content
@options.as_json
@click.pass_context
def command(
    ctx: click.Context,
    log: Path,
    let_stand: str | None,
    under: Sequence[tuple[str, str]],
    values: Sequence[tuple[str, str]],
    rulings: Sequence[tuple[str, str]],
    file: Path | None,
    arbiter: str,
    reason: str,
    clause: str,
    entry: int | None,
    on_conflict: str,
    seed: str | None,
    seed_file: Path | None,
    target: Path | None,
    force: bool,
    lang: str,
    content: str,
    as_json: bool,
) -> None:
    """Add an arbiter's decision to a log.

    The decision is checked: no position is made that the box cannot make. Every report tells it; `refold audit` also
    shows the outcome without it. With --entry it takes the place of an old entry, and every later move is decided anew,
    as `refold rebase` does.

    \b
    Example:
      refold override game.log.jsonl --let-stand '{"do":"end_turn"}' --under paid_steps=bought_band \\
        --arbiter lee --reason "both missed it" --clause travel.pay_real_steps
      refold override game.log.jsonl --set /players/blue/coins=5 --arbiter lee --reason miscount --clause setup.money
    """
    from replay.arbiter import Authority, happen, read_events, rule_from_here, set_values
    from replay.edits import decreed
    from replay.rebase import rebase
    from replay.salvage import whole

    asked = sum((let_stand is not None, bool(values), bool(rulings), file is not None))
    if entry is not None and target is None:
        msg = "--entry N writes a log of its own: -o FILE"
        raise click.UsageError(msg)
    if asked != 1 or (bool(under) and let_stand is None):
        msg = "name one decision: --let-stand MOVE --under ID=OPTION, --set, --ruling, or --events"
        raise click.UsageError(msg)
    authority = Authority(arbiter=arbiter, reason=reason, clause=clause)
    make: Callable[[Any], object]
    if let_stand is not None:
        make = _standing(authority, let_stand, options.paired(under, "--under"))
    elif values:
        make = set_values(authority, _parsed(options.paired(values, "--set")))
    elif rulings:
        make = rule_from_here(authority, options.paired(rulings, "--ruling"))
    else:
        make = happen(authority, read_events(file or Path()))
    given = editing.seeds(log, seed, seed_file)
    if entry is None:
        editing.add(log, make, content=content, as_json=as_json, target=target, force=force, given=given)
        return
    editing.must_be_new(target, force=force)
    with options.naming(log):
        found = whole(log, content=content)
    told = {"on_conflict": on_conflict, "editor": arbiter, "reason": reason}
    made = rebase(found.log, [decreed(entry, make)], seeds=given, **told)  # type: ignore[arg-type]
    rebasing.finish(made, target, force=force, language=lang, wants_json=as_json, ctx=ctx)


def _standing(authority: Authority, move: str, under: dict[str, str]) -> Callable[[Any], object]:
    from replay.arbiter import let_stand

    def make(recorder: Any) -> object:
        step = editing.read_step(move, "--let-stand", recorder.timeline, recorder.timeline.last)
        return let_stand(authority, step, under)(recorder)

    return make


def _parsed(values: dict[str, str]) -> dict[str, Any]:
    """Read values as JSON; a bare word is a string.

    Raises: UsageError for what is no JSON pointer.
    """
    from events.errors import MalformedLine
    from replay.library import parse_json

    found = {}
    for pointer, text in values.items():
        if not pointer.startswith("/"):
            msg = f'--set: expected a JSON pointer such as /players, found "{pointer}"'
            raise click.UsageError(msg)
        try:
            found[pointer] = parse_json(text.encode(), "--set")
        except MalformedLine:
            found[pointer] = text
    return found
