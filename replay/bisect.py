"""Bisecting a log: the first entry after which something holds no more, in about log2(n) looks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from events.errors import RefoldError
from events.frozen import frozen
from events.vocabulary import Seat
from kernel.documents import REFEREE, Document, NoSuchPointer, at_pointer, view
from replay.diff import CAUSES, unsalted
from replay.logs import Log
from replay.timeline import Timeline

OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "<=": lambda found, wanted: found <= wanted,
    ">=": lambda found, wanted: found >= wanted,
    "!=": lambda found, wanted: found != wanted,
    "=": lambda found, wanted: found == wanted,
    "<": lambda found, wanted: found < wanted,
    ">": lambda found, wanted: found > wanted,
    " contains ": lambda found, wanted: wanted in found,
    " lacks ": lambda found, wanted: wanted not in found,
}
"""What an expectation may ask, by how it is written; longer signs first."""


class BadExpectation(RefoldError):
    """An expectation is not written as one."""


@frozen(kw_only=True)
class Expectation:
    """What a document is expected to say. pointer: where. operator: a key of `OPERATORS`. value: a JSON value."""

    pointer: str
    operator: str
    value: Any

    def holds(self, document: Any) -> bool:
        """Whether a document says so.

        Raises: NoSuchPointer; BadExpectation for values that do not compare.
        """
        found = at_pointer(document, self.pointer)
        try:
            return bool(OPERATORS[self.operator](found, self.value))
        except TypeError as error:
            msg = f"{self.pointer}: {found!r} and {self.value!r} cannot be compared by {self.operator.strip()}"
            raise BadExpectation(msg) from error


@frozen(kw_only=True)
class Found:
    """What bisecting found. n: the first bad entry, None when all is good to the end. good: the last good one before.

    low, high: what was looked through. looks: how often a position was looked at. certain: whether it is the first for
    sure, as it is where what is once bad stays bad. other: the number of that entry in the other log.
    """

    n: int | None
    good: int
    low: int
    high: int
    looks: int
    certain: bool
    other: int | None = None


def read_expectation(text: str) -> Expectation:
    """Read ``/players/blue/coins>=0``: a JSON pointer, an operator, a JSON value (a bare word is a string).

    Raises: BadExpectation.
    """
    import json

    places = [(text.find(sign), -len(sign), sign) for sign in OPERATORS if sign in text]
    if not places or not text.startswith("/"):
        signs = ", ".join(sign.strip() for sign in OPERATORS)
        msg = f'expected POINTER OPERATOR VALUE such as "/players/blue/coins>=0", found "{text}"; operators: {signs}'
        raise BadExpectation(msg)
    place, _, sign = min(places)
    raw = text[place + len(sign) :].strip()
    try:
        value = json.loads(raw)
    except json.JSONDecodeError:
        value = raw
    return Expectation(pointer=text[:place].rstrip(), operator=sign, value=value)


def first_broken(
    timeline: Timeline, expectation: Expectation, *, low: int = 1, high: int | None = None, eyes: Seat | None = REFEREE
) -> Found:
    """Find the entry after which an expectation holds no more.

    It holds after the entry before, and not after the one found; where it was broken and mended in between, an earlier
    entry may have broken it first.

    Raises: NoSuchEntry, NoSuchPointer, BadExpectation.
    """
    high = timeline.last if high is None else high

    def good(n: int) -> bool:
        try:
            return expectation.holds(unsalted(view(timeline.document(n), eyes)))
        except NoSuchPointer:
            if n == high:
                raise
            return False

    return _bisected(good, low, high, certain=False)


def first_difference_of(left: Log, right: Log, *, eyes: Seat | None = REFEREE) -> Found:
    """Find the first entry at which two logs differ.

    Logs with one header are compared by the digests of their lines, which settles it; others by their documents after
    as many moves, so that what only one of them notes does not count.

    Raises: ImpossibleEvent.
    """
    high = min(len(left.entries), len(right.entries))
    if left.header_line.digest == right.header_line.digest:
        longer = max(len(left.entries), len(right.entries))

        def same_line(n: int) -> bool:
            return n <= high and (n == 0 or left.lines[n - 1].digest == right.lines[n - 1].digest)

        found = _bisected(same_line, 0, longer, certain=True)
        return attrs.evolve(found, other=found.n)
    ours, theirs = left.timeline(), right.timeline()
    mine, yours = _causes(left), _causes(right)

    def same_position(place: int) -> bool:
        one = ours.document(mine[place - 1]) if place else {}
        other = theirs.document(yours[place - 1]) if place else {}
        return bool(_unruled(one, eyes) == _unruled(other, eyes))

    found = _bisected(same_position, 0, min(len(mine), len(yours)), certain=False)
    if found.n is None:
        return attrs.evolve(found, other=None)
    good = mine[found.good - 1] if found.good > 0 else 0
    return attrs.evolve(found, n=mine[found.n - 1], other=yours[found.n - 1], good=good, high=left.entries[-1].n)


def _causes(log: Log) -> list[int]:
    """Number the entries that make something happen."""
    return [entry.n for entry in log.entries if isinstance(entry, CAUSES)]


def _unruled(document: Document, eyes: Seat | None) -> Any:
    """Return a document without the rulings in force: those are no difference of the game."""
    return unsalted(view({key: value for key, value in document.items() if key != "rulings"}, eyes))


def _bisected(good: Callable[[int], bool], low: int, high: int, *, certain: bool) -> Found:
    """Halve what lies between a good entry and a bad one until they are neighbours."""
    looks = 1
    if good(high):
        return Found(n=None, good=high, low=low, high=high, looks=looks, certain=certain)
    start, first, last = low, low - 1, high
    while last - first > 1:
        middle = (first + last) // 2
        looks += 1
        if good(middle):
            first = middle
        else:
            last = middle
    return Found(n=last, good=first, low=start, high=high, looks=looks, certain=certain)
