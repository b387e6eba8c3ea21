"""Moves chosen by a policy, from a seed: the first legal one, a random one, or the one that looks best at once."""

from __future__ import annotations

from typing import Any

from events.vocabulary import Seat
from kernel.chance import Chance, Seeded, pick
from kernel.decider import decided
from kernel.errors import IllegalMove
from replay.recorder import Recorder

MOST_LOOKED_AT = 400
"""Legal moves that the greedy policy looks at; of more, a sample is taken."""


class Policy:
    """Chooses moves. Its own choices come from the seed too, from streams that no game uses."""

    def __init__(self, name: str, seed: bytes) -> None:
        """Choose by ``random``, ``greedy`` or ``first``."""
        self._name = name
        self._seed = seed
        self._chosen = 0
        self._guess = Seeded(seed + b"guess")

    def choose(self, recorder: Recorder) -> Any:
        """Return a legal move of the first seat to act."""
        game, state = recorder.game, recorder.state
        seat = game.to_act(state)[0]
        if self._name == "random":
            return game.sample(state, seat, self._number)
        moves = game.legal_moves(state, seat)
        return moves[0] if self._name == "first" else self._best(recorder, seat, list(moves))

    def _number(self, below: int) -> int:
        self._chosen += 1
        return pick(self._seed, f"policy/{self._name}", self._chosen, (1,) * below)

    def _best(self, recorder: Recorder, seat: Seat, moves: list[Any]) -> Any:
        """Return the move after which the position is worth most to the seat, the luck of the draw unknown."""
        game, state = recorder.game, recorder.state
        while len(moves) > MOST_LOOKED_AT:
            moves.pop(self._number(len(moves)))
        best: list[Any] = []
        most: int | None = None
        for move in moves:
            chance = Chance(recorder.timeline.now.drawn, seeded=self._guess)
            try:
                worth = game.worth(decided(game, state, move, chance).state, seat)
            except IllegalMove:
                continue
            if most is None or worth > most:
                best, most = [move], worth
            elif worth == most:
                best.append(move)
        return best[self._number(len(best))] if len(best) > 1 else best[0]
