"""`refold redo`: an entry that goes forth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cli import editing, options


@click.command("redo")
@options.log_argument
@click.option("--to", type=click.IntRange(min=1), metavar="N", help="The entry after which the game stands again.")
@click.option("--by", metavar="SEAT", help="Who asks for it.")
@editing.new_file
@options.force
@options.content
@options.as_json
def command(
    log: Path, to: int | None, by: str | None, target: Path | None, force: bool, content: str, as_json: bool
) -> None:
    """Take up again what was undone.

    It is possible as long as nothing was played since. Without --to it goes to where the last undo came from.

    \b
    Example:
      refold redo game.log.jsonl
    """

    def make(recorder: Any) -> None:
        seat = options.known_seat(by, recorder.timeline.table.seats, "--by") if by else None
        recorder.redo(recorder.timeline.undone_last() if to is None else to, by=seat)

    editing.add(log, make, content=content, as_json=as_json, target=target, force=force)
