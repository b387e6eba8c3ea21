"""`refold log repair`: the end that a crash tore."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cli import options, output
from cli.output import is_dash

KEPT_AS = ".torn"
"""What is added to the name of the file as it was before the repair."""


@click.command("repair")
@options.log_argument
@options.output("Write the repaired log here", required=False)
@click.option("--write", is_flag=True, help=f"Repair it in place; the file as it was stays beside it as NAME{KEPT_AS}.")
@options.force
@options.content
@options.as_json
def command(log: Path, target: Path | None, write: bool, force: bool, content: str, as_json: bool) -> None:
    """Cut off the unfinished end of a log after a crash.

    Without --write or -o it only says what it would do. Damage before the end is never repaired.

    \b
    Example:
      refold log repair game.log.jsonl
      refold log repair game.log.jsonl --write
    """
    from replay.keeping import repair

    if write and target is not None:
        msg = "--write and -o exclude each other"
        raise click.UsageError(msg)
    if as_json and is_dash(target):
        msg = "--json and -o - would both go to standard output"
        raise click.UsageError(msg)
    with options.naming(log):
        found = repair(log, content=content)
    told: dict[str, Any] = {
        "torn": found is not None,
        "fault": found.fault if found else None,
        "entries": found.seal.entries if found else None,
        "head": found.seal.head if found else None,
        "dropped_bytes": found.dropped if found else 0,
        "written": found is not None and (write or target is not None),
    }
    if found is not None and target is not None:
        output.write(target, found.kept, force=force)
    elif found is not None and write:
        _in_place(log, found.kept, force=force)
    if as_json:
        output.say_json(told)
        return
    say = output.note if is_dash(target) else output.say
    if found is None:
        say(f"{log}: nothing to repair")
        return
    say(found.fault)
    kept = f"{found.seal.entries} entries (head {found.seal.head[:12]})"
    if told["written"]:
        say(f"kept {kept}, cut off {found.dropped} bytes")
    else:
        say(f"would keep {kept} and cut off {found.dropped} bytes; nothing was written, --write does it")


def _in_place(log: Path, content: bytes, *, force: bool) -> None:
    """Replace a log that nobody is writing to, keeping it as it was beside it.

    Raises: LogBusy, NotOverwritten, UnreadableFile.
    """
    from events.journal import Appender
    from replay.keeping import MAX_LOG
    from replay.library import read_bytes

    with Appender(log, new=False):
        output.write(log.with_name(log.name + KEPT_AS), read_bytes(log, MAX_LOG), force=force)
        output.write(log, content, force=True)
