"""Notes on a log's entries, in a file of their own beside it: annotating never changes a log."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import attrs
import orjson

from events import strict
from events.decoding import record_of
from events.digests import split_digest, with_digest
from events.errors import BrokenChain, MalformedLine, NotOverwritten, RecordError, TornTail
from events.frozen import frozen
from events.journal import Appender, open_log, parsed

FORMAT = "note/1"

Mark: TypeAlias = Literal["remark", "disputed", "settled"]
"""What a note says of its entry."""

MARKS: tuple[Mark, ...] = get_args(Mark)

_PERSON = b"refold/note/1"
_LOG, _NOTES = ".log.jsonl", ".notes.jsonl"


@frozen(kw_only=True)
class Note:
    """A note on one entry.

    n: number of the entry, 0 for the game as a whole. entry: digest of the entry's line, of the header's for 0; a note
    on an entry that was written anew does not fit any more. digest: of the note itself, "" before it is written.
    """

    refold: str = FORMAT
    n: int
    entry: str
    mark: Mark
    author: str
    text: str
    digest: str = ""


def notes_path(log: Path) -> Path:
    """Return where the notes on a log stand: ``game.notes.jsonl`` beside ``game.log.jsonl``."""
    return log.with_name(log.name.removesuffix(_LOG) + _NOTES)


def read_notes(path: Path) -> tuple[Note, ...]:
    """Read the notes of a file in their order; none where there is no such file.

    Raises: UnreadableFile; MalformedLine, BrokenChain, TornTail with the line concerned.
    """
    if not path.exists():
        return ()
    with open_log(path) as file:
        return tuple(_read(file, str(path)))


def _read(lines: Iterable[bytes], name: str) -> Iterator[Note]:
    size = 0
    for number, raw in enumerate(lines, 1):
        place = f"{name}:{number}"
        if not raw.endswith(b"\n"):
            raise TornTail("the last note is unfinished; what stands before it is sound", size=size, place=place)
        record = parsed(raw, place)
        try:
            note: Note = record_of(Note, record)
            _check(note, raw)
        except RecordError as error:
            raise error.at(place) from error
        size += len(raw)
        yield note


def _check(note: Note, raw: bytes) -> None:
    if note.refold != FORMAT:
        raise MalformedLine(f'expected "{FORMAT}", found {strict.found(note.refold)}', pointer="$.refold")
    body, told = split_digest(raw[:-1])
    found = _digest(body).hex()
    if told != found:
        problem = f"the digest does not fit: recorded {told or 'none'}, recomputed {found}"
        raise BrokenChain(problem, pointer="$.digest")
    if _body(note) != body:
        raise MalformedLine("the note is not in its canonical spelling", pointer="")


def spelled(note: Note) -> tuple[Note, bytes]:
    """Spell a note; return it with its digest, and its line.

    Raises: MalformedLine for a text that no file can hold, or that is too long.
    """
    record = {**attrs.asdict(note), "digest": ""}
    record_of(Note, record)
    body = _body(note)
    digest = _digest(body)
    return attrs.evolve(note, digest=digest.hex()), with_digest(body, digest)


def append_note(path: Path, note: Note, *, durable: bool = False) -> Note:
    """Append a note to a file, which is made where there is none; return it with its digest.

    The file is locked, and read first: nothing is written behind a damaged line.

    Raises: LogBusy, UnreadableFile; MalformedLine, BrokenChain, TornTail.
    """
    written, line = spelled(note)
    with _opened(path, durable=durable) as appender:
        read_notes(path)
        appender.append(line)
    return written


def _opened(path: Path, *, durable: bool) -> Appender:
    if not path.exists():
        try:
            return Appender(path, new=True, durable=durable)
        except NotOverwritten:
            # Somebody else made the file in between: theirs is the one to go on with.
            pass
    return Appender(path, new=False, durable=durable)


def strays(notes: Iterable[Note], digests: Mapping[int, str]) -> Iterator[Note]:
    """List the notes that do not fit a log. digests: of its lines by entry, the header's by 0."""
    return (note for note in notes if digests.get(note.n) != note.entry)


def _body(note: Note) -> bytes:
    record = attrs.asdict(note)
    del record["digest"]
    return orjson.dumps(record)[:-1]


def _digest(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=32, person=_PERSON).digest()
