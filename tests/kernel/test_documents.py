"""Documents: pointed into, seen by seats, compared and changed back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.secrets import Secret
from events.vocabulary import MISSING
from kernel.copies import replace
from kernel.documents import (
    REFEREE,
    NoSuchPointer,
    arranged,
    at_pointer,
    changed,
    changes,
    pointer_to,
    public_digest,
    same,
    view,
    with_values,
)
from kernel.errors import ImpossibleEvent
from tests.strategies import SECRETS

KEYS = st.text(st.sampled_from("ab/~01 é"), max_size=3)
LEAVES = st.none() | st.booleans() | st.integers(-2, 2) | st.text(max_size=2) | SECRETS
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=8
).filter(lambda value: value != MISSING)
DOCUMENTS = st.dictionaries(KEYS, VALUES, max_size=4)

TREE: dict[str, Any] = {"a/b": {"~c": [10, {"d": "word"}]}, "": 1, "e": {"-": 2}, "s": Secret(seat="x", value=(1,))}


@pytest.mark.parametrize(
    ("pointer", "expected"),
    [("", TREE), ("/a~1b/~0c/0", 10), ("/a~1b/~0c/1/d", "word"), ("/", 1), ("/e/-", 2), ("/s", TREE["s"])],
)
def test_a_pointer_finds_its_value(pointer: str, expected: Any) -> None:
    """RFC 6901: `~1` is a slash, `~0` a tilde, the empty key is a key."""
    assert expected == at_pointer(TREE, pointer)


@pytest.mark.parametrize(
    "pointer",
    [
        "/a",
        "/a~1b/~0c/2",
        "/a~1b/~0c/-",
        "/a~1b/~0c/-1",
        "/a~1b/~0c/01",
        "/a~1b/~0c/1/d/0",
        "/a~1b/~0c/0/x",
        "e",
        "/~2",
        "/s/0",
    ],
)
def test_a_pointer_that_leads_nowhere_is_told(pointer: str) -> None:
    """Neither into a word nor past a list's end, nor into a secret."""
    with pytest.raises(NoSuchPointer) as caught:
        at_pointer(TREE, pointer)
    assert pointer == caught.value.pointer


def test_what_stands_beside_the_place_is_named() -> None:
    """A near miss is half an answer."""
    with pytest.raises(NoSuchPointer, match="nothing stands at /e/x; there is -"):
        at_pointer(TREE, "/e/x")
    many = {f"n{number:02}": 0 for number in range(33)}
    with pytest.raises(NoSuchPointer, match=r"there is n00, .*, n29 and 3 more$"):
        at_pointer(many, "/x")


@given(st.lists(KEYS, max_size=4))
def test_a_pointer_is_spelled_and_read_alike(keys: list[str]) -> None:
    """Whatever the keys hold."""
    document: Any = "found"
    for key in reversed(keys):
        document = {key: document}

    assert "found" == at_pointer(document, pointer_to(*keys))


@given(before=DOCUMENTS, after=DOCUMENTS)
def test_changes_lead_from_one_document_to_the_other_and_back(before: Any, after: Any) -> None:
    """A diff is a patch, both ways; the documents themselves stay as they are."""
    said = repr((before, after))
    made = list(changes(before, after))
    back = [(pointer, new, old) for pointer, old, new in made]

    assert same(after, changed(before, made))
    assert same(before, changed(after, back))
    assert said == repr((before, after))
    assert [] == list(changes(after, changed(before, made)))
    assert tuple(made) == arranged(before, after).changes


@given(document=DOCUMENTS)
def test_a_document_does_not_differ_from_its_copy(document: Any) -> None:
    """Nor from itself, where shared parts are skipped."""
    assert [] == list(changes(document, document))
    assert [] == list(changes(document, with_values(document, {})))


@pytest.mark.parametrize(
    ("one", "other"), [(1, True), (0, False), ([1], [True]), ({"a": [0]}, {"a": [False]}), (None, 0), ("1", 1)]
)
def test_true_is_not_one(one: Any, other: Any) -> None:
    """JSON tells them apart, so a diff does."""
    assert not same(one, other)
    assert [("/x", one, other)] == list(changes({"x": one}, {"x": other})) or isinstance(one, dict)
    assert [] != list(changes({"x": one}, {"x": other}))


def test_changes_come_in_the_order_of_their_keys_with_their_escapes() -> None:
    """Same input, same bytes."""
    found = list(changes({"b": 1, "a/~": {"x": 1}}, {"c": [1], "a/~": {"x": 2}}))

    assert [("/a~1~0/x", 1, 2), ("/b", 1, MISSING), ("/c", MISSING, [1])] == found


def test_a_change_that_does_not_fit_is_impossible() -> None:
    """The value before must be the one that stands there, `true` for `1` is none."""
    for change in (("/a", 2, 3), ("/b", 1, 2), ("/a", MISSING, 1), ("/a", True, 2)):
        with pytest.raises(ImpossibleEvent, match="the change expects"):
            changed({"a": 1}, [change])


def test_values_are_put_in_the_shorter_pointers_first() -> None:
    """So that a part may be replaced in what was just replaced."""
    document = {"a": {"b": 1}, "l": [1, 2]}

    found = with_values(document, {"/a/b": 5, "/a": {"b": 3, "c": 4}, "/l/1": 9, "/n": {}})

    assert {"a": {"b": 5, "c": 4}, "l": [1, 9], "n": {}} == found
    assert {"a": {"b": 1}, "l": [1, 2]} == document


@pytest.mark.parametrize("pointer", ["", "/x/y", "/l/2", "/l/-", "/l/x", "/w/0", "a"])
def test_a_value_cannot_be_put_where_nothing_can_stand(pointer: str) -> None:
    """A new key needs an object, a place in a list must be there already."""
    with pytest.raises(NoSuchPointer):
        with_values({"l": [1, 2], "w": "word"}, {pointer: 1})


def test_what_is_put_in_is_no_part_of_the_document_that_gave_it() -> None:
    """Two documents never share what can be changed."""
    value: dict[str, Any] = {"k": [1]}
    found = with_values({}, {"/a": value})
    value["k"].append(2)

    assert {"a": {"k": [1]}} == found


def test_a_secret_is_seen_by_its_seat_and_the_referee_alone() -> None:
    """U54: to all others it is a commitment, whether its value is known here or not."""
    secret = Secret(seat="a", value=("goal", 3)).sealed("00" * 16)
    document = {"x": [secret, {"y": secret.closed()}]}
    sealed = {"sealed": secret.commitment, "for": "a"}

    assert {"x": [["goal", 3], {"y": sealed}]} == view(document, "a") == view(document, REFEREE)
    assert {"x": [sealed, {"y": sealed}]} == view(document, "b") == view(document) == view(document, "")


def test_a_secret_that_was_turned_over_is_seen_by_all_and_its_fingerprint_stays() -> None:
    secret = Secret(seat="a", value=("goal", 3)).sealed("00" * 16)
    turned = replace(secret, shown=True)

    assert {"x": ["goal", 3]} == view({"x": turned}, "b") == view({"x": turned})
    assert {"x": {"sealed": secret.commitment, "for": "a"}} == view({"x": replace(turned, value=None)})
    assert public_digest({"x": secret}) == public_digest({"x": turned})


@given(document=DOCUMENTS, seat=st.sampled_from(["a", "b"]))
def test_no_view_holds_what_is_not_for_it(document: Any, seat: str) -> None:
    """A view is plain JSON, and the public one does not change when values become unknown."""
    closed = _closed(document)

    assert view(closed) == view(document)
    assert public_digest(closed) == public_digest(document)
    json.dumps(view(document, seat))


def _closed(value: Any) -> Any:
    if isinstance(value, Secret):
        return value.closed()
    if isinstance(value, dict):
        return {key: _closed(item) for key, item in value.items()}
    return [_closed(item) for item in value] if isinstance(value, list) else value
