"""The words, clauses and readings of every game: complete, strict, and quoted as the rulebook has them."""

from __future__ import annotations

import ast
import inspect
import json
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_type_hints

import attrs
import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.decoding import Decoder
from events.encoding import Encoder, secrets_in
from events.envelope import MoveEntry, OverrideEntry, SetupEntry
from events.vocabulary import Vocabulary
from kernel.games import GAMES
from kernel.rulebook import LANGUAGES, Rulebook
from replay import library
from tests.strategies import Records
from tests.walking import Walker

NAMES = sorted({*GAMES, "toy"})
EVENTS = [
    pytest.param(name, word, cls, id=f"{name}-{word}")
    for name in NAMES
    for word, cls in library.game(name).vocabulary.events.items()
]
MOVES = [
    pytest.param(name, word, cls, id=f"{name}-{word}")
    for name in NAMES
    for word, cls in library.game(name).vocabulary.moves.items()
]
CLAUSE_ID = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)+")


@cache
def records(name: str) -> Records:
    return Records(library.game(name).vocabulary)


def modules(name: str) -> list[Path]:
    """The source of a game's rules and words."""
    vocabulary = library.game(name).vocabulary
    words = [Path(inspect.getfile(cls)) for cls in (*vocabulary.events.values(), *vocabulary.moves.values())]
    folders = {Path(import_module(GAMES[name]).__file__ or "").parent, *(path.parent for path in words)}
    return sorted({path for folder in folders for path in folder.rglob("*.py")})


@cache
def quoted(name: str) -> frozenset[str]:
    """Every string that a game's code quotes."""
    found: set[str] = set()
    for path in modules(name):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return frozenset(found)


@cache
def in_packs(name: str) -> frozenset[str]:
    """Every string in a game's packs: content may name the clause that it brings into play."""
    found: set[str] = set()

    def walk(value: Any) -> None:
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, dict):
            found.update(value)
            list(map(walk, value.values()))
        elif isinstance(value, list):
            list(map(walk, value))

    for pack in library.game(name).packs:
        walk(library.pack(name, pack).content)
    return frozenset(found)


@pytest.mark.parametrize(("name", "word", "cls"), EVENTS)
def test_an_event_has_a_versioned_name_a_sentence_and_its_citations_last(name: str, word: str, cls: type) -> None:
    """Wire names are explicit; every fact says in a sentence what happened and by which clauses."""
    fields = [field.name for field in attrs.fields(cls)]

    assert re.fullmatch(r"[a-z][a-z0-9_]*/[1-9]\d*", word)
    assert "cites" == fields[-1]
    assert {"type", "kind", "n", "do"}.isdisjoint(fields)
    assert (cls.__doc__ or "").strip()
    assert name == library.game(name).vocabulary.game


@pytest.mark.parametrize(("name", "word", "cls"), MOVES)
def test_a_move_has_a_name_a_sentence_and_its_seat_first(name: str, word: str, cls: type) -> None:
    """And no field of a name that a script keeps for itself."""
    fields = [field.name for field in attrs.fields(cls)]

    assert re.fullmatch(r"[a-z][a-z0-9_]*", word)
    assert "seat" == fields[0]
    assert {"by", "do", "then", "refused", "label", "note"}.isdisjoint(fields)
    assert (cls.__doc__ or "").strip()
    assert name in GAMES


@pytest.mark.parametrize(("name", "word", "cls"), [*EVENTS, *MOVES])
def test_a_record_is_frozen_small_and_made_of_types_that_a_line_can_hold(name: str, word: str, cls: type) -> None:
    """Slots, no converter or validator that only some ways of making it would run, no fractions, no sets."""
    assert "__setattr__" in cls.__dict__
    assert "__slots__" in cls.__dict__
    assert [] == [field.name for field in attrs.fields(cls) if field.converter or field.validator]
    for kind in get_type_hints(cls).values():
        if "ClassVar" not in str(kind):
            records(name).value(kind)
    assert word


@pytest.mark.parametrize("name", NAMES)
def test_a_class_has_one_name(name: str) -> None:
    """Else the encoder would have to choose."""
    vocabulary = library.game(name).vocabulary
    for table in (vocabulary.events, vocabulary.moves):
        assert len(table) == len(set(table.values()))
    stems = [word.partition("/")[0] for word in vocabulary.events]
    assert len(stems) == len(set(stems))


@pytest.mark.parametrize("name", NAMES)
def test_every_old_version_leads_to_the_one_of_today(name: str) -> None:
    """U9: an upcaster from each version below the current one, and none beyond."""
    vocabulary = library.game(name).vocabulary
    below = {
        f"{word.partition('/')[0]}/{version}"
        for word in vocabulary.events
        for version in range(1, int(word.partition("/")[2]))
    }

    assert below <= set(vocabulary.upcasters)
    assert set(vocabulary.upcasters).isdisjoint(vocabulary.events)


@pytest.mark.parametrize(("name", "word", "cls"), EVENTS)
@settings(max_examples=12)
@given(data=st.data())
def test_every_event_is_read_as_it_was_written(name: str, word: str, cls: type, data: st.DataObject) -> None:
    """U10, U50: round trip of each event kind, in both directions, secrets closed and open."""
    event = data.draw(records(name).record(cls))
    vocabulary = library.game(name).vocabulary
    assert word == Encoder(vocabulary).event(event)["type"]

    _round_trip(vocabulary, SetupEntry(n=1, events=(event,), draws=()))


@pytest.mark.parametrize(("name", "word", "cls"), MOVES)
@settings(max_examples=12)
@given(data=st.data())
def test_every_move_is_read_as_it_was_written(name: str, word: str, cls: type, data: st.DataObject) -> None:
    """U45: a move from a log, its seat beside it."""
    move = data.draw(records(name).record(cls))
    vocabulary = library.game(name).vocabulary
    assert word == Encoder(vocabulary).move(move)["do"]

    _round_trip(vocabulary, MoveEntry(n=1, by=move.seat, move=move, events=(), draws=()))


def _round_trip(vocabulary: Vocabulary, entry: Any) -> None:
    body = Encoder(vocabulary).body(entry)
    record = orjson.loads(body + b',"digest":""}')
    openings = {secret.commitment: secret for secret in secrets_in(entry)}

    assert entry == Decoder(vocabulary).entry(record, openings)
    assert body == Encoder(vocabulary).body(Decoder(vocabulary).entry(record))


@pytest.mark.parametrize("name", NAMES)
def test_every_event_has_its_reducer(name: str) -> None:
    game = library.game(name)

    assert set(game.vocabulary.events.values()) == set(game.reducers)


@pytest.mark.parametrize("name", NAMES)
def test_no_citation_dangles(name: str) -> None:
    """U52: what looks like a clause of this rulebook is one."""
    rulebook = library.rulebook(name)
    sections = {clause.section for clause in rulebook.clauses.values()}
    heads = sections | {clause.partition(".")[0] for clause in rulebook.clauses}
    cited = {text for text in quoted(name) if CLAUSE_ID.fullmatch(text) and text.partition(".")[0] in heads}

    assert cited
    assert [] == sorted(cited - set(rulebook.clauses))


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_is_quoted_by_the_code(name: str) -> None:
    """U52: definitions apart, a clause that no code names is a rule that nobody keeps."""
    rulebook = library.rulebook(name)
    said = quoted(name) | in_packs(name)
    silent = [
        clause.id for clause in rulebook.clauses.values() if clause.kind != "definition" and clause.id not in said
    ]

    assert [] == silent


@pytest.mark.parametrize("name", NAMES)
def test_the_rulebook_is_complete(name: str) -> None:
    """Two languages, a source, known kinds; rulings with texts for each option."""
    rulebook: Rulebook = library.rulebook(name)
    kinds = {"procedure", "limit", "cost", "reward", "setup", "scoring", "exception", "definition"}

    assert name == rulebook.game
    assert [] == [c.id for c in rulebook.clauses.values() if not (c.en.strip() and c.fr.strip() and c.source)]
    assert [] == [c.id for c in rulebook.clauses.values() if c.kind not in kinds]
    assert [] == [c.id for c in rulebook.clauses.values() if c.checkable not in ("accept", "reject", "both")]
    for ruling in rulebook.rulings.values():
        assert set(LANGUAGES) == set(ruling.question)
        assert [] == [option for option, text in ruling.options.items() if set(LANGUAGES) != set(text)]
        assert len(ruling.options) > 1 or ruling.fixed


@pytest.mark.parametrize("name", NAMES)
def test_the_record_of_readings_is_that_of_the_rulebook(name: str) -> None:
    """One field a ruling, its options as a type, in the words of `rules.json`."""
    try:
        cls = import_module(f"{GAMES[name].rpartition('.')[0]}.rulings").Rulings
    except ModuleNotFoundError:
        pytest.skip("this game keeps its readings in a table")
    hints = get_type_hints(cls)
    rulings = library.rulebook(name).rulings

    assert set(rulings) == set(hints)
    for ruling in rulings.values():
        assert set(ruling.options) == set(get_args(hints[ruling.id])), ruling.id


@pytest.mark.parametrize("name", NAMES)
def test_the_set_up_lists_every_ruling_in_force(name: str) -> None:
    """So that a later change of defaults rewrites no old game."""
    rulebook = library.rulebook(name)
    least, _ = library.game(name).seats
    ruling = next(ruling for ruling in rulebook.rulings.values() if not ruling.fixed)
    choice = {ruling.id: next(option for option in ruling.options if option != ruling.default)}
    walker = Walker(name, least, 1, None, **choice)
    first: Any = walker.recorder.timeline.entry(1)

    assert tuple(sorted(rulebook.in_force(choice).items())) == first.events[0].rulings
    assert choice == walker.header.rules.rulings
    assert rulebook.in_force(choice) == walker.recorder.game.document(walker.recorder.state)["rulings"]


@pytest.mark.parametrize("name", NAMES)
def test_every_pack_is_read_and_says_where_its_values_come_from(name: str) -> None:
    """Provenance for each value; what no source gives is called invented."""
    game = library.game(name)
    for wanted in game.packs:
        pack = library.pack(name, wanted)
        assert (wanted, name) == (pack.pack, pack.game)
        assert {"en", "fr"} <= set(pack.about)
        assert game.box(pack.content) == game.box(json.loads(json.dumps(pack.content)))
        for key in pack.content:
            assert pack.origin(f"/content/{key}") or _origins_below(pack, key), key


def _origins_below(pack: Any, key: str) -> bool:
    return any(entry.at.startswith(f"/content/{key}/") for entry in pack.provenance)


def test_an_override_holds_the_events_of_its_game() -> None:
    """An arbiter's decision may be any fact of the game."""
    vocabulary = library.game("toy").vocabulary
    event = next(iter(vocabulary.events.values()))(rulings=(), coins=1, cites=())
    _round_trip(vocabulary, OverrideEntry(n=1, arbiter="A", reason="r", clause="bid.tie", events=(event,), draws=()))
