"""How good a position is for a seat, for the greedy policy."""

from __future__ import annotations

from events.vocabulary import Seat
from kernel.games.marco_polo.scoring import hidden_parts
from kernel.games.marco_polo.state import State


def worth(state: State, seat: Seat) -> int:
    """Return how good a position is for a seat; any whole number."""
    player = state.player(seat)
    total = 100 * (state.has(seat, "vp") + (hidden_parts(state, seat) if player.character else 0))
    return total + 10 * sum(player.stock) + 50 * len(player.posts)
