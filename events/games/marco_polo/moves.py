"""What a seat may ask for in The Voyages of Marco Polo."""

from __future__ import annotations

from typing import TypeAlias

from events.frozen import frozen
from events.secrets import Secret
from events.vocabulary import Seat


@frozen(kw_only=True)
class DieRef:
    """A die named by its id (``blue.1``), or by what it shows, or both.

    id: "" where only the face is given. face: 1-6, or 0 where only the id is given; for a die whose face is chosen
    when it is placed, the face chosen.
    """

    id: str = ""
    face: int = 0


@frozen(kw_only=True)
class TakeFiveCoins:
    """Place a die on the 5-coin space."""

    seat: Seat
    die: DieRef


@frozen(kw_only=True)
class MoneyBag:
    """Bonus action: place a die on the money bag."""

    seat: Seat
    die: DieRef


@frozen(kw_only=True)
class Bazaar:
    """Place dice on a row of the grand bazaar. row: id of the row, e.g. ``silk``. column: 1-6, the one taken."""

    seat: Seat
    row: str
    dice: tuple[DieRef, ...]
    column: int


@frozen(kw_only=True)
class TakeKhansFavor:
    """Place a die on the next slot of Khan's Favor. good: the good taken with the camels."""

    seat: Seat
    die: DieRef
    good: str


@frozen(kw_only=True)
class TakeContracts:
    """Place a die and take contracts from the board.

    contracts: one or two tiles, in the order of taking. discard: own active tiles that make room for them, in the
    order of leaving. in_turn: with two and two, one old tile leaves before each new one, not both before the first.
    """

    seat: Seat
    die: DieRef
    contracts: tuple[str, ...]
    discard: tuple[str, ...] = ()
    in_turn: bool = False


@frozen(kw_only=True)
class Travel:
    """Place two dice and walk.

    path: places in walking order, the place one leaves not included. figures: which figure makes each step (1 or 2);
    empty where figure 1 makes them all. on: the journey goes on with a `Step`; only where it is too branched to be
    listed whole. band: number of steps paid for, 0 for the steps walked.
    """

    seat: Seat
    dice: tuple[DieRef, ...]
    path: tuple[str, ...]
    figures: tuple[int, ...] = ()
    on: bool = False
    band: int = 0


@frozen(kw_only=True)
class UseCityCard:
    """Place a die on a city card.

    times: how often its trade is done; 1 where the die alone decides. trade: place of the trade on the card, from 0.
    other_times: how often the opposite trade follows, on a two-way card that may be mixed.
    """

    seat: Seat
    card: str
    die: DieRef
    times: int = 1
    trade: int = 0
    other_times: int = 0


@frozen(kw_only=True)
class CompleteContract:
    """Bonus action: pay for an active contract and take its reward."""

    seat: Seat
    contract: str


@frozen(kw_only=True)
class RerollDie:
    """Bonus action: pay a camel and roll an unplaced die again."""

    seat: Seat
    die: DieRef


@frozen(kw_only=True)
class AdjustDie:
    """Bonus action: pay two camels and change an unplaced die. pips: 1 or -1."""

    seat: Seat
    die: DieRef
    pips: int


@frozen(kw_only=True)
class TakeBlackDie:
    """Bonus action: pay three camels and take a black die."""

    seat: Seat


@frozen(kw_only=True)
class EndTurn:
    """Hand over to the next player."""

    seat: Seat


@frozen(kw_only=True)
class ChooseCompensation:
    """Take what a low roll is made good with. coins, camels: together at most the points missing to 15."""

    seat: Seat
    coins: int = 0
    camels: int = 0


@frozen(kw_only=True)
class ChooseGoods:
    """Say which goods are taken, or paid, where a symbol leaves it open. goods: ids, repeated for several of a kind."""

    seat: Seat
    goods: tuple[str, ...]


@frozen(kw_only=True)
class ChooseBonus:
    """Choose among the resources offered by a contract column or to Mercator. resource: its id."""

    seat: Seat
    resource: str


@frozen(kw_only=True)
class ChooseIncome:
    """Choose the small city whose income is paid."""

    seat: Seat
    place: str


@frozen(kw_only=True)
class Step:
    """Make the steps that a symbol gives, or go on with a journey.

    path, figures, on: as in `Travel`; an empty path declines the steps or ends the journey.
    """

    seat: Seat
    path: tuple[str, ...] = ()
    figures: tuple[int, ...] = ()
    on: bool = False


@frozen(kw_only=True)
class KeepContract:
    """Keep the contract just drawn. discard: the active tile that makes room for it, "" where a slot is free."""

    seat: Seat
    discard: str = ""


@frozen(kw_only=True)
class RefuseContract:
    """Put the contract just drawn under the special pile."""

    seat: Seat


@frozen(kw_only=True)
class MovePost:
    """With no post left, move a placed one to where one is due. place: where it is taken from, "" to decline."""

    seat: Seat
    place: str = ""


@frozen(kw_only=True)
class ChooseCharacter:
    """Expert set-up: pick one of the characters on offer."""

    seat: Seat
    character: str


@frozen(kw_only=True)
class KeepGoals:
    """Expert set-up: keep two of the goal cards dealt. cards: a tuple of their ids, secret."""

    seat: Seat
    cards: Secret


Move: TypeAlias = (
    TakeFiveCoins
    | MoneyBag
    | Bazaar
    | TakeKhansFavor
    | TakeContracts
    | Travel
    | UseCityCard
    | CompleteContract
    | RerollDie
    | AdjustDie
    | TakeBlackDie
    | EndTurn
    | ChooseCompensation
    | ChooseGoods
    | ChooseBonus
    | ChooseIncome
    | Step
    | KeepContract
    | RefuseContract
    | MovePost
    | ChooseCharacter
    | KeepGoals
)
