"""``python -m tests.conformance DIR``: replay the traces of a folder; exit 1 when any departs."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import click

from replay.verify import verify_log
from tests.conformance.replaying import Counts, Replay
from tests.conformance.told import read_trace, traces_in


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path), help="Keep the logs there.")
@click.option("--most", default=20, show_default=True, help="Departures shown for each trace.")
def main(folder: Path, output: Path | None, most: int) -> None:
    """Replay every trace of a folder and compare every state, open list and score component."""
    counts, parted = Counts(), 0
    with tempfile.TemporaryDirectory() as scratch:
        logs = output or Path(scratch)
        logs.mkdir(parents=True, exist_ok=True)
        for path in traces_in(folder):
            replay = Replay(read_trace(path), counts)
            departures = [str(departure) for departure in replay.departures()]
            log = logs / f"{path.name.split('.')[0]}.log.jsonl"
            log.write_bytes(replay.log())
            report = verify_log(log)
            if not report.sound:
                departures.append(f"{log.name}: the log does not verify: {report.verdict} {report.message}")
            parted += bool(departures)
            for line in departures[:most]:
                click.echo(line)
            if len(departures) > most:
                click.echo(f"{path.name}: {len(departures) - most} more")
    click.echo(
        f"{counts.games} games, {counts.turns} turns, {counts.actions} actions, {counts.states} states, "
        f"{counts.opens} open lists, {counts.components} seats' scores compared: "
        + (f"{parted} games depart" if parted else "all agree")
    )
    sys.exit(1 if parted else 0)


if __name__ == "__main__":
    main()
