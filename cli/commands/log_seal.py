"""`refold log seal`: the outside anchor of a log."""

from __future__ import annotations

from pathlib import Path

import attrs
import click

from cli import options, output


@click.command("seal")
@options.log_argument
@options.content
@options.as_json
def command(log: Path, content: str, as_json: bool) -> None:
    """Print the head digest of a log, to be kept or signed elsewhere.

    Who holds the seal can tell later by `log check --seal` that nothing was changed or cut off. Sign it with
    `ssh-keygen -Y sign -n refold -f KEY game.seal`.

    \b
    Example:
      refold log seal game.log.jsonl > game.seal
    """
    from replay.keeping import check

    with options.naming(log):
        seal = check(log, content=content).seal
    if as_json:
        output.say_json(attrs.asdict(seal))
    else:
        for line in seal.text().splitlines():
            output.say(line)
