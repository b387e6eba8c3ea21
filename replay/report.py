"""What verifying shows: verdicts, differences, reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

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


def how_far(recorded: Sequence[Standing], recomputed: Sequence[Standing]) -> str:
    """Say how far a difference on the way went: to another ``winner``, another ``score``, or only another ``path``."""
    if [s.rank == 1 for s in recorded] != [s.rank == 1 for s in recomputed]:
        return "winner"
    level = [(s.seat, s.score) for s in recorded] == [(s.seat, s.score) for s in recomputed]
    return "path" if level else "score"
