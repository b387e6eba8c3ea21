"""The ways to pick dice from a board, interchangeable dice counted once."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from events.games.marco_polo.moves import DieRef
from events.vocabulary import Seat
from kernel.games.marco_polo.state import State, colour_of


def handfuls(state: State, seat: Seat, count: int) -> list[tuple[DieRef, ...]]:
    """List the ways to pick `count` unplaced dice, those of one colour and face counted once.

    Where faces are chosen in placing, only the lowest die matters: the dice whose face is chosen all show the same, and
    no more than the dice that were rolled.
    """
    met: dict[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]] = {}
    for dice in combinations(state.player(seat).dice, count):
        met.setdefault(tuple(sorted((colour_of(die), face) for die, face in dice)), dice)
    hands = []
    for dice in met.values():
        rolled = [face for _, face in dice if face]
        if len(rolled) == count:
            hands.append(tuple([DieRef(id=die, face=face) for die, face in dice]))
            continue
        hands += [
            tuple([DieRef(id=die, face=face or chosen) for die, face in dice])
            for chosen in range(1, min(rolled, default=6) + 1)
        ]
    return hands


def lowest(dice: tuple[DieRef, ...]) -> int:
    """Return the lowest face of some dice."""
    return min(die.face for die in dice)


def pairs_by_lowest(state: State, seat: Seat) -> Counter[int]:
    """Count the pairs of dice that a journey could begin with, by their lower face."""
    return Counter(lowest(dice) for dice in handfuls(state, seat, 2))
