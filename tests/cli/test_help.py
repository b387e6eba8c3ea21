"""Every command explains itself, and the list of commands imports none of them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from syrupy.assertion import SnapshotAssertion

from cli.lazy import LazyGroup
from cli.main import refold as command_line
from tests.cli.conftest import Refold


def commands(group: LazyGroup = command_line, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every command and group: its words, and what its group says it does."""
    for name, sentence in group.sentences.items():
        yield (*path, name), sentence
        command = group.get_command(click.Context(group), name)
        if isinstance(command, LazyGroup):
            yield from commands(command, (*path, name))


ALL = dict(commands())
NAMES = [" ".join(words) for words in ALL]


@pytest.mark.parametrize("words", ["", *NAMES])
def test_the_help_of_each_command_is_reviewed(words: str, refold: Refold, snapshot: SnapshotAssertion) -> None:
    answer = refold(*words.split(), "--help")

    assert 0 == answer.exit_code
    assert snapshot == answer.stdout


@pytest.mark.parametrize(("words", "sentence"), ALL.items(), ids=NAMES)
def test_the_list_says_of_a_command_what_its_help_begins_with(
    words: tuple[str, ...], sentence: str, refold: Refold
) -> None:
    told = " ".join(refold(*words, "--help").stdout.split())

    assert sentence in told
    assert "refold" in told.partition(" Example: ")[2].partition(" Options: ")[0]


def test_every_module_of_a_command_is_in_the_list() -> None:

    import cli.commands

    modules = {path.stem for path in Path(cli.commands.__path__[0]).glob("*.py")} - {"__init__"}

    assert modules == {"_".join(words).replace("-", "_") for words in ALL}


def test_help_imports_no_game_no_codec_and_no_tables() -> None:
    script = """
import sys
from cli.main import main
sys.argv = ["refold", "--help"]
try:
    main()
except SystemExit:
    print([name for name in sys.modules if name.split(".")[0] in ("attrs", "cattrs", "kernel", "replay", "rich")])
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert "[]" == ran.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["showw"], 'Did you mean "show"?'),
        (["log", "checkk"], 'Did you mean "check"?'),
        (["frobnicate"], "There are: init, play"),
        (["show", "--jsn", "x"], "Did you mean one of: '--as', '--json'?"),
        (["rules", "toyy"], 'did you mean "toy"?'),
        (["rules", "toy", "bid.onse"], "near it: bid.once"),
    ],
)
def test_a_near_miss_gets_a_suggestion(words: list[str], hint: str, refold: Refold) -> None:
    answer = refold(*words)

    assert answer.exit_code in (2, 4)
    assert hint in answer.stderr


def test_the_version_is_told(refold: Refold) -> None:
    assert refold("--version").stdout.startswith("refold ")


def test_opening_a_log_imports_no_tables_no_lock_and_no_player_of_scripts(game: str) -> None:
    """Start-up stays lean: what a command does not need is not imported."""
    script = f"""
import sys
import kernel.games
kernel.games.GAMES["toy"] = "tests.toy.game"
from cli.main import main
sys.argv = ["refold", "show", {game!r}, "--json"]
try:
    main()
except SystemExit:
    names = ("importlib.metadata", "kernel.games.marco_polo", "portalocker", "replay.playing", "rich")
    print([name for name in names if name in sys.modules])
"""
    root = str(Path(__file__).parents[2])
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env={"PYTHONPATH": root}
    )

    assert "[]" == ran.stdout.splitlines()[-1]
