"""Every main action that stands open to a seat, interchangeable pieces once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations

from events.games.marco_polo import moves
from events.games.marco_polo.moves import DieRef, Move
from events.vocabulary import Seat
from kernel.games.marco_polo.decide.cards import may_mix, picks_and_cities, shortfalls, uses
from kernel.games.marco_polo.decide.contracts import columns_of_take
from kernel.games.marco_polo.decide.journeys import travels
from kernel.games.marco_polo.decide.placing import is_barred, price_of
from kernel.games.marco_polo.hands import handfuls, lowest
from kernel.games.marco_polo.state import State, colour_of


def usable(state: State, seat: Seat, space: str, count: int) -> Iterator[tuple[DieRef, ...]]:
    """List the dice that a seat can place on a shared space and pay for."""
    barred = is_barred(state, seat, space)
    coins = state.has(seat, "coin")
    for dice in handfuls(state, seat, count):
        if barred and any(colour_of(die.id) == seat for die in dice):
            continue
        if price_of(state, seat, space, lowest(dice)) <= coins:
            yield dice


def _five_coins(state: State, seat: Seat) -> Iterator[Move]:
    for (die,) in usable(state, seat, "take_5_coins", 1):
        yield moves.TakeFiveCoins(seat=seat, die=die)


def _bazaar(state: State, seat: Seat) -> Iterator[Move]:
    for row in state.box.rows.values():
        for dice in usable(state, seat, row.space, state.box.dice_on[row.space]):
            for column in range(1, min(lowest(dice), len(row.columns)) + 1):
                yield moves.Bazaar(seat=seat, row=row.id, dice=dice, column=column)


def _khans_favor(state: State, seat: Seat) -> Iterator[Move]:
    slots = state.on("khans_favor")
    if len(slots) >= state.box.khan_slots:
        return
    left = slots[-1].face if slots else 1
    own_there = any(colour_of(die.id) == seat for die in slots)
    for (die,) in handfuls(state, seat, 1):
        own = colour_of(die.id) == seat
        free = not own and state.rulings.khan_black_die_order == "free"
        if (own and own_there) or (die.face < left and not free):
            continue
        for good in state.box.goods:
            yield moves.TakeKhansFavor(seat=seat, die=die, good=good)


def _contracts(state: State, seat: Seat) -> Iterator[Move]:
    board = [contract for contract in state.board.columns if contract]
    takes: list[tuple[str, ...]] = [(contract,) for contract in board]
    sliding = state.rulings.slide_timing == "after_each_tile"
    if state.box.take_max > 1:
        takes += permutations(board, 2) if sliding else combinations(board, 2)
    columns = {take: max(column for _, column in columns_of_take(state, take)) for take in takes}
    for (die,) in usable(state, seat, "take_contracts", 1):
        for take in takes:
            if columns[take] <= die.face:
                for discard, in_turn in _discards(state, seat, len(take)):
                    yield moves.TakeContracts(seat=seat, die=die, contracts=take, discard=discard, in_turn=in_turn)


def _discards(state: State, seat: Seat, new: int) -> Iterator[tuple[tuple[str, ...], bool]]:
    """List what may leave for `new` tiles, and whether it leaves one before each."""
    active = state.player(seat).active
    needed = max(0, len(active) + new - state.box.slots)
    most = len(active) if state.rulings.voluntary_discard == "free" else needed
    for count in range(needed, most + 1):
        for discard in permutations(active, count):
            yield discard, False
            if new == count == 2 and state.rulings.discard_before_taking == "one_at_a_time":
                yield discard, True


def _city_cards(state: State, seat: Seat) -> Iterator[Move]:
    fresh = state.turn.posts if state.rulings.card_after_step == "next_turn" else ()
    open_cities = set(state.player(seat).posts) - set(fresh)
    open_cards = [card for city, cards in state.board.city_cards if city in open_cities for card in cards]
    for name in open_cards:
        if state.on(name):
            continue
        card = state.box.city_cards[name]
        for (die,) in handfuls(state, seat, 1):
            possible = uses(state, card, die.face, seat)
            for trade in range(max(1, len(card.trades))):
                for times in possible:
                    others = range(possible.stop - times) if may_mix(state, card) else range(1)
                    for other in others:
                        move = moves.UseCityCard(
                            seat=seat, card=name, die=die, times=times, trade=trade, other_times=other
                        )
                        picks, cities = picks_and_cities(state, move, card, die.face)
                        if picks <= cities and not shortfalls(state, move, card):
                            yield move


def has_main_action(state: State, seat: Seat) -> bool:
    """Tell whether any main action stands open."""
    return any(True for kind in MAINS for _ in kind(state, seat))


Kind = Callable[[State, Seat], Iterator[Move]]
MOST = 1900
"""How many main actions are listed at most; the bonus actions have the rest of 2,000."""


def _travels(state: State, seat: Seat) -> Iterator[Move]:
    return travels(state, seat, room_for_travel(state, seat))


def room_for_travel(state: State, seat: Seat) -> int:
    """Return how many journeys may be listed beside the other main actions."""
    return room_beside(sum(1 for kind in UNSPLIT for _ in kind(state, seat)))


def room_beside(others: int) -> int:
    """Return how many journeys may be listed beside so many other main actions."""
    return max(1, MOST - others)


UNSPLIT: tuple[Kind, ...] = (_five_coins, _bazaar, _khans_favor, _contracts, _city_cards)
MAINS: tuple[Kind, ...] = (*UNSPLIT, _travels)
