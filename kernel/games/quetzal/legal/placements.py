"""The moves of a placing turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from events.frozen import frozen
from events.games.quetzal.moves import Bid, Occupy, Visit
from events.games.quetzal.pieces import Meeple
from kernel.games.quetzal.bidding import admitted, leaves_open, named_role
from kernel.games.quetzal.box import ROLES, SHIPS, Location
from kernel.games.quetzal.legal.groups import alike, choices
from kernel.games.quetzal.legal.spaces import open_spaces
from kernel.games.quetzal.readings import is_covered, kind, roles_of
from kernel.games.quetzal.rerolls import at_camp
from kernel.games.quetzal.state import AUTOMATON, Player, Stand, State, is_character


@frozen
class _Team:
    """Meeples that can bid together. role: one that all can have. character: whether the Character is among them.

    wild: whether each may be either role.
    """

    role: str
    meeples: tuple[Meeple, ...]
    character: bool
    wild: bool


def placements(state: State, player: Player) -> Iterator[Occupy | Bid | Visit]:
    """Yield every placement that a player can make, the Camp last."""
    yield from elsewhere(state, player)
    yield from at_the_camp(state, player)


def elsewhere(state: State, player: Player) -> Iterator[Occupy | Bid | Visit]:
    """Yield every placement that a player can make but those at the Camp."""
    teams = _teams(state, player)
    for location in state.box.locations.values():
        if location.spaces:
            yield from occupations(state, player, location.id)
        elif location.kind == "bidding":
            yield from _bids(state, player, location.id, teams)
        elif location.order:
            yield from _visits(state, player, location)


def _teams(state: State, player: Player) -> tuple[_Team, ...]:
    """Return every team of the reserve, by role; those that may be either are there twice."""
    groups = alike(state, player, player.reserve)
    can = {group[0].id: roles_of(state, player, group[0]) for group in groups}
    teams = []
    for role in ROLES:
        fitting = [group for group in groups if role in can[group[0].id]]
        fixed = {meeple.id for group in fitting if len(can[group[0].id]) == 1 for meeple in group}
        for meeples in choices(fitting, 1, len(player.reserve)):
            character = any(is_character(meeple.id) for meeple in meeples)
            teams.append(_Team(role, meeples, character, not any(meeple.id in fixed for meeple in meeples)))
    return tuple(teams)


def occupations(state: State, player: Player, place: str) -> Iterator[Occupy]:
    """Yield the moves to the spaces of a unique place."""
    for space, meeple in open_spaces(state, player, place):
        yield Occupy(seat=player.seat, place=place, meeple=meeple, space=space.number)


def _bids(state: State, player: Player, place: str, teams: Iterable[_Team]) -> Iterator[Bid]:
    seat = player.seat
    lead = state.stand(place)
    if _is_barred(state, player, place, lead):
        return
    if lead is not None and lead.seat == seat:
        yield from _raises(state, player, place, teams)
        return
    least = lead.number + 1 if lead is not None else 1
    allowed = admitted(state, place, lead)
    open_ones = set()
    for team in teams:
        number = len(team.meeples)
        if number < least or team.role not in allowed:
            continue
        role = team.role
        if team.wild and leaves_open(state, lead, number=number, character=team.character, wild=True):
            if team.meeples in open_ones:
                continue
            open_ones.add(team.meeples)
            role = ""
        yield Bid(seat=seat, place=place, meeples=team.meeples, role=role)


def _raises(state: State, player: Player, place: str, teams: Iterable[_Team]) -> Iterator[Bid]:
    met = set()
    for team in teams:
        role, stands_as = named_role(state, player, team.meeples, place, team.role)
        if stands_as and (role, team.meeples) not in met:
            met.add((role, team.meeples))
            yield Bid(seat=player.seat, place=place, meeples=team.meeples, role=role)


def _is_barred(state: State, player: Player, place: str, lead: Stand | None) -> bool:
    """Whether a player cannot bid at a place, whatever the meeples."""
    rulings = state.rulings
    leads = [stand.place for stand in state.board if stand.place in SHIPS and stand.seat == player.seat]
    return (
        is_covered(state, place)
        or (lead is not None and lead.seat == player.seat and rulings.self_raise == "no")
        or (lead is not None and lead.seat == AUTOMATON and rulings.automaton_outbid == "never")
        or (place in SHIPS and rulings.two_ships == "no" and bool(leads) and place not in leads)
        or (place == "black_market" and rulings.market_no_card == "cannot_bid" and not player.hand)
    )


def _visits(state: State, player: Player, location: Location) -> Iterator[Visit]:
    most = len(player.reserve)
    if location.cost:
        most = min(most, player.coins // location.cost)
    if kind(state, location) == "unique":
        most = min(most, 1) if state.stand(location.id) is None else 0
    if most:
        for meeples in choices(alike(state, player, player.reserve), 1, most):
            yield Visit(seat=player.seat, place=location.id, meeples=meeples)


def at_the_camp(state: State, player: Player) -> Iterator[Visit]:
    """Yield the moves to the Camp."""
    refused = state.rulings.camp_no_reserve == "refused"
    distinct = state.rulings.camp_same_meeple == "distinct"
    for meeples in choices(alike(state, player, player.reserve), 1, len(player.reserve)):
        if refused:
            gone = {meeple.id for meeple in meeples}
            left = sum(meeple.id not in gone for meeple in at_camp(state, player, ()))
            if left < (len(meeples) if distinct else 1):
                continue
        yield Visit(seat=player.seat, place="camp", meeples=meeples)


def may_pass(state: State, player: Player) -> bool:
    """Whether a player may place nothing more: only the Camp is open and the ruling allows it, or nothing is."""
    if any(True for _ in elsewhere(state, player)):
        return False
    return state.rulings.must_place == "may_pass" or not any(True for _ in at_the_camp(state, player))


__all__ = ["at_the_camp", "may_pass", "occupations", "placements"]
