"""A log back to a script: its moves as steps, which played again give the same events and documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import orjson

from events.digests import seed_commitment
from events.encoding import Encoder, plain
from events.envelope import (
    BranchEntry,
    CheckpointEntry,
    EndEntry,
    Entry,
    MoveEntry,
    OverrideEntry,
    PositionEntry,
    RebaseEntry,
    RedoEntry,
    RevealEntry,
    UndoEntry,
)
from events.errors import RefoldError
from events.frozen import frozen
from events.secrets import Secret
from events.vocabulary import Arranged
from kernel.chance import read_seed
from kernel.documents import REFEREE, view
from replay.logs import Log
from replay.playing import play
from replay.script import FORMAT, read_script

_OF_THE_FILE = (CheckpointEntry, EndEntry, RevealEntry, BranchEntry, RebaseEntry)
"""Entries that no step stands for: the recorder makes them, or they tell of the file and not of the game."""


class Unscriptable(RefoldError):
    """A log holds what no script can say."""


@frozen(kw_only=True)
class Conversion:
    """A log as a script. record: the script. left_out: entries that no step can stand for, in words."""

    record: dict[str, Any]
    left_out: tuple[str, ...]


def to_script(log: Log, *, seed: str = "", content: str = "") -> Conversion:
    """Return a script that plays as a log was played; it is tried before it is returned.

    seed: hex digits, where the log does not tell it. content: the pack that the log was played with.

    Raises: BadSeed; Unscriptable when the log holds what no script can say, or the script plays otherwise.
    """
    seed = seed or next((entry.seed for entry in log.entries if isinstance(entry, RevealEntry)), "")
    if seed and seed_commitment(read_seed(seed)) != log.header.chance.commitment:
        msg = "this is not the seed that the log commits to"
        raise Unscriptable(msg)
    steps = list(_steps(log))
    # The seed alone reads best; what was scripted or came from elsewhere has to be written out.
    without = [_script(log, steps, seed, {}, content)] if seed else []
    reason = ""
    for record in (*without, _script(log, steps, seed, _drawn(log), content)):
        reason = _differs(log, record, content)
        if not reason:
            return Conversion(record=record, left_out=tuple(_left_out(log.entries)))
    hint = "" if seed or log.header.chance.commitment is None else " (the log does not tell its seed: --seed-file FILE)"
    msg = f"no script plays as this log does: {reason}{hint}"
    raise Unscriptable(msg)


def _script(log: Log, steps: list[Any], seed: str, chance: dict[str, Any], content: str) -> dict[str, Any]:
    header = log.header
    meta = dict(header.meta)
    record: dict[str, Any] = {"refold": FORMAT, "title": meta.pop("title", ""), "game": header.game}
    record["seats"] = list(header.seats)
    if header.setup:
        record["setup"] = dict(header.setup)
    record["content"] = content or header.content.pack
    if seed:
        record["seed"] = seed
    if header.rules.rulings:
        record["rulings"] = dict(header.rules.rulings)
    if meta:
        record["meta"] = meta
    if chance:
        record["chance"] = chance
    record["steps"] = steps
    return record


def _steps(log: Log) -> Iterator[dict[str, Any]]:
    encoder = Encoder(log.game.vocabulary)
    for entry in log.entries:
        match entry:
            case MoveEntry():
                move = view(encoder.typed(entry.move), REFEREE)
                _told(move, f"the move of entry {entry.n}")
                yield {"by": entry.by, **move}
            case PositionEntry():
                yield {"given": {"at": dict(entry.at), **_values(entry.events, entry.n)}}
            case OverrideEntry():
                told = {"arbiter": entry.arbiter, "reason": entry.reason, "clause": entry.clause}
                yield {"override": {**told, "set": _values(entry.events, entry.n)}}
            case UndoEntry():
                step = {"undo": _shifted(log.entries, entry.to), "by": entry.by, "forced": entry.forced}
                yield {key: value for key, value in step.items() if value is not None and value is not False}
            case EndEntry() if entry.result != "finished":
                yield {"end": entry.result, **({"by": entry.by} if entry.by else {})}
            case RedoEntry():
                step = {"redo": _shifted(log.entries, entry.to), "by": entry.by}
                yield {key: value for key, value in step.items() if value is not None}


def _shifted(entries: Sequence[Entry], n: int) -> int:
    """Return the number that entry `n` has when what tells of other lines of play is left out."""
    return n - sum(isinstance(entry, BranchEntry | RebaseEntry) for entry in entries[:n])


def _values(events: Sequence[Any], n: int) -> dict[str, Any]:
    """Return the values that a position or an override put in place, by pointer."""
    values: dict[str, Any] = {}
    for event in events:
        if not isinstance(event, Arranged):
            msg = f"entry {n} holds events of its own, which no step of a script makes"
            raise Unscriptable(msg)
        for pointer, _, after in event.changes:
            shown = view({"value": after}, REFEREE)["value"]
            _told(shown, f"entry {n}, {pointer}")
            values[pointer] = shown
    return values


def _drawn(log: Log) -> dict[str, list[Any]]:
    """Return every outcome by stream, in the order of its index."""
    met: dict[str, dict[int, Any]] = {}
    for entry in log.entries:
        for stream, index, outcomes in getattr(entry, "draws", ()):
            known = met.setdefault(stream, {})
            if isinstance(outcomes, Secret):
                if not outcomes.known:
                    msg = f"the log does not tell what was drawn from {stream} in secret; give its seed"
                    raise Unscriptable(msg)
                known[index] = list(outcomes.value)
            else:
                known.update({index + place: outcome for place, outcome in enumerate(outcomes)})
    return {stream: [known[index] for index in sorted(known)] for stream, known in sorted(met.items())}


def _told(value: Any, what: str) -> None:
    """Refuse a value with a secret in it that the log does not tell."""
    if isinstance(value, dict):
        if value.keys() == {"sealed", "for"}:
            msg = f"{what} holds a secret of {value['for']} that the log does not tell"
            raise Unscriptable(msg)
        for item in value.values():
            _told(item, what)
    elif isinstance(value, list):
        for item in value:
            _told(item, what)


def _differs(log: Log, record: dict[str, Any], content: str) -> str:
    """Play a script and say where it leaves the log, "" where it does not."""
    try:
        played = play(read_script(None, orjson.dumps(record)), content=content)
    except RefoldError as error:
        return str(error)
    encoder = Encoder(log.game.vocabulary)
    sides = [
        [entry for entry in entries if not isinstance(entry, _OF_THE_FILE)] for entries in (log.entries, played.entries)
    ]
    for ours, theirs in zip(*sides, strict=False):
        one, other = (_comparable(encoder, entry) for entry in (ours, theirs))
        if one != other:
            key = next((key for key in one if one[key] != other.get(key)), "kind")
            return f"entry {ours.n} differs in {key}"
    return "" if len(sides[0]) == len(sides[1]) else "the number of entries differs"


def _comparable(encoder: Encoder, entry: Entry) -> dict[str, Any]:
    """Return what of an entry must be the same: its numbers may differ, nothing else may."""
    record: dict[str, Any] = plain(encoder.entry(entry))
    return {key: value for key, value in record.items() if key not in ("n", "to")}


def _left_out(entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        match entry:
            case BranchEntry() | RebaseEntry():
                yield f"entry {entry.n}, which tells where this log comes from"
