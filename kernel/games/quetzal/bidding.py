"""In which role a bid may stand, and whether it leaves the role open for the next bidder."""

from __future__ import annotations

from collections.abc import Sequence

from events.games.quetzal.pieces import Meeple
from kernel.games.quetzal.box import ROLES
from kernel.games.quetzal.readings import roles, roles_of
from kernel.games.quetzal.state import AUTOMATON, OPEN, Player, Stand, State, is_character


def common_roles(state: State, player: Player, meeples: Sequence[Meeple]) -> tuple[str, ...]:
    """Return the roles that all of these meeples may be placed in."""
    possible = [roles_of(state, player, meeple) for meeple in meeples]
    return tuple(role for role in ROLES if all(role in each for each in possible))


def admitted(state: State, place: str, lead: Stand | None) -> tuple[str, ...]:
    """Return the roles that the next bid may have. lead: the bid that leads now."""
    here = roles(state, place)
    if lead is None or lead.role == OPEN:
        return here
    if lead.seat == AUTOMATON and state.rulings.automaton_outbid == "any_role":
        return here
    return tuple(role for role in here if role == lead.role)


def is_wild(state: State, player: Player, meeples: Sequence[Meeple]) -> bool:
    """Whether each of these meeples may be either role."""
    return all(len(roles_of(state, player, meeple)) > 1 for meeple in meeples)


def leaves_open(state: State, lead: Stand | None, *, number: int, character: bool, wild: bool) -> bool:
    """Whether a bid leaves the role open.

    lead: the bid that it beats. number: meeples. character: whether one is the Character. wild: whether each may be
    either role.
    """
    if character and (number == 1 or state.rulings.character_plus_team == "open"):
        return True
    if not wild:
        return False
    if number == 1 and state.rulings.lone_wild_team == "stays_open":
        return True
    answers_open = lead is not None and lead.role == OPEN
    return answers_open and state.rulings.wild_only_answer == "keeps_open"


def named_role(state: State, player: Player, meeples: Sequence[Meeple], place: str, asked: str) -> tuple[str, str]:
    """Return the role that a bid is placed in, and the one it stands in.

    The first is "" where none needs to be named; both are "" where one should have been. asked: by the move, or "".
    """
    lead = state.stand(place)
    raised = lead is not None and lead.seat == player.seat
    bidders = (*lead.meeples, *meeples) if lead is not None and raised else tuple(meeples)
    wild = is_wild(state, player, bidders)
    is_open = leaves_open(
        state,
        None if raised else lead,
        number=len(bidders),
        character=any(is_character(meeple.id) for meeple in bidders),
        wild=wild,
    )
    if is_open and wild:
        return "", OPEN
    possible = [role for role in common_roles(state, player, bidders) if role in admitted(state, place, lead)]
    role = asked or (possible[0] if len(possible) == 1 else "")
    if role not in possible:
        return "", ""
    return role, OPEN if is_open else role
