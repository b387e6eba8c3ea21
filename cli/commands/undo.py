"""`refold undo`: an entry that goes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cli import editing, options


@click.command("undo")
@options.log_argument
@click.option("--to", type=click.IntRange(min=1), metavar="N", help="The entry after which the game stands again.")
@click.option("--by", metavar="SEAT", help="Who asks for it.")
@click.option("--forced", is_flag=True, help="Also past what was drawn or opened; every report tells it.")
@editing.new_file
@options.force
@options.content
@options.as_json
def command(
    log: Path,
    to: int | None,
    by: str | None,
    forced: bool,
    target: Path | None,
    force: bool,
    content: str,
    as_json: bool,
) -> None:
    """Take back the last move, or go back to an earlier entry.

    Nothing is deleted: an entry is added that says where the game stands again. What is left behind stays in the log
    and can be written out by `refold branch`.

    \b
    Example:
      refold undo game.log.jsonl
      refold undo game.log.jsonl --to 12 --by blue --forced
    """

    def make(recorder: Any) -> None:
        seat = options.known_seat(by, recorder.timeline.table.seats, "--by") if by else None
        recorder.undo(recorder.timeline.before_last_move() if to is None else to, by=seat, forced=forced)

    editing.add(log, make, content=content, as_json=as_json, target=target, force=force)
