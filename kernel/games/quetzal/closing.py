"""The end of a round, and of the game."""

from __future__ import annotations

from events.games.quetzal import events as e
from kernel.chance import Chance
from kernel.decider import Rule
from kernel.games.quetzal.deck import Step
from kernel.games.quetzal.gains import score
from kernel.games.quetzal.moments import tradable
from kernel.games.quetzal.readings import layout, turn_order
from kernel.games.quetzal.refill import refill
from kernel.games.quetzal.scoring import final_parts, winners
from kernel.games.quetzal.state import State
from kernel.games.quetzal.throwing import begin_round, turn_automaton_card

_PART_CLAUSES = {
    "first_player": ("end.first_player_two",),
    "coins": ("end.three_coins", "end.example_43"),
    "upgrades": ("end.upgrade_vp",),
    "artifacts": ("end.nothing_else",),
}


def end_round(state: State, chance: Chance) -> Rule[e.Event, State]:
    """Go on to the next round; after the last one, to the end of the game."""
    if state.round >= state.box.rounds:
        yield from close_game(state)
        return
    state = yield e.BoardCleared(cites=("roll.meeples_back",))
    unclaimed = state.first == state.leader
    stays = unclaimed and state.rulings.marker_unclaimed == "stays"
    cites = ("round.plane", "stela.marker_stays") if stays else ("round.plane",)
    state = yield e.PlaneMoved(round=state.round + 1, cites=cites)
    if unclaimed and not stays:
        seats = state.seats
        left = seats[(seats.index(state.first) + 1) % len(seats)]
        state = yield e.MarkerTaken(seat=left, cites=("stela.marker_stays",))
    state = yield from refill(state, chance)
    if layout(state).automaton:
        state = yield from turn_automaton_card(state, chance, "automaton.new_card")
    yield from begin_round(state, chance, state.round + 1)


def close_game(state: State) -> Step:
    """Let those trade who may, then score."""
    traders = tuple(seat for seat in turn_order(state) if tradable(state, state.player(seat)))
    if traders and state.phase == "activate" and state.rulings.any_time != "own_turn":
        return (yield e.ClosingBegan(seats=traders, cites=("upgrade.buy_vp", "upgrade.buy_discovery")))
    return (yield from final_scoring(state))


def final_scoring(state: State) -> Step:
    """Score marker, coins and upgrades, and name the winner."""
    for seat in turn_order(state):
        for name, points in final_parts(state, state.player(seat)):
            state = yield from score(state, seat, points, *_PART_CLAUSES[name])
    seats, cites = winners(state)
    return (yield e.GameEnded(winners=seats, cites=(*cites, "end.five_rounds", "end.nothing_else")))
