"""A log walked entry by entry is the log folded whole, and keeps nothing that is not returned to."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from events.envelope import Entry, Header, RedoEntry, UndoEntry
from events.errors import BrokenChain, MalformedLine, UnreadableFile
from replay.logs import read_log
from replay.recorder import Recorder
from replay.streaming import returned_to, walked
from tests.making import log_lines, recorder_of


def a_game_with_undos() -> tuple[Header, Recorder]:
    """Bids, three of them taken back, one of these twice, one taken up again."""
    header, recorder = recorder_of("toy", ("a", "b"), bytes(16))
    first = recorder.timeline.last
    recorder.move(recorder.read_move("a", {"do": "bid", "coins": 1}))
    recorder.undo(first)
    recorder.redo(first + 1)
    recorder.undo(first, forced=True)
    recorder.move(recorder.read_move("b", {"do": "bid", "coins": 2}))
    recorder.move(recorder.read_move("a", {"do": "bid", "coins": 0}))
    recorder.undo(first + 5, forced=True)
    return header, recorder


def written(path: Path, header: Header, entries: list[Entry]) -> Path:
    path.write_bytes(b"".join(log_lines(read_vocabulary(), header, entries)))
    return path


def read_vocabulary():
    from tests.toy.words import VOCABULARY

    return VOCABULARY


def test_each_position_is_that_of_the_log_read_whole(tmp_path: Path) -> None:
    header, recorder = a_game_with_undos()
    path = written(tmp_path / "a.log.jsonl", header, recorder.timeline.entries)
    timeline = read_log(path).timeline()
    steps = list(walked(path))

    assert [entry for _, entry, _ in steps] == timeline.entries
    assert [timeline.at(n) for n in range(1, timeline.last + 1)] == [position for _, _, position in steps]
    assert sum(isinstance(entry, UndoEntry | RedoEntry) for entry in timeline.entries) == 4


def test_what_is_returned_to_is_known_beforehand(tmp_path: Path) -> None:
    header, recorder = a_game_with_undos()
    path = written(tmp_path / "a.log.jsonl", header, recorder.timeline.entries)
    expected: dict[int, int] = {}
    for entry in recorder.timeline.entries:
        if isinstance(entry, UndoEntry | RedoEntry):
            expected[entry.to] = entry.n

    assert expected == returned_to(io.BytesIO(path.read_bytes()))


def test_an_undo_spelled_with_escapes_is_seen() -> None:
    line = b'{"n":9,"kind":"und\\u006f","by":null,"to":3,"forced":false}\n'

    assert {3: 9} == returned_to(io.BytesIO(line))


def test_what_is_no_json_is_left_to_the_reader() -> None:
    assert {} == returned_to(io.BytesIO(b'"undo"\n{"kind":"undo"\n{"kind":"undo","to":"x","n":1}\n'))


def test_damage_is_told_when_it_is_reached(tmp_path: Path) -> None:
    header, recorder = a_game_with_undos()
    path = written(tmp_path / "a.log.jsonl", header, recorder.timeline.entries)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]) + lines[-1].replace(b'"forced":true', b'"forced":false'))
    steps = walked(path)
    seen = [next(steps)[1].n for _ in range(recorder.timeline.last - 1)]
    with pytest.raises(BrokenChain):
        next(steps)

    assert list(range(1, recorder.timeline.last)) == seen


def test_an_undo_to_an_entry_that_is_not_there_is_refused(tmp_path: Path) -> None:
    header, recorder = a_game_with_undos()
    n = recorder.timeline.last + 1
    wrong = UndoEntry(n=n, by=None, to=n + 7, forced=False)
    path = written(tmp_path / "a.log.jsonl", header, [*recorder.timeline.entries, wrong])

    with pytest.raises(MalformedLine, match=r"there is no entry"):
        list(walked(path))


def test_a_pipe_cannot_be_walked(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = os.open(path, os.O_RDWR)
    try:
        with pytest.raises(UnreadableFile, match="read twice"):
            list(walked(path))
    finally:
        os.close(writer)
