"""`refold content check`: a pack of one's own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from cli import options, output


@click.command("check")
@click.argument("file", type=options.FILE)
@options.as_json
def command(file: Path, as_json: bool) -> None:
    """Check a content pack that you wrote.

    The pack is read as a game would read it. Play with it by `--content FILE`.

    \b
    Example:
      refold content check mine.json
    """
    from kernel.content import read_pack
    from replay import library

    with options.naming(file):
        pack = read_pack(library.read_json(file))
        library.game(pack.game).box(pack.content)
    values = Counter(entry.status for entry in pack.provenance)
    if as_json:
        output.say_json(
            {
                "ok": True,
                "pack": pack.pack,
                "game": pack.game,
                "version": pack.version,
                "digest": pack.digest,
                "provenance": dict(sorted(values.items())),
            }
        )
        return
    output.say(f"{file}: a sound pack of {pack.game}: {pack.pack}, version {pack.version}, digest {pack.digest[:12]}")
    for status, count in sorted(values.items()):
        output.say(f"  {status}: {count} {'part' if count == 1 else 'parts'}")
