"""Bookkeeping of what a seat has to choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.games.quetzal import events as e
from kernel.copies import replace
from kernel.games.quetzal.state import (
    CampRerolls,
    Closing,
    Delivering,
    HeldTurn,
    Keeping,
    Picking,
    Rerolling,
    Selling,
    State,
    TileChoice,
    pending_of,
)


def rerolls_offered(state: State, event: e.RerollsOffered) -> State:
    """Let seats use their reroll tiles."""
    return replace(state, pending=Rerolling(event.seats))


def reroll_used(state: State, event: e.RerollUsed) -> State:
    """Note that a tile was used this round."""
    return state.but(event.seat, rerolled=(*state.player(event.seat).rerolled, event.tile))


def camp_rerolls_granted(state: State, event: e.CampRerollsGranted) -> State:
    """Let a seat throw meeples again at the Camp."""
    return replace(state, pending=CampRerolls(event.seat, event.rerolls))


def camp_reroll_used(state: State, event: e.CampRerollUsed) -> State:
    """Count a Camp reroll."""
    pending = pending_of(state, CampRerolls)
    return replace(state, pending=CampRerolls(pending.seat, pending.left - 1, (*pending.thrown, event.meeple)))


def turn_held(state: State, event: e.TurnHeld) -> State:
    """Let a seat place on in the same place."""
    return replace(state, pending=HeldTurn(event.seat, event.place))


def picks_granted(state: State, event: e.PicksGranted) -> State:
    """Let a seat choose cards."""
    return replace(state, pending=Picking(event.seat, event.space, event.picks, event.draws))


def keep_granted(state: State, event: e.KeepGranted) -> State:
    """Let a seat look at deck cards."""
    return replace(state, pending=Keeping(event.seat, event.space, event.draws))


def sale_offered(state: State, event: e.SaleOffered) -> State:
    """Let a seat give up a card."""
    return replace(state, pending=Selling(event.seat))


def tile_choice_granted(state: State, event: e.TileChoiceGranted) -> State:
    """Let a seat choose a tile."""
    return replace(state, pending=TileChoice(event.seat, event.space))


def delivery_granted(state: State, event: e.DeliveryGranted) -> State:
    """Let a seat deliver."""
    return replace(state, pending=Delivering(event.seat, event.place, event.limits))


def closing_began(state: State, event: e.ClosingBegan) -> State:
    """Let seats trade before final scoring."""
    return replace(state, phase="closing", pending=Closing(event.seats))


def choice_closed(state: State, event: e.ChoiceClosed) -> State:
    """End a seat's choice; others may still have theirs."""
    pending = state.pending
    if isinstance(pending, Rerolling | Closing):
        left = tuple(seat for seat in pending.seats if seat != event.seat)
        return replace(state, pending=replace(pending, seats=left) if left else None)
    return replace(state, pending=None)


CHOICES: dict[type, Callable[[State, Any], State]] = {
    e.RerollsOffered: rerolls_offered,
    e.RerollUsed: reroll_used,
    e.CampRerollsGranted: camp_rerolls_granted,
    e.CampRerollUsed: camp_reroll_used,
    e.TurnHeld: turn_held,
    e.PicksGranted: picks_granted,
    e.KeepGranted: keep_granted,
    e.SaleOffered: sale_offered,
    e.TileChoiceGranted: tile_choice_granted,
    e.DeliveryGranted: delivery_granted,
    e.ClosingBegan: closing_began,
    e.ChoiceClosed: choice_closed,
}
"""Events that open and close choices."""
