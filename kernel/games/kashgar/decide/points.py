"""Totals that change, and the end that they set off."""

from __future__ import annotations

from events.games.kashgar.events import EndSetOff, PointsChanged
from events.vocabulary import Cites, Seat
from kernel.games.kashgar.scoring import card_points, end_mark, order_points, scores
from kernel.games.kashgar.state import State, Step


def order_scored(state: State, before: State, seat: Seat, orders: tuple[str, ...]) -> Step:
    """Note the new total of a seat that completed orders since `before`."""
    old, new = scores(before), scores(state)
    place = state.seats.index(seat)
    printed = sum(order_points(state, order) for order in orders)
    cites: Cites = ("scoring.orders",)
    if new[place] - old[place] != printed:
        cites += ("scoring.per_order",)
    # Ruling tie_scoring_event: under every reading a completed order is scoring; the total must rise under the first.
    scored = state.rulings.tie_scoring_event != "total_rises" or new[place] > old[place]
    if scored or new[place] != old[place]:
        state = yield _changed(seat, new[place], cites, scored=scored)
    return (yield from _end_reached(state))


def card_changed_hands(state: State, before: State, card: str, joined: Seat | None) -> Step:
    """Note the new totals after a card left, joined, moved or turned over. joined: the seat it came to, if any."""
    old, new = scores(before), scores(state)
    if old == new:
        return state
    person = state.person(card)
    for place, seat in enumerate(state.seats):
        if old[place] == new[place]:
            continue
        cites: Cites = ("scoring.persons",)
        if person.per_order is not None:
            cites += ("scoring.per_order",)
        if person.points < 0 or new[place] < 0:
            cites += ("scoring.negative",)
        worth = card_points(state, state.player(seat), card)
        scored = {
            "total_rises": new[place] > old[place],
            "positive_gain": seat == joined and worth > 0,
            "orders_only": False,
        }[state.rulings.tie_scoring_event]
        state = yield _changed(seat, new[place], cites, scored=scored)
    return (yield from _end_reached(state))


def _changed(seat: Seat, score: int, cites: Cites, *, scored: bool) -> PointsChanged:
    if scored:
        cites += ("end.tie_last_scorer",)
    return PointsChanged(seat=seat, score=score, scored=scored, cites=cites)


def _end_reached(state: State) -> Step:
    if state.end is not None or state.turn is None:
        return state
    mark = end_mark(state)
    for seat in (state.turn, *state.others(state.turn)):
        if scores(state)[state.seats.index(seat)] >= mark:
            return (yield EndSetOff(seat=seat, during=state.turn, cites=("end.trigger", "end.trigger_stays")))
    return state
