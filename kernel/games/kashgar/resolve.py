"""Cards named by what they show: a title stands for the copy that the move can mean."""

from __future__ import annotations

from collections.abc import Iterable

from events.games.kashgar import moves as asked
from events.games.kashgar.moves import Move
from events.vocabulary import Seat
from kernel.copies import replace
from kernel.games.kashgar.state import State


def resolve(state: State, move: Move) -> Move:
    """Return the move with titles replaced by ids; what cannot be resolved stays as it is."""
    if move.seat not in state.seats:
        return move
    match move:
        case asked.UseCaravanAction() | asked.UseRemovalAction():
            # The card just used may be meant, by one who wants to use it twice.
            last = (state.last.card,) if state.last is not None and state.last.seat == move.seat else ()
            cards = (*state.fronts(move.seat), *last, *_own(state, move.seat))
            return replace(move, card=_card(state, move.card, cards))
        case asked.Pass():
            cards = (*state.fronts(move.seat), *_own(state, move.seat))
            return replace(move, card=_card(state, move.card, cards))
        case asked.Recruit() if move.card is not None:
            cards = (*state.drawn, *state.discard, *state.set_aside)
            return replace(move, card=_card(state, move.card, cards))
        case asked.CompleteOrder():
            return replace(move, order=_card(state, move.order, (*state.turned_up, *state.display)))
        case asked.RemoveCard() | asked.MoveCard():
            seats = (move.seat, *state.others(move.seat))
            return replace(move, card=_card(state, move.card, [card for seat in seats for card in _own(state, seat)]))
        case asked.AssignStartCards():
            hand = state.player(move.seat).hand
            return replace(move, cards=tuple(_card(state, card, hand) for card in move.cards))
        case _:
            return move


def _own(state: State, seat: Seat) -> tuple[str, ...]:
    return tuple(card for row in state.player(seat).caravans for card in row)


def _card(state: State, named: str, cards: Iterable[str]) -> str:
    box = state.box
    if named in box.person or named in box.order:
        return named
    for card in cards:
        kind = box.person.get(card) or box.order.get(card)
        if kind is not None and kind.title == named:
            return card
    return named
