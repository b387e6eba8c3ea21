"""The toy as an aggregate of `eventsourcing`, run by that package's own environment; it imports nothing of ours.

Its events hold what ours do, the citations too: to read them back is the same work.
Reads "TASK SECONDS" lines, answers each with the rate in events a second.
"""
# ruff: noqa: ARG002 - citations are kept in the events and not looked at, as in ours

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

TOLD = json.loads((Path(sys.argv[1]) / "toy.json").read_text(encoding="utf-8"))


class Toy(Aggregate):
    """A game of the toy, its state in plain dicts and lists."""

    def __init__(self, counters: int) -> None:
        """Fill the bags."""
        self.players: dict[str, dict[str, Any]] = {
            seat: {"bag": dict.fromkeys(TOLD["kinds"], counters), "hand": [], "moves": 0} for seat in TOLD["seats"]
        }
        self.board = {space["id"]: {"occupant": None, "visits": 0} for space in TOLD["spaces"]}
        self.turn = self.round = self.placed = 0
        self.last: str | None = None
        self.active: str = TOLD["seats"][0]

    @event("Paid")
    def paid(self, seat: str, kind: str, amount: int, cites: list[str]) -> None:
        """Counters left a bag."""
        self.players[seat]["bag"][kind] -= amount

    @event("Occupied")
    def occupied(self, seat: str, space: str, cites: list[str]) -> None:
        """A pawn was put on a space."""
        held = self.board[space]
        held["occupant"] = seat
        held["visits"] += 1
        self.players[seat]["moves"] += 1
        self.placed += 1
        self.last = space

    @event("Gained")
    def gained(self, seat: str, kind: str, amount: int, cites: list[str]) -> None:
        """Counters came into a bag."""
        self.players[seat]["bag"][kind] += amount

    @event("CardDrawn")
    def card_drawn(self, seat: str, card: str, cites: list[str]) -> None:
        """A card was taken."""
        self.players[seat]["hand"].append(card)

    @event("TurnAdvanced")
    def turn_advanced(self, seat: str, turn: int, cites: list[str]) -> None:
        """The next seat is to act."""
        self.active, self.turn = seat, turn

    @event("RoundEnded")
    def round_ended(self, round: int, cites: list[str]) -> None:  # noqa: A002 - the field's name in the log
        """All spaces were cleared."""
        self.round, self.placed = round, 0
        for space in self.board.values():
            space["occupant"] = None

    def ending(self) -> list[Any]:
        """Return what all contenders must agree on."""
        seats = [[seat, list(p["bag"].values()), p["hand"], p["moves"]] for seat, p in self.players.items()]
        spaces = [[space["occupant"], space["visits"]] for space in self.board.values()]
        return [self.turn, self.round, self.placed, self.last, seats, spaces]


def main() -> None:
    """Record the game, check that it ends as it should, then answer."""
    application: Application[Any] = Application()
    game = Toy(TOLD["counters"])
    for name, fields in TOLD["events"]:
        getattr(game, name)(**fields)
    application.save(game)
    if application.repository.get(game.id).ending() != TOLD["ending"]:
        sys.exit("eventsourcing ends in another state")
    events = len(TOLD["events"])
    for line in sys.stdin:
        _, seconds = line.split()
        calls, wall, cpu = 0, time.perf_counter(), time.process_time()
        while time.perf_counter() - wall < float(seconds):
            application.repository.get(game.id)
            calls += 1
        done = calls * events
        answer = {"wall": done / (time.perf_counter() - wall), "cpu": done / (time.process_time() - cpu)}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
