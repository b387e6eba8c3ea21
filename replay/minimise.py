"""Shrinking: a diverging log, or a failing script, to the shortest one that goes wrong in the same way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import attrs
import orjson

from events.envelope import Draw, Entry, MoveEntry, PositionEntry, SetupEntry
from events.errors import RefoldError
from events.frozen import frozen
from kernel.documents import arranged
from replay import library
from replay.batch import signature
from replay.logs import Log
from replay.playing import ScriptFailed, play
from replay.recompute import Recomputation
from replay.regress import log_bytes
from replay.report import Report
from replay.script import read_script
from replay.timeline import advanced

T = TypeVar("T")


class NothingToShrink(RefoldError):
    """What was named does not go wrong."""


@frozen(kw_only=True)
class Shrunk:
    """What is left. text: the bytes of the smaller file. before, after: entries of a log, or steps of a script.

    signature: how both go wrong.
    """

    text: bytes
    before: int
    after: int
    signature: str


def shortest(items: Sequence[T], wrong: Callable[[Sequence[T]], bool]) -> list[T]:
    """Return a list from which no single item can be left out without `wrong` turning false.

    Delta debugging: halves, quarters and so on are left out while that still goes wrong. The order is kept.
    """
    left = list(items)
    size = max(1, len(left) // 2)
    while True:
        place, removed = 0, False
        while place < len(left):
            candidate = left[:place] + left[place + size :]
            if wrong(candidate):
                left, removed = candidate, True
            else:
                place += size
        if size == 1 and not removed:
            return left
        size = max(1, size // 2) if not removed or size > 1 else 1


def minimise_script(path: Path) -> Shrunk:
    """Leave out every step without which a script still fails in the same way.

    Raises: NothingToShrink when it plays; UnreadableFile, MalformedLine.
    """
    record = library.read_json(path)
    wanted = _failure(record)
    if wanted is None:
        msg = f"{path}: the script plays as it says, there is nothing to shrink"
        raise NothingToShrink(msg)
    steps = record.get("steps", [])
    left = shortest(steps, lambda some: _failure({**record, "steps": list(some)}) == wanted)
    text = orjson.dumps({**record, "steps": left}, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    return Shrunk(text=text, before=len(steps), after=len(left), signature=wanted)


def _failure(record: Mapping[str, Any]) -> str | None:
    """Name how a script fails, None when it plays."""
    try:
        play(read_script(None, orjson.dumps(record)))
    except ScriptFailed as error:
        return f"{error.clause or error.problem}"
    except RefoldError as error:
        return type(error).__name__
    return None


def minimise_log(log: Log) -> Shrunk:
    """Put the position before the first diverging entry in place, and keep that entry alone.

    Where that does not go wrong in the same way, the log is cut after the entry.

    Raises: NothingToShrink when the log verifies.
    """
    report = Recomputation(log).report()
    if report.verdict in ("same", "unfinished"):
        msg = f"{log.path}: recorded and recomputed are the same, there is nothing to shrink"
        raise NothingToShrink(msg)
    place = report.differences[0].n if report.differences else report.entries + 1
    cut = attrs.evolve(log, entries=log.entries[:place], lines=log.lines[:place])
    wanted = _cut_signature(Recomputation(cut).report())
    short = _with_position(log, place)
    if short is not None:
        tried = attrs.evolve(log, entries=short, lines=log.lines[: len(short)])
        if _cut_signature(Recomputation(tried).report()) == wanted:
            return _shrunk(log, short, wanted)
    return _shrunk(log, log.entries[:place], wanted)


def _cut_signature(report: Report) -> str:
    """Name how a cut log goes wrong; of the differences only the first counts."""
    return f"{report.verdict}: {signature(report)}"


def _shrunk(log: Log, entries: Sequence[Entry], wanted: str) -> Shrunk:
    return Shrunk(
        text=log_bytes(log.header, entries, log.game), before=len(log.entries), after=len(entries), signature=wanted
    )


def _with_position(log: Log, place: int) -> list[Entry] | None:
    """Return set-up, position and the move at `place`; None where the entry there is no move."""
    entry, first = log.entries[place - 1], log.entries[0]
    if not isinstance(entry, MoveEntry) or not isinstance(first, SetupEntry):
        return None
    timeline = attrs.evolve(log, entries=log.entries[: place - 1], lines=log.lines[: place - 1]).timeline()
    event: Any = arranged(timeline.document(1), timeline.document(place - 1))
    position = PositionEntry(n=2, at={}, events=(event,))
    drawn = advanced({}, first.draws)
    move = attrs.evolve(entry, n=3, draws=_renumbered(entry.draws, drawn))
    return [first, position, move]


def _renumbered(draws: Sequence[Draw], drawn: Mapping[str, int]) -> tuple[Draw, ...]:
    """Number draws on from where the streams stand."""
    counts: Mapping[str, int] = dict(drawn)
    made: list[Draw] = []
    for stream, _, outcomes in draws:
        made.append((stream, counts.get(stream, 0), outcomes))
        counts = advanced(counts, made[-1:])
    return tuple(made)
