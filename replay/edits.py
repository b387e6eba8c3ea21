"""What a rebase does to a log: an entry replaced, dropped, put in before, or the game read otherwise from there on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from events.envelope import Entry, MoveEntry, OverrideEntry, PositionEntry, RedoEntry, UndoEntry
from events.errors import RefoldError
from events.frozen import frozen
from events.vocabulary import Arranged
from kernel.documents import at_pointer
from replay import library
from replay.recorder import Recorder

Make = Callable[[Recorder], Entry]
"""Adds an entry to a game."""

REPLACED, DROPPED, INSERTED, READ = "replaced", "dropped", "inserted", "read otherwise"


class NotPossible(RefoldError):
    """What was asked for cannot be done with this log."""


@frozen(kw_only=True)
class Edit:
    """A change at entry `n`. kind: what it is called. make: adds what comes in its place, None for nothing.

    keeps: whether the entry itself follows all the same.
    """

    n: int
    kind: str
    make: Make | None = None
    keeps: bool = False


def replace(n: int, step: Mapping[str, Any]) -> Edit:
    """Put a move, as a script writes it, in the place of entry `n`."""
    return Edit(n=n, kind=REPLACED, make=lambda recorder: _moved(recorder, step))


def insert(n: int, step: Mapping[str, Any]) -> Edit:
    """Put a move, as a script writes it, before entry `n`."""
    return Edit(n=n, kind=INSERTED, make=lambda recorder: _moved(recorder, step), keeps=True)


def drop(n: int) -> Edit:
    """Leave entry `n` out."""
    return Edit(n=n, kind=DROPPED)


def decreed(n: int, make: Make) -> Edit:
    """Put what an arbiter decides in the place of entry `n`."""
    return Edit(n=n, kind=REPLACED, make=make)


def read_otherwise(n: int, rulings: Mapping[str, str]) -> Edit:
    """Read the rules otherwise from entry `n` on."""
    return Edit(n=n, kind=READ, make=lambda recorder: _ruled(recorder, rulings), keeps=True)


def ruling_changes(recorder: Recorder, rulings: Mapping[str, str], cites: tuple[str, ...] = ()) -> Arranged:
    """Return the event by which other readings are in force.

    Raises: BadSetup for a ruling or an option that there is not.
    """
    library.rulebook(recorder.game.name).in_force(rulings)
    document = recorder.game.document(recorder.state)
    pointers = {f"/rulings/{name}": option for name, option in sorted(rulings.items())}
    now = {pointer: at_pointer(document, pointer) for pointer in pointers}
    return Arranged(
        changes=tuple(
            (pointer, now[pointer], option) for pointer, option in pointers.items() if now[pointer] != option
        ),
        cites=cites,
    )


def readings_in(entry: Entry) -> str:
    """Say which readings an entry puts in force, when that is all it does: ``ties=first``; else ""."""
    events: tuple[Any, ...] = getattr(entry, "events", ())
    changes = [change for event in events if isinstance(event, Arranged) for change in event.changes]
    only = all(isinstance(event, Arranged) for event in events)
    if not (changes and only and all(pointer.startswith("/rulings/") for pointer, _, _ in changes)):
        return ""
    return ", ".join(f"{pointer.removeprefix('/rulings/')}={after}" for pointer, _, after in changes)


def checked(edits: Sequence[Edit], entries: Sequence[Entry]) -> dict[int, Edit]:
    """Return edits by the entry they are made at.

    Raises: NotPossible for an entry of a kind that cannot be edited so, or edited twice.
    """
    found: dict[int, Edit] = {}
    for edit in edits:
        entry = entries[edit.n - 1]
        allowed: tuple[type, ...] = (MoveEntry, OverrideEntry)
        if edit.kind == DROPPED:
            allowed = (MoveEntry, OverrideEntry, PositionEntry, UndoEntry, RedoEntry)
        if not edit.keeps and not isinstance(entry, allowed):
            msg = f"entry {edit.n} cannot be {edit.kind}: it is {_kind(entry)}{_near(edit.n, entries)}"
            raise NotPossible(msg)
        if edit.keeps and edit.n == 1:
            msg = "entry 1 is the set-up, and nothing can stand before it"
            raise NotPossible(msg)
        if edit.n in found:
            msg = f"entry {edit.n} is edited twice"
            raise NotPossible(msg)
        found[edit.n] = edit
    return found


def _moved(recorder: Recorder, step: Mapping[str, Any]) -> Entry:
    record = dict(step)
    return recorder.move(recorder.read_move(record.pop("by"), record))


def _ruled(recorder: Recorder, rulings: Mapping[str, str]) -> Entry:
    event = ruling_changes(recorder, rulings)
    return recorder.add(PositionEntry(n=0, at={}, events=(event,)))  # type: ignore[arg-type]


def _kind(entry: Entry) -> str:
    name = type(entry).__name__.removesuffix("Entry").lower()
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _near(n: int, entries: Sequence[Entry]) -> str:
    moves = [entry.n for entry in entries if isinstance(entry, MoveEntry)]
    if not moves:
        return "; this log has no move"
    return (
        f"; the moves next to it are {', '.join(str(m) for m in sorted(sorted(moves, key=lambda m: abs(m - n))[:2]))}"
    )
