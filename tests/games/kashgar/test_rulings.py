"""Readings that concern the set-up, passing and the end."""

from __future__ import annotations

from typing import Any

import pytest

from kernel.errors import BadSetup
from kernel.games.kashgar.game import GAME
from tests.games.kashgar.kit import RULEBOOK, Table, caravans, pack_with, position, tracks
from tests.games.kashgar.test_turns import NEAR, complete_osh, near_the_end


def test_every_ruling_can_be_switched():
    assert not [ruling.id for ruling in RULEBOOK.rulings.values() if ruling.fixed]
    assert set(RULEBOOK.rulings) == set(Table().at("/rulings"))


def test_owners_may_lay_out_their_start_cards():
    """Ruling start_card_assignment."""
    table = Table(2, start_card_assignment="owner_chooses")
    hand = table.at("/players/blue/start_cards")

    assert (("blue",), 6, None) == (GAME.to_act(table.state), len(table.legal()), table.at("/first_player"))
    assert "setup.start_card_behind_each" == table.refused("blue", "assign_start_cards", cards=("hirte",)).clause
    yellow = tuple(table.at("/players/yellow/start_cards"))
    assert "turn.clockwise" == table.refused("yellow", "assign_start_cards", cards=yellow).clause
    assert "setup.start_card_behind_each" == table.refused("blue", "pass", card="patriarch").clause
    table.play("blue", "assign_start_cards", cards=tuple(reversed(hand)))
    assert hand[2] == table.at("/players/blue/caravans/1")[1]
    table.play("yellow", "assign_start_cards", cards=yellow)
    assert table.at("/first_player") is not None


def test_two_patriarchs_make_two_caravans():
    """Ruling patriarch_count."""
    table = Table(2, patriarch_count="two")

    assert {"1", "2"} == set(table.at("/players/blue/caravans"))


def test_a_third_card_may_open_each_caravan():
    """Ruling opening_caravan: 76 - 6 = 70 are left."""
    table = Table(2, opening_caravan="three_cards")

    assert {3} == {len(row) for row in table.at("/players/blue/caravans").values()}
    assert 70 == table.at("/decks/standard/size")


@pytest.mark.parametrize(("option", "size", "unused"), [("none", 76, True), ("all", 88, False), ("some", 82, False)])
def test_additional_cards_are_mixed_in_as_agreed(option, size, unused):
    """variant.left_out_first, variant.mixed_in, ruling additional_cards."""
    table = Table(4, additional_cards=option)

    assert size == table.at("/decks/standard/size")
    assert unused == ("bettler.1" in table.at("/unused"))
    assert ("variant.left_out_first" if unused else "variant.mixed_in") in table.cited()


def test_equal_ranks_are_refused_or_decided_by_lot():
    """setup.ranks_differ, ruling start_rank_equal."""

    def level(content: Any) -> None:
        for card in content["cards"]:
            if card["deck"] == "start":
                card["rank"] = 1

    with pytest.raises(BadSetup, match="ranks_differ"):
        Table(content=pack_with(level))
    table = Table(content=pack_with(level), start_rank_equal="random", chance={"first_player": ["yellow"]})
    assert "yellow" == table.at("/first_player")


def test_the_mark_may_have_to_be_passed():
    """Ruling end_threshold."""
    table = near_the_end(end_threshold="more_than_25")
    complete_osh(table, "blue")

    assert (25, None) == (table.at("/players/blue/score"), table.at("/end"))


def test_play_may_stop_at_once():
    """Ruling end_timing."""
    table = near_the_end(3, end_timing="at_once")
    complete_osh(table, "blue")

    assert table.at("/over")


def test_every_other_player_may_have_one_more_turn():
    """Ruling round_end_seat: yellow set it off, so green and blue go on."""
    table = near_the_end(3, "yellow", round_end_seat="one_turn_each")
    complete_osh(table, "yellow")
    for seat in ("green", "blue"):
        assert not table.at("/over")
        table.play(seat, "pass", card="patriarch")

    assert table.at("/over")


def test_the_end_may_be_called_off_when_the_points_are_gone():
    """Ruling trigger_latch."""
    table = near_the_end(2, trigger_latch="recheck")
    table.given(
        {"/players/yellow/caravans": caravans("bettler patriarch")}, round=3, to_act="blue", first_player="blue"
    )
    complete_osh(table, "blue")
    table.play("yellow", "use_caravan_action", card="bettler")
    table.play("yellow", "name_opponent", opponent="blue")
    table.play("yellow", "take", goods=("pepper", "pepper"))
    table.play("yellow", "move_card", card="bettler", caravan=2)

    assert (False, None, "blue", 4) == tuple(table.at(f"/{name}") for name in ("over", "end", "turn", "round"))


@pytest.mark.parametrize(
    ("reading", "by_person", "by_loss"),
    [("total_rises", True, True), ("positive_gain", True, False), ("orders_only", False, False)],
)
def test_what_counts_as_scoring_for_a_tie(reading, by_person, by_loss):
    """end.tie_last_scorer, ruling tie_scoring_event."""
    values = position(caravans=caravans("matriarch"), discard=["torwache"])
    table = Table(tie_scoring_event=reading).given(values)
    table.play("blue", "use_caravan_action", card="matriarch")
    table.play("blue", "recruit", card="torwache")
    assert by_person == bool(table.at("/scorings"))

    table = Table(tie_scoring_event=reading).given(position(caravans=caravans("gewuerzhaendler patriarch")))
    table.play("blue", "use_removal_action", card="gewuerzhaendler")
    assert by_loss == bool(table.at("/players/blue/last_scored"))

    table = near_the_end(tie_scoring_event=reading)
    complete_osh(table, "blue")
    assert 1 == table.at("/players/blue/last_scored")


def test_any_card_of_the_caravan_may_move_on_a_pass():
    """Ruling pass_moves."""
    values = position(caravans=caravans("patriarch hirte baecker"))
    table = Table(pass_moves="any_card")  # noqa: S106 - a ruling, not a password
    table = table.given(values)
    table.play("blue", "pass", card="hirte")

    assert ["patriarch.1", "baecker.1", "hirte.1"] == table.at("/players/blue/caravans/1")
    assert "turn.front_card" == Table().given(values).refused("blue", "pass", card="hirte").clause


def test_patriarchs_may_bear_the_mark():
    """Ruling patriarch_mark."""
    table = Table(patriarch_mark="both_marked").given(position())

    assert "pass.not_with_mark" == table.refused("blue", "pass", card="patriarch").clause


def test_a_blocked_seat_may_be_skipped():
    """Ruling all_fronts_blocked: yellow's Toll Collectors need gold."""
    values = position()
    values["/players/yellow/caravans"] = caravans("zoellner", "zoellner", "prinz_im_exil")
    values["/players/yellow/tracks"] = tracks(0)
    table = Table(all_fronts_blocked="turn_skipped").given(values)
    table.play("blue", "pass", card="patriarch")

    assert ("turn_skipped", "blue", 2) == (table.happened()[3], table.at("/turn"), table.at("/round"))


def test_a_seat_without_cards_may_be_out():
    """Ruling no_cards_left: out comes last, whatever the points."""
    values = position(3)
    values["/players/yellow/caravans"] = caravans("", "", "")
    values["/players/yellow/orders"] = NEAR
    table = Table(3, no_cards_left="out").given(values)
    table.play("blue", "pass", card="patriarch")

    assert (True, "green", False) == (table.at("/players/yellow/out"), table.at("/turn"), table.at("/over"))
    assert 3 == GAME.standings(table.state)[1].rank


def test_the_last_one_with_cards_ends_the_game():
    """turn.no_card_left, ruling no_cards_left."""
    values = position(2)
    values["/players/yellow/caravans"] = caravans("", "", "")
    table = Table(2, no_cards_left="out").given(values)
    table.play("blue", "pass", card="patriarch")

    assert table.at("/over")


def test_nobody_who_can_do_anything_ends_the_game():
    """turn.no_card_left."""
    values = position(2, caravans=caravans("wassertraeger", "", ""))
    values["/players/yellow/caravans"] = caravans("", "", "")
    table = Table(2).given(values)
    table.play("blue", "use_removal_action", card="wassertraeger")
    table.play("blue", "take", goods=("ginger",) * 3)

    assert table.at("/over")


def test_lowest_is_not_highest():
    """setup.first_player: blue has the highest rank, green the lowest."""
    dealt = ["prinz_im_exil", "hofdame", "seiler", "koechin", "stallbursche", "schreiber", "wassertraeger"]
    table = Table(3, chance={"deck/start": [*dealt, "dolmetscher", "aristokratin"]})

    assert ("green", "green") == (table.at("/first_player"), table.at("/turn"))


def test_the_end_holds_when_the_points_are_still_there():
    """Ruling trigger_latch: 25 at the end of the round are enough."""
    table = near_the_end(2, trigger_latch="recheck")
    complete_osh(table, "blue")
    table.play("yellow", "pass", card="patriarch")

    assert table.at("/over")


@pytest.mark.parametrize(("reading", "scored"), [("total_rises", 0), ("positive_gain", 1), ("orders_only", 1)])
def test_an_order_that_leaves_the_total_level_scores_by_some_readings(reading, scored):
    """Ruling tie_scoring_event: a field counts 1, and here the Farmer 1 less for it."""

    def grudging(content: Any) -> None:
        next(card for card in content["cards"] if card["id"] == "bauer")["vp"]["each"] = -1

    values = position(caravans=caravans("gewuerzhaendler patriarch bauer"), display=["grain_field", "well"])
    table = Table(content=pack_with(grudging), tie_scoring_event=reading).given(values)
    table.play("blue", "use_caravan_action", card="gewuerzhaendler")
    table.play("blue", "complete_order", order="grain_field")
    table.play("blue", "pay", goods=("ginger", "ginger"))

    assert (-1, scored) == (table.at("/players/blue/score"), table.at("/scorings"))
