"""What a seat may ask for. Cards, orders and goods are named by their ids."""

from __future__ import annotations

from events.frozen import frozen
from events.vocabulary import Seat


@frozen(kw_only=True)
class AssignStartCards:
    """Lay one's start cards out. cards: the dealt ones, that for caravan 1 first."""

    seat: Seat
    cards: tuple[str, ...]


@frozen(kw_only=True)
class UseCaravanAction:
    """Use a caravan action of a front card. action: place on the card, from 1."""

    seat: Seat
    card: str
    action: int = 1


@frozen(kw_only=True)
class UseRemovalAction:
    """Use a removal action of a front card. action: place on the card, from 1."""

    seat: Seat
    card: str
    action: int = 1


@frozen(kw_only=True)
class Pass:
    """Send a card to the tail of its caravan without effect."""

    seat: Seat
    card: str


@frozen(kw_only=True)
class Pay:
    """Choose what to hand over. goods: one name a unit, in the order of the board's tracks.

    The units of choice of an action's cost; the whole payment of an order that can be paid in several ways; what one
    loses to another's action.
    """

    seat: Seat
    goods: tuple[str, ...]


@frozen(kw_only=True)
class Take:
    """Choose what to take in. goods: one name a unit, in the order of the board's tracks."""

    seat: Seat
    goods: tuple[str, ...]


@frozen(kw_only=True)
class Exchange:
    """Make one exchange. give, get: the units of choice on either side, one name a unit."""

    seat: Seat
    give: tuple[str, ...] = ()
    get: tuple[str, ...] = ()


@frozen(kw_only=True)
class Share:
    """Split a gift. seats: who gets each unit, clockwise from the giver's left."""

    seat: Seat
    seats: tuple[Seat, ...]


@frozen(kw_only=True)
class Recruit:
    """Take a card in. card: None takes none. caravan: where to, from 1; None where there is no choice."""

    seat: Seat
    card: str | None
    caravan: int | None = None


@frozen(kw_only=True)
class CompleteOrder:
    """Complete an order."""

    seat: Seat
    order: str


@frozen(kw_only=True)
class NameOpponent:
    """Name the player whom an action strikes."""

    seat: Seat
    opponent: Seat


@frozen(kw_only=True)
class UseStock:
    """Name the spice in which one profits from the named opponent's stock."""

    seat: Seat
    spice: str


@frozen(kw_only=True)
class RemoveCard:
    """Take another card out of a caravan."""

    seat: Seat
    card: str


@frozen(kw_only=True)
class MoveCard:
    """Move a card between or within caravans. caravan: where to, from 1; None where there is no choice."""

    seat: Seat
    card: str
    caravan: int | None = None


@frozen(kw_only=True)
class Finish:
    """Leave the rest of an effect undone: no further exchange, order or removal."""

    seat: Seat


Move = (
    AssignStartCards
    | UseCaravanAction
    | UseRemovalAction
    | Pass
    | Pay
    | Take
    | Exchange
    | Share
    | Recruit
    | CompleteOrder
    | NameOpponent
    | UseStock
    | RemoveCard
    | MoveCard
    | Finish
)
