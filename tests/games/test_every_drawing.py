"""Every position of a game can be drawn, for every pair of eyes, in both languages, and every component has a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from events.encoding import secrets_in
from kernel.documents import REFEREE, view
from kernel.drawing import COLOURS, WIDTH
from kernel.games import GAMES
from kernel.rulebook import LANGUAGES
from replay import library
from tests.walking import Walk, Walker

NAMES = sorted({*GAMES, "toy"})
OTHERWISE: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "kashgar": ({"additional_number": "11"}, {"top_order_value": "five"}),
    "marco_polo": ({"variant": "expert"}, {}),
    "quetzal": ({}, {"hand_secrecy": "secret"}),
}
"""Set-up and readings under which a game shows what it does not show else."""
ENGLISH = "of the and with for from each not round turn player players card blue yellow green red white black purple"
ENGLISH_OF = {
    "kashgar": "clove cloves ginger pepper cinnamon anise display deck discard track order orders front tail caravan"
    " choose special small large",
    "marco_polo": "coin coins camel camels pepper silk gold good goods step steps die dice post posts contract"
    " contracts goal goals city cities income bazaar travel khan's money bag figure figures filled hidden starting",
    "quetzal": "coin coins adventurer adventurers archaeologist archaeologists weapon weapons tablet tablets mummy"
    " quarry ruins market ship camp stela bid free standing side delivered tile tiles reward reserve hidden covered"
    " paid done vp",
    "toy": "coins in hand offer",
}
"""Words of each game that no French drawing may hold; French has some of its own that look English: or, points, on."""
PHRASES = {
    "kashgar": (("names", "BOARD"),),
    "marco_polo": (("names", "NAMES"), ("names", "TEXTS"), ("names", "BOARD")),
    "quetzal": (("wording", "NAMES"), ("wording", "TEXTS"), ("wording", "BOARD")),
}


def walks() -> list[Any]:
    """Every game as it is, and once otherwise, with the most seats."""
    found = []
    for name in NAMES:
        least, most = library.game(name).seats
        found.append(pytest.param((name, least, {}, {}), id=f"{name}-{least}"))
        if name in OTHERWISE:
            found.append(pytest.param((name, most, *OTHERWISE[name]), id=f"{name}-{most}-otherwise"))
    return found


@pytest.fixture(params=walks(), scope="module")
def played(request: pytest.FixtureRequest) -> Walk:
    """A game played to its end by chance."""
    name, seats, setup, readings = request.param
    return Walker(name, seats, 1, setup, **readings).walk()


def english(name: str) -> frozenset[str]:
    """Words of a game that are English and not French."""
    return frozenset(f"{ENGLISH} {ENGLISH_OF.get(name, '')}".split())


def words(text: str) -> set[str]:
    """The words of a text, in lower case."""
    return set(re.findall(r"[^\W\d_]+(?:'s\b)?", text.lower()))


def seen(played: Walk) -> Iterator[tuple[int, str | None, Any, dict[str, Any]]]:
    """Every position as everybody sees it, each view once: number, eyes, state, document."""
    timeline = played.recorder.timeline
    for n in range(timeline.last + 1):
        state = timeline.at(n).state
        document = played.game.document(state)
        different: list[Any] = []
        for eyes in (REFEREE, None, *played.header.seats):
            looked = view(document, eyes)
            if looked not in different:
                different.append(looked)
                yield n, eyes, state, looked


def test_every_position_can_be_drawn_for_everybody_in_both_languages(played: Walk) -> None:
    """No line is too long, no id shows, no French drawing speaks English."""
    game, box = played.game, played.recorder.timeline.table.box
    foreign = english(game.name)
    for n, eyes, _, document in seen(played):
        for language in LANGUAGES:
            drawn = game.drawing(box, document, language)
            lines = drawn.split("\n")

            assert [] == [line for line in lines if len(line) > WIDTH + 2 or line != line.rstrip()], (n, eyes)
            assert not set("{}|_\u00a0") & set(drawn), (n, eyes, drawn)
            assert language == "en" or set() == foreign & words(drawn), (n, eyes, drawn)


def test_a_drawing_tells_no_secret_of_another_seat(played: Walk) -> None:
    """Neither what a sealed card says nor its commitment stands in it."""
    game, box = played.game, played.recorder.timeline.table.box
    known = frozenset(game.components(box))
    looked_at = 0
    for n, eyes, state, document in seen(played):
        if eyes in (REFEREE, None):
            continue
        drawn = game.drawing(box, document, "en")
        open_text = repr(document)
        for secret in secrets_in(game.document(state)):
            if secret.seat == eyes:
                continue
            pieces = secret.value if isinstance(secret.value, tuple) else (secret.value,)
            for piece in known.intersection(filter(None, map(str, pieces))):
                if f"'{piece}'" not in open_text:
                    looked_at += 1
                    assert game.component(box, piece, "en").partition(": ")[2] not in drawn, (n, eyes, piece)
            assert not secret.commitment or secret.commitment not in drawn

    assert looked_at or game.name != "marco_polo"


def test_a_drawing_is_made_from_the_document_alone(played: Walk) -> None:
    """Purity: drawn twice it is the same, and it leaves the document as it was."""
    game, box = played.game, played.recorder.timeline.table.box
    document = view(game.document(played.recorder.state), REFEREE)
    said = repr(document)
    drawn = {language: game.drawing(box, document, language) for language in LANGUAGES}

    assert drawn == {language: game.drawing(box, document, language) for language in LANGUAGES}
    assert said == repr(document)
    assert drawn["en"] != drawn["fr"]


@pytest.mark.parametrize("name", NAMES)
def test_every_component_has_a_text_without_a_gap(name: str) -> None:
    game = library.game(name)
    box = game.box(library.pack(name).content)
    pieces = game.components(box)

    assert len(set(pieces)) == len(pieces) > 0
    for piece in pieces:
        for language in LANGUAGES:
            text = game.component(box, piece, language)

            assert not set("{}|_\u00a0") & set(text), text
            assert text == text.strip() != ""
            assert "  " not in text
            assert language == "en" or set() == english(name) & words(text), text
    with pytest.raises(KeyError):
        game.component(box, "dragon", "en")


@pytest.mark.parametrize("name", PHRASES)
def test_both_languages_say_the_same(name: str) -> None:
    """Each phrase has the same values in both, and counts in one where it counts in the other."""
    for module, table in PHRASES[name]:
        phrases = getattr(import_module(f"kernel.games.{name}.{module}"), table)
        for phrase, both in phrases.items():
            blanks = [sorted(set(re.findall(r"{(\w+)}", text))) for text in both]

            assert 2 == len(both), phrase
            assert blanks[0] == blanks[1], phrase
            assert all(text.strip() == text or text.startswith((" ", ",", ";")) for text in both), phrase


def test_every_colour_has_a_name_in_both_languages() -> None:
    assert all(len(both) == len(LANGUAGES) and all(both) for both in COLOURS.values())
