"""A log decided once more, entry by entry, with what was recorded beside what comes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from events.digests import seed_commitment
from events.encoding import Encoder, plain
from events.envelope import (
    BranchEntry,
    ChanceUsed,
    CheckpointEntry,
    Draw,
    EndEntry,
    Entry,
    MoveEntry,
    OverrideEntry,
    PositionEntry,
    RevealEntry,
    SetupEntry,
    UndoEntry,
)
from events.errors import RecordError, RefoldError, UnknownSecret
from kernel.chance import Chance, Seeded, read_seed
from kernel.decider import Decision, Standing, Table, decided, set_up
from kernel.errors import BadSeed, DrawConflict, DrawNeeded, IllegalMove, ImpossibleEvent
from replay.course import Course
from replay.lineage import chance_in_force, seed_of
from replay.logs import Log
from replay.report import Difference, Report, how_far, parting, uncited
from replay.timeline import Kept, Position, after, before_setup, made_position
from replay.witness import checkpoint


class Recomputation:
    """One log on its way: the recorded line beside the recomputed one."""

    def __init__(self, log: Log, table: Table | None = None) -> None:
        """Take a log, and the table to play it on: its own, or one with other readings or other content."""
        self._log = log
        self._game = log.game
        self._table = table or log.table
        self._encoder = Encoder(log.game.vocabulary)
        self._differences: list[Difference] = []
        self._notices: list[str] = []
        self._kinds: set[str] = set()
        self._heals = 0
        self._events = 0
        self._executed = 0
        start = before_setup(log.game, log.table)
        self._recorded: list[Position[Any] | None] = [start]
        self._recomputed = [start if table is None else before_setup(log.game, table)]
        self._kept = Kept(self._recomputed)
        self._same: set[int] = set()
        self._course = Course()
        self._seeded = self._seeds_of(log, 0)

    def report(self) -> Report:
        """Go through the log."""
        version = self._log.header.rules.version
        refusal: IllegalMove | None = None
        stopped = ""
        for entry in self._log.entries:
            try:
                self._check(entry)
            except IllegalMove as error:
                refusal, stopped = error, f"entry {entry.n} is refused here: {error.message}"
            except (DrawNeeded, DrawConflict) as error:
                self._note(entry, "draw", "/draws", plain(getattr(entry, "draws", ())), str(error))
                stopped = f"entry {entry.n} cannot be decided here: {error}"
            except (ImpossibleEvent, RecordError) as error:
                stopped = f"entry {entry.n} does not follow from what was recomputed: {error}"
            if stopped:
                break
            self._executed += 1
        held = sum(len(getattr(entry, "events", ())) for entry in self._log.entries)
        return Report(
            path=self._log.path,
            verdict=self._verdict(impossible=bool(stopped)),
            entries=self._executed,
            events=self._events,
            held=held,
            differences=tuple(self._differences),
            heals=self._heals,
            clause=refusal.clause if refusal else "",
            facts=refusal.facts if refusal else {},
            remedy=refusal.remedy if refusal else {},
            message=stopped,
            notices=tuple(self._notices),
            recorded_standings=self._standings(self._recorded[-1]),
            recomputed_standings=self._standings(self._recomputed[-1]),
            rules_version=version,
            rules_digest=self._log.header.rules.digest,
            rules_here=self._game.rules_version,
            game=self._log.header.game,
            head=self._log.head,
        )

    def _check(self, entry: Entry) -> None:
        now = self._recomputed[-1]
        if wrong := self._course.wrong(entry):
            self._note(entry, "mismatch", *wrong)
        match entry:
            case SetupEntry() | MoveEntry():
                position = self._decided_anew(entry, now)
            case CheckpointEntry():
                self._witness(entry, now)
                position = now
            case _:
                position = after(self._game, now, entry, self._kept)
                self._events += len(getattr(entry, "events", ()))
                self._other(entry, now)
        self._recorded.append(position if self._followed(entry) else self._recorded_after(entry))
        self._recomputed.append(position)
        self._course.append(entry)
        if self._differences:
            self._note_healing(entry)

    def _decided_anew(self, entry: SetupEntry | MoveEntry, now: Position[Any]) -> Position[Any]:
        try:
            decision, drawn = self._decided(entry, now, entry.draws)
        except UnknownSecret as error:
            self._notices.append(f"entry {entry.n} is taken as recorded: {error}")
            self._events += len(entry.events)
            return after(self._game, now, entry, {})
        except DrawConflict:
            meant = self._by_the_seed(entry, now)
            if meant is None:
                raise
            decision, drawn = meant
        else:
            if entry.events != decision.events and entry.draws:
                # What happened follows from the seed: then it is what was recorded as drawn that is wrong.
                decision, drawn = self._by_the_seed(entry, now) or (decision, drawn)
        self._events += len(decision.events)
        if entry.events == decision.events and entry.draws == decision.draws:
            self._same.add(entry.n)
        else:
            self._compare(entry, decision)
        return made_position(decision.state, drawn)

    def _decided(
        self, entry: SetupEntry | MoveEntry, now: Position[Any], draws: Sequence[Draw]
    ) -> tuple[Decision[Any, Any], Mapping[str, int]]:
        """Decide an entry's move anew; also return how far each stream was drawn from."""
        chance = Chance(now.drawn, recorded=draws, seeded=self._seeded)
        decision: Decision[Any, Any] = (
            set_up(self._game, self._table, chance)
            if isinstance(entry, SetupEntry)
            else decided(self._game, now.state, entry.move, chance)
        )
        return decision, chance.drawn

    def _by_the_seed(
        self, entry: SetupEntry | MoveEntry, now: Position[Any]
    ) -> tuple[Decision[Any, Any], Mapping[str, int]] | None:
        """Decide an entry's move with draws from the seed, where it is told; None unless the recorded events follow."""
        if self._seeded is None:
            return None
        try:
            found = self._decided(entry, now, ())
        except (IllegalMove, DrawNeeded, DrawConflict):
            return None
        return found if found[0].events == entry.events else None

    def _compare(self, entry: SetupEntry | MoveEntry, decision: Decision[Any, Any]) -> None:
        recorded = [self._encoder.event(event) for event in entry.events]
        recomputed = [self._encoder.event(event) for event in decision.events]
        if isinstance(entry, SetupEntry) and self._table is not self._log.table:
            recorded, recomputed = ([_unruled(event) for event in side] for side in (recorded, recomputed))
        if recorded != recomputed:
            only_cites = [uncited(event) for event in recorded] == [uncited(event) for event in recomputed]
            self._kinds.add("cites" if only_cites else "path")
            self._differences.append(parting(entry.n, plain(recorded), plain(recomputed)))
        elif entry.draws != decision.draws:
            self._note(entry, "draw", "/draws", plain(entry.draws), plain(decision.draws))

    def _witness(self, entry: CheckpointEntry, now: Position[Any]) -> None:
        try:
            found = checkpoint(self._game, self._encoder, now.state, entry.n, rulings=self._recorded_rulings())
        except UnknownSecret:
            self._notices.append(f"checkpoint {entry.n} rests on secrets that this log does not tell")
            return
        for name in ("document", "legal", "moves"):
            recorded, recomputed = getattr(entry, name), getattr(found, name)
            if recorded != recomputed:
                self._note(entry, "mismatch", f"/{name}", recorded, recomputed)
                return

    def _recorded_rulings(self) -> Mapping[str, str] | None:
        """Return the rulings to show in a witness where they were switched on purpose: those of the recording."""
        recorded = self._recorded[-1]
        if self._table is self._log.table or recorded is None:
            return None
        found: Mapping[str, str] = self._game.document(recorded.state)["rulings"]
        return found

    def _other(self, entry: Entry, now: Position[Any]) -> None:
        match entry:
            case OverrideEntry():
                self._notices.append(f"entry {entry.n}: {entry.arbiter} decided by {entry.clause}: {entry.reason}")
            case PositionEntry():
                self._notices.append(f"entry {entry.n} puts a position in place")
            case UndoEntry(forced=True):
                self._notices.append(f"entry {entry.n} is an undo past what was drawn or opened")
            case RevealEntry():
                told = _committed(entry.seed)
                committed = chance_in_force(self._log.header, self._log.entries, entry.n).commitment
                if told not in (committed, self._log.header.chance.commitment):
                    self._note(entry, "draw", "/seed", committed, told)
            case BranchEntry(chance=ChanceUsed()):
                self._seeded = self._seeds_of(self._log, entry.n)
            case EndEntry(result="finished") if not self._game.is_over(now.state):
                self._note(entry, "mismatch", "/result", "finished", "the game is not over")
            case EndEntry(result="resigned" | "abandoned") if self._game.is_over(now.state):
                self._note(entry, "mismatch", "/result", entry.result, "finished")
            case _:
                pass

    @staticmethod
    def _seeds_of(log: Log, n: int) -> Seeded | None:
        """Return what is drawn from after entry `n`, where the log tells it."""
        seed = seed_of(log.header, log.entries, n)
        return Seeded(seed) if seed else None

    def _note_healing(self, entry: Entry) -> None:
        """Note whether both sides stand at the same state after `entry`, though they parted before."""
        recorded = self._recorded[-1]
        if recorded is None or recorded.state != self._recomputed[-1].state:
            self._heals = 0
        elif not self._heals:
            self._heals = entry.n

    def _followed(self, entry: Entry) -> bool:
        """Whether both sides stood at one position and the same followed from it: then they stand at one again."""
        return entry.n in self._same and self._recorded[-1] is self._recomputed[-1]

    def _recorded_after(self, entry: Entry) -> Position[Any] | None:
        now = self._recorded[-1]
        try:
            return after(self._game, now, entry, Kept(self._recorded)) if now is not None else None
        except RefoldError:
            return None

    def _note(
        self,
        entry: Entry,
        kind: str,
        pointer: str,
        recorded: Any,
        recomputed: Any,
    ) -> None:
        self._kinds.add("chance" if kind == "draw" else "path")
        self._differences.append(
            Difference(n=entry.n, kind=kind, pointer=pointer, recorded=recorded, recomputed=recomputed)
        )

    def _standings(self, position: Position[Any] | None) -> tuple[Standing, ...]:
        if position is None:
            return ()
        try:
            return self._game.standings(position.state)
        except RefoldError:
            return ()

    def _verdict(self, *, impossible: bool) -> str:
        if impossible:
            return "impossible"
        if "path" in self._kinds:
            return how_far(self._standings(self._recorded[-1]), self._standings(self._recomputed[-1]))
        for kind in ("cites", "chance"):
            if kind in self._kinds:
                return kind
        ended = any(isinstance(entry, EndEntry) for entry in self._log.entries)
        return "same" if ended else "unfinished"


def _committed(seed: str) -> str:
    """Return what a header says of a seed, or what is wrong with it."""
    try:
        return seed_commitment(read_seed(seed))
    except BadSeed as error:
        return str(error)


def _unruled(event: dict[str, Any]) -> dict[str, Any]:
    """Leave out the list of rulings in force: where they are switched on purpose it is no difference."""
    return {key: value for key, value in event.items() if key != "rulings"}
