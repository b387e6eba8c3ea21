"""What is in the box: boards, cards and orders, as a content pack gives them."""

from __future__ import annotations

from collections.abc import Mapping

from events.frozen import frozen
from kernel.games.kashgar.effects import CardAction, Goods


@frozen(kw_only=True)
class Person:
    """A kind of person. title: its id; names: by language. deck: which it belongs to. count: copies.

    points: while in a caravan; per_order: (order, points) for each such order of the owner, instead. marked: whether
    the title bears the mark. rank: of a start card, else 0. reverse: title of the other face, "" for none.
    For the greedy policy, strength: how useful the card is by and large; opens_orders: whether it completes open
    orders.
    """

    title: str
    names: Mapping[str, str]
    deck: str
    count: int
    points: int
    per_order: tuple[str, int] | None
    marked: bool
    rank: int
    reverse: str
    caravan: tuple[CardAction, ...]
    removal: tuple[CardAction, ...]
    strength: int
    opens_orders: bool

    def actions(self, ground: str) -> tuple[CardAction, ...]:
        """Return the actions of one ground: caravan or removal."""
        return self.caravan if ground == "caravan" else self.removal


@frozen(kw_only=True)
class OrderKind:
    """A kind of order. title: its id. kind: its class. points: printed. mules: to be held, not paid."""

    title: str
    names: Mapping[str, str]
    kind: str
    count: int
    points: int
    cost: Goods
    mules: int


@frozen(kw_only=True)
class Deck:
    """A kind of cards. cards: the ids, sorted. names: of a variant, by language; empty where it has none."""

    cards: tuple[str, ...]
    names: Mapping[str, str]


@frozen(kw_only=True)
class Box:
    """A content pack as the rules read it.

    resources: tracks in the order of the board; spices: those that are one. starts, tops: levels by place on the board.
    persons, orders: kinds by title. person, order: kinds by card id; both faces of a card that turns are in `person`.
    face: id of the other face by id. decks: by name. order_deck: ids, sorted. caravans, patriarchs, start_cards: each
    player's at the start. set_aside: patriarchs laid aside. display: orders on show. mark: points that set off the end.
    """

    resources: tuple[str, ...]
    spices: tuple[str, ...]
    starts: tuple[int, ...]
    tops: tuple[int, ...]
    caravans: int
    patriarchs: int
    start_cards: int
    set_aside: int
    display: int
    mark: int
    persons: Mapping[str, Person]
    orders: Mapping[str, OrderKind]
    classes: Mapping[str, Mapping[str, str]]
    person: Mapping[str, Person]
    order: Mapping[str, OrderKind]
    face: Mapping[str, str]
    decks: Mapping[str, Deck]
    order_deck: tuple[str, ...]
    places: Mapping[str, int]
    spice_places: tuple[int, ...]

    def front(self, card: str) -> str:
        """Return the id of a card's front face: the one it is dealt with."""
        return self.face[card] if self.person[card].count == 0 else card


def copies(title: str, count: int) -> tuple[str, ...]:
    """Return the ids of a kind's copies: the title alone, or numbered from 1."""
    return (title,) if count == 1 else tuple(f"{title}.{n}" for n in range(1, count + 1))
