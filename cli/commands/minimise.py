"""`refold minimise`: shrink what goes wrong."""

from __future__ import annotations

from pathlib import Path

import click

from cli import options, output


@click.command("minimise")
@click.argument("path", metavar="LOG|SCRIPT", type=options.FILE)
@options.output("The smaller file")
@options.force
@options.content
@options.as_json
def command(path: Path, target: Path, force: bool, content: str, as_json: bool) -> None:
    """Shrink a diverging log or a failing script to the shortest that goes wrong alike.

    Of a script every step is left out without which it still fails alike. Of a log the position before the first
    diverging entry is put in place, and that entry alone is kept.

    \b
    Example:
      refold minimise broken.log.jsonl -o short.log.jsonl
      refold minimise failing.game.json -o short.game.json
    """
    from replay.minimise import minimise_log, minimise_script
    from replay.regress import SCRIPT

    with options.naming(path):
        script = path.name.endswith(SCRIPT)
        found = minimise_script(path) if script else minimise_log(options.opened(path, content))
    output.write(target, found.text, force=force)
    if output.is_dash(target):
        return
    if as_json:
        output.say_json(
            {"path": str(target), "before": found.before, "after": found.after, "signature": found.signature}
        )
        return
    what = "steps" if script else "entries"
    output.say(f"{target}: {found.after} of {found.before} {what}; it goes wrong alike: {found.signature}")
