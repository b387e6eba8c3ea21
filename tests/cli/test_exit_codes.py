"""Which error leads to which exit code, in one place and completely."""

from __future__ import annotations

import inspect
import pkgutil
from importlib import import_module

import pytest

import events
import kernel
import replay
from cli import exit_codes
from cli.exit_codes import code_of, of_batch
from events.errors import RecordError, RefoldError
from kernel.errors import BadSetup
from tests.cli.conftest import Refold


def errors() -> list[type[RefoldError]]:
    """Every error that refold raises on purpose."""
    found = set()
    for package in (events, kernel, replay):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            if not module.ispkg:
                members = inspect.getmembers(import_module(module.name), inspect.isclass)
                found |= {cls for _, cls in members if issubclass(cls, RefoldError)}
    return sorted(found - {RefoldError, RecordError}, key=lambda cls: cls.__name__)


def test_every_error_has_a_code_and_no_code_is_for_nothing() -> None:
    names = {cls: {base.__name__ for base in cls.__mro__} for cls in errors()}

    assert [] == [cls for cls, line in names.items() if line.isdisjoint(exit_codes.OF_ERRORS)]
    assert set() == exit_codes.OF_ERRORS.keys() - {cls.__name__ for cls in names}


def test_an_unknown_ruling_or_option_is_not_available_here() -> None:
    assert exit_codes.BAD_FILE == code_of(BadSetup("five seats"))
    assert exit_codes.NOT_HERE == code_of(BadSetup("no such ruling", unknown=True))


@pytest.mark.parametrize(("codes", "expected"), [([], 0), ([0, 0], 0), ([0, 4, 1, 3], 3), ([4, 1, 0], 1), ([0, 4], 4)])
def test_a_batch_exits_with_the_first_present_of_3_1_4(codes: list[int], expected: int) -> None:
    assert expected == of_batch(codes)


@pytest.mark.parametrize(
    "words",
    [
        ["show"],
        ["show", "game.log.jsonl", "--at", "-1"],
        ["show", "game.log.jsonl", "--at", "x"],
        ["show", "game.log.jsonl", "--at", "99"],
        ["show", "game.log.jsonl", "--at", str(2**64)],
        ["show", "game.log.jsonl", "--as", "c"],
        ["show", "game.log.jsonl", "--path", "/players/c"],
        ["show", "game.log.jsonl", "--path", "players"],
        ["replay", "game.log.jsonl", "--to", "99"],
        ["replay", "game.log.jsonl", "--from", "99"],
        ["replay", "game.log.jsonl", "--from", "2", "--to", "1"],
        ["legal", "game.log.jsonl", "--seat", "c"],
        ["note", "-", "--entry", "1", "--text", "so"],
        ["why", "game.log.jsonl"],
        ["why", "game.log.jsonl", "--entry", "1"],
        ["why", "game.log.jsonl", "--entry", "99"],
        ["why", "game.log.jsonl", "--move", "{"],
        ["why", "game.log.jsonl", "--move", "[]"],
        ["why", "game.log.jsonl", "--at", "1", "--move", '{"do":"bid","coins":1}'],
        ["why", "game.log.jsonl", "--at", "1", "--by", "a", "--move", '{"do":"bid","coin":1}'],
        ["why", "game.log.jsonl", "--at", "1", "--by", "a", "--move", '{"do":"bit","coins":1}'],
        ["why", "game.log.jsonl", "--at", "1", "--by", "c", "--move", '{"do":"bid","coins":1}'],
        ["why", "game.log.jsonl", "--entry", "2", "--move", "{}"],
        ["play", "game.game.json"],
        ["play", "game.game.json", "--check", "-o", "x"],
        ["play", "game.game.json", "--check", "--ruling", "ties"],
        ["play", "game.game.json", "--check", "--ruling", "ties=first", "--ruling", "ties=nobody"],
        ["play", "game.game.json", "--check", "--seed", "abc"],
        ["play", "game.game.json", "-o", "game.log.jsonl"],
        ["play", "game.game.json", "-o", "-", "--json"],
        ["verify"],
        ["verify", "game.log.jsonl", "--update"],
        ["rules", "toy", "no.such"],
        ["rules", "toy", "--section", "none"],
        ["log", "check", "game.log.jsonl", "--anchor", "zz"],
        ["log", "repair", "game.log.jsonl", "--write", "-o", "x"],
        ["record", "new.log.jsonl", "--game", "toy"],
        ["record", "new.log.jsonl", "--game", "toy", "--seats", "a"],
        ["record", "new.log.jsonl", "--game", "toy", "--seats", "a,a"],
        ["record", "new.log.jsonl", "--game", "toy", "--seats", "a,b", "--seed", "xyz"],
        ["record", "game.log.jsonl", "--seats", "a,b"],
        ["record", "game.log.jsonl", "--game", "toy", "--seats", "a,b"],
        ["init", "toy", "--seats", "a", "-o", "x.game.json"],
        ["init", "toy", "-o", "game.game.json"],
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_is_2_and_changes_nothing(words: list[str], game: str, folder, refold: Refold) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    answer = refold(*words)

    assert (2, game) == (answer.exit_code, "game.log.jsonl"), answer.output
    assert "" == answer.stdout
    assert before == {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["show", "game.log.jsonl"], 0),
        (["why", "game.log.jsonl", "--entry", "2"], 0),
        (["why", "game.log.jsonl", "--at", "2", "--move", '{"do":"bid","coins":9}'], 1),
        (["legal", "game.log.jsonl"], 1),
        (["legal", "game.log.jsonl", "--at", "2"], 0),
        (["rules", "chess"], 4),
        (["init", "chess", "-o", "x"], 4),
        (["content", "show", "toy", "--content", "none"], 4),
        (["play", "game.game.json", "--check", "--content", "none"], 4),
        (["play", "game.game.json", "--check", "--ruling", "tie=first"], 4),
        (["record", "new.log.jsonl", "--game", "toy", "--seats", "a,b", "--ruling", "tie=first"], 4),
        (["record", "none.log.jsonl"], 3),
        (["show", "none.log.jsonl"], 3),
        (["verify", "none.log.jsonl"], 3),
        (["content", "check", "game.game.json"], 3),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_answers_and_exit_codes(words: list[str], code: int, game: str, refold: Refold) -> None:
    answer = refold(*words)

    assert (code, "game.log.jsonl") == (answer.exit_code, game), answer.output
    assert "Traceback" not in answer.output


def test_a_fault_of_ours_is_a_sentence_and_a_traceback_only_when_asked(
    game: str, refold: Refold, monkeypatch: pytest.MonkeyPatch
) -> None:
    from replay import salvage

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(salvage, "whole", broken)
    answer = refold("show", game)

    assert (70, "") == (answer.exit_code, answer.stdout)
    assert 1 == len(answer.stderr.splitlines())
    assert "Traceback" in refold("show", game, "--debug").stderr
