"""Events of the placing of meeples."""

from __future__ import annotations

from events.frozen import frozen
from events.games.quetzal.pieces import Meeple
from events.vocabulary import Cites, Seat


@frozen(kw_only=True)
class TurnBegan:
    """It is a seat's turn to place."""

    seat: Seat
    cites: Cites


@frozen(kw_only=True)
class TurnHeld:
    """A seat may place on in the same place."""

    seat: Seat
    place: str
    cites: Cites


@frozen(kw_only=True)
class TurnPassed:
    """A seat places nothing more this round."""

    seat: Seat
    cites: Cites


@frozen(kw_only=True)
class MeeplesPlaced:
    """Meeples went from the reserve to a place. space: 0 where there are none.

    role: ``adventurer``, ``archaeologist``, ``open`` (the next bidder may choose) or ``any`` (roles do not matter).
    paid: coins for it.
    """

    seat: Seat
    place: str
    space: int
    role: str
    meeples: tuple[Meeple, ...]
    paid: int
    cites: Cites


@frozen(kw_only=True)
class BidRaised:
    """Meeples joined a bid of the same seat. role: of the whole bid from now on."""

    seat: Seat
    place: str
    role: str
    meeples: tuple[Meeple, ...]
    cites: Cites


@frozen(kw_only=True)
class MeeplesDisplaced:
    """A beaten bid went back to its owner's reserve, faces as they were; the automaton's leave the board.

    role: in which they stood.
    """

    seat: Seat
    place: str
    role: str
    meeples: tuple[Meeple, ...]
    cites: Cites
