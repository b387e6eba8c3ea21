"""What verifying shows: verdicts, differences, reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from events.frozen import field, frozen
from kernel.decider import Standing

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


@frozen(kw_only=True)
class Difference:
    """Where recorded and recomputed part. n: the entry. pointer: into the entry's line.

    kind: ``missing`` (recorded, not recomputed), ``extra`` (recomputed, not recorded), ``mismatch`` or ``draw``.
    event: type of the event concerned, "" where it is another part. recorded, recomputed: both sides as JSON values,
    None for nothing. cites: clauses that the events concerned cite, of both sides.
    """

    n: int
    kind: str
    pointer: str
    event: str = ""
    recorded: Any = None
    recomputed: Any = None
    cites: tuple[str, ...] = ()


@frozen(kw_only=True)
class Report:
    """What verifying one log showed. verdict: one of `VERDICTS`. entries, events: how many were executed.

    held: events that the log holds; fewer executed than held is a failure. differences: the first one of each entry, in
    order. heals: entry after which both sides are the same again to the end, 0 where they never are. clause, facts,
    remedy: of the refusal, when the verdict is ``impossible``. message: one sentence. notices: what one should know and
    is no fault: positions, overrides, forced undos. standings: at the end. golden: ``same``, ``differs`` or "" where
    there is none; golden_difference: its first differing line. rules_version, rules_digest: those it was recorded
    under; rules_here: version that it was decided anew under, 0 where it was not. game: "" where the log is unreadable.
    """

    path: str
    verdict: str
    entries: int = 0
    events: int = 0
    held: int = 0
    differences: tuple[Difference, ...] = ()
    heals: int = 0
    clause: str = ""
    facts: Mapping[str, Any] = field(factory=dict)
    remedy: Mapping[str, Any] = field(factory=dict)
    message: str = ""
    notices: tuple[str, ...] = ()
    recorded_standings: tuple[Standing, ...] = ()
    recomputed_standings: tuple[Standing, ...] = ()
    rules_version: int = 0
    rules_digest: str = ""
    rules_here: int = 0
    game: str = ""
    head: str = ""
    golden: str = ""
    golden_difference: Difference | None = None

    @property
    def sound(self) -> bool:
        """Whether nothing was found: the same, or the same as far as the log goes, and every event executed."""
        executed = self.events >= self.held and self.events > 0
        return self.verdict in ("same", "unfinished") and self.golden != "differs" and executed

    @property
    def concerned(self) -> tuple[str, ...]:
        """Clauses that what was found rests on: of the refusal, and of the events that differ, in their order."""
        cited = (clause for difference in self.differences for clause in difference.cites)
        return tuple(dict.fromkeys([*([self.clause] if self.clause else []), *cited]))

    @property
    def compatible(self) -> str:
        """How a log of another rules version fares here, "" for one of this version.

        ``fine``: the same comes out. ``risky``: it can be played to its end, but something else comes out.
        ``impossible``: it cannot be played to its end.
        """
        if not self.rules_here or self.rules_version == self.rules_here:
            return ""
        if self.verdict == "impossible":
            return "impossible"
        return "fine" if self.verdict in ("same", "unfinished") else "risky"


def parting(n: int, recorded: Sequence[Any], recomputed: Sequence[Any]) -> Difference:
    """Return the first difference of two lists of events of entry `n`, as JSON records; they must differ."""
    for place, (ours, theirs) in enumerate(zip(recorded, recomputed, strict=False)):
        if ours == theirs:
            continue
        if list(recorded[place + 1 : place + 2]) == [theirs]:
            return _lone(n, "missing", place, ours)
        if list(recomputed[place + 1 : place + 2]) == [ours]:
            return _lone(n, "extra", place, theirs)
        return _mismatch(n, place, ours, theirs)
    place = min(len(recorded), len(recomputed))
    if len(recorded) > place:
        return _lone(n, "missing", place, recorded[place])
    return _lone(n, "extra", place, recomputed[place])


def _lone(n: int, kind: str, place: int, event: Any) -> Difference:
    recorded, recomputed = (event, None) if kind == "missing" else (None, event)
    return Difference(
        n=n,
        kind=kind,
        pointer=f"/events/{place}",
        event=str(event.get("type", "")),
        recorded=recorded,
        recomputed=recomputed,
        cites=_cites(event),
    )


def _mismatch(n: int, place: int, ours: Any, theirs: Any) -> Difference:
    pointer, name = f"/events/{place}", str(ours.get("type", ""))
    cites = tuple(dict.fromkeys((*_cites(ours), *_cites(theirs))))
    if name == theirs.get("type"):
        key = next((key for key in ours if ours[key] != theirs.get(key)), None)
        if key is not None:
            pointer, ours, theirs = f"{pointer}/{key}", ours[key], theirs.get(key)
    return Difference(n=n, kind="mismatch", pointer=pointer, event=name, recorded=ours, recomputed=theirs, cites=cites)


def uncited(event: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out the citations of an event."""
    return {key: value for key, value in event.items() if key != "cites"}


def _cites(event: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(map(str, event.get("cites", ())))


def how_far(recorded: Sequence[Standing], recomputed: Sequence[Standing]) -> str:
    """Say how far a difference on the way went: to another ``winner``, another ``score``, or only another ``path``."""
    if [s.rank == 1 for s in recorded] != [s.rank == 1 for s in recomputed]:
        return "winner"
    level = [(s.seat, s.score) for s in recorded] == [(s.seat, s.score) for s in recomputed]
    return "path" if level else "score"
