"""The toy's bookkeeping."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from benchmarks.toy import words
from benchmarks.toy.state import PLACE_OF, Player, State
from events.vocabulary import Seat
from kernel.copies import replace


def evolve(state: State, event: Any) -> State:
    """Keep the books of one event."""
    return _BOOKS[type(event)](state, event)


def _with_player(state: State, seat: Seat, **changes: Any) -> State:
    number = state.setting.number_of[seat]
    players = state.players
    player: Player = replace(players[number], **changes)
    return replace(state, players=(*players[:number], player, *players[number + 1 :]))


def _counted(state: State, seat: Seat, kind: str, amount: int) -> State:
    bag = list(state.players[state.setting.number_of[seat]].bag)
    bag[PLACE_OF[kind]] += amount
    return _with_player(state, seat, bag=tuple(bag))


def _began(state: State, event: words.Began) -> State:
    bag = (event.counters,) * len(PLACE_OF)
    players = tuple(replace(player, bag=bag) for player in state.players)
    return replace(state, players=players, rulings=event.rulings)


def _paid(state: State, event: words.Paid) -> State:
    return _counted(state, event.seat, event.kind, -event.amount)


def _gained(state: State, event: words.Gained) -> State:
    return _counted(state, event.seat, event.kind, event.amount)


def _occupied(state: State, event: words.Occupied) -> State:
    board = state.board
    place = state.setting.box.place_of[event.space]
    occupants, visits = list(board.occupants), list(board.visits)
    occupants[place] = event.seat
    visits[place] += 1
    taken = replace(board, occupants=tuple(occupants), visits=tuple(visits), placed=board.placed + 1, last=event.space)
    moves = state.players[state.setting.number_of[event.seat]].moves + 1
    return replace(_with_player(state, event.seat, moves=moves), board=taken)


def _card_drawn(state: State, event: words.CardDrawn) -> State:
    hand = state.players[state.setting.number_of[event.seat]].hand
    unseen = tuple([card for card in state.unseen if card != event.card])
    return replace(_with_player(state, event.seat, hand=(*hand, event.card)), unseen=unseen)


def _turn_advanced(state: State, event: words.TurnAdvanced) -> State:
    return replace(state, active=event.seat, turn=event.turn)


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
