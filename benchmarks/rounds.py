"""Rates, and ratios taken round by round: contenders run in turn, so that a busy neighbour slows all of them."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import attrs

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "bench"

Figures: TypeAlias = Mapping[str, float]


@attrs.frozen
class Rate:
    """Units a second: by the clock on the wall, and by this process's CPU time."""

    wall: float
    cpu: float


@attrs.frozen(kw_only=True)
class Round:
    """One round of a group. ratios: by the row they belong to. figures: what they were made of, for information."""

    ratios: Figures = attrs.field(factory=dict)
    figures: Figures = attrs.field(factory=dict)


@attrs.frozen(kw_only=True)
class Settings:
    """quick: fewer rounds and smaller tasks, for a look. seconds: how long each contender runs in a round."""

    quick: bool
    seconds: float
    rounds: int


@attrs.frozen(kw_only=True)
class Row:
    """One measure. least: what must be reached. aim: what is wished for. smaller: whether less is better."""

    name: str
    measure: str
    least: float
    aim: float
    smaller: bool = False


class Skipped(Exception):
    """A group cannot be measured here; the text says why."""


@attrs.frozen(kw_only=True)
class Group:
    """Measures that share contenders. rounds(settings): yields a round at a time, as many as are asked of it.

    most: no more rounds than this, for what takes long.
    """

    name: str
    rows: Sequence[Row]
    rounds: Callable[[Settings], Iterator[Round]]
    most: int = 100


def rate(work: Callable[[], object], units: int, seconds: float) -> Rate:
    """Call `work` again and again for `seconds`; it does `units` of what is counted."""
    calls = 0
    wall, cpu = time.perf_counter(), time.process_time()
    while True:
        work()
        calls += 1
        spent = time.perf_counter() - wall
        if spent >= seconds:
            return Rate(calls * units / spent, calls * units / max(time.process_time() - cpu, 1e-9))


def measured(group: Group, settings: Settings) -> dict[str, Any]:
    """Run a group; return its rows and figures as JSON values."""
    rounds: list[Round] = []
    try:
        running = group.rounds(settings)
        for _ in range(min(settings.rounds, group.most)):
            found = next(running, None)
            if found is None:
                break
            rounds.append(found)
        running.close()  # type: ignore[attr-defined]
    except Skipped as reason:
        return {"rows": [_row(row, [], str(reason)) for row in group.rows], "figures": {}}
    rows = [_row(row, [r.ratios[row.name] for r in rounds if row.name in r.ratios]) for row in group.rows]
    names = dict.fromkeys(name for r in rounds for name in r.figures)
    figures = {
        name: _rounded(statistics.median(r.figures[name] for r in rounds if name in r.figures)) for name in names
    }
    return {"rows": rows, "figures": figures}


def _row(row: Row, ratios: list[float], skipped: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {"name": row.name, "measure": row.measure, "at_least": row.least, "aim": row.aim}
    if not ratios:
        return {**found, "verdict": "skipped", "why": skipped or "not asked for in this run"}
    median = statistics.median(ratios)
    found |= {
        "median": _rounded(median),
        "low": _rounded(min(ratios)),
        "high": _rounded(max(ratios)),
        "rounds": len(ratios),
    }
    return {**found, "verdict": _verdict(row, median)}


def _verdict(row: Row, median: float) -> str:
    better = (lambda a, b: a <= b) if row.smaller else (lambda a, b: a >= b)
    if better(median, row.aim):
        return "aim reached"
    return "reached" if better(median, row.least) else "missed"


def _rounded(value: float) -> float:
    """Keep three digits: more would only be noise."""
    return float(f"{value:.3g}") if abs(value) < 1000 else round(value)
