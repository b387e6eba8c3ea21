"""Ten games of an independent program agree with refold, and a game that does not is told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from replay.verify import verify_log
from tests.conformance.replaying import Counts, Replay
from tests.conformance.told import read_trace, traces_in

FOLDER = Path(__file__).parents[2] / "fixtures" / "marco_polo" / "traces"
TRACES = traces_in(FOLDER)


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.name.split(".")[0])
def test_every_state_of_a_game_agrees(path: Path, tmp_path: Path) -> None:
    """Every action, state, open list and score component; the log that comes out verifies."""
    trace, counts = read_trace(path), Counts()
    replay = Replay(trace, counts)

    assert [str(departure) for departure in replay.departures()] == []
    assert counts.turns == sum(len(round_["turns"]) for round_ in trace["rounds"])
    assert counts.actions == sum(len(turn["actions"]) for round_ in trace["rounds"] for turn in round_["turns"])
    log = tmp_path / "a.log.jsonl"
    log.write_bytes(replay.log())
    assert verify_log(log).sound


def test_there_are_ten_games() -> None:
    """None is passed over."""
    assert len(TRACES) == 10


def changed(change: str) -> list[str]:
    """Replay the shortest game with one thing in it changed."""
    trace = read_trace(FOLDER / "016_2p_ai.json.gz")
    turn = trace["rounds"][1]["turns"][2]
    match change:
        case "coins":
            turn["after"]["seats"][turn["seat"]]["coin"] += 1
        case "open":
            turn["open"] = turn["open"][1:]
        case "action":
            action = next(action for action in turn["actions"] if action["after"])
            action["after"][next(iter(action["after"]))]["camel"] += 2
        case "pile":
            turn["after"]["board"]["special_pile"].pop()
        case "score":
            next(iter(trace["final"]["components"].values()))["goal_places"] += 1
    return [str(departure) for departure in Replay(trace, Counts()).departures()]


@pytest.mark.parametrize(
    ("change", "place", "pointer"),
    [
        ("coins", "round 2, turn 3, end", "/after/"),
        ("open", "round 2, turn 3", "/open"),
        ("action", "round 2, turn 3, action", "/camel"),
        ("pile", "round 2, turn 3, end", "/after/board/special_pile"),
        ("score", "final", "/components/"),
    ],
)
def test_a_difference_is_told_by_round_turn_action_and_pointer(change: str, place: str, pointer: str) -> None:
    """The comparison sees each kind of difference, at its place, and nothing else."""
    (line,) = changed(change)

    assert place in line
    assert pointer in line


def test_a_trace_that_is_cut_short_is_followed_up_to_its_mark() -> None:
    """``replay_until`` ends the comparison before the action that it names."""
    trace = read_trace(FOLDER / "016_2p_ai.json.gz")
    trace["replay_until"] = {"round": 2, "turn": 3, "action": 1}
    for turn in trace["rounds"][1]["turns"][3:]:
        turn["after"]["seats"][turn["seat"]]["coin"] += 1
    counts = Counts()

    assert Replay(trace, counts).departures() == []
    assert counts.turns == len(trace["rounds"][0]["turns"]) + 3
