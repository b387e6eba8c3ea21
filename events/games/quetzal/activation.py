"""Events of the places being resolved."""

from __future__ import annotations

from events.frozen import frozen
from events.secrets import Secret
from events.vocabulary import Cites, Seat


@frozen(kw_only=True)
class ActivationBegan:
    """All meeples are placed."""

    cites: Cites


@frozen(kw_only=True)
class StandActivated:
    """It is the turn of who stands on a place. space: 0 where there are none."""

    seat: Seat
    place: str
    space: int
    cites: Cites


@frozen(kw_only=True)
class NothingGained:
    """A place gave nothing to who stood there."""

    seat: Seat
    place: str
    cites: Cites


@frozen(kw_only=True)
class MarkerTaken:
    """The First Player marker changed hands, or was given out."""

    seat: Seat
    cites: Cites


@frozen(kw_only=True)
class PicksGranted:
    """A seat may choose face-up cards of the Temple, then draws. picks: cards to choose. draws: from the deck."""

    seat: Seat
    space: int
    picks: int
    draws: int
    cites: Cites


@frozen(kw_only=True)
class ArtifactTaken:
    """A face-up card went to a hand."""

    seat: Seat
    place: str
    card: str
    cites: Cites


@frozen(kw_only=True)
class ArtifactDrawn:
    """The top card of the deck went to a hand, in view of all. under: whether it was one known under the deck."""

    seat: Seat
    card: str
    under: bool
    cites: Cites


@frozen(kw_only=True)
class ArtifactDealt:
    """The top card of the deck went to a hand unseen by the others. card: a tuple of one id, sealed.

    under: whether it was one known under the deck.
    """

    seat: Seat
    card: Secret
    under: bool
    cites: Cites


@frozen(kw_only=True)
class ArtifactHidden:
    """A card in hand was turned away from the others."""

    seat: Seat
    card: str
    hidden: Secret
    cites: Cites


@frozen(kw_only=True)
class ArtifactShown:
    """A hidden card in hand was shown. commitment: of the hidden card."""

    seat: Seat
    card: str
    commitment: str
    cites: Cites


@frozen(kw_only=True)
class KeepGranted:
    """A seat looks at deck cards and keeps one. space: of the Temple. draws: still to come after this one."""

    seat: Seat
    space: int
    draws: int
    cites: Cites


@frozen(kw_only=True)
class CardSeen:
    """A deck card was turned up to choose among. under: whether it was one known under the deck."""

    seat: Seat
    card: str
    under: bool
    cites: Cites


@frozen(kw_only=True)
class CardPeeked:
    """A deck card was looked at by one seat alone. card: a tuple of one id, sealed.

    under: whether it was one known under the deck.
    """

    seat: Seat
    card: Secret
    under: bool
    cites: Cites


@frozen(kw_only=True)
class CardKept:
    """One of the cards seen went to the hand. nth: which of them, from 1."""

    seat: Seat
    nth: int
    cites: Cites


@frozen(kw_only=True)
class CardsLaidUnder:
    """The other cards seen went under the deck, the first one uppermost."""

    seat: Seat
    cites: Cites


@frozen(kw_only=True)
class SaleOffered:
    """A seat may give up a card."""

    seat: Seat
    cites: Cites


@frozen(kw_only=True)
class ArtifactSold:
    """A card left the game for coins."""

    seat: Seat
    card: str
    cites: Cites


@frozen(kw_only=True)
class TileChoiceGranted:
    """A seat takes a face-up tile. space: of the Village."""

    seat: Seat
    space: int
    cites: Cites


@frozen(kw_only=True)
class UpgradeTaken:
    """A tile went to a seat. lasting: stays in front of it, else it goes to the personal discard."""

    seat: Seat
    tile: str
    lasting: bool
    cites: Cites


@frozen(kw_only=True)
class DeliveryGranted:
    """A seat may deliver. limits: most cards of each delivery, one after the other."""

    seat: Seat
    place: str
    limits: tuple[int, ...]
    cites: Cites


@frozen(kw_only=True)
class ArtifactLoaded:
    """A card went from the hand to the delivery being made."""

    seat: Seat
    card: str
    cites: Cites


@frozen(kw_only=True)
class ArtifactsDelivered:
    """The loaded cards left the game. cards: all of them, none may have been due."""

    seat: Seat
    cards: tuple[str, ...]
    cites: Cites


@frozen(kw_only=True)
class ClosingBegan:
    """Seats may still trade before final scoring."""

    seats: tuple[Seat, ...]
    cites: Cites


@frozen(kw_only=True)
class ChoiceClosed:
    """A seat has chosen what it had to choose."""

    seat: Seat
    cites: Cites
