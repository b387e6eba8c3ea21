"""The state of a game: small frozen records. Everything is open but the order of the decks."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias

from events.frozen import field, frozen
from events.games.kashgar.events import ChoiceKind, Event, Ground
from events.vocabulary import Seat
from kernel.copies import changer, replace, replaced_at
from kernel.errors import ImpossibleEvent
from kernel.games.kashgar.box import Box, Person
from kernel.games.kashgar.effects import CardAction, Flip
from kernel.games.kashgar.rulings import Rulings


@frozen
class Player:
    """What lies before a seat.

    tracks: levels in the order of the board. caravans: cards from front to tail. orders: completed, oldest first.
    hand: start cards dealt and not laid out yet. last_scored: number of the latest time the seat scored, counted over
    all seats from 1; 0 for never. is_out: whether the seat left the game.
    """

    tracks: tuple[int, ...]
    caravans: tuple[tuple[str, ...], ...]
    orders: tuple[str, ...]
    hand: tuple[str, ...]
    last_scored: int
    is_out: bool


@frozen
class Decks:
    """What lies face down; the order is not known.

    standard: cards that may be in the standard deck, sorted; standard_size: how many of them are (fewer only while some
    additional cards were left out unseen). special, orders: the cards of those decks, sorted. bottom: orders put under
    the order deck, top first. epochs: how often standard deck and order deck were shuffled anew.
    """

    standard: tuple[str, ...]
    standard_size: int
    standard_epoch: int
    special: tuple[str, ...]
    orders: tuple[str, ...]
    bottom: tuple[str, ...]
    orders_epoch: int


@frozen
class Action:
    """The action being carried out. caravan: where the card was played, from 1. number: place on the card, from 1.

    card: as it was played; it may have turned over since. opponent: named for this action, None so far.
    """

    card: str
    caravan: int
    ground: Ground
    number: int
    opponent: Seat | None


@frozen
class Choice:
    """What must be chosen before the game goes on.

    seat: by whom. kind: what. effect: place of the effect in its action, from 1; 0 for the cost. done: how often it has
    been carried out. order: the order that waits for its payment. spice: in which another's stock helps out.
    """

    seat: Seat
    kind: ChoiceKind
    effect: int
    done: int
    order: str | None
    spice: str | None


@frozen
class LastTurn:
    """The latest card chosen. ground: caravan, removal or pass."""

    seat: Seat
    card: str
    ground: str


@frozen
class End:
    """The end was set off. by: who reached the mark, None for the order deck. during: whose turn it was."""

    by: Seat | None
    during: Seat


@frozen(kw_only=True)
class State:
    """A position.

    turn: whose turn it is, None before the first and after the last. first: the first player. additional: number of
    additional cards mixed in. set_aside: patriarchs laid aside. discard: oldest first. out_of_game: in the order they
    left. unused: cards that take no part, sorted. drawn, turned_up: cards and orders being chosen from.
    scorings: how often anybody has scored.
    """

    box: Box = field(eq=False, repr=False)
    rulings: Rulings
    seats: tuple[Seat, ...]
    players: tuple[Player, ...]
    round: int
    turn: Seat | None
    first: Seat | None
    additional: int
    display: tuple[str, ...]
    decks: Decks
    set_aside: tuple[str, ...]
    discard: tuple[str, ...]
    out_of_game: tuple[str, ...]
    unused: tuple[str, ...]
    drawn: tuple[str, ...]
    turned_up: tuple[str, ...]
    action: Action | None
    choice: Choice | None
    last: LastTurn | None
    scorings: int
    end: End | None
    over: bool

    def player(self, seat: Seat) -> Player:
        """Return what a seat has."""
        return self.players[self.seats.index(seat)]

    def but(self, seat: Seat, **changes: Any) -> State:
        """Return the state with a player changed."""
        place = self.seats.index(seat)
        changed = replace(self.players[place], **changes)
        return _with_players(self, replaced_at(self.players, place, changed))

    def level(self, seat: Seat, resource: str) -> int:
        """Return the level of a track."""
        return self.player(seat).tracks[self.box.places[resource]]

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the other seats still in the game, clockwise from a seat's left."""
        place = self.seats.index(seat)
        around = (*self.seats[place + 1 :], *self.seats[:place])
        return tuple(other for other in around if not self.player(other).is_out)

    @property
    def mover(self) -> Seat:
        """The seat whose turn it is, where there is one."""
        if self.turn is None:
            msg = "it is nobody's turn"
            raise ImpossibleEvent(msg)
        return self.turn

    @property
    def doing(self) -> Action:
        """The action being carried out, where there is one."""
        if self.action is None:
            msg = "no action is being carried out"
            raise ImpossibleEvent(msg)
        return self.action

    @property
    def awaited(self) -> Choice:
        """The choice that the game waits for, where there is one."""
        if self.choice is None:
            msg = "no choice is open"
            raise ImpossibleEvent(msg)
        return self.choice

    def played(self) -> str:
        """Return the present name of the card whose action is being carried out."""
        card = self.doing.card
        other = self.box.face.get(card, card)
        return other if other != card and self.place_of(other) else card

    def person(self, card: str) -> Person:
        """Return what kind of person a card shows."""
        return self.box.person[card]

    def place_of(self, card: str) -> tuple[Seat, int] | None:
        """Return the seat and caravan (from 1) a card lies in."""
        for seat, player in zip(self.seats, self.players, strict=True):
            for number, cards in enumerate(player.caravans, 1):
                if card in cards:
                    return seat, number
        return None

    def caravan(self, seat: Seat, number: int) -> tuple[str, ...]:
        """Return a caravan's cards from front to tail. number: from 1."""
        if number < 1:
            msg = f"there is no caravan {number}"
            raise IndexError(msg)
        return self.player(seat).caravans[number - 1]

    def fronts(self, seat: Seat) -> tuple[str, ...]:
        """Return the front cards of a seat's caravans."""
        return tuple(cards[0] for cards in self.player(seat).caravans if cards)

    def is_marked(self, card: str) -> bool:
        """Tell whether one may not pass with a card."""
        person = self.person(card)
        both = self.rulings.patriarch_mark == "both_marked"
        return person.marked or (both and person.deck == "patriarch")


_with_players = changer(State, "players")

Rule: TypeAlias = Generator[Event, State, None]
"""A rule of Kashgar: facts, one by one."""

Step: TypeAlias = Generator[Event, State, State]
"""A part of a rule, which hands back the state it ends in."""


def actions_of(state: State, card: str, ground: str) -> tuple[CardAction, ...]:
    """Return the actions that a card offers, under the ruling on how a patriarch turns over."""
    person = state.person(card)
    found = person.actions(ground)
    if state.rulings.patriarch_flip == "after_every_use" and person.deck == "patriarch":
        return tuple(_turning(action) for action in found if not _only_turns(action))
    return found


def _only_turns(action: CardAction) -> bool:
    return len(action.effects) == 1 and isinstance(action.effects[0], Flip)


def _turning(action: CardAction) -> CardAction:
    if any(isinstance(effect, Flip) for effect in action.effects):
        return action
    return CardAction(action.cost, (*action.effects, Flip()))
