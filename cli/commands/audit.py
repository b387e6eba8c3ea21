"""`refold audit`: everything about a log that can be checked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import editing, exit_codes, options, output, story, telling

if TYPE_CHECKING:
    from replay.findings import Audit, Finding

MOST = 10
"""Findings of one log that are told to people."""


@click.command("audit")
@click.argument("paths", nargs=-1, required=True, type=options.FILE)
@click.option("--seal", type=options.FILE, metavar="FILE", help="A seal kept elsewhere, of one log.")
@editing.seeded
@click.option("--strict", is_flag=True, help="Count positions, overrides and forced undos as findings.")
@options.content
@options.as_json
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[Path, ...],
    seal: Path | None,
    seed: str | None,
    seed_file: Path | None,
    strict: bool,
    content: str,
    as_json: bool,
) -> None:
    """Check everything about logs that can be checked, and tell what was found.

    Chain, seal, canonical form; every draw against the seed told; every move decided anew; citations looked up;
    checkpoints; positions that cannot be; an arbiter's decisions, with the outcome without them. PATHS are logs and
    folders. The exit code is 0 when nothing was found, 1 for findings, 3 for damage, 4 for what is not here.

    \b
    Example:
      refold audit game.log.jsonl --seal game.seal
      refold audit fixtures/ --json
    """
    from replay.findings import read_seal
    from replay.library import read_bytes

    logs = _logs(paths)
    if seal is not None and len(logs) != 1:
        msg = f"--seal belongs to one log, there are {len(logs)}"
        raise click.UsageError(msg)
    sealed = read_seal(read_bytes(seal), str(seal)) if seal is not None else None
    found = [_audited(log, content, sealed, seed, seed_file) for log in logs]
    if as_json:
        output.say_json({"logs": len(found), "audits": [_as_json(one, strict=strict) for one in found]})
    else:
        for one in found:
            _tell(one, strict=strict)
    ctx.exit(exit_codes.of_batch({_code(one, strict=strict) for one in found}))


def _logs(paths: Sequence[Path]) -> list[Path]:
    """List the logs that paths name.

    Raises: UsageError when there is none.
    """
    from replay.regress import SCRIPT
    from replay.verify import find_logs

    logs = [path for path in find_logs(paths) if not path.name.endswith(SCRIPT)]
    if not logs:
        msg = f"{', '.join(map(str, paths))}: there is no log here"
        raise click.UsageError(msg)
    return logs


def _audited(log: Path, content: str, seal: Any, seed: str | None, seed_file: Path | None) -> Audit:
    from events.errors import RefoldError
    from replay.audit import audit
    from replay.findings import Audit, Finding

    seeds = editing.seeds(log, seed, seed_file)
    try:
        with options.naming(log):
            return audit(log, content=content, seal=seal, seeds=seeds)
    except RefoldError as error:
        if exit_codes.code_of(error) == exit_codes.NOT_HERE:
            return Audit(path=str(log), unavailable=str(error))
        return Audit(path=str(log), findings=(Finding(check="form", n=0, message=str(error)),))


def _code(one: Audit, *, strict: bool) -> int:
    if one.unavailable:
        return exit_codes.NOT_HERE
    if one.damaged:
        return exit_codes.BAD_FILE
    by_hand = any(notice.kind in ("override", "position", "undo") for notice in one.notices)
    return exit_codes.NO if one.findings or (strict and by_hand) else exit_codes.YES


def _tell(one: Audit, *, strict: bool) -> None:
    if one.unavailable:
        output.say(f"not here  {one.path}: {one.unavailable}")
        return
    verdict = {exit_codes.YES: "ok", exit_codes.BAD_FILE: "damaged"}.get(_code(one, strict=strict), "FAIL")
    checked, drawn = one.draws
    report = one.report
    executed = f"{report.entries} entries and {report.events} events executed, " if report else ""
    counted = f"{checked} of {drawn} draws recomputed, {one.citations} citations resolved"
    output.say(f"{verdict:9} {one.path}: {executed}{counted}, {one.checkpoints} checkpoints")
    for finding in one.findings[:MOST]:
        output.say(f"  {_place(finding)}{finding.check}: {finding.message}")
        if finding.recorded is not None or finding.recomputed is not None:
            output.say(f"    recorded:   {_short(finding.recorded)}")
            output.say(f"    recomputed: {_short(finding.recomputed)}")
    if len(one.findings) > MOST:
        output.say(f"  ... and {len(one.findings) - MOST} findings more (--json lists all)")
    if one.sealed:
        output.say(f"  seal: {one.sealed}")
    for notice in one.notices:
        output.say(f"  note: {f'entry {notice.n}: ' if notice.n else ''}{notice.message}")
    for without in one.without:
        diff = without.diff
        output.say(f"  {diff.left.label}:{' ' * 5}{telling.standings_line(diff.left.standings)}")
        stopped = f" (stops at {without.stopped})" if without.stopped else ""
        output.say(f"  {diff.right.label}: {telling.standings_line(diff.right.standings)}{stopped}")
    if report is not None and report.recorded_standings:
        output.say(f"  recorded standings:   {telling.standings_line(report.recorded_standings)}")
        output.say(f"  recomputed standings: {telling.standings_line(report.recomputed_standings)}")


def _place(finding: Finding) -> str:
    return f"entry {finding.n}, " if finding.n else ""


def _short(value: Any) -> str:
    import orjson

    text = "nothing" if value is None else orjson.dumps(value, default=str).decode()
    return text if len(text) <= 300 else f"{text[:300]}..."


def _as_json(one: Audit, *, strict: bool) -> dict[str, Any]:
    import attrs

    report = one.report
    return {
        "path": one.path,
        "ok": _code(one, strict=strict) == exit_codes.YES,
        "unavailable": one.unavailable or None,
        "findings": [attrs.asdict(finding) for finding in one.findings],
        "notices": [attrs.asdict(notice) for notice in one.notices],
        "seal": one.sealed or None,
        "head": one.head or None,
        "entries": one.entries,
        "executed": {"entries": report.entries, "events": report.events} if report else None,
        "draws": {"checked": one.draws[0], "recorded": one.draws[1]},
        "citations": one.citations,
        "checkpoints": one.checkpoints,
        "without": [
            {
                "entry": without.n,
                "stopped": without.stopped or None,
                "winner_differs": without.diff.winner_differs,
                "standings": story.standings_as_json(without.diff.right.standings),
            }
            for without in one.without
        ],
        "standings": {
            "recorded": story.standings_as_json(report.recorded_standings) if report else [],
            "recomputed": story.standings_as_json(report.recomputed_standings) if report else [],
        },
    }
