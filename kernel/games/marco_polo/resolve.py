"""Finding the pieces that a move names by what they show."""

from __future__ import annotations

from events.games.marco_polo import moves
from events.games.marco_polo.moves import DieRef, Move
from kernel.copies import replace
from kernel.games.marco_polo.state import State, colour_of


def resolve(state: State, move: Move) -> Move:
    """Fill in ids of dice named by their face, and faces of dice named by their id.

    What cannot be found stays as it is; the rules refuse it.
    """
    if move.seat not in state.seats:
        return move
    if isinstance(move, moves.Bazaar | moves.Travel):
        return replace(move, dice=_dice(state, move.seat, move.dice))
    if isinstance(
        move,
        moves.TakeFiveCoins
        | moves.MoneyBag
        | moves.TakeKhansFavor
        | moves.TakeContracts
        | moves.UseCityCard
        | moves.RerollDie
        | moves.AdjustDie,
    ):
        (die,) = _dice(state, move.seat, (move.die,))
        return replace(move, die=die)
    return move


def _dice(state: State, seat: str, refs: tuple[DieRef, ...]) -> tuple[DieRef, ...]:
    hand = dict(state.player(seat).dice)
    taken = {ref.id for ref in refs if ref.id}
    found = []
    for ref in refs:
        if ref.id:
            found.append(DieRef(id=ref.id, face=ref.face or hand.get(ref.id, 0)))
            continue
        # An own die before a black or white one, a rolled one before one whose face is chosen.
        fitting = [die for die, face in hand.items() if die not in taken and ref.face and face in {0, ref.face}]
        fitting.sort(key=lambda die: (colour_of(die) != seat, hand[die] == 0, die))
        if fitting:
            taken.add(fitting[0])
            found.append(DieRef(id=fitting[0], face=ref.face))
        else:
            found.append(ref)
    return tuple(found)
