"""Copies, the runner of rules, and the gathering of refusals."""

from __future__ import annotations

import pickle
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.copies import replace, replaced_at
from kernel.decider import Rule, run
from kernel.errors import Checks, IllegalMove, spelled


@attrs.frozen
class Thing:
    """A record of the usual kind."""

    name: str
    count: int
    inner: tuple[Any, ...] = ()


@attrs.frozen(kw_only=True)
class Bigger(Thing):
    """A record that takes fields over."""

    more: int = 0


CHANGES = st.fixed_dictionaries(
    {}, optional={"name": st.text(), "count": st.integers(), "inner": st.tuples(st.integers())}
)


@given(name=st.text(), count=st.integers(), made=CHANGES)
def test_a_copy_is_what_attrs_would_make(name: str, count: int, made: dict[str, Any]) -> None:
    """Equal, hashed alike, pickled alike, frozen; the original is as it was."""
    thing = Thing(name, count, (1,))
    copy, expected = replace(thing, **made), attrs.evolve(thing, **made)

    assert (expected, hash(expected), repr(expected)) == (copy, hash(copy), repr(copy))
    assert expected == pickle.loads(pickle.dumps(copy))  # noqa: S301 - our own bytes
    assert Thing(name, count, (1,)) == thing
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        copy.name = "x"  # type: ignore[misc]


def test_a_record_that_takes_fields_over_is_copied_whole() -> None:
    """Also the fields of the class above it."""
    thing = Bigger(name="a", count=1, more=2)

    assert Bigger(name="b", count=1, more=3) == replace(thing, name="b", more=3)


@pytest.mark.parametrize("place", [-1, 3])
def test_a_tuple_is_changed_where_it_has_a_place(place: int) -> None:
    """A number below 0 is no place from the end: forged events name such."""
    assert ("a", "x", "c") == replaced_at(("a", "b", "c"), 1, "x")
    with pytest.raises(IndexError):
        replaced_at(("a", "b", "c"), place, "x")


def test_a_field_that_is_not_there_cannot_be_changed() -> None:
    """As with attrs, a TypeError."""
    with pytest.raises(TypeError):
        replace(Thing("a", 1), cuont=2)  # type: ignore[call-arg]


def test_a_rule_is_sent_the_state_after_each_fact() -> None:
    """Given a rule that looks at the state it is sent, when it is run, then events and state agree."""

    def rule() -> Rule[int, int]:
        state = yield 1
        state = yield state + 1
        yield state * 10

    assert ([1, 2, 30], 33) == run(rule(), 0, {int: lambda state, event: state + event})


def test_a_rule_without_facts_leaves_the_state() -> None:
    """Nothing happened."""

    def rule() -> Rule[int, int]:
        yield from ()

    assert ([], 7) == run(rule(), 7, {})


def test_a_refusal_in_a_rule_comes_through() -> None:
    """With nothing collected: a refused move leaves no events."""

    def rule() -> Rule[int, int]:
        check = Checks()
        check("some.clause", holds=False)
        check.settle()
        yield 1

    with pytest.raises(IllegalMove, match=r"some\.clause"):
        run(rule(), 0, {int: lambda state, event: state + event})


def test_every_guard_that_fails_is_gathered() -> None:
    """U53: the first one a player would be told is the clause, the others stand beside it, each once."""
    check = Checks()

    assert check("fine", holds=True)
    assert not check("first", 0, needs=5, has=3, remedy={"coins": 2})
    assert not check("second", (), seats=("a", "b"))
    assert not check("first", None)
    assert not check("second", holds=False)
    assert not check("third", holds="")
    with pytest.raises(IllegalMove) as caught:
        check.settle()

    refusal = caught.value
    assert ("first", ("second", "third")) == (refusal.clause, refusal.also)
    assert ({"needs": 5, "has": 3}, {"coins": 2}) == (refusal.facts, refusal.remedy)
    assert "first: needs 5, has 3" == refusal.message == str(refusal)


def test_where_all_guards_hold_nothing_is_refused() -> None:
    """And settling twice is no harm."""
    check = Checks()
    check("fine", holds=1)

    check.settle()
    check.settle()


def test_a_refusal_names_no_clause_twice() -> None:
    """However it was raised."""
    refusal = IllegalMove("a.b", also=("c.d", "a.b", "c.d"))

    assert ("c.d",) == refusal.also
    assert "a.b" == refusal.message


@pytest.mark.parametrize(
    ("fact", "expected"),
    [(None, "nothing"), ((), "nothing"), ((1, 2), "1, 2"), (("a",), "a"), (0, "0"), ("", "nothing")],
)
def test_a_fact_is_spelled_for_people(fact: Any, expected: str) -> None:
    """In a sentence."""
    assert expected == spelled(fact)
