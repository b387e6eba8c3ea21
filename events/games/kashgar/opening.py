"""What happened before the first turn."""

from __future__ import annotations

from events.frozen import frozen
from events.vocabulary import Cites, Seat


@frozen(kw_only=True)
class GameBegan:
    """The decks were shuffled. rulings: (ruling, option), all of them, sorted.

    additional: number of additional cards mixed into the standard deck.
    """

    rulings: tuple[tuple[str, str], ...]
    additional: int
    cites: Cites


@frozen(kw_only=True)
class PatriarchSetAside:
    """A patriarch was laid aside for the Aristocrat."""

    card: str
    cites: Cites


@frozen(kw_only=True)
class TracksLaid:
    """A seat got its board. levels: (resource, level), all of them, in the order of the board."""

    seat: Seat
    levels: tuple[tuple[str, int], ...]
    cites: Cites


@frozen(kw_only=True)
class PatriarchLaid:
    """A patriarch opened a caravan. caravan: from 1."""

    seat: Seat
    card: str
    caravan: int
    cites: Cites


@frozen(kw_only=True)
class StartCardsDealt:
    """A seat was dealt its start cards, face up. cards: in the order dealt."""

    seat: Seat
    cards: tuple[str, ...]
    cites: Cites


@frozen(kw_only=True)
class StartCardLaid:
    """A start card was laid behind a patriarch. caravan: from 1."""

    seat: Seat
    card: str
    caravan: int
    cites: Cites


@frozen(kw_only=True)
class MaterialLeftOver:
    """Cards that the number of players leaves over stay unused."""

    cards: tuple[str, ...]
    cites: Cites


@frozen(kw_only=True)
class FirstPlayerFound:
    """The holder of the start card of lowest rank begins. rank: of `card`."""

    seat: Seat
    card: str
    rank: int
    cites: Cites
