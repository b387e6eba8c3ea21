"""Where figures can walk, and what the routes cost. Pure questions, no events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from events.vocabulary import Seat
from kernel.copies import replaced_at
from kernel.games.marco_polo.state import State

Way: TypeAlias = tuple[str, int, int]
"""Next place, coins and camels of the route."""

ROOM = 1900
"""About how many steps are listed at once; more are split into legs."""

Walk: TypeAlias = tuple[tuple[str, ...], tuple[int, ...], int, int]
"""Places and figures step by step, coins and camels of all routes."""


def ways(state: State, seat: Seat, place: str, *, travel: bool) -> tuple[Way, ...]:
    """List the steps that lead away from a place. travel: for the Travel space, not for a symbol."""
    box = state.box
    jumps = state.character(seat).jumps and (travel or state.rulings.johannes_jump_scope == "any_movement")
    return (box.jumps if jumps else box.routes).get(place, ())


def can_step(state: State, seat: Seat, coins: int, camels: int, *, travel: bool) -> bool:
    """Tell whether some figure of a seat can make a step with these coins and camels."""
    return any(
        coin <= coins and camel <= camels
        for place in state.player(seat).figures
        for _, coin, camel in ways(state, seat, place, travel=travel)
    )


def route(state: State, seat: Seat, start: str, to: str, *, travel: bool) -> tuple[int, int] | None:
    """Return coins and camels of the step between two places, None where there is none."""
    return next(((coin, camel) for place, coin, camel in ways(state, seat, start, travel=travel) if place == to), None)


def movers(figures: tuple[str, ...]) -> tuple[int, ...]:
    """Return the figures worth telling apart, from 1: those in the same place count once."""
    return tuple(number for number, place in enumerate(figures, 1) if place not in figures[: number - 1])


def walks(  # noqa: PLR0913 - a walk is bound by all of these
    state: State, seat: Seat, *, travel: bool, most: int, coins: int, camels: int, cap: int
) -> Iterator[tuple[Walk, ...]]:
    """List the walks whose routes can be paid, all of 1 step, then all of 2 …, up to `most` steps.

    A length that has more than `cap` walks ends the list, and is not in it.
    """
    layer: list[tuple[Walk, tuple[str, ...]]] = [(((), (), 0, 0), state.player(seat).figures)]
    for _ in range(most):
        following = []
        for (places, moved, coin, camel), figures in layer:
            for figure in movers(figures):
                for place, more_coin, more_camel in ways(state, seat, figures[figure - 1], travel=travel):
                    if coin + more_coin > coins or camel + more_camel > camels:
                        continue
                    walk = ((*places, place), (*moved, figure), coin + more_coin, camel + more_camel)
                    following.append((walk, replaced_at(figures, figure - 1, place)))
            if len(following) > cap:
                return
        layer = following
        yield tuple([walk for walk, _ in layer])


def can_walk(  # noqa: PLR0913 - a walk is bound by all of these
    state: State, seat: Seat, figures: tuple[str, ...], *, travel: bool, steps: int, coins: int, camels: int
) -> bool:
    """Tell whether some walk of exactly `steps` steps from these places can be paid, the routes alone."""
    frontier = {(figures, 0, 0)}
    for _ in range(steps):
        frontier = {
            (replaced_at(places, figure - 1, place), coin + more_coin, camel + more_camel)
            for places, coin, camel in frontier
            for figure in movers(places)
            for place, more_coin, more_camel in ways(state, seat, places[figure - 1], travel=travel)
            if coin + more_coin <= coins and camel + more_camel <= camels
        }
    return bool(frontier)


def listed_legs(
    state: State, seat: Seat, pairs: Mapping[int, int], *, travel: bool, room: int = ROOM
) -> tuple[int, tuple[tuple[Walk, ...], ...]]:
    """Return how many steps a listed leg may have, at least 1, and the walks of 1 step, of 2 … up to that.

    All journeys are listed whole where they are few enough; else the legs they can be made of.
    pairs: in how many ways (dice) a journey of at most so many steps can begin. room: about how many may be listed.
    """
    coins, camels = state.has(seat, "coin"), state.has(seat, "camel")
    most = max(pairs, default=0)
    layers: list[tuple[Walk, ...]] = []
    listed = 0
    for layer in walks(state, seat, travel=travel, most=most, coins=coins, camels=camels, cap=room):
        length = len(layers) + 1
        # Where a longer price may be paid, each price makes a move of its own.
        bands = travel and state.rulings.paid_steps == "bought_band"
        begun = sum(n * (1 + (lowest - length) * bands) for lowest, n in pairs.items() if lowest >= length)
        longer = sum(count for lowest, count in pairs.items() if lowest > length)
        listed += len(layer) * begun
        if layers and listed + len(layer) * longer > room:
            break
        layers.append(layer)
    return max(1, len(layers)), tuple(layers)


def leg_limit(state: State, seat: Seat, pairs: Mapping[int, int], *, travel: bool, room: int = ROOM) -> int:
    """Return how many steps a listed leg may have, at least 1."""
    return listed_legs(state, seat, pairs, travel=travel, room=room)[0]


def moved(figures: tuple[str, ...], places: tuple[str, ...], by: tuple[int, ...]) -> tuple[str, ...]:
    """Return where the figures stand after a walk. by: the figure of each step."""
    after = list(figures)
    for place, figure in zip(places, by, strict=True):
        after[figure - 1] = place
    return tuple(after)
