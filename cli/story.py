"""Entries, moves and changes in words that a person at the table can follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from events.encoding import Encoder
from events.envelope import (
    BranchEntry,
    CheckpointEntry,
    EndEntry,
    Entry,
    Header,
    MoveEntry,
    OverrideEntry,
    PositionEntry,
    RebaseEntry,
    RedoEntry,
    RevealEntry,
    SetupEntry,
    UndoEntry,
)
from events.vocabulary import MISSING, Seat
from kernel.decider import AnyGame, Standing
from kernel.documents import Change, Document, changes, view
from replay.edits import readings_in


def table_in_words(game: AnyGame, header: Header) -> str:
    """Say what is played, by whom, with what."""
    readings = "".join(f", {name}={option}" for name, option in header.rules.rulings.items())
    seats = ", ".join(header.seats)
    return f"{game.title}: {seats}; pack {header.content.pack}, rules version {header.rules.version}{readings}"


def actor(entry: Entry) -> str:
    """Return who an entry is by, as the table of a replay names them."""
    by = getattr(entry, "by", None) or getattr(entry, "arbiter", None) or getattr(entry, "editor", None)
    return by or ""


def happening(entry: Entry, encoder: Encoder, seen_by: Seat | None) -> str:
    """Say what an entry is, in a few words. seen_by: whose eyes, as `view` takes them."""
    match entry:
        case MoveEntry():
            return move_in_words(seen(encoder.typed(entry.move), seen_by))
        case SetupEntry():
            return "set-up"
        case UndoEntry():
            return f"undo: back to entry {entry.to}" + (" (forced: past a draw or an opening)" if entry.forced else "")
        case RedoEntry():
            return f"redo: forward to entry {entry.to}"
        case OverrideEntry():
            return f"override under {entry.clause}: {entry.reason}"
        case PositionEntry():
            return _placed(entry)
        case BranchEntry():
            return f"branch after entry {entry.at}: {entry.reason}"
        case RebaseEntry():
            return f"rebase of entry {entry.at}: {entry.reason}"
        case CheckpointEntry():
            return f"checkpoint: {entry.legal} legal moves"
        case RevealEntry():
            return "seed told"
        case EndEntry():
            return f"end: {entry.result}"


def _placed(entry: PositionEntry) -> str:
    """Say what was put in place by hand: other readings, or a position."""
    if reading := readings_in(entry):
        return f"read otherwise from here on: {reading}"
    at = ", ".join(f"{key} {value_in_words(value)}" for key, value in entry.at.items())
    return "position put in place" + (f": {at}" if at else "")


def seen(record: Mapping[str, Any], seen_by: Seat | None) -> Document:
    """Return a record as a seat may see it."""
    return view(dict(record), seen_by)


def move_in_words(record: Mapping[str, Any]) -> str:
    """Spell a move: its name, then its fields."""
    told = {key: value for key, value in record.items() if key != "do" and value not in (None, False, [], {})}
    fields = [f"{key} {value_in_words(value)}" for key, value in told.items()]
    return f"{record['do']}: {', '.join(fields)}" if fields else str(record["do"])


def value_in_words(value: Any) -> str:
    """Spell a JSON value for people."""
    match value:
        case None:
            return "none"
        case True:
            return "yes"
        case False:
            return "no"
        case {"sealed": _, "for": seat}:
            return f"(secret of {seat})"
        case {"id": name, **rest}:
            told = [str(name)] if name else []
            return " ".join([*told, f"({fields_in_words(rest)})"] if rest else told)
        case dict():
            return f"({fields_in_words(value)})" if value else "nothing"
        case list() | tuple():
            return ", ".join(map(value_in_words, value)) if value else "nothing"
    return str(value)


def fields_in_words(record: Mapping[Any, Any]) -> str:
    """Spell the fields of an object in one line."""
    return ", ".join(f"{key} {value_in_words(value)}" for key, value in record.items())


def changed(game: AnyGame, before: Any, after: Any, seen_by: Seat | None) -> list[Change]:
    """List what differs between two states, as a seat may see them."""
    if before is after:
        return []
    return list(changes(view(game.document(before), seen_by), view(game.document(after), seen_by)))


def change_in_words(change: Change) -> str:
    """Spell one change: pointer, before, after; of lists what came and what went."""
    pointer, before, after = change
    if before == MISSING:
        return f"{pointer} now {value_in_words(after)}"
    if after == MISSING:
        return f"{pointer} gone"
    if isinstance(before, list) and isinstance(after, list) and before and after:
        came, went = _without(after, before), _without(before, after)
        if (came or went) and len(came) + len(went) < len(before) + len(after):
            return " ".join([pointer, *(f"-{_one(item)}" for item in went), *(f"+{_one(item)}" for item in came)])
    return f"{pointer} {value_in_words(before)} -> {value_in_words(after)}"


def _one(item: Any) -> str:
    """Spell an item of a list so that one sees where it ends."""
    told = value_in_words(item)
    return told if ", " not in told or told.startswith("(") else f"({told})"


def _without(items: Sequence[Any], others: Iterable[Any]) -> list[Any]:
    rest = list(items)
    for other in others:
        if other in rest:
            rest.remove(other)
    return rest


def cited(entry: Entry) -> list[str]:
    """List the clauses that an entry's events rest on, each once, in order."""
    events = getattr(entry, "events", ())
    return list(dict.fromkeys(clause for event in events for clause in event.cites))


def flags(entries: Iterable[Entry]) -> Iterator[str]:
    """Say what a reader must know of a log: positions, overrides, forced undos, other lines of play."""
    for entry in entries:
        match entry:
            case PositionEntry():
                reading = readings_in(entry)
                what = f"reads otherwise from here on: {reading}" if reading else "puts a position in place by hand"
                yield f"entry {entry.n} {what}"
            case OverrideEntry():
                yield f"entry {entry.n} is an arbiter's decision ({entry.arbiter}, {entry.clause}): {entry.reason}"
            case UndoEntry(forced=True):
                yield f"entry {entry.n} goes back past a draw or an opening"
            case BranchEntry() | RebaseEntry():
                kind = "branches off" if isinstance(entry, BranchEntry) else "is rebased"
                yield f"entry {entry.n}: this log {kind} at entry {entry.at} ({entry.editor}): {entry.reason}"


def standings_in_words(standings: Sequence[Standing], *, over: bool) -> list[str]:
    """Spell the standings, the best first, a line each."""
    label = "final" if over else "so far"
    lines = []
    for standing in sorted(standings, key=lambda one: one.rank):
        parts = ", ".join(f"{name} {points}" for name, points in standing.parts)
        lines.append(f"{standing.rank}. {standing.seat}  {standing.score}" + (f"  ({parts})" if parts else ""))
    return [f"standings ({label}):", *(f"  {line}" for line in lines)]


def standings_as_json(standings: Sequence[Standing]) -> list[dict[str, Any]]:
    """Return the standings as JSON, in the order of the seats."""
    return [
        {"seat": one.seat, "rank": one.rank, "score": one.score, "parts": [list(part) for part in one.parts]}
        for one in standings
    ]
