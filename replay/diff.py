"""What two lines of play differ in: entries and events aligned by what caused them, documents, standings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, TypeVar

import orjson

from events.encoding import Encoder
from events.envelope import Entry, MoveEntry, OverrideEntry, PositionEntry, RedoEntry, SetupEntry, UndoEntry
from events.errors import RefoldError
from events.frozen import frozen
from events.vocabulary import MISSING, Seat, Wire
from kernel.decider import AnyGame, Standing
from kernel.documents import REFEREE, Change, changes, view
from replay.timeline import Timeline

T = TypeVar("T")

CAUSES = (SetupEntry, MoveEntry, UndoEntry, RedoEntry, OverrideEntry, PositionEntry)
"""Entries that make something happen; the others only tell of it, and are not compared."""


class OtherGame(RefoldError):
    """Two logs are of different games and have nothing to compare."""


@frozen(kw_only=True)
class Side:
    """One side of a comparison. label: what it is called. n: the entry it is looked at after. entries: compared."""

    label: str
    n: int
    standings: tuple[Standing, ...]
    entries: int = 0


@frozen(kw_only=True)
class EventDifference:
    """An event that is on one side alone, or not the same on both. left, right: as JSON, None for nothing."""

    left: Wire | None
    right: Wire | None


@frozen(kw_only=True)
class EntryDifference:
    """An entry that is on one side alone (the other is None), or led to other events on both sides."""

    left: Entry | None
    right: Entry | None
    events: tuple[EventDifference, ...]


@frozen(kw_only=True)
class Diff:
    """What differs. shared: entries that are the same on both sides. first: of those that are not.

    document: changes that lead from the left document to the right one.
    """

    left: Side
    right: Side
    shared: int
    entries: tuple[EntryDifference, ...]
    document: tuple[Change, ...]

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return not (self.entries or self.document or self.left.standings != self.right.standings)

    @property
    def winner_differs(self) -> bool:
        """Whether other seats lead."""
        return leaders(self.left.standings) != leaders(self.right.standings)


def leaders(standings: Iterable[Standing]) -> tuple[Seat, ...]:
    """Return the seats of rank 1."""
    return tuple(standing.seat for standing in standings if standing.rank == 1)


def compare(
    left: Timeline, right: Timeline, labels: tuple[str, str], *, eyes: Seat | None = REFEREE, start: int = 0
) -> Diff:
    """Compare two games. eyes: as whom to look, as `view` takes it. start: entries known to be the same on both sides.

    Raises: OtherGame.
    """
    if left.game.name != right.game.name:
        msg = f'{labels[0]} is a game of "{left.game.name}", {labels[1]} of "{right.game.name}"'
        raise OtherGame(msg)
    one = [entry for entry in left.entries[start:] if isinstance(entry, CAUSES)]
    other = [entry for entry in right.entries[start:] if isinstance(entry, CAUSES)]
    before = sum(isinstance(entry, CAUSES) for entry in left.entries[:start])
    seen = _Seen(left.game, eyes)
    shared, found = before, []
    for ours, theirs in aligned(one, other, seen.cause):
        events = tuple(seen.events(ours, theirs))
        if ours is None or theirs is None or events:
            found.append(EntryDifference(left=ours, right=theirs, events=events))
        else:
            shared += 1
    return Diff(
        left=_side(left, labels[0], left.last, before + len(one)),
        right=_side(right, labels[1], right.last, before + len(other)),
        shared=shared,
        entries=tuple(found),
        document=tuple(changes(seen.document(left, left.last), seen.document(right, right.last))),
    )


def between(timeline: Timeline, n: int, to: int, *, eyes: Seat | None = REFEREE) -> Diff:
    """Compare two positions of one game. The entries are those that lead from the earlier to the later one.

    Raises: NoSuchEntry.
    """
    seen = _Seen(timeline.game, eyes)
    timeline.at(n)
    timeline.at(to)
    low, high = min(n, to), max(n, to)
    path = [entry for entry in timeline.entries[low:high] if isinstance(entry, CAUSES)]
    entries = tuple(
        EntryDifference(
            left=None if n <= to else entry,
            right=entry if n <= to else None,
            events=tuple(seen.events(*((None, entry) if n <= to else (entry, None)))),
        )
        for entry in path
    )
    return Diff(
        left=_side(timeline, f"after entry {n}", n, 0),
        right=_side(timeline, f"after entry {to}", to, 0),
        shared=low,
        entries=entries,
        document=tuple(changes(seen.document(timeline, n), seen.document(timeline, to))),
    )


def aligned(left: Sequence[T], right: Sequence[T], key: Callable[[T], Any]) -> Iterator[tuple[T | None, T | None]]:
    """Pair the items of two lists by their keys, in order; what has no partner stands beside None."""
    ours, theirs = [key(item) for item in left], [key(item) for item in right]
    head = 0
    while head < min(len(ours), len(theirs)) and ours[head] == theirs[head]:
        head += 1
    tail = 0
    while tail < min(len(ours), len(theirs)) - head and ours[-1 - tail] == theirs[-1 - tail]:
        tail += 1
    yield from zip(left[:head], right[:head], strict=True)
    ends = len(ours) - tail, len(theirs) - tail
    middle = SequenceMatcher(None, ours[head : ends[0]], theirs[head : ends[1]], autojunk=False)
    for kind, i, i_end, j, j_end in middle.get_opcodes():
        if kind == "equal":
            yield from zip(left[head + i : head + i_end], right[head + j : head + j_end], strict=True)
        else:
            yield from ((item, None) for item in left[head + i : head + i_end])
            yield from ((None, item) for item in right[head + j : head + j_end])
    yield from zip(left[ends[0] :], right[ends[1] :], strict=True)


def patch(made: Iterable[Change]) -> list[dict[str, Any]]:
    """Spell changes of a document as a JSON Patch (RFC 6902)."""
    operations: list[dict[str, Any]] = []
    for pointer, before, after in made:
        if after == MISSING:
            operations.append({"op": "remove", "path": pointer})
        else:
            operations.append({"op": "add" if before == MISSING else "replace", "path": pointer, "value": after})
    return operations


def unsalted(value: Any) -> Any:
    """Return a JSON value with the commitments of secrets left out: they differ with the salt, not with the secret."""
    if isinstance(value, dict):
        if value.keys() == {"sealed", "for"}:
            return {"sealed": "", "for": value["for"]}
        return {key: unsalted(item) for key, item in value.items()}
    return [unsalted(item) for item in value] if isinstance(value, list | tuple) else value


class _Seen:
    """Entries, events and documents of a game as somebody may see them."""

    def __init__(self, game: AnyGame, eyes: Seat | None) -> None:
        self._encoder = Encoder(game.vocabulary)
        self._eyes = eyes

    def cause(self, entry: Entry) -> bytes:
        """Return what an entry is aligned by: who did what, whatever its number and what followed."""
        record = unsalted(view(self._encoder.entry(entry), self._eyes))
        kept = ("kind", "by", "move", "arbiter", "clause", "reason", "at")
        return orjson.dumps([record[key] for key in kept if key in record], option=orjson.OPT_SORT_KEYS)

    def events(self, ours: Entry | None, theirs: Entry | None) -> Iterator[EventDifference]:
        """List the events of two entries that are not the same, aligned by their type and subject."""
        left, right = self._records(ours), self._records(theirs)
        pending: list[tuple[Wire | None, Wire | None]] = []
        for one, other in aligned(left, right, orjson.dumps):
            if one is None or other is None:
                pending.append((one, other))
        for one, other in _matched(pending):
            yield EventDifference(left=one, right=other)

    def _records(self, entry: Entry | None) -> list[Wire]:
        return [unsalted(view(self._encoder.event(event), self._eyes)) for event in getattr(entry, "events", ())]

    def document(self, timeline: Timeline, n: int) -> Any:
        """Return the document after entry `n`."""
        return unsalted(view(timeline.document(n), self._eyes))


def _matched(pending: Sequence[tuple[Wire | None, Wire | None]]) -> Iterator[tuple[Wire | None, Wire | None]]:
    """Put events of one type that stand alone on either side next to each other."""
    lonely = [record for _, record in pending if record is not None]
    for ours, _ in pending:
        if ours is None:
            continue
        partner = next((record for record in lonely if record["type"] == ours["type"]), None)
        if partner is not None:
            lonely.remove(partner)
        yield ours, partner
    yield from ((None, record) for record in lonely)


def _side(timeline: Timeline, label: str, n: int, entries: int) -> Side:
    standings = timeline.game.standings(timeline.at(n).state) if n else ()
    return Side(label=label, n=n, standings=standings, entries=entries)
