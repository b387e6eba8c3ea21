"""What the rules make of each move."""

from __future__ import annotations

from typing import assert_never

from events.games.kashgar import moves as asked
from events.games.kashgar.moves import Move
from kernel.chance import Chance
from kernel.games.kashgar.decide import actions, opening, orders, turns
from kernel.games.kashgar.state import Rule, State


def decide(state: State, move: Move, chance: Chance) -> Rule:
    """Carry out a move.

    Raises: IllegalMove.
    """
    match move:
        case asked.AssignStartCards():
            return opening.assign_start_cards(state, move)
        case asked.UseCaravanAction() | asked.UseRemovalAction():
            return actions.use_action(state, move, chance)
        case asked.Pass():
            return turns.pass_turn(state, move, actions.is_blocked)
        case asked.NameOpponent():
            return actions.name_opponent(state, move, chance)
        case asked.Pay() if state.choice is not None and state.choice.kind == "cost":
            return actions.pay_cost(state, move, chance)
        case asked.Pay() if state.choice is not None and state.action is None:
            return _pay_aside(state, move, chance)
        case asked.CompleteOrder() if state.choice is None:
            return _complete_aside(state, move, chance)
        case (
            asked.Pay()
            | asked.Take()
            | asked.Exchange()
            | asked.Share()
            | asked.Recruit()
            | asked.CompleteOrder()
            | asked.UseStock()
            | asked.RemoveCard()
            | asked.MoveCard()
            | asked.Finish()
        ):
            return actions.answer(state, move, chance)
        case _:
            assert_never(move)


def _complete_aside(state: State, move: asked.CompleteOrder, chance: Chance) -> Rule:
    yield from orders.complete_aside(state, move, chance)


def _pay_aside(state: State, move: asked.Pay, chance: Chance) -> Rule:
    state = yield from orders.answer_payment(state, move, None, chance)
    yield from orders.resume_turn(state, chance)


def proceed(state: State, chance: Chance) -> Rule:
    """Go on where nobody has a choice: the start cards are laid out, the game begins."""
    return opening.open_game(state, chance)
