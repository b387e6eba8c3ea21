"""How good a position is for a seat: what the greedy policy looks at. In hundredths of a point; no rule rests on it."""

from __future__ import annotations

from events.vocabulary import Seat
from kernel.games.marco_polo.box import Bag
from kernel.games.marco_polo.scoring import hidden_parts
from kernel.games.marco_polo.state import Player, State, at_place, own_goals

POINT = 100
VALUES = {
    "coin": 22,
    "camel": 38,
    "pepper": 38,
    "silk": 52,
    "gold": 68,
    "vp": POINT,
    "good_any": 60,
    "goods_two_different": 115,
    "contract_draw": 60,
    "move_step": 130,
    "black_die": 130,
    "income_of_own_small_city": 110,
    "income_of_any_other_small_city": 110,
}
"""What a resource or symbol is worth about in the middle of the game."""

DEFAULT = 50
DIE = 66
PIP = 3
POST = 190
CARD_A_ROUND = 110
ENOUGH = 9
"""More of a kind than this is hardly worth having."""

FLOORS = {"coin": 10, "camel": 20}
"""What one more is worth beyond that."""

NEAR = 10000
"""The higher, the less it is worth to stand near a place."""

HELD = 45
"""Percent of a contract that its cost is worth when all of it is there."""


def worth(state: State, seat: Seat) -> int:
    """Return points, and what may become points: stock, dice, posts and what they bring, contracts within reach."""
    player = state.player(seat)
    if not player.character:
        return 0
    left = max(0, state.box.rounds - state.round)
    found = POINT * (state.has(seat, "vp") + hidden_parts(state, seat))
    found += _stock(state, player, left) + _dice(player) + _posts(state, seat, player, left)
    found += _contracts(state, player, left) + _ahead(state, player, left)
    return found + sum(_owed(owing.kind, owing.amount) for owing in state.owing if owing.seat == seat)


def value_of(bag: Bag) -> int:
    """Return what a bag is worth about."""
    return sum(VALUES.get(key, DEFAULT) * amount for key, amount in bag)


def _owed(kind: str, amount: int) -> int:
    values = {"goods": 55, "different_goods": 105, "contract": 60, "steps": 120, "other_income": 100, "own_income": 100}
    return values.get(kind, 30) * amount


def _stock(state: State, player: Player, left: int) -> int:
    """Value what a seat holds; late in the game less, for there is less to do with it."""
    total = 0
    for resource, amount in zip(state.box.resources, player.stock, strict=True):
        if resource == "vp":
            continue
        value = VALUES.get(resource, DEFAULT) * (6 + left) // 10
        floor = FLOORS.get(resource, 4)
        enough = 25 if resource == "coin" else ENOUGH
        total += value * min(amount, enough) + floor * max(0, amount - enough)
    return total


def _dice(player: Player) -> int:
    return sum(DIE + PIP * (face or 6) for _, face in player.dice)


def _posts(state: State, seat: Seat, player: Player, left: int) -> int:
    """Value posts for the incomes and cards they open, and for the points that many of them score."""
    box, total = state.box, 0
    for place in player.posts:
        income = at_place(state.board.incomes, place)
        if income:
            total += value_of(box.incomes[income]) * left * 8 // 10
        total += CARD_A_ROUND * left * box.places[place].cards
        total += POST
    if seat in state.board.beijing:
        total += POINT * box.beijing_vp[state.board.beijing.index(seat)]
    for nth, points in box.vp_on_post:
        total += POINT * points * min(len(player.posts), nth - 1) // (3 * nth)
    for goal in (box.goals[card] for card in own_goals(player)):
        if sum(place in player.posts for place in goal.places) == 1:
            total += POINT * goal.vp * min(left, 2) // 6
    return total


def _contracts(state: State, player: Player, left: int) -> int:
    """Value contracts by how much of their cost is there; completed ones count a little for the most."""
    total = 60 * len(player.completed)
    stock = dict(zip(state.box.resources, player.stock, strict=True))
    ranked = sorted(player.active, key=lambda name: -value_of(state.box.contracts[name].reward))
    for name in ranked:
        tile = state.box.contracts[name]
        gain = value_of(tile.reward) + 60
        needed = held = 0
        for resource, amount in tile.cost:
            weight = VALUES.get(resource, DEFAULT)
            there = min(amount, stock[resource])
            stock[resource] -= there
            needed += weight * amount
            held += weight * there
        share = 100 * held // max(1, needed)
        hope = 12 + 2 * min(left, 3) if left or share > 50 else 4
        total += gain * (hope + share * HELD // 100) // 100
    return total


def _ahead(state: State, player: Player, left: int) -> int:
    """Value standing near places that are worth a post."""
    box, total = state.box, 0
    aims: dict[str, int] = {}
    for place in box.places.values():
        if place.takes_post and place.id not in player.posts:
            income = at_place(state.board.incomes, place.id)
            aims[place.id] = POST + (value_of(box.incomes[income]) * left * 8 // 10 if income else 0)
            aims[place.id] += CARD_A_ROUND * left * place.cards
    if box.beijing in aims and "" in state.board.beijing:
        aims[box.beijing] += POINT * box.beijing_vp[state.board.beijing.index("")]
    for goal in (box.goals[card] for card in own_goals(player)):
        for place_id in goal.places:
            if place_id in aims:
                aims[place_id] += POINT * goal.vp // 2 + 150
    reach = min(3, left + (1 if len(player.dice) > 1 else 0))
    for place_id, aim in aims.items():
        near = min((box.far[figure].get(place_id, 900) for figure in player.figures), default=900)
        total += aim * reach * max(0, 700 - near) // NEAR
    return total
