"""`refold engine`: these rules as a server of JSON Lines."""

from __future__ import annotations

import sys

import click

from cli import options


@click.command("engine")
@options.content
def command(content: str) -> None:
    """Answer another program about these rules, in JSON Lines.

    Asked are the lines of a log as they stand in its file; {"seed": HEX} tells a seed, {"done": true} asks for the
    standings. An entry's move is decided anew and answered with events, draws and the digest of the document, or with
    the refusal. The protocol stands in docs/formats.md.

    \b
    Example:
      (cat game.log.jsonl; echo '{"done":true}') | refold engine
    """
    from replay.engine import serve

    for answer in serve(iter(sys.stdin.buffer.readline, b""), content):
        sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()
