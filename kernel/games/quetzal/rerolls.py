"""Which meeples may be thrown again."""

from __future__ import annotations

from events.games.quetzal.pieces import Meeple
from kernel.games.quetzal.state import Player, State


def at_camp(state: State, player: Player, thrown: tuple[str, ...]) -> tuple[Meeple, ...]:
    """Return the meeples of the reserve that the Camp lets a player throw again. thrown: by this visit so far."""
    meeples = player.reserve
    if state.rulings.camp_displaced == "no":
        displaced = {meeple for meeple, _ in player.came_back}
        meeples = tuple(meeple for meeple in meeples if meeple.id not in displaced)
    if state.rulings.camp_same_meeple == "distinct":
        meeples = tuple(meeple for meeple in meeples if meeple.id not in thrown)
    return meeples
