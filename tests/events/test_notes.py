"""Notes: beside the log, strict as the log, and never in it."""

from __future__ import annotations

import hashlib
from pathlib import Path

import attrs
import pytest
from hypothesis import given

from events.errors import BrokenChain, LogBusy, MalformedLine, RecordError, TornTail, UnreadableFile
from events.journal import Appender
from events.notes import MARKS, Note, append_note, notes_path, read_notes, spelled, strays
from tests.making import bid, lines_of, played, read_back
from tests.strategies import Records
from tests.toy.words import VOCABULARY

NOTE = Note(n=2, entry="ab" * 32, mark="disputed", author="Ada", text="Was this die still free?")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return notes_path(tmp_path / "game.log.jsonl")


def test_notes_stand_beside_their_log(path: Path) -> None:
    """By name, so that nobody has to say where."""
    assert "game.notes.jsonl" == path.name
    assert Path("x/odd.notes.jsonl") == notes_path(Path("x/odd"))


def test_where_no_file_is_there_are_no_notes(path: Path) -> None:
    """Most logs have none."""
    assert () == read_notes(path)


def test_notes_are_kept_in_their_order(path: Path) -> None:
    """Given two notes, when the file is read, then both are there with their digests."""
    first = append_note(path, NOTE)
    second = append_note(path, attrs.evolve(NOTE, mark="settled", text="It was. «Ja»"), durable=True)

    assert (first, second) == read_notes(path)
    assert len({first.digest, second.digest}) == len(MARKS) - 1


def test_the_digest_of_a_note_is_worked_out_from_its_bytes() -> None:
    """BLAKE2b, 32 bytes, person refold/note/1, over the line up to `,"digest":`."""
    body = '{"refold":"note/1","n":2,"entry":"' + "ab" * 32
    body += '","mark":"disputed","author":"Ada","text":"Was this die still free?"'
    digest = hashlib.blake2b(body.encode(), digest_size=32, person=b"refold/note/1").hexdigest()

    assert f'{body},"digest":"{digest}"}}\n'.encode() == spelled(NOTE)[1]


def test_annotating_changes_no_log(tmp_path: Path) -> None:
    """The log's bytes are those before, and its notes fit its entries."""
    lines = lines_of(played(bid("a", 1)))
    log = read_back(tmp_path, lines)
    path = notes_path(Path(log.path))

    note = append_note(path, attrs.evolve(NOTE, entry=log.entries[1].digest))

    assert b"".join(lines) == Path(log.path).read_bytes()
    digests = {entry.n: entry.digest for entry in log.entries}
    assert [] == list(strays(read_notes(path), digests))
    assert [note] == list(strays([note], {**digests, 2: "cd" * 32}))
    assert [note] == list(strays([note], {1: digests[1]}))


@given(note=Records(VOCABULARY).record(Note))
def test_a_note_is_read_as_it_was_written(tmp_path_factory: pytest.TempPathFactory, note: Note) -> None:
    """Whatever its text."""
    path = tmp_path_factory.mktemp("notes") / "x.notes.jsonl"
    note = append_note(path, attrs.evolve(note, refold="note/1"))

    assert (note,) == read_notes(path)


def test_a_note_cut_at_any_byte_is_told(path: Path) -> None:
    """A torn note is no note, and nothing is written behind it."""
    whole = spelled(NOTE)[1]
    for cut in range(1, len(whole)):
        path.write_bytes(whole + whole[:cut])
        with pytest.raises(TornTail) as caught:
            append_note(path, NOTE)
        assert len(whole) == caught.value.size
        assert whole + whole[:cut] == path.read_bytes()


def test_a_flipped_bit_at_any_byte_is_told(path: Path) -> None:
    """Each note has a digest of its own."""
    whole = spelled(NOTE)[1]
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        with pytest.raises(RecordError, match=r"game\.notes\.jsonl:1"):
            read_notes(path)


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        (b'"mark":"disputed"', b'"mark":"disptd"', MalformedLine),
        (b'"n":2', b'"n":true', MalformedLine),
        (b'"author"', b'"writer"', MalformedLine),
        (b'"refold":"note/1"', b'"refold":"note/2"', MalformedLine),
        (b'"n":2', b'"n":3', BrokenChain),
        (b"\n", b"\r\n", BrokenChain),
        (b"{", b"\xff{", MalformedLine),
    ],
)
def test_another_note_is_refused(path: Path, old: bytes, new: bytes, error: type[Exception]) -> None:
    """As strictly as a line of a log."""
    path.write_bytes(spelled(NOTE)[1].replace(old, new, 1))

    with pytest.raises(error):
        read_notes(path)


def test_a_note_in_another_spelling_is_refused(path: Path) -> None:
    """A key twice, with a digest that fits."""
    body = spelled(NOTE)[1][: -len(',"digest":""}\n') - 64].replace(b'"n":2', b'"n":1,"n":2')
    digest = hashlib.blake2b(body, digest_size=32, person=b"refold/note/1").hexdigest()
    path.write_bytes(body + b',"digest":"' + digest.encode() + b'"}\n')

    with pytest.raises(MalformedLine, match="canonical"):
        read_notes(path)


def test_a_text_that_no_file_can_hold_is_not_written(path: Path) -> None:
    """Half a surrogate pair, as a terminal may hand over; a text without end."""
    for text in ("\udc80", "x" * 70_000):
        with pytest.raises(MalformedLine):
            append_note(path, attrs.evolve(NOTE, text=text))

    assert not path.exists()


def test_two_do_not_write_at_once(path: Path) -> None:
    """The file is locked while a note is written."""
    with Appender(path, new=True), pytest.raises(LogBusy):
        append_note(path, NOTE)


def test_a_folder_holds_no_notes(path: Path) -> None:
    """It is named, not stumbled over."""
    path.mkdir()

    with pytest.raises(UnreadableFile):
        read_notes(path)
    with pytest.raises(UnreadableFile):
        append_note(path, NOTE)
