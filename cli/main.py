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
    "show": "Show the position after an entry: the board drawn, or the document behind it.",
    "legal": "List the legal moves in a position.",
    "why": "Say why a move is legal or refused: clause, facts, remedy.",
    "note": "Put a note on an entry, or list the notes on a log.",
    "undo": "Take back the last move, or go back to an earlier entry.",
    "redo": "Take up again what was undone.",
    "override": "Add an arbiter's decision to a log.",
    "branch": "Go on otherwise from an old entry, in a log of its own.",
    "rebase": "Change an old entry and decide every later move anew.",
    "diff": "Compare two logs, two positions of one, or one log under two readings.",
    "blame": "Say what changed a value, or moved a piece: entry, event, clause, seat.",
    "bisect": "Find the first entry after which something holds no more, or where two logs part.",
    "audit": "Check everything about logs that can be checked, and tell what was found.",
    "bundle": "Pack a disputed move under several readings into one file that can be checked offline.",
    "verify": "Decide recorded games anew and compare.",
    "impact": "Say which recorded games a change breaks, and whose score or winner it changes.",
    "coverage": "Say which clauses recorded games exercise, and which none does.",
    "minimise": "Shrink a diverging log or a failing script to the shortest that goes wrong alike.",
    "simulate": "Play whole games by a policy.",
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
