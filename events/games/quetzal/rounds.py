"""Events of set-up, of the rounds and of their throws."""

from __future__ import annotations

from events.frozen import frozen
from events.games.quetzal.pieces import Meeple
from events.vocabulary import Cites, Seat


@frozen(kw_only=True)
class GameBegun:
    """The box was opened. rulings: (ruling, option), all of them, sorted."""

    rulings: tuple[tuple[str, str], ...]
    cites: Cites


@frozen(kw_only=True)
class SeatPrepared:
    """A seat took its pieces. meeples: ids, the Character last. coins: to start with."""

    seat: Seat
    coins: int
    meeples: tuple[str, ...]
    cites: Cites


@frozen(kw_only=True)
class ArtifactsLaid:
    """Cards came face up from the deck to the Temple or an annex.

    under: how many of them, the last ones, were those known under the deck.
    """

    place: str
    cards: tuple[str, ...]
    under: int
    cites: Cites


@frozen(kw_only=True)
class UpgradesLaid:
    """Tiles came face up from the stack to the Village."""

    tiles: tuple[str, ...]
    cites: Cites


@frozen(kw_only=True)
class NothingLeft:
    """Deck or stack ran out. what: ``artifacts`` or ``upgrades``. missing: how many were not there."""

    what: str
    missing: int
    cites: Cites


@frozen(kw_only=True)
class DeckReshuffled:
    """Cards that had left the game became the deck. epoch: from 2."""

    epoch: int
    cites: Cites


@frozen(kw_only=True)
class AutomatonCardTurned:
    """A card for the automaton was turned up."""

    card: str
    cites: Cites


@frozen(kw_only=True)
class AutomatonPlaced:
    """The automaton stands somewhere. space: 0 for a bid. tile: bidders that the market tile stands for."""

    place: str
    space: int
    role: str
    meeples: tuple[Meeple, ...]
    tile: int
    cites: Cites


@frozen(kw_only=True)
class RoundBegan:
    """A round began. round: from 1. leader: places first."""

    round: int
    leader: Seat
    cites: Cites


@frozen(kw_only=True)
class PlaneMoved:
    """The plane flew on. round: whose space it stands on now."""

    round: int
    cites: Cites


@frozen(kw_only=True)
class BoardCleared:
    """All meeples went back to their owners."""

    cites: Cites


@frozen(kw_only=True)
class CardsRemoved:
    """Face-up cards left the game without an owner. how: ``automaton`` or ``renewed``."""

    place: str
    cards: tuple[str, ...]
    how: str
    cites: Cites


@frozen(kw_only=True)
class TilesRemoved:
    """Face-up tiles left the game without an owner. how: as for cards."""

    tiles: tuple[str, ...]
    how: str
    cites: Cites


@frozen(kw_only=True)
class GameEnded:
    """Final scoring is done. winners: those who share the win."""

    winners: tuple[Seat, ...]
    cites: Cites


@frozen(kw_only=True)
class MeeplesThrown:
    """Meeples came to rest. paid: ids of those that earned a coin by how they lie."""

    seat: Seat
    meeples: tuple[Meeple, ...]
    paid: tuple[str, ...]
    cites: Cites


@frozen(kw_only=True)
class RerollsOffered:
    """Seats may use their reroll tiles now."""

    seats: tuple[Seat, ...]
    cites: Cites


@frozen(kw_only=True)
class RerollUsed:
    """A reroll tile was used for this round."""

    seat: Seat
    tile: str
    cites: Cites


@frozen(kw_only=True)
class CampRerollsGranted:
    """A seat may throw meeples of its reserve again, one after the other. rerolls: how often."""

    seat: Seat
    rerolls: int
    cites: Cites


@frozen(kw_only=True)
class CampRerollUsed:
    """One of the Camp's rerolls went to a meeple."""

    seat: Seat
    meeple: str
    cites: Cites
