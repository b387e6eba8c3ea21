"""Reroll tiles, before anybody places."""

from __future__ import annotations

from events.games.quetzal import events as e
from events.games.quetzal.moves import UseReroll
from events.vocabulary import Seat
from kernel.chance import Chance
from kernel.decider import Rule
from kernel.errors import Checks
from kernel.games.quetzal.decide.guards import due, from_reserve
from kernel.games.quetzal.deck import Step
from kernel.games.quetzal.effects import Throw
from kernel.games.quetzal.readings import works
from kernel.games.quetzal.state import Rerolling, State
from kernel.games.quetzal.throwing import begin_placing, reroll_tiles, throw


def use_reroll(state: State, move: UseReroll, chance: Chance) -> Rule[e.Event, State]:
    """Throw the meeples that a tile allows again, once this round."""
    effect = state.box.upgrade(move.tile).effect if move.tile in state.box.tiles else None
    clause = reroll_clause(effect)
    due(state, move.seat, Rerolling, clause)
    player = state.player(move.seat)
    check = Checks()
    check(clause, move.tile in dict(works(state, player)), tile=move.tile, owned=player.upgrades)
    check(clause, move.tile in reroll_tiles(state, player), used=player.rerolled)
    meeples = from_reserve(check, player, move.meeples)
    if isinstance(effect, Throw) and effect.meeples:
        check(clause, len(meeples) <= effect.meeples, most=effect.meeples, has=len(meeples))
    elif state.rulings.reroll_all_partial == "whole":
        check(clause, len(meeples) == len(player.reserve), needs=len(player.reserve), has=len(meeples))
    check.settle()

    state = yield e.RerollUsed(seat=move.seat, tile=move.tile, cites=(clause,))
    state = yield from throw(state, chance, move.seat, meeples, clause)
    if not reroll_tiles(state, state.player(move.seat)):
        yield from keep_throw(state, move.seat, clause)


def reroll_clause(effect: object) -> str:
    """Return the clause of a reroll tile."""
    return "upgrade.reroll_two" if not isinstance(effect, Throw) or effect.meeples else "upgrade.reroll_all"


def keep_throw(state: State, seat: Seat, clause: str = "upgrade.reroll_two") -> Step:
    """End a seat's rerolls; when all have, placing begins."""
    state = yield e.ChoiceClosed(seat=seat, cites=(clause,))
    if state.pending is None:
        state = yield begin_placing(state)
    return state
