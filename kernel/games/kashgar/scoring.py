"""Points: known at any time, since caravans and completed orders lie open."""

from __future__ import annotations

from events.vocabulary import Seat
from kernel.decider import Standing
from kernel.games.kashgar.state import Player, State

_CAPPED = 5


def order_points(state: State, order: str) -> int:
    """Return what a completed order counts."""
    points = state.box.order[order].points
    return min(points, _CAPPED) if state.rulings.top_order_value == "five" else points


def orders_score(state: State, player: Player) -> int:
    """Return the points of a player's completed orders."""
    return sum(order_points(state, order) for order in player.orders)


def card_points(state: State, player: Player, card: str) -> int:
    """Return what a person counts, or would count, in a player's caravan; it may be below zero."""
    person = state.box.person[card]
    if person.per_order is None:
        return person.points
    title, each = person.per_order
    return each * sum(state.box.order[order].title == title for order in player.orders)


def persons_score(state: State, player: Player) -> int:
    """Return the points of the persons in a player's caravans."""
    return sum(card_points(state, player, card) for row in player.caravans for card in row)


def score(state: State, seat: Seat) -> int:
    """Return a seat's points as of now."""
    player = state.player(seat)
    return orders_score(state, player) + persons_score(state, player)


def scores(state: State) -> tuple[int, ...]:
    """Return all points, in the order of the seats."""
    return tuple(score(state, seat) for seat in state.seats)


def end_mark(state: State) -> int:
    """Return the points that set off the end."""
    return state.box.mark + (state.rulings.end_threshold == "more_than_25")


def standings(state: State) -> tuple[Standing, ...]:
    """Rank the seats: more points are better, then who scored last; who is out comes last.

    Only those who are level and never scored share a rank.
    """
    worth = {
        seat: (not player.is_out, score(state, seat), player.last_scored)
        for seat, player in zip(state.seats, state.players, strict=True)
    }
    return tuple(
        Standing(
            seat=seat,
            score=worth[seat][1],
            rank=1 + sum(other > worth[seat] for other in worth.values()),
            parts=(("orders", orders_score(state, player)), ("persons", persons_score(state, player))),
        )
        for seat, player in zip(state.seats, state.players, strict=True)
    )
