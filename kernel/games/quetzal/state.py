"""The state of a game of Quetzal: small frozen records."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypeVar

from events.frozen import field, frozen
from events.games.quetzal.pieces import Meeple
from events.secrets import Secret
from events.vocabulary import Seat
from kernel.copies import changer, replace
from kernel.errors import ImpossibleEvent
from kernel.games.quetzal.box import PLACES, Box
from kernel.games.quetzal.rulings import Rulings

AUTOMATON = "automaton"
"""Stands where a seat would, for what the fictional player holds."""

OPEN = "open"
"""Role of a bid whose next bidder may choose."""

ANY = "any"
"""Role of meeples where roles do not matter."""

Card: TypeAlias = str | Secret
"""An artifact: its id where all may know it, else a sealed tuple of one id."""

Phase: TypeAlias = Literal["setup", "throw", "place", "activate", "closing", "over"]


@frozen
class Stand:
    """Who stands on a place, or bids for it.

    space: from 1 at the top, 0 where there are none. role: in which they stand, `OPEN` or `ANY`. paid: coins for it.
    tile: bidders that the automaton's market tile stands for. done: whether it has been activated.
    """

    place: str
    space: int
    seat: Seat
    role: str
    meeples: tuple[Meeple, ...]
    paid: int = 0
    tile: int = 0
    done: bool = False

    @property
    def number(self) -> int:
        """How many bid here."""
        return len(self.meeples) + self.tile


@frozen
class Player:
    """What a seat has.

    coins, vp, discovery: 0 or more. reserve: meeples not placed, in order of their ids. hand: oldest first. upgrades:
    lasting tiles. discard: tiles used at once. came_back: (meeple, role it stood in) of those displaced this round.
    paid_for: meeples that have earned a coin by how they lay this round. rerolled: reroll tiles used this round.
    passed: whether it places nothing more this round.
    """

    seat: Seat
    coins: int = 0
    vp: int = 0
    discovery: int = 0
    reserve: tuple[Meeple, ...] = ()
    hand: tuple[Card, ...] = ()
    upgrades: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    came_back: tuple[tuple[str, str], ...] = ()
    paid_for: tuple[str, ...] = ()
    rerolled: tuple[str, ...] = ()
    passed: bool = False


@frozen
class Rerolling:
    """Seats may use reroll tiles. seats: those still to say, in turn order."""

    seats: tuple[Seat, ...]


@frozen
class CampRerolls:
    """A seat may throw meeples again at the Camp. left: how often. thrown: ids thrown so far."""

    seat: Seat
    left: int
    thrown: tuple[str, ...] = ()


@frozen
class HeldTurn:
    """A seat may place on in the same place."""

    seat: Seat
    place: str


@frozen
class Picking:
    """A seat chooses face-up cards of the Temple. picks: how many. draws: from the deck, after that."""

    seat: Seat
    space: int
    picks: int
    draws: int


@frozen
class Keeping:
    """A seat keeps one of the deck cards it sees. draws: still to come after this one."""

    seat: Seat
    space: int
    draws: int
    seen: tuple[Card, ...] = ()


@frozen
class Selling:
    """A seat may give up a card."""

    seat: Seat


@frozen
class TileChoice:
    """A seat takes a face-up tile."""

    seat: Seat
    space: int


@frozen
class Delivering:
    """A seat delivers. limits: most cards of this delivery and of those after it. loaded: cards of this one."""

    seat: Seat
    place: str
    limits: tuple[int, ...]
    loaded: tuple[str, ...] = ()


@frozen
class Closing:
    """Seats may trade before final scoring. seats: those still to say."""

    seats: tuple[Seat, ...]


Pending: TypeAlias = (
    Rerolling | CampRerolls | HeldTurn | Picking | Keeping | Selling | TileChoice | Delivering | Closing
)


@frozen
class Automaton:
    """The fictional player. card: turned up now, "" before the first. used: cards of the rounds before, in order."""

    card: str = ""
    used: tuple[str, ...] = ()


@frozen
class State:
    """The whole game.

    players: clockwise. round: from 1, 0 before. leader: places first this round. first: holds the First Player
    marker, "" before set-up. turn: the seat that places, "" outside placing. board: stands by place and
    space, in order of arrival.
    display: (place, cards face up). tiles: face up in the Village. bottom: cards known under the deck, uppermost
    first. epoch: of the deck, from 1. out: (card or tile, how it left the game), sorted. winners: at the end.
    """

    box: Box = field(eq=False, repr=False)
    rulings: Rulings
    players: tuple[Player, ...]
    round: int
    phase: Phase
    leader: Seat
    first: Seat
    turn: Seat
    board: tuple[Stand, ...]
    display: tuple[tuple[str, tuple[str, ...]], ...]
    tiles: tuple[str, ...]
    bottom: tuple[Card, ...]
    epoch: int
    out: tuple[tuple[str, str], ...]
    automaton: Automaton | None
    pending: Pending | None
    winners: tuple[Seat, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise."""
        return tuple(player.seat for player in self.players)

    def player(self, seat: Seat) -> Player:
        """Return what a seat has."""
        for player in self.players:
            if player.seat == seat:
                return player
        raise KeyError(seat)

    def but(self, seat: Seat, **changes: Any) -> State:
        """Return the state with a player changed."""
        players = tuple([replace(p, **changes) if p.seat == seat else p for p in self.players])
        return _with_players(self, players)

    def stand(self, place: str, space: int = 0) -> Stand | None:
        """Return who stands on a space or leads a bid; the first one where several may."""
        for stand in self.board:
            if stand.place == place and stand.space == space:
                return stand
        return None

    def laid(self, place: str) -> tuple[str, ...]:
        """Return the cards face up at a place."""
        for name, cards in self.display:
            if name == place:
                return cards
        return ()


_with_players = changer(State, "players")


def with_stand(board: tuple[Stand, ...], stand: Stand) -> tuple[Stand, ...]:
    """Return the board with a stand added behind those on the same space."""
    return tuple(sorted((*board, stand), key=_stand_order))


def _stand_order(stand: Stand) -> tuple[int, int]:
    return PLACES.index(stand.place), stand.space


def is_character(meeple: str) -> bool:
    """Whether a meeple id is that of a Character."""
    return meeple.endswith(".character")


def meeple_order(meeple: Meeple) -> tuple[bool, int, str]:
    """Sort key: Team meeples by number, the Character last."""
    number = meeple.id.rpartition(".")[2]
    return (not number.isdecimal(), int(number) if number.isdecimal() else 0, meeple.id)


def told(card: Card) -> str:
    """Return the id of a card.

    Raises: UnknownSecret where it is hidden and not told in this log.
    """
    return card if isinstance(card, str) else str(card.opened()[0])


def known(card: Card) -> str:
    """Return the id of a card, "" where it is hidden and not told."""
    if isinstance(card, str):
        return card
    return str(card.value[0]) if card.value else ""


P = TypeVar("P")


def pending_of(state: State, kind: type[P]) -> P:
    """Return what is pending as the kind it must be.

    Raises: ImpossibleEvent for another kind.
    """
    if not isinstance(state.pending, kind):
        msg = f"{kind.__name__} is not pending: {state.pending}"
        raise ImpossibleEvent(msg)
    return state.pending
