"""`refold play`: what it writes, what it never writes."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import STEPS, Refold, write_script
from tests.making import SEED, bid


def test_a_log_goes_to_standard_output_and_the_story_to_standard_error(game: str, refold: Refold) -> None:
    answer = refold("play", "game.game.json", "-o", "-")

    assert Path(game).read_text(encoding="utf-8") == answer.stdout
    assert "standings (final)" in answer.stderr


def test_a_script_may_come_from_standard_input(refold: Refold) -> None:
    text = write_script("game.game.json", STEPS).read_text(encoding="utf-8")

    assert 0 == refold("play", "-", "--check", given=text).exit_code


def test_a_log_may_come_from_standard_input(game: str, refold: Refold) -> None:
    whole = Path(game).read_bytes()

    assert refold("show", game).stdout == refold("show", "-", given=whole).stdout


def test_a_log_that_is_there_is_replaced_only_by_force(game: str, refold: Refold) -> None:
    before = Path(game).read_bytes()
    write_script("other.game.json", [bid("a", 1)])
    answer = refold("play", "other.game.json", "-o", game)

    assert (2, before) == (answer.exit_code, Path(game).read_bytes())
    assert "--force" in answer.stderr
    assert 0 == refold("play", "other.game.json", "-o", game, "--force").exit_code
    assert before != Path(game).read_bytes()


def test_a_step_that_fails_writes_nothing_and_names_clause_and_numbers(refold: Refold) -> None:
    write_script("bad.game.json", [bid("a", 1), bid("b", 9, label="greedy"), bid("b", 1)])
    answer = refold("play", "bad.game.json", "-o", "bad.log.jsonl", "--json")
    failure = json.loads(answer.stdout)["failure"]

    assert 1 == answer.exit_code
    assert ("bad.game.json: /steps/1", "greedy", "bid.affordable") == (
        failure["place"],
        failure["label"],
        failure["clause"],
    )
    assert {"needs": 9, "has": 5} == failure["facts"]
    assert not Path("bad.log.jsonl").exists()


def test_salvage_keeps_the_good_prefix_and_nothing_after_it(refold: Refold) -> None:
    """Lesson U41."""
    write_script("bad.game.json", [bid("a", 1), bid("b", 9), bid("b", 1)])
    answer = refold("play", "bad.game.json", "-o", "bad.log.jsonl", "--salvage")

    assert 1 == answer.exit_code
    assert "kept: the 2 entries" in answer.stderr
    assert "after entry 2 of 2; to act: b" in refold("show", "bad.log.jsonl").stdout


def test_a_ruling_a_pack_and_a_seed_may_be_chosen_for_one_play(refold: Refold) -> None:
    write_script("tie.game.json", [bid("a", 2), bid("b", 2)])
    refold("play", "tie.game.json", "-o", "nobody.log.jsonl")
    refold("play", "tie.game.json", "-o", "first.log.jsonl", "--ruling", "ties=first", "--seed", SEED[::-1])

    assert "5" == refold("show", "nobody.log.jsonl", "--path", "/players/a/coins").stdout.strip()
    assert "3" == refold("show", "first.log.jsonl", "--path", "/players/a/coins").stdout.strip()
    assert "ties=first" in refold("replay", "first.log.jsonl").stdout


def test_a_failed_expectation_tells_both_sides(refold: Refold) -> None:
    write_script("bad.game.json", [{"expect": {"/players/a/coins": 7}}])
    failure = json.loads(refold("play", "bad.game.json", "--check", "--json").stdout)["failure"]

    assert (7, 5) == (failure["expected"], failure["found"])
