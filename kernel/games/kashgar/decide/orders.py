"""Orders: which can be completed, how they are paid, and how the display is filled again."""

from __future__ import annotations

from typing import Literal

from events.games.kashgar import events as happened
from events.games.kashgar.moves import CompleteOrder, Pay
from events.vocabulary import Cites
from kernel.chance import Chance
from kernel.errors import Checks
from kernel.games.kashgar import goods
from kernel.games.kashgar.decide.goods_moves import as_written, pay
from kernel.games.kashgar.decide.guards import awaited, check_clockwise, note
from kernel.games.kashgar.decide.points import order_scored
from kernel.games.kashgar.effects import CompleteOrders, Effect, Goods, UseStock
from kernel.games.kashgar.payable import (
    Price,
    fitting_obstacles,
    order_obstacles,
    order_payments,
    price_of,
    relieved,
)
from kernel.games.kashgar.state import Choice, State, Step

Source = Literal["display", "deck"]


def begin_orders(state: State, number: int, effect: CompleteOrders, chance: Chance) -> Step:
    """Turn orders up, where the card says so, and offer what can be completed."""
    if effect.source == "deck":
        orders = top_orders(state, effect.draw, chance)
        state = yield happened.OrdersDrawn(seat=state.mover, orders=orders, cites=("orders.drawn", as_written(state)))
    return (yield from _offer(state, number, effect, 0, chance))


def fitting(state: State, effect: CompleteOrders) -> tuple[str, ...]:
    """Return the orders that an effect can complete now."""
    pool = state.display if effect.source == "display" else state.turned_up
    return tuple(order for order in pool if not fitting_obstacles(state, order, effect))


def _offer(state: State, number: int, effect: CompleteOrders, done: int, chance: Chance) -> Step:
    if (effect.most is None or done < effect.most) and fitting(state, effect):
        chosen = effect.classes is not None or effect.orders is not None
        cites: Cites = ("effects.in_order", as_written(state), *(("orders.filter",) if chosen else ()))
        return (yield happened.ChoiceOpened(seat=state.mover, choice="order", effect=number, done=done, cites=cites))
    return (yield from close_orders(state, effect, done, chance))


def close_orders(state: State, effect: CompleteOrders, done: int, chance: Chance) -> Step:
    """Put away what was turned up and not completed. done: orders completed by this effect."""
    if effect.source == "display":
        return state
    if state.rulings.drawn_orders_events == "all_at_once" and done:
        orders = state.player(state.mover).orders
        before = state.but(state.mover, orders=orders[:-done])
        state = yield from order_scored(state, before, state.mover, orders[-done:])
    if state.turned_up:
        state = yield from _put_back(state)
    if done and state.rulings.drawn_orders_refill == "always_one":
        # Under this ruling each completion turns one up, whether or not the order lay in the display.
        for order in top_orders(state, done, chance):
            state = yield happened.OrderTurnedUp(order=order, cites=("orders.refill",))
    return state


def _put_back(state: State) -> Step:
    orders, cites = state.turned_up, ("orders.drawn_rest",)
    match state.rulings.drawn_orders_rest:
        case "bottom":
            return (yield happened.OrdersPutBack(orders=orders, to="bottom", cites=cites))
        case "out_of_game":
            return (yield happened.OrdersPutBack(orders=orders, to="out_of_game", cites=cites))
        case "shuffled_in":
            state = yield happened.OrdersPutBack(orders=orders, to="deck", cites=cites)
            return (yield happened.OrderDeckShuffled(epoch=state.decks.orders_epoch + 1, cites=cites))


def answer_order(state: State, move: CompleteOrder, effect: CompleteOrders, chance: Chance) -> Step:
    """Complete one order; then the next is offered."""
    check = Checks()
    choice = awaited(check, state, move, ("order",))
    pool = state.display if effect.source == "display" else state.turned_up
    clause = "orders.only_by_action" if effect.source == "display" else "orders.drawn"
    check(clause, move.order in pool, order=move.order, open=pool)
    check.settle()
    note(check, fitting_obstacles(state, move.order, effect))
    check.settle()
    waiting = state.choice
    state = yield from begin_payment(state, move.order, price_of(state, move.order, effect), choice, chance)
    if state.choice is not waiting:
        return state
    return (yield from _offer(state, choice.effect, effect, choice.done + 1, chance))


def begin_payment(state: State, order: str, price: Price, choice: Choice, chance: Chance) -> Step:
    """Pay an order and complete it; where it can be paid in several ways, ask which."""
    ways = order_payments(state, order, price)
    if len(ways) > 1:
        return (
            yield happened.ChoiceOpened(
                seat=choice.seat,
                choice="payment",
                effect=choice.effect,
                done=choice.done,
                order=order,
                spice=choice.spice,
                cites=("orders.pay_cost",),
            )
        )
    state = yield from _pay(state, price.cost, ways[0])
    return (yield from _complete(state, order, chance, free=price.cost == Goods()))


def _pay(state: State, cost: Goods, paid: tuple[str, ...]) -> Step:
    printed, box = dict(cost.named), state.box
    spices_over = cost.any
    for resource, units in goods.counted(box, paid):
        cites: Cites = ("orders.pay_cost",)
        if resource == "mule":
            cites += ("orders.mixed_cost",)
        over = units - printed.get(resource, 0)
        if over > 0 and resource in box.spices:
            chosen = min(over, spices_over)
            over, spices_over = over - chosen, spices_over - chosen
            if chosen:
                cites += ("effects.any_spice",)
        if over > 0:
            cites += ("orders.substitute", "general.card_text_first")
        state = yield from pay(state, state.mover, ((resource, units),), cites)
    return state


def standing_price(state: State, effect: Effect | None) -> Price:
    """Return what the order that waits for its payment costs."""
    choice = state.awaited
    order = choice.order or ""
    if isinstance(effect, UseStock):
        return relieved(state, order, choice.spice or "", choice.done)
    return Price(state.box.order[order].cost, effect.substitutes if isinstance(effect, CompleteOrders) else ())


def answer_payment(state: State, move: Pay, effect: Effect | None, chance: Chance) -> Step:
    """Pay the order as chosen and complete it; then the next is offered. effect: None aside from any card."""
    check = Checks()
    choice = awaited(check, state, move, ("payment",))
    order = choice.order or ""
    price = standing_price(state, effect)
    check("orders.pay_cost", goods.is_sorted(state.box, move.goods), goods=move.goods)
    check.settle()
    tracks = state.player(move.seat).tracks
    for resource, units, has in goods.lacking(state.box, tracks, Goods(goods.counted(state.box, move.goods))):
        check("storage.full_payment", holds=False, resource=resource, needs=units, has=has)
    clause = "orders.substitute" if price.standing else "orders.pay_cost"
    check(clause, move.goods in order_payments(state, order, price), goods=move.goods)
    check.settle()
    state = yield from _pay(state, price.cost, move.goods)
    state = yield from _complete(state, order, chance, free=False)
    if isinstance(effect, CompleteOrders):
        return (yield from _offer(state, choice.effect, effect, choice.done + 1, chance))
    return state


def _complete(state: State, order: str, chance: Chance, *, free: bool) -> Step:
    before, seat = state, state.mover
    source: Source = "display" if order in state.display else "deck"
    cites: Cites = ("orders.lay_open", "orders.only_by_action")
    if free and state.box.order[order].cost != Goods():
        cites += ("orders.free",)
    if state.box.order[order].mules:
        cites += ("orders.mules_held",)
    state = yield happened.OrderCompleted(seat=seat, order=order, source=source, cites=cites)
    if source == "display" or state.rulings.drawn_orders_events == "one_by_one":
        state = yield from order_scored(state, before, seat, (order,))
    if source == "display" and state.rulings.refill_timing == "at_once":
        state = yield from refill(state, chance)
    return state


def refill(state: State, chance: Chance) -> Step:
    """Turn orders up until the display is full again, or the deck empty."""
    while len(state.display) < state.box.display:
        orders = top_orders(state, 1, chance)
        if not orders:
            break
        state = yield happened.OrderTurnedUp(order=orders[0], cites=("orders.refill",))
    else:
        return state
    if state.rulings.order_deck_empty == "game_ends" and state.end is None:
        state = yield happened.EndSetOff(seat=None, during=state.mover, cites=("orders.refill", "end.trigger"))
    return state


def top_orders(state: State, count: int, chance: Chance) -> tuple[str, ...]:
    """Return the next orders of the deck, fewer if it holds fewer: the shuffled ones, then those put under them."""
    decks = state.decks
    shuffled = min(count, len(decks.orders))
    drawn = chance.draw(f"deck/orders/{decks.orders_epoch}", decks.orders, count=shuffled)
    return (*drawn, *decks.bottom[: count - shuffled])


def complete_aside(state: State, move: CompleteOrder, chance: Chance) -> Step:
    """Complete an order without a card, where the ruling allows that."""
    check = Checks()
    check("orders.only_by_action", state.rulings.order_timing == "any_time", order=move.order)
    check_clockwise(check, state, move.seat)
    check("orders.only_by_action", move.order in state.display, order=move.order, open=state.display)
    check.settle()
    price = Price(state.box.order[move.order].cost)
    note(check, order_obstacles(state, move.order, price))
    check.settle()
    aside = Choice(move.seat, "order", 0, 0, None, None)
    state = yield from begin_payment(state, move.order, price, aside, chance)
    if state.choice is None:
        state = yield from resume_turn(state, chance)
    return state


def resume_turn(state: State, chance: Chance) -> Step:
    """Go on with a turn after an order was completed aside from any card."""
    state = yield from refill(state, chance)
    return (yield happened.TurnResumed(seat=state.mover, cites=("orders.only_by_action",)))
