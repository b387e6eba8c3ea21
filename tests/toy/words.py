"""The toy's moves and events."""

from __future__ import annotations

from typing import ClassVar

import attrs

from events.secrets import Secret
from events.vocabulary import Cites, Seat, Vocabulary, Wire


@attrs.frozen(kw_only=True)
class Bid:
    """Offer coins for the card on show. coins: sealed, 0 to the seat's coins."""

    seat: Seat
    coins: Secret


@attrs.frozen(kw_only=True)
class Began:
    """The table was laid. rulings: (ruling, option), all of them. coins: what each seat gets."""

    rulings: tuple[tuple[str, str], ...]
    coins: int
    cites: Cites


@attrs.frozen(kw_only=True)
class HandDealt:
    """A seat was dealt its secret card."""

    seat: Seat
    card: Secret
    cites: Cites


@attrs.frozen(kw_only=True)
class Reshuffled:
    """The discards became the deck. epoch: how often that has been, this time included."""

    epoch: int
    cites: Cites


@attrs.frozen(kw_only=True)
class CardShown:
    """A card was turned over for a new round, from 1."""

    card: str
    round: int
    cites: Cites


@attrs.frozen(kw_only=True)
class BidMade:
    """A seat bid, face down."""

    seat: Seat
    coins: Secret
    cites: Cites


@attrs.frozen(kw_only=True)
class BidsRevealed:
    """All bids were turned over. coins: in the order of the seats."""

    reveals: ClassVar[bool] = True

    coins: tuple[int, ...]
    cites: Cites


@attrs.frozen(kw_only=True)
class CardWon:
    """The card on show went to a seat for coins."""

    seat: Seat
    card: str
    coins: int
    cites: Cites


@attrs.frozen(kw_only=True)
class CardDiscarded:
    """Nobody won the card on show."""

    card: str
    cites: Cites


@attrs.frozen(kw_only=True)
class HandRevealed:
    """A secret card was shown at the end."""

    seat: Seat
    card: str
    cites: Cites


def _coins_from_pay(record: Wire) -> Wire:
    """card_won/1 called its coins ``pay``."""
    record = {**record, "type": "card_won/2", "coins": record["pay"]}
    del record["pay"]
    return record


def _bid_from_offer(record: Wire) -> Wire:
    """A bid was once called an offer."""
    return {**record, "do": "bid"}


VOCABULARY = Vocabulary(
    game="toy",
    moves={"bid": Bid},
    events={
        "began/1": Began,
        "hand_dealt/1": HandDealt,
        "reshuffled/1": Reshuffled,
        "card_shown/1": CardShown,
        "bid_made/1": BidMade,
        "bids_revealed/1": BidsRevealed,
        "card_won/2": CardWon,
        "card_discarded/1": CardDiscarded,
        "hand_revealed/1": HandRevealed,
    },
    upcasters={"card_won/1": _coins_from_pay, "offer": _bid_from_offer},
)
