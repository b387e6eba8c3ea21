"""The JSON Schemas: those in docs/ are those of the code, and they take and refuse what the program does."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it ships no types
from referencing import Registry, Resource

from replay.log_schema import log_schema
from replay.script_schema import any_script_schema, script_schema
from tests.cli.conftest import STEPS
from tests.making import SEED, bid, lines_of, played
from tests.recordings import of_each_kind, parametrized
from tools.schemas import ANY_SCRIPT, FOLDER, schemas

TOP = {"refold": "script/1", "game": "toy", "seats": ["a", "b"], "seed": SEED}
SCRIPT = Draft202012Validator(script_schema("toy"))
LINE = Draft202012Validator(log_schema("toy"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    for name, paths in of_each_kind(metafunc.config.getoption("recordings")).items():
        if name in metafunc.fixturenames:
            parametrized(metafunc, name, paths)


@pytest.fixture(scope="module")
def validator() -> Callable[[str], Draft202012Validator]:
    """Validators by the file of their schema in docs/."""
    found = {path.name: json.loads(path.read_bytes()) for path in FOLDER.glob("*.json")}
    registry: Registry[Any] = Registry().with_resources(
        (name, Resource.from_contents(schema)) for name, schema in found.items()
    )
    return lambda name: Draft202012Validator(found[name], registry=registry)


def test_the_schemas_in_docs_are_those_of_the_code() -> None:
    """Otherwise: python -m tools.schemas."""
    stored = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.json")}

    assert schemas().keys() == stored.keys()
    assert [] == [name for name, text in schemas().items() if text != stored[name]]


@pytest.mark.parametrize("name", sorted(schemas()))
def test_a_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(json.loads(schemas()[name]))


def test_a_script_of_a_game_is_as_the_schemas_say(script: Path, validator) -> None:
    record = json.loads(script.read_bytes())

    assert [] == [error.message for error in validator(ANY_SCRIPT).iter_errors(record)]


def test_a_log_of_a_game_is_as_the_schemas_say(log: Path, validator) -> None:
    """One line of each kind of move and set of events: the others have the same fields."""
    check = validator(f"log-1.{log.parents[1].name}.schema.json")
    records = [json.loads(line) for line in log.read_bytes().splitlines()]
    of_a_kind = {(record.get("kind"), str(types_in(record))): record for record in records}

    assert [] == [record for record in of_a_kind.values() if not check.is_valid(record)]


def types_in(record: dict[str, Any]) -> list[str]:
    """The types of the move and the events of a line."""
    return sorted({record.get("move", {}).get("do", ""), *(event["type"] for event in record.get("events", ()))})


def test_the_schema_of_all_games_asks_that_of_the_game_named(validator) -> None:
    check = validator(ANY_SCRIPT)
    sound = {"refold": "script/1", "game": "marco_polo", "seats": ["blue", "red"], "steps": []}

    assert check.is_valid(sound)
    assert not check.is_valid({**sound, "steps": [{"by": "blue", "do": "fly"}]})
    assert not check.is_valid({**sound, "game": "chess"})
    assert ["toy"] == any_script_schema(["toy"])["properties"]["game"]["enum"]


WELL_FORMED: list[dict[str, Any]] = [
    *STEPS,
    {"expect": {"": {"contains": "round"}, "/a~1b": None, "/c": {"min": 1, "max": 2}, "/d": {"least": 1}, "/e": {}}},
    bid("a", 1, then=[{"do": "bid", "coins": 1}], refused={"first": "bid.once"}, note="x", label="y"),
    {"auto": "random", "until": {"round": 2}},
    {"auto": "random", "until": {"to_act": "a"}},
    {"undo": None, "by": "a"},
    {"end": "resigned", "by": "a"},
    {"end": "abandoned"},
    {"include": "x.json", "note": "x"},
    {"note": "x", "label": "z"},
]

MALFORMED: list[Any] = [
    3,
    {},
    {"expects": {}},
    {"do": "bid", "coins": 1},
    {"by": 1, "do": "bid", "coins": 1},
    {"by": "a", "do": "bid"},
    {"by": "a", "do": "bet", "coins": 1},
    {"by": "a", "do": "bid", "coins": 1, "coin": 1},
    bid("a", 1, label=3),
    bid("a", 1, then={}),
    bid("a", 1, then=[{"do": "bid"}]),
    bid("a", 1, then=[{"by": "a", "do": "bid", "coins": 1}]),
    bid("a", 1, refused="bid.never"),
    bid("a", 1, refused={"last": "bid.once"}),
    {"expect": []},
    {"expect": {"round": 1}},
    {"expect": {"/a": {"min": "x"}}},
    {"expect": {"/a~2": 1}},
    {"given": {"players": 1}},
    {"given": {"at": 3}},
    {"variation": {}},
    {"variation": [{"expect": 1}]},
    {"under": {"ties": "first"}},
    {"under": {}, "steps": []},
    {"under": {"ties": "last"}, "steps": []},
    {"auto": "best"},
    {"auto": "random", "until": 0},
    {"auto": "random", "until": {"turn": 2}},
    {"undo": True},
    {"undo": None, "forced": 1},
    {"redo": None, "forced": True},
    {"override": {"arbiter": "x"}},
    {"end": "finished"},
    {"end": "resigned"},
    {"end": "abandoned", "by": "a"},
    {"note": 3},
    {"include": 3},
]


@pytest.mark.parametrize("step", WELL_FORMED, ids=json.dumps)
def test_a_well_formed_step_is_taken(step: dict[str, Any]) -> None:
    assert [] == [error.message for error in SCRIPT.iter_errors({**TOP, "steps": [step]})]


@pytest.mark.parametrize("step", MALFORMED, ids=json.dumps)
def test_a_malformed_step_is_refused_by_the_schema_and_by_the_program(step: Any) -> None:
    from events.errors import RefoldError

    assert not SCRIPT.is_valid({**TOP, "steps": [step]})
    with pytest.raises(RefoldError):
        played(step)


@pytest.mark.parametrize(
    "change",
    [
        {"refold": "script/2"},
        {"game": "other"},
        {"seats": ["a"]},
        {"seats": ["a", "a"]},
        {"seats": list("abcde")},
        {"seed": "00"},
        {"seed": "AB" * 16},
        {"setup": {"variant": "x"}},
        {"rulings": {"tie": "first"}},
        {"rulings": {"ties": "last"}},
        {"content": "none"},
        {"chance": {"deck/0": "card_1"}},
        {"meta": {"n": 1}},
        {"step": []},
    ],
    ids=json.dumps,
)
def test_a_table_that_cannot_be_set_is_refused(change: dict[str, Any]) -> None:
    assert SCRIPT.is_valid({**TOP, "$schema": "x", "title": "x", "note": "x", "given": {"at": {"round": 1}}})
    assert not SCRIPT.is_valid({**TOP, **change})


def test_every_line_of_a_log_is_taken_with_every_kind_of_entry_in_it() -> None:
    records = [json.loads(line) for line in lines_of(played(*STEPS))]

    assert {"setup", "move", "undo", "redo", "position", "override", "checkpoint", "reveal", "end"} <= {
        record.get("kind") for record in records
    }
    assert [] == [record for record in records if not LINE.is_valid(record)]


def test_a_field_more_or_less_in_a_log_is_refused() -> None:
    for line in lines_of(played({"auto": "first"})):
        record = json.loads(line)
        assert not LINE.is_valid({**record, "more": 1})
        for name in record:
            assert not LINE.is_valid({key: value for key, value in record.items() if key != name}), name
