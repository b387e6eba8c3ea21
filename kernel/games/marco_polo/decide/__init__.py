"""What a seat asks for, judged by the rules: one module a kind of action."""

from __future__ import annotations

from typing import assert_never

from events.games.marco_polo import moves
from events.games.marco_polo.moves import Move
from kernel.chance import Chance
from kernel.errors import Checks
from kernel.games.marco_polo.decide.cards import use_city_card
from kernel.games.marco_polo.decide.choices import choose_bonus, choose_goods, choose_income
from kernel.games.marco_polo.decide.completing import complete_contract
from kernel.games.marco_polo.decide.contracts import keep_contract, refuse_contract, take_contracts
from kernel.games.marco_polo.decide.drafting import choose_character, choose_compensation, keep_goals
from kernel.games.marco_polo.decide.journey import step, travel
from kernel.games.marco_polo.decide.posts import move_post
from kernel.games.marco_polo.decide.services import adjust_die, reroll_die, take_black_die
from kernel.games.marco_polo.decide.spaces import bazaar, money_bag, take_five_coins, take_khans_favor
from kernel.games.marco_polo.decide.turns import end_turn
from kernel.games.marco_polo.decide.waiting import to_act
from kernel.games.marco_polo.state import Rule, State

PENDING = (
    moves.ChooseGoods,
    moves.ChooseBonus,
    moves.ChooseIncome,
    moves.Step,
    moves.KeepContract,
    moves.RefuseContract,
    moves.MovePost,
)
"""Choices that finish an action; they stand open for one seat at a time."""

DRAWN = (moves.KeepContract, moves.RefuseContract)
"""What can be done with a drawn contract; it comes before anything else that is due."""


def decide(state: State, move: Move, chance: Chance) -> Rule:  # noqa: C901 - a case for each kind of move
    """Judge a move and tell what follows from it.

    Raises: IllegalMove.
    """
    check = Checks()
    check("turn.clockwise", move.seat in state.seats, has=move.seat)
    check.settle()
    if isinstance(move, PENDING):
        check("turn.clockwise", not to_act(state) or move.seat in to_act(state), to_act=to_act(state))
        drawn = any(player.drawn for player in state.players)
        check("symbol.contract", not drawn or isinstance(move, DRAWN), first="contract")
        check("symbol.step", drawn or state.journey is None or isinstance(move, moves.Step), first="steps")
        check.settle()
    match move:
        case moves.EndTurn():
            return end_turn(state, move, chance)
        case moves.TakeFiveCoins():
            return take_five_coins(state, move, chance)
        case moves.MoneyBag():
            return money_bag(state, move, chance)
        case moves.Bazaar():
            return bazaar(state, move, chance)
        case moves.TakeKhansFavor():
            return take_khans_favor(state, move, chance)
        case moves.TakeContracts():
            return take_contracts(state, move, chance)
        case moves.Travel():
            return travel(state, move, chance)
        case moves.UseCityCard():
            return use_city_card(state, move, chance)
        case moves.CompleteContract():
            return complete_contract(state, move, chance)
        case moves.RerollDie():
            return reroll_die(state, move, chance)
        case moves.AdjustDie():
            return adjust_die(state, move)
        case moves.TakeBlackDie():
            return take_black_die(state, move, chance)
        case moves.ChooseCompensation():
            return choose_compensation(state, move)
        case moves.ChooseGoods():
            return choose_goods(state, move)
        case moves.ChooseBonus():
            return choose_bonus(state, move)
        case moves.ChooseIncome():
            return choose_income(state, move, chance)
        case moves.Step():
            return step(state, move, chance)
        case moves.KeepContract():
            return keep_contract(state, move)
        case moves.RefuseContract():
            return refuse_contract(state, move)
        case moves.MovePost():
            return move_post(state, move, chance)
        case moves.ChooseCharacter():
            return choose_character(state, move)
        case moves.KeepGoals():
            return keep_goals(state, move)
    assert_never(move)
