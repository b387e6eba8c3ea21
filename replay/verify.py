"""Verifying a log: every move is decided once more, and what was recorded is held against what comes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from events.digests import seed_commitment
from events.encoding import Encoder, plain
from events.envelope import (
    CheckpointEntry,
    EndEntry,
    Entry,
    MoveEntry,
    OverrideEntry,
    PositionEntry,
    RevealEntry,
    SetupEntry,
    UndoEntry,
)
from events.errors import RecordError, RefoldError, UnknownSecret, UnsupportedVersion
from kernel.chance import Chance, Seeded, read_seed
from kernel.decider import Decision, Standing, decided, set_up
from kernel.errors import DrawConflict, DrawNeeded, IllegalMove, ImpossibleEvent
from replay.golden import compare_golden
from replay.logs import Log, read_log
from replay.timeline import Position, after, before_setup
from replay.witness import checkpoint

VERDICTS = (
    "same",
    "chance",
    "cites",
    "path",
    "score",
    "winner",
    "impossible",
    "unfinished",
    "damaged",
    "unavailable",
)


@attrs.frozen(kw_only=True)
class Difference:
    """Where recorded and recomputed part. n: the entry. pointer: into the entry's line.

    kind: ``missing`` (recorded, not recomputed), ``extra`` (recomputed, not recorded), ``mismatch`` or ``draw``.
    event: type of the event concerned, "" where it is another part. recorded, recomputed: both sides as JSON values,
    None for nothing.
    """

    n: int
    kind: str
    pointer: str
    event: str = ""
    recorded: Any = None
    recomputed: Any = None


@attrs.frozen(kw_only=True)
class Report:
    """What verifying one log showed. verdict: one of `VERDICTS`. entries, events: how many were executed.

    held: events that the log holds; fewer executed than held is a failure. differences: the first one of each entry, in
    order. heals: entry after which both sides are the same again to the end, 0 where they never are. clause, facts,
    remedy: of the refusal, when the verdict is ``impossible``. message: one sentence. notices: what one should know and
    is no fault: positions, overrides, forced undos. standings: at the end. golden: ``same``, ``differs`` or "" where
    there is none; golden_difference: its first differing line.
    """

    path: str
    verdict: str
    entries: int = 0
    events: int = 0
    held: int = 0
    differences: tuple[Difference, ...] = ()
    heals: int = 0
    clause: str = ""
    facts: Mapping[str, Any] = attrs.field(factory=dict)
    remedy: Mapping[str, Any] = attrs.field(factory=dict)
    message: str = ""
    notices: tuple[str, ...] = ()
    recorded_standings: tuple[Standing, ...] = ()
    recomputed_standings: tuple[Standing, ...] = ()
    rules_version: int = 0
    rules_digest: str = ""
    head: str = ""
    golden: str = ""
    golden_difference: Difference | None = None

    @property
    def sound(self) -> bool:
        """Whether nothing was found: the same, or the same as far as the log goes, and every event executed."""
        executed = self.events >= self.held and self.events > 0
        return self.verdict in ("same", "unfinished") and self.golden != "differs" and executed


def find_logs(paths: Sequence[Path]) -> list[Path]:
    """List the recordings that paths name: files as they are, folders with every log and every script in them, sorted.

    A folder named ``damaged`` inside a folder holds logs that are wrong on purpose and is passed over.
    """
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            found.append(path)
            continue
        inside = (*path.rglob("*.log.jsonl"), *path.rglob("*.game.json"))
        found += sorted(file for file in inside if "damaged" not in file.relative_to(path).parts[:-1])
    return list(dict.fromkeys(found))


def verify_log(path: Path, *, content: str = "") -> Report:
    """Verify one log, and the golden beside it where there is one.

    content: a pack for a log that was played with one's own.

    Raises: UnreadableFile.
    """
    try:
        log = read_log(path, content=content)
        wrong = next(log.not_canonical(), None)
    except UnsupportedVersion as error:
        return Report(path=str(path), verdict="unavailable", message=str(error))
    except RecordError as error:
        return Report(path=str(path), verdict="damaged", message=str(error))
    if wrong is not None:
        message = f"{path}:{wrong.number}: the line is not in its canonical spelling"
        return Report(path=str(path), verdict="damaged", message=message)
    report = _Verification(log).report()
    found = compare_golden(log)
    if found is None:
        return report
    difference = Difference(
        n=found.n, kind="mismatch", pointer=found.pointer, recorded=found.golden, recomputed=found.log
    )
    if found.same:
        return attrs.evolve(report, golden="same")
    return attrs.evolve(report, golden="differs", golden_difference=difference)


class _Verification:
    """One log on its way: the recorded line beside the recomputed one."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._game = log.game
        self._encoder = Encoder(log.game.vocabulary)
        self._differences: list[Difference] = []
        self._notices: list[str] = []
        self._kinds: set[str] = set()
        self._heals = 0
        self._events = 0
        self._executed = 0
        start = before_setup(log.game, log.table)
        self._recorded: list[Position[Any] | None] = [start]
        self._recomputed: list[Position[Any]] = [start]
        reveal = next((entry for entry in log.entries if isinstance(entry, RevealEntry)), None)
        self._seeded = Seeded(read_seed(reveal.seed)) if reveal else None

    def report(self) -> Report:
        """Go through the log."""
        version = self._log.header.rules.version
        if version != self._game.rules_version:
            self._notices.append(f"recorded under rules version {version}, here is version {self._game.rules_version}")
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
            head=self._log.head,
        )

    def _check(self, entry: Entry) -> None:
        kept = dict(enumerate(self._recomputed))
        now = self._recomputed[-1]
        match entry:
            case SetupEntry() | MoveEntry():
                position = self._decided_anew(entry, now)
            case CheckpointEntry():
                self._witness(entry, now)
                position = now
            case _:
                position = after(self._game, now, entry, kept)
                self._events += len(getattr(entry, "events", ()))
                self._other(entry, now)
        self._recorded.append(self._recorded_after(entry))
        self._recomputed.append(position)
        if self._differences:
            self._note_healing(entry)

    def _decided_anew(self, entry: SetupEntry | MoveEntry, now: Position[Any]) -> Position[Any]:
        chance = Chance(now.drawn, recorded=entry.draws, seeded=self._seeded)
        try:
            decision: Decision[Any, Any] = (
                set_up(self._game, self._log.table, chance)
                if isinstance(entry, SetupEntry)
                else decided(self._game, now.state, entry.move, chance)
            )
        except UnknownSecret as error:
            self._notices.append(f"entry {entry.n} is taken as recorded: {error}")
            self._events += len(entry.events)
            return after(self._game, now, entry, {})
        self._events += len(decision.events)
        self._compare(entry, decision)
        return Position(decision.state, chance.drawn)

    def _compare(self, entry: SetupEntry | MoveEntry, decision: Decision[Any, Any]) -> None:
        recorded = [self._encoder.event(event) for event in entry.events]
        recomputed = [self._encoder.event(event) for event in decision.events]
        if recorded != recomputed:
            kind, pointer, ours, theirs = first_difference(plain(recorded), plain(recomputed))
            only_cites = [_uncited(event) for event in recorded] == [_uncited(event) for event in recomputed]
            self._kinds.add("cites" if only_cites else "path")
            self._note(entry, kind, pointer, ours, theirs, counted=False, event=event_at(recorded, recomputed, pointer))
        elif entry.draws != decision.draws:
            self._kinds.add("chance")
            self._note(entry, "draw", "/draws", plain(entry.draws), plain(decision.draws), counted=False)

    def _witness(self, entry: CheckpointEntry, now: Position[Any]) -> None:
        try:
            found = checkpoint(self._game, self._encoder, now.state, entry.n)
        except UnknownSecret:
            self._notices.append(f"checkpoint {entry.n} rests on secrets that this log does not tell")
            return
        for name in ("document", "legal", "moves"):
            recorded, recomputed = getattr(entry, name), getattr(found, name)
            if recorded != recomputed:
                self._note(entry, "mismatch", f"/{name}", recorded, recomputed)
                return

    def _other(self, entry: Entry, now: Position[Any]) -> None:
        match entry:
            case OverrideEntry():
                self._notices.append(f"entry {entry.n}: {entry.arbiter} decided by {entry.clause}: {entry.reason}")
            case PositionEntry():
                self._notices.append(f"entry {entry.n} puts a position in place")
            case UndoEntry(forced=True):
                self._notices.append(f"entry {entry.n} is an undo past what was drawn or opened")
            case RevealEntry():
                told = seed_commitment(read_seed(entry.seed))
                committed = self._log.header.chance.commitment
                if told != committed:
                    self._note(entry, "draw", "/seed", committed, told)
            case EndEntry(result="finished") if not self._game.is_over(now.state):
                self._note(entry, "mismatch", "/result", "finished", "the game is not over")
            case _:
                pass

    def _note_healing(self, entry: Entry) -> None:
        """Note whether both sides stand at the same state after `entry`, though they parted before."""
        recorded = self._recorded[-1]
        if recorded is None or recorded.state != self._recomputed[-1].state:
            self._heals = 0
        elif not self._heals:
            self._heals = entry.n

    def _recorded_after(self, entry: Entry) -> Position[Any] | None:
        now = self._recorded[-1]
        kept = {n: position for n, position in enumerate(self._recorded) if position is not None}
        try:
            return after(self._game, now, entry, kept) if now is not None else None
        except RefoldError:
            return None

    def _note(  # noqa: PLR0913 - both sides and their place
        self,
        entry: Entry,
        kind: str,
        pointer: str,
        recorded: Any,
        recomputed: Any,
        *,
        counted: bool = True,
        event: str = "",
    ) -> None:
        if counted:
            self._kinds.add("chance" if kind == "draw" else "path")
        self._differences.append(
            Difference(n=entry.n, kind=kind, pointer=pointer, event=event, recorded=recorded, recomputed=recomputed)
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
            recorded, recomputed = self._standings(self._recorded[-1]), self._standings(self._recomputed[-1])
            if [s.rank == 1 for s in recorded] != [s.rank == 1 for s in recomputed]:
                return "winner"
            return "path" if recorded == recomputed else "score"
        for kind in ("cites", "chance"):
            if kind in self._kinds:
                return kind
        ended = any(isinstance(entry, EndEntry) for entry in self._log.entries)
        return "same" if ended else "unfinished"


def first_difference(recorded: Sequence[Any], recomputed: Sequence[Any]) -> tuple[str, str, Any, Any]:
    """Return the first difference of two lists of events: kind, JSON pointer in the entry, both sides."""
    for place, (ours, theirs) in enumerate(zip(recorded, recomputed, strict=False)):
        if ours == theirs:
            continue
        if list(recorded[place + 1 : place + 2]) == [theirs]:
            return "missing", f"/events/{place}", ours, None
        if list(recomputed[place + 1 : place + 2]) == [ours]:
            return "extra", f"/events/{place}", None, theirs
        return next(_fields(ours, theirs, f"/events/{place}"))
    place = min(len(recorded), len(recomputed))
    if len(recorded) > place:
        return "missing", f"/events/{place}", recorded[place], None
    return "extra", f"/events/{place}", None, recomputed[place]


def event_at(recorded: Sequence[Any], recomputed: Sequence[Any], pointer: str) -> str:
    """Return the type of the event that a pointer from `first_difference` leads into."""
    place = int(pointer.split("/")[2])
    return str(next((side[place]["type"] for side in (recorded, recomputed) if place < len(side)), ""))


def _fields(ours: Any, theirs: Any, pointer: str) -> Iterator[tuple[str, str, Any, Any]]:
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.get("type") == theirs.get("type"):
        for key in ours:
            if ours[key] != theirs.get(key):
                yield "mismatch", f"{pointer}/{key}", ours[key], theirs.get(key)
    yield "mismatch", pointer, ours, theirs


def _uncited(event: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key != "cites"}
