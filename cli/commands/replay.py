"""`refold replay`: a log told entry by entry."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import boards, options, output, story

if TYPE_CHECKING:
    from events.envelope import Entry
    from kernel.decider import AnyGame
    from replay.salvage import Sound
    from replay.timeline import Position

MOST_CHANGES = 8
"""Changes of one entry that are listed unless all are asked for."""


NEXT_MARK = "next-mark"


class EntryOrMark(click.ParamType[int | str]):
    """The number of an entry, or ``next-mark``."""

    name = f"N|{NEXT_MARK}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        """Read the number."""
        if value == NEXT_MARK:
            return NEXT_MARK
        number: int = click.IntRange(min=1).convert(value, param, ctx)
        return number


@click.command("replay")
@options.log_argument
@click.option("--from", "start", type=click.IntRange(min=1), metavar="N", default=1, help="Begin with entry N.")
@click.option("--to", "end", type=EntryOrMark(), help="Stop after entry N, or at the next entry that is disputed.")
@options.seat
@click.option("--full", is_flag=True, help=f"List all changes and clauses, not the first {MOST_CHANGES} of an entry.")
@click.option(
    "--boards", "drawn", type=click.Choice(["rounds", "entries"]), help="Draw the board at each new round, or entry."
)
@options.language
@options.content
@options.as_json
def command(
    log: Path,
    start: int,
    end: int | str | None,
    seen_by: str | None,
    full: bool,
    drawn: str | None,
    lang: str,
    content: str,
    as_json: bool,
) -> None:
    """Tell a log entry by entry: who did what, what changed, by which clauses.

    Of a damaged log the sound part is told, and then the damage. With --json one object a line. --boards also draws the
    position where a round begins and where the telling ends, or after every entry.

    \b
    Example:
      refold replay game.log.jsonl
      refold replay game.log.jsonl --from 10 --to 20 --as blue
      refold replay game.log.jsonl --to next-mark
      refold replay game.log.jsonl --boards rounds --lang fr
    """
    from replay.salvage import sound

    if drawn and as_json:
        msg = "--boards draws for people; with --json, `refold show --json` gives the position after an entry"
        raise click.UsageError(msg)
    with options.naming(log):
        found = sound(log, content=content)
    if end == NEXT_MARK:
        end = _next_mark(log, start)
    if isinstance(end, int) and end < start:
        msg = f"--from {start} stands behind --to {end}"
        raise click.UsageError(msg)
    if found.fault is None and start > 1:
        found.timeline.at(start)
    if isinstance(end, int) and found.fault is None:
        found.timeline.at(end)
    eyes = options.viewer(seen_by, found.log.header.seats)
    last = end if isinstance(end, int) else found.timeline.last
    steps = [step for step in found.timeline.steps() if start <= step[0].n <= last]
    if as_json:
        for record in _records(found, steps, eyes):
            output.say_line(record)
    else:
        _tell(found, steps, eyes, most=None if full else MOST_CHANGES, drawn=drawn, language=lang)
    if found.fault is not None:
        raise found.fault


def _next_mark(log: Path, start: int) -> int:
    """Return the first entry from `start` on whose dispute is not settled.

    Raises: UsageError when there is none; what reading the notes raises.
    """
    from events.notes import notes_path, read_notes

    last = {note.n: note for note in read_notes(notes_path(log)) if note.mark != "remark"}
    disputed = sorted(n for n, note in last.items() if note.mark == "disputed" and n >= start)
    if not disputed:
        msg = f"no entry from {start} on is disputed; `refold note` lists the notes"
        raise click.UsageError(msg)
    note = last[disputed[0]]
    output.note(f"note: entry {note.n} is disputed" + (f" ({note.author})" if note.author else "") + f": {note.text}")
    return disputed[0]


def _tell(
    found: Sound,
    steps: list[tuple[Entry, Position[Any], Position[Any]]],
    eyes: str | None,
    *,
    most: int | None,
    drawn: str | None,
    language: str,
) -> None:
    header, game = found.log.header, found.log.game
    if drawn:
        for line in boards.heading(game, header, language):
            output.say(line)
    else:
        output.say(story.table_in_words(game, header))
    encoder = _encoder(found)
    for part in _parted(game, steps, drawn):
        rows = [_row(found, step, encoder, eyes, most) for step in part]
        output.table(("n", "by", "what", "changes", "clauses"), rows, right=(0,))
        if drawn and part:
            _draw(found, part[-1], eyes, language)
    shown = steps[-1][2].state if steps else found.timeline.now.state
    if steps and found.fault is None and steps[-1][0].n == found.timeline.last:
        for line in story.standings_in_words(game.standings(shown), over=game.is_over(shown)):
            output.say(line)
    for flag in story.flags(found.timeline.entries):
        output.note(f"note: {flag}")


def _parted(
    game: AnyGame, steps: list[tuple[Entry, Position[Any], Position[Any]]], drawn: str | None
) -> list[list[tuple[Entry, Position[Any], Position[Any]]]]:
    """Cut steps where a board is drawn; one part where none is."""
    if drawn is None:
        return [steps]
    parts: list[list[tuple[Entry, Position[Any], Position[Any]]]] = [[]]
    for step in steps:
        parts[-1].append(step)
        if drawn == "entries" or game.round(step[1].state) != game.round(step[2].state):
            parts.append([])
    return [part for part in parts if part]


def _row(
    found: Sound, step: tuple[Entry, Position[Any], Position[Any]], encoder: Any, eyes: str | None, most: int | None
) -> tuple[str | list[str], ...]:
    entry, before, after = step
    told = [story.change_in_words(change) for change in story.changed(found.log.game, before.state, after.state, eyes)]
    cites = story.cited(entry)
    if most is not None and len(told) > most:
        told[most - 1 :] = [f"... and {len(told) - most + 1} more (refold show --at {entry.n})"]
    if most is not None and len(cites) > most:
        cites[most - 1 :] = [f"... and {len(cites) - most + 1} more"]
    return str(entry.n), story.actor(entry), story.happening(entry, encoder, eyes), told, cites


def _draw(found: Sound, step: tuple[Entry, Position[Any], Position[Any]], eyes: str | None, language: str) -> None:
    """Print the board after a step."""
    entry, _, after = step
    game, timeline = found.log.game, found.timeline
    output.say()
    for line in (
        *boards.moment(game, after.state, entry.n, timeline.last, language),
        "",
        *boards.drawing(game, timeline.table, after.state, eyes, language),
        "",
    ):
        output.say(line)


def _records(
    found: Sound, steps: list[tuple[Entry, Position[Any], Position[Any]]], eyes: str | None
) -> Iterator[dict[str, Any]]:
    from kernel.documents import REFEREE

    encoder = _encoder(found)
    for entry, before, after in steps:
        record = story.seen(encoder.entry(entry), eyes)
        told = {"n": entry.n, "kind": record["kind"]}
        told |= {key: value for key, value in record.items() if key not in ("n", "kind", "draws")}
        told["changes"] = story.changed(found.log.game, before.state, after.state, eyes)
        told["cites"] = story.cited(entry)
        told["draws"] = record.get("draws", [])
        if eyes != REFEREE:
            # Who has the seed can work out what is sealed.
            told.pop("seed", None)
        yield told
    if found.fault is not None:
        yield {"fault": str(found.fault)}


def _encoder(found: Sound) -> Any:
    from events.encoding import Encoder

    return Encoder(found.log.game.vocabulary)
