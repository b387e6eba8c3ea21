"""Whose turn it is to place, and when all have placed."""

from __future__ import annotations

from events.games.quetzal import events as e
from events.vocabulary import Seat
from kernel.games.quetzal.deck import Step
from kernel.games.quetzal.state import Player, State


def places_on(player: Player) -> bool:
    """Whether a player still has turns this round."""
    return bool(player.reserve) and not player.passed


def next_turn(state: State, seat: Seat) -> Step:
    """Give the turn to the next seat clockwise that can place, or end the placing."""
    seats = state.seats
    start = seats.index(seat) + 1
    for skipped, other in enumerate(seats[start:] + seats[:start]):
        if places_on(state.player(other)):
            cites = ("place.clockwise", "place.skip_and_return") if skipped else ("place.clockwise",)
            return (yield e.TurnBegan(seat=other, cites=cites))
    return (yield e.ActivationBegan(cites=("order.after_all_placed", "place.until_empty")))
