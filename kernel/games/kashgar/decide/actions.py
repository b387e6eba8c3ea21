"""The actions of a card: what opens one, how its cost is paid, how its effects follow one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from events.frozen import frozen
from events.games.kashgar import events as happened
from events.games.kashgar import moves as asked
from events.games.kashgar.events import Ground
from events.games.kashgar.moves import Move
from events.vocabulary import Cites, Seat
from kernel.chance import Chance
from kernel.copies import replace
from kernel.decider import run
from kernel.errors import Checks, ImpossibleEvent
from kernel.games.kashgar import effects, goods
from kernel.games.kashgar.decide import caravans, goods_moves, orders, recruits, trade
from kernel.games.kashgar.decide.guards import AS_WRITTEN, COST, ONE_ACTION, awaited, check_turn
from kernel.games.kashgar.decide.points import card_changed_hands
from kernel.games.kashgar.decide.turns import end_turn
from kernel.games.kashgar.effects import CardAction, Effect
from kernel.games.kashgar.evolve import REDUCERS
from kernel.games.kashgar.obstacle import Obstacle
from kernel.games.kashgar.possible import (
    needs_opponent,
    obstacle,
    open_hindrance,
    opponents,
)
from kernel.games.kashgar.state import Rule, State, Step, actions_of


@frozen
class Opening:
    """How an action stands. lacking: (resource, needed, held) of its cost. obstacle: to its effects."""

    lacking: tuple[tuple[str, int, int], ...]
    obstacle: Obstacle | None

    @property
    def is_open(self) -> bool:
        """Whether the action can be used."""
        return not self.lacking and self.obstacle is None


def opening(state: State, seat: Seat, card: str, ground: Ground, number: int) -> Opening:
    """Tell whether a front card's action can be used by the seat in turn, and what it lacks."""
    action = actions_of(state, card, ground)[number - 1]
    levels = state.player(seat).tracks
    lacking = goods.lacking(state.box, levels, action.cost)
    if lacking:
        return Opening(lacking, None)
    if not _can_fail(state, action.effects) and _mixes(state, levels, action):
        return Opening((), None)
    _, begun = run(_begin_alone(state, seat, card, ground, number), state, REDUCERS)
    ways = goods.spice_choices(state.box, levels, action.cost, mixed=state.rulings.any_spice_mixed == "may_differ")
    found: Obstacle | None = Obstacle("storage.full_payment", {"same_kind": action.cost.any})
    for way in ways:
        found = open_hindrance(_paid(begun, seat, action, way), action.effects)
        if found is None:
            break
    return Opening((), found)


def _mixes(state: State, levels: goods.Levels, action: CardAction) -> bool:
    mixed = state.rulings.any_spice_mixed == "may_differ"
    return mixed or not action.cost.any or bool(goods.spice_choices(state.box, levels, action.cost, mixed=False))


def _can_fail(state: State, found: Sequence[Effect]) -> bool:
    """Tell whether some effect may turn out impossible; most actions only move the markers."""
    safe = (effects.Lose, effects.SetTracks)
    if state.rulings.track_overflow == "surplus_lost":
        return not all(isinstance(effect, (*safe, effects.Gain)) for effect in found)
    return not all(isinstance(effect, safe) for effect in found)


def _paid(state: State, seat: Seat, action: CardAction, way: tuple[str, ...]) -> State:
    cost = (*action.cost.named, *goods.counted(state.box, way))
    return state.but(seat, tracks=goods.less(state.box, state.player(seat).tracks, cost))


def is_blocked(state: State, seat: Seat) -> bool:
    """Tell whether all front cards of a seat bear the mark and none of their actions can be used."""
    fronts = state.fronts(seat)
    if not all(state.is_marked(card) for card in fronts):
        return False
    at = replace(state, turn=seat)
    return not any(open_actions(at, seat, card) for card in fronts)


def open_actions(state: State, seat: Seat, card: str) -> tuple[tuple[Ground, int], ...]:
    """Return the actions of a front card that the seat in turn can use: (ground, number)."""
    grounds: tuple[Ground, Ground] = ("caravan", "removal")
    return tuple(
        (ground, number)
        for ground in grounds
        for number in range(1, len(actions_of(state, card, ground)) + 1)
        if opening(state, seat, card, ground, number).is_open
    )


def use_action(state: State, move: asked.UseCaravanAction | asked.UseRemovalAction, chance: Chance) -> Rule:
    """Use an action of a front card: the card moves, the cost is paid, the effects follow."""
    ground: Ground = "caravan" if isinstance(move, asked.UseCaravanAction) else "removal"
    check = Checks()
    check_turn(check, state, move.seat, move.card, ground)
    fronts = state.fronts(move.seat) if move.seat in state.seats else ()
    check("turn.front_card", move.card in fronts, card=move.card, fronts=fronts)
    check.settle()
    offered = actions_of(state, move.card, ground)
    turned = state.person(move.card).deck == "patriarch" and ground == "caravan"
    clause = "recruit.patriarch_turns" if turned else AS_WRITTEN[ground]
    check(clause, 1 <= move.action <= len(offered), action=move.action, actions=len(offered))
    check.settle()
    found = opening(state, move.seat, move.card, ground, move.action)
    for resource, units, held in found.lacking:
        remedy = {resource: units - held}
        check("storage.full_payment", holds=False, remedy=remedy, resource=resource, needs=units, has=held)
        check(COST[ground], holds=False)
    if found.obstacle is not None:
        check(found.obstacle.clause, holds=False, remedy=found.obstacle.remedy, **found.obstacle.facts)
        check("effects.must_be_possible", holds=False)
    check.settle()
    state = yield from _begun(state, move.seat, move.card, ground, move.action)
    action = offered[move.action - 1]
    state = yield from goods_moves.pay(state, move.seat, action.cost.named, (COST[ground],))
    if action.cost.any:
        cites = (COST[ground], "effects.any_spice")
        yield happened.ChoiceOpened(seat=move.seat, choice="cost", effect=0, done=0, cites=cites)
        return
    yield from carry_on(state, 1, chance)


def _begun(state: State, seat: Seat, card: str, ground: Ground, number: int) -> Step:
    """Choose the card and, unless the ruling has it act first, let it move or leave."""
    place = state.place_of(card)
    assert place is not None  # noqa: S101 - a front card lies in a caravan
    cites: Cites = ("turn.front_card", "turn.one_of_three", AS_WRITTEN[ground])
    if len(actions_of(state, card, ground)) > 1:
        cites += (ONE_ACTION[ground],)
    state = yield happened.ActionUsed(seat=seat, card=card, caravan=place[1], ground=ground, action=number, cites=cites)
    if state.rulings.move_or_act_first == "move_first":
        state = yield from _card_moves(state, seat)
    return state


def _begin_alone(state: State, seat: Seat, card: str, ground: Ground, number: int) -> Rule:
    yield from _begun(state, seat, card, ground, number)


def _card_moves(state: State, seat: Seat) -> Step:
    """Send the played card to the tail, or out by its removal action, from where it lies."""
    card, action, before = state.played(), state.doing, state
    place = state.place_of(card)
    if place != (seat, action.caravan):
        return state
    if action.ground == "caravan":
        cites = ("caravan.to_tail", "caravan.move_first")
        return (yield happened.CardSentToTail(seat=seat, card=card, caravan=action.caravan, cites=cites))
    state = yield happened.CardRemoved(
        seat=seat,
        card=card,
        caravan=action.caravan,
        to=state.rulings.parted_card_zone,
        cites=("removal.out_of_game",),
    )
    return (yield from card_changed_hands(state, before, card, None))


def effects_of(state: State) -> tuple[Effect, ...]:
    """Return the effects of the action being carried out."""
    action = state.doing
    return actions_of(state, action.card, action.ground)[action.number - 1].effects


def carry_on(state: State, start: int, chance: Chance) -> Step:
    """Carry out the effects from place `start` on, until one waits for a choice or the turn is over."""
    found = effects_of(state)
    for number in range(start, len(found) + 1):
        effect = found[number - 1]
        if obstacle(state, effect) is not None:
            cites = ("effects.must_be_possible",)
            state = yield happened.EffectSkipped(seat=state.mover, effect=number, cites=cites)
            continue
        waiting = state.choice
        state = yield from _begin(state, number, effect, chance)
        if state.choice is not waiting:
            return state
    if state.rulings.move_or_act_first == "act_first":
        state = yield from _card_moves(state, state.mover)
    if len(state.display) < state.box.display and state.rulings.refill_timing == "after_action":
        state = yield from orders.refill(state, chance)
    return (yield from end_turn(state, is_blocked))


def _begin(  # noqa: C901 - a case for each operation
    state: State, number: int, effect: Effect, chance: Chance
) -> Step:
    opponent = state.doing.opponent
    if opponent is None and needs_opponent(effect):
        cites = ("effects.one_opponent",)
        return (yield happened.ChoiceOpened(seat=state.mover, choice="opponent", effect=number, done=0, cites=cites))
    match effect:
        case effects.Gain():
            return (yield from goods_moves.begin_gain(state, number, effect))
        case effects.Lose():
            return (yield from goods_moves.begin_lose(state, number, effect))
        case effects.SetTracks():
            return (yield from goods_moves.begin_set(state, effect))
        case effects.TakeGoods():
            return (yield from goods_moves.begin_take_goods(state, number, effect, opponent or ""))
        case effects.Convert():
            return (yield from trade.begin_convert(state, number, effect))
        case effects.UseStock():
            return (yield from trade.begin_use_stock(state, number))
        case effects.RecruitCards():
            return (yield from recruits.begin_recruit(state, number, effect, chance))
        case effects.Flip():
            return (yield from caravans.turn_over(state))
        case effects.CompleteOrders():
            return (yield from orders.begin_orders(state, number, effect, chance))
        case effects.TakeOut():
            return (yield from caravans.begin_take_out(state, number, effect))
        case effects.Shift():
            return (yield from caravans.begin_shift(state, number))
        case _:
            assert_never(effect)


def pay_cost(state: State, move: asked.Pay, chance: Chance) -> Rule:
    """Pay the units of choice of a cost, and go on to the effects."""
    check = Checks()
    awaited(check, state, move, ("cost",))
    action = actions_of(state, state.doing.card, state.doing.ground)[state.doing.number - 1]
    ground = state.doing.ground
    goods_moves.check_spices(check, state, move.goods, action.cost.any)
    check.settle()
    if move.goods not in cost_choices(state):
        levels = state.player(move.seat).tracks
        chosen = effects.Goods(goods.counted(state.box, move.goods))
        for resource, units, held in goods.lacking(state.box, levels, chosen):
            check("storage.full_payment", holds=False, resource=resource, needs=units, has=held)
        one_kind = state.rulings.any_spice_mixed == "may_differ" or len(set(move.goods)) == 1
        check("effects.any_spice", one_kind, goods=move.goods)
        check("effects.must_be_possible", holds=False, goods=move.goods)
        check.settle()
    cites = (COST[ground], "effects.any_spice")
    state = yield from goods_moves.pay(state, move.seat, goods.counted(state.box, move.goods), cites)
    yield from carry_on(state, 1, chance)


def cost_choices(state: State) -> tuple[tuple[str, ...], ...]:
    """Return how the units of choice of the cost can be paid so that the effects stay possible."""
    seat, doing = state.mover, state.doing
    action = actions_of(state, doing.card, doing.ground)[doing.number - 1]
    rest = CardAction(effects.Goods((), action.cost.any), action.effects)
    mixed = state.rulings.any_spice_mixed == "may_differ"
    ways = goods.spice_choices(state.box, state.player(seat).tracks, rest.cost, mixed=mixed)
    if not _can_fail(state, action.effects):
        return ways
    return tuple(way for way in ways if open_hindrance(_paid(state, seat, rest, way), action.effects) is None)


def name_opponent(state: State, move: asked.NameOpponent, chance: Chance) -> Rule:
    """Name whom the action strikes; all its effects strike that one."""
    check = Checks()
    choice = awaited(check, state, move, ("opponent",))
    others = state.others(move.seat)
    check("effects.one_opponent", move.opponent in others, opponent=move.opponent, others=others)
    check.settle()
    fair = opponents(state, effects_of(state)[choice.effect - 1 :])
    check("effects.must_be_possible", move.opponent in fair, opponent=move.opponent, others=fair)
    check.settle()
    cites = ("effects.one_opponent",)
    state = yield happened.OpponentNamed(seat=move.seat, opponent=move.opponent, cites=cites)
    yield from carry_on(state, choice.effect, chance)


def awaited_effect(state: State) -> Effect | None:
    """Return the effect that waits for a choice, None where the choice belongs to no effect."""
    choice = state.choice
    if choice is None or state.action is None or choice.effect == 0:
        return None
    return effects_of(state)[choice.effect - 1]


def answer(state: State, move: Move, chance: Chance) -> Rule:
    """Carry out a choice; when its effect is done, the next ones follow."""
    waiting, effect = state.choice, awaited_effect(state)
    if waiting is None or effect is None:
        check = Checks()
        awaited(check, state, move, ())
        return
    state = yield from _answered(state, move, effect, chance)
    if state.choice is waiting:
        yield from carry_on(state, waiting.effect + 1, chance)


def _answered(  # noqa: C901 - a case for each pair of move and operation
    state: State, move: Move, effect: Effect, chance: Chance
) -> Step:
    opponent = state.doing.opponent or ""
    match move, effect:
        case asked.Take(), effects.Gain():
            return (yield from goods_moves.answer_take(state, move, effect))
        case asked.Take(), effects.TakeGoods():
            return (yield from goods_moves.answer_take_goods(state, move, effect, opponent))
        case asked.Share(), effects.Gain():
            return (yield from goods_moves.answer_share(state, move, effect))
        case asked.Pay(), effects.Lose():
            return (yield from goods_moves.answer_lose(state, move, effect))
        case asked.Pay(), effects.CompleteOrders() | effects.UseStock():
            return (yield from orders.answer_payment(state, move, effect, chance))
        case asked.CompleteOrder(), effects.CompleteOrders():
            return (yield from orders.answer_order(state, move, effect, chance))
        case asked.CompleteOrder(), effects.UseStock():
            return (yield from trade.answer_spent_order(state, move, effect, opponent, chance))
        case asked.Exchange(), effects.Convert():
            return (yield from trade.answer_exchange(state, move, effect))
        case asked.UseStock(), effects.UseStock():
            return (yield from trade.answer_use_stock(state, move, effect, opponent))
        case asked.Recruit(), effects.RecruitCards():
            return (yield from recruits.answer_recruit(state, move, effect))
        case asked.RemoveCard(), effects.TakeOut():
            return (yield from caravans.answer_remove(state, move, effect))
        case asked.MoveCard(), effects.Shift():
            return (yield from caravans.answer_move(state, move, effect))
        case asked.Finish(), _:
            return (yield from _finish(state, move, effect, chance))
        case _:
            check = Checks()
            if isinstance(move, asked.CompleteOrder):
                check("orders.only_by_action", holds=False, order=move.order)
            awaited(check, state, move, ())
            raise ImpossibleEvent("a move that answers nothing was let through")


def _finish(state: State, move: asked.Finish, effect: Effect, chance: Chance) -> Step:
    """Leave the rest of an effect undone, where the card lets one."""
    check = Checks()
    choice = awaited(check, state, move, ("exchange", "order", "remove"))
    written = goods_moves.as_written(state)
    check(written, may_finish(state, effect), done=choice.done)
    check.settle()
    if isinstance(effect, effects.CompleteOrders):
        return (yield from orders.close_orders(state, effect, choice.done, chance))
    return state


def may_finish(state: State, effect: Effect) -> bool:
    """Tell whether the effect that waits may be left as it is."""
    choice = state.awaited
    match effect:
        case effects.Convert():
            return choice.kind == "exchange" and choice.done >= effect.least
        case effects.CompleteOrders():
            return choice.kind == "order" and choice.done >= effect.least
        case effects.TakeOut():
            return choice.kind == "remove" and effect.optional
        case _:
            return False
