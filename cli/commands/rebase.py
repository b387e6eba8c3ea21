"""`refold rebase`: an old entry changed, and every later move decided anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import editing, options, rebasing

if TYPE_CHECKING:
    from replay.edits import Edit
    from replay.timeline import Timeline


@click.command("rebase")
@options.log_argument
@click.option("--entry", type=click.IntRange(min=1), metavar="N", help="The entry that is changed.")
@click.option("--replace", metavar="MOVE", help="This move instead.")
@click.option("--insert", metavar="MOVE", help="This move before it.")
@click.option("--drop", is_flag=True, help="Leave it out.")
@click.option("--without", type=click.IntRange(min=1), metavar="M", multiple=True, help="Leave M out too. Repeatable.")
@options.rulings
@editing.on_conflict
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
    rebasing.finish(made, target, force=force, language=lang, wants_json=as_json, ctx=ctx)


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
