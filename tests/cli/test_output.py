"""What reaches the user: nothing that a stranger's file could do to a terminal, and the same bytes anywhere."""

from __future__ import annotations

import json
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


def test_json_is_utf_8_wherever_it_goes(refold: Refold) -> None:
    """A console of another encoding, as on Windows, changes no byte of it."""
    write_script("name.game.json", [bid("zoë汉", 1)], seats=["zoë汉", "b"])
    refold("play", "name.game.json", "-o", "name.log.jsonl")
    answers = [
        run("show", "name.log.jsonl", "--json", PYTHONIOENCODING=code) for code in ("utf-8", "latin-1", "utf-16")
    ]

    assert "zoë汉" in answers[0].stdout.decode()
    assert json.loads(answers[0].stdout)
    assert 1 == len({answer.stdout for answer in answers})


def test_the_name_of_a_file_may_be_no_text(game: str, refold: Refold) -> None:
    """A file system holds names that are no UTF-8; what is told of them is."""
    name = os.fsdecode(b"a\xff.log.jsonl")
    Path(name).write_bytes(Path(game).read_bytes())
    for words in (
        ["verify"],
        ["verify", "--state", "state", "--jobs", "2", game],
        ["audit"],
        ["coverage"],
        ["impact", "--ruling", "ties=first"],
    ):
        answer = refold(*words, name, "--json")

        assert answer.exit_code in (0, 1), answer.output
        assert "a\\udcff.log.jsonl" in json.dumps(json.loads(answer.stdout)).replace("\\\\", "\\")
    assert 0 == refold("verify", name, "--junit", "report.xml").exit_code
    assert "a\\udcff.log.jsonl" in Path("report.xml").read_text("utf-8")


@pytest.mark.parametrize(
    "words", ["branch {} --at 2 --editor {} -o out", "undo {} --by {}", "note {} --entry 1 --author x --text {}"]
)
def test_a_command_line_that_is_no_text_is_the_users_fault(words: str, game: str, refold: Refold) -> None:
    answer = refold(*words.format(game, os.fsdecode(b"b\xff")).split())

    assert 2 == answer.exit_code, answer.output
    assert not Path("out").exists()


def test_one_standard_output_holds_one_answer(game: str, refold: Refold) -> None:
    assert 2 == refold("verify", game, "--json", "--junit", "-").exit_code


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
