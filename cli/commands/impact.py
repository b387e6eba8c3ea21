"""`refold impact`: what a change of the rules does to recorded games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import exit_codes, options, output

if TYPE_CHECKING:
    from collections.abc import Iterator

    from replay.impact import Effect, Impact


@click.command("impact")
@click.argument("paths", nargs=-1, required=True, type=options.FILE)
@options.rulings
@options.content
@click.option("--from", "before", metavar="REV", help="A revision of this checkout; with --to.")
@click.option("--to", "after", metavar="REV", help="The revision after the change.")
@options.as_json
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[Path, ...],
    rulings: Sequence[tuple[str, str]],
    content: str,
    before: str | None,
    after: str | None,
    as_json: bool,
) -> None:
    """Say which recorded games a change breaks, and whose score or winner it changes.

    The change is another reading (--ruling), another pack (--content), or another revision of the rules (--from, --to).
    Every log of PATHS is played under it. The exit code is 1 when any game changes.

    \b
    Example:
      refold impact fixtures/marco_polo --ruling travel_distance=exact
      refold impact corpus/ --from v1.2 --to HEAD --json
    """
    from replay.impact import Impact
    from replay.regress import SCRIPT
    from replay.verify import find_logs

    chosen = options.paired(rulings, "--ruling")
    kinds = [bool(chosen), bool(content), before is not None or after is not None]
    if sum(kinds) != 1 or (before is None) != (after is None):
        msg = "name one change: --ruling ID=OPTION, --content PACK, or --from REV --to REV"
        raise click.UsageError(msg)
    logs = [path for path in find_logs(paths) if not path.name.endswith(SCRIPT)]
    if not logs:
        msg = f"{', '.join(map(str, paths))}: there is no log here"
        raise click.UsageError(msg)
    found = Impact(effects=tuple(_effects(logs, chosen, content, before, after)))
    if as_json:
        output.say_json(_as_json(found))
    else:
        _tell(found)
    ctx.exit(exit_codes.of_batch({_code(effect) for effect in found.effects}))


def _effects(
    logs: Sequence[Path], rulings: dict[str, str], content: str, before: str | None, after: str | None
) -> Iterator[Effect]:
    from replay.impact import impact, impact_of_revisions

    if before is not None and after is not None:
        yield from impact_of_revisions(logs, before, after)
    else:
        yield from impact(logs, rulings=rulings, content=content)


def _code(effect: Effect) -> int:
    match effect.verdict:
        case "same" | "unfinished" | "cites" | "chance":
            return exit_codes.YES
        case "damaged":
            return exit_codes.BAD_FILE
        case "unavailable":
            return exit_codes.NOT_HERE
        case _:
            return exit_codes.NO


def _tell(found: Impact) -> None:
    logs = f"{len(found.effects)} {'log' if len(found.effects) == 1 else 'logs'}"
    output.say(f"{logs}, {len(found.exercised)} came to the clause concerned")
    for verdict, effects in found.by_verdict().items():
        output.say(f"{verdict}: {len(effects)}")
        for effect in effects:
            output.say(f"  {effect.path}{_scores(effect)}")
        shortest = found.shortest(verdict)
        if shortest is not None and verdict not in ("same", "unfinished"):
            output.say(f"  shortest: {_example(shortest)}")


def _scores(effect: Effect) -> str:
    from replay.impact import changes_of_score

    report = effect.report
    changes = changes_of_score(report.recorded_standings, report.recomputed_standings)
    if effect.verdict not in ("score", "winner") or not changes:
        return ""
    return ": " + ", ".join(f"{seat} {change:+d}" for seat, change in changes.items())


def _example(effect: Effect) -> str:
    report = effect.report
    if report.differences:
        first = report.differences[0]
        clauses = f" ({', '.join(first.cites)})" if first.cites else ""
        return f"{effect.path}, entry {first.n}: {first.kind} {first.event} at {first.pointer or '/'}{clauses}"
    return f"{effect.path}: {report.message}"


def _as_json(found: Impact) -> dict[str, Any]:
    from replay.impact import changes_of_score

    groups = {}
    for verdict, effects in found.by_verdict().items():
        shortest = found.shortest(verdict)
        groups[verdict] = {
            "count": len(effects),
            "logs": [effect.path for effect in effects],
            "shortest": _example(shortest) if shortest else None,
        }
    return {
        "logs": len(found.effects),
        "exercised": list(found.exercised),
        "verdicts": groups,
        "effects": [
            {
                "path": effect.path,
                "verdict": effect.verdict,
                "exercised": effect.exercised,
                "clause": effect.report.clause,
                "concerned": list(effect.report.concerned),
                "message": effect.report.message,
                "entry": effect.report.differences[0].n if effect.report.differences else None,
                "scores": changes_of_score(effect.report.recorded_standings, effect.report.recomputed_standings),
            }
            for effect in found.effects
        ],
    }
