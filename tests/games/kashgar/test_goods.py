"""Tracks: gains, costs, exchanges, and what others gain or lose."""

from __future__ import annotations

from typing import Any

from tests.games.kashgar.kit import Table, caravans, position, tracks


def front(card: str, seats: Any = 2, rulings: Any = None, **more: Any) -> Table:
    """Blue to move with a card at the front of its first caravan."""
    more.setdefault("caravans", caravans(f"{card} patriarch"))
    return Table(seats, **(rulings or {})).given(position(seats, **more))


def test_a_fixed_gain_raises_the_tracks():
    """caravan.do_as_written."""
    table = front("marktfrau")
    table.play("blue", "use_caravan_action", card="marktfrau")

    assert tracks(ginger=5, star_anise=4) == table.at("/players/blue/tracks")


def test_a_gain_of_choice_waits_for_the_choice():
    """effects.any_spice."""
    table = front("hirte")
    table.play("blue", "use_caravan_action", card="hirte")

    assert {"seat": "blue", "kind": "take", "effect": 1, "done": 0, "order": None, "spice": None} == table.at("/choice")
    table.play("blue", "take", goods=("pepper",))
    assert tracks(mule=4, pepper=4) == table.at("/players/blue/tracks")


def test_only_spices_of_the_right_number_are_spices_of_choice():
    """effects.any_spice."""
    table = front("hirte")
    table.play("blue", "use_caravan_action", card="hirte")
    refusal = table.refused("blue", "take", goods=("pepper", "pepper"))

    assert ("effects.any_spice", 1, 2) == (refusal.clause, refusal.facts["needs"], refusal.facts["has"])
    assert "effects.any_spice" == table.refused("blue", "take", goods=("gold",)).clause


def test_what_passes_the_top_is_lost():
    """storage.surplus_lost, storage.range: 8 + 2 stops at 9."""
    table = front("goldwaescherin", tracks=tracks(gold=8))
    (gained,) = [e for e in table.play("blue", "use_caravan_action", card="goldwaescherin") if hasattr(e, "lost")]

    assert (1, 1) == (gained.amount, gained.lost)
    assert {"storage.surplus_lost", "storage.range"} <= table.cited()


def test_an_action_whose_gain_would_be_lost_can_be_closed():
    """Ruling track_overflow."""
    table = front("goldwaescherin", tracks=tracks(gold=8), rulings={"track_overflow": "action_refused"})

    assert "storage.surplus_lost" == table.refused("blue", "use_caravan_action", card="goldwaescherin").clause
    table = front("hirte", tracks=tracks(9, mule=2, pepper=8), rulings={"track_overflow": "action_refused"})
    table.play("blue", "use_caravan_action", card="hirte")
    assert [("pepper",)] == [move.goods for move in table.legal()]
    assert "storage.surplus_lost" == table.refused("blue", "take", goods=("ginger",)).clause


def test_a_cost_that_cannot_be_paid_names_what_is_missing():
    """storage.full_payment, removal.pay_cost."""
    table = front("hofdame", tracks=tracks(gold=1))
    refusal = table.refused("blue", "use_removal_action", card="hofdame")

    assert "storage.full_payment" == refusal.clause
    assert ("removal.pay_cost",) == refusal.also
    assert {"resource": "gold", "needs": 3, "has": 1} == refusal.facts
    assert {"gold": 2} == refusal.remedy


def test_units_of_choice_in_a_cost_are_chosen_after_the_card_has_moved():
    """caravan.pay_cost, caravan.move_first."""
    table = front("prinz_im_exil")
    table.play("blue", "use_caravan_action", card="prinz_im_exil")

    assert ["patriarch.1", "prinz_im_exil"] == table.at("/players/blue/caravans/1")
    assert "effects.any_spice" == table.refused("blue", "pay", goods=("ginger", "pepper")).clause
    table.play("blue", "pay", goods=("ginger", "cloves", "cinnamon"))
    assert tracks(ginger=2, cloves=2, cinnamon=2, gold=4) == table.at("/players/blue/tracks")


def test_units_of_choice_may_have_to_be_of_one_kind():
    """Ruling any_spice_mixed."""
    table = front("prinz_im_exil", rulings={"any_spice_mixed": "same_kind"}, tracks=tracks(ginger=2, cloves=1))
    table.play("blue", "use_caravan_action", card="prinz_im_exil")

    assert [("pepper",) * 3, ("star_anise",) * 3, ("cinnamon",) * 3] == [move.goods for move in table.legal()]
    assert "effects.any_spice" == table.refused("blue", "pay", goods=("ginger", "pepper", "pepper")).clause
    values = tracks(2)
    table = front("prinz_im_exil", rulings={"any_spice_mixed": "same_kind"}, tracks=values)
    assert "storage.full_payment" == table.refused("blue", "use_caravan_action", card="prinz_im_exil").clause


def test_each_exchange_is_complete_before_the_next():
    """Money Changer: 1 gold for 2 spices, once or twice; the first must be made."""
    table = front("geldwechslerin", tracks=tracks(gold=1))
    table.play("blue", "use_caravan_action", card="geldwechslerin")

    assert "caravan.do_as_written" == table.refused("blue", "finish").clause
    table.play("blue", "exchange", get=("ginger", "ginger"))
    assert tracks(ginger=5, gold=0) == table.at("/players/blue/tracks")
    assert "yellow" == table.at("/turn")


def test_exchanges_may_stop_after_the_least_number():
    table = front("fahrender_haendler")
    table.play("blue", "use_caravan_action", card="fahrender_haendler")
    table.play("blue", "exchange", give=("pepper",))
    table.play("blue", "finish")

    assert tracks(pepper=2, gold=4) == table.at("/players/blue/tracks")


def test_an_exchange_of_what_one_lacks_is_refused():
    """storage.full_payment."""
    table = front("fahrender_haendler", tracks=tracks(pepper=0))
    table.play("blue", "use_caravan_action", card="fahrender_haendler")

    assert "storage.full_payment" == table.refused("blue", "exchange", give=("pepper",)).clause
    table = front("muli_haendlerin", tracks=tracks(mule=0))
    refusal = table.refused("blue", "use_caravan_action", card="muli_haendlerin", action=2)
    assert ("storage.full_payment", {"mule": 1}) == (refusal.clause, refusal.remedy)


def test_each_other_player_gets_the_gift():
    """effects.others_gain_or_lose, ruling gate_guard_gift."""
    table = front("torwache", seats=3, players__yellow__tracks=tracks(gold=8))
    table.play("blue", "use_caravan_action", card="torwache")

    assert (3, 9, 6) == tuple(table.at(f"/players/{seat}/tracks/gold") for seat in ("blue", "yellow", "green"))


def test_the_gift_may_be_one_for_all():
    """Ruling gate_guard_gift: three in all, split by the giver."""
    table = front("torwache", seats=3, rulings={"gate_guard_gift": "shared"})
    table.play("blue", "use_caravan_action", card="torwache")

    assert 4 == len(table.legal())
    assert "effects.others_gain_or_lose" == table.refused("blue", "share", seats=("yellow",)).clause
    table.play("blue", "share", seats=("yellow", "green", "green"))
    assert (4, 5) == tuple(table.at(f"/players/{seat}/tracks/gold") for seat in ("yellow", "green"))


def test_others_choose_what_they_lose_clockwise():
    """effects.others_gain_or_lose; who holds no more than is due loses it without a choice."""
    values = {"players__yellow__tracks": tracks(0, ginger=1), "players__green__tracks": tracks(0, ginger=2, pepper=2)}
    table = front("quacksalber", seats=4, **values)
    table.play("blue", "use_removal_action", card="quacksalber")

    assert 0 == table.at("/players/yellow/tracks/ginger")
    assert ("green", "lose") == (table.at("/choice/seat"), table.at("/choice/kind"))
    assert "effects.in_order" == table.refused("red", "pay", goods=("ginger", "ginger")).clause
    table.play("green", "pay", goods=("ginger", "pepper"))
    assert "red" == table.at("/choice/seat")
    table.play("red", "pay", goods=("cinnamon", "cinnamon"))
    assert ("yellow", 1) == (table.at("/turn"), table.at("/players/red/tracks/cinnamon"))


def test_set_tracks_only_fall_where_that_is_the_reading():
    """Ruling set_track_up."""
    values = {"players__yellow__tracks": tracks(gold=0), "players__green__tracks": tracks(gold=9)}
    table = front("torwache", seats=3, rulings={"set_track_up": "lower_only"}, **values)
    table.play("blue", "use_removal_action", card="torwache")

    assert (0, 2) == tuple(table.at(f"/players/{seat}/tracks/gold") for seat in ("yellow", "green"))


def test_goods_are_taken_from_the_one_named():
    """effects.one_opponent, variant.strikes_others: no more than is there."""
    values = {"players__yellow__tracks": tracks(gold=0), "players__green__tracks": tracks(gold=2)}
    table = front("dieb", seats=3, **values)
    table.play("blue", "use_removal_action", card="dieb")

    assert "effects.must_be_possible" == table.refused("blue", "name_opponent", opponent="yellow").clause
    assert "effects.one_opponent" == table.refused("blue", "name_opponent", opponent="blue").clause
    table.play("blue", "name_opponent", opponent="green")
    assert (5, 0) == (table.at("/players/blue/tracks/gold"), table.at("/players/green/tracks/gold"))
    assert {"effects.one_opponent", "variant.strikes_others"} <= table.cited()


def test_the_taker_chooses_the_spices():
    table = front("dieb", players__yellow__tracks=tracks(0, ginger=1, pepper=1))
    table.play("blue", "use_caravan_action", card="dieb")
    table.play("blue", "name_opponent", opponent="yellow")

    assert [("ginger", "pepper")] == [move.goods for move in table.legal()]
    assert "effects.must_be_possible" == table.refused("blue", "take", goods=("ginger", "ginger")).clause


def baker(reading: str) -> Table:
    values = {"players__yellow__tracks": tracks(pepper=8), "display": ["bukhara", "delhi", "mint", "well"]}
    table = front("baecker", rulings={"baker_stock": reading}, **values)
    table.play("blue", "use_caravan_action", card="baecker")
    table.play("blue", "name_opponent", opponent="yellow")
    return table


def test_the_baker_copies():
    """effects.others_stock: 3 rises by 3 towards 8."""
    table = baker("copy")
    refusal = table.refused("blue", "use_stock", spice="ginger")

    assert ("effects.others_stock", 4, 3) == (refusal.clause, refusal.facts["needs"], refusal.facts["has"])
    table.play("blue", "use_stock", spice="pepper")
    assert (6, 8) == (table.at("/players/blue/tracks/pepper"), table.at("/players/yellow/tracks/pepper"))


def test_the_baker_may_take_instead():
    """Ruling baker_stock."""
    table = baker("take")
    table.play("blue", "use_stock", spice="pepper")

    assert (6, 5) == (table.at("/players/blue/tracks/pepper"), table.at("/players/yellow/tracks/pepper"))


def test_the_baker_may_spend_anothers_stock_on_an_order():
    """Ruling baker_stock: bukhara costs 2 pepper, 3 cinnamon, 1 gold; yellow gives the pepper."""
    table = baker("spend")
    table.play("blue", "use_stock", spice="pepper")
    refusal = table.refused("blue", "complete_order", order="delhi")
    assert ("effects.others_stock", 0) == (refusal.clause, refusal.facts["units"])
    table.play("blue", "complete_order", order="bukhara")

    assert tracks(cinnamon=0, gold=2) == table.at("/players/blue/tracks")
    assert 6 == table.at("/players/yellow/tracks/pepper")
    assert ["bukhara"] == table.at("/players/blue/orders")


def test_the_baker_needs_somebody_with_more():
    """effects.others_stock."""
    assert "effects.others_stock" == front("baecker").refused("blue", "use_caravan_action", card="baecker").clause


def test_the_baker_takes_no_more_than_there_is_room_for():
    """Ruling baker_stock: 8 and 9, so one unit moves and none is lost."""
    values = {"players__yellow__tracks": tracks(pepper=9), "tracks": tracks(pepper=8)}
    table = front("baecker", rulings={"baker_stock": "take"}, **values)
    table.play("blue", "use_caravan_action", card="baecker")
    table.play("blue", "name_opponent", opponent="yellow")
    table.play("blue", "use_stock", spice="pepper")

    assert (9, 8) == (table.at("/players/blue/tracks/pepper"), table.at("/players/yellow/tracks/pepper"))


def test_anothers_spice_pays_for_spices_of_choice_too():
    """Ruling baker_stock: balkh costs 4 of any spice; yellow gives 3 pepper, blue chooses the fourth."""
    values = {"players__yellow__tracks": tracks(pepper=8), "display": ["balkh", "delhi", "mint", "well"]}
    table = front("baecker", rulings={"baker_stock": "spend"}, **values)
    table.play("blue", "use_caravan_action", card="baecker")
    table.play("blue", "name_opponent", opponent="yellow")
    table.play("blue", "use_stock", spice="pepper")
    table.play("blue", "complete_order", order="balkh")
    assert 5 == len(table.legal())
    table.play("blue", "pay", goods=("ginger",))

    assert (tracks(ginger=2), 5) == (table.at("/players/blue/tracks"), table.at("/players/yellow/tracks/pepper"))


def test_a_gift_passes_by_who_is_out():
    """Ruling no_cards_left."""
    values = {"players__yellow__caravans": caravans("", "", ""), "players__green__caravans": caravans("torwache")}
    table = front("hirte", seats=3, rulings={"no_cards_left": "out"}, **values)
    table.play("blue", "pass", card="hirte")
    table.play("green", "use_caravan_action", card="torwache")

    assert (6, 3) == tuple(table.at(f"/players/{seat}/tracks/gold") for seat in ("blue", "yellow"))
