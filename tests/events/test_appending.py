"""Writing a log: what `append` returned from is in the file, whole; nobody else writes meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from events.errors import LogBusy, NotOverwritten, UnreadableFile
from events.journal import Appender
from tests.making import bid, lines_of, played, read_back

TRY = """
import sys
from pathlib import Path
from events.errors import LogBusy
from events.journal import Appender
try:
    Appender(Path(sys.argv[1]), new=False)
except LogBusy as error:
    print(error)
else:
    print("free")
"""


def tried_elsewhere(path: Path) -> str:
    """What another process finds when it wants to write the same log."""
    found = subprocess.run([sys.executable, "-c", TRY, str(path)], capture_output=True, text=True, check=True)
    return found.stdout.strip()


def test_a_log_written_by_parts_reads_as_one(tmp_path: Path) -> None:
    """Given a log made in two sittings, when it is read, then it is the log played straight through (U62)."""
    lines = lines_of(played(bid("a", 1), bid("b", 2)))
    path = tmp_path / "x.log.jsonl"
    with Appender(path, new=True) as appender:
        appender.append(b"".join(lines[:3]))
    with Appender(path, new=False, durable=True) as appender:
        for line in lines[3:]:
            appender.append(line)

    assert b"".join(lines) == path.read_bytes()
    assert [] == list(read_back(tmp_path, lines).not_canonical())


def test_another_process_finds_the_log_busy(tmp_path: Path) -> None:
    """Also after this process has read the file, which drops some kinds of lock."""
    path = tmp_path / "x.log.jsonl"
    with Appender(path, new=True) as appender:
        appender.append(b"{}\n")
        assert b"{}\n" == path.read_bytes()
        assert f"{path}: another process is writing this log" == tried_elsewhere(path)
        with pytest.raises(LogBusy):
            Appender(path, new=False)

    assert "free" == tried_elsewhere(path)


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    """A crash leaves no lock behind that somebody would have to know how to remove."""
    path = tmp_path / "x.log.jsonl"
    crash = TRY.replace("Appender(Path", "kept = Appender(Path") + "\nimport os; os._exit(9)"
    path.touch()
    subprocess.run([sys.executable, "-c", crash, str(path)], check=False)

    assert "free" == tried_elsewhere(path)


def test_a_log_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    """Nothing is lost by a name used twice."""
    path = tmp_path / "x.log.jsonl"
    path.write_bytes(b"old")

    with pytest.raises(NotOverwritten):
        Appender(path, new=True)
    assert b"old" == path.read_bytes()


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """A folder, a folder that is not there, no file to go on with."""
    for path, new in ((tmp_path, False), (tmp_path / "no" / "x", True), (tmp_path / "none", False)):
        with pytest.raises(UnreadableFile):
            Appender(path, new=new)


class Full:
    """A disk that takes some bytes and is full then."""

    def __init__(self, file, room: int) -> None:
        self._file = file
        self._room = room

    def write(self, content: bytes) -> int:
        if not self._room:
            raise OSError(28, "No space left on device")
        taken = min(self._room, len(content), 5)
        self._room -= taken
        return self._file.write(content[:taken])

    def __getattr__(self, name: str):
        return getattr(self._file, name)


def test_an_entry_that_does_not_fit_on_the_disk_is_taken_back(tmp_path: Path) -> None:
    """A full disk tears no line; the next entry may be written when there is room again."""
    path = tmp_path / "x.log.jsonl"
    with Appender(path, new=True) as appender:
        appender.append(b'{"first":1}\n')
        real, appender._file = appender._file, Full(appender._file, 17)  # type: ignore[assignment]
        with pytest.raises(UnreadableFile, match="no space left on device"):
            appender.append(b'{"second":"longer than what is left"}\n')
        assert b'{"first":1}\n' == path.read_bytes()
        appender._file = real
        appender.append(b'{"third":3}\n')

    assert b'{"first":1}\n{"third":3}\n' == path.read_bytes()


def test_a_write_by_pieces_is_whole(tmp_path: Path) -> None:
    """The system may take fewer bytes than it is given."""
    path = tmp_path / "x.log.jsonl"
    with Appender(path, new=True) as appender:
        appender._file = Full(appender._file, 10_000)  # type: ignore[assignment]
        appender.append(b"x" * 999 + b"\n")

    assert b"x" * 999 + b"\n" == path.read_bytes()


@pytest.mark.parametrize("durable", [True, False])
def test_a_durable_log_reaches_the_disk_before_append_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, durable: bool
) -> None:
    """The file each time, the folder once for the new name."""
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    with Appender(tmp_path / "x.log.jsonl", new=True, durable=durable) as appender:
        appender.append(b"{}\n")
        appender.append(b"{}\n")
        assert (3 if durable else 0) == len(synced)
        assert not durable or synced[-1] == appender._file.fileno()


def test_a_system_that_cannot_sync_folders_is_no_obstacle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some systems refuse to open a folder."""
    monkeypatch.setattr(os, "open", lambda *_: os.close(-1))

    with Appender(tmp_path / "x.log.jsonl", new=True, durable=True) as appender:
        appender.append(b"{}\n")
