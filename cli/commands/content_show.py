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
@click.option("--card", "cards", multiple=True, metavar="ID", help="Only what a component says. May be repeated.")
@click.option("--cards", "every", is_flag=True, help="Only what the components say, all of them.")
@options.language
@options.as_json
def command(
    game: str, content: str, invented: bool, cards: tuple[str, ...], every: bool, lang: str, as_json: bool
) -> None:
    """Show a content pack, which of its values no source gives, and what its components say.

    \b
    Example:
      refold content show kashgar --invented
      refold content show kashgar --card wesir --lang fr
      refold content show marco_polo --cards
    """
    from cli.commands.show import tree
    from replay import library

    with options.naming(content or game):
        pack = library.pack(game, content)
    if cards or every:
        texts = _texts(pack, cards, lang)
        if as_json:
            output.say_json([{"id": piece, "language": lang, "text": text} for piece, text in texts.items()])
        else:
            _tell(texts)
        return
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


def _texts(pack: Pack, cards: tuple[str, ...], language: str) -> dict[str, str]:
    """Return what components say, by id; all of them where none is named.

    Raises: UsageError; BadContent.
    """
    from difflib import get_close_matches

    from replay import library

    game = library.game(pack.game)
    with options.naming(pack.pack):
        box = game.box(pack.content)
    known = game.components(box)
    texts = {}
    for piece in cards or known:
        try:
            texts[piece] = game.component(box, piece, language)
        except KeyError:
            near = get_close_matches(piece, known, 3)
            hint = f"; near it: {', '.join(near)}" if near else "; --cards lists all there are"
            msg = f'{pack.game}, pack {pack.pack}, has no component "{piece}"{hint}'
            raise click.UsageError(msg) from None
    return texts


def _tell(texts: dict[str, str]) -> None:
    """Print texts beside the ids; those of several lines below them."""
    width = max((len(piece) for piece in texts), default=0)
    long = any("\n" in text for text in texts.values())
    for place, (piece, text) in enumerate(texts.items()):
        if not long:
            output.say(f"{piece:{width}}  {text}")
            continue
        if place:
            output.say()
        output.say(piece)
        for line in text.split("\n"):
            output.say(f"  {line}")


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
