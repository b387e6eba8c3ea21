"""What reaches the user: nothing that a stranger's file could do to a terminal, and the same bytes anywhere."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from cli.output import clean
from tests.cli.conftest import Refold, write_script
from tests.making import bid

ROOT = Path(__file__).parents[2]
MAIN = "import kernel.games; kernel.games.GAMES['toy'] = 'tests.toy.game'; from cli.main import main; main()"
EVIL = "a\x1b[31m\n[bold]\u202e\x9b2J"


def run(*words: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """The command line in a process of its own."""
    command = [sys.executable, "-c", MAIN, *words]
    return subprocess.run(command, capture_output=True, check=False, env={"PYTHONPATH": str(ROOT), **env})


def test_control_characters_are_escaped() -> None:
    assert "a\\u001b[31m\\u000a[bold]\\u202e\\u009b2J" == clean(EVIL)
    assert "é 汉 -" == clean("é 汉 -")


@pytest.mark.parametrize("words", ["replay", "show", "verify", "legal", "log check", "why --entry 2"])
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_names_from_a_log_cannot_drive_a_terminal(words: str, more: list[str], refold: Refold) -> None:
    write_script("evil.game.json", [bid(EVIL, 1)], seats=[EVIL, "b"], meta={EVIL: EVIL}, title=EVIL)
    played = refold("play", "evil.game.json", "-o", "evil.log.jsonl")
    answer = refold(*words.split(), "evil.log.jsonl", *more)

    assert (0, 0) == (played.exit_code, answer.exit_code), answer.output
    for text in (played.output, answer.output):
        assert {"\x1b", "\u202e", "\x9b"}.isdisjoint(text)
    assert "[bold]" in played.output


@pytest.mark.parametrize("columns", ["20", "80", "400"])
def test_what_is_piped_does_not_depend_on_the_terminal(columns: str, game: str, refold: Refold) -> None:
    ran = run("replay", game, COLUMNS=columns, FORCE_COLOR="1", TERM="xterm-256color")

    assert refold("replay", game).stdout == ran.stdout.decode()
    assert b"\x1b" not in ran.stdout


def test_a_closed_pipe_is_quiet(game: str) -> None:
    command = f'"{sys.executable}" -c "{MAIN}" replay {game} --json | head -c 1'
    ran = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, check=False, env={"PYTHONPATH": str(ROOT)}
    )

    assert b"" == ran.stderr


def test_a_terminal_that_cannot_spell_a_name_shows_it_escaped(refold: Refold) -> None:
    write_script("name.game.json", [bid("zoë汉", 1)], seats=["zoë汉", "b"])
    refold("play", "name.game.json", "-o", "name.log.jsonl")
    ran = run("show", "name.log.jsonl", PYTHONIOENCODING="latin-1")

    assert (0, b"") == (ran.returncode, ran.stderr)
    assert b"zo\xeb\\u6c49" in ran.stdout


def test_an_answer_ends_with_a_line_feed_and_errors_go_to_standard_error(game: str, refold: Refold) -> None:
    answer = refold("show", game)

    assert answer.stdout.endswith("\n")
    assert "note:" not in answer.stdout
    assert "" == refold("show", "none").stdout


@pytest.mark.parametrize(("env", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_only_a_terminal_that_wants_it_gets_colour(env: dict[str, str], coloured: bool, game: str) -> None:
    parent, child = pty.openpty()
    command = [sys.executable, "-c", MAIN, "replay", game]
    running = {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color", **env}
    with subprocess.Popen(command, stdout=child, stderr=subprocess.DEVNULL, env=running):
        os.close(child)
        told = b""
        while part := _read(parent):
            told += part
    os.close(parent)

    assert coloured == (b"\x1b[" in told)
    assert b"standings (final)" in told


def _read(terminal: int) -> bytes:
    """Read from a terminal until its other end is closed."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""
