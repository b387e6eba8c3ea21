"""The course of a log: what may follow what, whichever game is played.

A game is set up once and first; an undo goes back along its line and says when it passes what became known; a redo
takes up what was undone; nothing but the seed is told after the end. Who writes by refold cannot write otherwise, and
who forges can: verifying holds every entry against this.
"""

from __future__ import annotations

from typing import Any

from events.envelope import (
    EndEntry,
    Entry,
    MoveEntry,
    OverrideEntry,
    RedoEntry,
    RevealEntry,
    SetupEntry,
    UndoEntry,
)


class Course:
    """The lines of a game that undos and redos make, entry by entry."""

    def __init__(self) -> None:
        """Begin before the first entry."""
        self._entries: list[Entry] = []
        self._stands = [0]
        self._end: EndEntry | None = None

    def append(self, entry: Entry) -> None:
        """Take an entry in; one that returns must return to an entry before it."""
        self._entries.append(entry)
        self._stands.append(self._stands[entry.to] if isinstance(entry, UndoEntry | RedoEntry) else entry.n)
        if isinstance(entry, EndEntry):
            self._end = entry

    def cut(self, n: int) -> None:
        """Forget what came after entry `n`."""
        del self._entries[n:], self._stands[n + 1 :]
        self._end = next((entry for entry in reversed(self._entries) if isinstance(entry, EndEntry)), None)

    def stands(self, n: int) -> int:
        """Return the entry whose position holds after entry `n`: itself, or where an undo or redo led to."""
        return self._stands[n]

    def path(self, start: int, end: int) -> list[int] | None:
        """Return the entries that lead from the position after `start` to that after `end`, None where none do.

        What was undone in between is left out. It takes as long as the path is.
        """
        found: list[int] = []
        origin, current = self._stands[start], self._stands[end]
        while current > origin:
            found.append(current)
            current = self._stands[current - 1]
        return found[::-1] if current == origin else None

    def told_on(self, path: list[int]) -> int:
        """Return the first entry of a path that made known what was hidden before it, 0 where none did."""
        return next((n for n in path if _tells(self._entries[n - 1])), 0)

    def wrong(self, entry: Entry) -> tuple[str, Any, Any] | None:
        """Say what is wrong with the next entry where it stands: pointer, what it says, what it would have to say."""
        last = len(self._entries)
        if self._end is not None and not isinstance(entry, RevealEntry):
            return "", type(entry).__name__, f"nothing: entry {self._end.n} closed the log ({self._end.result})"
        if isinstance(entry, SetupEntry) != (last == 0):
            return "", type(entry).__name__, "a set-up stands first, and nowhere else"
        match entry:
            case UndoEntry():
                undone = self.path(entry.to, last) if 0 < entry.to <= last else None
                if not undone:
                    return "/to", entry.to, "an entry before it on its line"
                told = self.told_on(undone)
                return ("/forced", False, True) if told and not entry.forced else None
            case RedoEntry() if not (0 < entry.to <= last and self.path(last, entry.to)):
                return "/to", entry.to, "an entry that was undone, and after which nothing was played"
            case EndEntry() if (entry.by is None) == (entry.result == "resigned"):
                return "/by", entry.by, "who resigned" if entry.by is None else None
            case _:
                return None


def _tells(entry: Entry) -> bool:
    """Whether an entry made known what was hidden before it: draws, or secrets opened."""
    match entry:
        case SetupEntry():
            return True
        case MoveEntry() | OverrideEntry():
            return bool(entry.draws) or any(getattr(event, "reveals", False) for event in entry.events)
        case _:
            return False
