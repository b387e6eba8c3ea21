"""Adding entries to the file of a log: under its lock, behind its last sound line, whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import attrs

from events.envelope import Entry
from events.frozen import frozen
from events.journal import Appender, Lines
from replay import library
from replay.keeping import MAX_LOG
from replay.lineage import seed_of, still_open
from replay.logs import Log, write_whole
from replay.recorder import Recorder
from replay.salvage import whole
from replay.timeline import Timeline


@frozen(kw_only=True)
class Added:
    """What was added to a log. log: as it was before. entries: the new ones. head: digest of the last line now.

    content: the longer log as a whole where it was to be written elsewhere, else nothing.
    """

    log: Log
    entries: Sequence[Entry]
    head: str
    timeline: Timeline
    content: bytes = b""


def add_to(  # noqa: PLR0913 - what is added, to what, and where it is written
    path: Path,
    make: Callable[[Recorder], object],
    *,
    content: str = "",
    seeds: Sequence[str] = (),
    output: Path | None = None,
    force: bool = False,
) -> Added:
    """Add to a log what `make` adds to its game.

    output: a file to write the longer log to instead, or ``-`` to be handed it; the log stays.

    A game that is over after that is closed, and its seed told where it is known.

    Raises: UnreadableFile, LogBusy, and the first fault of the log; ClosedLog; what `make` raises, and then nothing is
    written; NotOverwritten.
    """
    if output is not None:
        added, lines = _made(path, make, content, seeds)
        longer = library.read_bytes(path, MAX_LOG) + lines
        if str(output) != "-":
            write_whole(output, longer, force=force)
        return attrs.evolve(added, content=longer)
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
