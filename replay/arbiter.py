"""An arbiter's decisions, in his terms: let a move stand, read a clause otherwise, set a value, let events happen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from events.decoding import Decoder
from events.envelope import Entry, OverrideEntry
from events.errors import MalformedLine, RecordError
from events.frozen import frozen
from kernel.errors import IllegalMove
from replay import library
from replay.diff import Diff, compare
from replay.edits import Make, NotPossible, ruling_changes
from replay.logs import Log
from replay.rebase import without
from replay.recorder import Recorder


@frozen(kw_only=True)
class Authority:
    """Who decides, why, and by which clause."""

    arbiter: str
    reason: str
    clause: str


class StillRefused(NotPossible):
    """A move is refused under the other reading too. refusal: by what."""

    def __init__(self, refusal: IllegalMove, rulings: Mapping[str, str]) -> None:
        """Say under which reading it was tried."""
        reading = ", ".join(f"{name}={option}" for name, option in rulings.items()) or "the readings in force"
        way_out = "read another clause otherwise, or say what happens by --set or --events"
        super().__init__(f"under {reading} the move is refused too, by {refusal.message}; {way_out}")
        self.refusal = refusal


def let_stand(authority: Authority, step: Mapping[str, Any], rulings: Mapping[str, str]) -> Make:
    """Return what decides a move under other readings; after it the former ones are in force again.

    The adding raises StillRefused, BadSetup, ImpossiblePosition, and what reading a move raises.
    """

    def make(recorder: Recorder) -> Entry:
        game = recorder.game
        cites = (authority.clause,)
        reading = ruling_changes(recorder, rulings, cites)
        record = dict(step)
        move = recorder.read_move(record.pop("by"), record)
        try:
            decision = recorder.decided_in(game.evolve(recorder.state, reading), move)
        except IllegalMove as error:
            raise StillRefused(error, rulings) from error
        back = attrs.evolve(reading, changes=tuple((at, after, before) for at, before, after in reading.changes))
        events = [event for event in (reading, *decision.events, back) if getattr(event, "changes", True)]
        return _decreed(recorder, authority, events, decision.draws)

    return make


def rule_from_here(authority: Authority, rulings: Mapping[str, str]) -> Make:
    """Return what puts other readings in force from here on.

    The adding raises BadSetup; NotPossible when they are in force already; ImpossiblePosition.
    """

    def make(recorder: Recorder) -> Entry:
        event = ruling_changes(recorder, rulings, (authority.clause,))
        if not event.changes:
            msg = f"{', '.join(f'{name}={option}' for name, option in rulings.items())} is in force already"
            raise NotPossible(msg)
        return _decreed(recorder, authority, [event])

    return make


def set_values(authority: Authority, values: Mapping[str, Any]) -> Make:
    """Return what puts values in place. values: by JSON pointer.

    The adding raises ImpossiblePosition, NoSuchPointer, UnknownClause.
    """
    return lambda recorder: recorder.override(**attrs.asdict(authority), values=values)


def happen(authority: Authority, records: Sequence[Any]) -> Make:
    """Return what lets events happen, as their records say; an event that cites nothing cites the arbiter's clause.

    The adding raises ImpossibleEvent, ImpossiblePosition, MalformedLine, UnknownType.
    """

    def make(recorder: Recorder) -> Entry:
        decoder = Decoder(recorder.game.vocabulary)
        events = [decoder.event(_cited(record, authority.clause)) for record in records]
        return _decreed(recorder, authority, events)

    return make


def read_events(path: Path) -> list[Any]:
    """Read an arbiter's file of events: a list of objects, each with its ``type``.

    Raises: UnreadableFile, MalformedLine.
    """
    records = library.read_json(path)
    if not isinstance(records, list) or not records:
        msg = "expected a list of events"
        raise MalformedLine(msg, place=str(path), pointer="/")
    return records


def decisions(log: Log) -> list[OverrideEntry]:
    """List what an arbiter decided in a log."""
    return [entry for entry in log.entries if isinstance(entry, OverrideEntry)]


def outcome_without(log: Log, n: int) -> tuple[Diff, str]:
    """Compare a game as it went with how it goes without an arbiter's decision.

    Return the comparison, and the conflict where the game cannot go on without it, else "".

    Raises: NoSuchEntry, NotPossible.
    """
    made = without(log, n)
    stopped = f"entry {made.stopped.n}: {made.stopped.reason}" if made.stopped else ""
    timeline = log.timeline()
    labels = ("as it went", f"without entry {n}")
    return compare(timeline, made.recorder.timeline, labels, start=n - 1), stopped


def _decreed(recorder: Recorder, authority: Authority, events: Sequence[Any], draws: Sequence[Any] = ()) -> Entry:
    try:
        return recorder.decree(**attrs.asdict(authority), events=events, draws=draws)
    except RecordError as error:
        raise error.at("the decision") from error


def _cited(record: Any, clause: str) -> Any:
    return {**record, "cites": record.get("cites") or [clause]} if isinstance(record, dict) else record
