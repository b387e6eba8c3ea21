"""Running a script: its steps are played into a recorder, and what it expects is held against what is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import attrs

from events.encoding import plain
from events.envelope import Entry, Header
from events.errors import RecordError, RefoldError
from kernel.chance import Scripted, read_seed
from kernel.documents import REFEREE, NoSuchPointer, at_pointer, view
from kernel.errors import BadSetup, DrawConflict, DrawNeeded, IllegalMove, ImpossiblePosition
from replay import library, script
from replay.policies import Policy
from replay.recorder import NothingToUndo, Recorder, new_header
from replay.script import Script, Step

MOST_MOVES = 100_000
"""Moves that one ``auto`` step may make."""


class ScriptFailed(RefoldError):
    """A script does not play as it says. place: file and JSON pointer of the step. label: of the step.

    expected, found: both sides. clause: the clause concerned, where there is one. refusal: what the rules said.
    played: the playthrough up to that step, where the game was set up.
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
        self.played: Playthrough | None = None


@attrs.frozen(kw_only=True)
class Refusal:
    """A move that a script wanted refused, and was. place: of the step."""

    place: str
    by: str
    move: Mapping[str, Any]
    refusal: IllegalMove


@attrs.frozen(kw_only=True)
class Aside:
    """A line that was tried and taken back. start: number of the entry it left after."""

    place: str
    rulings: Mapping[str, str]
    start: int
    items: tuple[Item, ...]
    recorder: Recorder


Item: TypeAlias = Entry | Refusal | Aside


@attrs.define(kw_only=True)
class Playthrough:
    """A script as it was played. items: entries, refusals and tried lines, in order."""

    script: Script
    header: Header
    recorder: Recorder
    items: list[Item]

    @property
    def entries(self) -> Sequence[Entry]:
        """The entries of the log."""
        return self.recorder.timeline.entries


def prepare(found: Script, *, rulings: Mapping[str, str] | None = None, content: str = "") -> Playthrough:
    """Set a script's game up without a step played. rulings, content: instead of the script's own.

    Raises: BadSetup, BadSeed, BadContent, UnsupportedVersion, ScriptFailed.
    """
    pack = library.pack(found.game, content or found.content)
    chosen = {**found.rulings, **(rulings or {})}
    table = library.table(found.game, found.seats, found.setup, chosen, pack)
    seed = read_seed(found.seed) if found.seed else None
    header = new_header(
        found.game, found.seats, setup=found.setup, pack=pack, rulings=chosen, seed=seed, meta=found.meta
    )
    scripted = Scripted(found.chance) if found.chance else None
    recorder = Recorder(library.game(found.game), table, seed=seed, scripted=scripted)
    run = Playthrough(script=found, header=header, recorder=recorder, items=[])
    recorder.on_entry = run.items.append
    try:
        recorder.set_up()
    except (DrawNeeded, DrawConflict) as error:
        raise ScriptFailed(f"{found.path}: /chance", str(error)) from error
    return run


def play(found: Script, **prepared: Any) -> Playthrough:
    """Play a script to its end; where the game is over the log is closed and the seed told.

    Raises: ScriptFailed at the first step that goes otherwise, its `played` the playthrough so far; and as `prepare`.
    """
    run = prepare(found, **prepared)
    try:
        _Player(run.recorder, run.items, found).play(found.steps)
    except ScriptFailed as error:
        error.played = run
        raise
    left = run.recorder.scripted.left_over(_most_drawn(run.recorder)) if run.recorder.scripted else ()
    if left:
        failed = ScriptFailed(f"{found.path}: /chance", f"outcomes are left over: {', '.join(left)}")
        failed.played = run
        raise failed
    if run.recorder.over:
        run.recorder.end()
        run.recorder.reveal()
    return run


def _most_drawn(recorder: Recorder) -> Mapping[str, int]:
    """Return how many outcomes of each stream were used at most; what was drawn and undone was used too."""
    most: dict[str, int] = {}
    for _, _, position in recorder.timeline.steps():
        for stream, count in position.drawn.items():
            most[stream] = max(count, most.get(stream, 0))
    return most


def go_on(recorder: Recorder, found: Script) -> list[Item]:
    """Play steps that go on with a game, and return what they made.

    Raises: ScriptFailed at the first step that goes otherwise.
    """
    items: list[Item] = []
    recorder.on_entry = items.append
    _Player(recorder, items, found).play(found.steps)
    return items


class _Player:
    """Plays steps into one recorder."""

    def __init__(self, recorder: Recorder, items: list[Item], found: Script) -> None:
        self._recorder = recorder
        self._items = items
        self._script = found
        self._labels: dict[str, int] = {}
        self._policies: dict[str, Policy] = {}

    def play(self, steps: Sequence[Step]) -> None:
        for step in steps:
            try:
                self._step(step)
            except (ScriptFailed, BadSetup):
                raise
            except IllegalMove as error:
                label = getattr(step, "label", "")
                problem = f"the move is refused by {error.message}"
                raise ScriptFailed(
                    step.place, problem, label=label, clause=error.clause, refusal=error, found=error.clause
                ) from error
            except (RecordError, DrawNeeded, DrawConflict, ImpossiblePosition, NoSuchPointer, NothingToUndo) as error:
                raise ScriptFailed(step.place, _sentence(error), label=getattr(step, "label", "")) from error
            if label := getattr(step, "label", ""):
                self._labels[label] = self._recorder.timeline.last

    def _step(self, step: Step) -> None:
        match step:
            case script.Play():
                self._move(step)
            case script.Expect():
                self._expect(step)
            case script.Given():
                self._recorder.arrange(step.at, step.values)
            case script.Variation():
                self._aside(step)
            case script.Auto():
                self._auto(step)
            case script.Back():
                self._back(step)
            case script.Override():
                self._recorder.override(
                    arbiter=step.arbiter, reason=step.reason, clause=step.clause, values=step.values
                )
            case script.Note():
                pass

    def _move(self, step: script.Play) -> None:
        if step.by not in self._script.seats:
            msg = f'there is no seat "{step.by}"; there are {", ".join(self._script.seats)}'
            raise ScriptFailed(f"{step.place}/by", msg, label=step.label)
        self._hand_over(step)
        if step.refused:
            self._refused(step)
            return
        for record in (step.move, *step.then):
            self._recorder.move(self._recorder.read_move(step.by, dict(record)))

    def _hand_over(self, step: script.Play) -> None:
        game, state = self._recorder.game, self._recorder.state
        acting = game.to_act(state)
        if step.by not in acting and acting:
            move = game.handover(state, step.by)
            if move is not None and (not step.refused or self._clears_way(move, step)):
                self._recorder.move(move)

    def _clears_way(self, move: Any, step: script.Play) -> bool:
        """Whether handing over puts the seat of a refused move to act: else the refusal is of the position as it is."""
        tried = self._recorder.fork()
        tried.move(move)
        return step.by in tried.game.to_act(tried.state)

    def _refused(self, step: script.Play) -> None:
        tried = self._recorder.fork()
        try:
            for record in (step.move, *step.then):
                tried.move(tried.read_move(step.by, dict(record)))
        except IllegalMove as error:
            told = (error.clause,) if step.first else (error.clause, *error.also)
            if step.refused not in told:
                problem = f"expected a refusal by {step.refused}, it is refused by {error.message}"
                raise ScriptFailed(
                    step.place, problem, label=step.label, expected=step.refused, found=error.clause, refusal=error
                ) from error
            self._items.append(Refusal(place=step.place, by=step.by, move=step.move, refusal=error))
            return
        problem = f"expected a refusal by {step.refused}, the move is accepted"
        raise ScriptFailed(step.place, problem, label=step.label, expected=step.refused, found="accepted")

    def _expect(self, step: script.Expect) -> None:
        document = view(self._recorder.game.document(self._recorder.state), REFEREE)
        for pointer, expected in step.values.items():
            try:
                found = at_pointer(document, pointer)
            except NoSuchPointer as error:
                raise ScriptFailed(step.place, str(error), label=step.label, expected=expected) from error
            if not _meets(found, expected):
                problem = f"{pointer}: expected {_json(expected)}, found {_json(found)}"
                raise ScriptFailed(
                    f"{step.place}/{pointer.replace('~', '~0').replace('/', '~1')}",
                    problem,
                    label=step.label,
                    expected=expected,
                    found=found,
                )

    def _aside(self, step: script.Variation) -> None:
        tried = self._recorder.fork()
        items: list[Item] = []
        tried.on_entry = items.append
        if step.rulings:
            rulebook = library.rulebook(self._script.game)
            rulebook.in_force(step.rulings)
            tried.arrange({}, {f"/rulings/{name}": option for name, option in step.rulings.items()})
            items.clear()
        _Player(tried, items, self._script).play(step.steps)
        self._items.append(
            Aside(
                place=step.place,
                rulings=step.rulings,
                start=self._recorder.timeline.last,
                items=tuple(items),
                recorder=tried,
            )
        )

    def _auto(self, step: script.Auto) -> None:
        recorder = self._recorder
        if recorder.seeded is None:
            raise ScriptFailed(step.place, "an automatic move is chosen by the seed: give a seed")
        policy = self._policies.setdefault(step.policy, Policy(step.policy, recorder.seeded.seed))
        begun, made = recorder.game.round(recorder.state), 0
        while not recorder.over and not self._reached(step.until, begun, made):
            if made >= MOST_MOVES:
                raise ScriptFailed(step.place, f"the game is not over after {MOST_MOVES} moves")
            recorder.move(policy.choose(recorder))
            made += 1

    def _reached(self, until: Any, begun: int, made: int) -> bool:
        game, state = self._recorder.game, self._recorder.state
        match until:
            case int():
                return made >= until
            case "round_end":
                return game.round(state) != begun
            case {"round": number}:
                return game.round(state) >= int(number)
            case {"to_act": seat}:
                return seat in game.to_act(state)
            case _:
                return False

    def _back(self, step: script.Back) -> None:
        timeline = self._recorder.timeline
        if isinstance(step.to, str):
            if step.to not in self._labels:
                raise ScriptFailed(step.place, f'no step before is labelled "{step.to}"')
            to = self._labels[step.to]
        elif step.to is None:
            to = timeline.undone_last() if step.redo else timeline.before_last_move()
        else:
            to = step.to
        if step.redo:
            self._recorder.redo(to, by=step.by)
        else:
            self._recorder.undo(to, by=step.by, forced=step.forced)


def _meets(found: Any, expected: Any) -> bool:
    """Whether a value is the one expected, or within what is expected of it."""
    if isinstance(expected, dict) and expected and expected.keys() <= {"min", "max", "contains"}:
        low, high, part = expected.get("min"), expected.get("max"), expected.get("contains")
        number = type(found) is int
        return (
            (low is None or (number and found >= low))
            and (high is None or (number and found <= high))
            and (part is None or (isinstance(found, list | str | dict) and part in found))
        )
    return type(found) is type(expected) and bool(found == expected)


def _json(value: Any) -> str:
    import json

    return json.dumps(plain(value), ensure_ascii=False)


def _sentence(error: RefoldError) -> str:
    if isinstance(error, RecordError):
        error.pointer = "" if error.pointer == "$" else error.pointer
    return str(error)
