"""`refold content show`: a pack and where its values come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import options, output

if TYPE_CHECKING:
    from kernel.content import Pack


@click.command("show")
@click.argument("game")
@options.content
@click.option("--invented", is_flag=True, help="Only what no source gives.")
@options.language
@options.as_json
def command(game: str, content: str, invented: bool, lang: str, as_json: bool) -> None:
    """Show a content pack, and which of its values no source gives.

    \b
    Example:
      refold content show kashgar --invented
    """
    from cli.commands.show import tree
    from replay import library

    with options.naming(content or game):
        pack = library.pack(game, content)
    parts = pack.invented() if invented else pack.provenance
    if as_json:
        output.say_json(_report(pack, invented=invented))
        return
    output.say(f"{pack.game}, pack {pack.pack}, version {pack.version}, digest {pack.digest[:12]}")
    if pack.about.get(lang):
        output.say(pack.about[lang])
    output.say()
    if not parts:
        output.say("no value is invented" if invented else "the pack does not say where its values come from")
    for part in parts:
        told = ", ".join([part.status, f"confidence {part.confidence}", *part.sources])
        output.say(f"{part.at}  ({told})" + (f": {part.note}" if part.note else ""))
    if not invented:
        output.say()
        for line in tree(dict(pack.content)):
            output.say(line)


def _report(pack: Pack, *, invented: bool) -> dict[str, object]:
    parts = pack.invented() if invented else pack.provenance
    report: dict[str, object] = {
        "game": pack.game,
        "pack": pack.pack,
        "version": pack.version,
        "digest": pack.digest,
        "about": dict(pack.about),
        "provenance": [
            {
                "at": part.at,
                "status": part.status,
                "confidence": part.confidence,
                "sources": list(part.sources),
                "note": part.note,
            }
            for part in parts
        ],
    }
    return report if invented else {**report, "content": dict(pack.content)}
