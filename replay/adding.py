"""Adding entries to the file of a log: under its lock, behind its last sound line, whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import attrs

from events.envelope import Entry
from events.journal import Appender, Lines
from replay.lineage import seed_of, still_open
from replay.logs import Log
from replay.recorder import Recorder
from replay.salvage import whole
from replay.timeline import Timeline


@attrs.frozen(kw_only=True)
class Added:
    """What was added to a log. log: as it was before. entries: the new ones. head: digest of the last line now."""

    log: Log
    entries: Sequence[Entry]
    head: str
    timeline: Timeline


def add_to(
    path: Path,
    make: Callable[[Recorder], object],
    *,
    content: str = "",
    seeds: Sequence[str] = (),
    output: Path | None = None,
) -> Added:
    """Add to a log what `make` adds to its game. output: a new file to write the longer log to; the log stays.

    A game that is over after that is closed, and its seed told where it is known.

    Raises: UnreadableFile, LogBusy, and the first fault of the log; ClosedLog; what `make` raises, and then nothing is
    written; NotOverwritten.
    """
    if output is not None:
        added, lines = _made(path, make, content, seeds)
        with Appender(output, new=True) as appender:
            appender.append(path.read_bytes() + lines)
        return added
    with Appender(path, new=False) as appender:
        added, lines = _made(path, make, content, seeds)
        appender.append(lines)
        return added


def _made(path: Path, make: Callable[[Recorder], object], content: str, seeds: Sequence[str]) -> tuple[Added, bytes]:
    found = whole(path, content=content)
    log, timeline = found.log, found.timeline
    still_open(log.entries)
    recorder = Recorder.resumed(timeline, timeline.last, seed=seed_of(log.header, log.entries, timeline.last, seeds))
    make(recorder)
    if recorder.over:
        recorder.end()
        recorder.reveal()
    entries = recorder.timeline.entries[timeline.last :]
    lines = Lines(log.game.vocabulary, bytes.fromhex(log.head))
    text = b"".join(lines.entry(entry)[1] for entry in entries)
    return Added(log=log, entries=entries, head=lines.head.hex(), timeline=recorder.timeline), text
