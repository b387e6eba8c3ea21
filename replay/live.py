"""Recording a game while it is played: requests in, verdicts out, each accepted move in the file before it is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.encoding import Encoder, plain
from events.envelope import EndEntry, Entry, Header
from events.errors import MalformedLine, RefoldError
from events.journal import MAX_LINE, Lines
from events.strict import found, plain_json
from events.vocabulary import Wire
from kernel.decider import AnyGame
from kernel.errors import IllegalMove
from replay.library import parse_json
from replay.recorder import Recorder

RESULTS = ("resigned", "abandoned")
_REQUESTS = {
    "do": frozenset({"by", "label", "note"}),
    "undo": frozenset({"undo", "by", "forced"}),
    "redo": frozenset({"redo", "by"}),
    "override": frozenset({"override"}),
    "end": frozenset({"end", "by"}),
}
"""What a request may hold, by the key that tells its kind; a move holds its own fields besides."""


class Live:
    """A game being recorded. What a request changes is written before it is answered."""

    def __init__(self, recorder: Recorder, lines: Lines, append: Callable[[bytes], None]) -> None:
        """Go on with a recorder. lines: spells the log from its head on. append: writes bytes to the file."""
        self._recorder = recorder
        self._lines = lines
        self._append = append
        self._new: list[Entry] = []
        self._encoder = Encoder(recorder.game.vocabulary)
        recorder.on_entry = self._new.append

    @property
    def closed(self) -> bool:
        """Whether the log is complete."""
        return any(isinstance(entry, EndEntry) for entry in self._recorder.timeline.entries[-3:])

    def begin(self, header: Header) -> Wire:
        """Set a new game up and write its header.

        Raises: BadSetup, DrawNeeded.
        """
        _, line = self._lines.header(header)
        self._recorder.set_up()
        return self._written(line)

    def standing(self) -> Wire:
        """Say where the game stands without a request."""
        return {"ok": True, "n": self._recorder.timeline.last, "entries": [], **self._state()}

    def answer(self, text: bytes) -> Wire:
        """Carry a request out, or say why not. text: one JSON object, as a step of a script."""
        last, head = self._recorder.timeline.last, self._lines.head
        try:
            return self._carried_out(_request(text))
        except RefoldError as error:
            # Nothing of it is in the file, so nothing of it happened, however far it came.
            self._recorder.forget(last)
            self._lines.head = head
            self._new.clear()
            return _refusal(error)

    def _carried_out(self, request: Wire) -> Wire:
        if self.closed:
            msg = "the log is closed: the game is over"
            raise MalformedLine(msg, pointer="")
        recorder = self._recorder
        match request:
            case {"undo": to}:
                by, forced = _seat(self._recorder, request), request.get("forced") is True
                recorder.undo(recorder.timeline.before_last_move() if to is None else _number(to), by=by, forced=forced)
            case {"redo": to}:
                by = _seat(self._recorder, request)
                recorder.redo(recorder.timeline.undone_last() if to is None else _number(to), by=by)
            case {"override": dict(decision)}:
                self._override(decision)
            case {"end": result}:
                self._end(result, _seat(self._recorder, request))
            case {"do": _, "by": _}:
                seat = _seat(self._recorder, request) or ""
                fields = {key: value for key, value in request.items() if key not in _REQUESTS["do"]}
                recorder.move(recorder.read_move(seat, fields))
            case _:
                msg = 'expected a move with "by" and "do", or "undo", "redo", "override" or "end"'
                raise MalformedLine(msg)
        if recorder.over and not self.closed:
            self._end("finished", None)
        return self._written()

    def _override(self, decision: Wire) -> None:
        wanted = {"arbiter", "reason", "clause", "set"}
        if decision.keys() != wanted or not isinstance(decision["set"], dict):
            msg = f"expected an object with {', '.join(sorted(wanted))}"
            raise MalformedLine(msg, pointer="$.override")
        told = {key: decision[key] for key in ("arbiter", "reason", "clause")}
        if not all(isinstance(value, str) for value in told.values()):
            msg = "expected strings for arbiter, reason and clause"
            raise MalformedLine(msg, pointer="$.override")
        self._recorder.override(**told, values=decision["set"])

    def _end(self, result: Any, by: str | None) -> None:
        if result not in ("finished", *RESULTS) or (result == "finished") != self._recorder.over:
            msg = f"expected one of {', '.join(RESULTS)}, found {found(result)}"
            raise MalformedLine(msg, pointer="$.end")
        if (by is None) == (result == "resigned"):
            problem = "who resigned?" if by is None else "nobody in particular abandons a game"
            msg = f'{problem} "by" goes with "resigned"'
            raise MalformedLine(msg, pointer="$.by")
        self._recorder.end(result, by=by)
        self._recorder.reveal()

    def _written(self, first: bytes = b"") -> Wire:
        entries, self._new[:] = self._new[:], []
        self._append(first + b"".join(self._lines.entry(entry)[1] for entry in entries))
        records = [self._record(entry) for entry in entries]
        return {"ok": True, "n": entries[0].n, "entries": records, **self._state()}

    def _record(self, entry: Entry) -> Wire:
        record: Wire = plain(self._encoder.entry(entry))
        return record

    def _state(self) -> Wire:
        game: AnyGame = self._recorder.game
        state = self._recorder.state
        to_act = [] if self.closed else list(game.to_act(state))
        return {"to_act": to_act, "over": self.closed or self._recorder.over, "head": self._lines.head.hex()}


def _refusal(error: RefoldError) -> Wire:
    """Spell why a request was not carried out."""
    if not isinstance(error, IllegalMove):
        return {"ok": False, "error": str(error)}
    return {
        "ok": False,
        "error": f"refused by {error.message}",
        "refused": error.clause,
        "also": list(error.also),
        "facts": plain(dict(error.facts)),
        "remedy": plain(dict(error.remedy)),
    }


def _request(text: bytes) -> Wire:
    """Read a request.

    Raises: MalformedLine.
    """
    if len(text) > MAX_LINE:
        msg = f"expected a line of at most {MAX_LINE} bytes"
        raise MalformedLine(msg, pointer="")
    record = parse_json(text, "request")
    if not isinstance(record, dict):
        msg = f"expected an object, found {found(record)}"
        raise MalformedLine(msg)
    try:
        plain_json(record)
    except ValueError as error:
        raise MalformedLine(str(error)) from error
    kind = next((key for key in _REQUESTS if key in record), "do")
    unknown = record.keys() - _REQUESTS[kind]
    if kind != "do" and unknown:
        msg = f'the field "{min(unknown)}" is not known here'
        raise MalformedLine(msg)
    return record


def _seat(recorder: Recorder, request: Wire) -> str | None:
    """Return the seat a request is by.

    Raises: MalformedLine for one that is not in the game.
    """
    by = request.get("by")
    seats = recorder.timeline.table.seats
    if by is not None and by not in seats:
        msg = f"expected one of {', '.join(seats)}, found {found(by)}"
        raise MalformedLine(msg, pointer="$.by")
    return by


def _number(to: Any) -> int:
    if type(to) is not int:
        msg = f"expected the number of an entry or null, found {found(to)}"
        raise MalformedLine(msg, pointer="$")
    return to
