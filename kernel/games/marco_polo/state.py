"""A position of The Voyages of Marco Polo."""

from __future__ import annotations

from typing import Literal, TypeAlias, cast

from events.frozen import field, frozen
from events.games.marco_polo import Event
from events.games.marco_polo.turns import Owing
from events.secrets import Secret
from events.vocabulary import Seat
from kernel.copies import changer, replaced_at
from kernel.decider import Rule as AnyRule
from kernel.games.marco_polo.box import Box, Character
from kernel.games.marco_polo.rulings import Rulings

Phase: TypeAlias = Literal["setup", "characters", "goals", "incomes", "compensation", "turns", "round_end", "over"]
PHASES: tuple[Phase, ...] = ("setup", "characters", "goals", "incomes", "compensation", "turns", "round_end", "over")

Dice: TypeAlias = tuple[tuple[str, int], ...]
"""(die, face) in the order of the ids; face 1-6, or 0 where it is not rolled."""


@frozen
class Placed:
    """A die on a space. face: 1-6, or 0 where it has no meaning. by: seat that placed it, "" for neutral dice."""

    id: str
    face: int
    by: Seat


@frozen
class Player:
    """What a seat has.

    character: id, "" before it is known. stock: amounts by place in the box's resources. dice: unplaced. figures:
    place of figure 1, 2. posts: places, in the order of placing. posts_left: on the own board. active: contracts,
    sorted. completed: contracts, oldest first. drawn: a contract to be placed, or "". compensation: points still due.
    goals_dealt: cards to choose from. goals: cards kept. scored: (part, points) of the final scoring.
    """

    character: str
    stock: tuple[int, ...]
    dice: Dice
    figures: tuple[str, ...]
    posts: tuple[str, ...]
    posts_left: int
    active: tuple[str, ...]
    completed: tuple[str, ...]
    drawn: str
    compensation: int
    goals_dealt: Secret | None
    goals: Secret | None
    scored: tuple[tuple[str, int], ...]


@frozen
class Turn:
    """The turn being played. main_done: whether the main action was taken. bought: whether a black die was bought.

    seat: "" between rounds. posts: places where this turn placed a post.
    """

    seat: Seat
    main_done: bool
    bought: bool
    posts: tuple[str, ...]


@frozen
class Journey:
    """A journey that goes on. travel: from the Travel space. left: steps that may follow.

    figures, places: figure and place of each step so far.
    """

    seat: Seat
    travel: bool
    left: int
    figures: tuple[int, ...]
    places: tuple[str, ...]


@frozen
class Board:
    """What lies on the board.

    spaces: dice by place in the box's spaces, in the order of placing. black_dice: left, by id. columns: contract of
    each column, "" for none. piles: sizes of the waiting piles, next first. bottom: known part of the special pile,
    what comes up first first. city_cards: (city, cards). outposts: (city, tile left). incomes: (small city, marker).
    beijing: seat on each slot, "" for none.
    """

    spaces: tuple[tuple[Placed, ...], ...]
    black_dice: tuple[str, ...]
    columns: tuple[str, ...]
    piles: tuple[int, ...]
    bottom: tuple[str, ...]
    city_cards: tuple[tuple[str, tuple[str, ...]], ...]
    outposts: tuple[tuple[str, str], ...]
    incomes: tuple[tuple[str, str], ...]
    beijing: tuple[Seat, ...]


@frozen
class State:
    """The whole position.

    seats: clockwise. players: in the order of the seats. last_traveller: "" for nobody yet. owing: what is due, first
    one first. offer: characters to pick from. removed: contracts out of the game. options: (set-up option, value).
    """

    seats: tuple[Seat, ...]
    players: tuple[Player, ...]
    board: Board
    turn: Turn
    phase: Phase
    round: int
    start_player: Seat
    last_traveller: Seat
    owing: tuple[Owing, ...]
    journey: Journey | None
    offer: tuple[str, ...]
    removed: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    rulings: Rulings
    box: Box = field(eq=False, repr=False)

    def player(self, seat: Seat) -> Player:
        """Return what a seat has."""
        return self.players[self.seats.index(seat)]

    def character(self, seat: Seat) -> Character:
        """Return the character of a seat."""
        return self.box.characters[self.player(seat).character]

    def has(self, seat: Seat, resource: str) -> int:
        """Return how much of a resource a seat has."""
        return self.player(seat).stock[self.box.index[resource]]

    def on(self, space: str) -> tuple[Placed, ...]:
        """Return the dice on a space, in the order of placing."""
        return self.board.spaces[self.box.space_index[space]]

    def option(self, name: str) -> str:
        """Return the value of a set-up option."""
        return dict(self.options)[name]


Rule: TypeAlias = AnyRule[Event, State]


def colour_of(die: str) -> str:
    """Return the colour in a die's id: ``blue`` of ``blue.1``."""
    return die.rpartition(".")[0]


def with_player(state: State, seat: Seat, player: Player) -> State:
    """Return the state with what a seat has replaced."""
    return _with_players(state, replaced_at(state.players, state.seats.index(seat), player))


_with_players = changer(State, "players")


def from_start(state: State) -> tuple[Seat, ...]:
    """Return the seats clockwise from the start player."""
    place = state.seats.index(state.start_player)
    return (*state.seats[place:], *state.seats[:place])


def city_of(state: State, card: str) -> str:
    """Return the city where a city card lies, "" where it is not in play."""
    return next((city for city, cards in state.board.city_cards if card in cards), "")


def at_place(pairs: tuple[tuple[str, str], ...], place: str) -> str:
    """Return what lies at a place, "" for nothing."""
    return next((what for where, what in pairs if where == place), "")


def unseen_contracts(state: State) -> tuple[str, ...]:
    """Return the regular contracts that nobody has seen or that lie face down unknown: in piles, by id."""
    seen = {*state.board.columns, *state.board.bottom, *state.removed}
    for player in state.players:
        seen.update(player.active, player.completed, (player.drawn,))
    return tuple(sorted(contract for contract in state.box.regular if contract not in seen))


def special_pile_size(state: State) -> int:
    """Return how many contracts the special pile holds, known ones included."""
    return len(unseen_contracts(state)) - sum(state.board.piles) + len(state.board.bottom)


def own_goals(player: Player) -> tuple[str, ...]:
    """Return the goal cards a seat keeps, as far as they are known here."""
    known = player.goals.value if player.goals is not None else None
    return cast("tuple[str, ...]", known) if known else ()
