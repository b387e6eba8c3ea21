"""Bidding with meeples: annexes, Black Market, Ships."""

from __future__ import annotations

from collections.abc import Sequence

from events.games.quetzal import events as e
from events.games.quetzal.moves import Bid
from events.games.quetzal.pieces import Meeple
from kernel.chance import Chance
from kernel.decider import Rule
from kernel.errors import Checks
from kernel.games.quetzal.bidding import admitted, common_roles, named_role
from kernel.games.quetzal.box import SHIPS
from kernel.games.quetzal.decide.guards import from_reserve, placing
from kernel.games.quetzal.readings import is_covered, role_clause, roles
from kernel.games.quetzal.state import AUTOMATON, OPEN, Player, Stand, State, is_character
from kernel.games.quetzal.turns import next_turn


def bid(state: State, move: Bid, chance: Chance) -> Rule[e.Event, State]:  # noqa: ARG001 - no draw
    """Open a bid, or take a place over with more meeples of its role."""
    player, place = state.player(move.seat), move.place
    check = Checks()
    placing(check, state, move.seat)
    location = state.box.locations.get(place)
    if location is None or location.kind != "bidding":
        check("place.one_location", holds=False, place=place)
        check.settle()
    lead = state.stand(place)
    raised = lead is not None and lead.seat == player.seat
    is_open = not is_covered(state, place)
    check("automaton.covered_closed", is_open, place=place)
    check("automaton.ship_cover", is_open)
    meeples = from_reserve(check, player, move.meeples)
    _check_number(check, state, player, lead, len(meeples))
    _check_place(check, state, player, place)
    bidders = (*lead.meeples, *meeples) if lead and raised else meeples
    _check_role(check, state, player, bidders, place)
    role, stands_as = named_role(state, player, meeples, place, move.role) if meeples else ("", "")
    _check_named(check, stands_as, lead, bidders, common_roles(state, player, bidders))
    check.settle()

    if lead and raised:
        state = yield e.BidRaised(
            seat=move.seat, place=place, role=stands_as, meeples=meeples, cites=("bid.no_self_raise",)
        )
    else:
        if lead:
            state = yield _displaced(lead)
        state = yield e.MeeplesPlaced(
            seat=move.seat,
            place=place,
            space=0,
            role=stands_as,
            meeples=meeples,
            paid=0,
            cites=_clauses(place, lead, meeples, role, stands_as),
        )
    yield from next_turn(state, move.seat)


def _check_number(check: Checks, state: State, player: Player, lead: Stand | None, number: int) -> None:
    if lead is None:
        return
    if lead.seat == player.seat:
        check("bid.no_self_raise", state.rulings.self_raise == "yes", leads_with=lead.number)
        return
    if lead.seat == AUTOMATON:
        check("automaton.can_be_outbid", state.rulings.automaton_outbid != "never")
    more = {"meeples": lead.number + 1 - number}
    enough = number > lead.number
    check("bid.more_meeples", enough, remedy=more, needs=lead.number + 1, has=number)
    if lead.place == "quarry" and lead.seat != AUTOMATON:
        check("bid.example_quarry", enough)
    if lead.tile:
        check("automaton.market_tile", enough, tile=lead.tile)


def _check_place(check: Checks, state: State, player: Player, place: str) -> None:
    if place in SHIPS and state.rulings.two_ships == "no":
        led = [s.place for s in state.board if s.place in SHIPS and s.place != place and s.seat == player.seat]
        check("ships.two_places", not led, leads=tuple(led))
    if place == "black_market" and state.rulings.market_no_card == "cannot_bid":
        check("market.optional", player.hand, cards=0)


def _check_role(check: Checks, state: State, player: Player, bidders: Sequence[Meeple], place: str) -> None:
    """Check that all bid in one role, that the place admits it, and that the bid before had it."""
    if not bidders:
        return
    common = common_roles(state, player, bidders)
    fits = check("bid.single_role", common)
    here = check(role_clause(place), set(common) & set(roles(state, place)), needs=roles(state, place), has=common)
    lead = state.stand(place)
    if lead is not None and lead.role == OPEN:
        check("bid.lone_character_open", here)
    elif lead is not None and fits:
        needs = admitted(state, place, lead)
        check("bid.same_role", set(common) & set(needs), needs=needs, has=common)


def _check_named(
    check: Checks, stands_as: str, lead: Stand | None, bidders: Sequence[Meeple], may_be: tuple[str, ...]
) -> None:
    """Check that a role is named where the meeples leave the choice."""
    check("roll.role_when_placed", stands_as, may_be=may_be)
    if any(is_character(meeple.id) for meeple in bidders):
        check("bid.character_in_group", stands_as)
    elif len(bidders) == 1:
        check("bid.lone_wild_named", stands_as)
    if lead is not None and lead.role == OPEN:
        check("bid.lone_character_next_sets", stands_as)


def _displaced(lead: Stand) -> e.MeeplesDisplaced:
    cites: tuple[str, ...] = ("bid.displaced_keep_faces", "bid.displaced_reusable")
    if lead.seat == AUTOMATON:
        cites = ("automaton.can_be_outbid",)
    elif lead.place == "quarry":
        cites = (*cites, "bid.example_quarry")
    return e.MeeplesDisplaced(seat=lead.seat, place=lead.place, role=lead.role, meeples=lead.meeples, cites=cites)


def _clauses(place: str, lead: Stand | None, meeples: Sequence[Meeple], role: str, stands_as: str) -> tuple[str, ...]:
    """Return the clauses that a bid rests on."""
    clauses = ["bid.any_number" if lead is None else "bid.more_meeples", "bid.single_role", role_clause(place)]
    if lead is not None:
        clauses.append("bid.lone_character_next_sets" if lead.role == OPEN else "bid.same_role")
    if any(is_character(meeple.id) for meeple in meeples):
        clauses.append("bid.character_in_group" if len(meeples) > 1 else "bid.lone_character_open")
    elif len(meeples) == 1 and meeples[0].face in ("side", "standing"):
        clauses.append("bid.lone_wild_named")
    if role and stands_as:
        clauses.append("roll.role_when_placed")
    return (*clauses, "bid.no_cost", "place.one_location")
