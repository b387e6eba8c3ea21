"""Bookkeeping of placing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.games.quetzal import events as e
from events.games.quetzal.pieces import Meeple
from kernel.copies import changer, replace
from kernel.games.quetzal.evolve.rounds import unchanged
from kernel.games.quetzal.state import AUTOMATON, Stand, State, meeple_order, with_stand

_placing = changer(State, "phase", "turn", "pending")
_with_board = changer(State, "board")
_done = changer(Stand, "done")


def turn_began(state: State, event: e.TurnBegan) -> State:
    """Give a seat the turn."""
    return _placing(state, "place", event.seat, None)


def turn_passed(state: State, event: e.TurnPassed) -> State:
    """Note that a seat places no more."""
    return state.but(event.seat, passed=True)


def meeples_placed(state: State, event: e.MeeplesPlaced) -> State:
    """Move meeples from the reserve to the board."""
    stand = Stand(event.place, event.space, event.seat, event.role, event.meeples, event.paid)
    return _taken(_with_board(state, with_stand(state.board, stand)), event.seat, event.meeples)


def bid_raised(state: State, event: e.BidRaised) -> State:
    """Add meeples to a bid."""
    board = tuple(
        replace(stand, role=event.role, meeples=tuple(sorted((*stand.meeples, *event.meeples), key=meeple_order)))
        if stand.place == event.place
        else stand
        for stand in state.board
    )
    return _taken(_with_board(state, board), event.seat, event.meeples)


def _taken(state: State, seat: str, meeples: tuple[Meeple, ...]) -> State:
    player = state.player(seat)
    gone = {meeple.id for meeple in meeples}
    reserve = tuple(meeple for meeple in player.reserve if meeple.id not in gone)
    came_back = tuple((meeple, role) for meeple, role in player.came_back if meeple not in gone)
    return state.but(seat, reserve=reserve, came_back=came_back)


def meeples_displaced(state: State, event: e.MeeplesDisplaced) -> State:
    """Take a beaten bid off the board; a player's meeples are in reserve again."""
    board = tuple(stand for stand in state.board if stand.place != event.place or stand.seat != event.seat)
    state = replace(state, board=board)
    if event.seat == AUTOMATON:
        return state
    player = state.player(event.seat)
    reserve = tuple(sorted((*player.reserve, *event.meeples), key=meeple_order))
    came_back = tuple(sorted((*player.came_back, *((meeple.id, event.role) for meeple in event.meeples))))
    return state.but(event.seat, reserve=reserve, came_back=came_back)


def activation_began(state: State, _: e.ActivationBegan) -> State:
    """End the placing."""
    return replace(state, phase="activate", turn="", pending=None)


def stand_activated(state: State, event: e.StandActivated) -> State:
    """Note that a stand has had its turn."""
    board = tuple(
        _done(stand, True)  # noqa: FBT003 - the value of its one field
        if (stand.place, stand.space, stand.seat) == (event.place, event.space, event.seat)
        else stand
        for stand in state.board
    )
    return _with_board(state, board)


PLACING: dict[type, Callable[[State, Any], State]] = {
    e.TurnBegan: turn_began,
    e.TurnPassed: turn_passed,
    e.MeeplesPlaced: meeples_placed,
    e.BidRaised: bid_raised,
    e.MeeplesDisplaced: meeples_displaced,
    e.ActivationBegan: activation_began,
    e.StandActivated: stand_activated,
    e.NothingGained: unchanged,
}
"""Events of the board."""
