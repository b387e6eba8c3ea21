"""Logs as files: read whole or entry by entry, and written anew."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from events.encoding import Encoder
from events.envelope import Entry, Header
from events.errors import MalformedLine, NotOverwritten, RecordError, UnreadableFile, UnsupportedVersion
from events.frozen import frozen
from events.journal import Line, Reader, is_canonical, open_log, read_header, read_lines
from kernel.chance import ALGORITHM
from kernel.content import Pack
from kernel.decider import AnyGame, Table
from kernel.errors import BadSetup
from replay import library
from replay.guarded import guarded
from replay.timeline import Timeline

OTHER_PACK = "$.content.digest"
"""Where a header tells that its log was played with another content of a pack."""


@frozen(kw_only=True)
class Log:
    """A log that was read. path: as the user named it. lines: the line of each entry; head: the last digest, hex.

    fault: what stopped the reading before the end of the file, None when all was read.
    """

    path: str
    header: Header
    header_line: Line
    game: AnyGame
    table: Table
    entries: Sequence[Entry]
    lines: Sequence[Line]
    fault: RecordError | None = None

    @property
    def head(self) -> str:
        """Digest of the last line that was read: the identity of the log."""
        return (self.lines[-1] if self.lines else self.header_line).digest.hex()

    def timeline(self) -> Timeline:
        """Fold the log.

        Raises: ImpossibleEvent, MalformedLine.
        """
        return Timeline(self.game, self.table, self.header, self.entries)

    def not_canonical(self) -> Iterator[Line]:
        """List the lines that are not spelled as this program spells them."""
        encoder = Encoder(self.game.vocabulary)
        records: list[tuple[Line, Any]] = [(self.header_line, self.header), *zip(self.lines, self.entries, strict=True)]
        for line, record in records:
            if not is_canonical(line, encoder, record):
                yield line


def read_log(path: Path, *, content: str = "", salvage: bool = False) -> Log:
    """Read a log whole and check its chain.

    content: a pack to use instead of the one the header names. salvage: keep what is sound before a fault, and name the
    fault in the result.

    Raises: UnreadableFile; MalformedLine, BrokenChain, TornTail, UnknownType unless salvaged after the header;
    UnsupportedVersion for a format, game, pack or ruling that is not here.
    """
    name = str(path)
    with open_log(path) as file:
        lines = read_lines(file, name)
        header_line, record = next(lines)
        header = read_header(header_line, record, name)
        game, table = opened(header, f"{name}:1", content)
        entries: list[Entry] = []
        kept: list[Line] = []
        fault = None
        try:
            for line, entry in Reader(game.vocabulary, name).entries(lines):
                fitting(entry, header, f"{name}:{line.number}")
                entries.append(entry)
                kept.append(line)
        except RecordError as error:
            if not salvage:
                raise
            fault = error
    return Log(
        path=name,
        header=header,
        header_line=header_line,
        game=game,
        table=table,
        entries=entries,
        lines=kept,
        fault=fault,
    )


def fitting(entry: Entry, header: Header, place: str) -> None:
    """Hold an entry against the header: its seat is there, and no draw stands before the first.

    Raises: MalformedLine.
    """
    by = getattr(entry, "by", None)
    if by is not None and by not in header.seats:
        msg = f'expected one of {", ".join(header.seats)}, found "{by}"'
        raise MalformedLine(msg, place=place, pointer="$.by")
    for number, (_, index, _) in enumerate(getattr(entry, "draws", ())):
        if index < 0:
            msg = f"expected 0 or more, found {index}"
            raise MalformedLine(msg, place=place, pointer=f"$.draws[{number}][1]")


def opened(header: Header, place: str, content: str = "") -> tuple[AnyGame, Table]:
    """Return the game of a header and the table it is played on.

    Raises: UnsupportedVersion, BadSetup, BadContent.
    """
    try:
        game = guarded(library.game(header.game))
        if header.chance.algorithm != ALGORITHM:
            msg = f'this refold draws by "{ALGORITHM}", the log by "{header.chance.algorithm}"'
            raise UnsupportedVersion(msg, pointer="$.chance.algorithm")
        pack = pack_of(header, content)
        table = library.table(header.game, header.seats, header.setup, header.rules.rulings, pack)
    except RecordError as error:
        raise error.at(place) from error
    except BadSetup as error:
        if error.unknown:
            raise UnsupportedVersion(str(error), place=place, pointer="") from error
        raise
    return game, table


def pack_of(header: Header, content: str = "") -> Pack:
    """Return the content pack that a header names, or `content`.

    Raises: UnsupportedVersion when the pack is not here, or is another than the log was played with.
    """
    named = header.content.pack
    if not content and named not in library.game(header.game).packs:
        # A log names no file: whoever wrote it does not choose what is opened here.
        msg = f'the log was played with pack "{named}", which is not here; name it by --content FILE'
        raise UnsupportedVersion(msg, pointer="$.content.pack")
    pack = library.pack(header.game, content or named)
    if pack.digest != header.content.digest:
        msg = (
            f'the log was played with pack "{header.content.pack}" {header.content.digest[:12]}…, '
            f"there is {pack.digest[:12]}…; name the pack it was played with by --content FILE "
            "(what another pack changes: refold impact --content FILE)"
        )
        raise UnsupportedVersion(msg, pointer=OTHER_PACK)
    return pack


def in_the_way(path: Path) -> bool:
    """Whether something would be lost by writing to a path: a device or a pipe holds nothing, and is not replaced."""
    return path.is_file() or path.is_dir()


def write_whole(path: Path, content: bytes, *, force: bool = False) -> None:
    """Write a file at once: it is there whole, or as it was before.

    Raises: NotOverwritten unless forced; UnreadableFile.
    """
    if in_the_way(path) and not force:
        raise NotOverwritten(path)
    if path.exists() and not in_the_way(path):
        _poured(path, content)
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise UnreadableFile(path, (error.strerror or str(error)).lower()) from error


def _poured(path: Path, content: bytes) -> None:
    try:
        with path.open("wb") as device:
            device.write(content)
    except OSError as error:
        raise UnreadableFile(path, (error.strerror or str(error)).lower()) from error
