"""Record classes made by `frozen` are what attrs would have made of the same definition."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar

import attrs
import pytest

from events import frozen as module
from events.frozen import defaults, field, field_names, frozen, is_record
from events.records import replace

T = TypeVar("T")


def _made(by: Callable[..., Any], field_by: Callable[..., Any]) -> Any:
    """Return a class of the definition above."""

    class Thing(Generic[T]):
        name: str
        numbers: tuple[int, ...] = ()
        notes: Mapping[str, int] = field_by(factory=dict)
        box: Any = field_by(default=None, eq=False, repr=False)

        def loud(self) -> str:
            """Return the name, loudly."""
            return self.name.upper()

    return by(kw_only=True)(Thing)


OURS = _made(frozen, field)
THEIRS = _made(attrs.frozen, attrs.field)


@frozen
class Pair:
    """Is made by place."""

    left: int
    right: int = 2

    @cached_property
    def total(self) -> int:
        """Their sum."""
        return self.left + self.right


@pytest.mark.parametrize("made", [OURS, THEIRS], ids=["ours", "theirs"])
def test_a_record_is_made_compared_hashed_and_shown(made: Any) -> None:
    """Both classes answer alike."""
    thing = made(name="a")

    assert thing == made(name="a", numbers=(), box=object())
    assert thing != made(name="b")
    assert thing != made(name="a", notes={"x": 1})
    assert made.__qualname__ == "_made.<locals>.Thing"
    assert repr(thing) == "Thing(name='a', numbers=(), notes={})"
    assert thing.loud() == "A"
    assert made[int](name="a") == thing


def test_equal_records_hash_alike() -> None:
    """A hash is of all fields."""
    assert len({Pair(1), Pair(1, 2), Pair(1, 3)}) == 2


@pytest.mark.parametrize("made", [OURS, THEIRS], ids=["ours", "theirs"])
@pytest.mark.parametrize("given", [{}, {"name": "a", "nam": "b"}])
def test_fields_missing_and_unknown_are_refused(made: Any, given: dict[str, Any]) -> None:
    """In Python's own words."""
    with pytest.raises(TypeError, match=r"Thing\.__init__\(\) (missing|got an unexpected)"):
        made(**given)
    with pytest.raises(TypeError, match="positional"):
        made("a")


@pytest.mark.parametrize("made", [OURS, THEIRS], ids=["ours", "theirs"])
def test_nothing_can_be_assigned_or_deleted(made: Any) -> None:
    """Before and after the record was compared."""
    thing = made(name="a")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        thing.name = "b"
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        del thing.name
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        thing.other = 1

    assert thing == made(name="a")


def test_attrs_knows_the_class_as_its_own() -> None:
    """Fields with their defaults, evolve, asdict."""
    told = [(one.name, one.default, one.eq, one.repr, one.kw_only) for one in attrs.fields(THEIRS)]
    ours, thing = [(one.name, one.default, one.eq, one.repr, one.kw_only) for one in attrs.fields(OURS)], OURS(name="a")

    assert ours == told
    assert attrs.has(type(thing))
    assert attrs.evolve(thing, name="b") == replace(thing, name="b") == OURS(name="b")
    assert attrs.asdict(thing) == {"name": "a", "numbers": (), "notes": {}, "box": None}


def test_what_is_known_without_attrs_is_what_attrs_knows() -> None:
    """Names and defaults, each factory called anew."""
    for made in (OURS, THEIRS):
        assert field_names(made) == ("name", "numbers", "notes", "box")
        assert {name: default() for name, default in defaults(made).items()} == {
            "numbers": (),
            "notes": {},
            "box": None,
        }
        assert is_record(made)
    assert not is_record(dict)
    assert OURS(name="a").notes is not OURS(name="a").notes


def test_records_are_copied_and_pickled() -> None:
    """By the methods that attrs writes."""
    pair = Pair(1)

    assert pickle.loads(pickle.dumps(pair)) == pair == copy.copy(pair)  # noqa: S301 - our own bytes


def test_records_by_place_are_matched_by_place() -> None:
    """A class pattern takes fields in their order, where the class does."""
    match Pair(1, 5):
        case Pair(left, right):
            assert (left, right) == (1, 5)

    assert OURS.__match_args__ == ()


def test_a_property_is_computed_once() -> None:
    """Although the record is frozen."""
    pair = Pair(1)

    assert pair.total == 3
    assert vars(pair) == {"total": 3}


def test_a_record_adds_fields_to_another() -> None:
    """Those of the other come first."""

    @frozen
    class Triple(Pair):
        middle: int = 9

    assert field_names(Triple) == ("left", "right", "middle")
    assert Triple(1) == Triple(1, 2, 9)
    assert Triple(1) != Pair(1)


@pytest.mark.parametrize("name", ["__init__", "__attrs_post_init__"])
def test_more_than_filling_fields_is_left_to_attrs(name: str) -> None:
    """A method that would never be called is refused when the class is defined."""
    definition = type("Busy", (), {name: lambda _: None, "__annotations__": {"a": int}})

    with pytest.raises(TypeError, match=f"Busy has {name}"):
        frozen(definition)


def test_a_method_that_this_attrs_does_not_write_is_not_there() -> None:
    """The stand-in takes itself away rather than ask again."""

    @frozen
    class Defined:
        a: int

    alone: Any = Defined
    alone.__wanting__ = module._Later("__wanting__", lambda _: None)

    with pytest.raises(AttributeError, match="__wanting__"):
        alone.__wanting__  # noqa: B018 - to read it is the test
