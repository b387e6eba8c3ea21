"""`refold log redact`: a log to show to anybody."""

from __future__ import annotations

from pathlib import Path

import click

from cli import options, output


@click.command("redact")
@options.log_argument
@options.output("Where the copy goes")
@options.force
@click.option("--as", "seat", metavar="SEAT", help="Leave open what SEAT may see; else nobody's secrets are.")
@options.content
def command(log: Path, target: Path, force: bool, seat: str | None, content: str) -> None:
    """Copy a log without its secrets and its seed.

    Openings are left out, and where the seed is told everything from there on; the chain of what is left still
    verifies. Where an end was cut off the copy needs a seal of its own: `log seal` of the copy makes it.

    \b
    Example:
      refold log redact game.log.jsonl -o public.log.jsonl
      refold log redact game.log.jsonl --as blue -o for_blue.log.jsonl
    """
    from replay.keeping import redact
    from replay.logs import read_log

    with options.naming(log):
        read = read_log(log, content=content)
    eyes = options.viewer(seat or options.PUBLIC, read.header.seats)
    found = redact(read, eyes)
    output.write(target, found.content, force=force)
    secrets = f"{found.openings} {'secret' if found.openings == 1 else 'secrets'}"
    output.note(f"kept {found.seal.entries} entries (head {found.seal.head[:12]}), left out {secrets}")
    if found.cut:
        output.note(f"cut off the end of the log from entry {found.seal.entries + 1} on: it tells the seed")
