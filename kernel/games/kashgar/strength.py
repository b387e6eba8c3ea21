"""How useful a person is by and large, read off its actions: a yardstick for the greedy policy, no rule."""

from __future__ import annotations

from collections.abc import Sequence

from kernel.games.kashgar import effects
from kernel.games.kashgar.effects import CardAction, Effect, Goods

UNIT = {"gold": 36, "mule": 40}
"""Hundredths of a point that a unit is worth; a spice that is not named here: `SPICE`."""

SPICE = 34
ANY_SPICE = 37


def goods_value(goods: Goods) -> int:
    """Return what an amount of goods is worth, in hundredths of a point."""
    return sum(UNIT.get(resource, SPICE) * units for resource, units in goods.named) + ANY_SPICE * goods.any


def effect_value(effect: Effect) -> int:
    """Return what an effect brings by and large, in hundredths of a point."""
    match effect:
        case effects.Gain():
            return -goods_value(effect.goods) // 2 if effect.others else goods_value(effect.goods)
        case effects.Lose():
            return goods_value(effect.goods) // 2
        case effects.SetTracks():
            return 10
        case effects.TakeGoods():
            return goods_value(effect.goods) * 5 // 4
        case effects.Convert():
            gain = goods_value(effect.get) - goods_value(effect.give)
            return 8 + max(0, gain) * (1 + effect.most) // 2
        case effects.UseStock():
            return SPICE * effect.most
        case effects.RecruitCards():
            return {"standard": 28 + 4 * effect.draw, "special": 110, "discard": 40, "set_aside": 35}[effect.source]
        case effects.CompleteOrders():
            return 60 if effect.source == "deck" else 130
        case effects.TakeOut():
            return 25
        case effects.Shift():
            return 20
        case effects.Flip():
            return 4


def action_value(action: CardAction) -> int:
    """Return what an action brings, its cost taken off."""
    return sum(map(effect_value, action.effects)) - goods_value(action.cost)


def strength(caravan: Sequence[CardAction], removal: Sequence[CardAction]) -> int:
    """Return what a card brings each time it comes to the front, in hundredths of a point."""
    staying = max(map(action_value, caravan), default=0)
    leaving = max(map(action_value, removal), default=0)
    return max(staying, leaving // 3, 0)
