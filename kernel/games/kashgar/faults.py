"""Invariants: every card in one place, every track within its range, the turn somebody's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kernel.games.kashgar.state import State


def faults(state: State) -> tuple[str, ...]:
    """List every broken invariant, in words; empty in every reachable position."""
    return (*_cards(state), *_tracks(state), *_decks(state), *_turn(state))


def persons_by_zone(state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each zone of persons with its cards; a card that turned over by the name it lies there with."""
    for seat, player in zip(state.seats, state.players, strict=True):
        for number, row in enumerate(player.caravans, 1):
            yield f"{seat}'s caravan {number}", row
        yield f"{seat}'s start cards", player.hand
    yield "the standard deck", state.decks.standard
    yield "the special deck", state.decks.special
    yield "the drawn cards", state.drawn
    yield "the cards set aside", state.set_aside
    yield "the discard", state.discard
    yield "the cards out of the game", tuple(card for card in state.out_of_game if card in state.box.person)
    yield "the unused cards", tuple(card for card in state.unused if card in state.box.person)


def orders_by_zone(state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each zone of orders with its cards."""
    for seat, player in zip(state.seats, state.players, strict=True):
        yield f"{seat}'s orders", player.orders
    yield "the display", state.display
    yield "the order deck", (*state.decks.orders, *state.decks.bottom)
    yield "the orders turned up", state.turned_up
    yield "the orders out of the game", tuple(card for card in state.out_of_game if card not in state.box.person)
    yield "the unused orders", tuple(card for card in state.unused if card not in state.box.person)


def _cards(state: State) -> Iterator[str]:
    box = state.box
    persons: Counter[str] = Counter()
    for zone, cards in persons_by_zone(state):
        for card in cards:
            if card not in box.person:
                yield f"{zone} holds {card}, which is no person of this box"
            else:
                persons[box.front(card)] += 1
    orders: Counter[str] = Counter()
    for zone, cards in orders_by_zone(state):
        for card in cards:
            if card not in box.order:
                yield f"{zone} holds {card}, which is no order of this box"
            else:
                orders[card] += 1
    fronts = (card for card, person in box.person.items() if person.count)
    for card in (*fronts, *box.order_deck):
        times = persons[card] + orders[card]
        if times != 1:
            yield f"{card} is in {times} places"


def _tracks(state: State) -> Iterator[str]:
    for seat, player in zip(state.seats, state.players, strict=True):
        for resource, level, top in zip(state.box.resources, player.tracks, state.box.tops, strict=True):
            if not 0 <= level <= top:
                yield f"{seat}'s {resource} stands at {level}; the track runs from 0 to {top}"


def _decks(state: State) -> Iterator[str]:
    decks = state.decks
    if not 0 <= decks.standard_size <= len(decks.standard):
        yield f"the standard deck is said to have {decks.standard_size} cards, {len(decks.standard)} may be in it"
    for name, cards in (("standard", decks.standard), ("special", decks.special), ("order", decks.orders)):
        if list(cards) != sorted(cards):
            yield f"the unseen cards of the {name} deck are not sorted"


def _turn(state: State) -> Iterator[str]:
    for name, seat in (("the turn", state.turn), ("the first turn", state.first)):
        if seat is not None and seat not in state.seats:
            yield f"{name} is {seat}'s, who does not sit at the table"
    if state.over and (state.turn is not None or state.choice is not None):
        yield "the game is over, and yet somebody must choose"
    if state.round and not state.over and state.turn is None:
        yield "it is nobody's turn"
    for what, doing in (("an action", state.action), ("the last turn", state.last)):
        if doing is not None and doing.card not in state.box.person and doing.card not in state.box.order:
            yield f"{what} is of {doing.card}, which is no card of this box"
    if state.choice is None and (state.drawn or state.turned_up):
        yield "cards are turned up, and yet nobody chooses among them"
