"""Every legal move of a position, in a stable order; interchangeable cards once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement, permutations

from events.games.kashgar import moves as asked
from events.games.kashgar.moves import Move
from events.vocabulary import Seat
from kernel.games.kashgar.decide import actions, goods_moves, orders, recruits
from kernel.games.kashgar.decide.turns import passable
from kernel.games.kashgar.effects import (
    CompleteOrders,
    Convert,
    Effect,
    Flip,
    Gain,
    Goods,
    Lose,
    RecruitCards,
    Shift,
    TakeGoods,
    TakeOut,
    UseStock,
)
from kernel.games.kashgar.payable import Price, order_obstacles, order_payments
from kernel.games.kashgar.possible import (
    exchanges,
    gain_choices,
    movable,
    opponents,
    own_receiving,
    removable,
    spent_orders,
    stocked_spices,
    take_choices,
)
from kernel.games.kashgar.state import Choice, State, actions_of


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seat that must choose now; none when the game is over or goes on by itself."""
    if state.over:
        return ()
    if state.choice is not None:
        return (state.choice.seat,)
    for seat, player in zip(state.seats, state.players, strict=True):
        if player.hand:
            return (seat,)
    return () if state.turn is None else (state.turn,)


def legal_moves(state: State, seat: Seat) -> Sequence[Move]:
    """Return every legal move of a seat."""
    if seat not in to_act(state):
        return ()
    if state.choice is not None:
        return tuple(_answers(state, state.choice))
    hand = state.player(seat).hand
    if hand:
        return tuple(asked.AssignStartCards(seat=seat, cards=cards) for cards in permutations(hand))
    return tuple(_turns(state, seat))


def sample(state: State, seat: Seat, choose: Callable[[int], int]) -> Move:
    """Return one legal move. Players by chance avoid, where they can, what would leave the table without a way on."""
    found = legal_moves(state, seat)
    kept = [move for move in found if not _leads_nowhere(state, move)] or found
    return kept[choose(len(kept))]


_FEW = 7
"""Cards in all caravans of a seat below which chance gives no further one away."""


def _leads_nowhere(state: State, move: Move) -> bool:
    """Tell whether a move sheds one of few cards, or only turns a patriarch over while the discard is empty."""
    if isinstance(move, asked.UseRemovalAction):
        return _has_few(state, move.seat)
    if isinstance(move, asked.UseCaravanAction):
        effects = actions_of(state, move.card, "caravan")[move.action - 1].effects
        sheds = any(isinstance(effect, TakeOut) and not effect.others and not effect.optional for effect in effects)
        turns = not state.discard and all(isinstance(effect, Flip) for effect in effects)
        return turns or (sheds and _has_few(state, move.seat))
    return isinstance(move, asked.RemoveCard) and _has_few(state, move.seat)


def _has_few(state: State, seat: Seat) -> bool:
    return sum(map(len, state.player(seat).caravans)) < _FEW


def _turns(state: State, seat: Seat) -> Iterator[Move]:
    usable = False
    for card in state.fronts(seat):
        for ground, number in actions.open_actions(state, seat, card):
            usable = True
            if ground == "caravan":
                yield asked.UseCaravanAction(seat=seat, card=card, action=number)
            else:
                yield asked.UseRemovalAction(seat=seat, card=card, action=number)
    blocked = not usable and all(state.is_marked(card) for card in state.fronts(seat))
    for card in passable(state, seat):
        if blocked or not state.is_marked(card):
            yield asked.Pass(seat=seat, card=card)
    if state.rulings.order_timing == "any_time":
        for order in _kinds(state, state.display):
            if not order_obstacles(state, order, Price(state.box.order[order].cost)):
                yield asked.CompleteOrder(seat=seat, order=order)


def _kinds(state: State, cards: Sequence[str]) -> tuple[str, ...]:
    """Return the first card of each kind."""
    kinds: dict[str, str] = {}
    for card in cards:
        kind = state.box.order.get(card) or state.box.person[card]
        kinds.setdefault(kind.title, card)
    return tuple(kinds.values())


def _answers(state: State, choice: Choice) -> Iterator[Move]:
    seat = choice.seat
    effect = actions.awaited_effect(state)
    if choice.kind == "payment":
        price = orders.standing_price(state, effect)
        for goods in order_payments(state, choice.order or "", price):
            yield asked.Pay(seat=seat, goods=goods)
    elif choice.kind == "opponent":
        for opponent in opponents(state, actions.effects_of(state)[choice.effect - 1 :]):
            yield asked.NameOpponent(seat=seat, opponent=opponent)
    elif effect is None:
        for goods in actions.cost_choices(state):
            yield asked.Pay(seat=seat, goods=goods)
    else:
        yield from _effect_answers(state, choice, effect)
        if actions.may_finish(state, effect):
            yield asked.Finish(seat=seat)


def _effect_answers(  # noqa: C901 - a case for each operation
    state: State, choice: Choice, effect: Effect
) -> Iterator[Move]:
    seat = choice.seat
    opponent = state.doing.opponent or ""
    match effect:
        case Gain():
            yield from _gains(state, choice, effect)
        case Lose():
            for goods in goods_moves.loss_choices(state, seat, effect):
                yield asked.Pay(seat=seat, goods=goods)
        case TakeGoods():
            for goods in take_choices(state, opponent, TakeGoods(goods=Goods((), effect.goods.any))):
                yield asked.Take(seat=seat, goods=goods)
        case Convert():
            for give, get in exchanges(state, effect):
                yield asked.Exchange(seat=seat, give=give, get=get)
        case UseStock() if choice.kind == "order":
            for order in _kinds(state, spent_orders(state, opponent, choice.spice or "", effect)):
                yield asked.CompleteOrder(seat=seat, order=order)
        case UseStock():
            for spice in stocked_spices(state, opponent, effect):
                yield asked.UseStock(seat=seat, spice=spice)
        case RecruitCards():
            yield from _recruits(state, seat, effect)
        case CompleteOrders():
            for order in _kinds(state, orders.fitting(state, effect)):
                yield asked.CompleteOrder(seat=seat, order=order)
        case TakeOut():
            for card in removable(state, effect):
                yield asked.RemoveCard(seat=seat, card=card)
        case Shift():
            for card, rows in movable(state, effect):
                for row in rows if effect.caravan == "any" else (None,):
                    yield asked.MoveCard(seat=seat, card=card, caravan=row)
        case _:
            return


def _gains(state: State, choice: Choice, effect: Gain) -> Iterator[Move]:
    if choice.kind == "share":
        _, units = effect.goods.named[choice.done]
        for seats in combinations_with_replacement(state.others(state.mover), units):
            yield asked.Share(seat=choice.seat, seats=seats)
        return
    ways = (
        gain_choices(state, Goods((), effect.goods.any))
        if not effect.others
        else tuple(combinations_with_replacement(state.box.spices, effect.goods.any))
    )
    for goods in ways:
        yield asked.Take(seat=choice.seat, goods=goods)


def _recruits(state: State, seat: Seat, effect: RecruitCards) -> Iterator[Move]:
    rows: tuple[int | None, ...] = own_receiving(state) if effect.anywhere else (None,)
    for card in _kinds(state, recruits.pool(state, effect)):
        for row in rows:
            yield asked.Recruit(seat=seat, card=card, caravan=row)
    if recruits.may_decline(state, effect):
        yield asked.Recruit(seat=seat, card=None)
