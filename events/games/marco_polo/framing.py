"""What happens around the turns: set-up, rounds, final scoring."""

from __future__ import annotations

from typing import TypeAlias

from events.frozen import frozen
from events.games.marco_polo.moves import DieRef
from events.secrets import Secret
from events.vocabulary import Cites, Seat

Amounts: TypeAlias = tuple[tuple[str, int], ...]
"""(resource or symbol, amount), in the order of the pack."""


@frozen(kw_only=True)
class GameBegan:
    """The table was laid.

    rulings: (ruling, option), all of them, by id. options: (set-up option, value) in force, by name.
    """

    rulings: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    start_player: Seat
    cites: Cites


@frozen(kw_only=True)
class BlackDiceLaid:
    """The black dice came to the board. dice: their ids."""

    dice: tuple[str, ...]
    cites: Cites


@frozen(kw_only=True)
class NeutralDieLaid:
    """A die of nobody was placed for the whole game.

    face: 1-6, 0 where it has no meaning. space: id in the pack.
    """

    die: str
    face: int
    space: str
    cites: Cites


@frozen(kw_only=True)
class CityCardDealt:
    """A city card was laid in a city."""

    city: str
    card: str
    cites: Cites


@frozen(kw_only=True)
class OutpostDealt:
    """An outpost tile was laid in a city."""

    city: str
    outpost: str
    cites: Cites


@frozen(kw_only=True)
class IncomeLaid:
    """An income marker was laid in a small city."""

    place: str
    income: str
    cites: Cites


@frozen(kw_only=True)
class StockGiven:
    """A seat received what it starts with.

    stock: (resource, amount), amounts >= 0. dice: ids of its own dice.
    """

    seat: Seat
    stock: Amounts
    dice: tuple[str, ...]
    cites: Cites


@frozen(kw_only=True)
class StartingContractDealt:
    """A seat received its starting contract."""

    seat: Seat
    contract: str
    cites: Cites


@frozen(kw_only=True)
class CharactersOffered:
    """Characters were revealed to be picked from."""

    characters: tuple[str, ...]
    cites: Cites


@frozen(kw_only=True)
class CharacterTaken:
    """A seat received or picked its character.

    figures: places of its figures, the first one first. posts: on its board.
    """

    seat: Seat
    character: str
    figures: tuple[str, ...]
    posts: int
    cites: Cites


@frozen(kw_only=True)
class GoalsDealt:
    """A seat was dealt goal cards. cards: a secret tuple of ids."""

    seat: Seat
    cards: Secret
    cites: Cites


@frozen(kw_only=True)
class GoalsKept:
    """A seat chose the goal cards it keeps. cards: a secret tuple of ids."""

    seat: Seat
    cards: Secret
    cites: Cites


@frozen(kw_only=True)
class PhaseBegan:
    """The game went on to a phase of set-up or round. phase: see the state."""

    phase: str
    cites: Cites


@frozen(kw_only=True)
class RoundBegan:
    """A round began. round: from 1. start_player: who opens it."""

    round: int
    start_player: Seat
    cites: Cites


@frozen(kw_only=True)
class DiceTakenBack:
    """A seat took its own dice back. dice: their ids, not rolled yet."""

    seat: Seat
    dice: tuple[str, ...]
    cites: Cites


@frozen(kw_only=True)
class BlackDiceReturned:
    """Black dice went back to the board."""

    dice: tuple[str, ...]
    cites: Cites


@frozen(kw_only=True)
class WhiteDieTaken:
    """A seat took the white die, not rolled yet."""

    seat: Seat
    die: str
    cites: Cites


@frozen(kw_only=True)
class DiceRolled:
    """A seat rolled its dice. dice: with the faces they show, 1-6."""

    seat: Seat
    dice: tuple[DieRef, ...]
    cites: Cites


@frozen(kw_only=True)
class CompensationOffered:
    """A seat rolled less than 15. points: missing, > 0."""

    seat: Seat
    points: int
    cites: Cites


@frozen(kw_only=True)
class CompensationSettled:
    """A seat chose its compensation."""

    seat: Seat
    cites: Cites


@frozen(kw_only=True)
class TurnBegan:
    """A turn began."""

    seat: Seat
    cites: Cites


@frozen(kw_only=True)
class TurnEnded:
    """A turn ended."""

    seat: Seat
    cites: Cites


@frozen(kw_only=True)
class RoundEnded:
    """Nobody has a die left to place."""

    round: int
    cites: Cites


@frozen(kw_only=True)
class GoalsRevealed:
    """A seat turned its goal cards over."""

    seat: Seat
    cards: tuple[str, ...]
    cites: Cites


@frozen(kw_only=True)
class Scored:
    """A seat scored in the final scoring. part: what for. points: >= 0."""

    seat: Seat
    part: str
    points: int
    cites: Cites


@frozen(kw_only=True)
class GameEnded:
    """The game is over. winners: one, or all who share the win."""

    winners: tuple[Seat, ...]
    cites: Cites
