"""Nothing is taken for granted: every value of the wrong type is refused, with its exact place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import attrs
import pytest
from hypothesis import given

from events import strict
from events.decoding import explained
from events.errors import MalformedLine
from tests.strategies import PLAIN


@attrs.frozen(kw_only=True)
class Inner:
    number: int
    words: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class Probe:
    """One field of each type that a record may have."""

    text: str
    number: int
    yes: bool
    kind: Literal["red", "green"]
    perhaps: int | None
    many: tuple[int, ...]
    row: tuple[str, int]
    rows: tuple[tuple[str, int], ...]
    table: Mapping[str, int]
    free: Any
    inner: Inner
    inners: tuple[Inner, ...]
    note: str = ""


GOOD: dict[str, Any] = {
    "text": "é",
    "number": -(2**63),
    "yes": False,
    "kind": "red",
    "perhaps": None,
    "many": [1, 2],
    "row": ["a", 1],
    "rows": [["a", 1]],
    "table": {"a": 1},
    "free": {"any": [None, {"b c": True}]},
    "inner": {"number": 1, "words": ["x"]},
    "inners": [{"number": 1, "words": []}, {"number": 2, "words": []}],
    "note": "",
}


def read(record: Any, *, detailed: bool = True, complete: bool = True) -> Probe:
    reader = strict.converter(detailed=detailed, complete=complete)
    return explained(lambda: reader.structure(record, Probe))


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


WRONG: list[tuple[str, Any, str, str]] = [
    ("text", 5, "$.text", "expected a string, found 5"),
    ("text", None, "$.text", "expected a string, found null"),
    ("text", "x" * 65537, "$.text", "expected a string of at most 65536 characters, found 65537"),
    ("text", "a\ud800", "$.text", "expected text, found half a surrogate pair at character 2"),
    ("number", True, "$.number", "expected a whole number, found true"),
    ("number", 1.7, "$.number", "expected a whole number, found 1.7"),
    ("number", 1.0, "$.number", "expected a whole number, found 1.0"),
    ("number", "5", "$.number", 'expected a whole number, found "5"'),
    ("number", 2**63, "$.number", "expected a whole number of at most 64 bits, found 9223372036854775808"),
    ("number", 2**64, "$.number", "expected a whole number of at most 64 bits, found 18446744073709551616"),
    ("number", -(2**63) - 1, "$.number", "expected a whole number of at most 64 bits, found -9223372036854775809"),
    ("yes", 1, "$.yes", "expected true or false, found 1"),
    ("yes", "true", "$.yes", 'expected true or false, found "true"'),
    ("kind", "gren", "$.kind", 'expected one of red, green, found "gren"; did you mean "green"?'),
    ("kind", True, "$.kind", "expected one of red, green, found true"),
    ("kind", ["red"], "$.kind", "expected one of red, green, found a list"),
    ("perhaps", "1", "$.perhaps", 'expected a whole number, found "1"'),
    ("perhaps", False, "$.perhaps", "expected a whole number, found false"),
    ("many", "12", "$.many", 'expected a list, found "12"'),
    ("many", {"0": 1}, "$.many", "expected a list, found an object"),
    ("many", [1, 2, "3"], "$.many[2]", 'expected a whole number, found "3"'),
    ("row", ["a"], "$.row", "expected a list of 2, found a list of 1"),
    ("row", "ab", "$.row", 'expected a list of 2, found "ab"'),
    ("row", ["a", "b"], "$.row[1]", 'expected a whole number, found "b"'),
    ("rows", [["a", 1], ["b", None]], "$.rows[1][1]", "expected a whole number, found null"),
    ("table", [["a", 1]], "$.table", "expected an object, found a list"),
    ("table", {"a": 1, "b": 1.5}, "$.table.b", "expected a whole number, found 1.5"),
    ("table", {"a b.c": ""}, '$.table["a b.c"]', 'expected a whole number, found ""'),
    ("free", {"a": [0, {"b c": 0.5}]}, '$.free.a[1]["b c"]', "expected no fractions, found 0.5"),
    ("free", [2**64], "$.free[0]", "expected a whole number of at most 64 bits, found 18446744073709551616"),
    ("free", deep(33), "$.free" + "[0]" * 33, "expected at most 32 levels of nesting"),
    ("inner", [], "$.inner", "expected an object, found a list"),
    ("inner", {"number": 1}, "$.inner", 'the field "words" is missing'),
    ("inner", {"number": 1, "words": "xy"}, "$.inner.words", 'expected a list, found "xy"'),
    ("inner", {"number": 1, "words": ["x", 2]}, "$.inner.words[1]", "expected a string, found 2"),
    (
        "inner",
        {"number": 1, "words": [], "wrods": []},
        "$.inner",
        'the field "wrods" is not known here; did you mean "words"?',
    ),
    (
        "inners",
        [{"number": 1, "words": []}, {"number": "1", "words": []}],
        "$.inners[1].number",
        'expected a whole number, found "1"',
    ),
]


@pytest.mark.parametrize(("field", "value", "pointer", "problem"), WRONG)
def test_a_value_of_the_wrong_type_is_refused_at_its_place(field: str, value: Any, pointer: str, problem: str) -> None:
    """U50: `true`, 1.7, "5" and 2**64 are no numbers, a string is no list; the JSON path is exact."""
    with pytest.raises(MalformedLine) as caught:
        read({**GOOD, field: value})

    assert (pointer, problem) == (caught.value.pointer, caught.value.problem)


@pytest.mark.parametrize(("field", "value"), [wrong[:2] for wrong in WRONG])
def test_the_fast_reader_refuses_all_that_the_slow_one_explains(field: str, value: Any) -> None:
    """What only the slow reader refused would be read in silence."""
    with pytest.raises(MalformedLine):
        read({**GOOD, field: value}, detailed=False)


@pytest.mark.parametrize("detailed", [True, False])
def test_a_good_record_is_read_whole(detailed: bool) -> None:
    """The same record, so that the refusals above are of one field alone."""
    found = read(GOOD, detailed=detailed)

    assert ("é", -(2**63), False, "red", None) == (found.text, found.number, found.yes, found.kind, found.perhaps)
    assert ((1, 2), ("a", 1), (("a", 1),), {"a": 1}) == (found.many, found.row, found.rows, found.table)
    assert (Inner(number=1, words=("x",)), 2) == (found.inner, found.inners[1].number)


@pytest.mark.parametrize("field", GOOD)
def test_every_field_must_be_there(field: str) -> None:
    """U10: also one that has a default, for a log says all."""
    record = {key: value for key, value in GOOD.items() if key != field}

    with pytest.raises(MalformedLine) as caught:
        read(record)

    assert ("$", f'the field "{field}" is missing') == (caught.value.pointer, caught.value.problem)


def test_a_field_with_a_default_may_be_left_out_where_that_is_allowed() -> None:
    """Packs, rulebooks and scripts are written by hand."""
    record = {key: value for key, value in GOOD.items() if key != "note"}

    assert read(GOOD) == read(record, complete=False)


@pytest.mark.parametrize("value", [None, [], "x", 3, True])
def test_what_is_no_object_is_no_record(value: Any) -> None:
    """The message names what was found instead."""
    with pytest.raises(MalformedLine, match="expected an object, found"):
        read(value)


def test_no_record_may_have_a_field_for_fractions() -> None:
    """Their spelling differs between programs, so a digest over them would too."""
    reader = strict.converter(detailed=True)

    with pytest.raises(MalformedLine, match="expected no fractions"):
        explained(lambda: reader.structure(1.5, float))


@given(PLAIN)
def test_a_json_value_without_fractions_is_kept_as_it_is(value: Any) -> None:
    """Free values stand in positions and openings."""
    assert value == strict.plain_json(value)


@pytest.mark.parametrize(
    ("path", "pointer"),
    [
        ("$", ""),
        ("$.steps[3].by", "/steps/3/by"),
        ('$.a["b/c ~.d"].e', "/a/b~1c ~0.d/e"),
        ('$["say \\"x\\""]', '/say "x"'),
    ],
)
def test_a_path_becomes_a_pointer(path: str, pointer: str) -> None:
    """RFC 6901, with its escapes."""
    assert pointer == strict.as_pointer(path)
