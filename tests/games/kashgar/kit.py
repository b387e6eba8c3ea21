"""Short ways to what Kashgar's tests start from: a table in a position, a move played or refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs
import pytest

from events.games.kashgar import VOCABULARY
from kernel.chance import Chance, Scripted, Seeded
from kernel.decider import decided, folded, set_up
from kernel.documents import at_pointer, with_values
from kernel.errors import IllegalMove
from kernel.games.kashgar.game import GAME
from kernel.games.kashgar.state import State
from replay import library

RULEBOOK = library.rulebook("kashgar")
PACK = library.pack("kashgar")
SEED = bytes(range(16))
COLOURS = ("blue", "yellow", "green", "red")
CLAUSES = frozenset(RULEBOOK.clauses)


class Table:
    """A game in progress. Cards may be named by their titles, as in a script."""

    def __init__(
        self,
        seats: int = 2,
        *,
        seed: bytes = SEED,
        setup: Mapping[str, str] | None = None,
        content: Any = None,
        chance: Mapping[str, Sequence[Any]] | None = None,
        **rulings: Any,
    ) -> None:
        """Set a game up."""
        pack = content or PACK
        table = library.table("kashgar", COLOURS[:seats], setup or {}, rulings, pack)
        self.seeded = Seeded(seed)
        self.scripted = Scripted(chance) if chance else None
        self.drawn: dict[str, int] = {}
        chance_now = self._chance()
        decision = set_up(GAME, table, chance_now)
        assert folded(GAME, GAME.initial(table), decision.events) == decision.state
        self.state: State = decision.state
        self.events: list[Any] = list(decision.events)
        self.drawn = chance_now.drawn

    def _chance(self) -> Chance:
        return Chance(self.drawn, seeded=self.seeded, scripted=self.scripted)

    def given(self, values: Mapping[str, Any], **at: Any) -> Table:
        """Put a position in place; blue begins the first round unless `at` says otherwise."""
        at = at or {"round": 1, "to_act": "blue", "first_player": "blue"}
        self.state = GAME.arrange(self.state, with_values(GAME.document(self.state), values), at)
        return self

    def move(self, seat: str, do: str, **fields: Any) -> Any:
        """Make a move with its cards resolved."""
        return GAME.resolve(self.state, VOCABULARY.moves[do](seat=seat, **fields))

    def play(self, seat: str, do: str, **fields: Any) -> list[Any]:
        """Play a move; return what happened."""
        return self.take(self.move(seat, do, **fields))

    def take(self, move: Any) -> list[Any]:
        """Play a ready move; return what happened."""
        chance = self._chance()
        decision = decided(GAME, self.state, move, chance)
        assert folded(GAME, self.state, decision.events) == decision.state
        self.state, self.drawn = decision.state, chance.drawn
        self.events = list(decision.events)
        return self.events

    def refused(self, seat: str, do: str, **fields: Any) -> IllegalMove:
        """Try a move that must be refused; return the refusal."""
        with pytest.raises(IllegalMove) as refusal:
            decided(GAME, self.state, self.move(seat, do, **fields), self._chance())
        assert {refusal.value.clause, *refusal.value.also} <= CLAUSES
        return refusal.value

    def at(self, pointer: str) -> Any:
        """Read the document."""
        return at_pointer(GAME.document(self.state), pointer)

    def titles(self, pointer: str) -> list[str]:
        """Read a list of cards as titles."""
        box = self.state.box
        return [(box.person.get(card) or box.order[card]).title for card in self.at(pointer)]

    def happened(self) -> list[str]:
        """Name the events of the latest move."""
        names = {cls: name.partition("/")[0] for name, cls in VOCABULARY.events.items()}
        return [names[type(event)] for event in self.events]

    def cited(self) -> set[str]:
        """Collect the clauses cited by the latest move's events."""
        return {clause for event in self.events for clause in event.cites}

    def legal(self) -> list[Any]:
        """List the legal moves of whoever is to act."""
        return [move for seat in GAME.to_act(self.state) for move in GAME.legal_moves(self.state, seat)]


def pack_with(change: Callable[[Any], object]) -> Any:
    """The pack with its content changed by a function."""
    content = json.loads(json.dumps(PACK.content))
    change(content)
    return attrs.evolve(PACK, content=content)


def caravans(*rows: str) -> dict[str, list[str]]:
    """Caravans from front to tail, cards separated by spaces; a patriarch where one is not named."""
    rows = (*rows, *("patriarch",) * (3 - len(rows)))
    return {str(number): row.split() for number, row in enumerate(rows, 1)}


def tracks(level: int = 3, **other: int) -> dict[str, int]:
    """All tracks on a level, some on another."""
    return {**dict.fromkeys(PACK.content["resources"], level), **other}


def position(seats: int = 2, **more: Any) -> dict[str, Any]:
    """A bare position: a patriarch in each caravan, tracks at 3. more: what blue has, or other pointers (a__b)."""
    values: dict[str, Any] = {}
    for seat in COLOURS[:seats]:
        values[f"/players/{seat}/caravans"] = caravans()
        values[f"/players/{seat}/tracks"] = tracks()
    names = {"caravans": "/players/blue/caravans", "tracks": "/players/blue/tracks", "orders": "/players/blue/orders"}
    for name, value in more.items():
        values[names.get(name, f"/{name.replace('__', '/')}")] = value
    return values
