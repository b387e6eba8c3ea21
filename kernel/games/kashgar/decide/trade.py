"""Effects that trade: exchanges, and the profit from another's stock."""

from __future__ import annotations

from events.games.kashgar.events import ChoiceOpened
from events.games.kashgar.moves import CompleteOrder, Exchange, UseStock
from events.vocabulary import Seat
from kernel.chance import Chance
from kernel.copies import replace
from kernel.errors import Checks
from kernel.games.kashgar import effects, goods
from kernel.games.kashgar.decide.goods_moves import as_written, check_spices, gain, lose, pay, struck
from kernel.games.kashgar.decide.guards import awaited, note
from kernel.games.kashgar.decide.orders import begin_payment
from kernel.games.kashgar.payable import helped_out, order_obstacles, relieved
from kernel.games.kashgar.possible import exchanges, given, stocked_spices
from kernel.games.kashgar.state import State, Step


def begin_convert(state: State, number: int, effect: effects.Convert) -> Step:
    """Offer the first exchange."""
    return (yield from _offer(state, number, effect, 0))


def _offer(state: State, number: int, effect: effects.Convert, done: int) -> Step:
    if done < effect.most and exchanges(state, effect):
        cites = ("effects.in_order", as_written(state))
        state = yield ChoiceOpened(seat=state.mover, choice="exchange", effect=number, done=done, cites=cites)
    return state


def answer_exchange(state: State, move: Exchange, effect: effects.Convert) -> Step:
    """Make one exchange, complete before the next."""
    check = Checks()
    choice = awaited(check, state, move, ("exchange",))
    check_spices(check, state, move.give, effect.give.any)
    check_spices(check, state, move.get, effect.get.any)
    check.settle()
    if (move.give, move.get) not in exchanges(state, effect):
        levels = state.player(move.seat).tracks
        give = effects.Goods(given(state, effect.give, move.give))
        for resource, units, has in goods.lacking(state.box, levels, give):
            check("storage.full_payment", holds=False, resource=resource, needs=units, has=has)
        check("effects.any_spice", state.rulings.any_spice_mixed == "may_differ" or len(set(move.give)) <= 1)
        check("storage.surplus_lost", state.rulings.track_overflow == "surplus_lost", goods=move.get)
        check.settle()
    cites = (as_written(state),)
    state = yield from pay(state, move.seat, given(state, effect.give, move.give), cites)
    state = yield from gain(state, move.seat, given(state, effect.get, move.get), cites)
    return (yield from _offer(state, choice.effect, effect, choice.done + 1))


def begin_use_stock(state: State, number: int) -> Step:
    """Ask for the spice."""
    cites = ("effects.others_stock", "effects.in_order")
    return (yield ChoiceOpened(seat=state.mover, choice="stock", effect=number, done=0, cites=cites))


def answer_use_stock(state: State, move: UseStock, effect: effects.UseStock, opponent: Seat) -> Step:
    """Profit from the named opponent's spice, as the ruling on the Baker has it."""
    check = Checks()
    choice = awaited(check, state, move, ("stock",))
    check("effects.any_spice", move.spice in state.box.spices, goods=move.spice)
    check.settle()
    has, mine = state.level(opponent, move.spice), state.level(move.seat, move.spice)
    check("effects.others_stock", has > mine, needs=mine + 1, has=has)
    check("effects.others_stock", has <= mine or move.spice in stocked_spices(state, opponent, effect))
    check.settle()
    cites = struck(state, "effects.others_stock")
    match state.rulings.baker_stock:
        case "copy":
            return (yield from gain(state, move.seat, ((move.spice, min(effect.most, has - mine)),), cites))
        case "take":
            # No more than there is room for: nothing of another's stock is lost.
            room = state.box.tops[state.box.places[move.spice]] - mine
            units = ((move.spice, min(effect.most, has, room)),)
            state = yield from lose(state, opponent, units, cites)
            return (yield from gain(state, move.seat, units, cites))
        case "spend":
            opened = ChoiceOpened(
                seat=move.seat, choice="order", effect=choice.effect, done=0, spice=move.spice, cites=cites
            )
            return (yield opened)


def answer_spent_order(
    state: State, move: CompleteOrder, effect: effects.UseStock, opponent: Seat, chance: Chance
) -> Step:
    """Complete an open order with an opponent's spice, and pay the rest."""
    check = Checks()
    choice = awaited(check, state, move, ("order",))
    spice = choice.spice or ""
    check("orders.only_by_action", move.order in state.display, order=move.order)
    check.settle()
    units = helped_out(state, opponent, spice, move.order, effect)
    price = relieved(state, move.order, spice, units)
    check("effects.others_stock", units, spice=spice, units=units)
    note(check, order_obstacles(state, move.order, price))
    check.settle()
    state = yield from lose(state, opponent, ((spice, units),), struck(state, "effects.others_stock"))
    waits = replace(choice, done=units)
    return (yield from begin_payment(state, move.order, price, waits, chance))
