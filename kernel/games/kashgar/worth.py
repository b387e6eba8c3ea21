"""How good a position is for a seat: what the greedy policy looks at."""

from __future__ import annotations

from events.vocabulary import Seat
from kernel.games.kashgar.scoring import score
from kernel.games.kashgar.state import State


def worth(state: State, seat: Seat) -> int:
    """Return points and what may become points, in hundredths of a point."""
    player = state.player(seat)
    return 100 * score(state, seat) + sum(player.tracks)
