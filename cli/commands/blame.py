"""`refold blame`: what changed a value, or moved a piece."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import options, output, story

if TYPE_CHECKING:
    from replay.blame import Cause


@click.command("blame")
@options.log_argument
@click.argument("pointer", required=False)
@click.option("--piece", metavar="ID", help="Follow a card or piece through the places that hold it.")
@options.at
@options.seat
@options.content
@options.as_json
def command(
    log: Path,
    pointer: str | None,
    piece: str | None,
    at: int | None,
    seen_by: str | None,
    content: str,
    as_json: bool,
) -> None:
    """Say what changed a value, or moved a piece: entry, event, clause, seat.

    POINTER is a JSON pointer into the document; a step * stands for every key. The deltas add up to the value.

    \b
    Example:
      refold blame game.log.jsonl /players/blue/coins
      refold blame game.log.jsonl "/players/*/coins" --at 30
      refold blame game.log.jsonl --piece contract_16
    """
    from replay.blame import blame, whereabouts
    from replay.salvage import whole

    if (pointer is None) == (piece is None):
        msg = "ask for a value by its pointer, or for a piece by --piece ID"
        raise click.UsageError(msg)
    with options.naming(log):
        found = whole(log, content=content)
    eyes = options.viewer(seen_by, found.log.header.seats)
    if piece is not None:
        causes = whereabouts(found.timeline, piece, to=at, eyes=eyes)
    else:
        causes = blame(found.timeline, pointer or "", to=at, eyes=eyes)
    if as_json:
        output.say_json([_as_json(cause) for cause in causes])
    else:
        _tell(causes, piece=piece is not None, single=pointer is not None and "*" not in pointer)
    for flag in story.flags(found.timeline.entries[: found.timeline.last if at is None else at]):
        output.note(f"note: {flag}")


def _tell(causes: list[Cause], *, piece: bool, single: bool) -> None:
    rows = []
    for cause in causes:
        where = [] if single else [cause.pointer]
        if piece:
            what = ["comes" if cause.after is True else "leaves"]
        else:
            delta = "" if cause.delta is None else f"{cause.delta:+d}"
            what = [_value(cause.before), _value(cause.after), delta]
        rows.append((str(cause.n), cause.by, *where, *what, cause.event or cause.kind, cause.clause))
    headings = ["where"] * (not single) + (["what"] if piece else ["before", "after", "delta"])
    numbers = () if piece else (len(headings) + 1,)
    output.table(("n", "by", *headings, "event", "clause"), rows, right=(0, *numbers))


def _value(value: Any) -> str:
    from events.vocabulary import MISSING

    return "" if value == MISSING else story.value_in_words(value)


def _as_json(cause: Cause) -> dict[str, Any]:
    from events.vocabulary import MISSING

    return {
        "n": cause.n,
        "kind": cause.kind,
        "by": cause.by,
        "pointer": cause.pointer,
        "before": None if cause.before == MISSING else cause.before,
        "after": None if cause.after == MISSING else cause.after,
        "added": cause.before == MISSING,
        "removed": cause.after == MISSING,
        "delta": cause.delta,
        "event": cause.event or None,
        "place": cause.place if cause.event else None,
        "cites": list(cause.cites),
    }
