"""`refold rebase`: an old entry changed, and every later move decided anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import clauses, editing, exit_codes, options, output, story, telling

if TYPE_CHECKING:
    from replay.edits import Edit
    from replay.rebase import Fate, Rebased
    from replay.timeline import Timeline


@click.command("rebase")
@options.log_argument
@click.option("--entry", type=click.IntRange(min=1), metavar="N", help="The entry that is changed.")
@click.option("--replace", metavar="MOVE", help="This move instead.")
@click.option("--insert", metavar="MOVE", help="This move before it.")
@click.option("--drop", is_flag=True, help="Leave it out.")
@click.option("--without", type=click.IntRange(min=1), metavar="M", multiple=True, help="Leave M out too. Repeatable.")
@options.rulings
@click.option(
    "--on-conflict",
    type=click.Choice(["stop", "drop", "cut"]),
    default="stop",
    show_default=True,
    help="At a later move that is not legal any more: write nothing, leave it out, or end the line before it.",
)
@editing.seeded
@editing.editor
@editing.reason
@options.output("The rebased log; without it there is the report alone", required=False)
@options.force
@options.language
@options.content
@options.as_json
@click.pass_context
def command(
    ctx: click.Context,
    log: Path,
    entry: int | None,
    replace: str | None,
    insert: str | None,
    drop: bool,
    without: tuple[int, ...],
    rulings: Sequence[tuple[str, str]],
    on_conflict: str,
    seed: str | None,
    seed_file: Path | None,
    editor: str,
    reason: str,
    target: Path | None,
    force: bool,
    lang: str,
    content: str,
    as_json: bool,
) -> None:
    """Change an old entry and decide every later move anew.

    Later moves keep their own draws where stream and index agree. With --ruling alone the whole game is read otherwise,
    with --entry from that entry on. The exit code is 1 when it stops at a conflict; nothing is written then, nor when
    nothing changes.

    \b
    Example:
      refold rebase game.log.jsonl --entry 12 --replace '{"do":"end_turn"}' -o mended.log.jsonl
      refold rebase game.log.jsonl --entry 12 --drop --on-conflict drop --editor kim --reason "never played" -o -
      refold rebase game.log.jsonl --ruling travel_distance=exact
    """
    from replay.rebase import rebase, reread
    from replay.salvage import whole

    chosen = options.paired(rulings, "--ruling")
    asked = sum((replace is not None, insert is not None, drop, bool(chosen)))
    if asked > 1 or not (asked or without) or (entry is None and asked and not chosen):
        msg = "name one change: --entry N with --replace, --insert, --drop or --ruling; --ruling alone; or --without M"
        raise click.UsageError(msg)
    editing.must_be_new(target, force=force)
    with options.naming(log):
        found = whole(log, content=content)
    told = {"seeds": editing.seeds(log, seed, seed_file), "editor": editor, "reason": reason}
    if chosen and entry is None:
        made = reread(found.log, chosen, on_conflict=on_conflict, **told)  # type: ignore[arg-type]
    else:
        edits = list(_edits(found.timeline, entry, replace, insert, without, chosen, drop=drop))
        made = rebase(found.log, edits, on_conflict=on_conflict, **told)  # type: ignore[arg-type]
    writes = target is not None and made.stopped is None and not made.nothing
    if writes and target is not None:
        output.write(target, made.content(), force=force)
    if as_json and not output.is_dash(target):
        output.say_json(_as_json(made, target if writes else None))
    else:
        say = output.note if output.is_dash(target) else output.say
        for line in _in_words(made, target if writes else None, lang):
            say(line)
    if made.stopped is not None:
        ctx.exit(exit_codes.NO)


def _edits(
    timeline: Timeline,
    entry: int | None,
    replace: str | None,
    insert: str | None,
    without: Sequence[int],
    rulings: dict[str, str],
    *,
    drop: bool,
) -> Iterator[Edit]:
    from replay import edits

    yield from (edits.drop(n) for n in without)
    if entry is None:
        return
    old = timeline.entry(entry)
    by = getattr(old, "by", None)
    if replace is not None:
        yield edits.replace(entry, editing.read_step(replace, "--replace", timeline, entry - 1, by))
    elif insert is not None:
        yield edits.insert(entry, editing.read_step(insert, "--insert", timeline, entry - 1))
    elif drop:
        yield edits.drop(entry)
    elif rulings:
        yield edits.read_otherwise(entry, rulings)


def _in_words(made: Rebased, target: Path | None, language: str) -> Iterator[str]:
    from events.encoding import Encoder
    from replay import library

    encoder = Encoder(made.log.game.vocabulary)
    if made.nothing:
        yield "nothing changes: every later move leads to the same events" + (", and nothing is written" * (not target))
        return
    counts = _counts(made)
    yield f"from entry {made.at} on: " + ", ".join(f"{count} {fate}" for fate, count in counts.items())
    for fate in made.fates:
        if fate.fate != "kept" and fate is not made.stopped:
            now = f" -> {_named(made.entries[fate.new - 1], encoder)}" if fate.fate == "replaced" and fate.new else ""
            why = f" ({fate.reason})" if fate.reason else ""
            yield f"  {_place(fate)} {fate.fate}: {_named(fate.entry, encoder)}{now}{why}"
    if made.stopped is not None:
        yield from _conflict(made.stopped, encoder, library.rulebook(made.log.header.game), language)
    label = "after" if made.stopped is None else "so far"
    yield f"standings before: {telling.standings_line(made.before)}"
    yield f"standings {label + ':':7} {telling.standings_line(made.after)}"
    if made.winner_changed and made.stopped is None:
        yield "the winner is another one"
    if target is not None:
        yield f"{target}: {len(made.entries)} entries; parent {made.parent}"


def _named(entry: Any, encoder: Any) -> str:
    from kernel.documents import REFEREE

    actor = story.actor(entry)
    told = story.happening(entry, encoder, REFEREE)
    return f"{actor}, {told}" if actor else told


def _counts(made: Rebased) -> dict[str, int]:
    """Count the fates of old entries that were decided, the one that stopped it left out."""
    decided = [fate.fate for fate in made.fates if fate is not made.stopped]
    return {fate: decided.count(fate) for fate in ("kept", "changed", "dropped")}


def _place(fate: Fate) -> str:
    return f"entry {fate.n}" if fate.n is not None else f"new entry {fate.new}"


def _conflict(stopped: Fate, encoder: Any, rulebook: Any, language: str) -> Iterator[str]:
    yield f"stopped at entry {stopped.n}, {_named(stopped.entry, encoder)}: {stopped.reason}"
    if stopped.refusal is not None:
        yield f"  {clauses.quoted(rulebook, stopped.refusal.clause, language)}"
        if stopped.refusal.remedy:
            yield f"  it would be legal with: {clauses.facts_in_words(stopped.refusal.remedy.items())}"
    yield "  nothing is written; --on-conflict drop leaves such moves out, --on-conflict cut ends the line before it"


def _as_json(made: Rebased, target: Path | None) -> dict[str, Any]:
    return {
        "log": str(target) if target is not None else None,
        "at": made.at,
        "parent": made.parent,
        "nothing": made.nothing,
        "stopped": _fate_as_json(made.stopped) if made.stopped else None,
        "counts": _counts(made),
        "entries": [_fate_as_json(fate) for fate in made.fates],
        "standings": {
            "before": story.standings_as_json(made.before),
            "after": story.standings_as_json(made.after),
        },
        "winner_changed": made.winner_changed,
    }


def _fate_as_json(fate: Fate) -> dict[str, Any]:
    refusal = fate.refusal
    return {
        "n": fate.n,
        "new": fate.new,
        "fate": fate.fate,
        "by": story.actor(fate.entry) or None,
        "reason": fate.reason or None,
        "clause": refusal.clause if refusal else None,
        "also": list(refusal.also) if refusal else [],
        "facts": dict(refusal.facts) if refusal else {},
        "remedy": dict(refusal.remedy) if refusal else {},
    }
