"""What drawings are put together from: phrases, amounts, columns, line breaks; packs that bring names of their own."""

from __future__ import annotations

import json

import pytest

from kernel.documents import REFEREE, view
from kernel.drawing import WIDTH, Words, counted, finished, glued, heading, is_sealed, joined, listed, table, wrapped
from replay import library
from tests.making import recorder_of

PHRASES = {
    "thing coin": ("coin|coins", "pièce|pièces"),
    "thing silk": ("silk", "soie"),
    "has": ("{seat} has {n}", "{seat} a {n}"),
}


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["0 coins", "1 coin", "2 coins", "-1 coin", "2 silk", "3 jade ring"]),
        ("fr", ["0 pièce", "1 pièce", "2 pièces", "-1 pièce", "2 soie", "3 jade ring"]),
    ],
)
def test_amounts_are_counted_as_the_language_counts(language: str, told: list[str]) -> None:
    """What an owner's pack brings is called by its id."""
    say = Words(PHRASES, language)
    amounts = [(0, "coin"), (1, "coin"), (2, "coin"), (-1, "coin"), (2, "silk"), (3, "jade_ring")]

    assert told == [say.amount(units, "thing", piece) for units, piece in amounts]


def test_seats_that_are_colours_have_names_and_others_stay() -> None:
    say = Words(PHRASES, "fr")

    assert "bleu a 2" == say("has", seat=say.seat("blue"), n=2)
    assert "anna, rouge" == say.seats(("anna", "red"))
    assert ("-", "-") == (say.seat(None), say.seats(()))
    assert ("pièces", "soie") == (say.many("thing", "coin"), say.many("thing", "silk"))


def test_a_language_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match="de"):
        Words(PHRASES, "de")
    with pytest.raises(KeyError):
        Words(PHRASES, "en")("nothing of the kind")


def test_columns_stand_below_each_other_and_the_last_one_is_wrapped() -> None:
    long = " ".join(["word"] * 40)
    lines = table([["a", "1", "short"], ["long name", "12", long], ["b", "3", ""]], right=[1])

    assert ["  a           1  short", f"  long name  12  {long[:89]}"] == lines[:2]
    assert " " * 17 + "word" == lines[2][:21]
    assert "  b           3" == lines[-1]
    assert max(map(len, lines)) <= WIDTH
    assert [] == table([])


def test_a_line_breaks_neither_in_a_short_part_nor_before_punctuation() -> None:
    row = listed(["Prince de la cannelle"] * 8)
    lines = finished("\n".join(wrapped("  ", row))).split("\n")

    assert all(line.strip(" ,").startswith("Prince") and line.strip(" ,").endswith("cannelle") for line in lines)
    assert not any(line.strip().startswith(":") for line in wrapped("", "mot " * 26 + ": fin"))
    assert "a" * 40 + " b" == glued("a" * 40 + " b")
    assert "-" == listed(())


def test_parts_are_joined_by_empty_lines_and_what_is_there_twice_is_counted() -> None:
    assert "a\nb\n\nc" == joined([["a", "b"], [], ["c"]])
    assert ["2 x vase", "mummy"] == counted(["vase", "mummy", "vase"])
    assert WIDTH == len(heading("Players"))
    assert (True, False) == (is_sealed({"sealed": "00", "for": "red"}), is_sealed("card"))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_pack_with_names_of_its_own_is_drawn_by_its_ids(language: str) -> None:
    """An owner's pack plays without a change of code, and is drawn too."""
    pack = library.pack("marco_polo")
    text = json.dumps(dict(pack.content))
    for old, new in (("samarcanda", "bukhara_town"), ("matteo_polo", "his_uncle"), ("contract_01", "first_tile")):
        text = text.replace(f'"{old}"', f'"{new}"')
    game = library.game("marco_polo")
    box = game.box(json.loads(text))
    _, recorder = recorder_of("marco_polo", ("blue", "red"), bytes(16))
    document = json.dumps(view(game.document(recorder.state), REFEREE))
    for old, new in (("samarcanda", "bukhara_town"), ("matteo_polo", "his_uncle"), ("contract_01", "first_tile")):
        document = document.replace(f'"{old}"', f'"{new}"')
    drawn = game.drawing(box, json.loads(document), language)

    assert "bukhara town" in drawn
    assert "his uncle" in drawn
    assert game.component(box, "first_tile", language).startswith("first tile")
