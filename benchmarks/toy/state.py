"""The toy's state: what never changes stands in the box, what changes together stands in one small record."""

from __future__ import annotations

from collections.abc import Mapping

from events.frozen import frozen
from events.vocabulary import Seat

KINDS = ("gold", "silk", "pepper", "camel", "jade", "tea", "horse", "points")
PLACE_OF = {kind: place for place, kind in enumerate(KINDS)}


@frozen
class Space:
    """What a space costs and gives. draws: whether it gives a card too."""

    id: str
    cost_kind: str
    cost: int
    gain_kind: str
    gain: int
    draws: bool


@frozen
class Box:
    """What lies in the box. place_of: place on the board by the space's id."""

    spaces: tuple[Space, ...]
    place_of: Mapping[str, int]
    cards: tuple[str, ...]
    counters: int


@frozen
class Setting:
    """What stands from the set-up on. number_of: place of each seat. endless: for logs of any length."""

    box: Box
    seats: tuple[Seat, ...]
    number_of: Mapping[Seat, int]
    rulings: tuple[tuple[str, str], ...]
    endless: bool


@frozen
class Board:
    """spaces: who stands on each, None where it is free, and how often it was taken. moves: made so far, by seat.

    placed: pawns on it. last: taken last.
    """

    spaces: tuple[tuple[Seat | None, int], ...]
    moves: tuple[int, ...]
    placed: int
    last: str | None


@frozen
class State:
    """What changes; tuples by seat in the order of the seats.

    bags: counters in the order of `KINDS`. hands: cards, oldest first. unseen: the cards not drawn yet. turn, round:
    how many are over. active: the seat to act.
    """

    setting: Setting
    bags: tuple[tuple[int, ...], ...]
    hands: tuple[tuple[str, ...], ...]
    board: Board
    unseen: tuple[str, ...]
    turn: int
    round: int
    active: Seat
