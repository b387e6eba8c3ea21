"""The toy's moves and events."""

from __future__ import annotations

from events.frozen import frozen
from events.vocabulary import Cites, Seat, Vocabulary


@frozen(kw_only=True)
class Place:
    """Put a pawn on a free space, pay what it costs and take what it gives."""

    seat: Seat
    space: str


@frozen(kw_only=True)
class Began:
    """The bags were filled. rulings: (ruling, option), all of them. counters: of each kind, for each seat."""

    rulings: tuple[tuple[str, str], ...]
    counters: int
    cites: Cites


@frozen(kw_only=True)
class Paid:
    """Counters left a bag. amount: >= 0."""

    seat: Seat
    kind: str
    amount: int
    cites: Cites


@frozen(kw_only=True)
class Occupied:
    """A pawn was put on a space."""

    seat: Seat
    space: str
    cites: Cites


@frozen(kw_only=True)
class Gained:
    """Counters came into a bag. amount: > 0."""

    seat: Seat
    kind: str
    amount: int
    cites: Cites


@frozen(kw_only=True)
class CardDrawn:
    """A card was taken from the deck."""

    seat: Seat
    card: str
    cites: Cites


@frozen(kw_only=True)
class TurnAdvanced:
    """The next seat is to act. turn: number of turns taken so far."""

    seat: Seat
    turn: int
    cites: Cites


@frozen(kw_only=True)
class RoundEnded:
    """All spaces were cleared. round: number of rounds ended so far."""

    round: int
    cites: Cites


VOCABULARY = Vocabulary(
    game="bench_toy",
    moves={"place": Place},
    events={
        "began/1": Began,
        "paid/1": Paid,
        "occupied/1": Occupied,
        "gained/1": Gained,
        "card_drawn/1": CardDrawn,
        "turn_advanced/1": TurnAdvanced,
        "round_ended/1": RoundEnded,
    },
)
