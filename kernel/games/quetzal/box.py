"""What lies in the box: the content pack as the rules read it."""

from __future__ import annotations

from collections.abc import Mapping

from events.frozen import frozen
from kernel.games.quetzal.effects import Effect, Gain

ADVENTURER = "adventurer"
ARCHAEOLOGIST = "archaeologist"
ROLES = (ADVENTURER, ARCHAEOLOGIST)

PLACES = (
    "camp",
    "stela",
    "temple",
    "quarry",
    "small_temple",
    "ruins",
    "black_market",
    "village",
    "harbour_office",
    "ship_1",
    "ship_2",
)
ANNEXES = ("quarry", "small_temple", "ruins")
SHIPS = ("ship_1", "ship_2")


@frozen
class Space:
    """A one-meeple space. number: from 1 at the top. cost: coins. picks, draws: cards it gives, Temple only."""

    number: int
    cost: int
    picks: int = 0
    draws: int = 0


@frozen(kw_only=True)
class Location:
    """A place of the board.

    kind: unique, bidding or free. order: of activation, 0 for at once. roles: admitted. spaces: from the top, of a
    unique place. display: face-up cards when full. cost: coins for each meeple. bar_holder: whether the holder of the
    First Player marker is barred.
    """

    id: str
    kind: str
    order: int
    roles: tuple[str, ...]
    spaces: tuple[Space, ...]
    display: int
    cost: int
    bar_holder: bool
    effects: tuple[Effect, ...]


@frozen
class Artifact:
    """A card. variant: what it shows, shared by its copies. kind: vase, weapon … bonus: icon, "" for none."""

    id: str
    variant: str
    kind: str
    bonus: str


@frozen(kw_only=True)
class Upgrade:
    """What a tile of a kind does. vp: at the end. lasting: stays in front of its owner."""

    kind: str
    vp: int
    lasting: bool
    effect: Effect


@frozen(kw_only=True)
class Layout:
    """The board for a number of players. village: open spaces. display: face-up tiles. team: meeples of a player."""

    team: int
    characters: int
    display: int
    village: tuple[int, ...]
    ships: tuple[str, ...]
    automaton: bool
    market_tile: bool


@frozen
class Placement:
    """Where the automaton stands. space: 0 for a bid."""

    place: str
    space: int
    meeples: int
    role: str


@frozen(kw_only=True)
class Box:
    """The whole box.

    colours: of the players. coins_by_seat: to start with, in turn order. layouts: by number of players. faces: roles
    by face of a Team meeple. team_weights, character_weights: (face, weight) of a throw. locations: by id, order: in
    which they are resolved. points: by kind, VP of a lot of 1, 2 …. cards: by id. deck: all ids. rewards: by space of
    the Discovery track. tiles: kind by tile id. coins: tokens. undelivered: VP of a card still held.
    """

    colours: tuple[str, ...]
    least: int
    most: int
    rounds: int
    coins: int
    coins_by_seat: tuple[int, ...]
    layouts: Mapping[int, Layout]
    faces: Mapping[str, tuple[str, ...]]
    character_roles: tuple[str, ...]
    standing_coins: int
    team_weights: tuple[tuple[str, int], ...]
    character_weights: tuple[tuple[str, int], ...]
    locations: Mapping[str, Location]
    order: tuple[str, ...]
    points: Mapping[str, tuple[int, ...]]
    bonuses: Mapping[str, Gain]
    cards: Mapping[str, Artifact]
    last_space: int
    rewards: Mapping[int, Gain]
    upgrades: Mapping[str, Upgrade]
    tiles: Mapping[str, str]
    automaton_meeples: int
    automaton_cards: Mapping[str, tuple[Placement, ...]]
    market_tile: Placement
    first_player_vp: int
    coins_per_vp: int
    undelivered: int

    def upgrade(self, tile: str) -> Upgrade:
        """Return what a tile does."""
        return self.upgrades[self.tiles[tile]]
