"""Effects on tracks: gains, losses, levels set, goods taken, gifts shared."""

from __future__ import annotations

from collections.abc import Sequence

from events.games.kashgar.events import ChoiceKind, ChoiceOpened, GoodsGained, GoodsLost, GoodsPaid, TrackSet
from events.games.kashgar.moves import Pay, Share, Take
from events.vocabulary import Cites, Seat
from kernel.errors import Checks
from kernel.games.kashgar import goods
from kernel.games.kashgar.decide.guards import AS_WRITTEN, awaited
from kernel.games.kashgar.effects import Gain, Goods, Lose, SetTracks, TakeGoods
from kernel.games.kashgar.possible import gain_choices, take_choices
from kernel.games.kashgar.state import State, Step

Counted = Sequence[tuple[str, int]]


def as_written(state: State) -> str:
    """Return the clause that has the card's action carried out as it says."""
    return AS_WRITTEN[state.doing.ground]


def pay(state: State, seat: Seat, amounts: Counted, cites: Cites) -> Step:
    """Pay goods, track by track."""
    for resource, amount in amounts:
        if amount:
            state = yield GoodsPaid(seat=seat, resource=resource, amount=amount, cites=cites)
    return state


def gain(state: State, seat: Seat, amounts: Counted, cites: Cites) -> Step:
    """Gain goods, track by track, as far as there is room."""
    for resource, amount in amounts:
        if not amount:
            continue
        room = state.box.tops[state.box.places[resource]] - state.level(seat, resource)
        lost = max(0, amount - room)
        over: Cites = ("storage.surplus_lost", "storage.range") if lost else ()
        state = yield GoodsGained(seat=seat, resource=resource, amount=amount - lost, lost=lost, cites=(*cites, *over))
    return state


def lose(state: State, seat: Seat, amounts: Counted, cites: Cites) -> Step:
    """Lose goods, or what there is of them, track by track."""
    for resource, amount in amounts:
        less = min(amount, state.level(seat, resource))
        if less:
            state = yield GoodsLost(seat=seat, resource=resource, amount=less, cites=cites)
    return state


def begin_gain(state: State, number: int, effect: Gain) -> Step:
    """Raise the tracks; a choice of spices waits for its owner."""
    if effect.others:
        if state.rulings.gate_guard_gift == "shared" and effect.goods.named:
            return (yield from _offer_share(state, number, 0))
        return (yield from _others_gain(state, number, effect, state.others(state.mover)))
    state = yield from gain(state, state.mover, effect.goods.named, (as_written(state),))
    if effect.goods.any:
        state = yield _opened(state.mover, "take", number)
    return state


def _opened(seat: Seat, choice: ChoiceKind, number: int, done: int = 0) -> ChoiceOpened:
    cites = ("effects.in_order", "effects.any_spice") if choice != "share" else ("effects.in_order",)
    return ChoiceOpened(seat=seat, choice=choice, effect=number, done=done, cites=cites)


def _others_gain(state: State, number: int, effect: Gain, seats: Sequence[Seat]) -> Step:
    shared = state.rulings.gate_guard_gift == "shared"
    for seat in seats:
        named = () if shared else effect.goods.named
        state = yield from gain(state, seat, named, ("effects.others_gain_or_lose",))
        if effect.goods.any:
            return (yield _opened(seat, "take", number))
    return state


def answer_take(state: State, move: Take, effect: Gain) -> Step:
    """Take the spices chosen; then it is the next seat's choice, where all others gain."""
    check = Checks()
    choice = awaited(check, state, move, ("take",))
    check_spices(check, state, move.goods, effect.goods.any)
    if not effect.others:
        fits = move.goods in gain_choices(state, Goods((), effect.goods.any))
        fits = fits or state.rulings.track_overflow == "surplus_lost"
        check("storage.surplus_lost", fits)
        check("storage.range", fits)
        check("storage.range", fits or state.rulings.track_overflow == "surplus_lost")
    check.settle()
    cite = "effects.others_gain_or_lose" if effect.others else as_written(state)
    state = yield from gain(state, move.seat, goods.counted(state.box, move.goods), (cite, "effects.any_spice"))
    if not effect.others:
        return state
    seats = state.others(state.mover)
    return (yield from _others_gain(state, choice.effect, effect, seats[seats.index(move.seat) + 1 :]))


def check_spices(check: Checks, state: State, chosen: tuple[str, ...], units: int) -> None:
    """Ask for a number of spices, named in the order of the board."""
    spices = all(resource in state.box.spices for resource in chosen)
    check("effects.any_spice", spices and goods.is_sorted(state.box, chosen), goods=chosen)
    check("effects.any_spice", len(chosen) == units, needs=units, has=len(chosen))


def _offer_share(state: State, number: int, done: int) -> Step:
    return (yield _opened(state.mover, "share", number, done))


def answer_share(state: State, move: Share, effect: Gain) -> Step:
    """Split one resource of a gift among the others."""
    check = Checks()
    choice = awaited(check, state, move, ("share",))
    resource, units = effect.goods.named[choice.done]
    others = state.others(state.mover)
    known = [others.index(seat) for seat in move.seats if seat in others]
    check("effects.others_gain_or_lose", len(known) == len(move.seats) and known == sorted(known), seats=others)
    check("effects.others_gain_or_lose", len(move.seats) == units, needs=units, has=len(move.seats))
    check.settle()
    for seat in others:
        amounts = ((resource, move.seats.count(seat)),)
        state = yield from gain(state, seat, amounts, ("effects.others_gain_or_lose",))
    if choice.done + 1 < len(effect.goods.named):
        return (yield from _offer_share(state, choice.effect, choice.done + 1))
    if effect.goods.any:
        return (yield from _others_gain(state, choice.effect, effect, others))
    return state


def begin_lose(state: State, number: int, effect: Lose) -> Step:
    """Lower the tracks of all others; who may choose among spices is asked, clockwise."""
    return (yield from _others_lose(state, number, effect, state.others(state.mover)))


def _others_lose(state: State, number: int, effect: Lose, seats: Sequence[Seat]) -> Step:
    cites = ("effects.others_gain_or_lose",)
    for seat in seats:
        state = yield from lose(state, seat, effect.goods.named, cites)
        ways = loss_choices(state, seat, effect)
        if len(ways) > 1:
            return (yield _opened(seat, "lose", number))
        state = yield from lose(state, seat, goods.counted(state.box, ways[0]), cites)
    return state


def loss_choices(state: State, seat: Seat, effect: Lose) -> tuple[tuple[str, ...], ...]:
    """Return how a seat can choose the spices that it loses: as many as are due, or all it has."""
    tracks, box = state.player(seat).tracks, state.box
    units = min(effect.goods.any, sum(tracks[place] for place in box.spice_places))
    return goods.spice_choices(box, tracks, Goods((), units), mixed=True)


def answer_lose(state: State, move: Pay, effect: Lose) -> Step:
    """Give up the spices chosen; then it is the next seat's turn to lose."""
    check = Checks()
    choice = awaited(check, state, move, ("lose",))
    ways = loss_choices(state, move.seat, effect)
    check_spices(check, state, move.goods, len(ways[0]))
    check.settle()
    check("effects.others_gain_or_lose", move.goods in ways, goods=move.goods)
    check.settle()
    counted = goods.counted(state.box, move.goods)
    state = yield from lose(state, move.seat, counted, ("effects.others_gain_or_lose", "effects.any_spice"))
    seats = state.others(state.mover)
    return (yield from _others_lose(state, choice.effect, effect, seats[seats.index(move.seat) + 1 :]))


def begin_set(state: State, effect: SetTracks) -> Step:
    """Put tracks of all others on a level."""
    for seat in state.others(state.mover):
        for resource, level in effect.levels:
            held = state.level(seat, resource)
            lowers = held > level or state.rulings.set_track_up == "exact"
            if held != level and lowers:
                state = yield TrackSet(seat=seat, resource=resource, level=level, cites=("effects.set_track",))
    return state


def struck(state: State, *cites: str) -> Cites:
    """Return citations for what an action does to its opponent."""
    extra = state.person(state.doing.card).deck == "additional"
    return (*cites, "effects.one_opponent", *(("variant.strikes_others",) if extra else ()))


def begin_take_goods(state: State, number: int, effect: TakeGoods, opponent: Seat) -> Step:
    """Take from the named opponent; spices of choice wait for the seat in turn."""
    for resource, units in effect.goods.named:
        state = yield from _moved(state, opponent, ((resource, min(units, state.level(opponent, resource))),))
    ways = take_choices(state, opponent, TakeGoods(goods=Goods((), effect.goods.any)))
    if ways and ways != ((),):
        state = yield _opened(state.mover, "take_from", number)
    return state


def _moved(state: State, opponent: Seat, amounts: Counted) -> Step:
    cites = struck(state, as_written(state))
    state = yield from lose(state, opponent, amounts, cites)
    return (yield from gain(state, state.mover, amounts, cites))


def answer_take_goods(state: State, move: Take, effect: TakeGoods, opponent: Seat) -> Step:
    """Take the spices chosen from the named opponent."""
    check = Checks()
    awaited(check, state, move, ("take_from",))
    ways = take_choices(state, opponent, TakeGoods(goods=Goods((), effect.goods.any)))
    check_spices(check, state, move.goods, len(ways[0]))
    check.settle()
    check("effects.must_be_possible", move.goods in ways, goods=move.goods)
    check.settle()
    return (yield from _moved(state, opponent, goods.counted(state.box, move.goods)))
