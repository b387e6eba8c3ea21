"""Differences that a change is meant to make: reviewed patterns with reasons, so that the others stand out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from events import strict
from events.decoding import explained
from events.errors import MalformedLine, RecordError
from events.frozen import frozen
from replay import library
from replay.report import Difference, Report

FORMAT = "expected/1"


@frozen(kw_only=True)
class Pattern:
    """Differences that are meant. clause, event, pointer: with ``*`` and ``?``; "" matches all. reason: why."""

    reason: str
    clause: str = ""
    event: str = ""
    pointer: str = ""

    def refuses(self, report: Report) -> bool:
        """Whether the refusal that a log ran into is meant."""
        return bool(report.clause) and bool(self.clause) and fnmatchcase(report.clause, self.clause)

    def meets(self, difference: Difference) -> bool:
        """Whether a difference is meant."""
        return (
            (not self.event or fnmatchcase(difference.event, self.event))
            and (not self.pointer or fnmatchcase(difference.pointer, self.pointer))
            and (not self.clause or any(fnmatchcase(clause, self.clause) for clause in difference.cites))
        )


@frozen(kw_only=True)
class Sorted:
    """Reports parted by a file of patterns. meant: what each pattern matched, in the order of the file.

    idle: patterns that matched nothing, which is a failure of the file.
    """

    meant: tuple[tuple[Pattern, tuple[Report, ...]], ...]
    other: tuple[Report, ...]

    @property
    def idle(self) -> tuple[Pattern, ...]:
        """Patterns without a match."""
        return tuple(pattern for pattern, reports in self.meant if not reports)


@frozen(kw_only=True)
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
    """Part the unsound reports into those of which all that differs is meant by some pattern, and the others."""
    meant: list[list[Report]] = [[] for _ in patterns]
    other = []
    for report in reports:
        if report.sound:
            continue
        places = _places(report, patterns)
        if not places or None in places:
            other.append(report)
            continue
        for place in sorted({place for place in places if place is not None}):
            meant[place].append(report)
    paired = tuple((pattern, tuple(found)) for pattern, found in zip(patterns, meant, strict=True))
    return Sorted(meant=paired, other=tuple(other))


def _places(report: Report, patterns: Sequence[Pattern]) -> list[int | None]:
    """Return for each thing that is wrong with a recording which pattern means it, None where none does."""
    if report.verdict in ("damaged", "unavailable"):
        return [None]
    # The digest of the document follows from what parted before it, and says nothing of its own.
    wrong = [found for place, found in enumerate(report.differences) if not place or found.pointer != "/document"]
    if not wrong and report.golden_difference is not None:
        wrong.append(report.golden_difference)
    places = [_first(one.meets(found) for one in patterns) for found in wrong]
    if report.verdict == "impossible":
        places.append(_first(one.refuses(report) for one in patterns))
    elif report.events < report.held:
        places.append(None)
    return places


def _first(fits: Iterable[bool]) -> int | None:
    return next((place for place, fit in enumerate(fits) if fit), None)
