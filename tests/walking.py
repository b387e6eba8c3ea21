"""Games played by chance from a seed, and kept, so that many tests look at the same ones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import attrs

from events.encoding import Encoder
from events.envelope import Header, MoveEntry
from events.journal import Lines
from kernel.chance import pick
from kernel.decider import AnyGame
from replay import library
from replay.recorder import Recorder, new_header

COLOURS = ("blue", "yellow", "green", "red", "purple", "white")
MOST_MOVES = 5000


@attrs.frozen(kw_only=True)
class Walk:
    """A game played to its end, or as far as asked. lines: of its log, with line feeds."""

    game: AnyGame
    header: Header
    recorder: Recorder
    lines: tuple[bytes, ...]

    @property
    def moves(self) -> tuple[MoveEntry, ...]:
        """The entries that are moves."""
        return tuple(entry for entry in self.recorder.timeline.entries if isinstance(entry, MoveEntry))


class Walker:
    """A game being played by chance, a move at a time."""

    def __init__(
        self, name: str, seats: int, seed: int, setup: Mapping[str, str] | None = None, **rulings: str
    ) -> None:
        raw = seed.to_bytes(16)
        pack = library.pack(name)
        table = library.table(name, COLOURS[:seats], setup or {}, rulings, pack)
        self.header = new_header(name, COLOURS[:seats], setup=setup or {}, pack=pack, rulings=rulings, seed=raw)
        self.recorder = Recorder(library.game(name), table, seed=raw)
        self._lines = Lines(self.recorder.game.vocabulary)
        self._seed = raw
        self._chosen = 0
        self.lines = [self._lines.header(self.header)[1]]
        self.recorder.on_entry = self._write
        self.recorder.set_up()

    def _write(self, entry: Any) -> None:
        self.lines += self._lines.entry(entry)[1].splitlines(keepends=True)

    def choose(self, below: int) -> int:
        """A number from 0 to below - 1."""
        self._chosen += 1
        return pick(self._seed, "walk", self._chosen, (1,) * below)

    def step(self) -> None:
        """One move by one of the seats to act."""
        game, state = self.recorder.game, self.recorder.state
        acting = game.to_act(state)
        self.recorder.move(game.sample(state, acting[self.choose(len(acting))], self.choose))

    def walk(self, most: int = MOST_MOVES) -> Walk:
        """Play to the end, or `most` moves."""
        for _ in range(most):
            if self.recorder.over:
                break
            self.step()
        return Walk(game=self.recorder.game, header=self.header, recorder=self.recorder, lines=tuple(self.lines))


@cache
def walk(name: str, seats: int, seed: int, most: int = MOST_MOVES) -> Walk:
    """A game of `seats` from `seed`; the same object each time."""
    return Walker(name, seats, seed).walk(most)


def spread(last: int, most: int) -> list[int]:
    """At most `most` numbers from 1 to `last`, evenly, the first and the last among them."""
    if last <= most:
        return list(range(1, last + 1))
    return sorted({1 + (last - 1) * place // (most - 1) for place in range(most)})


def key(encoder: Encoder, move: Any) -> str:
    """What a move is, secrets in the clear whether sealed or not, for comparing."""
    record = encoder.move(move)
    return repr((move.seat, [(name, getattr(value, "value", value)) for name, value in sorted(record.items())]))
