"""`refold verify`: recorded games decided anew and compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import exit_codes, options, output, story

if TYPE_CHECKING:
    from replay.regress import Update
    from replay.verify import Report

CODES = {"damaged": exit_codes.BAD_FILE, "unavailable": exit_codes.NOT_HERE}
"""Exit codes of the verdicts that are no answer to "is it the same?"."""


@click.command("verify")
@click.argument("paths", nargs=-1, required=True, type=options.FILE)
@options.content
@click.option("--strict", is_flag=True, help="Count positions, overrides and forced undos as findings.")
@click.option("--update", is_flag=True, help="Bring logs and goldens up to date; the moves stay.")
@click.option("--because", metavar="REASON", help="Why they change; it joins the golden's history.")
@options.as_json
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[Path, ...],
    content: str,
    strict: bool,
    update: bool,
    because: str | None,
    as_json: bool,
) -> None:
    """Decide recorded games anew and compare.

    PATHS are logs, scripts, patterns such as "games/*.log.jsonl", and folders, which are searched. Every move is put to
    the rules again; what was recorded is held against what comes out, and against the golden beside the file. The exit
    code is 0 when all is the same, 1 when something differs, 3 for a damaged log, 4 for one whose game or version is
    not here.

    \b
    Example:
      refold verify fixtures/
      refold verify game.log.jsonl --json
      refold verify fixtures/ --update --because "ties now pay"
    """
    from replay.verify import find_logs

    _reasoned(update=update, because=because)
    found = find_logs([named for path in paths for named in _named(path)])
    if not found:
        msg = f"{', '.join(map(str, paths))}: there is no log and no script here"
        raise click.UsageError(msg)
    if update:
        _update(found, because or "", as_json=as_json)
        return
    reports = [_verified(path, content) for path in found]
    if as_json:
        output.say_json(_summary(reports, strict=strict))
    else:
        _tell(reports, strict=strict)
    ctx.exit(exit_codes.of_batch({_code(report, strict=strict) for report in reports}))


def _reasoned(*, update: bool, because: str | None) -> None:
    if update != (because is not None and because.strip() != ""):
        msg = "--update and --because REASON go together"
        raise click.UsageError(msg)


def _named(path: Path) -> list[Path]:
    """Return the file or folder of that name, or else those that it is a pattern for.

    Raises: UnreadableFile when there is none.
    """
    from glob import glob

    from events.errors import UnreadableFile

    # A pattern may be absolute, which Path.glob does not take.
    found = [path] if path.exists() else [Path(name) for name in sorted(glob(str(path), recursive=True))]  # noqa: PTH207
    if not found:
        raise UnreadableFile(path, "no such file or directory")
    return found


def _verified(path: Path, content: str) -> Report:
    from events.errors import RefoldError, UnreadableFile
    from replay.regress import SCRIPT, verify_script
    from replay.verify import Report, verify_log

    try:
        with options.naming(path):
            return verify_script(path) if path.name.endswith(SCRIPT) else verify_log(path, content=content)
    except UnreadableFile as error:
        return Report(path=str(path), verdict="damaged", message=str(error))
    except RefoldError as error:
        code = exit_codes.code_of(error)
        return Report(
            path=str(path), verdict="unavailable" if code == exit_codes.NOT_HERE else "damaged", message=str(error)
        )


def _code(report: Report, *, strict: bool) -> int:
    if report.verdict in CODES:
        return CODES[report.verdict]
    return exit_codes.YES if report.sound and not (strict and report.notices) else exit_codes.NO


def _tell(reports: Sequence[Report], *, strict: bool) -> None:
    for report in reports:
        mark = "ok" if _code(report, strict=strict) == exit_codes.YES else "FAIL"
        counted = f"{report.entries} entries, {report.events} events"
        if report.events < report.held:
            counted += f" of {report.held}"
        golden = f", golden {report.golden}" if report.golden else ""
        output.say(f"{mark:4}  {report.path}: {report.verdict} ({counted}{golden})")
        if report.message:
            output.say(f"      {report.message}")
        if report.clause:
            output.say(f"      clause {report.clause}")
        for difference in [*report.differences, *([report.golden_difference] if report.golden_difference else [])]:
            output.say(f"      entry {difference.n}, {difference.kind} at {difference.pointer or '/'}")
            output.say(f"        recorded:   {_short(difference.recorded)}")
            output.say(f"        recomputed: {_short(difference.recomputed)}")
        if report.recorded_standings != report.recomputed_standings:
            output.say(f"      recorded standings:   {_line(report.recorded_standings)}")
            output.say(f"      recomputed standings: {_line(report.recomputed_standings)}")
        for notice in report.notices:
            output.say(f"      note: {notice}")
    verdicts = _verdicts(reports)
    told = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.items())
    entries, events = sum(report.entries for report in reports), sum(report.events for report in reports)
    logs = f"{len(reports)} {'log' if len(reports) == 1 else 'logs'}"
    output.say(f"{logs}, {entries} entries, {events} events executed: {told}")


def _short(value: Any) -> str:
    import orjson

    text = "nothing" if value is None else orjson.dumps(value, default=str).decode()
    return text if len(text) <= 300 else f"{text[:300]}..."


def _line(standings: Sequence[Any]) -> str:
    return ", ".join(f"{one.rank}. {one.seat} {one.score}" for one in sorted(standings, key=lambda one: one.rank))


def _verdicts(reports: Sequence[Report]) -> dict[str, int]:
    return dict(sorted(Counter(report.verdict for report in reports).items()))


def _summary(reports: Sequence[Report], *, strict: bool) -> dict[str, Any]:
    return {
        "logs": len(reports),
        "entries": sum(report.entries for report in reports),
        "events": sum(report.events for report in reports),
        "verdicts": _verdicts(reports),
        "reports": [_report(report, strict=strict) for report in reports],
    }


def _report(report: Report, *, strict: bool) -> dict[str, Any]:
    import attrs

    told = attrs.asdict(report, recurse=False)
    told["ok"] = _code(report, strict=strict) == exit_codes.YES
    told["differences"] = [attrs.asdict(one) for one in report.differences]
    told["golden_difference"] = attrs.asdict(report.golden_difference) if report.golden_difference else None
    for side in ("recorded_standings", "recomputed_standings"):
        told[side] = story.standings_as_json(told[side])
    return told


def _update(found: Sequence[Path], reason: str, *, as_json: bool) -> None:
    from replay.regress import update

    done = [update(path, reason) for path in _once(found)]
    if as_json:
        output.say_json([{"path": one.path, "changed": list(one.changed)} for one in done])
        return
    for one in done:
        _tell_update(one)
    output.say(f"{sum(bool(one.changed) for one in done)} of {len(done)} brought up to date")


def _once(found: Sequence[Path]) -> list[Path]:
    """Leave out logs whose script is there too: playing it writes both."""
    from replay.regress import SCRIPT, log_of_script

    covered = {log_of_script(path) for path in found if path.name.endswith(SCRIPT)}
    return [path for path in found if path not in covered]


def _tell_update(one: Update) -> None:
    if not one.changed:
        output.say(f"as it was  {one.path}")
        return
    output.say(f"updated    {', '.join(one.changed)}")
    if one.before or one.after:
        output.say(f"      before: {one.before}")
        output.say(f"      after:  {one.after}")
