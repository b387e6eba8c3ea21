"""What a change of the rules does to recorded games: who exercised it, whom it breaks, whose result it changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from events.errors import RefoldError, UnsupportedVersion
from events.frozen import frozen
from kernel.decider import Standing
from replay import library
from replay.logs import Log, read_log
from replay.recompute import Recomputation
from replay.report import Report
from replay.revisions import checkout, compare_engines, engine_at

ORDER = ("impossible", "winner", "score", "path", "cites", "chance", "unfinished", "same", "damaged", "unavailable")
"""Verdicts, the gravest first."""


@frozen(kw_only=True)
class Effect:
    """What a change does to one log.

    exercised: whether an entry cites a clause that the change concerns, or anything differs by it.
    length: entries of the log. report: of the log played under the change.
    """

    path: str
    exercised: bool
    length: int
    report: Report

    @property
    def verdict(self) -> str:
        """The verdict of the report."""
        return self.report.verdict


@frozen(kw_only=True)
class Impact:
    """What a change does to a corpus. effects: in the order of the logs."""

    effects: tuple[Effect, ...]

    @property
    def exercised(self) -> tuple[str, ...]:
        """Logs that came to the clauses concerned."""
        return tuple(effect.path for effect in self.effects if effect.exercised)

    def by_verdict(self) -> dict[str, tuple[Effect, ...]]:
        """Return the effects by verdict, the gravest verdict first."""
        groups = {verdict: tuple(e for e in self.effects if e.verdict == verdict) for verdict in ORDER}
        return {verdict: effects for verdict, effects in groups.items() if effects}

    def shortest(self, verdict: str) -> Effect | None:
        """Return the effect of a verdict that shows soonest; of those level, the first."""
        found = [effect for effect in self.effects if effect.verdict == verdict]
        return min(found, key=lambda effect: (_shown_at(effect), effect.path), default=None)


def impact(paths: Sequence[Path], *, rulings: Mapping[str, str] | None = None, content: str = "") -> Iterator[Effect]:
    """Play each log under other readings or with another pack.

    Raises: BadSetup for a ruling or option that a game of the corpus does not have; UnreadableFile.
    """
    for path in paths:
        try:
            log = read_log(path)
        except RefoldError as error:
            yield _unread(path, error)
            continue
        yield _effect(log, dict(rulings or {}), content)


def impact_of_revisions(paths: Sequence[Path], before: str, after: str) -> Iterator[Effect]:
    """Hold what two revisions of the rules make of each log against each other.

    Raises: NoRevision, NoEngine, UnsupportedVersion.
    """
    root = checkout()
    with engine_at(root, before) as ours, engine_at(root, after) as theirs:
        for path in paths:
            try:
                log = read_log(path)
            except RefoldError as error:
                yield _unread(path, error)
                continue
            report = compare_engines(log, ours, theirs)
            changed = bool(report.differences or report.message)
            yield Effect(path=str(path), exercised=changed, length=len(log.entries), report=report)


def _unread(path: Path, error: RefoldError) -> Effect:
    verdict = "unavailable" if isinstance(error, UnsupportedVersion) else "damaged"
    report = Report(path=str(path), verdict=verdict, message=str(error))
    return Effect(path=str(path), exercised=False, length=0, report=report)


def _effect(log: Log, rulings: Mapping[str, str], content: str) -> Effect:
    header = log.header
    pack = library.pack(header.game, content or header.content.pack)
    table = library.table(header.game, header.seats, header.setup, {**header.rules.rulings, **rulings}, pack)
    rulebook = library.rulebook(header.game)
    concerned = {rulebook.rulings[name].clause for name in rulings}
    cited = {clause for entry in log.entries for event in getattr(entry, "events", ()) for clause in event.cites}
    report = Recomputation(log, table).report()
    # A pack is read by clauses that nobody has listed: who came to it is seen by what differs.
    exercised = bool(concerned & cited) or bool(report.differences or report.message)
    return Effect(path=log.path, exercised=exercised, length=len(log.entries), report=report)


def _shown_at(effect: Effect) -> int:
    """Return the entry at which an effect shows."""
    if effect.report.differences:
        return effect.report.differences[0].n
    return effect.report.entries + 1


def changes_of_score(before: Sequence[Standing], after: Sequence[Standing]) -> dict[str, int]:
    """Return by how much each seat's score changes, where it does."""
    scores = {standing.seat: standing.score for standing in before}
    return {s.seat: s.score - scores.get(s.seat, 0) for s in after if s.score != scores.get(s.seat, 0)}
