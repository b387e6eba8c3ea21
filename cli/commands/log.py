"""`refold log`: the commands that look after a log's file."""

from __future__ import annotations

import click

from cli.lazy import LazyGroup

SENTENCES = {
    "check": "Check a log's form, chain and spelling, and fold it.",
    "seal": "Print the head digest of a log, to be kept or signed elsewhere.",
    "repair": "Cut off the unfinished end of a log after a crash.",
    "redact": "Copy a log without its secrets and its seed.",
    "to-script": "Turn a log back into a script.",
}


@click.group("log", cls=LazyGroup, package="cli.commands", prefix="log_", sentences=SENTENCES)
def command() -> None:
    """Check, seal, repair and redact logs, or turn one into a script.

    \b
    Example:
      refold log check game.log.jsonl
      refold log to-script game.log.jsonl -o game.game.json
    """
