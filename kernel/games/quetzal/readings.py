"""What the board asks, as pack, table and rulings have it: one place for each reading of the layout."""

from __future__ import annotations

from events.games.quetzal.pieces import Meeple
from events.vocabulary import Seat
from kernel.copies import replace
from kernel.games.quetzal.box import ADVENTURER, ANNEXES, ARCHAEOLOGIST, ROLES, SHIPS, Layout, Location, Space
from kernel.games.quetzal.effects import Discount, Effect, ExtraDraw
from kernel.games.quetzal.state import OPEN, Player, State, is_character


def layout(state: State) -> Layout:
    """Return the board for this table."""
    count = len(state.players)
    found = state.box.layouts[count]
    if count == 3 and state.rulings.covers_at_three == "three_too":
        covered = state.box.layouts[2]
        found = replace(found, display=covered.display, village=covered.village, ships=covered.ships)
    if state.rulings.team_meeples == "six":
        found = replace(found, team=6)
    return found


def is_covered(state: State, place: str, space: int = 0) -> bool:
    """Whether a cover lies on a space or Ship."""
    board = layout(state)
    if place in SHIPS:
        return place not in board.ships
    return place == "village" and bool(space) and space not in board.village


def spaces(state: State, place: str) -> tuple[Space, ...]:
    """Return the open spaces of a place, from the top."""
    found = state.box.locations[place].spaces
    if place == "village":
        open_ones = layout(state).village
        found = tuple(space for space in found if space.number in open_ones)
    return found


def space_numbered(state: State, place: str, number: int) -> Space | None:
    """Return a space of a place, covered or not."""
    return next((space for space in state.box.locations[place].spaces if space.number == number), None)


def kind(state: State, location: Location) -> str:
    """Return unique, bidding or free. The default of each ruling is what the pack says."""
    switched = {
        "stela": state.rulings.stela_kind == "free",
        "temple": state.rulings.temple_village_kind == "free",
        "village": state.rulings.temple_village_kind == "free",
        "harbour_office": state.rulings.harbour_kind == "unique",
    }
    if not switched.get(location.id, False):
        return location.kind
    return "unique" if location.id == "harbour_office" else "free"


def roles(state: State, place: str) -> tuple[str, ...]:
    """Return the roles that a place admits. The default of each ruling is what the pack says."""
    admitted = state.box.locations[place].roles
    if place == "temple" and state.rulings.temple_role == "either":
        return ROLES
    if place == "village" and state.rulings.village_role != "adventurer":
        return ROLES if state.rulings.village_role == "either" else (ARCHAEOLOGIST,)
    return admitted


def roles_of(state: State, player: Player, meeple: Meeple) -> tuple[str, ...]:
    """Return the roles that a meeple of the reserve may be placed in."""
    box = state.box
    possible = box.character_roles if is_character(meeple.id) else box.faces.get(meeple.face, ())
    if len(possible) > 1 and state.rulings.displaced_wild == "as_named":
        stood = dict(player.came_back).get(meeple.id, OPEN)
        possible = tuple(role for role in possible if stood in (role, OPEN)) or possible
    return possible


def works(state: State, player: Player) -> tuple[tuple[str, Effect], ...]:
    """Return (tile, effect) of each lasting tile that acts for a player."""
    tiles = player.upgrades
    if state.rulings.duplicate_upgrades == "one_works":
        first: dict[str, str] = {}
        for tile in tiles:
            first.setdefault(state.box.tiles[tile], tile)
        tiles = tuple(first.values())
    return tuple((tile, state.box.upgrade(tile).effect) for tile in tiles)


def cost(state: State, player: Player, place: str, space: Space) -> int:
    """Return the coins that a unique space costs a player."""
    price = space.cost
    if place == "village" and space.number == 2 and state.rulings.village_middle == "two":
        price = 2
    off = sum(e.coins for _, e in works(state, player) if isinstance(e, Discount) and e.place == place)
    floor = 1 if state.rulings.discount_floor == "one" else 0
    return max(price - off, min(price, floor)) if off else price


def reward(state: State, space: Space) -> tuple[int, int]:
    """Return (picks, draws) of a space of the Temple. The default of each ruling is what the pack says."""
    picks, draws = space.picks, space.draws
    if space.number == 1 and state.rulings.temple_space_one == "two_and_draw":
        draws += 1
    if space.number == 3 and state.rulings.temple_space_three == "pick_only":
        draws = 0
    return picks, draws


def extra_cards(state: State, player: Player, space: int) -> int:
    """Return how many cards more a deck draw at a space of the Temple shows a player."""
    return sum(e.cards for _, e in works(state, player) if isinstance(e, ExtraDraw) and space in e.spaces)


def turn_order(state: State) -> tuple[Seat, ...]:
    """Return the seats in the order of the round."""
    at_once = state.rulings.new_first_player == "at_once" and state.phase == "activate"
    seats = state.seats
    start = seats.index(state.first if at_once else state.leader)
    return seats[start:] + seats[:start]


def role_clause(place: str) -> str:
    """Return the clause that says which roles a place admits."""
    if place in ANNEXES:
        return "annex.either_role"
    if place in SHIPS:
        return "ships.either_role"
    return {
        "stela": "stela.archaeologist",
        "temple": "temple.archaeologist",
        "village": "village.role",
        "black_market": "market.adventurers",
        "camp": "camp.any_roles",
        "harbour_office": "harbour.any_roles",
    }[place]


def face_for(role: str) -> str:
    """Return the face that shows a role: how the automaton's meeples lie."""
    return "black" if role == ADVENTURER else "white"
