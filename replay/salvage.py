"""As much of a log as can be trusted: the sound entries folded, and what stopped there."""

from __future__ import annotations

from pathlib import Path

from events.errors import MalformedLine, RecordError, RefoldError
from events.frozen import frozen
from kernel.errors import ImpossibleEvent
from replay.logs import Log, read_log
from replay.timeline import Timeline


@frozen(kw_only=True)
class Sound:
    """A log as far as it is sound and was folded. fault: what is wrong after that, None when nothing is."""

    log: Log
    timeline: Timeline
    fault: RefoldError | None


def sound(path: Path, *, content: str = "", to: int | None = None) -> Sound:
    """Read a log and fold it up to its first fault. to: no further than this entry, which need not be there.

    Raises: UnreadableFile, and what `read_log` raises for the header.
    """
    log = read_log(path, content=content, salvage=True)
    timeline = Timeline(log.game, log.table, log.header)
    for line, entry in zip(log.lines[:to], log.entries[:to], strict=True):
        try:
            timeline.append(entry)
        except RecordError as error:
            return Sound(log=log, timeline=timeline, fault=error.at(f"{path}:{line.number}"))
        except ImpossibleEvent as error:
            fault = MalformedLine(str(error), place=f"{path}:{line.number}", pointer="$.events")
            fault.__cause__ = error
            return Sound(log=log, timeline=timeline, fault=fault)
    return Sound(log=log, timeline=timeline, fault=log.fault)


def whole(path: Path, *, content: str = "", to: int | None = None) -> Sound:
    """Read a log whose lines are sound to its end, and fold it. to: as for `sound`.

    Raises: as `sound`, and the fault.
    """
    found = sound(path, content=content, to=to)
    if found.fault is not None:
        raise found.fault
    return found
