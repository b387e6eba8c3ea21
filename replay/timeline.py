"""A log folded: the position after each entry, whatever was undone in between."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from events.envelope import (
    Draw,
    Entry,
    Header,
    MoveEntry,
    OverrideEntry,
    PositionEntry,
    RedoEntry,
    SetupEntry,
    UndoEntry,
)
from events.errors import MalformedLine, RefoldError, UnknownSecret
from events.frozen import frozen
from events.records import maker
from events.secrets import Secret
from kernel.decider import AnyGame, Game, Table, folded
from kernel.documents import Document
from kernel.errors import ImpossibleEvent
from replay.course import Course

M = TypeVar("M")
S = TypeVar("S")
E = TypeVar("E")


class NoSuchEntry(RefoldError):
    """A log has no entry of that number."""

    def __init__(self, n: int, last: int) -> None:
        """Name the number and the last one there is."""
        there = f"the log has entries 1 to {last}, and 0 is before set-up" if last else "the log holds its header alone"
        super().__init__(f"there is no entry {n}; {there}")
        self.n = n


@frozen
class Position(Generic[S]):
    """Where a game stands. drawn: how many outcomes each stream of chance has given; never changed in place."""

    state: S
    drawn: Mapping[str, int]


made_position: Callable[[Any, Mapping[str, int]], Position[Any]] = maker(Position)
"""Makes a position from state and drawn, faster than its class."""


def before_setup(game: Game[M, S, E], table: Table) -> Position[S]:
    """Return the position at 0."""
    return Position(game.initial(table), {})


def after(game: Game[M, S, E], position: Position[S], entry: Entry, kept: Mapping[int, Position[S]]) -> Position[S]:
    """Return the position after an entry. kept: positions that an undo or redo may return to, by n.

    Raises: ImpossibleEvent; MalformedLine for an undo or redo to an entry that is not there.
    """
    match entry:
        case MoveEntry() | SetupEntry() | OverrideEntry() | PositionEntry():
            try:
                events: tuple[Any, ...] = entry.events
                state = folded(game, position.state, events)
            except UnknownSecret:
                raise
            except Exception as error:
                raise _impossible(entry, error) from error
            drawn = position.drawn if isinstance(entry, PositionEntry) else advanced(position.drawn, entry.draws)
            return made_position(state, drawn)
        case UndoEntry() | RedoEntry():
            if entry.to not in kept or entry.to >= entry.n:
                msg = f"there is no entry {entry.to} to return to"
                raise MalformedLine(msg, pointer="$.to")
            return kept[entry.to]
        case _:
            return position


def events_of(entry: Entry) -> tuple[Any, ...]:
    """Return the events of an entry; most kinds have none."""
    return getattr(entry, "events", ())


def _impossible(entry: Entry, error: Exception) -> ImpossibleEvent:
    """Say that an entry's events cannot follow; a log can hold what no reducer is asked to foresee."""
    reason = str(error) if isinstance(error, RefoldError) else f"{type(error).__name__}: {error}"
    return ImpossibleEvent(f"entry {entry.n}: its events cannot follow from the position before: {reason}")


def advanced(drawn: Mapping[str, int], draws: Iterable[Draw]) -> Mapping[str, int]:
    """Return how many outcomes each stream has given after `draws`."""
    if not draws:
        return drawn
    counts = dict(drawn)
    for stream, index, outcomes in draws:
        counts[stream] = index + (1 if isinstance(outcomes, Secret) else len(outcomes))
    return counts


class Timeline:
    """A whole log in memory: every entry, and the position after each."""

    def __init__(self, game: AnyGame, table: Table, header: Header | None, entries: Iterable[Entry] = ()) -> None:
        """Fold `entries`."""
        self.game = game
        self.table = table
        self.header = header
        self.entries: list[Entry] = []
        self._positions: list[Position[Any]] = [before_setup(game, table)]
        self._kept = Kept(self._positions)
        self.course = Course()
        for entry in entries:
            self.append(entry)

    @property
    def last(self) -> int:
        """Number of the last entry, 0 when there is none."""
        return len(self.entries)

    @property
    def now(self) -> Position[Any]:
        """The position after the last entry."""
        return self._positions[-1]

    def at(self, n: int) -> Position[Any]:
        """Return the position after entry `n`, 0 = before set-up.

        Raises: NoSuchEntry.
        """
        if not 0 <= n <= self.last:
            raise NoSuchEntry(n, self.last)
        return self._positions[n]

    def entry(self, n: int) -> Entry:
        """Return entry `n`, from 1.

        Raises: NoSuchEntry.
        """
        if not 1 <= n <= self.last:
            raise NoSuchEntry(n, self.last)
        return self.entries[n - 1]

    def append(self, entry: Entry, position: Position[Any] | None = None) -> None:
        """Add an entry; its position is folded unless it is known already.

        Raises: ImpossibleEvent, MalformedLine.
        """
        found = position if position is not None else after(self.game, self.now, entry, self._kept)
        self.entries.append(entry)
        self._positions.append(found)
        self.course.append(entry)

    def cut(self, n: int) -> None:
        """Forget what came after entry `n`."""
        del self.entries[n:], self._positions[n + 1 :]
        self.course.cut(n)

    def document(self, n: int) -> Document:
        """Return the document after entry `n`, secrets in it as `Secret`."""
        return self.game.document(self.at(n).state)

    def stands(self, n: int) -> int:
        """Return the entry whose position holds after entry `n`: itself, or where an undo or redo led to."""
        return self.course.stands(n)

    def path(self, start: int, end: int) -> list[int] | None:
        """Return the entries that lead from the position after `start` to that after `end`, None where none do."""
        return self.course.path(start, end)

    def live(self, n: int | None = None) -> list[int]:
        """Return the numbers of the entries that lead to the position after `n`: what was undone is left out."""
        return self.path(0, self.last if n is None else n) or []

    def before_last_move(self) -> int:
        """Return the entry to go back to so that the last move of this line is undone, 0 when there is none."""
        current = self.stands(self.last)
        while current and not isinstance(self.entry(current), MoveEntry):
            current = self.stands(current - 1)
        return self.stands(current - 1) if current else 0

    def undone_last(self) -> int:
        """Return the entry that the last undo not yet taken back went back from, 0 when there is none."""
        undos = (entry.n for entry in reversed(self.entries) if isinstance(entry, UndoEntry))
        return next((n - 1 for n in undos if self.path(self.last, n - 1)), 0)

    def steps(self) -> Iterator[tuple[Entry, Position[Any], Position[Any]]]:
        """Go through the log: entry, position before it, position after it."""
        for place, entry in enumerate(self.entries):
            yield entry, self._positions[place], self._positions[place + 1]


class Kept(Mapping[int, Position[Any]]):
    """The positions of a game by n, for an undo to return to; those that are None are not there."""

    def __init__(self, positions: Sequence[Position[Any] | None]) -> None:
        """Look into a list that may grow: the position after entry n stands at place n."""
        self._positions = positions

    def __getitem__(self, n: int) -> Position[Any]:
        """Return the position after entry `n`, from 1."""
        found = self._positions[n] if 0 < n < len(self._positions) else None
        if found is None:
            raise KeyError(n)
        return found

    def __iter__(self) -> Iterator[int]:
        """List the numbers there are."""
        return (n for n in range(1, len(self._positions)) if self._positions[n] is not None)

    def __len__(self) -> int:
        """Count them."""
        return sum(1 for _ in self)
