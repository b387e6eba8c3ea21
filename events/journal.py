"""The file of a log: read line by line, appended to whole entries at a time.

An entry's openings stand before its line, so that the entry is there only when all of it is.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NoReturn, Self, cast

import orjson

from events import decoding, encoding
from events.decoding import Decoder
from events.digests import START, chained, chained_line, split_digest, with_digest
from events.encoding import Encoder
from events.envelope import FORMAT, Entry, Header, MoveEntry, OpeningLine
from events.errors import (
    BrokenChain,
    LogBusy,
    MalformedLine,
    NotOverwritten,
    RecordError,
    TornTail,
    UnreadableFile,
    UnsupportedVersion,
)
from events.frozen import frozen
from events.records import maker, replace
from events.secrets import Secret, as_tuples, commitment_of
from events.strict import MAX_STRING
from events.vocabulary import Vocabulary, Wire

MAX_LINE = 1024 * 1024


@frozen(kw_only=True)
class Line:
    """One line as read. number: from 1. raw: its bytes without the line feed.

    digest: raw digest of the chain up to this line (of the line before it for an opening).
    """

    number: int
    raw: bytes
    digest: bytes


made_line: Callable[[int, bytes, bytes], Line] = maker(Line)
"""Makes a line from number, raw and digest."""


def open_log(path: Path) -> IO[bytes]:
    """Open a log for reading; ``-`` is standard input.

    Raises: UnreadableFile.
    """
    if str(path) == "-":
        return io.BytesIO(standard_input())
    try:
        return path.open("rb")
    except IsADirectoryError as error:
        raise UnreadableFile(path, "this is a folder, not a log") from error
    except OSError as error:
        raise UnreadableFile(path, _reason(error)) from error


def standard_input() -> bytes:
    """Return all that comes on standard input: whoever asks again gets the same, for a log is read more than once."""
    if not _TAKEN or _TAKEN[0] is not sys.stdin:
        _TAKEN[:] = [sys.stdin, sys.stdin.buffer.read()]
    return cast("bytes", _TAKEN[1])


_TAKEN: list[object] = []
"""Standard input and what came on it, once it was read."""


def read_lines(file: Iterable[bytes], name: str) -> Iterator[tuple[Line, Wire]]:
    """Read a log's lines in order, each checked against the chain and with its JSON value.

    The value takes several times the room of the line, and is not kept with it. name: what messages call the file.

    Raises: MalformedLine, BrokenChain at the line concerned; TornTail after the sound lines.
    """
    previous, size, sound, number = START, 0, 0, 0
    for number, raw in enumerate(_limited(file), 1):
        if not raw.endswith(b"\n") and len(raw) <= MAX_LINE:
            raise TornTail(f"the last line is unfinished; {_REPAIR}", size=sound, place=f"{name}:{number}")
        size += len(raw)
        try:
            record = parsed(raw)
        except MalformedLine as error:
            if number == 1 and name.endswith(".game.json"):
                error.problem = "this is a script, not a log: `refold play` makes a log of it"
            raise error.at(f"{name}:{number}") from error
        if "open" not in record:
            previous, sound = chained_line(previous, raw) or _broken(previous, raw, f"{name}:{number}"), size
        yield made_line(number, raw[:-1], previous), record
    if number == 0:
        problem = "the file is empty; a log begins with its header"
        raise MalformedLine(problem, place=f"{name}:1", pointer="")
    if sound < size:
        raise TornTail(f"the last entry is unfinished; {_REPAIR}", size=sound, place=f"{name}:{number}")


def _broken(previous: bytes, raw: bytes, place: str) -> NoReturn:
    """Say how the digest of a line and its bytes disagree."""
    body, told = split_digest(raw[:-1])
    problem = f"the digest does not fit: recorded {told or 'none'}, recomputed {chained(previous, body).hex()}"
    raise BrokenChain(problem, place=place, pointer="$.digest")


_REPAIR = "`refold log repair` keeps what stands before it"


def _limited(file: Iterable[bytes]) -> Iterable[bytes]:
    """Return the lines of a file; of one that is over the limit no more is read than shows that."""
    readline = getattr(file, "readline", None)
    return file if readline is None else iter(lambda: readline(MAX_LINE + 1), b"")


def parsed(raw: bytes, place: str = "") -> Wire:
    """Read one line's JSON object.

    Raises: MalformedLine.
    """
    if len(raw) > MAX_LINE:
        msg = f"expected a line of at most {MAX_LINE} bytes, found {len(raw)}"
        raise MalformedLine(msg, place=place, pointer="")
    try:
        record = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        msg = f"this is not JSON: {error.msg} at byte {error.pos + 1}"
        raise MalformedLine(msg, place=place, pointer="") from error
    if not isinstance(record, dict):
        msg = "expected an object"
        raise MalformedLine(msg, place=place)
    return record


def read_header(line: Line, record: Wire, name: str) -> Header:
    """Read a log's first line from its JSON value.

    Raises: MalformedLine, UnsupportedVersion.
    """
    place = f"{name}:{line.number}"
    found = record.get("refold")
    if found != FORMAT:
        if isinstance(found, str) and found.startswith("log/"):
            msg = f'this refold reads "{FORMAT}", the file is "{found}"'
            raise UnsupportedVersion(msg, place=place, pointer="$.refold")
        msg = f'expected a log\'s header with "refold":"{FORMAT}"'
        raise MalformedLine(msg, place=place)
    try:
        return decoding.header(record)
    except RecordError as error:
        raise error.at(place) from error


class Reader:
    """Reads the entries after a header, keeping the openings met on the way."""

    def __init__(self, vocabulary: Vocabulary, name: str) -> None:
        """Read entries of `vocabulary`; `name` is what messages call the file."""
        self._decoder = Decoder(vocabulary)
        self._name = name
        self._openings: dict[str, Secret] = {}
        self._pending: list[str] = []

    def entries(self, lines: Iterable[tuple[Line, Wire]]) -> Iterator[tuple[Line, Entry]]:
        """Turn the lines after the header, each with its JSON value, into entries; openings are taken in.

        Raises: MalformedLine, UnknownType, BrokenChain.
        """
        read, openings, n = self._decoder.entry, self._openings, 1
        for line, record in lines:
            try:
                if "open" in record:
                    self._open(line, record, n)
                    continue
                entry = read(record, openings, len(line.raw))
                if entry.n != n:
                    msg = f"expected entry {n}, found {entry.n}"
                    raise MalformedLine(msg, pointer="$.n")
                if self._pending:
                    self._settle(entry)
            except RecordError as error:
                raise error.at(f"{self._name}:{line.number}") from error
            n += 1
            yield line, entry

    def _open(self, line: Line, record: Wire, n: int) -> None:
        """Take in an opening that stands before entry `n`."""
        opening = decoding.opening(record)
        if not _is_hex(opening.salt, 32):
            msg = "expected 32 hex digits"
            raise MalformedLine(msg, pointer="$.salt")
        if opening.open != n:
            msg = f"expected an opening of entry {n}, found {opening.open}"
            raise MalformedLine(msg, pointer="$.open")
        value = _hold_opening(opening)
        if encoding.opening_line(opening)[:-1] != line.raw:
            msg = "the opening is not in its canonical spelling"
            raise MalformedLine(msg, pointer="")
        self._openings[opening.sealed] = Secret(seat="", value=value, salt=opening.salt, commitment=opening.sealed)
        self._pending.append(opening.sealed)

    def _settle(self, entry: Entry) -> None:
        """Check that the openings before an entry are of its secrets, in the order of their places."""
        places = iter([opening.sealed for opening in encoding.openings(entry)])
        stray = next((sealed for sealed in self._pending if sealed not in places), None)
        if stray is not None:
            msg = f"an opening before this entry is of none of its secrets, or out of order: {stray}"
            raise MalformedLine(msg)
        self._pending.clear()


def _hold_opening(opening: OpeningLine) -> Any:
    """Return the value that an opening tells.

    Raises: BrokenChain for one that does not fit its commitment.
    """
    value = as_tuples(opening.value)
    if value is None or commitment_of(opening.salt, value) != opening.sealed:
        msg = "the opening does not fit its commitment"
        raise BrokenChain(msg, pointer="$.sealed")
    return value


def is_canonical(line: Line, vocabulary_encoder: Encoder, entry: Entry | Header) -> bool:
    """Whether a line is spelled as this program would spell it.

    Of a line with events of old versions only the spelling of JSON is looked at: keys each once, no blanks.
    """
    if isinstance(entry, Header):
        body = encoding.header_body(entry)
    elif vocabulary_encoder.speaks(line.raw):
        body = vocabulary_encoder.body(entry)
    else:
        body = encoding.respelled(line.raw)
    return split_digest(line.raw)[0] == body


class Lines:
    """Spells a log: each record to its bytes, the chain kept up."""

    def __init__(self, vocabulary: Vocabulary, previous: bytes = START) -> None:
        """Go on after the digest `previous`."""
        self._encoder = Encoder(vocabulary)
        self._decoder = Decoder(vocabulary)
        self.head = previous

    def header(self, header: Header) -> tuple[Header, bytes]:
        """Spell a header; return it with its digest, and its line."""
        return self._closed(header, encoding.header_body(header))

    def entry(self, entry: Entry) -> tuple[Entry, bytes]:
        """Spell an entry and its openings; return it with its digest, and its lines.

        Raises: MalformedLine for what could not be read again.
        """
        opened = encoding.openings(entry)
        for opening in opened:
            _hold_opening(opening)
        body = self._encoder.body(entry)
        if len(body) > MAX_STRING or not isinstance(entry, MoveEntry):
            # What people write by hand, or much of anything, may be more than a line can hold.
            self._decoder.entry({**orjson.loads(body + b"}"), "digest": ""})
        closed, line = self._closed(entry, body)
        return closed, b"".join([*map(encoding.opening_line, opened), line]) if opened else line

    def _closed(self, record: Any, body: bytes) -> tuple[Any, bytes]:
        if len(body) > MAX_LINE - 100:
            msg = f"a line may hold at most {MAX_LINE} bytes"
            raise MalformedLine(msg)
        self.head = chained(self.head, body)
        return replace(record, digest=self.head.hex()), with_digest(body, self.head)


class Appender:
    """Appends to one log under an exclusive lock; what `append` returned from is in the file."""

    def __init__(self, path: Path, *, new: bool, durable: bool = False) -> None:
        """Open and lock `path`.

        new: the file must not be there yet. durable: every append reaches the disk (fsync) before it returns.

        Raises: NotOverwritten, UnreadableFile, LogBusy.
        """
        import portalocker  # slow to import, and reading needs no lock

        self._path = path
        self._durable = durable
        try:
            self._file = path.open("xb" if new else "r+b", buffering=0)
        except FileExistsError as error:
            raise NotOverwritten(path) from error
        except OSError as error:
            raise UnreadableFile(path, _reason(error)) from error
        try:
            portalocker.lock(self._file, portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING)
        except portalocker.LockException as error:
            self._file.close()
            raise LogBusy(path) from error
        self._size = self._file.seek(0, os.SEEK_END)
        if new and durable:
            _sync_folder(path.parent)

    def append(self, lines: bytes) -> None:
        """Write whole lines; flush, and sync when durable. Where that fails, what was half written is taken back.

        Raises: UnreadableFile.
        """
        view = memoryview(lines)
        try:
            while view:
                view = view[self._file.write(view) :]
            if self._durable:
                os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(self._size)
                self._file.seek(self._size)
            raise UnreadableFile(self._path, _reason(error)) from error
        self._size += len(lines)

    def __enter__(self) -> Self:
        """Return itself; the file is open already."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Release the lock and close the file."""
        import portalocker

        portalocker.unlock(self._file)
        self._file.close()


def _sync_folder(folder: Path) -> None:
    """Bring the name of a new file to the disk, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _is_hex(text: str, digits: int) -> bool:
    return len(text) == digits and all(char in "0123456789abcdef" for char in text)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
