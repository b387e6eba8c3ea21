"""The rules of the moves: what each asks for, and what follows from it."""

from __future__ import annotations

from typing import assert_never

from events.games.quetzal import moves as m
from events.games.quetzal.events import Event
from kernel.chance import Chance
from kernel.decider import Rule
from kernel.errors import IllegalMove
from kernel.games.quetzal.decide.bid import bid
from kernel.games.quetzal.decide.decline import decline, pass_turn
from kernel.games.quetzal.decide.deliver import deliver, load_artifact
from kernel.games.quetzal.decide.occupy import occupy
from kernel.games.quetzal.decide.reroll import use_reroll
from kernel.games.quetzal.decide.take import keep_drawn, sell_artifact, take_artifact, take_upgrade
from kernel.games.quetzal.decide.trade import trade
from kernel.games.quetzal.decide.visit import camp_reroll, visit
from kernel.games.quetzal.state import AUTOMATON, State


def decide(state: State, move: m.Move, chance: Chance) -> Rule[Event, State]:  # noqa: C901 - a case a move
    """Return the rule of a move.

    Raises: IllegalMove before the first event.
    """
    if move.seat not in state.seats:
        at_table = "automaton.no_turn_no_score" if state.automaton else "automaton.two_players_only"
        clause = at_table if move.seat == AUTOMATON else "place.clockwise"
        raise IllegalMove(clause, facts={"seats": state.seats})
    match move:
        case m.UseReroll():
            return use_reroll(state, move, chance)
        case m.Occupy():
            return occupy(state, move, chance)
        case m.Bid():
            return bid(state, move, chance)
        case m.Visit():
            return visit(state, move, chance)
        case m.Pass():
            return pass_turn(state, move, chance)
        case m.CampReroll():
            return camp_reroll(state, move, chance)
        case m.Decline():
            return decline(state, move, chance)
        case m.TakeArtifact():
            return take_artifact(state, move, chance)
        case m.KeepDrawn():
            return keep_drawn(state, move, chance)
        case m.SellArtifact():
            return sell_artifact(state, move, chance)
        case m.TakeUpgrade():
            return take_upgrade(state, move, chance)
        case m.LoadArtifact():
            return load_artifact(state, move, chance)
        case m.Deliver():
            return deliver(state, move, chance)
        case m.Trade():
            return trade(state, move, chance)
        case _:
            assert_never(move)
