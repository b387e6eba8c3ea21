"""The toy's bookkeeping."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from benchmarks.toy import words
from benchmarks.toy.state import PLACE_OF, Board, State
from events.vocabulary import Seat
from kernel.copies import changer, replace, replaced_at

_with_bags = changer(State, "bags")
_with_board = changer(State, "board")
_with_card = changer(State, "hands", "unseen")
_with_turn = changer(State, "active", "turn")
_taken = changer(Board, "spaces", "moves", "placed", "last")


def _counted(state: State, seat: Seat, kind: str, amount: int) -> State:
    number = state.setting.number_of[seat]
    bag = list(state.bags[number])
    bag[PLACE_OF[kind]] += amount
    return _with_bags(state, replaced_at(state.bags, number, tuple(bag)))


def _began(state: State, event: words.Began) -> State:
    bag = (event.counters,) * len(PLACE_OF)
    setting = replace(state.setting, rulings=event.rulings)
    return replace(state, setting=setting, bags=(bag,) * len(state.bags))


def _paid(state: State, event: words.Paid) -> State:
    return _counted(state, event.seat, event.kind, -event.amount)


def _gained(state: State, event: words.Gained) -> State:
    return _counted(state, event.seat, event.kind, event.amount)


def _occupied(state: State, event: words.Occupied) -> State:
    board, setting = state.board, state.setting
    place, number = setting.box.place_of[event.space], setting.number_of[event.seat]
    spaces = replaced_at(board.spaces, place, (event.seat, board.spaces[place][1] + 1))
    moves = replaced_at(board.moves, number, board.moves[number] + 1)
    return _with_board(state, _taken(board, spaces, moves, board.placed + 1, event.space))


def _card_drawn(state: State, event: words.CardDrawn) -> State:
    number, place = state.setting.number_of[event.seat], state.unseen.index(event.card)
    hands = replaced_at(state.hands, number, (*state.hands[number], event.card))
    return _with_card(state, hands, state.unseen[:place] + state.unseen[place + 1 :])


def _turn_advanced(state: State, event: words.TurnAdvanced) -> State:
    return _with_turn(state, event.seat, event.turn)


def _round_ended(state: State, event: words.RoundEnded) -> State:
    board = state.board
    cleared = replace(board, spaces=tuple([(None, visits) for _, visits in board.spaces]), placed=0)
    return replace(state, board=cleared, round=event.round)


REDUCERS: Mapping[type, Callable[[State, Any], State]] = {
    words.Began: _began,
    words.Paid: _paid,
    words.Gained: _gained,
    words.Occupied: _occupied,
    words.CardDrawn: _card_drawn,
    words.TurnAdvanced: _turn_advanced,
    words.RoundEnded: _round_ended,
}
"""What keeps the books of each event."""
