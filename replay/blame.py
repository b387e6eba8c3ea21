"""Blame: for a value of the document, or for a piece, each event that changed it, by whom and by which clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from events.encoding import Encoder
from events.envelope import Entry, RedoEntry, UndoEntry
from events.frozen import frozen
from events.vocabulary import MISSING, Seat
from kernel.decider import AnyGame
from kernel.documents import REFEREE, NoSuchPointer, at_pointer, pointer_to, view
from replay.diff import unsalted
from replay.timeline import Timeline, events_of

Source: TypeAlias = tuple[str, int, tuple[str, ...]]
"""Type of an event, its place in the entry, its citations."""

ANY = "*"
"""Stands in a pattern for any key."""


@frozen(kw_only=True)
class Cause:
    """A change of a value. n: the entry. pointer: where. before, after: `MISSING` for nothing.

    delta: after less before, where both are numbers, 0 standing for nothing. event: type of the event, "" where an undo
    or redo brought the value back. place: of the event in its entry, from 0. by: the seat, or the arbiter. clause: what
    the event cites first, "" for nothing.
    """

    n: int
    pointer: str
    before: Any
    after: Any
    delta: int | None
    kind: str
    by: str
    event: str
    place: int
    cites: tuple[str, ...]

    @property
    def clause(self) -> str:
        """The first clause cited."""
        return self.cites[0] if self.cites else ""


def blame(timeline: Timeline, pattern: str, *, to: int | None = None, eyes: Seat | None = REFEREE) -> list[Cause]:
    """List the changes of every value that a pattern leads to, in order. to: the last entry looked at.

    pattern: a JSON pointer; a step ``*`` stands for every key. Deltas of one pointer sum up to its value at every n.

    Raises: NoSuchEntry; NoSuchPointer when nothing ever stood there.
    """
    steps = _steps(pattern)
    found = list(_causes(timeline, lambda document: dict(_values(document, steps)), to, eyes))
    if not found and not _ever(timeline, steps, to, eyes):
        last = view(timeline.document(timeline.last if to is None else to), eyes)
        at_pointer(last, _first_missing(last, steps))
        raise NoSuchPointer(pattern)
    return found


def whereabouts(timeline: Timeline, piece: str, *, to: int | None = None, eyes: Seat | None = REFEREE) -> list[Cause]:
    """List when a card or piece came to a place or left it: changes of the places that hold its id.

    before and after are true where it is there, `MISSING` where it is not.

    Raises: NoSuchEntry; NoSuchPointer when it was never anywhere.
    """
    found = list(_causes(timeline, lambda document: dict.fromkeys(_places(document, piece), True), to, eyes))
    if not found:
        raise NoSuchPiece(piece)
    return found


class NoSuchPiece(NoSuchPointer):
    """Nothing of that id is ever in the document."""

    def __init__(self, piece: str) -> None:
        """Name it."""
        super().__init__(piece)
        self.args = (f'nothing named "{piece}" is ever in the document',)


def _causes(timeline: Timeline, look: Any, to: int | None, eyes: Seat | None) -> Iterator[Cause]:
    """Go through a game, and through the events of each entry that changed something."""
    game = timeline.game
    last = timeline.last if to is None else to
    timeline.at(last)

    def seen(state: Any) -> dict[str, Any]:
        found: dict[str, Any] = look(unsalted(view(game.document(state), eyes)))
        return found

    before = seen(timeline.at(0).state)
    for entry, start, end in timeline.steps():
        if entry.n > last:
            return
        if end.state is start.state:
            continue
        after = seen(end.state)
        if after != before:
            if isinstance(entry, UndoEntry | RedoEntry):
                yield from _changes(entry, before, after)
            else:
                yield from _by_event(game, entry, start.state, seen)
        before = after


def _by_event(game: AnyGame, entry: Entry, state: Any, seen: Any) -> Iterator[Cause]:
    """Fold an entry's events one by one, and list what each changed."""
    encoder = Encoder(game.vocabulary)
    before = seen(state)
    for place, event in enumerate(events_of(entry)):
        state = game.evolve(state, event)
        after = seen(state)
        if after != before:
            source = (str(encoder.event(event)["type"]), place, tuple(event.cites))
            yield from _changes(entry, before, after, source)
        before = after


_NO_EVENT: Source = ("", 0, ())


def _changes(
    entry: Entry, before: Mapping[str, Any], after: Mapping[str, Any], source: Source = _NO_EVENT
) -> Iterator[Cause]:
    event, place, cites = source
    kind = type(entry).__name__.removesuffix("Entry").lower()
    by = getattr(entry, "by", None) or getattr(entry, "arbiter", None) or ""
    for pointer in sorted(before.keys() | after.keys()):
        one, other = before.get(pointer, MISSING), after.get(pointer, MISSING)
        if one != other:
            yield Cause(
                n=entry.n,
                pointer=pointer,
                before=one,
                after=other,
                delta=_delta(one, other),
                kind=kind,
                by=by,
                event=event,
                place=place,
                cites=cites,
            )


def _delta(before: Any, after: Any) -> int | None:
    one, other = (0 if value == MISSING else value for value in (before, after))
    if type(one) is not int or type(other) is not int or before == after == MISSING:
        return None
    return other - one


def _steps(pattern: str) -> tuple[str, ...]:
    """Return the steps of a pattern.

    Raises: NoSuchPointer for what is no pointer.
    """
    if pattern and not pattern.startswith("/"):
        raise NoSuchPointer(pattern)
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in pattern.split("/")[1:])


def _values(document: Any, steps: tuple[str, ...], path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """List what stands at each pointer that a pattern leads to."""
    if not steps:
        yield pointer_to(*path), document
        return
    step, *rest = steps
    for key, item in _items(document):
        if step in (ANY, key):
            yield from _values(item, tuple(rest), (*path, key))


def _items(document: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(document, dict):
        return document.items()
    if isinstance(document, list):
        return ((str(place), item) for place, item in enumerate(document))
    return ()


def _places(document: Any, piece: str, path: tuple[str, ...] = ()) -> Iterator[str]:
    """List the pointers of values that are a piece's id, or lists that hold it, and of objects keyed by it."""
    if isinstance(document, dict):
        for key, item in document.items():
            if key == piece:
                yield pointer_to(*path, key)
            yield from _places(item, piece, (*path, key))
    elif isinstance(document, list):
        if piece in document:
            yield pointer_to(*path)
        for place, item in enumerate(document):
            if isinstance(item, dict | list):
                yield from _places(item, piece, (*path, str(place)))
    elif document == piece:
        yield pointer_to(*path)


def _ever(timeline: Timeline, steps: tuple[str, ...], to: int | None, eyes: Seat | None) -> bool:
    """Whether something stands where a pattern leads, before the set-up or at the end."""
    last = timeline.last if to is None else to
    return any(any(True for _ in _values(view(timeline.document(n), eyes), steps)) for n in (0, last))


def _first_missing(document: Any, steps: tuple[str, ...]) -> str:
    """Return the pointer of the first step of a pattern that leads nowhere, for an error that tells what is near."""
    path: tuple[str, ...] = ()
    for step in steps:
        items = dict(_items(document))
        key = next(iter(items), step) if step == ANY else step
        path = (*path, key)
        if key not in items:
            break
        document = items[key]
    return pointer_to(*path)
