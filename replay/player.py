"""Steps of a script played into a recorder, and what they expect held against what is there."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from events import strict
from events.encoding import plain
from events.envelope import EndEntry, Entry, RevealEntry
from events.errors import RecordError, RefoldError
from events.frozen import frozen
from events.vocabulary import MISSING
from kernel.documents import REFEREE, NoSuchPointer, at_pointer, pointer_to, view
from kernel.errors import BadSetup, IllegalMove, ImpossibleEvent
from replay import library, steps
from replay.policies import Policy
from replay.recorder import Recorder
from replay.steps import Step

MOST_MOVES = 100_000
"""Moves that one ``auto`` step may make."""


class ScriptFailed(RefoldError):
    """A script does not play as it says. place: file and JSON pointer of the step. label: of the step.

    expected, found: both sides. clause: the clause concerned, where there is one. refusal: what the rules said.
    played: the playthrough up to that step, set by `play`.
    """

    def __init__(  # noqa: PLR0913 - a failure has these parts
        self,
        place: str,
        problem: str,
        *,
        label: str = "",
        expected: Any = None,
        found: Any = None,
        clause: str = "",
        refusal: IllegalMove | None = None,
    ) -> None:
        """Say what went otherwise, and where."""
        named = f"{place} ({label})" if label else place
        super().__init__(f"{named}: {problem}")
        self.place = place
        self.problem = problem
        self.label = label
        self.expected = expected
        self.found = found
        self.clause = clause
        self.refusal = refusal
        self.played: Any = None


@frozen(kw_only=True)
class Refusal:
    """A move that a script wanted refused, and was. place: of the step.

    then: the choices after it, of which the last is refused. handed_over: whether others had to end their turn first,
    which a script may leave out. wanted: the clause that the script named, which may be another than the first told.
    """

    place: str
    by: str
    move: Mapping[str, Any]
    then: tuple[Mapping[str, Any], ...]
    handed_over: bool
    refusal: IllegalMove
    wanted: str = ""


@frozen(kw_only=True)
class Aside:
    """A line that was tried and taken back. start: number of the entry it left after. step: what asked for it."""

    place: str
    rulings: Mapping[str, str]
    start: int
    items: tuple[Item, ...]
    recorder: Recorder
    step: steps.Variation


Item: TypeAlias = Entry | Refusal | Aside


class Player:
    """Plays steps into one recorder. items: grows by entries, refusals and tried lines, in order."""

    def __init__(
        self, recorder: Recorder, seats: Sequence[str], items: list[Item], labels: Mapping[str, int] | None = None
    ) -> None:
        """Play for `seats`. labels: entries by the labels of the steps before."""
        self._recorder = recorder
        self._seats = seats
        self._items = items
        self._labels = dict(labels or {})
        self._policies: dict[str, Policy] = {}

    def play(self, played: Sequence[Step]) -> None:
        """Play steps in order.

        Raises: ScriptFailed at the first one that goes otherwise; MalformedLine, UnknownType for a move of the wrong
        shape; BadSetup for a reading that there is not.
        """
        for step in played:
            try:
                self._step(step)
                self._count_outcomes()
            except IllegalMove as error:
                problem = f"the move is refused by {error.message}"
                raise ScriptFailed(
                    step.place, problem, label=step.label, clause=error.clause, refusal=error, found=error.clause
                ) from error
            except (ScriptFailed, RecordError, BadSetup, ImpossibleEvent):
                raise
            except RefoldError as error:
                raise ScriptFailed(step.place, str(error), label=step.label) from error
            if step.label:
                self._labels[step.label] = self._recorder.timeline.last

    def _step(self, step: Step) -> None:
        recorder = self._recorder
        if isinstance(step, steps.Play | steps.Given | steps.Auto | steps.Override | steps.End) and self._closed():
            raise ScriptFailed(step.place, "the game is closed, nothing can follow", label=step.label)
        match step:
            case steps.Play():
                self._move(step)
            case steps.Expect():
                self._expect(step)
            case steps.Given():
                recorder.arrange(step.at, step.values)
            case steps.Variation():
                self._aside(step)
            case steps.Auto():
                self._auto(step)
            case steps.Back():
                self._back(step)
            case steps.Override():
                recorder.override(arbiter=step.arbiter, reason=step.reason, clause=step.clause, values=step.values)
            case steps.End():
                self._end(step)
            case steps.Note():
                pass

    def _closed(self) -> bool:
        entries = self._recorder.timeline.entries
        last = -2 if len(entries) > 1 and isinstance(entries[-1], RevealEntry) else -1
        return bool(entries) and isinstance(entries[last], EndEntry)

    def _count_outcomes(self) -> None:
        """Refuse to go on by the seed, unsaid, where a script gives some outcomes of a stream and too few."""
        scripted, drawn = self._recorder.scripted, self._recorder.timeline.now.drawn
        for key, given in scripted.outcomes.items() if scripted else ():
            used = scripted.used(key, drawn) if scripted else 0
            if used > len(given):
                msg = f'"{key}" gives {len(given)} outcomes and {used} were drawn: the missing ones must be given too'
                raise RefoldError(msg)

    def _seat(self, seat: str, place: str, label: str) -> None:
        if seat not in self._seats:
            msg = f'there is no seat "{seat}"; there are {", ".join(self._seats)}'
            raise ScriptFailed(place, msg, label=label, expected=list(self._seats), found=seat)

    def _move(self, step: steps.Play) -> None:
        self._seat(step.by, f"{step.place}/by", step.label)
        if step.refused:
            self._refused(step)
            return
        handover = self._handover(step)
        if handover is not None:
            self._recorder.move(handover)
        for place, record in _choices(step):
            self._recorder.move(_read(self._recorder, step.by, record, place))

    def _handover(self, step: steps.Play) -> Any:
        """Return the move by which another seat lets this one act, None where that is not all it takes."""
        game, state = self._recorder.game, self._recorder.state
        acting = game.to_act(state)
        return game.handover(state, step.by) if acting and step.by not in acting else None

    def _refused(self, step: steps.Play) -> None:
        """Hold a refusal against the one wanted: in the position as it is, else after the others' turn is ended.

        The game itself does not move on by it.
        """
        handed_over = False
        refusal, place = _attempt(step, self._recorder.fork())
        if not _wanted(step, refusal, place) and (handover := self._handover(step)) is not None:
            tried = self._recorder.fork()
            with suppress(IllegalMove):
                tried.move(handover)
            if step.by in tried.game.to_act(tried.state):
                handed_over = True
                refusal, place = _attempt(step, tried)
        if _wanted(step, refusal, place) and refusal is not None:
            self._items.append(
                Refusal(
                    place=step.place,
                    by=step.by,
                    move=step.move,
                    then=step.then,
                    handed_over=handed_over,
                    refusal=refusal,
                    wanted=step.refused,
                )
            )
            return
        if refusal is None:
            problem, found = "the move is accepted", "accepted"
        elif place < len(step.then):
            problem, found = (
                f"choice {place + 1} of {len(step.then) + 1} is refused by {refusal.message}",
                refusal.clause,
            )
        else:
            problem, found = f"it is refused by {refusal.message}", refusal.clause
        raise ScriptFailed(
            step.place,
            f"expected a refusal by {step.refused}, {problem}",
            label=step.label,
            expected=step.refused,
            found=found,
            clause=refusal.clause if refusal else "",
            refusal=refusal,
        )

    def _expect(self, step: steps.Expect) -> None:
        document = view(self._recorder.game.document(self._recorder.state), REFEREE)
        for pointer, expected in step.values.items():
            place = f"{step.place}{pointer_to(pointer)}"
            try:
                found = at_pointer(document, pointer)
            except NoSuchPointer as error:
                if expected == MISSING:
                    continue
                raise ScriptFailed(place, str(error), label=step.label, expected=expected) from error
            if not meets(found, expected):
                problem = f"{pointer}: expected {_json(expected)}, found {_json(found)}"
                raise ScriptFailed(place, problem, label=step.label, expected=expected, found=found)

    def _aside(self, step: steps.Variation) -> None:
        self._items.append(aside(self._recorder, step, self._seats, self._labels))

    def _auto(self, step: steps.Auto) -> None:
        recorder = self._recorder
        if recorder.seeded is None and step.policy != "first":
            raise ScriptFailed(step.place, "such a move is chosen by the seed: give a seed", label=step.label)
        if isinstance(step.until, Mapping) and "to_act" in step.until:
            self._seat(step.until["to_act"], f"{step.place}/until/to_act", step.label)
        seed = recorder.seeded.seed if recorder.seeded else b""
        policy = self._policies.setdefault(step.policy, Policy(step.policy, seed))
        begun, made = recorder.game.round(recorder.state), 0
        while not self._reached(step.until, begun, made):
            if recorder.over:
                problem = f"the game is over, {made} moves on, before {_json(step.until)} is reached"
                raise ScriptFailed(f"{step.place}/until", problem, label=step.label)
            if made >= MOST_MOVES:
                raise ScriptFailed(step.place, f"there is no end to it in {MOST_MOVES} moves", label=step.label)
            recorder.move(policy.choose(recorder))
            made += 1

    def _reached(self, until: Any, begun: int, made: int) -> bool:
        game, state = self._recorder.game, self._recorder.state
        match until:
            case int():
                return made >= until
            case {"round": number}:
                return bool(game.round(state) >= number)
            case {"to_act": seat}:
                return seat in game.to_act(state)
            case "round_end":
                return game.round(state) != begun or game.is_over(state)
            case _:
                return game.is_over(state)

    def _back(self, step: steps.Back) -> None:
        timeline = self._recorder.timeline
        if isinstance(step.to, str):
            if step.to not in self._labels:
                raise ScriptFailed(step.place, f'no step before is labelled "{step.to}"', label=step.label)
            to = self._labels[step.to]
        elif step.to is None:
            to = timeline.undone_last() if step.redo else timeline.before_last_move()
        else:
            to = step.to
        if step.by is not None:
            self._seat(step.by, f"{step.place}/by", step.label)
        if step.redo:
            self._recorder.redo(to, by=step.by)
        else:
            self._recorder.undo(to, by=step.by, forced=step.forced)

    def _end(self, step: steps.End) -> None:
        if step.by is not None:
            self._seat(step.by, f"{step.place}/by", step.label)
        if self._recorder.over:
            raise ScriptFailed(step.place, "the game is over: it is finished", label=step.label)
        self._recorder.end(step.result, by=step.by)
        self._recorder.reveal()


def aside(
    recorder: Recorder, step: steps.Variation, seats: Sequence[str], labels: Mapping[str, int] | None = None
) -> Aside:
    """Try a line from where a recorder stands, which stays there.

    Raises: as `Player.play`.
    """
    tried = recorder.fork()
    if step.rulings:
        try:
            library.rulebook(tried.game.name).in_force(step.rulings)
        except BadSetup as error:
            msg = f"{step.place}: {error}"
            raise BadSetup(msg, unknown=error.unknown) from error
        tried.arrange({}, {f"/rulings{pointer_to(name)}": option for name, option in step.rulings.items()})
    items: list[Item] = []
    tried.on_entry = items.append
    Player(tried, seats, items, labels).play(step.steps)
    return Aside(
        place=step.place,
        rulings=step.rulings,
        start=recorder.timeline.last,
        items=tuple(items),
        recorder=tried,
        step=step,
    )


def meets(found: Any, expected: Any) -> bool:
    """Whether a value is the one expected, or within what is expected of it (``min``, ``max``, ``contains``)."""
    if not (isinstance(expected, dict) and expected and expected.keys() <= {"min", "max", "contains"}):
        return _same(found, expected)
    if expected.keys() & {"min", "max"}:
        if type(found) is not int:
            return False
        if not expected.get("min", found) <= found <= expected.get("max", found):
            return False
    if "contains" not in expected:
        return True
    part = expected["contains"]
    if isinstance(found, str):
        return isinstance(part, str) and part in found
    return isinstance(found, list | dict) and any(_same(item, part) for item in found)


def _same(found: Any, expected: Any) -> bool:
    """Whether two JSON values are the same; 1 is not true."""
    if isinstance(found, dict) and isinstance(expected, dict):
        return found.keys() == expected.keys() and all(_same(found[key], expected[key]) for key in found)
    if isinstance(found, list) and isinstance(expected, list):
        return len(found) == len(expected) and all(map(_same, found, expected))
    return type(found) is type(expected) and bool(found == expected)


def _choices(step: steps.Play) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the records of a step, each with its place."""
    return [(step.place, step.move), *((f"{step.place}/then/{n}", choice) for n, choice in enumerate(step.then))]


def _read(recorder: Recorder, by: str, record: Mapping[str, Any], place: str) -> Any:
    """Read a move.

    Raises: MalformedLine, UnknownType with its place in the script.
    """
    try:
        return recorder.read_move(by, dict(record))
    except RecordError as error:
        name, _, pointer = place.rpartition(": ")
        error.pointer = pointer + strict.as_pointer(error.pointer)
        raise error.at(name) from error


def _attempt(step: steps.Play, tried: Recorder) -> tuple[IllegalMove | None, int]:
    """Return the refusal of a step's choices, None when all are accepted, and which choice it is, from 0."""
    for number, (place, record) in enumerate(_choices(step)):
        try:
            tried.move(_read(tried, step.by, record, place))
        except IllegalMove as error:
            return error, number
    return None, len(step.then)


def _wanted(step: steps.Play, refusal: IllegalMove | None, choice: int) -> bool:
    """Whether a refusal is the one that a step wants: of its last choice, by its clause."""
    if refusal is None or choice < len(step.then):
        return False
    return step.refused in ((refusal.clause,) if step.first else (refusal.clause, *refusal.also))


def _json(value: Any) -> str:
    return json.dumps(plain(value), ensure_ascii=False)
