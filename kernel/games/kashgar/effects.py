"""What a card's action does, as data: one record for each operation of a content pack."""

from __future__ import annotations

from typing import Literal, TypeAlias

from events.frozen import frozen


@frozen
class Goods:
    """An amount of goods. named: (resource, units >= 1), in the order of the board. any: units of any spice."""

    named: tuple[tuple[str, int], ...] = ()
    any: int = 0


@frozen(kw_only=True)
class Gain:
    """Tracks rise. others: those of every other player instead of one's own."""

    others: bool
    goods: Goods


@frozen(kw_only=True)
class Lose:
    """The tracks of every other player fall."""

    goods: Goods


@frozen(kw_only=True)
class SetTracks:
    """Tracks of every other player are put on a level. levels: (resource, level)."""

    levels: tuple[tuple[str, int], ...]


@frozen(kw_only=True)
class TakeGoods:
    """Goods move from the named opponent."""

    goods: Goods


@frozen(kw_only=True)
class Convert:
    """Goods are exchanged. least, most: how often."""

    give: Goods
    get: Goods
    least: int
    most: int


@frozen(kw_only=True)
class UseStock:
    """A spice track rises towards an opponent's. most: units."""

    most: int


@frozen(kw_only=True)
class RecruitCards:
    """Persons join a caravan. draw: cards looked at. keep: cards taken. anywhere: into any own caravan."""

    source: Literal["standard", "special", "discard", "set_aside"]
    draw: int
    keep: int
    anywhere: bool


@frozen(kw_only=True)
class Flip:
    """The played card turns over."""


@frozen(kw_only=True)
class CompleteOrders:
    """Orders are completed. draw: orders turned up. classes, orders: what is allowed, None for all.

    least, most: how many, None for no limit. substitutes: (good that may stand, good or any spice it stands for).
    """

    source: Literal["display", "deck"]
    draw: int
    classes: tuple[str, ...] | None
    orders: tuple[str, ...] | None
    least: int
    most: int | None
    free: bool
    substitutes: tuple[tuple[str, str], ...]


@frozen(kw_only=True)
class TakeOut:
    """Cards leave the game. others: out of the named opponent's caravans. front: only their front cards."""

    others: bool
    front: bool
    count: int
    optional: bool
    spared: tuple[str, ...]


@frozen(kw_only=True)
class Shift:
    """A card moves to the tail of a caravan. place: which card; played: the one just played.

    owner: whose caravan it goes to; same: that of its owner. caravan: this: the one the card was played from.
    spared: decks whose cards stay.
    """

    place: Literal["played", "front", "tail"]
    owner: Literal["self", "opponent", "same"]
    caravan: Literal["this", "any", "same"]
    spared: tuple[str, ...]


Effect: TypeAlias = (
    Gain | Lose | SetTracks | TakeGoods | Convert | UseStock | RecruitCards | Flip | CompleteOrders | TakeOut | Shift
)


@frozen
class CardAction:
    """One action of a card: what it costs, and what it does in order."""

    cost: Goods
    effects: tuple[Effect, ...]
