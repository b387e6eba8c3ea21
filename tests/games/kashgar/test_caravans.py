"""Cards in caravans: taken out, moved, turned over; the Cut and Thrust cards."""

from __future__ import annotations

from typing import Any

from tests.games.kashgar.kit import Table, caravans, position, tracks


def road(row: str, theirs: str = "patriarch hirte baecker", *, seats: int = 2, **rulings: Any) -> Table:
    """Blue to move with a first caravan; yellow's first caravan is told too."""
    values = position(seats, caravans=caravans(row))
    values["/players/yellow/caravans"] = caravans(theirs)
    return Table(seats, additional_cards="all", **rulings).given(values)


def test_another_own_card_leaves_the_game():
    """effects.remove_own, removal.out_of_game."""
    table = road("karawanenfuehrer gewuerzhaendler")
    table.play("blue", "use_caravan_action", card="karawanenfuehrer")
    table.play("blue", "remove_card", card="gewuerzhaendler")

    assert (["gewuerzhaendler.1"], 0, 4) == (
        table.at("/out_of_game"),
        table.at("/players/blue/score"),
        table.at("/players/blue/tracks/gold"),
    )
    assert {"effects.remove_own", "removal.out_of_game"} <= table.cited()


def test_the_played_card_cannot_be_the_other_card():
    """effects.not_the_played_card, ruling effect_on_played_card."""
    table = road("karawanenfuehrer gewuerzhaendler")
    table.play("blue", "use_caravan_action", card="karawanenfuehrer")
    assert "effects.not_the_played_card" == table.refused("blue", "remove_card", card="karawanenfuehrer").clause
    assert "effects.remove_own" == table.refused("blue", "remove_card", card="hirte").clause

    table = road("karawanenfuehrer gewuerzhaendler", effect_on_played_card="allowed")
    table.play("blue", "use_caravan_action", card="karawanenfuehrer")
    table.play("blue", "remove_card", card="karawanenfuehrer")
    assert ["gewuerzhaendler.1"] == table.at("/players/blue/caravans/1")


def test_patriarchs_may_be_safe():
    """Ruling patriarch_removable."""
    for reading, cards in (("yes", 3), ("no", 1)):
        table = road("karawanenfuehrer gewuerzhaendler", patriarch_removable=reading)
        table.play("blue", "use_caravan_action", card="karawanenfuehrer")
        assert cards == len(table.legal())


def test_an_optional_removal_may_be_left_undone():
    """The Governor."""
    table = road("statthalterin gewuerzhaendler")
    table.play("blue", "use_caravan_action", card="statthalterin")
    table.play("blue", "finish")
    table.play("blue", "take", goods=("pepper", "pepper"))

    assert ([], 5) == (table.at("/out_of_game"), table.at("/players/blue/tracks/pepper"))


def test_an_effect_without_an_aim_closes_the_action():
    """effects.must_be_possible, ruling impossible_effect."""
    values = position(caravans=caravans("karawanenfuehrer", "", ""))
    refusal = Table().given(values).refused("blue", "use_caravan_action", card="karawanenfuehrer")
    assert "effects.must_be_possible" == refusal.clause

    table = Table(impossible_effect="as_far_as_possible").given(values)
    table.play("blue", "use_caravan_action", card="karawanenfuehrer")
    assert 4 == table.at("/players/blue/tracks/gold")
    assert "effect_skipped" in table.happened()


def test_a_parted_card_may_go_to_the_discard():
    """Ruling parted_card_zone."""
    table = road("wassertraeger patriarch", parted_card_zone="discard")
    table.play("blue", "use_removal_action", card="wassertraeger")

    assert ["wassertraeger"] == table.at("/discard")


def test_a_bandit_takes_out_a_front_card_but_no_patriarch():
    """variant.strikes_others, effects.one_opponent."""
    table = road("raeuberin patriarch", "hirte patriarch")
    table.play("blue", "use_removal_action", card="raeuberin")
    table.play("blue", "name_opponent", opponent="yellow")

    assert ["hirte.1"] == [move.card for move in table.legal()]
    assert "effects.one_opponent" == table.refused("blue", "remove_card", card="patriarch").clause
    table.play("blue", "remove_card", card="hirte")
    assert ["patriarch.4"] == table.at("/players/yellow/caravans/1")
    assert "variant.strikes_others" in table.cited()


def test_a_beggar_goes_over_to_the_one_robbed():
    """effects.one_opponent: both effects strike the same player; the points move with the card."""
    table = road("bettler patriarch", seats=3)
    table.play("blue", "use_caravan_action", card="bettler")
    table.play("blue", "name_opponent", opponent="yellow")
    table.play("blue", "take", goods=("ginger", "pepper"))

    assert "caravan.do_as_written" == table.refused("blue", "move_card", card="hirte", caravan=1).clause
    table.play("blue", "move_card", card="bettler", caravan=2)
    assert ["patriarch.5", "bettler.1"] == table.at("/players/yellow/caravans/2")
    assert (0, -2) == (table.at("/players/blue/score"), table.at("/players/yellow/score"))
    assert "scoring.negative" in table.cited()


def test_a_beggar_leaves_for_goods():
    """removal.pay_cost: 2 gold and 2 spices, no effect."""
    table = road("bettler patriarch")
    table.play("blue", "use_removal_action", card="bettler")
    table.play("blue", "pay", goods=("ginger", "ginger"))

    assert tracks(ginger=1, gold=1) == table.at("/players/blue/tracks")
    assert (["bettler.1"], "yellow") == (table.at("/out_of_game"), table.at("/turn"))


def test_a_recruiting_agent_takes_a_tail_card_behind_itself():
    """caravan.do_as_written."""
    table = road("abwerberin patriarch", "patriarch torwache")
    table.play("blue", "use_caravan_action", card="abwerberin")
    table.play("blue", "name_opponent", opponent="yellow")
    table.play("blue", "move_card", card="torwache")

    assert ["patriarch.1", "abwerberin.1", "torwache.1"] == table.at("/players/blue/caravans/1")
    assert (4, 0) == (table.at("/players/blue/score"), table.at("/players/yellow/score"))


def test_a_saboteur_sends_a_front_card_to_its_own_tail():
    table = road("saboteur patriarch", "hirte baecker")
    table.play("blue", "use_caravan_action", card="saboteur")
    table.play("blue", "pay", goods=("ginger",))
    table.play("blue", "name_opponent", opponent="yellow")
    assert "caravan.do_as_written" == table.refused("blue", "move_card", card="hirte", caravan=1).clause
    table.play("blue", "move_card", card="hirte")

    assert ["baecker.1", "hirte.1"] == table.at("/players/yellow/caravans/1")


def test_an_agent_that_nobody_can_serve_cannot_act():
    """effects.must_be_possible: every tail is a patriarch."""
    table = road("abwerberin patriarch", "hirte patriarch")

    assert "effects.must_be_possible" == table.refused("blue", "use_caravan_action", card="abwerberin").clause


def test_a_card_may_act_before_it_moves():
    """Ruling move_or_act_first."""
    table = road("adelige patriarch", move_or_act_first="act_first")
    table.play("blue", "use_caravan_action", card="adelige")

    row = table.titles("/players/blue/caravans/1")
    assert ("patriarch", "adelige") == (row[0], row[2])
    table = road("wassertraeger patriarch", move_or_act_first="act_first")
    table.play("blue", "use_removal_action", card="wassertraeger")
    assert ["wassertraeger", "patriarch.1"] == table.at("/players/blue/caravans/1")
    table.play("blue", "take", goods=("ginger",) * 3)
    assert ["patriarch.1"] == table.at("/players/blue/caravans/1")


def test_only_who_can_be_struck_by_every_effect_may_be_named():
    """effects.one_opponent, effects.must_be_possible: the Beggar finds no open caravan at yellow's."""
    values = position(3, caravans=caravans("bettler patriarch"))
    values["/players/yellow/caravans"] = caravans("", "", "")
    table = Table(3, additional_cards="all", emptied_caravan="closed").given(values)
    table.play("blue", "use_caravan_action", card="bettler")

    assert ["green"] == [move.opponent for move in table.legal()]
    assert "effects.must_be_possible" == table.refused("blue", "name_opponent", opponent="yellow").clause


def test_who_loses_a_card_has_not_scored():
    """end.tie_last_scorer, ruling tie_scoring_event."""
    table = road("abwerberin patriarch", "patriarch torwache", tie_scoring_event="positive_gain")
    table.play("blue", "use_caravan_action", card="abwerberin")
    table.play("blue", "name_opponent", opponent="yellow")
    table.play("blue", "move_card", card="torwache")

    assert (1, 0) == (table.at("/players/blue/last_scored"), table.at("/players/yellow/last_scored"))
