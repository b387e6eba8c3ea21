"""What happens in the turns: dice, resources, contracts, journeys, posts."""

from __future__ import annotations

from events.frozen import frozen
from events.games.marco_polo.framing import Amounts
from events.vocabulary import Cites, Seat


@frozen(kw_only=True)
class Owing:
    """Something due to a seat, or from it, that needs a choice or has to wait for one.

    kind: goods, different_goods (received), pay_goods, pay_different_goods (paid), contract (drawn), steps,
    other_income, own_income, bonus (one of `options`), post (to be moved to `source`), reward and pay (the `bag`),
    drawer (the contract `source` goes there). amount: how many, >= 1; pairs for different goods. source: what it
    comes from: a contract, a card, a place, a space. options: what may be chosen; for own_income the places used
    already. bag: (resource or symbol, amount).
    """

    kind: str
    seat: Seat
    amount: int
    source: str
    options: tuple[str, ...] = ()
    bag: Amounts = ()


@frozen(kw_only=True)
class DiePlaced:
    """A die left its board for a space.

    face: 1-6, as placed. space: id of the space or the city card. main: for a main action.
    """

    seat: Seat
    die: str
    face: int
    space: str
    main: bool
    cites: Cites


@frozen(kw_only=True)
class Gained:
    """A seat received a resource. amount: > 0."""

    seat: Seat
    resource: str
    amount: int
    cites: Cites


@frozen(kw_only=True)
class Paid:
    """A seat paid a resource to the supply. amount: > 0."""

    seat: Seat
    resource: str
    amount: int
    cites: Cites


@frozen(kw_only=True)
class RewardLost:
    """A part of a reward came to nothing. what: resource or symbol. amount: >= 1."""

    seat: Seat
    what: str
    amount: int
    cites: Cites


@frozen(kw_only=True)
class BlackDieTaken:
    """A seat took a black die from the board.

    face: rolled, 1-6; 0 where it is chosen when placed. bought: for camels.
    """

    seat: Seat
    die: str
    face: int
    bought: bool
    cites: Cites


@frozen(kw_only=True)
class DieRerolled:
    """A die was rolled again. before, face: 1-6."""

    seat: Seat
    die: str
    before: int
    face: int
    cites: Cites


@frozen(kw_only=True)
class DieAdjusted:
    """A die was turned by one. before, face: 1-6."""

    seat: Seat
    die: str
    before: int
    face: int
    cites: Cites


@frozen(kw_only=True)
class ContractsLaidOut:
    """Contracts came to the board for a round.

    contracts: in column order. piles: sizes of the waiting piles, next one first.
    """

    round: int
    contracts: tuple[str, ...]
    piles: tuple[int, ...]
    cites: Cites


@frozen(kw_only=True)
class ContractsRefilled:
    """Contracts were drawn onto an empty board.

    contracts: from column 1. bottom, piles: the known part of the special pile and the sizes of the waiting
    piles, afterwards.
    """

    contracts: tuple[str, ...]
    bottom: tuple[str, ...]
    piles: tuple[int, ...]
    cites: Cites


@frozen(kw_only=True)
class ContractTaken:
    """A seat took a contract from the board to an active slot. column: 1-6."""

    seat: Seat
    contract: str
    column: int
    cites: Cites


@frozen(kw_only=True)
class ContractsSlid:
    """The contracts on the board slid left. columns: contract of each column, "" where there is none."""

    columns: tuple[str, ...]
    cites: Cites


@frozen(kw_only=True)
class ContractDiscarded:
    """A seat gave an active contract up. under_pile: under the special pile, else out of the game."""

    seat: Seat
    contract: str
    under_pile: bool
    cites: Cites


@frozen(kw_only=True)
class ContractDrawn:
    """A seat drew a contract and has yet to place it. bottom, piles: as after a refill."""

    seat: Seat
    contract: str
    bottom: tuple[str, ...]
    piles: tuple[int, ...]
    cites: Cites


@frozen(kw_only=True)
class ContractKept:
    """A drawn contract came to an active slot."""

    seat: Seat
    contract: str
    cites: Cites


@frozen(kw_only=True)
class ContractRefused:
    """A drawn contract went under the special pile."""

    seat: Seat
    contract: str
    cites: Cites


@frozen(kw_only=True)
class ContractCompleted:
    """A contract went to the drawer."""

    seat: Seat
    contract: str
    cites: Cites


@frozen(kw_only=True)
class ContractsPutUnder:
    """Contracts left on the board went under the special pile. contracts: the first one comes up first."""

    contracts: tuple[str, ...]
    cites: Cites


@frozen(kw_only=True)
class FigureMoved:
    """A figure made one step. figure: 1 or 2."""

    seat: Seat
    figure: int
    place: str
    cites: Cites


@frozen(kw_only=True)
class BecameLastTraveller:
    """A seat is the last traveller so far."""

    seat: Seat
    cites: Cites


@frozen(kw_only=True)
class JourneyPaused:
    """A journey goes on with a further choice.

    left: steps that may follow. walked: steps made. figures: figure of each step. places: place of each
    step.
    """

    seat: Seat
    travel: bool
    left: int
    figures: tuple[int, ...]
    places: tuple[str, ...]
    cites: Cites


@frozen(kw_only=True)
class JourneyEnded:
    """A journey that went on came to its end."""

    seat: Seat
    cites: Cites


@frozen(kw_only=True)
class PostPlaced:
    """A seat placed a post.

    number: of the posts it then has on the map. slot: in Beijing, from 1; 0 elsewhere.
    """

    seat: Seat
    place: str
    number: int
    slot: int
    cites: Cites


@frozen(kw_only=True)
class PostLifted:
    """A seat took a post off the map to move it."""

    seat: Seat
    place: str
    cites: Cites


@frozen(kw_only=True)
class BeijingClosedUp:
    """The posts in Beijing moved up. slots: seat of each slot, "" where it is free."""

    slots: tuple[str, ...]
    cites: Cites


@frozen(kw_only=True)
class OutpostTaken:
    """An outpost tile was earned and left the game."""

    seat: Seat
    city: str
    outpost: str
    cites: Cites


@frozen(kw_only=True)
class Owed:
    """Choices and later gains are due, before all that were due already."""

    owing: tuple[Owing, ...]
    cites: Cites


@frozen(kw_only=True)
class Settled:
    """What is due first was settled in part or whole.

    left: what remains of it. used: the place it was used for, "" for none.
    """

    left: int
    used: str
    cites: Cites
