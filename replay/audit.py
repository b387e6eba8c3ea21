"""Auditing a log: everything about it that can be checked, and each thing found with its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from events.digests import seed_commitment
from events.encoding import plain, secrets_in
from events.envelope import (
    BranchEntry,
    CheckpointEntry,
    EndEntry,
    Entry,
    MoveEntry,
    OverrideEntry,
    PositionEntry,
    RebaseEntry,
    RevealEntry,
    SetupEntry,
    UndoEntry,
)
from events.errors import BrokenChain, RecordError, RefoldError, TornTail, UnknownSecret, UnsupportedVersion
from kernel.chance import Chance, Seeded, read_seed
from kernel.decider import decided, set_up
from kernel.errors import DrawConflict, DrawNeeded, IllegalMove
from kernel.rulebook import UnknownClause
from replay import library
from replay.arbiter import outcome_without
from replay.edits import readings_in
from replay.findings import NO_SEAL, Audit, Finding, Notice, Without
from replay.keeping import Seal
from replay.lineage import known_seeds
from replay.logs import Log, read_log
from replay.recompute import Recomputation
from replay.report import Report
from replay.timeline import Timeline


def audit(
    path: Path, *, content: str = "", seal: Seal | None = None, seeds: Sequence[str] = (), overrides: bool = True
) -> Audit:
    """Look at everything in a log that can be checked.

    seeds: as hex digits, beside those that the log tells. overrides: whether to decide the game anew without each of an
    arbiter's decisions.

    Raises: UnreadableFile, BadSeed, BadSetup, BadContent.
    """
    try:
        log = read_log(path, content=content, salvage=True)
    except UnsupportedVersion as error:
        return Audit(path=str(path), unavailable=str(error))
    except RecordError as error:
        return Audit(path=str(path), findings=(_of_fault(error, 0),))
    if isinstance(log.fault, UnsupportedVersion):
        return Audit(path=str(path), unavailable=str(log.fault))
    return _Auditor(log, seal, seeds).audit(overrides=overrides)


class _Auditor:
    """One log on the table."""

    def __init__(self, log: Log, seal: Seal | None, seeds: Sequence[str]) -> None:
        self._log = log
        self._seal = seal
        known = (*known_seeds(log.entries), *map(read_seed, seeds))
        self._seeds = {seed_commitment(seed): Seeded(seed) for seed in known}
        self._findings: list[Finding] = []
        self._notices: list[Notice] = []
        self._line = 0
        self._checked = 0
        self._recorded = 0

    def audit(self, *, overrides: bool) -> Audit:
        log = self._log
        if log.fault is not None:
            self._findings.append(_of_fault(log.fault, len(log.entries) + 1))
        for line in log.not_canonical():
            self._find("canonical form", _entry_of(log, line.number), f"line {line.number} is spelled otherwise")
        sealed = self._against_seal()
        report = None
        citations = 0
        try:
            timeline = log.timeline()
        except RefoldError as error:
            self._find("moves", 0, f"the recorded events cannot follow from one another: {error}")
        else:
            report = self._moves()
            self._draws(timeline)
            citations = self._citations()
            self._faults(timeline)
        self._note_kinds()
        return Audit(
            path=log.path,
            findings=tuple(sorted(self._findings, key=lambda finding: finding.n)),
            notices=tuple(sorted(self._notices, key=lambda notice: notice.n)),
            report=report,
            head=log.head,
            entries=len(log.entries),
            draws=(self._checked, self._recorded),
            citations=citations,
            checkpoints=sum(isinstance(entry, CheckpointEntry) for entry in log.entries),
            sealed=sealed,
            without=tuple(self._without()) if overrides and report is not None else (),
        )

    def _find(self, check: str, n: int, message: str, recorded: Any = None, recomputed: Any = None) -> None:
        self._findings.append(Finding(check=check, n=n, message=message, recorded=recorded, recomputed=recomputed))

    def _note(self, kind: str, n: int, message: str) -> None:
        self._notices.append(Notice(kind=kind, n=n, message=message))

    def _against_seal(self) -> str:
        """Hold the log against its seal, and say in a sentence what that proves."""
        if self._seal is None:
            return NO_SEAL
        log, seal = self._log, self._seal
        heads = [log.header_line.digest.hex(), *(line.digest.hex() for line in log.lines)]
        if seal.head not in heads:
            what = "entries were cut off" if len(log.entries) < seal.entries else "the log is another one"
            message = f"the log does not hold the sealed entry {seal.entries}: {what}"
            self._find("seal", min(seal.entries, len(log.entries)), message, heads[-1], seal.head)
            return ""
        at = heads.index(seal.head)
        if at != seal.entries or seal.game != log.header.game:
            self._find("seal", at, "the seal says otherwise what it seals", at, seal.entries)
            return ""
        more = len(log.entries) - at
        return f"entries 1 to {at} are those that were sealed" + (f"; {more} came after" if more else "")

    def _moves(self) -> Report:
        """Decide every move anew."""
        report = Recomputation(self._log).report()
        for difference in report.differences:
            entry = self._log.entries[difference.n - 1]
            check = "checkpoints" if isinstance(entry, CheckpointEntry) else "moves"
            check = "draws" if isinstance(entry, RevealEntry) else check
            message = f"{difference.pointer}: recorded and recomputed differ ({difference.kind})"
            self._find(check, difference.n, message, difference.recorded, difference.recomputed)
        if report.message and not any(finding.n == report.entries + 1 for finding in self._findings):
            facts = {"clause": report.clause, "facts": dict(report.facts)} if report.clause else None
            self._find("moves", report.entries + 1, report.message, None, facts)
        return report

    def _draws(self, timeline: Timeline) -> None:
        """Recompute every draw from the seed, each in the recorded position before it."""
        unchecked: list[int] = []
        committed = self._log.header.chance.commitment
        for entry, before, _ in timeline.steps():
            if isinstance(entry, BranchEntry | RebaseEntry):
                self._line = entry.n
            if isinstance(entry, BranchEntry) and entry.chance is not None:
                committed = entry.chance.commitment
            made = getattr(entry, "draws", ())
            self._recorded += len(made)
            if not made:
                continue
            seeded = self._seeds.get(committed) if committed else None
            if seeded is None or not isinstance(entry, SetupEntry | MoveEntry):
                unchecked.append(entry.n)
                continue
            self._draw(entry, Chance(before.drawn, seeded=seeded), before.state, unchecked)
        if unchecked:
            what = "some draws are not" if self._checked else "no draw is"
            message = f"{what} checked: no seed that the log commits to gives them or is told"
            self._note("draws", unchecked[0], f"{message} (entries {_few(unchecked)})")

    def _draw(self, entry: SetupEntry | MoveEntry, chance: Chance, state: Any, unchecked: list[int]) -> None:
        game = self._log.game
        try:
            if isinstance(entry, SetupEntry):
                set_up(game, self._log.table, chance)
            else:
                decided(game, state, entry.move, chance)
        except (UnknownSecret, IllegalMove, DrawNeeded, DrawConflict):
            # What cannot be decided is reported by deciding the moves anew.
            unchecked.append(entry.n)
            return
        recorded, recomputed = plain(entry.draws), plain(tuple(chance.made))
        if recorded != recomputed and any(not secret.known for secret in secrets_in(game.document(state))):
            # What is drawn may depend on a hand that this log does not tell.
            unchecked.append(entry.n)
            return
        for ours, theirs in zip(recorded, recomputed, strict=False):
            self._checked += 1
            if ours == theirs:
                continue
            message = f"the seed does not give the draw {ours[0]}, {ours[1]}"
            if self._line:
                # A line that left another one keeps its draws where they are still possible.
                self._note("draws", entry.n, f"{message}: kept from the game before entry {self._line}, or forged")
            else:
                told = theirs[2] if ours[:2] == theirs[:2] else theirs
                self._find("draws", entry.n, f"{message}: by hand, or forged", ours[2], told)

    def _citations(self) -> int:
        """Look every clause up that an event or a decision cites."""
        rulebook = library.rulebook(self._log.header.game)
        resolved = 0
        for entry in self._log.entries:
            cited = [clause for event in getattr(entry, "events", ()) for clause in event.cites]
            if isinstance(entry, OverrideEntry):
                cited.append(entry.clause)
            for clause in dict.fromkeys(cited):
                try:
                    rulebook.clause(clause)
                    resolved += 1
                except UnknownClause as error:
                    self._find("citations", entry.n, str(error), clause)
        return resolved

    def _faults(self, timeline: Timeline) -> None:
        """Look for the first position that cannot be."""
        for entry, before, after in timeline.steps():
            if after.state is not before.state and (faults := self._log.game.faults(after.state)):
                self._find("faults", entry.n, "this position cannot be: " + "; ".join(faults))
                return

    def _note_kinds(self) -> None:
        for entry in self._log.entries:
            if found := _notice(entry):
                self._note(*found)
        ended = any(isinstance(entry, EndEntry) for entry in self._log.entries)
        if not ended and self._log.fault is None:
            self._note("unfinished", len(self._log.entries), "the log ends here without saying so")
        version, here = self._log.header.rules.version, self._log.game.rules_version
        if version != here:
            self._note("rules", 0, f"recorded under rules version {version}, decided anew under version {here}")

    def _without(self) -> Iterator[Without]:
        for entry in self._log.entries:
            if isinstance(entry, OverrideEntry):
                try:
                    diff, stopped = outcome_without(self._log, entry.n)
                except RefoldError as error:
                    self._note("override", entry.n, f"the game cannot be decided without it: {error}")
                else:
                    yield Without(n=entry.n, diff=diff, stopped=stopped)


def _notice(entry: Entry) -> tuple[str, int, str] | None:
    match entry:
        case OverrideEntry():
            return "override", entry.n, f"{entry.arbiter} decided by {entry.clause}: {entry.reason}"
        case PositionEntry():
            reading = readings_in(entry)
            told = f"read otherwise from here on: {reading}" if reading else "a position was put in place"
            return "position", entry.n, told
        case UndoEntry(forced=True):
            return "undo", entry.n, f"an undo to entry {entry.to} past what was drawn or opened"
        case BranchEntry():
            luck = ", with luck of its own" if entry.chance else ""
            told = f"branched from {entry.parent[:12]}… after entry {entry.at}{luck}"
            return "branch", entry.n, told + _because(entry)
        case RebaseEntry():
            told = f"rebased from {entry.parent[:12]}… at entry {entry.at}"
            return "rebase", entry.n, told + _because(entry)
        case EndEntry(result="resigned" | "abandoned"):
            return "end", entry.n, f"the game was {entry.result}" + (f" by {entry.by}" if entry.by else "")
        case _:
            return None


def _because(entry: BranchEntry | RebaseEntry) -> str:
    """Say by whom and why a line was left, as far as it is told."""
    return (f" by {entry.editor}" if entry.editor else "") + (f": {entry.reason}" if entry.reason else "")


def _of_fault(fault: RecordError, n: int) -> Finding:
    broken = isinstance(fault, BrokenChain | TornTail)
    return Finding(check="chain" if broken else "form", n=n, message=str(fault))


def _entry_of(log: Log, number: int) -> int:
    """Return the entry that stands on a line, 0 for the header."""
    return next((entry.n for line, entry in zip(log.lines, log.entries, strict=True) if line.number == number), 0)


def _few(numbers: Sequence[int], most: int = 6) -> str:
    shown = ", ".join(map(str, numbers[:most]))
    return f"{shown} and {len(numbers) - most} more" if len(numbers) > most else shown
