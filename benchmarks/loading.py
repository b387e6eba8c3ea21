"""Reading a log: lines, chain, strict records, fold; beside `eventsourcing` and beside orjson alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path

import orjson

from benchmarks import recordings
from benchmarks.contenders import Contender, eventsourcing
from benchmarks.rounds import Group, Rate, Round, Row, Settings, Skipped, rate
from benchmarks.toy.story import told
from events.journal import Line, Reader, made_line, parsed, read_header, read_lines
from events.vocabulary import Wire
from replay.logs import opened
from replay.timeline import after, before_setup, events_of

ROWS = (
    Row(
        name="load",
        measure="load, decode, fold: events/s / eventsourcing's get",
        least=8,
        aim=20,
    ),
    Row(
        name="decode",
        measure="time of load, decode, fold / orjson.loads of the lines",
        least=9,
        aim=4,
        smaller=True,
    ),
    Row(name="decode-chained", measure="the same with the chain checked", least=11, aim=5.5, smaller=True),
)


class Loaded:
    """The bytes of a log, to be read in several ways."""

    def __init__(self, path: Path) -> None:
        """Read the file; check that it folds."""
        self.content = path.read_bytes()
        self.lines = self.content.splitlines()
        self.header = read_header(*next(read_lines(BytesIO(self.content), "log")), "log")
        self.game, self.table = opened(self.header, "log")
        entries = [entry for _, entry in self._entries(read_lines(BytesIO(self.content), "log"))]
        self.entries = len(entries)
        self.events = sum(len(events_of(entry)) for entry in entries)

    def _entries(self, lines: Iterator[tuple[Line, Wire]]) -> Iterator[tuple[Line, object]]:
        next(lines)
        return Reader(self.game.vocabulary, "log").entries(lines)

    def chained(self) -> object:
        """Read lines, check the chain, decode strictly, fold."""
        return self._folded(read_lines(BytesIO(self.content), "log"))

    def unchained(self) -> object:
        """The same without the chain."""
        return self._folded((made_line(number, raw, b""), parsed(raw)) for number, raw in enumerate(self.lines, 1))

    def _folded(self, lines: Iterator[tuple[Line, Wire]]) -> object:
        position = before_setup(self.game, self.table)
        for _, entry in self._entries(lines):
            position = after(self.game, position, entry, {})  # type: ignore[arg-type]
        return position.state

    def bare(self) -> None:
        """Only take the JSON of each line apart."""
        for line in self.lines:
            orjson.loads(line)


def _timed(tasks: Mapping[str, Callable[[], object]], events: int, seconds: float) -> dict[str, Rate]:
    return {name: rate(task, events, seconds) for name, task in tasks.items()}


def rounds(settings: Settings) -> Iterator[Round]:
    """Load the toy's log in turn with the others; without `eventsourcing` the rows that need it are left out."""
    _, folder = told()
    loaded = Loaded(recordings.log_of(recordings.TOY))
    tasks = {"chained": loaded.chained, "unchained": loaded.unchained, "bare": loaded.bare}
    with ExitStack() as stack:
        other: Contender | None = None
        try:
            other = stack.enter_context(eventsourcing(folder))
        except Skipped:
            other = None
        while True:
            theirs = other.rate("get", settings.seconds).cpu if other else 0
            ours = {name: found.cpu for name, found in _timed(tasks, loaded.events, settings.seconds).items()}
            ratios = {
                "decode": ours["bare"] / ours["unchained"],
                "decode-chained": ours["bare"] / ours["chained"],
            }
            if theirs:
                ratios["load"] = ours["unchained"] / theirs
                ratios["load-chained"] = ours["chained"] / theirs
            yield Round(
                ratios=ratios,
                figures={
                    **{f"toy, {name}, events/s": value for name, value in ours.items()},
                    "toy, events per entry": loaded.events / loaded.entries,
                    "toy, bytes per event": len(loaded.content) / loaded.events,
                    **({"eventsourcing, events/s": theirs} if theirs else {}),
                },
            )


GROUP = Group(name="load", rows=ROWS, rounds=rounds)
