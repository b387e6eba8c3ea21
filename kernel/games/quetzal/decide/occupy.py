"""Placing one meeple on a unique space: the Stela, the Temple, the Village."""

from __future__ import annotations

from events.games.quetzal import events as e
from events.games.quetzal.moves import Occupy
from kernel.chance import Chance
from kernel.decider import Rule
from kernel.errors import Checks
from kernel.games.quetzal.box import Location, Space
from kernel.games.quetzal.decide.guards import from_reserve, placing
from kernel.games.quetzal.gains import pay
from kernel.games.quetzal.legal.spaces import open_spaces
from kernel.games.quetzal.readings import cost, is_covered, kind, role_clause, roles, roles_of, space_numbered
from kernel.games.quetzal.state import AUTOMATON, Player, State
from kernel.games.quetzal.turns import next_turn


def occupy(state: State, move: Occupy, chance: Chance) -> Rule[e.Event, State]:  # noqa: ARG001 - no draw
    """Pay for a space and stand on it."""
    player, place = state.player(move.seat), move.place
    check = Checks()
    placing(check, state, move.seat, place)
    location = state.box.locations.get(place)
    if location is None or not location.spaces:
        check("place.one_location", holds=False, place=place)
        check.settle()
        return
    space = space_numbered(state, place, move.space)
    if space is None:
        check("unique.one_matching", holds=False, space=move.space)
        check.settle()
        return
    is_open = not is_covered(state, place, move.space)
    check("automaton.covered_closed", is_open, space=move.space)
    check("automaton.village_cover", is_open)
    meeples = from_reserve(check, player, (move.meeple,))
    _check_free(check, state, player, location, space)
    playable = [role for role in roles(state, place) if meeples and role in roles_of(state, player, meeples[0])]
    matches = bool(playable) or not meeples
    check(role_clause(place), matches, needs=roles(state, place))
    check("unique.one_matching", matches)
    if location.bar_holder and state.rulings.stela_test == "placing":
        check("stela.not_holder", state.first != move.seat, holder=state.first)
    price = cost(state, player, place, space)
    short = {"coins": price - player.coins}
    for clause in ("unique.pay_at_once", *_price_clauses(space, place, price)):
        check(clause, player.coins >= price, remedy=short, needs=price, has=player.coins)
    check.settle()

    state = yield from pay(state, move.seat, price, "unique.pay_at_once", *_price_clauses(space, place, price))
    state = yield e.MeeplesPlaced(
        seat=move.seat,
        place=place,
        space=space.number,
        role=playable[0],
        meeples=meeples,
        paid=price,
        cites=_place_clauses(place, wild=len(roles_of(state, player, meeples[0])) > 1),
    )
    again = state.rulings.second_unique_space == "same_turn" and place != "stela"
    if again and any(True for _ in open_spaces(state, state.player(move.seat), place)):
        yield e.TurnHeld(seat=move.seat, place=place, cites=("unique.one_a_turn",))
    else:
        yield from next_turn(state, move.seat)


def _check_free(check: Checks, state: State, player: Player, location: Location, space: Space) -> None:
    """Check that the space is not held, and that the player may hold one more."""
    here = [stand for stand in state.board if stand.place == location.id]
    holders = [stand.seat for stand in here if stand.space == space.number]
    own = [stand for stand in here if stand.seat == player.seat]
    if kind(state, location) == "unique":
        check("automaton.blocks_space", AUTOMATON not in holders, space=space.number)
        others = [seat for seat in holders if seat != AUTOMATON]
        check("unique.occupied", not others, held_by=tuple(others))
        check("unique.over_headings", not others)
        limited = state.rulings.second_unique_space == "no"
        check("unique.one_a_turn", not own or not limited, held=tuple(stand.space for stand in own))
    else:
        check("unique.one_matching", player.seat not in holders, space=space.number)


def _price_clauses(space: Space, place: str, price: int) -> tuple[str, ...]:
    clauses = []
    if place in ("temple", "village"):
        clauses.append({"temple": "temple.costs", "village": "village.costs"}[place])
    if price < space.cost:
        clauses.append("upgrade.temple_discount")
    if (place, space.number, price) == ("temple", 2, 4):
        clauses.append("unique.example_second_space")
    return tuple(clauses)


def _place_clauses(place: str, *, wild: bool) -> tuple[str, ...]:
    named = ("roll.role_when_placed", "roll.character_wild") if wild else ()
    return ("unique.one_matching", role_clause(place), "place.one_location", "unique.over_headings", *named)
