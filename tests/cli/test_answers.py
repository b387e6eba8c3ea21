"""What the commands answer, reviewed: to people and, with `--json`, to programs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.cli.conftest import Refold, write_script
from tests.making import SEED, bid

ANSWERS = [
    "games",
    "rules toy",
    "rules toy bid. --lang fr",
    "rules toy bid.tie",
    "rules toy --section end",
    "rules toy --rulings",
    "schema toy",
    "schema toy --script",
    "content show toy",
    "content show toy --invented",
    "content show toy --cards --lang fr",
    "content show toy --card card_6",
    "play game.game.json --check",
    "replay game.log.jsonl",
    "replay game.log.jsonl --from 2 --to 4 --as b --full",
    "show game.log.jsonl",
    "show game.log.jsonl --at 0",
    "show game.log.jsonl --at 2",
    "show game.log.jsonl --at 2 --as a",
    "show game.log.jsonl --at 2 --as a --lang fr",
    "show game.log.jsonl --at 2 --as a --document",
    "show game.log.jsonl --at 2 --as public --path /players",
    "show game.log.jsonl --at 2 --path /players/a/coins",
    "legal game.log.jsonl --at 2",
    "legal game.log.jsonl --at 1 --seat b",
    "why game.log.jsonl --entry 3",
    "why game.log.jsonl --entry 3 --lang fr",
    'why game.log.jsonl --at 2 --move {"do":"bid","coins":9}',
    'why game.log.jsonl --at 2 --by a --move {"do":"bid","coins":9}',
    'why game.log.jsonl --at 2 --move {"do":"bid","coins":1}',
    "verify game.log.jsonl game.game.json",
    "log check game.log.jsonl",
    "log seal game.log.jsonl",
    "log repair game.log.jsonl",
    "log to-script game.log.jsonl -o -",
]


@pytest.fixture(autouse=True)
def toy_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of games is the toy's alone, whatever games there are."""
    monkeypatch.setattr("kernel.games.GAMES", {"toy": "tests.toy.game"})
    monkeypatch.setattr("replay.library.GAMES", {"toy": "tests.toy.game"})


@pytest.mark.parametrize("words", ANSWERS)
def test_what_people_read(words: str, game: str, refold: Refold, snapshot: SnapshotAssertion) -> None:
    answer = refold(*words.split(" "))

    assert "game.log.jsonl" == game
    assert snapshot == {"exit": answer.exit_code, "out": answer.stdout, "err": answer.stderr}


@pytest.mark.parametrize("words", ["--boards rounds --to 6", "--boards entries --from 2 --to 3 --as b --lang fr"])
def test_boards_stand_among_what_is_told(words: str, game: str, refold: Refold, snapshot: SnapshotAssertion) -> None:
    answer = refold("replay", game, *words.split(" "))

    assert 0 == answer.exit_code
    assert snapshot == answer.stdout


def test_boards_are_for_people(game: str, refold: Refold) -> None:
    answer = refold("replay", game, "--boards", "rounds", "--json")

    assert (2, "") == (answer.exit_code, answer.stdout)
    assert "refold show --json" in answer.stderr


def test_a_component_that_is_not_there_is_named_with_what_is_near(refold: Refold) -> None:
    answer = refold("content", "show", "toy", "--card", "card_66")

    assert 2 == answer.exit_code
    assert 'no component "card_66"; near it: card_6' in answer.stderr
    assert "--cards lists all" in refold("content", "show", "toy", "--card", "x").stderr


@pytest.mark.parametrize("words", [words for words in ANSWERS if "to-script" not in words])
def test_what_programs_read(words: str, game: str, refold: Refold, snapshot: SnapshotAssertion) -> None:
    answer = refold(*words.split(" "), "--json")
    documents = [answer.stdout] if answer.stdout.startswith(("{\n", "[\n")) else answer.stdout.splitlines()

    assert "game.log.jsonl" == game
    assert all(json.loads(document) for document in documents)
    assert snapshot == {"exit": answer.exit_code, "out": answer.stdout}


@pytest.mark.parametrize("words", ANSWERS)
def test_the_same_question_has_the_same_answer(words: str, game: str, refold: Refold) -> None:
    assert refold(*words.split(" ")).stdout == refold(*words.split(" ")).stdout
    assert "game.log.jsonl" == game


def test_a_pack_of_ones_own_is_checked_and_played_with(refold: Refold) -> None:
    source = Path(sys.modules["tests.toy.game"].__file__ or "").parent / "content" / "base.json"
    pack = json.loads(source.read_text(encoding="utf-8"))
    pack["pack"], pack["content"]["values"]["card_7"] = "mine", 7
    Path("mine.json").write_text(json.dumps(pack), encoding="utf-8")
    write_script("game.game.json", [bid("a", 1)], content="mine.json")

    assert "a sound pack of toy: mine" in refold("content", "check", "mine.json").stdout
    assert 0 == refold("play", "game.game.json", "-o", "game.log.jsonl").exit_code
    assert 4 == refold("show", "game.log.jsonl").exit_code
    assert 0 == refold("show", "game.log.jsonl", "--content", "mine.json").exit_code

    del pack["content"]
    Path("mine.json").write_text(json.dumps(pack), encoding="utf-8")
    answer = refold("content", "check", "mine.json")

    assert 3 == answer.exit_code
    assert "mine.json" in answer.stderr


def test_what_legal_lists_stands_unchanged_in_a_script_and_is_accepted(refold: Refold, game: str) -> None:
    for step in refold("legal", game, "--at", "1").stdout.splitlines():
        write_script("one.game.json", [json.loads(step)])

        assert 0 == refold("play", "one.game.json", "--check").exit_code


def test_a_first_script_plays_to_its_end(refold: Refold) -> None:
    assert 0 == refold("init", "toy", "-o", "first.game.json", "--seed", SEED).exit_code

    answer = refold("play", "first.game.json", "-o", "first.log.jsonl")

    assert 0 == answer.exit_code, answer.stderr
    assert "standings (final)" in answer.stdout
    assert '"seats": ["anna","ben"]' in refold("init", "toy", "-o", "-", "--seats", "anna,ben").stdout


@pytest.mark.parametrize("hash_seed", ["0", "1", "7"])
def test_answers_do_not_depend_on_the_hash_seed(hash_seed: str, game: str, refold: Refold) -> None:
    """Lesson U19."""
    script = """
import kernel.games
from cli.main import main
from replay import library, revisions
kernel.games.GAMES["toy"] = "tests.toy.game"
library.rules_digest = lambda _: "0" * 64
revisions.revision_here = lambda: "0" * 40
main()
"""
    root = Path(__file__).parents[2]
    for words in ("replay", "show", "verify"):
        ran = subprocess.run(
            [sys.executable, "-c", script, words, game, "--json"],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(root)},
        )

        assert refold(words, game, "--json").stdout == ran.stdout.decode()


def test_a_seat_is_told_neither_the_seed_nor_what_others_hold(game: str, refold: Refold) -> None:
    """Lessons U54, U56."""
    for words in (["replay"], ["show", "--at", "2"]):
        for more in ([], ["--json"]):
            told = refold(*words, game, "--as", "b", *more).stdout

            assert SEED not in told
    held = json.loads(refold("show", game, "--at", "2", "--as", "b", "--path", "/players/a", "--json").stdout)["value"]

    assert {"sealed", "for"} == held["hand"].keys() == held["bid"].keys()
    assert SEED in refold("replay", game, "--json").stdout


def test_verify_takes_files_folders_and_patterns_and_each_log_once(game: str, short: str, refold: Refold) -> None:
    counted = json.loads(refold("verify", ".", "*.log.jsonl", game, "--json").stdout)

    assert (4, {"same": 2, "unfinished": 2}) == (counted["logs"], counted["verdicts"])
    assert counted["events"] == sum(report["events"] for report in counted["reports"])
    assert short in refold("verify", "sh*.log.jsonl").stdout
    assert 3 == refold("verify", "none*").exit_code


def test_verify_without_a_log_is_no_success(refold: Refold) -> None:
    """Lesson U26."""
    Path("empty").mkdir()

    assert 2 == refold("verify", "empty").exit_code


def test_a_bad_pack_is_named_wherever_it_is_used(game: str, refold: Refold) -> None:
    Path("bad.json").write_text('{"pack":"mine","game":"toy","version":1,"about":{},"content":{},"provenance":[]}')
    Path("other.json").write_text('{"pack":"mine","game":"go","version":1,"about":{},"content":{},"provenance":[]}')
    new = ["record", "new.log.jsonl", "--game", "toy", "--seats", "a,b"]
    for words in (["show", game], ["play", "game.game.json", "--check"], ["replay", game], new):
        answer = refold(*words, "--content", "other.json")

        assert 3 == answer.exit_code
        assert 'error: other.json: /game: this pack is for "go", the game is "toy"\n' == answer.stderr
    assert 4 == refold("content", "check", "other.json").exit_code
    assert 3 == refold("content", "check", "none.json").exit_code
    assert 4 == refold("show", game, "--content", "none").exit_code
