"""Many logs verified by two processes, beside one; judged only where the machine itself gains by two."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from benchmarks import recordings
from benchmarks.rounds import Group, Round, Row, Settings, Skipped
from replay.batch import verify_all

ROWS = (Row(name="processes", measure="logs verified by 2 processes / by 1", least=1.7, aim=1.9),)
BURNT = 3_000_000
ENOUGH = 1.9
"""What two processes that only count must gain over one for the row to be judged."""


def _burn(times: int) -> int:
    found = 0
    for number in range(times):
        found += number * number
    return found


def burnt() -> float:
    """Return how much faster two processes count than one: the machine's own limit."""
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("fork")) as pool:
        list(pool.map(_burn, [1000, 1000]))
        start = time.perf_counter()
        list(pool.map(_burn, [BURNT]))
        one = time.perf_counter()
        list(pool.map(_burn, [BURNT, BURNT]))
        both = time.perf_counter()
    return 2 * (one - start) / (both - one)


def rounds(settings: Settings) -> Iterator[Round]:
    """Verify the same logs with one process and with two."""
    games = recordings.playable()
    if "fork" not in multiprocessing.get_all_start_methods() or not games:
        raise Skipped("this needs processes that fork and a game that can be played")
    name = "marco_polo" if "marco_polo" in games else games[0]
    few = [recordings.log_of(name, number) for number in range(1, 9 if settings.quick else 41)]
    paths = few * (12 if settings.quick else 10)
    gained = max(burnt() for _ in range(3))
    if gained < ENOUGH:
        raise Skipped(f"two processes that only count gain {gained:.2f} here now, under {ENOUGH}: neighbours are busy")
    while True:
        limit = burnt()
        start = time.perf_counter()
        if any(not report.sound for report in verify_all(paths)):
            raise Skipped("a log does not verify")
        one = time.perf_counter()
        list(verify_all(paths, jobs=2))
        two = time.perf_counter()
        gain = (one - start) / (two - one)
        figures = {"logs": len(paths), "gain of 2 processes that only count": limit, "gain of verifying": gain}
        figures["logs/s, 1 process"] = len(paths) / (one - start)
        yield Round(ratios={"processes": gain} if limit >= ENOUGH else {}, figures=figures)


GROUP = Group(name="many-logs", rows=ROWS, rounds=rounds, most=3)
