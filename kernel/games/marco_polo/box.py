"""What is in the box: the content pack as the rules read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from events.frozen import frozen

Bag: TypeAlias = tuple[tuple[str, int], ...]
"""(resource or symbol, amount > 0), in the order of the pack."""

BOARD_SPACES = (
    "take_5_coins",
    "bazaar_camel",
    "bazaar_pepper",
    "bazaar_silk",
    "bazaar_gold",
    "khans_favor",
    "take_contracts",
    "travel",
    "money_bag",
)
"""The spaces that the rules know by name, besides those of the bazaar rows."""


@frozen(kw_only=True)
class Tile:
    """A contract. cost: resources. reward: resources and symbols."""

    id: str
    cost: Bag
    reward: Bag
    starting: bool


@frozen(kw_only=True)
class Trade:
    """What a city card takes and gives."""

    cost: Bag
    reward: Bag


@frozen(kw_only=True)
class CityCard:
    """A city card.

    mode: id of the pack's city_card_modes. trades: one or two, none on a table. table: (from, to, reward) by die value.
    counts: completed_contracts, placed_posts or "".
    """

    id: str
    mode: str
    trades: tuple[Trade, ...]
    table: tuple[tuple[int, int, Bag], ...]
    counts: str


@frozen(kw_only=True)
class Place:
    """A place on the map. kind: start, beijing, large_city, small_city or oasis. cards: city cards there."""

    id: str
    kind: str
    cards: int
    outpost: bool
    income: bool
    takes_post: bool


@frozen(kw_only=True)
class Watch:
    """What a character gets when another player uses one of `spaces`, with that many `players`."""

    spaces: frozenset[str]
    players: frozenset[int]
    reward: Bag


@frozen(kw_only=True)
class Character:
    """A character and its powers, field by field as in the pack."""

    id: str
    exclamation: bool
    round_start: Bag
    white_dice: int
    start_place: str
    figures: int
    extra_posts: int
    posts_at_start: tuple[str, ...]
    rolls: bool
    compensated: bool
    pays_occupied: bool
    posts_in_passing: bool
    jumps: bool
    vp_on_post: tuple[tuple[int, int], ...]
    watches: tuple[Watch, ...]


@frozen(kw_only=True)
class Goal:
    """A goal card. places: both are needed for `vp`."""

    id: str
    places: tuple[str, ...]
    vp: int


@frozen(kw_only=True)
class Row:
    """A row of the bazaar. columns: contents from column 1. item: what the row is named after."""

    id: str
    space: str
    item: str
    columns: tuple[Bag, ...]


Routes: TypeAlias = Mapping[str, tuple[tuple[str, int, int], ...]]
"""By place: (next place, coins, camels)."""


@frozen(kw_only=True)
class Box:
    """The content pack, read once.

    resources: ids, in the order in which a stock holds them. goods: those that are goods. index: place in
    `resources`. spaces: ids of board spaces, then of all city cards; space_index: place in it. dice_on: dice each
    board space asks for. jumps: the routes with steps from oasis to oasis. far: effort from place to place, 100 a
    step and more for its cost. prices: coins for 0 to 6 steps.
    """

    resources: tuple[str, ...]
    goods: tuple[str, ...]
    index: Mapping[str, int]
    seats: tuple[str, ...]
    rounds: int
    own_dice: int
    black_dice: Mapping[int, int]
    neutral_dice: Mapping[int, tuple[tuple[str, int], ...]]
    posts: int
    coins_by_turn_order: tuple[int, ...]
    stock: Bag
    slots: int
    piles: int
    tiles_per_pile: int
    city_cards_dealt: int
    spaces: tuple[str, ...]
    space_index: Mapping[str, int]
    dice_on: Mapping[str, int]
    khan_slots: int
    coins5: Bag
    bag: Bag
    khan: Bag
    rows: Mapping[str, Row]
    take_min: int
    take_max: int
    column_bonus: Mapping[int, tuple[Bag, ...]]
    refill: int
    prices: tuple[int, ...]
    reroll_cost: Bag
    adjust_cost: Bag
    black_cost: Bag
    full_roll: int
    places: Mapping[str, Place]
    routes: Routes
    jumps: Routes
    far: Mapping[str, Mapping[str, int]]
    beijing: str
    beijing_vp: tuple[int, ...]
    vp_on_post: tuple[tuple[int, int], ...]
    contracts: Mapping[str, Tile]
    regular: tuple[str, ...]
    starting: tuple[str, ...]
    city_cards: Mapping[str, CityCard]
    outposts: Mapping[str, Bag]
    incomes: Mapping[str, Bag]
    basic_place: Mapping[str, str]
    goals: Mapping[str, Goal]
    goals_dealt: Mapping[str, int]
    goals_kept: int
    vp_by_places: tuple[int, ...]
    characters: Mapping[str, Character]
    basic_characters: tuple[str, ...]
    coins_per_vp: int
    goods_per_vp: int
    goods_need: str
    most_contracts_vp: int
    large_cities: tuple[str, ...] = ()
    small_cities: tuple[str, ...] = ()
