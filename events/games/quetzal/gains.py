"""Gains and costs. Amounts are above zero."""

from __future__ import annotations

from events.frozen import frozen
from events.vocabulary import Cites, Seat


@frozen(kw_only=True)
class CoinsGained:
    """Coins came from the supply."""

    seat: Seat
    amount: int
    cites: Cites


@frozen(kw_only=True)
class CoinsPaid:
    """Coins went to the supply."""

    seat: Seat
    amount: int
    cites: Cites


@frozen(kw_only=True)
class PointsScored:
    """The disc on the Score track moved on."""

    seat: Seat
    amount: int
    cites: Cites


@frozen(kw_only=True)
class DiscoveryGained:
    """The disc on the Discovery track moved on. steps: really made, 0 at the end of the track. to: space reached."""

    seat: Seat
    steps: int
    to: int
    cites: Cites
