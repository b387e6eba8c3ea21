"""Drawing from the special pile of contracts."""

from __future__ import annotations

from kernel.chance import Chance
from kernel.games.marco_polo.state import State, special_pile_size, unseen_contracts


def drawn_from_special(
    state: State, chance: Chance, count: int
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[int, ...]]:
    """Draw contracts from the top. Return them, what is known of the pile's bottom then, and the waiting piles' sizes.

    The unknown tiles lie on top of those that were put under the pile. What becomes of a pile that runs out is a
    ruling.
    """
    unseen = list(unseen_contracts(state))
    bottom, piles = list(state.board.bottom), list(state.board.piles)
    unknown = special_pile_size(state) - len(bottom)
    drawn = []
    for _ in range(count):
        if unknown:
            unknown -= 1
        elif bottom:
            drawn.append(bottom.pop(0))
            continue
        elif state.rulings.special_pile_empty == "use_next_pile" and any(piles):
            waiting = next(place for place, size in enumerate(piles) if size)
            piles[waiting] -= 1
        else:
            break
        (contract,) = chance.draw("deck/contracts/special", unseen)
        unseen.remove(contract)
        drawn.append(contract)
    return tuple(drawn), tuple(bottom), tuple(piles)


def can_draw(state: State) -> int:
    """Return how many contracts can be drawn from the special pile."""
    size = special_pile_size(state)
    if state.rulings.special_pile_empty == "use_next_pile":
        size += sum(state.board.piles)
    return size
