"""What recordings show of a game: clauses by which moves pass or are refused, readings told apart, seats, ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from events.encoding import Encoder, plain
from events.envelope import CheckpointEntry, EndEntry, Entry, MoveEntry, SetupEntry
from events.errors import RefoldError
from events.frozen import frozen
from kernel.rulebook import Clause, Rulebook
from replay import library
from replay.logs import read_log
from replay.player import Aside, Item, Refusal, aside
from replay.playing import Playthrough, play
from replay.recorder import Recorder
from replay.regress import LOG, SCRIPT
from replay.script import read_script
from replay.steps import Expect, Step, Variation

ACCEPT, REJECT = "accept", "reject"


@frozen(kw_only=True)
class ClauseUse:
    """How often a clause shows. accepted: entries that cite it. refused: refusals by it, first or beside another.

    recordings: where, in their order.
    """

    accepted: int = 0
    refused: int = 0
    recordings: tuple[str, ...] = ()


@frozen(kw_only=True)
class Coverage:
    """What some recordings show of one game.

    clauses: by id, every clause of the rulebook in its order. unknown: cited ids that the rulebook does not have.
    told_apart: (ruling, option, option) whose results differ in some tried line. seats, ends: recordings by the number
    of seats and by how the game ended (``unfinished`` where it did not). failed: recordings that could not be read.
    shows: by recording, what it shows, as ``accept CLAUSE``, ``reject CLAUSE``, ``end RESULT``.
    """

    game: str
    recordings: int
    clauses: Mapping[str, ClauseUse]
    unknown: tuple[str, ...]
    told_apart: frozenset[tuple[str, str, str]]
    seats: Mapping[int, int]
    ends: Mapping[str, int]
    failed: Mapping[str, str]
    shows: Mapping[str, frozenset[str]]


@frozen(kw_only=True)
class Missing:
    """What a game's recordings do not show. accept, reject: clauses without an accepted entry, without a refusal.

    rulings: ``ruling=option`` that no tried line tells from the default.
    """

    accept: tuple[str, ...]
    reject: tuple[str, ...]
    rulings: tuple[str, ...]


def coverage(game: str, recordings: Iterable[Path]) -> Coverage:
    """Count what recordings of one game show. The log of a script beside it counts with the script."""
    count = _Count(game)
    chosen = list(dict.fromkeys(recordings))
    scripts = {path.with_name(path.name.removesuffix(SCRIPT) + LOG) for path in chosen if path.name.endswith(SCRIPT)}
    for path in chosen:
        if path not in scripts:
            count.add(path)
    return count.result()


def missing(found: Coverage) -> Missing:
    """Return what is not shown, of the clauses that can show and the rulings that can be switched."""
    rulebook = library.rulebook(found.game)
    return Missing(
        accept=tuple(key for key, use in found.clauses.items() if _shows(rulebook, key, ACCEPT) and not use.accepted),
        reject=tuple(key for key, use in found.clauses.items() if _shows(rulebook, key, REJECT) and not use.refused),
        rulings=tuple(
            f"{ruling.id}={option}"
            for ruling in rulebook.rulings.values()
            for option in ruling.options
            if not ruling.fixed and option != ruling.default
            if (ruling.id, *sorted((option, ruling.default))) not in found.told_apart
        ),
    )


def _shows(rulebook: Rulebook, clause_id: str, how: str) -> bool:
    clause: Clause = rulebook.clauses[clause_id]
    return clause.kind != "definition" and clause.checkable in (how, "both")


class _Count:
    """Counts recording after recording."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._rulebook = library.rulebook(game)
        self._accepted: Counter[str] = Counter()
        self._refused: Counter[str] = Counter()
        self._where: dict[str, dict[str, None]] = {}
        self._told_apart: set[tuple[str, str, str]] = set()
        self._seats: Counter[int] = Counter()
        self._ends: Counter[str] = Counter()
        self._failed: dict[str, str] = {}
        self._shows: dict[str, set[str]] = {}
        self._recordings = 0

    def add(self, path: Path) -> None:
        try:
            if path.name.endswith(SCRIPT):
                run = play(read_script(path))
                game, seats, entries = run.script.game, run.script.seats, run.entries
                items: Sequence[Item] = run.items
            else:
                log = read_log(path)
                game, seats, entries = log.header.game, log.header.seats, log.entries
                items = entries
        except RefoldError as error:
            self._failed[str(path)] = str(error)
            return
        if game != self._game:
            return
        self._recordings += 1
        self._seats[len(seats)] += 1
        end = next((entry.result for entry in entries if isinstance(entry, EndEntry)), "unfinished")
        self._ends[end] += 1
        self._shows[str(path)] = {f"end {end}"}
        self._count(items, str(path))
        if path.name.endswith(SCRIPT):
            self._told_apart |= set(_told_apart(self._rulebook, run.recorder, items, seats))
            self._told_apart |= set(_told_apart_whole(self._rulebook, run))

    def _count(self, items: Iterable[Item], path: str) -> None:
        for item in items:
            match item:
                case Aside():
                    self._count(item.items, path)
                case Refusal():
                    self._cite(self._refused, REJECT, (item.refusal.clause, *item.refusal.also), path)
                case _:
                    cites = (clause for event in getattr(item, "events", ()) for clause in event.cites)
                    self._cite(self._accepted, ACCEPT, cites, path)

    def _cite(self, counter: Counter[str], how: str, clauses: Iterable[str], path: str) -> None:
        for clause in dict.fromkeys(clauses):
            counter[clause] += 1
            self._where.setdefault(clause, {})[path] = None
            self._shows[path].add(f"{how} {clause}")

    def result(self) -> Coverage:
        uses = {
            clause: ClauseUse(
                accepted=self._accepted[clause],
                refused=self._refused[clause],
                recordings=tuple(self._where.get(clause, ())),
            )
            for clause in self._rulebook.clauses
        }
        return Coverage(
            game=self._game,
            recordings=self._recordings,
            clauses=uses,
            unknown=tuple(sorted(self._where.keys() - uses.keys())),
            told_apart=frozenset(self._told_apart),
            seats=dict(sorted(self._seats.items())),
            ends=dict(sorted(self._ends.items())),
            failed=self._failed,
            shows={path: frozenset(shown) for path, shown in self._shows.items()},
        )


def _told_apart(
    rulebook: Rulebook, recorder: Recorder, items: Iterable[Item], seats: Sequence[str]
) -> Iterator[tuple[str, str, str]]:
    """Find the options whose results differ: each tried line under a reading is tried under the others too."""
    for item in items:
        if not isinstance(item, Aside):
            continue
        yield from _told_apart(rulebook, item.recorder, item.items, seats)
        for name, option in item.rulings.items():
            before = _Before(recorder, item, seats)
            result = before.result({})
            for other in rulebook.rulings[name].options:
                if other != option and result is not None and before.result({name: other}) != result:
                    one, two = sorted((option, other))
                    yield name, one, two


def _told_apart_whole(rulebook: Rulebook, run: Playthrough) -> Iterator[tuple[str, str, str]]:
    """Find the options whose results differ over a whole script that is played under one reading of its own.

    So readings show that only the set-up asks for.
    """
    if len(run.script.rulings) != 1:
        return
    ((name, option),) = run.script.rulings.items()
    result = _whole(run)
    script = attrs.evolve(run.script, steps=tuple(_unexpecting(run.script.steps)))
    for other in rulebook.rulings[name].options:
        if other == option:
            continue
        try:
            same = _whole(play(script, rulings={name: other})) == result
        except RefoldError:
            same = False
        if not same:
            one, two = sorted((option, other))
            yield name, one, two


def _whole(run: Playthrough) -> Any:
    """Return what a script leads to, but for what the game says of its rulings."""
    game, state = run.recorder.game, run.recorder.state
    encoder = Encoder(game.vocabulary)
    document = {key: value for key, value in game.document(state).items() if key != "rulings"}
    after = [item for item in run.items if not isinstance(item, SetupEntry | CheckpointEntry)]
    return plain(document), [_facts(encoder, item) for item in after], game.standings(state)


class _Before:
    """Where a tried line left: it can be tried again, read otherwise."""

    def __init__(self, recorder: Recorder, tried: Aside, seats: Sequence[str]) -> None:
        self._recorder = recorder
        self._tried = tried
        self._seats = seats

    def result(self, rulings: Mapping[str, str]) -> Any:
        """Return what the line leads to, None where it cannot be played so. Expectations are left out of it."""
        seeded, scripted = self._recorder.seeded, self._recorder.scripted
        seed = seeded.seed if seeded else None
        start = Recorder.resumed(self._recorder.timeline, self._tried.start, seed=seed, scripted=scripted)
        step = attrs.evolve(
            self._tried.step,
            rulings={**self._tried.rulings, **rulings},
            steps=tuple(_unexpecting(self._tried.step.steps)),
        )
        try:
            again = aside(start, step, self._seats)
        except RefoldError:
            return None
        encoder = Encoder(again.recorder.game.vocabulary)
        standings = again.recorder.game.standings(again.recorder.state)
        return [_facts(encoder, item) for item in again.items if not isinstance(item, CheckpointEntry)], standings


def _unexpecting(steps: Iterable[Step]) -> Iterator[Step]:
    for step in steps:
        if isinstance(step, Variation):
            yield attrs.evolve(step, steps=tuple(_unexpecting(step.steps)))
        elif not isinstance(step, Expect):
            yield step


def _facts(encoder: Encoder, item: Item) -> Any:
    match item:
        case Refusal():
            return item.refusal.clause
        case Aside():
            return [_facts(encoder, inner) for inner in item.items if not isinstance(inner, CheckpointEntry)]
        case MoveEntry():
            return plain([encoder.event(event) for event in item.events])
        case _:
            entry: Entry = item
            return plain(encoder.entry(entry))
