"""`refold verify`: recorded games decided anew and compared."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import options, output

if TYPE_CHECKING:
    from cli.verifying import Outcome
    from replay.batch import How, Selection
    from replay.expected import Pattern, Sorted
    from replay.report import Report


@click.command("verify")
@click.argument("paths", nargs=-1, required=True, type=options.FILE)
@options.content
@click.option("--keep-going", is_flag=True, help="Tell every entry that differs, not only the first of a log.")
@click.option("--strict", is_flag=True, help="Count positions, overrides and forced undos as findings.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, metavar="N", help="Processes to use.")
@click.option("--state", type=options.FILE, metavar="FILE", help="Keep what was verified, to be taken up again.")
@click.option("--game", default="", metavar="GAME", help="Only recordings of a game.")
@click.option("--seats", type=click.IntRange(min=1), metavar="N", help="Only games of so many seats.")
@click.option("--ruling", default="", metavar="ID[=OPTION]", help="Only logs of games that have a reading in force.")
@click.option("--clause", default="", metavar="ID", help="Only logs that cite a clause.")
@click.option("--every", type=click.IntRange(min=1), default=1, metavar="N", help="Only each N-th of them.")
@click.option("--expected", type=options.FILE, metavar="FILE", help="Differences that are meant, with reasons.")
@click.option("--engine", default="", metavar="CMD", help="Ask another engine, that speaks as `refold engine` does.")
@click.option("--junit", type=options.FILE, metavar="FILE", help="Write the reports for a build server, too.")
@options.force
@click.option("--update", is_flag=True, help="Bring logs and goldens up to date; the moves stay.")
@click.option("--because", metavar="REASON", help="Why they change; it joins the golden's history.")
@options.as_json
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[Path, ...],
    content: str,
    keep_going: bool,
    strict: bool,
    jobs: int,
    state: Path | None,
    game: str,
    seats: int | None,
    ruling: str,
    clause: str,
    every: int,
    expected: Path | None,
    engine: str,
    junit: Path | None,
    force: bool,
    update: bool,
    because: str | None,
    as_json: bool,
) -> None:
    """Decide recorded games anew and compare.

    PATHS are logs, scripts, patterns such as "games/*.log.jsonl", and folders, which are searched. Every move is put to
    the rules again; what was recorded is held against what comes out, and against the golden beside the file. The exit
    code is 0 when all is the same, 1 when something differs, 3 for a damaged log, 4 for one whose game or version is
    not here. That nothing was executed is no success.

    \b
    Example:
      refold verify fixtures/
      refold verify game.log.jsonl --keep-going --json
      refold verify corpus/ --jobs 2 --state corpus.state --junit report.xml
      refold verify corpus/ --expected meant.json
      refold verify fixtures/ --update --because "ties now pay"
    """
    from cli.verifying import Outcome, tell
    from replay.batch import Selection
    from replay.verify import find_logs

    _reasoned(update=update, because=because)
    if update and any(map(output.is_dash, paths)):
        msg = "--update brings files up to date, and standard input is none"
        raise click.UsageError(msg)
    if as_json and output.is_dash(junit):
        msg = "--json and --junit - both ask for standard output"
        raise click.UsageError(msg)
    found = find_logs([named for path in paths for named in _named(path)])
    if not found:
        msg = f"{', '.join(map(str, paths))}: there is no log and no script here"
        raise click.UsageError(msg)
    how = _how(content, engine)
    selection = Selection(game=game, seats=seats or 0, ruling=ruling, clause=clause, every=every)
    chosen = _chosen(found, selection, how)
    if update:
        from cli.updating import update_all

        ctx.exit(update_all(chosen, because or "", as_json=as_json))
    patterns = _patterns(expected)
    if junit is not None:
        _may_be_written(junit, force=force)
    reports = _verified(chosen, how, jobs, state, lean=not as_json)
    outcome = Outcome(
        reports=reports,
        candidates=len(found),
        strict=strict,
        all_entries=keep_going,
        options=_given(ctx),
        rules=_rules(reports, engine),
        sorted=_sorted(reports, patterns),
    )
    if junit is not None:
        _write_junit(junit, outcome, force=force)
    if as_json:
        from cli.verifying import as_json as spelled
        from replay.revisions import revision_here

        output.say_json(spelled(outcome, revision_here()))
    else:
        tell(outcome)
    ctx.exit(outcome.code())


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

    if path.exists() or output.is_dash(path):
        return [path]
    # A pattern may be absolute, which Path.glob does not take.
    found = [Path(name) for name in sorted(glob(str(path), recursive=True))]  # noqa: PTH207
    if not found:
        raise UnreadableFile(path, "no such file or directory")
    return found


def _how(content: str, engine: str) -> How:
    """Return how to verify.

    Raises: UsageError for a command that cannot be parted into words.
    """
    import shlex

    from replay.batch import How

    try:
        return How(content=content, engine=tuple(shlex.split(engine)))
    except ValueError as error:
        msg = f"--engine: {str(error).lower()}"
        raise click.UsageError(msg) from error


def _chosen(found: Sequence[Path], selection: Selection, how: How) -> list[Path]:
    """Return the recordings that are meant; another engine is asked about logs alone.

    Raises: UnsupportedVersion for a game that is not here; UsageError.
    """
    from replay import library
    from replay.regress import SCRIPT

    if selection.game:
        library.game(selection.game)
    if how.engine:
        found = [path for path in found if not path.name.endswith(SCRIPT)]
        if not found:
            msg = "another engine verifies logs, and there is none here"
            raise click.UsageError(msg)
    return selection.of(found)


def _patterns(expected: Path | None) -> tuple[Pattern, ...] | None:
    from replay.expected import read_expected

    return None if expected is None else read_expected(expected)


def _verified(paths: Sequence[Path], how: How, jobs: int, state: Path | None, *, lean: bool) -> list[Report]:
    """Verify. lean: of what is sound leave out what nobody will read, so that memory does not grow with a corpus."""
    from attrs import evolve

    from cli.progress import watched
    from replay.batch import State, verify_all

    reports = verify_all(paths, how, jobs=jobs, state=State(state) if state else None)
    return [
        evolve(one, recorded_standings=(), recomputed_standings=(), rules_digest="", head="")
        if lean and one.sound
        else one
        for one in watched(reports, len(paths), "logs")
    ]


def _rules(reports: Sequence[Report], engine: str) -> dict[str, tuple[int, str]]:
    """Return version and digest of the rules that decided anew; of another engine only the version is known."""
    from replay import library

    here = {report.game: report.rules_here for report in reports if report.rules_here}
    return {name: (here[name], "" if engine else library.rules_digest(name)) for name in sorted(here)}


def _sorted(reports: Sequence[Report], patterns: Sequence[Pattern] | None) -> Sorted | None:
    from replay.expected import sort

    return None if patterns is None else sort(reports, patterns)


SAID = ("content", "strict", "game", "seats", "ruling", "clause", "every", "expected", "engine")
"""Options that decide what is verified and what counts; the others only how fast, or how much is told."""


def _given(ctx: click.Context) -> dict[str, str]:
    from click.core import ParameterSource

    return {
        name: "" if ctx.params[name] is True else str(ctx.params[name])
        for name in SAID
        if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT
    }


def _may_be_written(path: Path, *, force: bool) -> None:
    """Look before the work is done, not after it.

    Raises: NotOverwritten.
    """
    from events.errors import NotOverwritten
    from replay.logs import in_the_way

    if in_the_way(path) and not force and not output.is_dash(path):
        raise NotOverwritten(path)


def _write_junit(path: Path, outcome: Outcome, *, force: bool) -> None:
    from cli.junit import junit
    from cli.verifying import details
    from replay.revisions import revision_here

    findings = {report.path: [*details(report, all_entries=True)] for report in outcome.failed()}
    rules = {f"rules.{game}": f"version {version}, {digest}" for game, (version, digest) in outcome.rules.items()}
    named = {f"option.{name}": value for name, value in outcome.options.items()}
    properties = {**rules, "revision": revision_here(), **named}
    output.write(path, junit(outcome.reports, findings, properties), force=force)
