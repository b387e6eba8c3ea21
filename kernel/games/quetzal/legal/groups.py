"""Meeples that are alike, and the ways to choose among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.games.quetzal.pieces import Meeple
from kernel.games.quetzal.state import Player, State, is_character


def alike(state: State, player: Player, meeples: Sequence[Meeple]) -> tuple[tuple[Meeple, ...], ...]:
    """Group meeples that are interchangeable: same face, and same past where a ruling looks at it."""
    came_back = dict(player.came_back)
    rulings = state.rulings
    groups: dict[tuple[object, ...], list[Meeple]] = {}
    for meeple in meeples:
        key = (
            is_character(meeple.id),
            meeple.face,
            rulings.displaced_wild == "as_named" and came_back.get(meeple.id),
            rulings.camp_displaced == "no" and meeple.id in came_back,
            rulings.standing_reroll == "once" and meeple.id in player.paid_for,
        )
        groups.setdefault(key, []).append(meeple)
    return tuple(map(tuple, groups.values()))


def choices(groups: Sequence[Sequence[Meeple]], least: int, most: int) -> Iterator[tuple[Meeple, ...]]:
    """Yield each way to choose from `least` to `most` meeples, alike ones counted once."""
    if not groups:
        if least <= 0:
            yield ()
        return
    first, rest = groups[0], groups[1:]
    for count in range(min(len(first), most) + 1):
        for others in choices(rest, least - count, most - count):
            yield (*first[:count], *others)
