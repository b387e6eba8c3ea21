"""What recordings show of a game: counted on the toy, from scripts and from logs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from replay.coverage import ClauseUse, Missing, coverage, missing
from replay.playing import play
from replay.regress import log_bytes
from replay.script import read_script
from tests.making import SEED, bid

LEVEL = [bid("a", 1), bid("b", 1)]
ROOT = Path(__file__).parents[2]


def write_script(folder: Path, name: str, *steps: Any, **top: Any) -> Path:
    path = folder / f"{name}.game.json"
    record = {"refold": "script/1", "game": "toy", "seats": ["a", "b"], "seed": SEED, **top, "steps": steps}
    path.write_text(json.dumps(record), encoding="utf-8")
    return path


def log_of(script: Path, name: str) -> Path:
    run = play(read_script(script))
    path = script.with_name(f"{name}.log.jsonl")
    path.write_bytes(log_bytes(run.header, run.entries, run.recorder.game))
    return path


def test_clauses_are_counted_where_entries_cite_them_and_refusals_name_them(tmp_path: Path) -> None:
    one = write_script(tmp_path, "one", bid("a", 9, refused="bid.affordable"), bid("a", 1))
    two = write_script(tmp_path, "two", {"variation": [bid("a", 9, refused="bid.affordable"), bid("b", 1)]})

    found = coverage("toy", [one, two])

    assert ClauseUse(accepted=0, refused=2, recordings=(str(one), str(two))) == found.clauses["bid.affordable"]
    assert ClauseUse(accepted=2, refused=0, recordings=(str(one), str(two))) == found.clauses["bid.once"]
    assert ClauseUse() == found.clauses["bid.tie"]
    assert (2, (), {}) == (found.recordings, found.unknown, found.failed)
    assert ({2: 2}, {"unfinished": 2}) == (found.seats, found.ends)


def test_the_log_of_a_script_counts_with_it_and_another_log_by_itself(tmp_path: Path) -> None:
    script = write_script(tmp_path, "one", {"auto": "first"})
    beside, alone = log_of(script, "one"), log_of(script, "other")

    assert 1 == coverage("toy", [script, beside, script]).recordings
    found = coverage("toy", [script, beside, alone])
    assert (2, {"finished": 2}) == (found.recordings, found.ends)
    assert (str(script), str(alone)) == found.clauses["end.hands"].recordings


def test_ends_and_seats_are_counted(tmp_path: Path) -> None:
    paths = [
        write_script(tmp_path, "one", {"end": "resigned", "by": "a"}),
        write_script(tmp_path, "two", {"end": "abandoned"}, seats=["a", "b", "c"]),
    ]

    found = coverage("toy", paths)

    assert ({2: 1, 3: 1}, {"abandoned": 1, "resigned": 1}) == (found.seats, found.ends)


def test_a_recording_that_does_not_play_is_told_and_the_others_count(tmp_path: Path) -> None:
    wrong = write_script(tmp_path, "wrong", bid("a", 9))
    sound = write_script(tmp_path, "sound", bid("a", 1))

    found = coverage("toy", [wrong, sound])

    assert 1 == found.recordings
    assert [str(wrong)] == list(found.failed)
    assert "bid.affordable" in found.failed[str(wrong)]


@pytest.mark.parametrize(
    ("steps", "told_apart"),
    [
        ([{"under": {"ties": "first"}, "steps": LEVEL}], True),
        ([{"under": {"ties": "nobody"}, "steps": LEVEL}], True),
        ([{"variation": [{"under": {"ties": "first"}, "steps": LEVEL}]}], True),
        (
            [bid("a", 1), {"under": {"ties": "first"}, "steps": [bid("b", 1), {"expect": {"/players/a/coins": 4}}]}],
            True,
        ),
        ([{"under": {"ties": "first"}, "steps": [bid("a", 1), bid("b", 2)]}], False),
        ([{"under": {"ties": "first"}, "steps": [{"expect": {"/rulings/ties": "first"}}]}], False),
        ([{"variation": LEVEL}], False),
    ],
)
def test_readings_are_told_apart_where_results_differ(tmp_path: Path, steps: list[Any], told_apart: bool) -> None:
    """What a step expects does not count as a difference, nor what the document says of the rulings themselves."""
    found = coverage("toy", [write_script(tmp_path, "one", *steps)])

    assert told_apart == (("ties", "first", "nobody") in found.told_apart)
    assert told_apart == ("ties=first" not in missing(found).rulings)


def test_a_reading_under_which_a_move_is_not_refused_is_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import attrs

    from kernel.errors import IllegalMove
    from tests.toy.game import GAME

    def decide(state: Any, move: Any, chance: Any) -> Any:
        if state.rulings["ties"] == "first" and move.coins.value == 0:
            raise IllegalMove("bid.tie")
        yield from GAME.decide(state, move, chance)

    monkeypatch.setattr("tests.toy.game.GAME", attrs.evolve(GAME, decide=decide))
    script = write_script(tmp_path, "one", {"under": {"ties": "first"}, "steps": [bid("a", 0, refused="bid.tie")]})

    assert {("ties", "first", "nobody")} == coverage("toy", [script]).told_apart


def test_what_is_missing_goes_by_how_a_clause_can_show(tmp_path: Path) -> None:
    gaps = missing(coverage("toy", [write_script(tmp_path, "one", {"auto": "first"})]))

    assert (
        Missing(
            accept=("round.reshuffle", "bid.highest"), reject=("bid.once", "bid.affordable"), rulings=("ties=first",)
        )
        == gaps
    )


def walks_on(tree: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--recordings", str(tree)]
    return subprocess.run([*command, "tests/test_walks.py"], cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_walks_fail_for_what_is_missing_and_for_what_is_not_missing_any_more(tmp_path: Path) -> None:
    games = tmp_path / "toy" / "games"
    games.mkdir(parents=True)
    write_script(games, "one", {"auto": "first"})
    listed: dict[str, Any] = {
        "why": "the toy is small",
        "seats": [3, 4],
        "ends": ["resigned", "abandoned"],
        "accept": ["round.reshuffle", "bid.highest"],
        "reject": ["bid.once", "bid.affordable"],
        "rulings": ["ties=first"],
    }
    path = tmp_path / "toy" / "missing.json"

    path.write_text(json.dumps(listed))
    assert 0 == walks_on(tmp_path).returncode

    path.write_text("{}")
    done = walks_on(tmp_path)
    for kind in listed.keys() - {"why"}:
        assert f"FAILED tests/test_walks.py::test_the_recordings_show_what_they_must[toy-{kind}]" in done.stdout
    assert "5 failed" in done.stdout

    path.write_text(json.dumps({**listed, "seats": [2, 3, 4], "accept": [*listed["accept"], "bid.once"]}))
    done = walks_on(tmp_path)
    assert "FAILED tests/test_walks.py::test_what_is_listed_as_missing_is_missing[toy-seats]" in done.stdout
    assert "FAILED tests/test_walks.py::test_what_is_listed_as_missing_is_missing[toy-accept]" in done.stdout
    assert "2 failed" in done.stdout


@pytest.mark.parametrize(("steps", "told_apart"), [(LEVEL, True), ([bid("a", 1), bid("b", 2)], False)])
def test_a_whole_script_under_one_reading_of_its_own_tells_readings_apart(
    tmp_path: Path, steps: list[Any], told_apart: bool
) -> None:
    """So readings show that only a set-up asks for; what the game says of its rulings is no difference."""
    found = coverage("toy", [write_script(tmp_path, "one", *steps, rulings={"ties": "first"})])

    assert told_apart == (("ties", "first", "nobody") in found.told_apart)
