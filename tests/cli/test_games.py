"""What every game in the registry owes to the command line."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest

from kernel.games import GAMES
from replay import library
from tests.cli.conftest import Refold
from tests.making import SEED

RESERVED = {"by", "do", "then", "refused", "label", "note", "seat"}
"""Keys of a script's step that no field of a move may take; `seat` is said by `by`."""


@pytest.mark.parametrize("name", GAMES)
def test_no_field_of_a_move_takes_a_key_of_a_step(name: str) -> None:
    moves = library.game(name).vocabulary.moves
    fields = {move: {field.name for field in attrs.fields(cls)} - {"seat"} for move, cls in moves.items()}

    assert {} == {move: found & RESERVED for move, found in fields.items() if found & RESERVED}
    assert all("seat" in {field.name for field in attrs.fields(cls)} for cls in moves.values())


@pytest.fixture
def log(refold: Refold, request: pytest.FixtureRequest) -> str:
    """The log of a game's first script."""
    begun = refold("init", request.param, "-o", "first.game.json", "--seed", SEED)

    assert 0 == begun.exit_code, begun.stderr

    done = refold("play", "first.game.json", "-o", "first.log.jsonl")

    assert 0 == done.exit_code, done.stderr

    return "first.log.jsonl"


CARDS = ["content", "show", "--cards", "--lang", "fr"]
every_game = pytest.mark.parametrize("log", GAMES, indirect=True)


@every_game
def test_a_first_game_is_verified_goes_to_a_script_and_back_and_without_secrets(log: str, refold: Refold) -> None:
    assert 0 == refold("verify", log).exit_code
    assert 0 == refold("log", "check", log).exit_code
    assert 0 == refold("log", "to-script", log, "-o", "back.game.json").exit_code
    assert 0 == refold("play", "back.game.json", "-o", "back.log.jsonl").exit_code
    assert Path(log).read_bytes() == Path("back.log.jsonl").read_bytes()
    assert 0 == refold("log", "redact", log, "-o", "public.log.jsonl").exit_code
    assert 0 == refold("log", "check", "public.log.jsonl").exit_code
    assert SEED not in Path("public.log.jsonl").read_text(encoding="utf-8")


@every_game
def test_every_command_reads_it(log: str, refold: Refold) -> None:
    last = len([line for line in Path(log).read_text().splitlines() if line.startswith('{"n":')])
    entries = [json.loads(line) for line in refold("replay", log, "--json").stdout.splitlines()]
    moves = [entry["n"] for entry in entries if entry["kind"] == "move"]

    assert last == len(entries)
    for n in (0, 1, moves[len(moves) // 2], last):
        for eyes in ([], ["--as", "blue"], ["--as", "public"]):
            drawn = refold("show", log, "--at", n, *eyes)
            told = refold("show", log, "--at", n, *eyes, "--document")

            assert (0, 0) == (drawn.exit_code, told.exit_code)
            assert "/" not in drawn.stdout
            assert drawn.stdout != told.stdout
    for n in (moves[0], moves[len(moves) // 2], moves[-1]):
        assert 0 == refold("why", log, "--entry", n).exit_code
        steps = refold("legal", log, "--at", n - 1).stdout.splitlines()
        for step in steps[:: max(1, len(steps) // 5)]:
            judged = refold("why", log, "--at", n - 1, "--move", step)

            assert 0 == judged.exit_code, judged.output


@every_game
def test_a_bad_move_is_refused_by_a_clause_or_named_as_malformed(log: str, refold: Refold) -> None:
    first = json.loads(refold("legal", log, "--at", "1").stdout.splitlines()[0])
    wrong: list[object] = [
        -1,
        0,
        99,
        2**64,
        "",
        "x",
        None,
        [],
        {},
        [[]],
        True,
        1.5,
        {"id": "x"},
        {"face": -1},
        "é" * 70000,
    ]
    for key in first.keys() - {"by", "do"}:
        for value in wrong:
            answer = refold("why", log, "--at", "1", "--move", json.dumps({**first, key: value}))

            assert answer.exit_code in (0, 1, 2), (key, value, answer.output)
            assert "fault of refold" not in answer.output
    for step in ({**first, "do": "frobnicate"}, {**first, "frobnicate": 1}, {"do": first["do"], "by": first["by"]}):
        assert refold("why", log, "--at", "1", "--move", json.dumps(step)).exit_code in (0, 1, 2)


@every_game
def test_the_rulebook_the_schema_and_the_packs_are_printed(log: str, refold: Refold) -> None:
    name = json.loads(Path(log).read_text().splitlines()[0])["game"]
    for words in (
        ["rules"],
        ["rules", "--rulings", "--lang", "fr"],
        ["schema"],
        ["content", "show", "--invented"],
        CARDS,
    ):
        answer = refold(*words, name)

        assert 0 == answer.exit_code, answer.output
        assert 0 == refold(*words, name, "--json").exit_code
