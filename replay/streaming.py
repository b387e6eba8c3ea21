"""A log walked entry by entry, however long: only positions that an undo or redo returns to are kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import orjson

from events.envelope import Entry, RedoEntry, UndoEntry
from events.errors import UnreadableFile
from events.journal import MAX_LINE, Line, Reader, open_log, read_header, read_lines
from replay.logs import fitting, opened
from replay.timeline import Position, after, before_setup


def walked(path: Path, *, content: str = "") -> Iterator[tuple[Line, Entry, Position[Any]]]:
    """Read a log and fold it; yield each entry with its line and the position after it.

    The file is gone through twice: first for what is returned to, then for all of it. content: as for `read_log`.

    Raises: UnreadableFile, also for what cannot be read twice, such as a pipe; MalformedLine, BrokenChain, TornTail,
    UnknownType, UnsupportedVersion, BadSetup, BadContent, ImpossibleEvent when the place concerned is reached.
    """
    name = str(path)
    with open_log(path) as file:
        if not file.seekable():
            raise UnreadableFile(path, "a log is read twice here, and this cannot be")
        needed = returned_to(file)
        file.seek(0)
        lines = read_lines(file, name)
        header = read_header(*next(lines), name)
        game, table = opened(header, f"{name}:1", content)
        position = before_setup(game, table)
        kept: dict[int, Position[Any]] = {}
        for line, entry in Reader(game.vocabulary, name).entries(lines):
            fitting(entry, header, f"{name}:{line.number}")
            position = after(game, position, entry, kept)
            if entry.n in needed:
                kept[entry.n] = position
            if isinstance(entry, UndoEntry | RedoEntry) and needed[entry.to] <= entry.n:
                del kept[entry.to]
            yield line, entry, position


def returned_to(file: IO[bytes]) -> dict[int, int]:
    """Return the entries that an undo or redo returns to, each with the last entry that does.

    Only lines that may be an undo or redo are taken apart; what is wrong with a line is for those who read it whole.
    """
    found: dict[int, int] = {}
    for raw in iter(lambda: file.readline(MAX_LINE + 1), b""):
        # A letter may be spelled as an escape, which is not canonical, yet JSON.
        if b'"undo"' not in raw and b'"redo"' not in raw and b"\\u" not in raw:
            continue
        try:
            record = orjson.loads(raw)
        except orjson.JSONDecodeError:
            continue
        if type(record) is dict and record.get("kind") in ("undo", "redo"):
            to, n = record.get("to"), record.get("n")
            if type(to) is int and type(n) is int:
                found[to] = max(n, found.get(to, 0))
    return found
