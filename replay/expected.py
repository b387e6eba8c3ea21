"""Differences that a change is meant to make: reviewed patterns with reasons, so that the others stand out."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import attrs

from events import strict
from events.decoding import explained
from events.errors import MalformedLine, RecordError
from replay import library
from replay.verify import Report

FORMAT = "expected/1"


@attrs.frozen(kw_only=True)
class Pattern:
    """Differences that are meant. clause, event, pointer: with ``*`` and ``?``; "" matches all. reason: why."""

    reason: str
    clause: str = ""
    event: str = ""
    pointer: str = ""

    def matches(self, report: Report) -> bool:
        """Whether a report's refusal or every one of its differences is meant."""
        if report.verdict in ("damaged", "unavailable"):
            return False
        if report.clause or not report.differences:
            return bool(report.clause) and bool(self.clause) and fnmatchcase(report.clause, self.clause)
        return all(self._meets(difference, report) for difference in report.differences)

    def _meets(self, difference: Any, report: Report) -> bool:
        cited = {clause for side in (difference.recorded, difference.recomputed) for clause in _cites(side)}
        return (
            (not self.event or fnmatchcase(difference.event, self.event))
            and (not self.pointer or fnmatchcase(difference.pointer, self.pointer))
            and (not self.clause or any(fnmatchcase(clause, self.clause) for clause in (*cited, report.clause)))
        )


@attrs.frozen(kw_only=True)
class Sorted:
    """Reports parted by a file of patterns. meant: how many each pattern matched, in the order of the file.

    idle: patterns that matched nothing, which is a failure of the file.
    """

    meant: tuple[tuple[Pattern, tuple[Report, ...]], ...]
    other: tuple[Report, ...]

    @property
    def idle(self) -> tuple[Pattern, ...]:
        """Patterns without a match."""
        return tuple(pattern for pattern, reports in self.meant if not reports)


@attrs.frozen(kw_only=True)
class _File:
    refold: str
    expected: tuple[Pattern, ...]


def read_expected(path: Path) -> tuple[Pattern, ...]:
    """Read a file of patterns.

    Raises: UnreadableFile, MalformedLine; a pattern without a reason, or one that matches all, is refused.
    """
    reader = strict.converter(detailed=True, complete=False)
    record = library.read_json(path)
    try:
        found: _File = explained(lambda: reader.structure(record, _File))
    except RecordError as error:
        raise error.at(str(path)) from error
    if found.refold != FORMAT:
        msg = f'expected "refold":"{FORMAT}"'
        raise MalformedLine(msg, place=str(path), pointer="$.refold")
    for place, pattern in enumerate(found.expected):
        if not pattern.reason.strip() or not (pattern.clause or pattern.event or pattern.pointer):
            msg = "a pattern names its reason, and a clause, an event or a pointer"
            raise MalformedLine(msg, place=str(path), pointer=f"$.expected[{place}]")
    return found.expected


def sort(reports: Sequence[Report], patterns: Sequence[Pattern]) -> Sorted:
    """Part the unsound reports into those that are meant, by the first pattern that matches, and the others."""
    meant: list[list[Report]] = [[] for _ in patterns]
    other = []
    for report in reports:
        if report.sound:
            continue
        place = next((place for place, pattern in enumerate(patterns) if pattern.matches(report)), None)
        if place is None:
            other.append(report)
        else:
            meant[place].append(report)
    paired = tuple((pattern, tuple(found)) for pattern, found in zip(patterns, meant, strict=True))
    return Sorted(meant=paired, other=tuple(other))


def _cites(side: Any) -> tuple[str, ...]:
    return tuple(side.get("cites", ())) if isinstance(side, dict) else ()
