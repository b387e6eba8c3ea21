"""Every journey that a seat can make: from the Travel space, for a symbol, or going on."""

from __future__ import annotations

from collections.abc import Iterator

from events.games.marco_polo.moves import DieRef, Move, Step, Travel
from events.vocabulary import Seat
from kernel.games.marco_polo.decide.placing import is_barred, price_of
from kernel.games.marco_polo.decide.stepping import may_decline_steps, may_stop, price_of_leg
from kernel.games.marco_polo.hands import handfuls, lowest, pairs_by_lowest
from kernel.games.marco_polo.state import Journey, State, colour_of
from kernel.games.marco_polo.walking import Walk, can_walk, listed_legs, moved


def travels(state: State, seat: Seat, room: int) -> Iterator[Move]:
    """List the journeys from the Travel space. room: about how many there may be; more are split into legs."""
    barred = is_barred(state, seat, "travel")
    coins = state.has(seat, "coin")
    by_lowest: dict[int, list[tuple[DieRef, ...]]] = {}
    for dice in handfuls(state, seat, 2):
        if not barred or all(colour_of(die.id) != seat for die in dice):
            by_lowest.setdefault(lowest(dice), []).append(dice)
    if not by_lowest:
        return
    most, layers = listed_legs(state, seat, pairs_by_lowest(state, seat), travel=True, room=room)
    for low, pairs in sorted(by_lowest.items()):
        left = coins - price_of(state, seat, "travel", low)
        for length, layer in enumerate(layers[:low], 1):
            for walk in layer:
                for on, band in _ways_to_pay(state, seat, walk, low=low, coins=left, most=most):
                    for dice in pairs:
                        yield Travel(seat=seat, dice=dice, path=walk[0], figures=_figures(walk), on=on, band=band)
            if length == most:
                break


def _ways_to_pay(  # noqa: PLR0913 - what a walk is bound by
    state: State, seat: Seat, walk: Walk, *, low: int, coins: int, most: int
) -> Iterator[tuple[bool, int]]:
    """List whether a walk may end or go on, and the number of steps paid for. coins: once the space is paid."""
    prices, steps = state.box.prices, len(walk[0])
    if prices[steps] + walk[2] > coins:
        return
    exact = state.rulings.travel_distance == "exact"
    if not exact or steps == low:
        yield False, 0
    if state.rulings.paid_steps == "bought_band" and (not exact or steps == low):
        for band in range(steps + 1, low + 1):
            if prices[band] + walk[2] <= coins:
                yield False, band
    if steps == most < low and (not exact or _finishes(state, seat, walk, low - steps, coins - prices[low])):
        yield True, 0


def _finishes(state: State, seat: Seat, walk: Walk, rest: int, coins: int) -> bool:
    places, figures, coin, camel = walk
    after = moved(state.player(seat).figures, places, figures)
    coins, camels = coins - coin, state.has(seat, "camel") - camel
    return coins >= 0 and can_walk(state, seat, after, travel=True, steps=rest, coins=coins, camels=camels)


def _figures(walk: Walk) -> tuple[int, ...]:
    """Return the figures of a walk as a move names them: none where figure 1 makes all steps."""
    return () if all(figure == 1 for figure in walk[1]) else walk[1]


def symbol_steps(state: State, seat: Seat) -> Iterator[Move]:
    """List what can be done with the steps of a symbol."""
    amount = state.owing[0].amount
    most, layers = listed_legs(state, seat, {amount: 1}, travel=False)
    for layer in layers:
        for walk in layer:
            yield Step(seat=seat, path=walk[0], figures=_figures(walk))
            if len(walk[0]) == most < amount:
                yield Step(seat=seat, path=walk[0], figures=_figures(walk), on=True)
    if may_decline_steps(state):
        yield Step(seat=seat)


def next_legs(state: State, journey: Journey) -> Iterator[Move]:
    """List how a journey that goes on can go on, or end."""
    seat, left, coins = journey.seat, journey.left, state.has(journey.seat, "coin")
    most, layers = listed_legs(state, seat, {left: 1}, travel=journey.travel)
    stops = may_stop(state, journey)
    for layer in layers:
        for walk in layer:
            steps = len(walk[0])
            if price_of_leg(state, journey, steps) + walk[2] > coins:
                continue
            if stops or steps == left:
                yield Step(seat=seat, path=walk[0], figures=_figures(walk))
            due = coins - price_of_leg(state, journey, left)
            if steps == most < left and (stops or _finishes(state, seat, walk, left - steps, due)):
                yield Step(seat=seat, path=walk[0], figures=_figures(walk), on=True)
    if stops:
        yield Step(seat=seat)
