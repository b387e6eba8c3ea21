"""Scripts played on the toy: going back, arbiters, ends, and outcomes that a script gives."""

from __future__ import annotations

from typing import Any

import pytest

from events.envelope import EndEntry, OverrideEntry, RedoEntry, RevealEntry, UndoEntry
from replay.playing import ScriptFailed
from tests.making import bid, played


def failure(*steps: dict[str, Any], **top: Any) -> ScriptFailed:
    with pytest.raises(ScriptFailed) as caught:
        played(*steps, **top)
    return caught.value


# undo, redo


def test_a_move_is_undone_by_label_by_number_and_as_the_last_one() -> None:
    for to in ("none", 1, None):
        run = played({"note": "x", "label": "none"}, bid("a", 1), {"undo": to}, {"expect": {"/players/a/bid": None}})
        assert isinstance(run.entries[-1], UndoEntry)
        assert (1, False) == (run.entries[-1].to, run.entries[-1].forced)


def test_an_undo_past_what_was_opened_must_be_forced() -> None:
    both = (bid("a", 1), bid("b", 2))

    assert "must be forced" in failure(*both, {"undo": None}).problem

    run = played(*both, {"undo": None, "forced": True, "by": "b"}, {"expect": {"/players/b/coins": 5}})
    assert isinstance(run.entries[-1], UndoEntry)
    assert (True, "b") == (run.entries[-1].forced, run.entries[-1].by)


def test_undone_moves_are_taken_up_again_one_by_one() -> None:
    run = played(
        bid("a", 1, label="first"),
        bid("b", 2),
        {"undo": "first", "forced": True},
        {"undo": None},
        {"redo": None},
        {"expect": {"/players/a/bid": 1}},
        {"redo": None, "by": "a"},
        {"expect": {"/players/b/coins": 3}},
    )

    assert 2 == sum(isinstance(entry, RedoEntry) for entry in run.entries)


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ([{"undo": None}], "there is no move to take back"),
        ([{"undo": 7}], "entry 7 is no entry to go back to"),
        ([{"undo": "never"}], 'no step before is labelled "never"'),
        ([{"redo": None}], "nothing was undone that could be taken up again"),
        ([bid("a", 1), {"undo": None}, bid("a", 2), {"redo": None}], "nothing was undone that could be taken up again"),
        ([bid("a", 1), {"undo": None, "by": "c"}], 'there is no seat "c"'),
    ],
)
def test_what_cannot_be_undone_or_taken_up_is_told(steps: list[dict[str, Any]], told: str) -> None:
    assert told in failure(*steps).problem


# override, end, note


def test_an_arbiters_decision_changes_the_position_by_a_clause() -> None:
    """U44: it stands with arbiter, reason and citation."""
    decided = {"arbiter": "Ada", "reason": "miscounted", "clause": "setup.coins", "set": {"/players/a/coins": 6}}
    run = played({"override": decided}, {"expect": {"/players/a/coins": 6}})

    entry = run.entries[-1]
    assert isinstance(entry, OverrideEntry)
    assert ("Ada", "miscounted", "setup.coins") == (entry.arbiter, entry.reason, entry.clause)


def test_an_arbiter_rests_on_a_clause_that_there_is() -> None:
    decided = {"arbiter": "Ada", "reason": "x", "clause": "setup.coin", "set": {}}
    error = failure({"override": decided})

    assert "-: /steps/0/override" == error.place
    assert 'no clause "setup.coin"; near it: setup.coins' in error.problem


@pytest.mark.parametrize("end", [{"end": "resigned", "by": "b"}, {"end": "abandoned"}])
def test_a_game_is_closed_before_it_is_over(end: dict[str, Any]) -> None:
    run = played(bid("a", 1), end, {"expect": {"/players/a/bid": 1}})

    closing, reveal = run.entries[-2:]
    assert isinstance(closing, EndEntry)
    assert isinstance(reveal, RevealEntry)
    assert (end["end"], end.get("by")) == (closing.result, closing.by)


def test_nothing_follows_when_a_game_is_closed() -> None:
    assert "nothing can follow" in failure({"end": "abandoned"}, bid("a", 1)).problem
    assert "nothing can follow" in failure({"end": "abandoned"}, {"auto": "first"}).problem
    assert "it is finished" in failure({"auto": "first"}, {"end": "abandoned"}).problem
    assert 'no seat "c"' in failure({"end": "resigned", "by": "c"}).problem


def test_a_note_does_nothing_and_the_title_goes_into_the_log() -> None:
    run = played({"note": "a remark"}, title="Two bids", meta={"platform": "table"})

    assert 1 == len(run.entries)
    assert {"title": "Two bids", "platform": "table"} == run.header.meta


# chance

FIRST = {"deck/0": ["card_3", "card_2"]}
LEVEL = [bid("a", 0), bid("b", 1)]


def test_outcomes_are_given_by_stream() -> None:
    played({"expect": {"/shown": "card_3"}}, *LEVEL, {"expect": {"/shown": "card_2"}}, chance=FIRST)


def test_outcomes_are_given_by_prefix_in_the_order_of_the_draws() -> None:
    chance = {"deck/": [["card_5"], ["card_6"], "card_1"]}

    played(
        {"expect": {"/shown": "card_1", "/players/a/hand": ["card_5"], "/players/b/hand": ["card_6"]}}, chance=chance
    )


def test_outcomes_left_over_are_an_error() -> None:
    error = failure(chance={"deck/0": ["card_3", "card_2"], "deck/9": ["card_1"]})

    assert "-: /chance/deck~10" == error.place
    assert "outcomes are left over: deck/0, deck/9" == error.problem


def test_outcomes_missing_are_an_error_at_the_step_that_needs_them() -> None:
    error = failure(*LEVEL, chance={"deck/0": ["card_3"]})

    assert "-: /steps/1" == error.place
    assert '"deck/0" gives 1 outcomes and 2 were drawn' in error.problem


def test_an_outcome_that_cannot_be_is_an_error() -> None:
    error = failure(chance={"deck/0": ["card_9"]})

    assert "-: /chance/deck~10" == error.place
    assert "card_9 cannot be drawn" in error.problem


def test_outcomes_drawn_and_taken_back_count_as_used() -> None:
    played({"variation": LEVEL}, chance=FIRST)
    played(bid("a", 0, label="x"), bid("b", 1), {"undo": "x", "forced": True}, chance=FIRST)


def test_a_wrong_outcome_inside_a_step_is_told_at_the_step() -> None:
    error = failure(*LEVEL, chance={"deck/0": ["card_3", "card_3"]})

    assert "-: /steps/1" == error.place
    assert "card_3 cannot be drawn" in error.problem
