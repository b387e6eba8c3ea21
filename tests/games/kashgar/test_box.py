"""What the reader of a pack refuses, with place and reason; what it lets play without a change of code."""

from __future__ import annotations

from typing import Any

import pytest

from kernel.errors import BadContent
from kernel.games.kashgar.game import GAME
from tests.games.kashgar.kit import PACK, Table, caravans, pack_with, position
from tests.games.kashgar.test_whole_games import play_on


def card(content: Any, title: str) -> Any:
    return next(card for card in content["cards"] if card["id"] == title)


def order(content: Any, title: str) -> Any:
    return next(order for order in content["orders"] if order["id"] == title)


def first_effect(content: Any, title: str) -> Any:
    return card(content, title)["caravan"][0]["effect"][0]


def place(title: str) -> str:
    return f"/content/cards/{[c['id'] for c in PACK.content['cards']].index(title)}"


def orders_place(title: str) -> str:
    return f"/content/orders/{[o['id'] for o in PACK.content['orders']].index(title)}"


FAULTS = {
    "unknown operation": (
        lambda c: first_effect(c, "hirte").update(op="steal"),
        f"{place('hirte')}/caravan/0/effect/0/op",
        'there is no operation "steal"',
    ),
    "unpayable order": (
        lambda c: order(c, "osh")["cost"].update(ginger=10),
        f"{orders_place('osh')}/cost/ginger",
        "unpayable: 10 ginger, the track ends at 9",
    ),
    "unpayable mules": (
        lambda c: order(c, "osh").update(requires_mules=7),
        f"{orders_place('osh')}/requires_mules",
        "unpayable: 7 mules",
    ),
    "unpayable spices": (
        lambda c: order(c, "osh")["cost"].update(any_spice=12, ginger=9, cloves=9, pepper=9, cinnamon=9),
        f"{orders_place('osh')}/cost",
        "unpayable: 48 spices",
    ),
    "unpayable action": (
        lambda c: card(c, "hofdame")["removal"][0]["cost"].update(gold=10),
        f"{place('hofdame')}/removal/0/cost/gold",
        "unpayable",
    ),
    "card twice": (lambda c: card(c, "hirte").update(id="hoeker"), f"{place('hirte')}/id", "two cards"),
    "order twice": (lambda c: order(c, "merv").update(id="osh"), f"{orders_place('merv')}/id", "two orders"),
    "order named like a card": (
        lambda c: card(c, "hirte").update(id="osh"),
        f"{place('hirte')}/id",
        "an order is called",
    ),
    "deck total": (
        lambda c: card(c, "hirte").update(count=4),
        "/content/decks/standard/count",
        "should have 76 cards, the list has 77",
    ),
    "class total": (
        lambda c: order(c, "osh").update({"class": "large"}),
        "/content/order_classes/small/count",
        "should be 16 small orders, the list has 15",
    ),
    "unknown resource": (
        lambda c: first_effect(c, "hirte")["resources"].update(salt=1),
        f"{place('hirte')}/caravan/0/effect/0/resources/salt",
        'no resource "salt"',
    ),
    "unknown field": (
        lambda c: first_effect(c, "hirte").update(twice=True),
        f"{place('hirte')}/caravan/0/effect/0/twice",
        'no "twice" here',
    ),
    "missing field": (lambda c: card(c, "hirte").pop("vp"), place("hirte"), '"vp" is missing'),
    "unknown order": (
        lambda c: card(c, "bauer")["vp"].update(per_order="dragon"),
        f"{place('bauer')}/vp/per_order",
        '"dragon" is none of',
    ),
    "unknown class": (
        lambda c: first_effect(c, "schreiber").update(classes=["huge"]),
        f"{place('schreiber')}/caravan/0/effect/0/classes/0",
        '"huge" is none of small, large, special',
    ),
    "turning a card without a back": (
        lambda c: card(c, "hirte")["caravan"][0]["effect"].append({"op": "flip"}),
        f"{place('hirte')}/caravan/0/effect/1/op",
        "without a reverse",
    ),
    "a reverse that does not answer": (
        lambda c: card(c, "matriarch").update(reverse="hirte"),
        f"{place('patriarch')}/reverse",
        "name each other",
    ),
    "rank": (lambda c: card(c, "hirte").update(rank=3), place("hirte"), "start cards have a rank"),
    "too few patriarchs": (
        lambda c: (card(c, "patriarch").update(count=12), c["decks"]["patriarch"].update(count=12)),
        "/content/setup/patriarchs",
        "not enough patriarchs",
    ),
    "no such card": (
        lambda c: (card(c, "hirte").update(count=0), c["decks"]["standard"].update(count=73)),
        f"{place('hirte')}/count",
        "no copy",
    ),
    "a number that is none": (
        lambda c: card(c, "hirte").update(vp="many"),
        f"{place('hirte')}/vp",
        "expected a whole number",
    ),
    "a flag that is none": (
        lambda c: card(c, "hirte").update(must_act=1),
        f"{place('hirte')}/must_act",
        "expected true or false",
    ),
    "a list that is none": (
        lambda c: card(c, "hirte").update(caravan={}),
        f"{place('hirte')}/caravan",
        "expected a list",
    ),
    "a choice that is too large": (
        lambda c: first_effect(c, "hirte")["resources"].update(any_spice=13),
        f"{place('hirte')}/caravan/0/effect/0/resources",
        "over 2000",
    ),
    "an exchange with too many ways": (
        lambda c: first_effect(c, "geldwechslerin").update({"from": {"any_spice": 5}, "to": {"any_spice": 4}}),
        f"{place('geldwechslerin')}/caravan/0/effect/0",
        "one exchange can be made in",
    ),
    "an order with too many ways to pay": (
        lambda c: order(c, "osh")["cost"].update(any_spice=8),
        f"{orders_place('osh')}/cost",
        "can be paid in",
    ),
    "a track below nothing": (
        lambda c: c["tracks"]["gold"].update(min=1),
        "/content/tracks/gold/min",
        "from 0 to 0",
    ),
    "no English title": (lambda c: card(c, "hirte")["title"].pop("en"), f"{place('hirte')}/title", '"en" is missing'),
    "a mule that is none": (
        lambda c: c.update(resources=[r for r in c["resources"] if r != "mule"]),
        "/content/resources",
        'no "mule"',
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_is_refused_with_place_and_reason(name):
    change, pointer, reason = FAULTS[name]

    with pytest.raises(BadContent) as error:
        GAME.box(pack_with(change).content)

    assert (pointer, True) == (error.value.pointer, reason in error.value.problem), str(error.value)


def test_the_shipped_pack_has_the_attested_totals():
    """components.card_total, components.person_decks, orders.classes."""
    box = GAME.box(PACK.content)

    assert {"patriarch": 13, "start": 12, "standard": 76, "special": 12, "additional": 12} == {
        name: len(deck.cards) for name, deck in box.decks.items()
    }
    assert {("small", 16), ("large", 12), ("special", 12)} == {
        (kind, sum(o.count for o in box.orders.values() if o.kind == kind)) for kind in box.classes
    }


def with_pedlar(content: Any) -> None:
    """One Herdsman makes room for a card that uses operations as no shipped card does."""
    card(content, "hirte")["count"] = 2
    content["cards"].append(
        {
            "id": "pedlar",
            "title": {"en": "Pedlar", "fr": "Camelot"},
            "deck": "standard",
            "count": 1,
            "vp": {"per_order": "grain_field", "each": 2},
            "must_act": False,
            "caravan": [
                {
                    "cost": {"any_spice": 1},
                    "effect": [
                        {"op": "gain", "who": "self", "resources": {"any_spice": 2}},
                        {
                            "op": "complete_order",
                            "from": "display",
                            "orders": ["grain_field"],
                            "min": 1,
                            "max": 1,
                            "pay": "printed",
                        },
                        {"op": "gain", "who": "each_other", "resources": {"gold": 1, "any_spice": 1}},
                    ],
                }
            ],
            "removal": [
                {
                    "cost": {},
                    "effect": [
                        {"op": "convert", "from": {"any_spice": 2}, "to": {"gold": 1}, "times": {"min": 2, "max": 3}},
                        {"op": "recruit", "from": "discard", "keep": 2, "to": "any_own_caravan"},
                        {"op": "set", "who": "each_other", "resources": {"mule": 0, "gold": 1}},
                    ],
                }
            ],
        }
    )


def pedlar(seats: int = 2, **more: Any) -> Table:
    values = position(
        seats, caravans=caravans("pedlar patriarch"), display=["grain_field", "osh", "delhi", "well"], **more
    )
    return Table(seats, content=pack_with(with_pedlar)).given(values)


def test_a_card_of_ones_own_plays_without_a_change_of_code():
    table = pedlar(4)
    table.play("blue", "use_caravan_action", card="pedlar")
    table.play("blue", "pay", goods=("ginger",))
    table.play("blue", "take", goods=("ginger", "ginger"))
    table.play("blue", "complete_order", order="grain_field")
    table.play("blue", "pay", goods=("ginger", "ginger"))

    assert ("yellow", "take") == (table.at("/choice/seat"), table.at("/choice/kind"))
    table.play("yellow", "take", goods=("pepper",))
    assert "green" == table.at("/choice/seat")
    table.play("green", "take", goods=("pepper",))
    table.play("red", "take", goods=("pepper",))
    assert (3, 4, 4) == (
        table.at("/players/blue/score"),
        table.at("/players/yellow/tracks/gold"),
        table.at("/players/yellow/tracks/pepper"),
    )


def test_an_effect_counts_what_earlier_ones_bring():
    """effects.must_be_possible: one spice pays, two are gained, two pay for the field; without the one, nothing."""
    nothing = dict.fromkeys(PACK.content["resources"], 0)
    table = pedlar(tracks={**nothing, "ginger": 1})
    assert any(getattr(move, "card", "") == "pedlar" for move in table.legal())

    refusal = pedlar(tracks=nothing).refused("blue", "use_caravan_action", card="pedlar")
    assert "storage.full_payment" == refusal.clause


def test_two_cards_may_be_fetched_and_a_least_number_of_exchanges_made():
    table = pedlar(discard=["hirte", "hoeker", "baecker"])
    table.play("blue", "use_removal_action", card="pedlar")
    for _ in range(2):
        assert "removal.do_as_written" == table.refused("blue", "finish").clause
        table.play("blue", "exchange", give=("ginger", "pepper") if _ else ("cloves", "cloves"))
    table.play("blue", "finish")
    table.play("blue", "recruit", card="hoeker", caravan=2)
    table.play("blue", "recruit", card="hirte", caravan=1)

    assert ["patriarch.2", "hoeker.1"] == table.at("/players/blue/caravans/2")
    assert (0, 1) == (table.at("/players/yellow/tracks/mule"), table.at("/players/yellow/tracks/gold"))
    refusal = pedlar(
        tracks={"ginger": 3, "cloves": 0, "pepper": 0, "star_anise": 0, "cinnamon": 0, "gold": 0, "mule": 0}
    )
    assert "storage.full_payment" == refusal.refused("blue", "use_removal_action", card="pedlar").clause


def test_games_with_a_pack_of_ones_own_are_sound():
    for seed in (bytes(16), bytes([9]) * 16):
        table = Table(3, seed=seed, content=pack_with(with_pedlar), track_overflow="action_refused")
        play_on(table, seed, 150, every=3)


def test_a_cost_may_not_be_paid_with_what_the_effect_needs():
    """effects.must_be_possible: osh needs 2 ginger and 2 cloves, so only the cinnamon can go."""

    def dear(content: Any) -> None:
        card(content, "schreiber")["caravan"][0]["cost"] = {"any_spice": 1}

    levels = {**dict.fromkeys(PACK.content["resources"], 0), "ginger": 2, "cloves": 2, "cinnamon": 1}
    for few, listed in ((levels, [("cinnamon",)]), ({**levels, "cinnamon": 0, "ginger": 3}, [("ginger",)])):
        values = position(caravans=caravans("schreiber patriarch"), tracks=few, display=["osh", "delhi"])
        table = Table(content=pack_with(dear)).given(values)
        table.play("blue", "use_caravan_action", card="schreiber")
        assert listed == [move.goods for move in table.legal()]
    assert "effects.must_be_possible" == table.refused("blue", "pay", goods=("cloves",)).clause
    values["/players/blue/tracks"] = {**levels, "cinnamon": 0}
    refusal = Table(content=pack_with(dear)).given(values).refused("blue", "use_caravan_action", card="schreiber")
    assert ("effects.must_be_possible",) == refusal.also[-1:]


def test_the_caravan_that_an_action_empties_may_be_chosen_for_its_recruit():
    """removal.emptied_caravan, ruling emptied_caravan."""
    values = position(caravans=caravans("pedlar", "", "patriarch"), discard=["hirte", "hoeker"])
    table = Table(content=pack_with(with_pedlar), emptied_caravan="closed").given(values)
    table.play("blue", "use_removal_action", card="pedlar")
    for _ in range(2):
        table.play("blue", "exchange", give=("ginger", "pepper"))
    table.play("blue", "finish")

    assert {1, 3} == {move.caravan for move in table.legal()}
