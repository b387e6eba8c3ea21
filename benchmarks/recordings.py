"""Recorded games to measure with: played once by a policy from a seed, kept below build/."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import kernel.games
from benchmarks.rounds import BUILD, Skipped
from events.journal import Lines
from replay import library
from replay.policies import Policy
from replay.recorder import Recorder, new_header

TOY = "bench_toy"
kernel.games.GAMES[TOY] = "benchmarks.toy.game"

SEATS = ("blue", "yellow", "green", "red")


def playable() -> list[str]:
    """List the real games that can be played here, in the order of the registry."""
    return [name for name in kernel.games.GAMES if name not in (TOY, "toy") and not _missing(name)]


@cache
def _missing(name: str) -> str:
    try:
        library.game(name)
    except ImportError as error:
        return str(error)
    return ""


def new_game(name: str, number: int, policy: str = "random") -> Recorder:
    """Play a whole game from a seed made of `number`."""
    game = library.game(name)
    seats = SEATS[: game.seats[1]]
    seed = number.to_bytes(16)
    table = library.table(name, seats, {}, {}, library.pack(name))
    recorder = Recorder(game, table, seed=seed)
    chooser = Policy(policy, seed)
    recorder.set_up()
    while not recorder.over:
        recorder.move(chooser.choose(recorder))
    recorder.end()
    recorder.reveal()
    return recorder


def written(recorder: Recorder) -> bytes:
    """Spell a recorded game as the bytes of its log."""
    name = recorder.game.name
    table = recorder.timeline.table
    seed = recorder.seeded.seed if recorder.seeded else None
    header = new_header(name, table.seats, setup={}, pack=library.pack(name), rulings={}, seed=seed)
    spelled = Lines(recorder.game.vocabulary)
    lines = [spelled.header(header)[1]]
    lines += [spelled.entry(entry)[1] for entry in recorder.timeline.entries]
    return b"".join(lines)


def version(name: str) -> str:
    """Return a short name for the rules and the pack that a game is played with here and now."""
    return f"{library.rules_digest(name)[:8]}-{library.pack(name).digest[:8]}"


def log_of(name: str, number: int = 1) -> Path:
    """Return the log of a random game, played unless it lies there from before under the same rules.

    Raises: Skipped for a game that cannot be played to its end here.
    """
    folder = BUILD / "logs" / name / version(name)
    path = folder / f"{number:04d}.log.jsonl"
    if not path.exists():
        try:
            content = written(new_game(name, number))
        except Exception as error:
            raise Skipped(f"{name} cannot be played here yet: {type(error).__name__}: {error}") from error
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return path
