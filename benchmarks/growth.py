"""Long logs: time per event as a log grows, and memory while one is walked."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import orjson

from benchmarks import recordings
from benchmarks.rounds import BUILD, ROOT, Group, Round, Row, Settings
from events.envelope import MoveEntry
from events.journal import Lines, Reader
from kernel.chance import Chance, Seeded, pick
from kernel.copies import replace
from kernel.decider import decided
from replay import library
from replay.logs import Log, read_log
from replay.recompute import Recomputation
from replay.recorder import Recorder, new_header
from replay.timeline import Timeline, events_of

SHORT, LONG = 100, 10_000

TIME_ROWS = (
    Row(name="growth-fold", measure="fold: time per event at 10,000 / at 100", least=1.3, aim=1.05, smaller=True),
    Row(name="growth-verify", measure="verify: time per event at 10,000 / at 100", least=1.3, aim=1.05, smaller=True),
    Row(name="growth-record", measure="record: time per event at 10,000 / at 100", least=1.3, aim=1.05, smaller=True),
)
MEMORY_ROWS = (
    Row(
        name="memory", measure="peak MB over a walked log of 1e6 events, whole process", least=60, aim=30, smaller=True
    ),
    Row(name="memory-growth", measure="the same / over a log of 1e5 events", least=1.1, aim=1.02, smaller=True),
)


def long_log(events: int) -> Path:
    """Return an endless game of the toy with about so many events, written once and kept."""
    path = BUILD / "logs" / f"long-{events}-{recordings.version(recordings.TOY)}.log.jsonl"
    if path.exists():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    for old in path.parent.glob(f"long-{events}-*"):
        old.unlink()
    beside = path.with_suffix(".part")
    with beside.open("wb") as file:
        recorder = _new_recorder()
        lines = Lines(recorder.game.vocabulary)
        seed = bytes(16)
        header = new_header(
            recordings.TOY,
            recordings.SEATS,
            setup={"length": "endless"},
            pack=library.pack(recordings.TOY),
            rulings={},
            seed=seed,
        )
        file.write(lines.header(header)[1])
        file.write(lines.entry(recorder.set_up())[1])
        game, state, drawn, seeded = recorder.game, recorder.state, recorder.timeline.now.drawn, Seeded(seed)
        written = n = 1
        while written < events:
            n += 1
            moves = game.legal_moves(state, state.active)
            move = moves[pick(seed, "long", n, (1,) * len(moves))]
            chance = Chance(drawn, seeded=seeded)
            decision = decided(game, state, move, chance)
            entry = MoveEntry(n=n, by=move.seat, move=move, events=decision.events, draws=decision.draws)
            file.write(lines.entry(entry)[1])
            state, drawn, written = decision.state, chance.drawn, written + len(decision.events)
    beside.rename(path)
    return path


def _new_recorder() -> Recorder:
    name = recordings.TOY
    table = library.table(name, recordings.SEATS, {"length": "endless"}, {}, library.pack(name))
    return Recorder(library.game(name), table, seed=bytes(16))


def _beginning(log: Log, events: int) -> Log:
    """Return the beginning of a log with about so many events."""
    held = n = 0
    while held < events:
        held += len(events_of(log.entries[n]))
        n += 1
    # Read anew: what is in one place of the memory is sooner in the cache, and only the length shall differ.
    lines = [(line, orjson.loads(line.raw)) for line in log.lines[:n]]
    entries = [entry for _, entry in Reader(log.game.vocabulary, log.path).entries(lines)]
    return replace(log, entries=entries, lines=log.lines[:n])


def _events(log: Log) -> int:
    return sum(len(events_of(entry)) for entry in log.entries)


def _fold(log: Log) -> object:
    return Timeline(log.game, log.table, log.header, log.entries)


def _verify(log: Log) -> object:
    recomputation = Recomputation(log)
    report = recomputation.report()
    if report.verdict != "unfinished":
        msg = f"the long log does not verify: {report.verdict}"
        raise AssertionError(msg)
    return recomputation


def _record(log: Log) -> object:
    recorder = _new_recorder()
    recorder.set_up()
    for entry in log.entries:
        if isinstance(entry, MoveEntry):
            recorder.move(entry.move)
    return recorder


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    kept = work()
    taken = time.process_time() - start
    del kept
    return taken


def time_rounds(_: Settings) -> Iterator[Round]:
    """Do each with many short logs, then with a long one: as many events in all."""
    long = _beginning(read_log(long_log(LONG + 1000)), LONG)
    short = [_beginning(long, SHORT) for _ in range(LONG // SHORT)]
    while True:
        ratios, figures = {}, {}
        for name, task in {"fold": _fold, "verify": _verify, "record": _record}.items():
            # All of them stay in memory, as what the long log makes does: only the length shall differ.
            shorts = min(_seconds(lambda: [task(log) for log in short]) for _ in range(3))  # noqa: B023
            longs = min(_seconds(lambda: task(long)) for _ in range(3))  # noqa: B023
            per_short, per_long = shorts / sum(map(_events, short)), longs / _events(long)
            ratios[f"growth-{name}"] = per_long / per_short
            figures[f"toy, {name}, us per event in a log of {LONG}"] = per_long * 1e6
        yield Round(ratios=ratios, figures=figures)


_WALK = """
import sys
sys.path.insert(0, sys.argv[2])
import kernel.games
kernel.games.GAMES["bench_toy"] = "benchmarks.toy.game"
from pathlib import Path
import time
from replay.streaming import walked
from replay.timeline import events_of
start, events = time.process_time(), 0
for _, entry, _ in walked(Path(sys.argv[1])):
    events += len(events_of(entry))
print(events, time.process_time() - start)
for line in open("/proc/self/status"):
    if line.startswith("VmHWM"):
        print(int(line.split()[1]) / 1024)
"""


def memory_rounds(settings: Settings) -> Iterator[Round]:
    """Walk a log and one ten times as long, each in a process of its own."""
    size = 100_000 if settings.quick else 1_000_000
    small, large = long_log(size // 10), long_log(size)
    while True:
        peaks = []
        for path in (small, large):
            done = subprocess.run(
                [sys.executable, "-c", _WALK, str(path), str(ROOT)], capture_output=True, text=True, check=True
            )
            first, peak = done.stdout.splitlines()
            peaks.append(float(peak))
        events, seconds = map(float, first.split())
        yield Round(
            ratios={"memory": peaks[1], "memory-growth": peaks[1] / peaks[0]},
            figures={
                "walked events": events,
                "walked events/s": events / seconds,
                "bytes of the log": path.stat().st_size,
            },
        )


TIME = Group(name="growth", rows=TIME_ROWS, rounds=time_rounds, most=5)
MEMORY = Group(name="memory-of-a-walk", rows=MEMORY_ROWS, rounds=memory_rounds, most=1)
