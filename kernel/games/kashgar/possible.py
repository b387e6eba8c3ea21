"""Whether an effect can be carried out, and what stands in its way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from events.vocabulary import Seat
from kernel.copies import replace
from kernel.errors import Fact
from kernel.games.kashgar import goods
from kernel.games.kashgar.effects import (
    CompleteOrders,
    Convert,
    Effect,
    Flip,
    Gain,
    Goods,
    Lose,
    RecruitCards,
    SetTracks,
    Shift,
    TakeGoods,
    TakeOut,
    UseStock,
)
from kernel.games.kashgar.obstacle import Obstacle
from kernel.games.kashgar.payable import fitting_obstacles, helped_out, order_obstacles, relieved
from kernel.games.kashgar.state import State


def hindrance(state: State, effects: Sequence[Effect]) -> Obstacle | None:
    """Return what keeps the rest of an action from being carried out in order, None when nothing does.

    What a draw will bring is not known beforehand; nor is what a later choice of cards or orders leaves.
    """
    for place, effect in enumerate(effects):
        found = obstacle(state, effect)
        if found is not None:
            return found
        rest = effects[place + 1 :]
        if all(_is_sure(state, later) for later in rest):
            return None
        if isinstance(effect, Gain | Convert):
            for after in _prospects(state, effect):
                found = hindrance(after, rest)
                if found is None:
                    return None
            return found
    return None


def open_hindrance(state: State, effects: Sequence[Effect]) -> Obstacle | None:
    """Return what keeps an action closed: nothing but its cost where what is possible is done."""
    return None if state.rulings.impossible_effect == "as_far_as_possible" else hindrance(state, effects)


def obstacle(state: State, effect: Effect) -> Obstacle | None:
    """Return what keeps an effect from being carried out by the seat in turn, None when nothing does."""
    match effect:
        case Gain():
            return None if effect.others else _gain(state, effect.goods)
        case Lose() | SetTracks():
            return None
        case TakeGoods():
            return _take(state, effect)
        case Convert():
            return None if effect.least == 0 else _convert(state, effect)
        case UseStock():
            return None if stock_owners(state, effect) else Obstacle("effects.others_stock")
        case RecruitCards():
            return _recruit(state, effect)
        case Flip():
            return None if state.place_of(state.played()) else Obstacle("effects.must_be_possible")
        case CompleteOrders():
            return _orders(state, effect)
        case TakeOut():
            return _take_out(state, effect)
        case Shift():
            return None if movable(state, effect) else Obstacle("effects.must_be_possible", {"cards": 0})
        case _:
            assert_never(effect)


def _is_sure(state: State, effect: Effect) -> bool:
    match effect:
        case Gain():
            return effect.others or state.rulings.track_overflow == "surplus_lost"
        case Lose() | SetTracks():
            return True
        case TakeOut():
            return effect.optional
        case _:
            return False


def _prospects(state: State, effect: Gain | Convert) -> Iterator[State]:
    """Yield the positions that an effect on one's own tracks can lead to."""
    seat, box = state.mover, state.box
    if isinstance(effect, Gain):
        levels = {state.player(seat).tracks} if effect.others else gained_levels(state, effect.goods)
    else:
        reached = {state.player(seat).tracks}
        levels = set(reached) if effect.least == 0 else set()
        for done in range(1, effect.most + 1):
            at = (state.but(seat, tracks=tracks) for tracks in reached)
            reached = {
                goods.more(box, goods.less(box, before.player(seat).tracks, given(before, effect.give, give)), taken)
                for before in at
                for give, get in exchanges(before, effect)
                for taken in (given(before, effect.get, get),)
            }
            levels |= reached if done >= effect.least else set()
    for tracks in sorted(levels):
        yield state.but(seat, tracks=tracks)


def given(state: State, amount: Goods, chosen: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Return an amount with its units of choice chosen, as (resource, units)."""
    total = dict(amount.named)
    for resource in chosen:
        total[resource] = total.get(resource, 0) + 1
    return tuple((resource, total[resource]) for resource in state.box.resources if resource in total)


def gain_choices(state: State, amount: Goods) -> tuple[tuple[str, ...], ...]:
    """Return how the seat in turn may choose the units of a gain."""
    ways = goods.choices(state.box.spices, amount.any)
    if state.rulings.track_overflow == "surplus_lost":
        return ways
    levels = state.player(state.mover).tracks
    return tuple(way for way in ways if not goods.overflows(state.box, levels, given(state, amount, way)))


def gained_levels(state: State, amount: Goods) -> set[tuple[int, ...]]:
    """Return the levels that a gain of the seat in turn can lead to."""
    levels = state.player(state.mover).tracks
    return {goods.more(state.box, levels, given(state, amount, way)) for way in gain_choices(state, amount)}


def _gain(state: State, amount: Goods) -> Obstacle | None:
    if state.rulings.track_overflow == "surplus_lost" or gain_choices(state, amount):
        return None
    return Obstacle("storage.surplus_lost")


def exchanges(state: State, effect: Convert) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Return the choices for one exchange: (units given, units got)."""
    box, levels = state.box, state.player(state.mover).tracks
    if goods.lacking(box, levels, effect.give):
        return ()
    mixed = state.rulings.any_spice_mixed == "may_differ"
    gives = goods.spice_choices(box, levels, effect.give, mixed=mixed)
    gets = goods.choices(box.spices, effect.get.any)
    if state.rulings.track_overflow == "surplus_lost":
        return tuple((give, get) for give in gives for get in gets)
    return tuple(
        (give, get)
        for give in gives
        for left in (goods.less(box, levels, given(state, effect.give, give)),)
        for get in gets
        if not goods.overflows(box, left, given(state, effect.get, get))
    )


def _convert(state: State, effect: Convert) -> Obstacle | None:
    levels = state.player(state.mover).tracks
    for resource, units, held in goods.lacking(state.box, levels, effect.give):
        facts: Mapping[str, Fact] = {"resource": resource, "needs": units, "has": held}
        return Obstacle("storage.full_payment", facts, {resource: units - held})
    mixed = state.rulings.any_spice_mixed == "may_differ"
    if not goods.spice_choices(state.box, levels, effect.give, mixed=mixed):
        return Obstacle("storage.full_payment", {"same_kind": effect.give.any})
    if not exchanges(state, effect):
        return Obstacle("storage.surplus_lost")
    return (
        None if effect.least == 1 or any(True for _ in _prospects(state, effect)) else Obstacle("storage.full_payment")
    )


def candidates(state: State) -> tuple[Seat, ...]:
    """Return whom the action may strike: the one named, or any other player."""
    named = state.doing.opponent
    return (named,) if named is not None else state.others(state.mover)


def held(state: State, seat: Seat, amount: Goods) -> int:
    """Return how many units of what is named a seat holds; any spice counts the spices."""
    tracks, box = state.player(seat).tracks, state.box
    named = sum(min(units, tracks[box.places[resource]]) for resource, units in amount.named)
    return named + min(amount.any, sum(tracks[place] for place in box.spice_places))


def takeable_from(state: State, effect: TakeGoods) -> tuple[Seat, ...]:
    """Return from whom goods can be taken."""
    return tuple(seat for seat in candidates(state) if held(state, seat, effect.goods) and _room(state, seat, effect))


def _take(state: State, effect: TakeGoods) -> Obstacle | None:
    if takeable_from(state, effect):
        return None
    if any(held(state, seat, effect.goods) for seat in candidates(state)):
        return Obstacle("storage.surplus_lost")
    return Obstacle("effects.must_be_possible", {"held": 0})


def _room(state: State, seat: Seat, effect: TakeGoods) -> bool:
    return state.rulings.track_overflow == "surplus_lost" or bool(take_choices(state, seat, effect))


def take_choices(state: State, seat: Seat, effect: TakeGoods) -> tuple[tuple[str, ...], ...]:
    """Return how the units of choice can be taken from an opponent; one empty choice where there is none."""
    box = state.box
    theirs, mine = state.player(seat).tracks, state.player(state.mover).tracks
    named = tuple((resource, min(n, theirs[box.places[resource]])) for resource, n in effect.goods.named)
    left = goods.less(box, theirs, named)
    units = min(effect.goods.any, sum(left[place] for place in box.spice_places))
    ways = goods.spice_choices(box, left, Goods((), units), mixed=True)
    if state.rulings.track_overflow == "surplus_lost":
        return ways
    return tuple(way for way in ways if not goods.overflows(box, mine, given(state, Goods(named), way)))


def stock_owners(state: State, effect: UseStock) -> tuple[Seat, ...]:
    """Return in whose stock the seat in turn may profit."""
    return tuple(seat for seat in candidates(state) if stocked_spices(state, seat, effect))


def stocked_spices(state: State, seat: Seat, effect: UseStock) -> tuple[str, ...]:
    """Return the spices that an opponent holds more of, and that help."""
    tracks, mine = state.player(seat).tracks, state.player(state.mover).tracks
    places = state.box.places
    more = tuple(spice for spice in state.box.spices if tracks[places[spice]] > mine[places[spice]])
    if state.rulings.baker_stock == "spend":
        return tuple(spice for spice in more if spent_orders(state, seat, spice, effect))
    return more


def spent_orders(state: State, seat: Seat, spice: str, effect: UseStock) -> tuple[str, ...]:
    """Return the open orders that can be completed with an opponent's spice."""
    found = []
    for order in state.display:
        units = helped_out(state, seat, spice, order, effect)
        if units and not order_obstacles(state, order, relieved(state, order, spice, units)):
            found.append(order)
    return tuple(found)


def _recruit(state: State, effect: RecruitCards) -> Obstacle | None:
    if effect.source == "set_aside":
        return None if state.set_aside else Obstacle("recruit.set_aside_patriarch", {"cards": 0})
    if effect.source == "discard":
        waits = state.discard or state.rulings.empty_discard == "no_effect"
        return None if waits else Obstacle("recruit.matriarch_any_discard", {"discard": 0})
    if effect.source == "special":
        waits = state.decks.special or state.rulings.special_deck_empty == "no_effect"
        return None if waits else Obstacle("recruit.special_unseen", {"special": 0})
    cards = state.decks.standard_size
    if state.rulings.standard_deck_empty != "no_more_cards":
        cards += len(state.discard)
    return None if cards else Obstacle("recruit.deck_runs_out", {"cards": 0})


def _orders(state: State, effect: CompleteOrders) -> Obstacle | None:
    if effect.source == "deck":
        cards = len(state.decks.orders) + len(state.decks.bottom)
        return None if cards else Obstacle("orders.drawn", {"orders": 0})
    fitting = 0
    nearest: list[Obstacle] = []
    for order in state.display:
        found = fitting_obstacles(state, order, effect)
        fitting += not found
        if found and (not nearest or len(found) < len(nearest)):
            nearest = found
    if fitting >= max(effect.least, 1) or effect.least == 0:
        return None
    return nearest[0] if nearest else Obstacle("orders.refill", {"display": len(state.display)})


def _take_out(state: State, effect: TakeOut) -> Obstacle | None:
    if effect.optional or len(removable(state, effect)) >= effect.count:
        return None
    return Obstacle("effects.must_be_possible", {"needs": effect.count, "cards": len(removable(state, effect))})


def removable(state: State, effect: TakeOut) -> tuple[str, ...]:
    """Return the cards that an effect may take out, caravan by caravan."""
    played = state.played()
    owners = candidates(state) if effect.others else (state.mover,)
    rows = (row for seat in owners for row in state.player(seat).caravans)
    cards = (card for row in rows for card in (row[:1] if effect.front else row))
    return tuple(card for card in cards if _may_leave(state, card, effect.spared) and is_fair_aim(state, card, played))


def _may_leave(state: State, card: str, spared: tuple[str, ...]) -> bool:
    deck = state.person(card).deck
    return deck not in spared and (deck != "patriarch" or state.rulings.patriarch_removable == "yes")


def is_fair_aim(state: State, card: str, played: str) -> bool:
    """Tell whether an effect on another own card may hit a card."""
    return card != played or state.rulings.effect_on_played_card == "allowed"


def movable(state: State, effect: Shift) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the cards that an effect may move, each with the caravans it may go to."""
    found: list[tuple[str, tuple[int, ...]]] = []
    if effect.place == "played":
        card = state.played()
        if state.place_of(card) is None:
            return ()
        seats = (state.mover,) if effect.owner == "self" else candidates(state)
        rows = tuple(sorted({row for seat in seats for row in _receiving(state, seat)}))
        return ((card, rows),) if rows else ()
    for seat in candidates(state):
        for number, cards in enumerate(state.player(seat).caravans, 1):
            if not cards:
                continue
            card = cards[0] if effect.place == "front" else cards[-1]
            if state.person(card).deck in effect.spared:
                continue
            rows = _targets(state, effect, seat, number)
            if rows:
                found.append((card, rows))
    return tuple(found)


def _targets(state: State, effect: Shift, seat: Seat, number: int) -> tuple[int, ...]:
    if effect.caravan == "same":
        return (number,)
    if effect.caravan == "this":
        return (state.doing.caravan,)
    owner = state.mover if effect.owner == "self" else seat
    return tuple(row for row in _receiving(state, owner) if owner != seat or row != number)


def _receiving(state: State, seat: Seat) -> tuple[int, ...]:
    """Return the caravans (from 1) of a seat that may receive a person."""
    rows = tuple(enumerate(state.player(seat).caravans, 1))
    if state.rulings.emptied_caravan == "stays_open":
        return tuple(number for number, _ in rows)
    own = state.doing.caravan if seat == state.mover else 0
    return tuple(number for number, cards in rows if cards or number == own)


def own_receiving(state: State) -> tuple[int, ...]:
    """Return the caravans (from 1) into which the seat in turn may recruit."""
    return _receiving(state, state.mover)


def with_opponent(state: State, seat: Seat) -> State:
    """Return the position with an opponent named."""
    return replace(state, action=replace(state.doing, opponent=seat))


def needs_opponent(effect: Effect) -> bool:
    """Tell whether an effect strikes a chosen player."""
    match effect:
        case TakeGoods() | UseStock():
            return True
        case TakeOut():
            return effect.others
        case Shift():
            return effect.place != "played" or effect.owner == "opponent"
        case _:
            return False


def opponents(state: State, effects: Sequence[Effect]) -> tuple[Seat, ...]:
    """Return whom the rest of an action may strike so that it can be carried out, clockwise."""
    fair = tuple(seat for seat in state.others(state.mover) if obstacle(with_opponent(state, seat), effects[0]) is None)
    best = tuple(seat for seat in fair if hindrance(with_opponent(state, seat), effects) is None)
    return best or fair
