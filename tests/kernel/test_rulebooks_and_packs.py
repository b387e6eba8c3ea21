"""Rulebooks and packs, read strictly: each fault with the JSON pointer to it."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from kernel.content import read_pack
from kernel.documents import with_values
from kernel.errors import BadContent, BadSetup
from kernel.rulebook import UnknownClause, read_rulebook

TOY = Path(__file__).parents[1] / "toy"
RULES: dict[str, Any] = json.loads((TOY / "rules.json").read_text(encoding="utf-8"))
PACK: dict[str, Any] = json.loads((TOY / "content" / "base.json").read_text(encoding="utf-8"))


def without(record: dict[str, Any], *path: Any) -> dict[str, Any]:
    found: Any = copy.copy(json.loads(json.dumps(record)))
    holder = found
    for step in path[:-1]:
        holder = holder[step]
    del holder[path[-1]]
    return found


@pytest.mark.parametrize(
    ("pointer", "value", "told", "problem"),
    [
        ("/game", 5, "/game", "expected a string, found 5"),
        ("/clauses", {}, "/clauses", "expected a list, found an object"),
        ("/clauses/3", "x", "/clauses/3", 'expected an object, found "x"'),
        ("/clauses/3/en", None, "/clauses/3/en", "expected a string, found null"),
        ("/clauses/3/source", "seed", "/clauses/3/source", 'expected a list, found "seed"'),
        ("/clauses/3/source/0", 1, "/clauses/3/source/0", "expected a string, found 1"),
        ("/clauses/3/seed_lines", ["1"], "/clauses/3/seed_lines/0", 'expected a whole number, found "1"'),
        ("/clauses/3/kidn", "x", "/clauses/3", 'the field "kidn" is not known here; did you mean "kind"?'),
        ("/clauses/3/id", "setup.coins", "/clauses/3/id", '"setup.coins" is there twice'),
        ("/rulings/0/clause", "bid.tei", "/rulings/0/clause", 'there is no clause "bid.tei"'),
        ("/rulings/0/default", "x", "/rulings/0/default", '"x" is none of the options'),
        ("/rulings/0/options/nobody/en", 3, "/rulings/0/options/nobody/en", "expected a string, found 3"),
        ("/rulings/0/fixed", 1, "/rulings/0/fixed", "expected true or false, found 1"),
    ],
)
def test_a_faulty_rulebook_is_told_by_its_place(pointer: str, value: Any, told: str, problem: str) -> None:
    """It is written by hand, in two languages, and long."""
    with pytest.raises(BadContent) as caught:
        read_rulebook(with_values(RULES, {pointer: value}))

    assert (told, problem) == (caught.value.pointer, caught.value.problem)


@pytest.mark.parametrize("record", [[], None, {}, without(RULES, "clauses"), without(RULES, "clauses", 0, "fr")])
def test_what_is_no_whole_rulebook_is_refused(record: Any) -> None:
    """Parts that are missing, too."""
    with pytest.raises(BadContent):
        read_rulebook(record)


def test_a_clause_is_found_by_its_id() -> None:
    """In both languages; a near miss is told."""
    rulebook = read_rulebook(RULES)

    assert "All bid once, in secret." == rulebook.clause("bid.once").text("en")
    assert "Tous misent une fois, en secret." == rulebook.clause("bid.once").text("fr")
    with pytest.raises(UnknownClause, match=r'toy has no clause "bid.onec"; near it: bid\.once'):
        rulebook.clause("bid.onec")


def test_the_readings_in_force_are_all_of_them() -> None:
    """What is chosen, and the defaults of the others."""
    rulebook = read_rulebook(RULES)

    assert {"ties": "nobody"} == rulebook.in_force({})
    assert {"ties": "first"} == rulebook.in_force({"ties": "first"})


@pytest.mark.parametrize(
    ("chosen", "problem"),
    [
        ({"tise": "first"}, 'toy has no ruling "tise"; did you mean "ties"? There are: ties'),
        ({"zzz": "first"}, 'toy has no ruling "zzz". There are: ties'),
        ({"ties": "last"}, 'the ruling ties has no option "last"; there are: nobody, first'),
    ],
)
def test_a_reading_that_is_not_there_is_told_with_what_is(chosen: dict[str, str], problem: str) -> None:
    """Exit code 4: not available here."""
    with pytest.raises(BadSetup) as caught:
        read_rulebook(RULES).in_force(chosen)

    assert (problem, True) == (str(caught.value), caught.value.unknown)


def test_a_fixed_reading_cannot_be_switched() -> None:
    """Its default can be named, though."""
    rulebook = read_rulebook(with_values(RULES, {"/rulings/0/fixed": True}))

    assert {"ties": "nobody"} == rulebook.in_force({"ties": "nobody"})
    with pytest.raises(BadSetup, match="is settled by the rules"):
        rulebook.in_force({"ties": "first"})


@pytest.mark.parametrize(
    ("pointer", "value", "told", "problem"),
    [
        ("/version", "1", "/version", 'expected a whole number, found "1"'),
        ("/pakc", 1, "", 'the field "pakc" is not known here; did you mean "pack"?'),
        ("/about/en", 0.5, "/about/en", "expected no fractions, found 0.5"),
        ("/content/values/card_1", 1.5, "/content/values/card_1", "expected no fractions, found 1.5"),
        ("/content/a b", {"c/d": [1, 2**64]}, "/content/a b/c~1d/1", None),
        ("/provenance/0/status", "invent", "/provenance/0/status", None),
        ("/provenance/0/at", "/content/vales", "/provenance/0/at", None),
        ("/provenance/0/sources", "seed", "/provenance/0/sources", 'expected a list, found "seed"'),
    ],
)
def test_a_faulty_pack_is_told_by_its_place(pointer: str, value: Any, told: str, problem: str | None) -> None:
    """An owner of the box types it in from the printed cards."""
    with pytest.raises(BadContent) as caught:
        read_pack(with_values(PACK, {pointer: value}))

    assert told == caught.value.pointer
    assert problem in (None, caught.value.problem)


def test_the_most_special_origin_holds() -> None:
    """One entry for a table, another for a card in it."""
    one = {"at": "/content/values/card_1", "status": "attested", "confidence": "low", "sources": ["a"], "note": ""}
    pack = read_pack(with_values(PACK, {"/provenance": [*PACK["provenance"], one]}))

    origin = [pack.origin(f"/content/values/{card}") for card in ("card_1", "card_10", "card_2")]
    assert ["attested", "invented", "invented"] == [found.status for found in origin if found]
    assert pack.origin("/contents") is None
    assert ("/content",) == tuple(entry.at for entry in pack.invented())


def test_the_digest_of_a_pack_is_that_of_its_content() -> None:
    """Who wrote it and what they say of it changes no game."""
    pack = read_pack(PACK)

    assert pack.digest == read_pack(with_values(PACK, {"/about/en": "x", "/version": 9})).digest
    assert pack.digest != read_pack(with_values(PACK, {"/content/values/card_1": 2})).digest
