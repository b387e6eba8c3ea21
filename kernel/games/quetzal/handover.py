"""Handing over to the next seat where that is all it takes."""

from __future__ import annotations

from events.games.quetzal.moves import Decline
from events.vocabulary import Seat
from kernel.games.quetzal.readings import turn_order
from kernel.games.quetzal.state import CampRerolls, HeldTurn, Rerolling, State
from kernel.games.quetzal.turns import places_on


def handover(state: State, seat: Seat) -> Decline | None:
    """Return the move after which `seat` may act: declining rerolls, or ending a held turn."""
    pending = state.pending
    if isinstance(pending, Rerolling):
        alone = len(pending.seats) == 1 and seat == turn_order(state)[0]
        return Decline(seat=pending.seats[0]) if alone else None
    if isinstance(pending, CampRerolls | HeldTurn):
        seats = state.seats
        start = seats.index(pending.seat) + 1
        following = (other for other in seats[start:] + seats[:start] if places_on(state.player(other)))
        return Decline(seat=pending.seat) if next(following, "") == seat else None
    return None
