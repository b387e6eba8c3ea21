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
    """A log as far as it is sound. fault: what is wrong after that, None when all of it is sound."""

    log: Log
    timeline: Timeline
    fault: RefoldError | None


def sound(path: Path, *, content: str = "") -> Sound:
    """Read and fold a log up to its first fault.

    Raises: UnreadableFile, and what `read_log` raises for the header.
    """
    log = read_log(path, content=content, salvage=True)
    timeline = Timeline(log.game, log.table, log.header)
    for line, entry in zip(log.lines, log.entries, strict=True):
        try:
            timeline.append(entry)
        except RecordError as error:
            return Sound(log=log, timeline=timeline, fault=error.at(f"{path}:{line.number}"))
        except ImpossibleEvent as error:
            fault = MalformedLine(str(error), place=f"{path}:{line.number}", pointer="$.events")
            fault.__cause__ = error
            return Sound(log=log, timeline=timeline, fault=fault)
    return Sound(log=log, timeline=timeline, fault=log.fault)


def whole(path: Path, *, content: str = "") -> Sound:
    """Read and fold a log that is sound to its end.

    Raises: as `sound`, and the fault.
    """
    found = sound(path, content=content)
    if found.fault is not None:
        raise found.fault
    return found
