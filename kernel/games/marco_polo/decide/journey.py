"""Travel, and the steps that symbols give."""

from __future__ import annotations

from events.frozen import frozen
from events.games.marco_polo.moves import Step, Travel
from events.games.marco_polo.turns import (
    BecameLastTraveller,
    FigureMoved,
    JourneyEnded,
    JourneyPaused,
    RewardLost,
    Settled,
)
from events.vocabulary import Cites, Seat
from kernel.chance import Chance
from kernel.errors import Checks
from kernel.games.marco_polo.decide.mains import room_for_travel
from kernel.games.marco_polo.decide.placing import (
    Part,
    Placing,
    affordable,
    colour_free,
    on_turn,
    pay,
    place,
    placing,
    why_nothing_is_due,
)
from kernel.games.marco_polo.decide.posts import place_posts, takes_post
from kernel.games.marco_polo.decide.stepping import may_decline_steps, may_stop, price_of_leg
from kernel.games.marco_polo.hands import pairs_by_lowest
from kernel.games.marco_polo.state import Journey, Rule, State, colour_of
from kernel.games.marco_polo.walking import can_walk, leg_limit, route


@frozen
class Leg:
    """Steps about to be made.

    start: figures before. coins, camels: of the routes. after: places of the figures then.
    """

    seat: Seat
    places: tuple[str, ...]
    figures: tuple[int, ...]
    coins: int
    camels: int
    after: tuple[str, ...]


def travel(state: State, move: Travel, chance: Chance) -> Rule:
    """Place two dice; walk up to as many steps as the lower one shows; pay for the steps and the routes."""
    seat = move.seat
    on_turn(state, seat)
    check = Checks()
    check("turn.exactly_one_main", not state.turn.main_done)
    dice = placing(check, state, seat, move.dice, "travel")
    colour_free(check, state, seat, dice)
    affordable(check, state, seat, dice)
    steps = len(move.path)
    check("travel.fewer_steps", steps >= 1, needs=1, has=steps)
    check("space.at_least_once", steps >= 1, needs=1, has=steps)
    check("travel.max_steps", steps <= dice.lowest, most=dice.lowest, has=steps)
    band = _band(check, state, move, dice.lowest)
    leg = _leg(check, state, seat, move.path, move.figures, travel=True)
    check.settle()
    price = state.box.prices[band]
    _payable(check, state, leg, dice.price, price)
    if move.on:
        pairs = pairs_by_lowest(state, seat)
        most = leg_limit(state, seat, pairs, travel=True, room=room_for_travel(state, seat))
        check("travel.max_steps", steps == most < dice.lowest, leg=most, has=steps)
        check("travel.pay_real_steps", not move.band, has=move.band)
    if state.rulings.travel_distance == "exact":
        _exact(check, state, leg, dice, on=move.on)
    check.settle()

    state = yield from place(state, seat, dice)
    cites = ("travel.pay_real_steps", *(("occupied.price_not_column",) if dice.price and steps < dice.lowest else ()))
    state = yield from pay(state, seat, (("coin", price),), cites)
    state = yield from pay(state, seat, (("coin", leg.coins), ("camel", leg.camels)), ("travel.route_cost",))
    clause = "travel.fewer_steps" if steps < dice.lowest else "travel.max_steps"
    colourless = all(colour_of(die) != seat for die, _ in dice.dice)
    traveller = ("first_player.last_traveller", *(("first_player.black_or_white",) if colourless else ()))
    state = yield BecameLastTraveller(seat=seat, cites=traveller)
    journey = Journey(seat, travel=True, left=dice.lowest - steps, figures=leg.figures, places=leg.places)
    yield from _walk(state, leg, journey, chance, on=move.on, cites=(clause,))


def step(state: State, move: Step, chance: Chance) -> Rule:
    """Make the steps that a symbol gives, go on with a journey, or decline."""
    seat = move.seat
    check = Checks()
    first = state.owing[0] if state.owing else None
    waits = state.journey is not None or (first is not None and first.kind == "steps")
    if not check("symbol.step", waits, owed=0):
        why_nothing_is_due(check, state, seat)
    check.settle()
    if state.journey is not None:
        yield from _go_on(state, state.journey, move, chance)
        return
    owing = state.owing[0]
    if not move.path:
        check("symbol.step", may_decline_steps(state), steps=owing.amount)
        check.settle()
        yield Settled(left=0, used="", cites=("symbol.step",))
        yield RewardLost(seat=seat, what="move_step", amount=owing.amount, cites=("symbol.step", "space.fewer_allowed"))
        return
    steps = len(move.path)
    check("symbol.step", steps <= owing.amount, most=owing.amount, has=steps)
    leg = _leg(check, state, seat, move.path, move.figures, travel=False)
    check.settle()
    _payable(check, state, leg, 0, 0)
    if move.on:
        most = leg_limit(state, seat, {owing.amount: 1}, travel=False)
        check("symbol.step", steps == most < owing.amount, leg=most, has=steps)
    check.settle()

    state = yield Settled(left=0, used="", cites=("symbol.step",))
    state = yield from pay(state, seat, (("coin", leg.coins), ("camel", leg.camels)), ("travel.route_cost",))
    if state.rulings.last_traveller_scope == "any_movement":
        state = yield BecameLastTraveller(seat=seat, cites=("first_player.last_traveller",))
    cites: Cites = ("symbol.step", *(("city.one_journey",) if steps > 1 else ()))
    journey = Journey(seat, travel=False, left=owing.amount - steps, figures=leg.figures, places=leg.places)
    yield from _walk(state, leg, journey, chance, on=move.on, cites=cites)


def _go_on(state: State, journey: Journey, move: Step, chance: Chance) -> Rule:
    """Make the next leg of a journey, or end it."""
    seat, steps = move.seat, len(move.path)
    limit = "travel.max_steps" if journey.travel else "symbol.step"
    check = Checks()
    check(limit, steps <= journey.left, most=journey.left, has=steps)
    check(limit, steps or may_stop(state, journey), left=journey.left)
    leg = _leg(check, state, seat, move.path, move.figures, travel=journey.travel)
    check.settle()
    price = price_of_leg(state, journey, steps)
    _payable(check, state, leg, 0, price)
    if move.on:
        most = leg_limit(state, seat, {journey.left: 1}, travel=journey.travel)
        check(limit, steps == most < journey.left, leg=most, has=steps)
    if not may_stop(state, journey):
        rest = journey.left - steps
        check(limit, rest == 0 or move.on, needs=journey.left, has=steps)
        price_left = price_of_leg(state, journey, journey.left)
        check(limit, _can_finish(state, leg, rest, price_left), needs=rest)
    check.settle()

    state = yield from pay(state, seat, (("coin", price),), ("travel.pay_real_steps",))
    state = yield from pay(state, seat, (("coin", leg.coins), ("camel", leg.camels)), ("travel.route_cost",))
    both = replace_journey(journey, leg)
    if not move.on:
        state = yield JourneyEnded(seat=seat, cites=(limit,))
    yield from _walk(state, leg, both, chance, on=move.on, cites=(limit,))


def replace_journey(journey: Journey, leg: Leg) -> Journey:
    """Return a journey with a leg more."""
    return Journey(
        journey.seat,
        travel=journey.travel,
        left=journey.left - len(leg.places),
        figures=journey.figures + leg.figures,
        places=journey.places + leg.places,
    )


def _walk(  # noqa: PLR0913 - a leg, and the journey it belongs to
    state: State, leg: Leg, journey: Journey, chance: Chance, *, on: bool, cites: Cites
) -> Part:
    """Move the figures; at the end of the journey place the posts."""
    seat = journey.seat
    last = len(leg.places) - 1
    for number, (to, figure) in enumerate(zip(leg.places, leg.figures, strict=True)):
        reasons = _step_reasons(state, seat, to, figure, ends=number == last and not on)
        state = yield FigureMoved(seat=seat, figure=figure, place=to, cites=(*cites, *reasons))
    if on:
        return (
            yield JourneyPaused(
                seat=seat,
                travel=journey.travel,
                left=journey.left,
                figures=journey.figures,
                places=journey.places,
                cites=cites,
            )
        )
    ends = _ends(state, journey)
    passed = journey.places if _posts_in_passing(state, journey) else ()
    return (yield from place_posts(state, seat, ends, passed, chance))


def _posts_in_passing(state: State, journey: Journey) -> bool:
    """Tell whether posts are placed where the journey only passes."""
    scope = journey.travel or state.rulings.wilhelm_card_steps == "any_movement"
    return state.character(journey.seat).posts_in_passing and scope


def _ends(state: State, journey: Journey) -> tuple[str, ...]:
    """Return where the moved figures end, the one that moved last at the end."""
    figures = tuple(dict.fromkeys(reversed(journey.figures)))[::-1]
    if state.rulings.second_figure_post == "last_moved":
        figures = figures[-1:]
    places = state.player(journey.seat).figures
    return tuple(places[figure - 1] for figure in figures)


def _step_reasons(state: State, seat: Seat, to: str, figure: int, *, ends: bool) -> Cites:
    """Say what follows from a step onto a place, or why nothing does."""
    start = state.player(seat).figures[figure - 1]
    kind = state.box.places[to].kind
    reasons = ["travel.end_on_place" if ends else "travel.revisit"]
    if kind == "oasis" and state.box.places[start].kind == "oasis" and state.character(seat).jumps:
        reasons.append("char.johannes")
    if figure > 1:
        reasons.append("char.niccolo_split")
    if start == state.box.beijing:
        reasons.append("beijing.travel_on")
    if ends and kind == "start":
        reasons.append("post.none_in_venezia")
    elif ends and to in state.player(seat).posts:
        reasons.append("post.one_per_place")
    elif not ends and takes_post(state, seat, to) and not state.character(seat).posts_in_passing:
        reasons.append("post.none_in_passing")
    return tuple(reasons)


def _band(check: Checks, state: State, move: Travel, lowest: int) -> int:
    """Return the number of steps that are paid for."""
    steps = len(move.path)
    if not move.band:
        return min(steps, len(state.box.prices) - 1)
    if state.rulings.paid_steps == "real_steps":
        check("travel.pay_real_steps", move.band == steps, needs=steps, has=move.band)
    check("travel.pay_real_steps", steps <= move.band <= lowest, least=steps, most=lowest, has=move.band)
    return max(0, min(move.band, len(state.box.prices) - 1))


def _leg(  # noqa: PLR0913 - the parts of a walk
    check: Checks, state: State, seat: Seat, path: tuple[str, ...], figures: tuple[int, ...], *, travel: bool
) -> Leg:
    """Check that each step goes along a route; add the routes up."""
    places = list(state.player(seat).figures)
    moved = figures or (1,) * len(path)
    known = len(moved) == len(path) and all(1 <= figure <= len(places) for figure in moved)
    check("char.niccolo_split", known, figures=len(places), has=moved)
    coins = camels = 0
    for to, figure in zip(path, moved, strict=False):
        if not 1 <= figure <= len(places):
            continue
        cost = route(state, seat, places[figure - 1], to, travel=travel)
        if cost is None:
            check("travel.end_on_place", holds=False, start=places[figure - 1], to=to)
            oases = [
                place in state.box.places and state.box.places[place].kind == "oasis"
                for place in (places[figure - 1], to)
            ]
            check("char.johannes", not all(oases), start=places[figure - 1], to=to)
            break
        coins, camels = coins + cost[0], camels + cost[1]
        places[figure - 1] = to
    return Leg(seat, path, moved, coins, camels, tuple(places))


def _payable(check: Checks, state: State, leg: Leg, occupied: int, price: int) -> None:
    """Check the price of the steps, then that of the routes on top."""
    coins, camels = state.has(leg.seat, "coin"), state.has(leg.seat, "camel")
    steps, total = occupied + price, occupied + price + leg.coins
    check("travel.pay_real_steps", coins >= steps, needs=steps, has=coins, remedy={"coins": steps - coins})
    check("travel.route_cost", coins >= total, needs=total, has=coins, remedy={"coins": total - coins})
    check(
        "travel.route_cost", camels >= leg.camels, needs=leg.camels, has=camels, remedy={"camels": leg.camels - camels}
    )


def _exact(check: Checks, state: State, leg: Leg, dice: Placing, *, on: bool) -> None:
    """Check, where the lower die is the exact number of steps, that it is walked."""
    rest = dice.lowest - len(leg.places)
    check("travel.max_steps", rest == 0 or on, needs=dice.lowest, has=len(leg.places))
    due = dice.price + state.box.prices[dice.lowest]
    check("travel.max_steps", rest == 0 or _can_finish(state, leg, rest, due), needs=dice.lowest)


def _can_finish(state: State, leg: Leg, rest: int, due: int) -> bool:
    """Tell whether the rest of a journey can be walked and paid. due: coins for all steps from here and the space."""
    coins = state.has(leg.seat, "coin") - due - leg.coins
    camels = state.has(leg.seat, "camel") - leg.camels
    return coins >= 0 and can_walk(state, leg.seat, leg.after, travel=True, steps=rest, coins=coins, camels=camels)
