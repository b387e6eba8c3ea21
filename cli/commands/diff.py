"""`refold diff`: two logs, two positions of one log, or one log under two readings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import exit_codes, options, output, telling

if TYPE_CHECKING:
    from replay.diff import Diff
    from replay.logs import Log
    from replay.timeline import Timeline


MOST_NOTES = 5
"""Entries left out under another reading that are named to people."""


@click.command("diff")
@options.log_argument
@click.argument("other", required=False, type=options.FILE)
@click.option("--at", type=click.IntRange(min=0), metavar="N", help="Compare the position after entry N ...")
@click.option("--to", type=click.IntRange(min=0), metavar="M", help="... with that after entry M of the same log.")
@options.rulings
@options.seat
@click.option("--full", is_flag=True, help=f"List all that differs, not the first {telling.MOST} entries and changes.")
@options.content
@options.as_json
@click.pass_context
def command(
    ctx: click.Context,
    log: Path,
    other: Path | None,
    at: int | None,
    to: int | None,
    rulings: Sequence[tuple[str, str]],
    seen_by: str | None,
    full: bool,
    content: str,
    as_json: bool,
) -> None:
    """Compare two logs, two positions of one, or one log under two readings.

    Entries and events are aligned by what caused them, so that one more does not make all the rest differ. With --json
    the change of the document is a JSON Patch (RFC 6902). The exit code is 0 when all is the same, else 1.

    \b
    Example:
      refold diff game.log.jsonl other.log.jsonl
      refold diff game.log.jsonl --at 12 --to 20
      refold diff game.log.jsonl --ruling travel_distance=exact
    """
    from events.encoding import Encoder
    from replay.diff import between

    chosen = options.paired(rulings, "--ruling")
    if sum((other is not None, at is not None or to is not None, bool(chosen))) != 1 or (at is None) != (to is None):
        msg = "compare with one thing: another log, two entries (--at N --to M), or another reading (--ruling)"
        raise click.UsageError(msg)
    found, timeline = _folded(log, content)
    eyes = options.viewer(seen_by, found.header.seats)
    notes: list[str] = []
    if other is not None:
        diff = _of_logs(found, timeline, other, content, eyes)
    elif at is not None and to is not None:
        diff = between(timeline, at, to, eyes=eyes)
    else:
        diff = _of_readings(found, timeline, chosen, eyes, notes)
    encoder = Encoder(found.game.vocabulary)
    if as_json:
        output.say_json(telling.diff_as_json(diff, encoder, eyes) | {"notes": notes})
    else:
        for line in ["the same"] if diff.same else telling.diff_in_words(diff, encoder, eyes, full=full):
            output.say(line)
    for note in notes[:MOST_NOTES]:
        output.note(f"note: {note}")
    if len(notes) > MOST_NOTES:
        output.note(f"note: {len(notes) - MOST_NOTES} entries more are left out (--json lists them)")
    ctx.exit(exit_codes.YES if diff.same else exit_codes.NO)


def _folded(log: Path, content: str) -> tuple[Log, Timeline]:
    from replay.salvage import whole

    with options.naming(log):
        found = whole(log, content=content)
    return found.log, found.timeline


def _of_logs(found: Log, timeline: Timeline, other: Path, content: str, eyes: str | None) -> Diff:
    from replay.diff import compare

    theirs, their_timeline = _folded(other, content)
    start = 0
    if found.header_line.digest == theirs.header_line.digest:
        for ours, other_line in zip(found.lines, theirs.lines, strict=False):
            if ours.digest != other_line.digest:
                break
            start += 1
    return compare(timeline, their_timeline, (found.path, theirs.path), eyes=eyes, start=start)


def _of_readings(found: Log, timeline: Timeline, rulings: dict[str, str], eyes: str | None, notes: list[str]) -> Diff:
    from kernel.documents import REFEREE
    from replay.diff import compare
    from replay.rebase import DROP, reread

    made = reread(found, rulings, on_conflict=DROP)
    reading = ", ".join(f"{name}={option}" for name, option in rulings.items())
    dropped = [fate for fate in made.fates if fate.fate == "dropped"]
    for fate in dropped:
        # The facts of a refusal may be somebody's secret: whoever may not see all hears the clause alone.
        clause = fate.refusal.clause if fate.refusal else "it cannot follow"
        why = fate.reason if eyes == REFEREE else clause
        notes.append(f"under {reading} entry {fate.n} is left out: {why}")
    return compare(timeline, made.recorder.timeline, ("recorded", f"recomputed under {reading}"), eyes=eyes)
