"""Scripts played on the toy: each kind of step does what it says, and says what went otherwise."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from events.envelope import MoveEntry, PositionEntry
from kernel.errors import BadSetup, IllegalMove
from replay.player import meets
from replay.playing import Aside, Playthrough, Refusal, ScriptFailed
from tests.making import SEED, bid, played
from tests.toy import words
from tests.toy.game import GAME


def failure(*steps: dict[str, Any], **top: Any) -> ScriptFailed:
    with pytest.raises(ScriptFailed) as caught:
        played(*steps, **top)
    return caught.value


def document(run: Playthrough) -> Any:
    return run.recorder.game.document(run.recorder.state)


def moves(run: Playthrough) -> int:
    return sum(isinstance(entry, MoveEntry) for entry in run.entries)


# expect


@pytest.mark.parametrize(
    "expected",
    [5, {"min": 5}, {"max": 5}, {"min": 1, "max": 9}],
)
def test_a_value_is_as_expected(expected: Any) -> None:
    played({"expect": {"/players/a/coins": expected}})


@pytest.mark.parametrize(
    ("found", "expected", "met"),
    [
        (1, True, False),
        ([1], [True], False),
        ({"a": 1}, {"a": 1}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": 1, "b": 2}, {"a": 1}, False),
        ([1, 2], [2, 1], False),
        (None, None, True),
        (5, {"min": 6}, False),
        (5, {"max": 4}, False),
        ("5", {"min": 1}, False),
        (True, {"min": 1}, False),
        (["a", {"b": 1}], {"contains": {"b": 1}}, True),
        (["a"], {"contains": "b"}, False),
        ([1], {"contains": True}, False),
        ({"a": 1}, {"contains": "a"}, True),
        ("abc", {"contains": "b"}, True),
        ("abc", {"contains": 1}, False),
        (3, {"contains": 3}, False),
        ([None], {"contains": None}, True),
        ({}, {}, True),
        ({"least": 1}, {"least": 1}, True),
    ],
)
def test_what_meets_an_expectation(found: Any, expected: Any, met: bool) -> None:
    assert met == meets(found, expected)


def test_an_expectation_that_is_not_met_tells_place_and_both_sides() -> None:
    error = failure({"expect": {"/players/a/coins": 5, "/players/b/coins": {"min": 6}}, "label": "rich"})

    assert "-: /steps/0/expect/~1players~1b~1coins" == error.place
    assert ({"min": 6}, 5, "rich") == (error.expected, error.found, error.label)
    assert '/players/b/coins: expected {"min": 6}, found 5' == error.problem


def test_a_pointer_that_leads_nowhere_is_told_with_what_is_there() -> None:
    error = failure({"expect": {"/players/c/coins": 5}})

    assert "-: /steps/0/expect/~1players~1c~1coins" == error.place
    assert "there is a, b" in error.problem


def test_nothing_can_be_expected_too() -> None:
    played({"expect": {"/players/c": {"missing": True}}})

    assert "expected" in failure({"expect": {"/players/a/coins": {"missing": True}}}).problem


def test_the_whole_document_can_be_expected() -> None:
    played({"expect": {"": {"contains": "round"}}})


# refused


def test_a_refused_move_leaves_no_trace_in_the_log() -> None:
    run = played(bid("a", 9, refused="bid.affordable"), bid("a", 5))

    assert 1 == moves(run)
    (refusal,) = (item for item in run.items if isinstance(item, Refusal))
    assert ("bid.affordable", {"needs": 9, "has": 5}) == (refusal.refusal.clause, refusal.refusal.facts)
    assert not refusal.handed_over


def test_a_move_wanted_refused_and_accepted_fails() -> None:
    error = failure(bid("a", 5, refused="bid.affordable"))

    assert ("bid.affordable", "accepted") == (error.expected, error.found)


def test_a_refusal_by_another_clause_fails_with_both() -> None:
    error = failure(bid("a", 9, refused="bid.once"))

    assert ("bid.once", "bid.affordable", "bid.affordable") == (error.expected, error.found, error.clause)
    assert "expected a refusal by bid.once, it is refused by bid.affordable: needs 9, has 5" == error.problem


def also(state: Any, move: Any, _: Any) -> Any:
    if move.coins.value > state.player(move.seat).coins:
        raise IllegalMove("bid.once", also=("bid.affordable",))
    yield from GAME.decide(state, move, _)


def test_a_clause_beside_the_first_will_do_unless_the_first_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.toy.game.GAME", attrs.evolve(GAME, decide=also))

    played(bid("a", 9, refused="bid.affordable"), bid("a", 9, refused={"first": "bid.once"}))

    assert "bid.once" == failure(bid("a", 9, refused={"first": "bid.affordable"})).found


def test_the_last_of_several_choices_is_the_one_refused() -> None:
    again = {"do": "bid", "coins": 1}
    played(bid("a", 1, then=[again], refused="bid.once"))

    error = failure(bid("a", 9, then=[again], refused="bid.affordable"))

    assert "expected a refusal by bid.affordable, choice 1 of 2 is refused by bid.affordable" in error.problem


def test_an_unknown_seat_is_told() -> None:
    error = failure(bid("c", 1))

    assert ("-: /steps/0/by", ["a", "b"], "c") == (error.place, error.expected, error.found)


# then, and handing over


def in_turn(state: Any) -> tuple[str, ...]:
    """Seats bid one after the other."""
    return GAME.to_act(state)[:1]


def turns(state: Any, move: Any, chance: Any) -> Any:
    if move.seat not in in_turn(state):
        raise IllegalMove("bid.revealed")
    yield from GAME.decide(state, move, chance)


def passing(state: Any, seat: str) -> Any:
    """Who is first bids nothing to let the other one act."""
    first = in_turn(state)
    return None if seat in first else GAME.legal_moves(state, first[0])[0]


@pytest.fixture
def one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    game = attrs.evolve(GAME, to_act=in_turn, decide=turns, handover=passing)
    monkeypatch.setattr("tests.toy.game.GAME", game)


@pytest.mark.usefixtures("one_after_the_other")
def test_a_script_may_leave_out_the_moves_that_hand_over() -> None:
    run = played(bid("b", 3), {"expect": {"/players/b/coins": 2}})

    assert ["a", "b"] == [entry.by for entry in run.entries if isinstance(entry, MoveEntry)]


@pytest.mark.usefixtures("one_after_the_other")
def test_a_refused_move_is_judged_after_handing_over_but_the_game_stays() -> None:
    run = played(bid("b", 9, refused="bid.affordable"), bid("a", 2), {"expect": {"/players/a/bid": 2}})

    assert ["a"] == [entry.by for entry in run.entries if isinstance(entry, MoveEntry)]
    (refusal,) = (item for item in run.items if isinstance(item, Refusal))
    assert refusal.handed_over


@pytest.mark.usefixtures("one_after_the_other")
def test_a_move_out_of_turn_is_refused_as_the_position_is() -> None:
    run = played(bid("b", 1, refused="bid.revealed"))

    assert 0 == moves(run)
    assert "bid.once" == failure(bid("b", 9, refused="bid.once")).expected


# given


def test_a_position_is_put_in_place_and_recorded() -> None:
    given = {"at": {"round": 3}, "/players/a/coins": 9, "/players/b/cards": ["card_5"]}
    run = played(
        {"given": given}, {"expect": {"/round": 3, "/players/a/coins": 9, "/deck/unseen": {"contains": "card_1"}}}
    )

    entry = run.entries[1]
    assert isinstance(entry, PositionEntry)
    assert {"round": 3} == entry.at
    assert "card_5" not in document(run)["deck"]["unseen"]


def test_a_position_at_the_top_comes_before_the_steps() -> None:
    played({"expect": {"/players/a/coins": 1}}, given={"/players/a/coins": 1})


def test_a_position_that_cannot_be_is_refused_with_its_faults() -> None:
    error = failure({"given": {"/players/a/cards": ["card_5"], "/players/b/cards": ["card_5"]}})

    assert "-: /steps/0/given" == error.place
    assert "a card is in two places" in error.problem
    assert "/given" in failure(given={"/players/a/coins": -1}).place


@pytest.mark.parametrize("value", ["five", None, [5]])
def test_a_position_of_the_wrong_shape_is_refused_in_a_sentence(value: Any) -> None:
    failure({"given": {"/players/a/coins": value}})


def test_a_position_at_a_pointer_that_leads_nowhere_is_refused() -> None:
    assert "there is a, b" in failure({"given": {"/players/c/coins": 1}}).problem


# variation and under


def test_a_variation_is_tried_and_taken_back() -> None:
    run = played(
        bid("a", 1),
        {"variation": [bid("b", 2), {"expect": {"/players/b/coins": 3}}], "label": "bold"},
        {"expect": {"/players/a/bid": 1, "/players/b/bid": None}},
        bid("b", 0),
        {"expect": {"/players/a/coins": 4}},
    )

    (aside,) = (item for item in run.items if isinstance(item, Aside))
    assert (2, 2) == (aside.start, moves(run))


def test_a_variation_knows_the_labels_before_it() -> None:
    played(bid("a", 1, label="first"), {"variation": [bid("b", 1), {"undo": "first", "forced": True}, bid("b", 5)]})


def test_a_failure_inside_a_variation_names_the_step_inside() -> None:
    error = failure({"variation": [{"variation": [bid("a", 9)]}]})

    assert "-: /steps/0/variation/0/variation/0" == error.place


def test_a_line_is_read_under_another_ruling() -> None:
    level = [bid("a", 2), bid("b", 2)]
    played(
        {"under": {"ties": "first"}, "steps": [*level, {"expect": {"/players/a/coins": 3, "/rulings/ties": "first"}}]},
        *level,
        {"expect": {"/players/a/coins": 5, "/rulings/ties": "nobody"}},
    )


@pytest.mark.parametrize(
    ("under", "told"),
    [({"tie": "first"}, 'toy has no ruling "tie"; did you mean "ties"?'), ({"ties": "last"}, 'no option "last"')],
)
def test_a_reading_that_there_is_not_is_told_by_its_place(under: dict[str, str], told: str) -> None:
    with pytest.raises(BadSetup) as caught:
        played({"under": under, "steps": []})

    assert str(caught.value).startswith("-: /steps/0/under: ")
    assert told in str(caught.value)
    assert caught.value.unknown


# auto


@pytest.mark.parametrize("policy", ["random", "greedy", "first"])
def test_a_policy_plays_to_the_end_always_alike(policy: str) -> None:
    one, other = played({"auto": policy}), played({"auto": policy})

    assert one.entries == other.entries
    assert ["EndEntry", "RevealEntry"] == [type(entry).__name__ for entry in one.entries[-2:]]


def test_another_seed_makes_other_random_moves() -> None:
    one, other = played({"auto": "random"}), played({"auto": "random"}, seed=SEED[::-1])

    assert [item.move for item in one.entries if isinstance(item, MoveEntry)] != [
        item.move for item in other.entries if isinstance(item, MoveEntry)
    ]


@pytest.mark.parametrize(
    ("until", "count", "expected"),
    [
        (3, 3, {"/round": 2}),
        ("round_end", 2, {"/round": 2}),
        ({"round": 3}, 4, {"/round": 3}),
        ({"round": 1}, 0, {"/round": 1}),
        ({"to_act": "b"}, 0, {"/round": 1}),
        ("end", 8, {"/over": True}),
    ],
)
def test_a_policy_plays_until_a_condition_holds(until: Any, count: int, expected: dict[str, Any]) -> None:
    run = played({"auto": "first", "until": until}, {"expect": expected})

    assert count == moves(run)


def test_the_last_round_ends_with_the_game() -> None:
    played(
        {"auto": "first", "until": {"round": 4}}, {"auto": "first", "until": "round_end"}, {"expect": {"/over": True}}
    )


@pytest.mark.parametrize("until", [9, {"round": 5}])
def test_a_condition_that_does_not_come_about_fails(until: Any) -> None:
    error = failure({"auto": "first", "until": until})

    assert "-: /steps/0/until" == error.place
    assert "the game is over, 8 moves on, before" in error.problem


def test_a_condition_on_an_unknown_seat_fails() -> None:
    assert "-: /steps/0/until/to_act" == failure({"auto": "first", "until": {"to_act": "c"}}).place


def test_without_a_seed_no_move_is_chosen_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_hands(state: Any, _: Any) -> Any:
        yield words.Began(rulings=tuple(state.rulings.items()), coins=5, cites=("setup.coins",))

    monkeypatch.setattr("tests.toy.game.GAME", attrs.evolve(GAME, setup=without_hands))

    error = failure({"auto": "random"}, seed="", chance={"deck/0": ["card_1"]})

    assert "such a move is chosen by the seed: give a seed" == error.problem
    assert "-: /chance: draw needed: deck/0, 0" == str(failure(seed=""))
