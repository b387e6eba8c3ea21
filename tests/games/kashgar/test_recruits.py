"""Recruiting: drawn, fetched, laid aside; decks that run out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kernel.decider import run
from kernel.games.kashgar.decide.recruits import draw_standard
from kernel.games.kashgar.evolve import REDUCERS
from kernel.games.kashgar.game import GAME
from tests.games.kashgar.kit import Table, caravans, position


def court(
    row: str,
    *,
    drawn: Sequence[str] = (),
    special: Sequence[str] = (),
    reshuffled: Sequence[str] = (),
    rulings: Any = None,
    **more: Any,
) -> Table:
    """Blue to move with a first caravan. drawn, special, reshuffled: what the decks give."""
    streams = {"deck/standard/0": drawn, "deck/special": special, "deck/standard/1": reshuffled}
    chance = {stream: cards for stream, cards in streams.items() if cards}
    return Table(chance=chance, **(rulings or {})).given(position(caravans=caravans(row), **more))


def draw(table: Table) -> Table:
    table.play("blue", "use_caravan_action", card="patriarch")
    return table


def test_a_patriarch_draws_two_and_one_joins():
    """recruit.patriarch_draws_two, recruit.rest_to_discard, caravan.recruits_behind."""
    table = draw(court("patriarch marktfrau", drawn=["baecker.2", "torwache.1"]))

    assert ["baecker.2", "torwache.1"] == table.at("/drawn")
    assert "recruit.patriarch_draws_two" == table.refused("blue", "recruit", card="hirte").clause
    assert "caravan.recruits_behind" == table.refused("blue", "recruit", card="baecker", caravan=2).clause
    table.play("blue", "recruit", card="torwache")
    assert ["marktfrau.1", "patriarch.1", "torwache.1"] == table.at("/players/blue/caravans/1")
    assert ["baecker.2"] == table.at("/discard")
    assert 3 == table.at("/players/blue/score")


def test_turning_over_may_follow_every_draw():
    """Ruling patriarch_flip."""
    table = court("patriarch", drawn=["hirte.1", "hirte.2"], rulings={"patriarch_flip": "after_every_use"})

    assert "recruit.patriarch_turns" == table.refused("blue", "use_caravan_action", card="patriarch", action=2).clause
    draw(table).play("blue", "recruit", card="hirte")
    assert ["matriarch.1", "hirte.1"] == table.at("/players/blue/caravans/1")
    assert "recruit.patriarch_turns" in table.cited()


def test_a_scout_may_send_the_recruit_to_another_caravan():
    """general.card_text_first."""
    table = court("kundschafterin", drawn=["hirte.1", "hirte.2", "baecker.1"])
    table.play("blue", "use_caravan_action", card="kundschafterin")

    assert 6 == len(table.legal())
    assert "caravan.do_as_written" == table.refused("blue", "recruit", card="hirte").clause
    table.play("blue", "recruit", card="hirte", caravan=3)
    assert ["patriarch.2", "hirte.1"] == table.at("/players/blue/caravans/3")
    assert "general.card_text_first" in table.cited()


def test_an_emptied_caravan_may_receive_or_be_closed():
    """removal.emptied_caravan, ruling emptied_caravan."""
    for reading, rows in (("stays_open", {1, 2, 3}), ("closed", {1, 3})):
        values = position(caravans=caravans("kundschafterin", "", "patriarch"))
        table = Table(chance={"deck/standard/0": ["hirte.1", "hirte.2", "hirte.3"]}, emptied_caravan=reading)
        table.given(values).play("blue", "use_caravan_action", card="kundschafterin")
        assert rows == {move.caravan for move in table.legal()}
    assert "removal.emptied_caravan" == table.refused("blue", "recruit", card="hirte", caravan=2).clause


def test_a_removal_action_that_empties_its_caravan_may_fill_it_again():
    """removal.recruits_last, removal.emptied_caravan."""
    table = court("kundschafterin", discard=["hirte"], rulings={"emptied_caravan": "closed"})
    table.play("blue", "use_removal_action", card="kundschafterin")
    table.play("blue", "recruit", card="hirte")

    assert ["hirte.1"] == table.at("/players/blue/caravans/1")
    assert {"removal.recruits_last", "removal.emptied_caravan"} <= table.cited()


def test_the_matriarch_takes_any_card_and_turns_back():
    """recruit.matriarch_any_discard, recruit.matriarch_turns_back."""
    rulings = {"recruit_binding": "optional"}
    table = court(
        "matriarch koechin",
        discard=["torwache", "hoeker", "baecker", "hoeker"],
        rulings=rulings,
        out_of_game=["marktfrau.1"],
    )
    table.play("blue", "use_caravan_action", card="matriarch")

    assert "recruit.one_must_join" == table.refused("blue", "recruit", card=None).clause
    assert ("removal.out_of_game",) == table.refused("blue", "recruit", card="marktfrau.1").also
    assert ["torwache.1", "hoeker.1", "baecker.1"] == [move.card for move in table.legal()]
    table.play("blue", "recruit", card="hoeker")
    assert ["koechin", "patriarch.1", "hoeker.1"] == table.at("/players/blue/caravans/1")
    assert ["torwache.1", "baecker.1", "hoeker.2"] == table.at("/discard")


def test_none_of_the_drawn_cards_may_be_taken():
    """Ruling recruit_binding."""
    table = draw(court("patriarch", drawn=["hirte.1", "hirte.2"], rulings={"recruit_binding": "optional"}))

    assert "caravan.recruits_behind" == table.refused("blue", "recruit", card=None, caravan=1).clause
    assert [("hirte.1"), None] == [move.card for move in table.legal()]
    table.play("blue", "recruit", card=None)
    assert ["hirte.1", "hirte.2"] == table.at("/discard")


def test_the_set_aside_patriarch_comes_once():
    """recruit.set_aside_patriarch, ruling set_aside_supply."""
    table = court("aristokratin", set_aside=["patriarch"])
    table.play("blue", "use_caravan_action", card="aristokratin")
    assert ["aristokratin", "patriarch.6"] == table.at("/players/blue/caravans/1")

    table.given({}, round=1, to_act="blue")
    assert "recruit.set_aside_patriarch" == table.refused("blue", "use_caravan_action", card="aristokratin").clause


def test_left_over_patriarchs_may_serve_too():
    """Ruling set_aside_supply: 13 - 2 x 3 = 7."""
    assert 7 == len(Table(2, set_aside_supply="leftovers_too").at("/set_aside"))
    assert 1 == len(Table(2).at("/set_aside"))


def test_special_cards_come_unseen():
    """recruit.special_unseen, ruling special_deck_empty."""
    table = court("adelige", special=["sterndeuter.1"])
    table.play("blue", "use_caravan_action", card="adelige")
    assert ["adelige.1", "sterndeuter.1"] == table.at("/players/blue/caravans/1")

    empty: Any = {"decks__special__unseen": []}
    refusal = court("adelige", **empty).refused("blue", "use_caravan_action", card="adelige")
    assert "recruit.special_unseen" == refusal.clause
    table = court("adelige", rulings={"special_deck_empty": "no_effect"}, **empty)
    table.play("blue", "use_caravan_action", card="adelige")
    assert (0, ["adelige.1"]) == (table.at("/players/blue/tracks/gold"), table.at("/players/blue/caravans/1"))
    assert "effect_skipped" in table.happened()


LAST = {"decks__standard__unseen": ["hirte.1"], "discard": ["baecker", "torwache", "hoeker"]}


def test_a_deck_that_runs_out_is_filled_from_the_discard_at_once():
    """recruit.deck_runs_out, ruling standard_deck_empty."""
    table = draw(court("patriarch", drawn=["hirte.1"], reshuffled=["torwache.1"], **LAST))

    assert ["hirte.1", "torwache.1"] == table.at("/drawn")
    assert ([], 2, 1) == (table.at("/discard"), table.at("/decks/standard/size"), table.at("/decks/standard/epoch"))
    assert "recruit.deck_runs_out" in table.cited()


def test_the_discard_may_wait_for_the_next_draw():
    """Ruling standard_deck_empty."""
    rulings = {"standard_deck_empty": "reshuffle_next_time"}
    table = draw(court("patriarch", drawn=["hirte.1"], reshuffled=["hoeker.1", "torwache.1"], rulings=rulings, **LAST))
    assert ["hirte.1"] == table.at("/drawn")

    table.play("blue", "recruit", card="hirte")
    table.play("yellow", "use_caravan_action", card="patriarch")
    assert ["hoeker.1", "torwache.1"] == table.at("/drawn")


def test_the_discard_may_never_come_back():
    """Ruling standard_deck_empty."""
    rulings = {"standard_deck_empty": "no_more_cards"}
    table = draw(court("patriarch", drawn=["hirte.1"], rulings=rulings, **LAST))
    table.play("blue", "recruit", card="hirte")

    assert "recruit.deck_runs_out" == table.refused("yellow", "use_caravan_action", card="patriarch").clause


def test_nothing_to_draw_closes_the_action():
    """recruit.deck_runs_out, effects.must_be_possible."""
    table = court("patriarch", discard=[], decks__standard__unseen=[])
    refusal = table.refused("blue", "use_caravan_action", card="patriarch")

    assert ("recruit.deck_runs_out", ("effects.must_be_possible",)) == (refusal.clause, refusal.also)


def test_additional_cards_are_drawn_unseen_when_only_some_are_in():
    """variant.mixed_in: nobody knows which; the deck holds 76 and the number agreed."""
    table = Table(2, setup={"additional_number": "3"}, additional_cards="some")

    assert (79, 88) == (table.at("/decks/standard/size"), sum(table.at("/decks/standard/unseen").values()))
    state = table.state
    drawn = []
    for _ in range(79):
        (card,) = draw_one(table)
        drawn.append(card)
    assert 3 == sum(state.box.person[card].deck == "additional" for card in drawn)


def draw_one(table: Table) -> tuple[str, ...]:
    """Draw one card and put it out of the game, by hand."""
    chance = table._chance()

    def rule():
        yield from draw_standard(table.state, "blue", 1, chance, ("variant.mixed_in",))

    _, table.state = run(rule(), table.state, REDUCERS)
    table.drawn = chance.drawn
    cards = table.state.drawn
    document = GAME.document(table.state)
    document["out_of_game"] += cards
    document["drawn"] = []
    table.state = GAME.restore(table.state, document)
    return cards
