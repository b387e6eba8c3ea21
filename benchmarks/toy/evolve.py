"""The toy's bookkeeping."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from benchmarks.toy import words
from benchmarks.toy.state import PLACE_OF, Board, State
from events.vocabulary import Seat
from kernel.copies import changer, replace

T = TypeVar("T")


def evolve(state: State, event: Any) -> State:
    """Keep the books of one event."""
    return _BOOKS[type(event)](state, event)


_with_bags = changer(State, "bags")
_with_pawn = changer(State, "board", "moves")
_with_card = changer(State, "hands", "unseen")
_with_turn = changer(State, "active", "turn")
_taken = changer(Board, "occupants", "visits", "placed", "last")


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _counted(state: State, seat: Seat, kind: str, amount: int) -> State:
    number = state.setting.number_of[seat]
    bag = list(state.bags[number])
    bag[PLACE_OF[kind]] += amount
    return _with_bags(state, _put(state.bags, number, tuple(bag)))


def _began(state: State, event: words.Began) -> State:
    bag = (event.counters,) * len(PLACE_OF)
    return replace(state, bags=(bag,) * len(state.bags), rulings=event.rulings)


def _paid(state: State, event: words.Paid) -> State:
    return _counted(state, event.seat, event.kind, -event.amount)


def _gained(state: State, event: words.Gained) -> State:
    return _counted(state, event.seat, event.kind, event.amount)


def _occupied(state: State, event: words.Occupied) -> State:
    board, setting = state.board, state.setting
    place, number = setting.box.place_of[event.space], setting.number_of[event.seat]
    occupants = _put(board.occupants, place, event.seat)
    visits = _put(board.visits, place, board.visits[place] + 1)
    taken = _taken(board, occupants, visits, board.placed + 1, event.space)
    return _with_pawn(state, taken, _put(state.moves, number, state.moves[number] + 1))


def _card_drawn(state: State, event: words.CardDrawn) -> State:
    number, place = state.setting.number_of[event.seat], state.unseen.index(event.card)
    hands = _put(state.hands, number, (*state.hands[number], event.card))
    return _with_card(state, hands, state.unseen[:place] + state.unseen[place + 1 :])


def _turn_advanced(state: State, event: words.TurnAdvanced) -> State:
    return _with_turn(state, event.seat, event.turn)


def _round_ended(state: State, event: words.RoundEnded) -> State:
    board = state.board
    cleared = replace(board, occupants=(None,) * len(board.occupants), placed=0)
    return replace(state, board=cleared, round=event.round)


_BOOKS = cast(
    "dict[type, Callable[[State, Any], State]]",
    {
        words.Began: _began,
        words.Paid: _paid,
        words.Gained: _gained,
        words.Occupied: _occupied,
        words.CardDrawn: _card_drawn,
        words.TurnAdvanced: _turn_advanced,
        words.RoundEnded: _round_ended,
    },
)
