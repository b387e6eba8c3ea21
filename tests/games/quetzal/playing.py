"""What the tests of Quetzal share: tables, random play."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import kernel.games.quetzal as rules
from events.games.quetzal.events import Event
from events.games.quetzal.moves import Move
from kernel.chance import Chance, Scripted, Seeded
from kernel.decider import Decision, Table, decided, set_up
from kernel.documents import at_pointer, with_values
from kernel.games.quetzal.game import GAME
from kernel.games.quetzal.state import State
from kernel.rulebook import read_rulebook

__all__ = ["BOX", "COLOURS", "GAME", "RULEBOOK", "Match", "numbers", "random_states"]

FOLDER = Path(rules.__file__).parent
RULEBOOK = read_rulebook(json.loads((FOLDER / "rules.json").read_text(encoding="utf-8")))
CONTENT = json.loads((FOLDER / "content" / "house.json").read_text(encoding="utf-8"))["content"]
BOX = GAME.box(CONTENT)
COLOURS = ("red", "yellow", "green", "blue", "purple")


class Match:
    """A game being played: the state, every event so far, and where the streams stand."""

    def __init__(
        self,
        seats: int | tuple[str, ...] = 3,
        *,
        seed: int = 1,
        rulings: Mapping[str, str] | None = None,
        chance: Mapping[str, Any] | None = None,
    ) -> None:
        names = COLOURS[:seats] if isinstance(seats, int) else seats
        self.table = Table(seats=names, options={}, rulings=RULEBOOK.in_force(rulings or {}), box=BOX)
        self.seeded = Seeded(seed.to_bytes(16))
        self.scripted = Scripted(chance) if chance else None
        self.drawn: dict[str, int] = {}
        self.events: list[Event] = []
        self.state: State = GAME.initial(self.table)
        self._took(set_up(GAME, self.table, self._chance()))

    def _chance(self) -> Chance:
        self._made = Chance(self.drawn, scripted=self.scripted, seeded=self.seeded)
        return self._made

    def _took(self, decision: Decision[State, Event]) -> list[Event]:
        self.drawn = dict(self._made.drawn)
        self.state = decision.state
        self.events += decision.events
        return list(decision.events)

    def play(self, move: Move) -> list[Event]:
        """Decide a move, pieces named by what they show; return what happened."""
        return self._took(decided(GAME, self.state, GAME.resolve(self.state, move), self._chance()))

    def position(self, values: Mapping[str, Any], **at: Any) -> None:
        """Put a position in place by pointers."""
        self.state = GAME.arrange(self.state, with_values(GAME.document(self.state), values), at)

    def at(self, pointer: str) -> Any:
        """Return a value of the document."""
        return at_pointer(GAME.document(self.state), pointer)


def numbers(seed: int) -> Any:
    """Return a source of choices: `choose(n)`."""
    state = seed

    def choose(below: int) -> int:
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (state >> 33) % below

    return choose


def random_states(match: Match, choose: Any) -> Iterator[tuple[State, Move]]:
    """Play at random to the end; yield each state with the move chosen in it, before it is made."""
    while not GAME.is_over(match.state):
        seats = GAME.to_act(match.state)
        seat = seats[choose(len(seats))]
        move = GAME.sample(match.state, seat, choose)
        yield match.state, move
        match.play(move)
