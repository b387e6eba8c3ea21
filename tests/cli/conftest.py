"""A folder with the toy's script and log, and the command line called in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli.main import refold as command_line
from replay import library, revisions
from tests.making import SEED, bid

Refold = Callable[..., Result]

STEPS = [
    bid("a", 9, refused="bid.affordable"),
    bid("a", 2, label="first"),
    {"expect": {"/players/a/bid": 2}},
    {"variation": [bid("b", 3), {"expect": {"/players/b/coins": 2}}]},
    {"under": {"ties": "first"}, "steps": [bid("b", 2), {"expect": {"/players/a/coins": 3}}]},
    bid("b", 2),
    {"undo": "first", "forced": True},
    {"redo": None},
    {"given": {"/players/a/coins": 4}},
    {"override": {"arbiter": "Ann", "reason": "a coin fell", "clause": "setup.coins", "set": {"/players/b/coins": 4}}},
    {"auto": "greedy", "until": "round_end"},
    {"auto": "first"},
]
"""A whole game with everything a script can hold."""


def write_script(name: str, steps: list[Any], **top: Any) -> Path:
    """Write a script of the toy to the current folder."""
    record = {"refold": "script/1", "game": "toy", "seats": ["a", "b"], "seed": SEED, **top, "steps": steps}
    path = Path(name)
    path.write_text(json.dumps(record), encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in; what changes with every edit, the digest of the rules and the revision, is fixed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(library, "rules_digest", lambda _: "0" * 64)
    monkeypatch.setattr(revisions, "revision_here", lambda: "0" * 40)
    return tmp_path


@pytest.fixture
def refold() -> Refold:
    """The command line: its arguments as words, its standard input as `given`."""

    def call(*words: str | Path, given: str | bytes = "", **more: Any) -> Result:
        return CliRunner().invoke(command_line, [str(word) for word in words], input=given, prog_name="refold", **more)

    return call


@pytest.fixture
def game(refold: Refold) -> str:
    """The log of a whole game, `game.log.jsonl`, beside its script."""
    write_script("game.game.json", STEPS, title="A whole game")
    done = refold("play", "game.game.json", "-o", "game.log.jsonl")

    assert 0 == done.exit_code, done.stderr

    return "game.log.jsonl"


@pytest.fixture
def short(refold: Refold) -> str:
    """The log of a game that was just begun, `short.log.jsonl`."""
    write_script("short.game.json", [bid("a", 2), bid("b", 1), bid("a", 0)])
    done = refold("play", "short.game.json", "-o", "short.log.jsonl")

    assert 0 == done.exit_code, done.stderr

    return "short.log.jsonl"
