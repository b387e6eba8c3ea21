"""`refold branch`: another line of play from an old entry."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import editing, options, output, story

if TYPE_CHECKING:
    from replay.branch import Branch
    from replay.salvage import Sound


@click.command("branch")
@options.log_argument
@click.option("--at", type=click.IntRange(min=1), metavar="N", help="The last entry that is kept.")
@click.option("--lines", is_flag=True, help="List the lines that undos left behind; each can be branched to.")
@click.option("--script", "tail", type=options.FILE, metavar="TAIL", help="Steps to go on with, as in a script.")
@click.option(
    "--luck",
    type=click.Choice(["same", "fresh", "scripted"]),
    default="same",
    show_default=True,
    help="Draw on as the log would, from a new --seed, or what TAIL gives.",
)
@editing.seeded
@editing.editor
@editing.reason
@options.output("The branch", required=False)
@options.force
@options.content
@options.as_json
def command(
    log: Path,
    at: int | None,
    lines: bool,
    tail: Path | None,
    luck: str,
    seed: str | None,
    seed_file: Path | None,
    editor: str,
    reason: str,
    target: Path | None,
    force: bool,
    content: str,
    as_json: bool,
) -> None:
    """Go on otherwise from an old entry, in a log of its own.

    Header and entries 1 to N are copied byte for byte; then comes an entry that names the log left, and the steps of
    TAIL. Draws that the new moves do not disturb stay the same draws.

    \b
    Example:
      refold branch game.log.jsonl --at 20 -o other.log.jsonl
      refold branch game.log.jsonl --at 20 --script tail.json --luck fresh --seed 00112233445566778899aabbccddeeff -o -
      refold branch game.log.jsonl --lines
    """
    from replay.branch import branch
    from replay.salvage import whole

    if lines == (at is not None) or (at is not None and target is None):
        msg = "say where the branch starts and where it is written: --at N -o FILE; or ask for --lines"
        raise click.UsageError(msg)
    with options.naming(log):
        found = whole(log, content=content)
    if at is None or target is None:
        _tell_lines(found, as_json=as_json)
        return
    editing.must_be_new(target, force=force)
    if luck == "fresh" and seed is None and seed_file is None:
        msg = "--luck fresh draws from a new seed: give one by --seed or --seed-file"
        raise click.UsageError(msg)
    given = editing.seeds(log, seed, seed_file)
    made = branch(found.log, at, luck=luck, seeds=given, editor=editor, reason=reason, tail=tail)
    output.write(target, made.content, force=force)
    if output.is_dash(target):
        output.note(_sentence(log, target, made))
    elif as_json:
        output.say_json(_as_json(target, made, luck))
    else:
        output.say(_sentence(log, target, made))
        game = made.recorder.game
        for line in story.standings_in_words(game.standings(made.recorder.state), over=made.recorder.over):
            output.say(line)


def _sentence(log: Path, target: Path, made: Branch) -> str:
    more = made.recorder.timeline.last - made.at
    return f"{target}: entries 1 to {made.at} of {log}, then {more} of its own; parent {made.parent}"


def _as_json(target: Path, made: Branch, luck: str) -> dict[str, Any]:
    recorder = made.recorder
    return {
        "log": str(target),
        "at": made.at,
        "parent": made.parent,
        "luck": luck,
        "entries": recorder.timeline.last,
        "to_act": list(recorder.game.to_act(recorder.state)),
        "over": recorder.over,
        "standings": story.standings_as_json(recorder.game.standings(recorder.state)),
    }


def _tell_lines(found: Sound, *, as_json: bool) -> None:
    import attrs

    from replay.lineage import old_lines

    lines = list(old_lines(found.timeline))
    if as_json:
        output.say_json([attrs.asdict(line) for line in lines])
        return
    for line in lines:
        count = "1 entry that was" if line.entries == 1 else f"{line.entries} entries that were"
        output.say(f"--at {line.last}: {count} undone, left after entry {line.shared}")
    if not lines:
        output.say("nothing was undone: there is one line only")
