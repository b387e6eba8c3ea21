"""`refold log to-script`: a log as a script that plays the same game."""

from __future__ import annotations

from pathlib import Path

import click

from cli import options, output, steps


@click.command("to-script")
@options.log_argument
@options.output("Where the script goes")
@options.force
@click.option("--seed-file", type=options.FILE, metavar="FILE", help="The seed, where the log does not tell it.")
@options.content
def command(log: Path, target: Path, force: bool, seed_file: Path | None, content: str) -> None:
    """Turn a log back into a script.

    Played again it gives the same events and documents; that is tried before anything is written. Dice and cards are
    named by their ids. Chance comes from the seed where it is known, else outcomes are written out.

    \b
    Example:
      refold log to-script game.log.jsonl -o game.game.json
    """
    from replay.salvage import whole
    from replay.to_script import to_script

    with options.naming(log):
        found = whole(log, content=content).log
    seed = options.read_seed_file(seed_file) if seed_file else ""
    with options.naming(log):
        made = to_script(found, seed=seed, content=content)
    output.write(target, steps.spelled(made.record), force=force)
    for left in made.left_out:
        output.note(f"note: left out: {left}")
