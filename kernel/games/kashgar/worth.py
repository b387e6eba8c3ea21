"""How good a position is for a seat: what the greedy policy looks at. In hundredths of a point; no rule rests on it."""

from __future__ import annotations

from events.vocabulary import Seat
from kernel.copies import replace
from kernel.games.kashgar.decide.actions import awaited_effect, effects_of
from kernel.games.kashgar.effects import CompleteOrders, Effect, RecruitCards, TakeOut
from kernel.games.kashgar.payable import fitting_obstacles
from kernel.games.kashgar.scoring import card_points, order_points, orders_score, persons_score
from kernel.games.kashgar.state import Player, State
from kernel.games.kashgar.strength import SPICE, UNIT, effect_value

_SOON = (100, 82, 67, 55, 45, 37, 30, 25, 20, 16, 13, 11)
"""Percent that a card counts by its place in the caravan: what comes sooner counts more."""

_PERSON = 60
"""What a point of a person is worth: less than an order's, for the card takes a place and may be lost."""

_NEAR = (100, 78, 60, 47, 36, 28, 21, 16, 12, 9)
"""Percent that an order counts by the units that are lacking for it."""

_AIM = 20
"""Percent of an order's points that its being payable is worth."""

_FEWER = (0, 100, 195, 285, 370, 445, 510, 560, 595, 615)
"""Percent of a unit that a track's level is worth in all: the more one has, the less one more is worth."""


def worth(state: State, seat: Seat) -> int:
    """Return points, and what may become points: goods, persons, orders within reach, choices that are open."""
    player = state.player(seat)
    found = 100 * orders_score(state, player) + _PERSON * persons_score(state, player)
    found += _goods(state, player) + _persons(state, player)
    if state.turn == seat and state.choice is not None:
        found += _open(state, seat)
    return found


def _goods(state: State, player: Player) -> int:
    total = 0
    for resource, level in zip(state.box.resources, player.tracks, strict=True):
        total += UNIT.get(resource, SPICE) * _FEWER[min(level, len(_FEWER) - 1)]
    return total // 100


def _persons(state: State, player: Player) -> int:
    total = 0
    door = 0
    for row in player.caravans:
        for place, card in enumerate(row):
            person = state.box.person[card]
            soon = _SOON[min(place, len(_SOON) - 1)]
            total += person.strength * soon
            if person.opens_orders:
                door = max(door, soon)
    return (total + door * _aim(state, player)) // 100


def _aim(state: State, player: Player) -> int:
    """Return what the display is worth to a player who can complete orders: the best of them, by what it lacks."""
    best = 0
    for order in state.display:
        kind = state.box.order[order]
        lacking = max(0, kind.mules - player.tracks[state.box.places["mule"]])
        free = sum(player.tracks[place] for place in state.box.spice_places)
        for resource, units in kind.cost.named:
            held = player.tracks[state.box.places[resource]]
            lacking += max(0, units - held)
            free -= min(units, held) if resource in state.box.spices else 0
        lacking += max(0, kind.cost.any - free)
        best = max(best, order_points(state, order) * _AIM * _NEAR[min(lacking, len(_NEAR) - 1)] // 100)
    return best


def _open(state: State, seat: Seat) -> int:
    """Return what the open choice and the effects after it still bring."""
    choice = state.awaited
    if choice.kind == "payment" and choice.order is not None:
        return 100 * order_points(state, choice.order) - _price(state, state.player(seat), choice.order)
    if state.action is None:
        return 0
    rest = effects_of(state)[max(choice.effect, 1) :]
    effect = awaited_effect(state)
    if effect is None:
        effect = effects_of(state)[0] if effects_of(state) else None
    found = sum(map(effect_value, rest))
    return found + (0 if effect is None else _effect(state, seat, effect))


def _effect(state: State, seat: Seat, effect: Effect) -> int:
    player = state.player(seat)
    match effect:
        case CompleteOrders():
            orders = (*state.turned_up, *state.display) if effect.source == "display" else state.turned_up
            gains = (
                100 * order_points(state, order) - (0 if effect.free else _price(state, player, order))
                for order in orders
                if not fitting_obstacles(state, order, effect)
            )
            return max(gains, default=0)
        case TakeOut() if not effect.others:
            burdens = (_burden(state, player, card) for row in player.caravans for card in row)
            return max(burdens, default=0)
        case RecruitCards() if effect.source == "discard":
            return max((_use(state, player, card) for card in state.discard), default=0)
        case _:
            return effect_value(effect)


def _price(state: State, player: Player, order: str) -> int:
    """Return what an order's cost is worth to a player: little of what one has plenty of."""
    cost = state.box.order[order].cost
    due = dict(cost.named)
    levels = [level - due.get(resource, 0) for resource, level in zip(state.box.resources, player.tracks, strict=True)]
    for _ in range(cost.any):
        place = max(state.box.spice_places, key=lambda place: levels[place])
        levels[place] -= 1
    after = replace(player, tracks=tuple(max(0, level) for level in levels))
    return _goods(state, player) - _goods(state, after)


def _use(state: State, player: Player, card: str) -> int:
    """Return about what a card at the tail is worth."""
    return _PERSON * card_points(state, player, card) + state.box.person[card].strength * _SOON[3] // 100


def _burden(state: State, player: Player, card: str) -> int:
    """Return about what the loss of a card is worth."""
    return 30 - _PERSON * card_points(state, player, card) - state.box.person[card].strength * _SOON[1] // 100
