"""The command `refold`: its list of commands, each imported when it is called."""

from __future__ import annotations

import os
import sys

import click

from cli.lazy import LazyGroup

SENTENCES = {
    "init": "Write a first script of a game.",
    "play": "Play a script into a log.",
    "record": "Record a live game: moves in, verdicts out, one JSON object a line.",
    "replay": "Tell a log entry by entry: who did what, what changed, by which clauses.",
    "show": "Show the position after an entry.",
    "legal": "List the legal moves in a position.",
    "why": "Say why a move is legal or refused: clause, facts, remedy.",
    "verify": "Decide recorded games anew and compare.",
    "impact": "Say which recorded games a change breaks, and whose score or winner it changes.",
    "minimise": "Shrink a diverging log or a failing script to the shortest that goes wrong alike.",
    "engine": "Answer another program about these rules, in JSON Lines.",
    "log": "Check, seal, repair and redact logs, or turn one into a script.",
    "rules": "Print clauses and rulings of a game.",
    "content": "Check and show content packs.",
    "schema": "Print the types and fields of a game's moves and events.",
    "games": "List the games there are.",
}
"""What each command does, in the order in which one meets them."""


def _version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        from importlib import metadata

        click.echo(f"refold {metadata.version('refold')}")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    package="cli.commands",
    sentences=SENTENCES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Print the version."
)
@click.pass_context
def refold(ctx: click.Context) -> None:
    """A referee's time machine for board games.

    \b
    Example:
      refold init marco_polo -o first.game.json
      refold play first.game.json -o first.log.jsonl
      refold replay first.log.jsonl
    """
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        ctx.color = False


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot spell a name shows it escaped rather than stopping.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    refold(prog_name="refold")
