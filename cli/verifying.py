"""What `verify` found, in words and as JSON: all of one log, and what is worth knowing of thousands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from cli import exit_codes, output, story
from cli.telling import standings_line
from events.frozen import frozen

if TYPE_CHECKING:
    from replay.expected import Pattern, Sorted
    from replay.report import Difference, Report

CODES = {"damaged": exit_codes.BAD_FILE, "unavailable": exit_codes.NOT_HERE}
"""Exit codes of the verdicts that are no answer to "is it the same?"."""

FEW = 20
"""Recordings that are told one by one; of more only the groups that go wrong are, by an example each."""

NAMED = 3
"""Recordings of a group that are named."""

LONGEST = 300


@frozen(kw_only=True)
class Outcome:
    """A batch that was verified. reports: of all recordings, in their order. sorted: by what was expected.

    candidates: recordings there were before some were selected. strict: notices are findings. all_entries: every entry
    that differs is told. options: those that were given, as they were typed. rules: version and digest of what decided
    anew, by game; of another engine the digest is "".
    """

    reports: Sequence[Report]
    candidates: int
    strict: bool
    all_entries: bool
    options: Mapping[str, str]
    rules: Mapping[str, tuple[int, str]]
    sorted: Sorted | None = None

    def meant(self) -> set[str]:
        """Return the paths of the recordings of which all that differs was expected."""
        return {report.path for _, found in self.sorted.meant for report in found} if self.sorted else set()

    def failed(self) -> list[Report]:
        """Return the reports that are findings."""
        meant = self.meant()
        return [one for one in self.reports if self.code_of(one) != exit_codes.YES and one.path not in meant]

    def code_of(self, report: Report) -> int:
        """Return the exit code of one recording, whatever was expected."""
        if report.verdict in CODES:
            return CODES[report.verdict]
        return exit_codes.YES if report.sound and not (self.strict and report.notices) else exit_codes.NO

    def code(self) -> int:
        """Return the exit code of the batch; that nothing was executed is no success."""
        codes = {self.code_of(report) for report in self.failed()}
        if not self.reports or (self.sorted and self.sorted.idle):
            codes.add(exit_codes.NO)
        return exit_codes.of_batch(codes)


def tell(outcome: Outcome) -> None:
    """Print a batch."""
    from replay.batch import totals

    found = totals(outcome.reports)
    failed = outcome.failed()
    if len(outcome.reports) <= FEW:
        wrong = {report.path for report in failed}
        for report in outcome.reports:
            _tell_one(report, "FAIL" if report.path in wrong else "ok", outcome)
        if len(failed) > 1:
            _tell_groups(failed)
    else:
        _tell_groups(failed, outcome)
    if outcome.sorted:
        _tell_expected(outcome.sorted)
    for game, (version, digest) in outcome.rules.items():
        output.say(f"rules: {game} version {version}{', digest ' * bool(digest)}{digest}")
    if outcome.options:
        output.say(f"options: {' '.join(_typed(outcome.options))}")
    if not outcome.reports:
        output.say(f"nothing was verified: the selection fits none of {_logs(outcome.candidates)}")
        return
    told = ", ".join(f"{count} {verdict}" for verdict, count in found.verdicts.items())
    output.say(f"{_logs(found.logs)}, {found.entries} entries, {found.events} events executed: {told}")


def _logs(count: int) -> str:
    return f"{count} {'log' if count == 1 else 'logs'}"


def _typed(options: Mapping[str, str]) -> Iterator[str]:
    for name, value in options.items():
        yield f"--{name} {value}".rstrip()


def _tell_one(report: Report, mark: str, outcome: Outcome) -> None:
    counted = f"{report.entries} entries, {report.events} events"
    if report.events < report.held:
        counted += f" of {report.held}"
    golden = f", golden {report.golden}" if report.golden else ""
    output.say(f"{mark:4}  {report.path}: {report.verdict} ({counted}{golden})")
    for line in details(report, all_entries=outcome.all_entries):
        output.say(f"      {line}")


def _tell_groups(failed: Sequence[Report], outcome: Outcome | None = None) -> None:
    """Print what goes wrong, the like of it together; with an outcome the shortest example of each in full."""
    groups = grouped(failed)
    if groups and outcome is None:
        output.say("what is wrong, by kind:")
    for signature, reports in groups.items():
        verdicts = ", ".join(
            f"{count} {verdict}" for verdict, count in sorted(Counter(r.verdict for r in reports).items())
        )
        output.say(f"{'FAIL' if outcome else ' '}  {_logs(len(reports))}: {signature} ({verdicts})")
        if outcome is None:
            continue
        rest = len(reports) - NAMED
        output.say("      " + ", ".join(report.path for report in reports[:NAMED]) + f", {rest} more" * (rest > 0))
        example = min(reports, key=_shown_at)
        output.say(f"      shows soonest in {example.path}")
        for line in details(example, all_entries=outcome.all_entries):
            output.say(f"        {line}")


def grouped(failed: Sequence[Report]) -> dict[str, list[Report]]:
    """Return reports by signature, the largest group first."""
    from replay.batch import signature

    groups: dict[str, list[Report]] = {}
    for report in failed:
        groups.setdefault(signature(report), []).append(report)
    return dict(sorted(groups.items(), key=lambda group: (-len(group[1]), group[0])))


def _shown_at(report: Report) -> int:
    return report.differences[0].n if report.differences else report.entries + 1


def _tell_expected(found: Sorted) -> None:
    output.say("expected:")
    for pattern, reports in found.meant:
        count = _logs(len(reports)) if reports else "nothing, which is a failure,"
        output.say(f"  {count} by {_pattern(pattern)}: {pattern.reason}")


def _pattern(pattern: Pattern) -> str:
    parts = (("clause", pattern.clause), ("event", pattern.event), ("pointer", pattern.pointer))
    return ", ".join(f"{name} {value}" for name, value in parts if value)


def details(report: Report, *, all_entries: bool) -> Iterator[str]:
    """Say what there is to know of one recording, in lines: first how its rules version fares here."""
    if report.compatible:
        yield _compatible(report)
    shown = report.differences if all_entries else report.differences[:1]
    for difference in shown:
        yield from _difference(difference)
    if report.differences:
        rest = len(report.differences) - len(shown)
        more = f"{rest} more {'entry differs' if rest == 1 else 'entries differ'} (--keep-going); " if rest else ""
        yield more + (f"it heals at entry {report.heals}" if report.heals else "it persists to the end")
    if report.message:
        yield report.message
    if report.clause:
        yield f"clause {report.clause}"
    if report.golden_difference:
        yield from _difference(report.golden_difference, "golden: ")
    recorded, recomputed = standings_line(report.recorded_standings), standings_line(report.recomputed_standings)
    if recorded != recomputed and recorded and recomputed:
        yield f"recorded standings:   {recorded}"
        yield f"recomputed standings: {recomputed}"
    for notice in report.notices:
        yield f"note: {notice}"


def _compatible(report: Report) -> str:
    told = f"recorded under rules version {report.rules_version}, here is version {report.rules_here}: "
    clauses = ", ".join(report.concerned) or "none named"
    match report.compatible:
        case "fine":
            return told + "fine, the same comes out"
        case "risky":
            return told + f"risky, something else comes out; clauses concerned: {clauses}"
        case _:
            at = report.entries + 1
            return told + f"impossible at entry {at}, by {clauses}; --engine asks the rules it was recorded under"


def _difference(difference: Difference, what: str = "") -> Iterator[str]:
    event = f" ({difference.event})" if difference.event else ""
    yield f"{what}entry {difference.n}, {difference.kind} at {difference.pointer or '/'}{event}"
    yield f"  recorded:   {_short(difference.recorded)}"
    yield f"  recomputed: {_short(difference.recomputed)}"


def _short(value: Any) -> str:
    import orjson

    text = "nothing" if value is None else orjson.dumps(value, default=str).decode()
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def as_json(outcome: Outcome, revision: str) -> dict[str, Any]:
    """Return a batch as JSON."""
    from replay.batch import totals

    found = totals(outcome.reports)
    return {
        "logs": found.logs,
        "candidates": outcome.candidates,
        "entries": found.entries,
        "events": found.events,
        "verdicts": found.verdicts,
        "groups": {key: [report.path for report in reports] for key, reports in grouped(outcome.failed()).items()},
        "expected": [
            {**attrs.asdict(pattern), "logs": [report.path for report in reports]}
            for pattern, reports in (outcome.sorted.meant if outcome.sorted else ())
        ],
        "rules": {
            game: {"version": version, "digest": digest or None} for game, (version, digest) in outcome.rules.items()
        },
        "revision": revision or None,
        "options": dict(outcome.options),
        "reports": _reports(outcome),
    }


def _reports(outcome: Outcome) -> list[dict[str, Any]]:
    failed, meant = {report.path for report in outcome.failed()}, outcome.meant()
    return [
        {
            **_report(report, all_entries=outcome.all_entries),
            "ok": report.path not in failed,
            "meant": report.path in meant,
        }
        for report in outcome.reports
    ]


def _report(report: Report, *, all_entries: bool) -> dict[str, Any]:
    told = attrs.asdict(report, recurse=False)
    shown = report.differences if all_entries else report.differences[:1]
    told["differences"] = [attrs.asdict(one) for one in shown]
    told["differing"] = len(report.differences)
    told["persists"] = bool(report.differences) and not report.heals
    told["compatible"] = report.compatible or None
    told["concerned"] = list(report.concerned)
    told["golden_difference"] = attrs.asdict(report.golden_difference) if report.golden_difference else None
    for side in ("recorded_standings", "recomputed_standings"):
        told[side] = story.standings_as_json(told[side])
    return told
