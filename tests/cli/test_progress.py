"""Progress is for people who watch: nothing of it reaches a pipe, and nothing standard output."""

from __future__ import annotations

import io
import threading

import pytest

from cli import progress
from cli.progress import watched


class Terminal(io.StringIO):
    """A standard error that a person reads."""

    def isatty(self) -> bool:
        return True


def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Let a person watch; called in the test itself, since pytest puts its own standard error in place before it."""
    found = Terminal()
    monkeypatch.setattr("sys.stderr", found)
    monkeypatch.setattr(progress, "PAUSE", -1)
    monkeypatch.setenv("TERM", "xterm")
    return found


def test_number_rate_and_remaining_time_stand_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    watching = terminal(monkeypatch)
    assert [0, 1, 2, 3] == list(watched(range(4), 4, "logs"))

    assert "4/4" in watching.getvalue()
    assert "logs/s" in watching.getvalue()
    assert "" == capsys.readouterr().out


def test_no_thread_draws_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are forked meanwhile, which threads do not survive."""
    watching = terminal(monkeypatch)
    before = threading.active_count()

    assert [before] * 3 == [threading.active_count() for _ in watched(range(3), 3, "logs")]
    assert watching.getvalue()


def test_a_single_item_and_a_pipe_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    watching = terminal(monkeypatch)
    list(watched(range(1), 1, "logs"))
    pipe = io.StringIO()
    monkeypatch.setattr("sys.stderr", pipe)
    list(watched(range(9), 9, "logs"))

    assert ("", "") == (watching.getvalue(), pipe.getvalue())


def test_no_colour_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    watching = terminal(monkeypatch)
    monkeypatch.setenv("NO_COLOR", "1")
    list(watched(range(4), 4, "logs"))

    assert "4/4" in watching.getvalue()
    assert "\x1b[3" not in watching.getvalue()
