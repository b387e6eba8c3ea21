"""What a seat may ask for in Quetzal. Cards and tiles are named by id, or by what they show (``vase``, ``trio``)."""

from __future__ import annotations

from typing import TypeAlias

from events.frozen import frozen
from events.games.quetzal.pieces import Meeple
from events.vocabulary import Seat


@frozen(kw_only=True)
class UseReroll:
    """Throw meeples again by a reroll tile, before anybody places. tile: id. meeples: own ones."""

    seat: Seat
    tile: str
    meeples: tuple[Meeple, ...] = ()


@frozen(kw_only=True)
class Occupy:
    """Place one meeple on a unique space. place: the Stela, the Temple or the Village. space: from 1 at the top."""

    seat: Seat
    place: str
    meeple: Meeple
    space: int = 0


@frozen(kw_only=True)
class Bid:
    """Place meeples on a bidding place.

    role: ``adventurer`` or ``archaeologist``; "" where the meeples leave no choice, or leave the role open.
    """

    seat: Seat
    place: str
    meeples: tuple[Meeple, ...]
    role: str = ""


@frozen(kw_only=True)
class Visit:
    """Place meeples on a free place: the Camp or the Harbour Office."""

    seat: Seat
    place: str
    meeples: tuple[Meeple, ...]


@frozen(kw_only=True)
class Pass:
    """Place nothing more this round."""

    seat: Seat


@frozen(kw_only=True)
class CampReroll:
    """Throw one meeple of the reserve again, at the Camp."""

    seat: Seat
    meeple: Meeple


@frozen(kw_only=True)
class Decline:
    """Leave what may be done undone: keep the throw, the meeples, the card; make no more trades; end a held turn."""

    seat: Seat


@frozen(kw_only=True)
class TakeArtifact:
    """Take a face-up card of the Temple."""

    seat: Seat
    card: str


@frozen(kw_only=True)
class KeepDrawn:
    """Keep one of the deck cards just seen. card: its id; ``first``, ``second`` … where draws are secret."""

    seat: Seat
    card: str


@frozen(kw_only=True)
class SellArtifact:
    """Give up a card at the Black Market."""

    seat: Seat
    card: str


@frozen(kw_only=True)
class TakeUpgrade:
    """Take a face-up tile of the Village."""

    seat: Seat
    tile: str


@frozen(kw_only=True)
class LoadArtifact:
    """Add one card to the delivery that is being made."""

    seat: Seat
    card: str


@frozen(kw_only=True)
class Deliver:
    """Close the delivery. cards: what goes with what is loaded already; none are due."""

    seat: Seat
    cards: tuple[str, ...] = ()


@frozen(kw_only=True)
class Trade:
    """Use an any-time tile once. tile: id."""

    seat: Seat
    tile: str


Move: TypeAlias = (
    UseReroll
    | Occupy
    | Bid
    | Visit
    | Pass
    | CampReroll
    | Decline
    | TakeArtifact
    | KeepDrawn
    | SellArtifact
    | TakeUpgrade
    | LoadArtifact
    | Deliver
    | Trade
)
