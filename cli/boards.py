"""A position drawn for people, under what they must know to read it: game, entry, who is to act, how it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cli import story
from kernel.drawing import Words

if TYPE_CHECKING:
    from events.envelope import Header
    from events.vocabulary import Seat
    from kernel.decider import AnyGame, Table

PHRASES = {
    "table": (
        "{title}: {seats}; pack {pack}, rules version {version}",
        "{title} : {seats} ; contenu {pack}, règles version {version}",
    ),
    "after": ("after entry {n} of {last}; {whose}", "après l'entrée {n} sur {last} ; {whose}"),
    "to act": ("to act: {seats}", "à jouer : {seats}"),
    "nobody": ("nobody is to act", "personne n'a à jouer"),
    "standings": ("standings: {places}", "classement : {places}"),
    "translated": ("", "(noms et textes français : notre propre traduction)"),
}
"""What stands above a drawing."""


def heading(game: AnyGame, header: Header, language: str) -> Iterator[str]:
    """Say what is played, by whom, with what; of a translation, whose it is."""
    say = Words(PHRASES, language)
    if language == "en":
        yield f"{story.table_in_words(game, header)} ({header.rules.digest[:12]})"
        return
    readings = "".join(f", {name}={option}" for name, option in header.rules.rulings.items())
    told = say(
        "table",
        title=game.title,
        seats=say.seats(header.seats),
        pack=header.content.pack,
        version=header.rules.version,
    )
    yield f"{told}{readings} ({header.rules.digest[:12]})"
    yield say("translated")


def moment(game: AnyGame, state: Any, n: int, last: int, language: str) -> Iterator[str]:
    """Say where in the game a position stands, who is to act, and how the seats stand."""
    say = Words(PHRASES, language)
    to_act = game.to_act(state)
    whose = say("to act", seats=say.seats(to_act)) if to_act else say("nobody")
    yield say("after", n=n, last=last, whose=whose)
    if n:
        ranked = sorted(game.standings(state), key=lambda one: one.rank)
        yield say("standings", places=", ".join(f"{one.rank}. {say.seat(one.seat)} {one.score}" for one in ranked))


def drawing(game: AnyGame, table: Table, state: Any, eyes: Seat | None, language: str) -> list[str]:
    """Draw a position as somebody may see it. eyes: as `view` takes them."""
    from kernel.decider import blame_position
    from kernel.documents import view

    try:
        return game.drawing(table.box, view(game.document(state), eyes), language).split("\n")
    except Exception as error:  # noqa: BLE001 - raised again, or blamed on the position
        blame_position(game, state, error)
