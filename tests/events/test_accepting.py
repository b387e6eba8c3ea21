"""The generated readers accept nothing that the slow reader refuses, and read it to the same values."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

import attrs
import orjson
import pytest

from events.decoding import Decoder, _Fast, _Reader
from events.errors import MalformedLine
from events.generated import defined
from events.records import changer, maker, replace
from events.secrets import Secret
from events.strict import MAX_STRING, WrongShape
from events.vocabulary import Cites, Seat, Vocabulary


@attrs.frozen(kw_only=True)
class Piece:
    name: str
    side: Literal["front", "back"]
    inside: tuple[Piece, ...]


@attrs.frozen(kw_only=True)
class Act:
    seat: Seat
    pieces: tuple[Piece, ...]
    pair: tuple[str, int] | None


@attrs.frozen(kw_only=True)
class Happened:
    seat: Seat | None
    amount: int
    sure: bool
    pieces: tuple[tuple[str, int], ...]
    numbers: tuple[int, ...]
    texts: Mapping[str, tuple[str, ...]]
    anything: Any
    hidden: Secret
    cites: Cites = ()


VOCABULARY = Vocabulary(
    game="any",
    moves={"act": Act},
    events={"happened/2": Happened},
    upcasters={"happened/1": lambda record: {**record, "type": "happened/2", "sure": True}},
)
SEALED = {"sealed": "0" * 64, "for": "blue"}
HAPPENED: dict[str, Any] = {
    "type": "happened/2",
    "seat": None,
    "amount": 2**63 - 1,
    "sure": False,
    "pieces": [["a", 1], ["b", 2]],
    "numbers": [1, -(2**63)],
    "texts": {"k": ["é"]},
    "anything": [{"x": None}, SEALED],
    "hidden": SEALED,
    "cites": ["one.clause", "other.clause"],
}
PIECE = {"name": "p", "side": "front", "inside": [{"name": "q", "side": "back", "inside": []}]}
LINE: dict[str, Any] = {
    "n": 1,
    "kind": "move",
    "by": "blue",
    "move": {"do": "act", "pieces": [PIECE], "pair": ["a", 1]},
    "events": [HAPPENED, {**{k: v for k, v in HAPPENED.items() if k != "sure"}, "type": "happened/1"}],
    "draws": [["dice", 0, [3, "x"]], ["hand", 0, SEALED]],
    "digest": "0" * 64,
}
LINES: list[dict[str, Any]] = [
    LINE,
    {"n": 2, "kind": "undo", "by": None, "to": 1, "forced": False, "digest": ""},
    {"n": 3, "kind": "end", "result": "resigned", "by": "blue", "digest": ""},
    {"n": 4, "kind": "position", "at": {"round": 1}, "events": [], "digest": ""},
]
WRONG: tuple[Any, ...] = (
    None,
    True,
    0,
    1,
    1.0,
    -1,
    2**63,
    "",
    "blue",
    "x" * 70000,
    "\ud800",
    [],
    ["a"],
    [1],
    [[]],
    {},
    {"a": 1},
    SEALED,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Each place in a JSON value."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from places(item, (*path, key))


def damaged(line: dict[str, Any]) -> Iterator[Any]:
    """The line with each place replaced by each wrong value, taken out, or given a neighbour."""
    for path in places(line):
        if not path:
            continue
        for wrong in (*WRONG, "take out", "add"):
            made = copy.copy(line) if len(path) == 1 else orjson.loads(orjson.dumps(line))
            holder: Any = made
            for key in path[:-1]:
                holder = holder[key]
            if wrong == "take out":
                del holder[path[-1]]
            elif wrong == "add" and isinstance(holder, dict):
                holder["unheard_of"] = 1
            elif wrong == "add":
                holder.append(copy.copy(holder[0]))
            else:
                holder[path[-1]] = wrong
            yield made


def same(one: Any, other: Any) -> bool:
    """Equal, with each number and truth value of the same type."""
    return one == other and repr(one) == repr(other)


@pytest.fixture(params=["compiled", "not compiled"], autouse=True)
def often(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile at once, or never: what stands in for the first calls is as strict on its own."""

    def never(*source: Any) -> Any:
        if len(source) < 5:
            return defined(*source)

        def slowly(*values: Any) -> Any:
            return source[4]()(*values)

        return slowly

    monkeypatch.setattr("events.generated.OFTEN", 0)
    if request.param == "not compiled":
        monkeypatch.setattr("events.accepting.defined", never)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["kind"])
def test_what_is_accepted_fast_is_accepted_slowly_and_reads_the_same(line: dict[str, Any]) -> None:
    accepted, wrongly = compared(_Fast(VOCABULARY), (line, *damaged(line)))

    assert [] == wrongly[:3]
    assert accepted > 1


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["kind"])
def test_of_a_short_line_as_it_is_read_nothing_more_is_accepted(line: dict[str, Any]) -> None:
    """Neither length nor text is looked at then: what orjson reads of 64 KiB has no longer string, and is text."""
    accepted, wrongly = compared(_Fast(VOCABULARY, short=True), as_read(line, *damaged(line)))

    assert [] == wrongly[:3]
    assert accepted > 1


def compared(fast: _Fast, records: Iterable[Any]) -> tuple[int, list[Any]]:
    """How many records a fast reader accepts, and those that the slow one refuses or reads otherwise."""
    slow = _Reader(VOCABULARY, detailed=True)
    wrongly: list[Any] = []
    accepted = 0
    for record in records:
        try:
            found = fast.entry(record, {})
        except Exception:  # noqa: BLE001, S112 - a refusal of any kind goes to the slow reader
            continue
        accepted += 1
        try:
            if not same(found, slow.entry(record, {})):
                wrongly.append(record)
        except Exception:  # noqa: BLE001 - the slow reader refuses
            wrongly.append(record)
    return accepted, wrongly


def as_read(*records: Any) -> Iterator[Any]:
    """Those of the records that make a short line, as orjson reads it."""
    for record in records:
        try:
            raw = orjson.dumps(record)
        except orjson.JSONEncodeError:
            continue
        if len(raw) <= MAX_STRING:
            yield orjson.loads(raw)


@pytest.mark.parametrize("length", [MAX_STRING, MAX_STRING + 1])
def test_a_string_may_be_as_long_as_the_limit_and_no_longer(length: int) -> None:
    """In a line that is longer for it, which is then read with every check."""
    long = {**LINE, "by": "b" * length}
    raw = orjson.dumps(long)

    def read() -> Any:
        return Decoder(VOCABULARY).entry(orjson.loads(raw), length=len(raw))

    if length <= MAX_STRING:
        assert length == len(read().by)
    else:
        with pytest.raises(MalformedLine, match=f"at most {MAX_STRING} characters"):
            read()


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["kind"])
def test_a_sound_line_needs_no_slow_reader(line: dict[str, Any]) -> None:
    assert line["n"] == _Fast(VOCABULARY).entry(line, {}).n


def test_a_move_may_not_name_its_seat() -> None:
    move = {**LINE["move"], "seat": "red"}

    with pytest.raises(WrongShape):
        _Fast(VOCABULARY).entry({**LINE, "move": move}, {})


@attrs.frozen
class Point:
    x: int
    y: int = 0


@attrs.frozen
class Whole:
    x: int = attrs.field(converter=int)


def test_a_made_record_is_the_one_its_class_makes() -> None:
    made = maker(Point)(1, 2)

    assert Point(1, 2) == made
    assert Point is type(made)
    assert hash(Point(1, 2)) == hash(made)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        made.x = 3  # type: ignore[misc] # that it fails is the point


def test_a_copy_leaves_the_original() -> None:
    point = Point(1, 2)

    assert Point(1, 5) == replace(point, y=5)
    assert Point(7, 2) == changer(Point, "x")(point, 7)
    assert Point(8, 7) == changer(Point, "y", "x")(point, 7, 8)
    assert Point(1, 2) == point


def test_a_class_with_converters_is_called() -> None:
    assert Whole(3) == maker(Whole)("3")
