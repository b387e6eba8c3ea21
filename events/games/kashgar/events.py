"""What happened. Cards are named by their ids; a card that turns over changes its name with its face."""

from __future__ import annotations

from typing import Literal

from events.frozen import frozen
from events.games.kashgar.opening import (
    FirstPlayerFound,
    GameBegan,
    MaterialLeftOver,
    PatriarchLaid,
    PatriarchSetAside,
    StartCardLaid,
    StartCardsDealt,
    TracksLaid,
)
from events.vocabulary import Cites, Seat

Ground = Literal["caravan", "removal"]
"""Which kind of action of a card."""

ChoiceKind = Literal[
    "cost",
    "take",
    "lose",
    "share",
    "opponent",
    "take_from",
    "exchange",
    "stock",
    "recruit",
    "order",
    "payment",
    "remove",
    "move",
]
"""What waits to be chosen."""


@frozen(kw_only=True)
class ActionUsed:
    """A front card was chosen for an action. caravan: from 1. action: place among the card's actions of that ground."""

    seat: Seat
    card: str
    caravan: int
    ground: Ground
    action: int
    cites: Cites


@frozen(kw_only=True)
class Passed:
    """A card was chosen to pass with. caravan: from 1."""

    seat: Seat
    card: str
    caravan: int
    cites: Cites


@frozen(kw_only=True)
class CardSentToTail:
    """A card went to the tail of the caravan it is in. seat: its owner. caravan: from 1."""

    seat: Seat
    card: str
    caravan: int
    cites: Cites


@frozen(kw_only=True)
class CardRemoved:
    """A card left a caravan for good, or for the discard. seat: its owner. caravan: from 1."""

    seat: Seat
    card: str
    caravan: int
    to: Literal["out_of_game", "discard"]
    cites: Cites


@frozen(kw_only=True)
class CardMoved:
    """A card went to the tail of another caravan. seat, caravan: where it was. to_seat, to_caravan: where it is."""

    seat: Seat
    card: str
    caravan: int
    to_seat: Seat
    to_caravan: int
    cites: Cites


@frozen(kw_only=True)
class GoodsPaid:
    """A track fell by what a seat paid. amount: units, >= 1."""

    seat: Seat
    resource: str
    amount: int
    cites: Cites


@frozen(kw_only=True)
class GoodsGained:
    """A track rose. amount: units it rose by. lost: units that found no room."""

    seat: Seat
    resource: str
    amount: int
    lost: int
    cites: Cites


@frozen(kw_only=True)
class GoodsLost:
    """A track fell by another player's doing. amount: units, >= 1."""

    seat: Seat
    resource: str
    amount: int
    cites: Cites


@frozen(kw_only=True)
class TrackSet:
    """A track was put on a level."""

    seat: Seat
    resource: str
    level: int
    cites: Cites


@frozen(kw_only=True)
class OpponentNamed:
    """The player in turn named whom the action strikes."""

    seat: Seat
    opponent: Seat
    cites: Cites


@frozen(kw_only=True)
class CardsDrawn:
    """Cards were drawn to choose from, or to keep. cards: in the order drawn."""

    seat: Seat
    deck: Literal["standard", "special"]
    cards: tuple[str, ...]
    cites: Cites


@frozen(kw_only=True)
class DiscardReshuffled:
    """The discard became the standard deck. epoch: how often that has been, this time included."""

    epoch: int
    cites: Cites


@frozen(kw_only=True)
class CardRecruited:
    """A card joined the tail of a caravan. caravan: from 1. source: where it was."""

    seat: Seat
    card: str
    caravan: int
    source: Literal["standard", "special", "discard", "set_aside"]
    cites: Cites


@frozen(kw_only=True)
class CardsDiscarded:
    """Drawn cards that were not taken went to the discard."""

    cards: tuple[str, ...]
    cites: Cites


@frozen(kw_only=True)
class CardTurnedOver:
    """A card in a caravan turned over where it lies. card, into: its names before and after."""

    seat: Seat
    card: str
    into: str
    cites: Cites


@frozen(kw_only=True)
class OrderTurnedUp:
    """An order went from the order deck to the display."""

    order: str
    cites: Cites


@frozen(kw_only=True)
class OrdersDrawn:
    """Orders were turned up from the order deck, beside the display. orders: in the order drawn."""

    seat: Seat
    orders: tuple[str, ...]
    cites: Cites


@frozen(kw_only=True)
class OrderCompleted:
    """A seat completed an order and laid it open. source: where it was."""

    seat: Seat
    order: str
    source: Literal["display", "deck"]
    cites: Cites


@frozen(kw_only=True)
class OrdersPutBack:
    """Turned-up orders that were not completed went away. orders: in the order drawn."""

    orders: tuple[str, ...]
    to: Literal["bottom", "deck", "out_of_game"]
    cites: Cites


@frozen(kw_only=True)
class OrderDeckShuffled:
    """The whole order deck was shuffled. epoch: how often that has been, this time included."""

    epoch: int
    cites: Cites


@frozen(kw_only=True)
class ChoiceOpened:
    """An effect waits for a choice. seat: whose. choice: what is to be chosen.

    effect: place of the effect in its action, from 1; 0 for the cost. done: how often it has been carried out so far.
    order, spice: the order that waits for its payment, the spice that another's stock helps out with.
    """

    seat: Seat
    choice: ChoiceKind
    effect: int
    done: int
    order: str | None = None
    spice: str | None = None
    cites: Cites


@frozen(kw_only=True)
class EffectSkipped:
    """An effect that cannot be carried out was left out. effect: its place in the action, from 1."""

    seat: Seat
    effect: int
    cites: Cites


@frozen(kw_only=True)
class PointsChanged:
    """A seat's total changed. score: after the change. scored: whether that counts as scoring for the tie-break."""

    seat: Seat
    score: int
    scored: bool
    cites: Cites


@frozen(kw_only=True)
class EndSetOff:
    """The end was set off. seat: who reached the mark, None when the order deck ran out. during: whose turn it was."""

    seat: Seat | None
    during: Seat
    cites: Cites


@frozen(kw_only=True)
class EndCalledOff:
    """Nobody stood at the mark any longer when the round was over: the game goes on."""

    cites: Cites


@frozen(kw_only=True)
class TurnResumed:
    """A seat completed an order aside from any card and goes on with its turn."""

    seat: Seat
    cites: Cites


@frozen(kw_only=True)
class TurnSkipped:
    """A seat could do nothing in its turn."""

    seat: Seat
    cites: Cites


@frozen(kw_only=True)
class PlayerOut:
    """A seat without cards left the game."""

    seat: Seat
    cites: Cites


@frozen(kw_only=True)
class TurnEnded:
    """The turn went on. next: whose turn it is. round: number of the round that turn belongs to, from 1."""

    seat: Seat
    next: Seat
    round: int
    cites: Cites


@frozen(kw_only=True)
class GameEnded:
    """The game is over."""

    cites: Cites


Event = (
    GameBegan
    | PatriarchSetAside
    | TracksLaid
    | PatriarchLaid
    | StartCardsDealt
    | StartCardLaid
    | MaterialLeftOver
    | FirstPlayerFound
    | ActionUsed
    | Passed
    | CardSentToTail
    | CardRemoved
    | CardMoved
    | GoodsPaid
    | GoodsGained
    | GoodsLost
    | TrackSet
    | OpponentNamed
    | CardsDrawn
    | DiscardReshuffled
    | CardRecruited
    | CardsDiscarded
    | CardTurnedOver
    | OrderTurnedUp
    | OrdersDrawn
    | OrderCompleted
    | OrdersPutBack
    | OrderDeckShuffled
    | ChoiceOpened
    | EffectSkipped
    | PointsChanged
    | EndSetOff
    | EndCalledOff
    | TurnResumed
    | TurnSkipped
    | PlayerOut
    | TurnEnded
    | GameEnded
)
