"""Reading values of a pack, with the place in it where one is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from events.frozen import frozen
from kernel.documents import pointer_to
from kernel.errors import BadContent


@frozen
class Place:
    """Where a value stands in the pack. keys: from the content down."""

    keys: tuple[str, ...] = ("content",)

    def to(self, *keys: str | int) -> Place:
        """Return a place further down."""
        return Place((*self.keys, *map(str, keys)))

    def wrong(self, problem: str) -> BadContent:
        """Return what to raise for the value here."""
        return BadContent(pointer_to(*self.keys), problem)


def at(value: Any, place: Place) -> Mapping[str, Any]:
    """Return an object.

    Raises: BadContent for anything else.
    """
    if not isinstance(value, Mapping):
        raise place.wrong("expected an object")
    return value


def inside(value: Any, key: str, place: Place) -> Mapping[str, Any]:
    """Return the object under a key.

    Raises: BadContent where there is none.
    """
    return at(at(value, place).get(key), place.to(key))


def whole(value: Any, key: str, place: Place, *, least: int) -> int:
    """Return the whole number under a key.

    Raises: BadContent for anything else, and for a number below `least`.
    """
    number = at(value, place).get(key)
    if type(number) is not int or number < least:
        raise place.to(key).wrong(f"expected a whole number of at least {least}")
    return number


def text(value: Any, key: str, place: Place) -> str:
    """Return the string under a key.

    Raises: BadContent for anything else.
    """
    found = at(value, place).get(key)
    if not isinstance(found, str) or not found:
        raise place.to(key).wrong("expected a name")
    return found


def names(value: Any, key: str, place: Place, known: tuple[str, ...]) -> tuple[str, ...]:
    """Return the list of names under a key, each of them one of `known`.

    Raises: BadContent for anything else.
    """
    found = at(value, place).get(key)
    if not isinstance(found, list | tuple) or not found:
        raise place.to(key).wrong("expected a list of names")
    for number, name in enumerate(found):
        if name not in known:
            raise place.to(key, number).wrong(f'"{name}" is none of {", ".join(known)}')
    return tuple(found)


def items(value: Any, key: str, place: Place) -> tuple[Any, ...]:
    """Return the list under a key.

    Raises: BadContent for anything else.
    """
    found = at(value, place).get(key)
    if not isinstance(found, list | tuple):
        raise place.to(key).wrong("expected a list")
    return tuple(found)
