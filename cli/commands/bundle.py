"""`refold bundle`: a disputed move in one file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import editing, options, output, telling

if TYPE_CHECKING:
    from replay.dispute import Dispute


class Readings(options.RulingPairs):
    """``ID=OPTION``, more than one by commas."""

    name = "ID=OPTION[,...]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Part the readings."""
        return tuple(super(Readings, self).convert(one, param, ctx) for one in value.split(","))


@click.command("bundle")
@options.log_argument
@click.option("--entry", type=click.IntRange(min=1), metavar="N", help="The disputed move is that of entry N.")
@click.option("--at", type=click.IntRange(min=1), metavar="N", help="It was asked for after entry N ...")
@click.option("--move", metavar="JSON", help="... and was this one.")
@click.option("--by", metavar="SEAT", help="Whose move it was, where it is not clear.")
@click.option(
    "--reading",
    "readings",
    multiple=True,
    required=True,
    type=Readings(),
    help="A reading. Repeatable; one alone is held against the game as played.",
)
@click.option("--signature", type=options.FILE, metavar="FILE", help="The signature of the log's seal.")
@editing.seeded
@options.output("The bundle, a zip file")
@options.force
@options.content
@options.as_json
def command(
    log: Path,
    entry: int | None,
    at: int | None,
    move: str | None,
    by: str | None,
    readings: Sequence[tuple[tuple[str, str], ...]],
    signature: Path | None,
    seed: str | None,
    seed_file: Path | None,
    target: Path,
    force: bool,
    content: str,
    as_json: bool,
) -> None:
    """Pack a disputed move under several readings into one file that can be checked offline.

    It holds the log, its seal, the content pack, the position, the move and the rest of the game under each reading,
    the clauses in English and French, and how to check all that. The same input gives the same bytes.

    \b
    Example:
      refold bundle game.log.jsonl --entry 12 --reading bag_last_die=allowed --reading bag_last_die=forbidden -o d.zip
      refold bundle game.log.jsonl --at 20 --move '{"do":"end_turn"}' --reading bag_last_die=forbidden -o d.zip
    """
    from replay.bundle import bundle, report_of
    from replay.dispute import dispute, dispute_move
    from replay.library import read_bytes
    from replay.salvage import whole

    if (entry is None) == (move is None) or (at is None) != (move is None):
        msg = "the disputed move is a recorded one, --entry N, or one that was asked for, --at N --move JSON"
        raise click.UsageError(msg)
    editing.must_be_new(target, force=force)
    chosen = [options.paired(reading, "--reading") for reading in readings]
    if len(chosen) == 1:
        # One reading alone is held against the game as it was played.
        chosen.insert(0, {})
    with options.naming(log):
        found = whole(log, content=content)
    seeds = editing.seeds(log, seed, seed_file)
    if entry is not None:
        case = dispute(found.log, entry, chosen, seeds=seeds)
    else:
        step = editing.read_step(move or "", "--move", found.timeline, at or 0, by)
        case = dispute_move(found.log, at or 0, step, chosen, seeds=seeds)
    signed = read_bytes(signature) if signature is not None else None
    output.write(target, bundle(case, content=content, signature=signed), force=force)
    if output.is_dash(target):
        return
    if as_json:
        output.say_json(report_of(case) | {"bundle": str(target)})
    else:
        _tell(case, target)


def _tell(case: Dispute, target: Path) -> None:
    for reading in case.readings:
        verdict = f"refused by {reading.refusal.message}" if reading.refusal else reading.needs or "legal"
        output.say(f"{reading.name}: {case.name} is {verdict}")
        output.say(f"  standings: {telling.standings_line(reading.standings)}")
        if reading.stopped:
            output.say(f"  the game cannot go on as recorded: {reading.stopped}")
    output.say(case.verdict)
    output.say(f"written to {target}")
