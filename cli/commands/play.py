"""`refold play`: a script becomes a log."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from cli import options, output, story
from cli.output import is_dash

if TYPE_CHECKING:
    from replay.playing import Item, Playthrough
    from replay.script import Script


@click.command("play")
@click.argument("script", type=options.FILE)
@options.output("Where the log goes", required=False)
@options.force
@options.rulings
@options.content
@click.option("--seed", metavar="HEX", help="Instead of the script's own; 32 hex digits or more.")
@click.option("--check", is_flag=True, help="Only play; write nothing.")
@click.option("--salvage", is_flag=True, help="Where the script fails, write the log up to that step.")
@options.as_json
def command(
    script: Path,
    target: Path | None,
    force: bool,
    rulings: tuple[tuple[str, str], ...],
    content: str,
    seed: str | None,
    check: bool,
    salvage: bool,
    as_json: bool,
) -> None:
    """Play a script into a log.

    The script's moves are decided by the rules, and what it expects is checked. Where a step goes otherwise the place
    is named and nothing is written. SCRIPT may be "-".

    \b
    Example:
      refold play game.game.json -o game.log.jsonl
      refold play game.game.json --check --ruling travel_distance=exact
    """
    _settled(target, check=check, salvage=salvage, as_json=as_json)
    _not_there_yet(target, force=force)
    found = _read(script, seed)
    run, failure = _played(script, found, options.paired(rulings, "--ruling"), content)
    if target is not None and (failure is None or salvage) and run is not None:
        from replay.regress import log_bytes

        output.write(target, log_bytes(run.header, run.entries, run.recorder.game), force=force)
    if run is not None:
        _tell(run, failure, as_json=as_json, to_stderr=is_dash(target))
    if failure is not None:
        if salvage and run is not None and target is not None:
            output.note(f"kept: the {len(run.entries)} entries before the step that fails")
        raise failure


def _settled(path: Path | None, *, check: bool, salvage: bool, as_json: bool) -> None:
    if check == (path is not None):
        msg = "name the log to write by -o FILE, or use --check to write none"
        raise click.UsageError(msg)
    if salvage and check:
        msg = "--salvage writes what --check does not"
        raise click.UsageError(msg)
    if as_json and is_dash(path):
        msg = "--json and -o - would both go to standard output"
        raise click.UsageError(msg)


def _not_there_yet(path: Path | None, *, force: bool) -> None:
    """Say early what would stop the log from being written."""
    from events.errors import NotOverwritten
    from replay.logs import in_the_way

    if path is not None and not force and not is_dash(path) and in_the_way(path):
        raise NotOverwritten(path)


def _read(path: Path, seed: str | None) -> Script:
    from replay.script import read_script

    found = read_script(None, sys.stdin.buffer.read()) if is_dash(path) else read_script(path)
    if seed is None:
        return found
    from kernel.chance import read_seed

    with options.from_command_line():
        read_seed(seed)
    return attrs.evolve(found, seed=seed)


def _played(
    path: Path, found: Script, rulings: dict[str, str], content: str
) -> tuple[Playthrough | None, Exception | None]:
    from replay.playing import ScriptFailed, play

    try:
        with options.naming(path):
            return play(found, rulings=rulings, content=content), None
    except ScriptFailed as error:
        return error.played, error


def _tell(run: Playthrough, failure: Exception | None, *, as_json: bool, to_stderr: bool) -> None:
    if as_json:
        output.say_json(_report(run, failure))
        return
    say = output.note if to_stderr else output.say
    header, game = run.header, run.recorder.game
    title = f"{run.script.title} - " if run.script.title else ""
    say(f"{title}{story.table_in_words(game, header)}")
    for line in _lines(run.items, run, ""):
        say(line)
    for line in story.standings_in_words(game.standings(run.recorder.state), over=run.recorder.over):
        say(line)
    for flag in story.flags(run.entries):
        output.note(f"note: {flag}")


def _lines(items: Sequence[Item], run: Playthrough, indent: str) -> list[str]:
    from events.encoding import Encoder
    from kernel.documents import REFEREE
    from replay.playing import Aside, Refusal

    encoder = Encoder(run.recorder.game.vocabulary)
    lines = []
    for item in items:
        if isinstance(item, Refusal):
            told = story.move_in_words(item.move)
            other = "" if item.wanted in ("", item.refusal.clause) else f" and by {item.wanted}"
            lines.append(f"{indent}   -  {item.by}  {told} - refused by {item.refusal.message}{other}, as expected")
        elif isinstance(item, Aside):
            under = ", ".join(f"{name}={option}" for name, option in item.rulings.items())
            lines.append(f"{indent}   >  tried{f' under {under}' if under else ''}, then taken back:")
            lines += _lines(item.items, run, f"{indent}      ")
        else:
            who = story.actor(item)
            told = story.happening(item, encoder, REFEREE)
            lines.append(f"{indent}{item.n:4}  {f'{who}  ' if who else ''}{told}")
    return lines


def _report(run: Playthrough, failure: Exception | None) -> dict[str, Any]:
    game = run.recorder.game
    return {
        "game": game.name,
        "seats": list(run.header.seats),
        "ok": failure is None,
        "entries": len(run.entries),
        "events": sum(len(getattr(entry, "events", ())) for entry in run.entries),
        "over": run.recorder.over,
        "steps": _steps(run.items, run),
        "standings": story.standings_as_json(game.standings(run.recorder.state)),
        "notices": list(story.flags(run.entries)),
        "failure": _failure(failure) if failure else None,
    }


def _steps(items: Sequence[Item], run: Playthrough) -> list[dict[str, Any]]:
    from events.encoding import Encoder, plain
    from replay.playing import Aside, Refusal

    encoder = Encoder(run.recorder.game.vocabulary)
    steps: list[dict[str, Any]] = []
    for item in items:
        if isinstance(item, Refusal):
            refusal = item.refusal
            steps.append(
                {
                    "refused": refusal.clause,
                    "also": list(refusal.also),
                    "facts": dict(refusal.facts),
                    "by": item.by,
                    "move": dict(item.move),
                }
            )
        elif isinstance(item, Aside):
            steps.append({"tried": _steps(item.items, run), "rulings": dict(item.rulings), "after": item.start})
        else:
            record = plain(encoder.entry(item))
            steps.append({key: record[key] for key in ("n", "kind", "by", "move") if key in record})
    return steps


def _failure(error: Exception) -> dict[str, Any]:
    fields = ("place", "problem", "label", "expected", "found", "clause")
    report = {name: getattr(error, name, None) for name in fields}
    refusal = getattr(error, "refusal", None)
    report["facts"] = dict(refusal.facts) if refusal else {}
    report["remedy"] = dict(refusal.remedy) if refusal else {}
    return report
