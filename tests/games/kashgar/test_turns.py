"""Turns, passing, the end of the game."""

from __future__ import annotations

from typing import Any

from kernel.games.kashgar.game import GAME
from tests.games.kashgar.kit import Table, caravans, position, tracks

NEAR = ["changan", "khanbaliq", "delhi", "lanzhou", "well"]
"""Orders worth 23 points."""


def near_the_end(seats: int = 2, who: str = "blue", **rulings: Any) -> Table:
    """A seat at 23 points that can complete osh with its Huckster."""
    values = position(seats, display=["osh", "merv", "hami", "bridge"])
    values[f"/players/{who}/orders"] = NEAR
    values[f"/players/{who}/caravans"] = caravans("hoeker patriarch")
    return Table(seats, **rulings).given(values, round=3, to_act=who, first_player="blue")


def complete_osh(table: Table, who: str) -> None:
    table.play(who, "use_caravan_action", card="hoeker")
    table.play(who, "complete_order", order="osh")
    table.play(who, "pay", goods=("ginger", "ginger", "cloves", "cloves"))


def test_the_turn_goes_clockwise_and_the_round_counts_up():
    """turn.clockwise."""
    table = Table(3).given(position(3))
    seats = []
    for _ in range(4):
        seats.append((table.at("/turn"), table.at("/round")))
        table.play(table.at("/turn"), "pass", card="patriarch")

    assert [("blue", 1), ("yellow", 1), ("green", 1), ("blue", 2)] == seats


def test_who_is_not_in_turn_is_told_who_is():
    """turn.clockwise."""
    table = Table(3).given(position(3))
    refusal = table.refused("green", "pass", card="patriarch")

    assert ("turn.clockwise", "blue") == (refusal.clause, refusal.facts["to_act"])
    assert ("setup.first_player",) == refusal.also
    table.play("blue", "pass", card="patriarch")
    assert () == table.refused("green", "pass", card="patriarch").also


def test_a_second_action_with_the_same_card_is_refused_as_such():
    """caravan.one_action, turn.one_of_three."""
    table = Table().given(position(caravans=caravans("muli_haendlerin patriarch")))
    table.play("blue", "use_caravan_action", card="muli_haendlerin")
    refusal = table.refused("blue", "use_caravan_action", card="muli_haendlerin", action=2)

    assert ("caravan.one_action", ("turn.one_of_three", "turn.clockwise", "turn.front_card")) == (
        refusal.clause,
        refusal.also,
    )


def test_nothing_else_is_begun_while_a_choice_is_open():
    """turn.one_of_three, effects.in_order."""
    table = Table().given(position(caravans=caravans("hirte patriarch")))
    table.play("blue", "use_caravan_action", card="hirte")

    assert "turn.one_of_three" == table.refused("blue", "pass", card="patriarch").clause
    refusal = table.refused("blue", "finish")
    assert ("effects.in_order", "take") == (refusal.clause, refusal.facts["waits_for"])
    assert "effects.in_order" == table.refused("yellow", "take", goods=("ginger",)).clause


def test_a_caravan_without_cards_offers_nothing():
    """removal.emptied_caravan."""
    table = Table().given(position(caravans=caravans("", "", "patriarch")))

    assert {"patriarch.1"} == {getattr(move, "card", None) for move in table.legal()}


def test_who_has_no_card_left_is_passed_over():
    """turn.no_card_left."""
    values = position(3)
    values["/players/yellow/caravans"] = caravans("", "", "")
    table = Table(3).given(values)
    table.play("blue", "pass", card="patriarch")

    assert "turn_skipped" in table.happened()
    assert "green" == table.at("/turn")


def test_all_fronts_marked_and_unusable_lets_one_pass():
    """pass.all_marked: no gold, no three spices, so neither card can act."""
    values = position(
        caravans=caravans("prinz_im_exil", "zoellner", "zoellner patriarch"), tracks=tracks(0, gold=0, mule=3)
    )
    table = Table().given(values)

    assert {"pass"} == {type(move).__name__.lower() for move in table.legal()}
    table.play("blue", "pass", card="prinz_im_exil")
    assert "pass.all_marked" in table.cited()


def test_a_marked_front_that_can_act_keeps_the_others_from_passing():
    """pass.not_with_mark: one gold is enough for the Toll Collector."""
    values = position(caravans=caravans("prinz_im_exil", "zoellner", "zoellner patriarch"), tracks=tracks(0, gold=1))
    table = Table().given(values)

    assert "pass.not_with_mark" == table.refused("blue", "pass", card="prinz_im_exil").clause


def test_the_round_is_played_out_after_the_mark():
    """end.trigger, end.finish_round."""
    table = near_the_end(3, "yellow")
    complete_osh(table, "yellow")

    assert {"by": "yellow", "during": "yellow"} == table.at("/end")
    assert {"end.tie_last_scorer", "end.trigger", "scoring.orders"} <= table.cited()
    assert "green" == table.at("/turn")
    table.play("green", "pass", card="patriarch")
    assert table.at("/over")
    assert () == GAME.to_act(table.state)
    assert "end.finish_round" == table.refused("blue", "pass", card="patriarch").clause


def test_the_end_stays_set_off_when_the_points_are_lost_again():
    """end.trigger_stays: yellow's Beggar comes to blue, who falls to 23."""
    table = near_the_end(2)
    values = {"/players/yellow/caravans": caravans("bettler patriarch")}
    table.given(values, round=3, to_act="blue", first_player="blue")
    complete_osh(table, "blue")
    table.play("yellow", "use_caravan_action", card="bettler")
    table.play("yellow", "name_opponent", opponent="blue")
    table.play("yellow", "take", goods=("pepper", "pepper"))
    table.play("yellow", "move_card", card="bettler", caravan=2)

    assert 23 == table.at("/players/blue/score")
    assert table.at("/over")


def test_who_scored_last_wins_a_tie():
    """end.tie_last_scorer."""
    values = position(display=["osh", "merv", "hami", "bridge"], orders=NEAR)
    values["/players/yellow/orders"] = ["constantinople", "baghdad", "samarkand", "tabriz", "khiva"]
    values["/players/blue/last_scored"] = 4
    values["/players/yellow/last_scored"] = 3
    table = Table().given(values)

    assert [(1, 23), (2, 23)] == sorted((s.rank, s.score) for s in GAME.standings(table.state))
    assert 1 == GAME.standings(table.state)[0].rank


def test_standings_tell_orders_from_persons():
    """scoring.orders, scoring.persons, scoring.negative."""
    table = Table().given(position(caravans=caravans("gewuerzhaendler gewuerzhaendler"), orders=["grain_field"]))
    blue = GAME.standings(table.state)[0]

    assert (-1, (("orders", 1), ("persons", -2))) == (blue.score, blue.parts)
