"""Orders: what opens the way to them, what they cost, where they come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kernel.games.kashgar.game import GAME
from tests.games.kashgar.kit import Table, caravans, position, tracks

SETUP = ["antioch", "aksu", "kucha", "turfan"]
"""Turned up at set-up, to be out of the way."""


def shop(card: str, *, chance: Sequence[str] = (), rulings: Any = None, seats: int = 2, **more: Any) -> Table:
    """Blue to move with a card at the front of its first caravan. chance: orders drawn later."""
    more.setdefault("display", ["osh", "hami", "delhi", "well"])
    more.setdefault("caravans", caravans(f"{card} patriarch"))
    streams = {"deck/orders/0": [*SETUP, *chance]}
    return Table(seats, chance=streams, **(rulings or {})).given(position(seats, **more))


def test_an_order_is_paid_and_laid_open_and_the_display_filled():
    """orders.pay_cost, orders.lay_open, orders.refill."""
    table = shop("gewuerzhaendler", chance=["mint"])
    table.play("blue", "use_caravan_action", card="gewuerzhaendler")
    table.play("blue", "complete_order", order="osh")

    assert ["hami", "delhi", "well", "mint"] == table.at("/display")
    assert {"orders.pay_cost", "orders.lay_open", "orders.refill", "scoring.orders"} <= table.cited()


def test_a_door_to_orders_stays_shut_when_none_can_be_completed():
    """effects.must_be_possible; the nearest order says what is missing."""
    table = shop("gewuerzhaendler", tracks=tracks(1))
    refusal = table.refused("blue", "use_caravan_action", card="gewuerzhaendler")

    assert "effects.must_be_possible" in refusal.also
    assert "storage.full_payment" == refusal.clause


def test_a_missing_unit_is_named():
    """storage.full_payment, orders.pay_cost."""
    table = shop("gewuerzhaendler", tracks=tracks(cloves=1))
    table.play("blue", "use_caravan_action", card="gewuerzhaendler")
    refusal = table.refused("blue", "complete_order", order="osh")

    assert {"resource": "cloves", "needs": 2, "has": 1} == refusal.facts
    assert ({"cloves": 1}, ("orders.pay_cost",)) == (refusal.remedy, refusal.also)


def test_missing_mules_in_a_cost_are_told_as_such():
    """orders.mixed_cost."""
    table = shop("gewuerzhaendler", tracks=tracks(mule=0))
    table.play("blue", "use_caravan_action", card="gewuerzhaendler")

    assert "orders.mixed_cost" in table.refused("blue", "complete_order", order="well").also


def test_gold_stands_for_spices_as_chosen():
    """orders.substitute, general.card_text_first."""
    table = shop("hoeker", tracks=tracks(gold=4))
    table.play("blue", "use_caravan_action", card="hoeker")
    table.play("blue", "complete_order", order="osh")

    assert 8 == len(table.legal())
    assert "orders.substitute" == table.refused("blue", "pay", goods=("ginger", "ginger", "cloves")).clause
    table.play("blue", "pay", goods=("ginger", "cloves", "gold", "gold"))
    assert tracks(ginger=2, cloves=2, gold=1) == table.at("/players/blue/tracks")
    assert {"orders.substitute", "general.card_text_first"} <= table.cited()


def test_the_vizier_completes_without_payment_but_not_without_mules():
    """orders.free, ruling free_order_mules."""
    table = shop("wesir", tracks=tracks(0, mule=1))
    table.play("blue", "use_removal_action", card="wesir")

    assert "orders.mules_held" == table.refused("blue", "complete_order", order="hami").clause
    table.play("blue", "complete_order", order="osh")
    assert "orders.free" in table.cited()
    waived = shop("wesir", tracks=tracks(0), rulings={"free_order_mules": "waived"})
    waived.play("blue", "use_removal_action", card="wesir")
    waived.play("blue", "complete_order", order="hami")
    assert ["hami"] == waived.at("/players/blue/orders")


def test_mules_asked_for_may_have_to_be_left_over():
    """Ruling mules_required_and_spent: bridge asks for 2 mules and costs 2."""
    for reading, has in (("before_paying", 2), ("after_paying", 4)):
        for mules, accepted in ((has - 1, False), (has, True)):
            table = shop(
                "gewuerzhaendler",
                tracks=tracks(mule=mules),
                display=["bridge", "delhi", "osh", "well"],
                rulings={"mules_required_and_spent": reading},
            )
            table.play("blue", "use_caravan_action", card="gewuerzhaendler")
            assert accepted == any(getattr(move, "order", "") == "bridge" for move in table.legal())


def test_one_envoy_completes_two_orders_and_the_second_may_be_new():
    """orders.refill, ruling refill_timing."""
    for reading, listed in (("at_once", True), ("after_action", False)):
        table = shop("gesandte", chance=["hotan"], rulings={"refill_timing": reading})
        table.play("blue", "use_caravan_action", card="gesandte")
        table.play("blue", "complete_order", order="osh")
        assert listed == any(getattr(move, "order", "") == "hotan" for move in table.legal())
        table.play("blue", "finish")
        assert ["hami", "delhi", "well", "hotan"] == table.at("/display")


def farmer(chance: Sequence[str], **rulings: Any) -> Table:
    table = shop("bauer", chance=chance, rulings=rulings)
    table.play("blue", "use_caravan_action", card="bauer")
    table.play("blue", "pay", goods=("pepper",))
    return table


def test_drawn_orders_go_under_the_deck():
    """orders.drawn, orders.drawn_rest."""
    table = farmer(["hotan", "grain_field.1", "mint"])

    assert ["hotan", "grain_field.1", "mint"] == table.at("/turned_up")
    assert "orders.filter" == table.refused("blue", "complete_order", order="mint").clause
    assert "orders.drawn" == table.refused("blue", "complete_order", order="osh").clause
    table.play("blue", "complete_order", order="grain_field")
    assert ["hotan", "mint"] == table.at("/decks/orders/bottom")
    assert ["osh", "hami", "delhi", "well"] == table.at("/display")


def test_nothing_drawn_that_fits_needs_no_choice():
    table = farmer(["hotan", "turfan", "mint"])

    assert "yellow" == table.at("/turn")
    assert ["hotan", "turfan", "mint"] == table.at("/decks/orders/bottom")


def test_drawn_orders_may_be_shuffled_in_or_leave():
    """Ruling drawn_orders_rest."""
    table = farmer(["hotan", "turfan", "mint"], drawn_orders_rest="shuffled_in")
    assert ([], 1) == (table.at("/decks/orders/bottom"), table.at("/decks/orders/epoch"))
    assert "mint" in table.at("/decks/orders/unseen")
    table = farmer(["hotan", "turfan", "mint"], drawn_orders_rest="out_of_game")
    assert ["hotan", "turfan", "mint"] == table.at("/out_of_game")


def test_points_of_drawn_orders_may_count_at_the_end_of_the_action():
    """Ruling drawn_orders_events: one scoring instead of two; each field counts 1, and 1 more for the Farmer."""
    fields = ["grain_field.1", "grain_field.2", "mint"]
    for reading, scorings in (("one_by_one", 2), ("all_at_once", 1)):
        table = farmer(fields, drawn_orders_events=reading)
        table.play("blue", "complete_order", order="grain_field")
        table.play("blue", "complete_order", order="grain_field")
        assert (4, scorings) == (table.at("/players/blue/score"), table.at("/scorings"))


def test_the_display_may_grow_by_drawn_orders():
    """Ruling drawn_orders_refill."""
    table = farmer(["grain_field.1", "hotan", "mint", "ferry"], drawn_orders_refill="always_one")
    table.play("blue", "complete_order", order="grain_field")

    assert ["osh", "hami", "delhi", "well", "ferry"] == table.at("/display")


def test_known_orders_come_after_the_shuffled_ones_in_their_order():
    """orders.drawn_rest: what was put under the deck comes up top first."""
    values: Any = {"decks__orders__unseen": ["mint"], "decks__orders__bottom": ["ferry", "bathhouse"]}
    table = shop("bauer", chance=["mint"], **values)
    table.play("blue", "use_caravan_action", card="bauer")
    table.play("blue", "pay", goods=("pepper",))

    assert ["mint", "ferry", "bathhouse"] == table.at("/decks/orders/bottom")


def test_an_empty_order_deck_leaves_a_gap():
    """orders.refill, ruling order_deck_empty."""
    values: Any = {"decks__orders__unseen": [], "decks__orders__bottom": []}
    for reading, ends in (("display_shrinks", None), ("game_ends", {"by": None, "during": "blue"})):
        table = shop("gewuerzhaendler", rulings={"order_deck_empty": reading}, **values)
        table.play("blue", "use_caravan_action", card="gewuerzhaendler")
        table.play("blue", "complete_order", order="osh")
        assert (["hami", "delhi", "well"], ends) == (table.at("/display"), table.at("/end"))


def test_the_farmer_finds_no_orders_in_an_empty_deck():
    """orders.drawn."""
    table = shop("bauer", decks__orders__unseen=[], decks__orders__bottom=[])

    assert "orders.drawn" == table.refused("blue", "use_caravan_action", card="bauer").clause


def test_an_order_may_be_completed_aside_from_a_card():
    """Ruling order_timing: in one's own turn, which then goes on."""
    table = shop("hirte", rulings={"order_timing": "any_time"}, chance=["balkh"], tracks=tracks(5))
    table.play("blue", "complete_order", order="osh")

    assert (["osh"], "blue") == (table.at("/players/blue/orders"), table.at("/turn"))
    table.play("blue", "complete_order", order="balkh")
    table.play("blue", "pay", goods=("pepper", "pepper", "cinnamon", "cinnamon"))
    assert (["osh", "balkh"], None) == (table.at("/players/blue/orders"), table.at("/choice"))
    assert "turn.clockwise" == table.refused("yellow", "complete_order", order="well").clause
    assert "blue" == GAME.to_act(table.state)[0]


def test_a_farmers_fields_count_for_each_farmer():
    """scoring.per_order."""
    table = shop("bauer", caravans=caravans("bauer", "patriarch bauer"), orders=["grain_field", "grain_field"])

    assert 6 == table.at("/players/blue/score")


def test_a_six_may_count_five():
    """Ruling top_order_value."""
    for reading, points in (("six", 6), ("five", 5)):
        table = shop("bauer", caravans=caravans(), orders=["changan"], rulings={"top_order_value": reading})
        assert points == table.at("/players/blue/score")
