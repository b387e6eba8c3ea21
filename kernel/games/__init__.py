"""The games there are."""

from __future__ import annotations

from importlib import import_module

from kernel.decider import AnyGame

GAMES: dict[str, str] = {
    "kashgar": "kernel.games.kashgar.game",
    "marco_polo": "kernel.games.marco_polo.game",
    "quetzal": "kernel.games.quetzal.game",
}
"""Where each game's record `GAME` stands, by the game's name; imported when it is needed."""


def game_named(name: str) -> AnyGame:
    """Return the record of a game.

    Raises: KeyError for a name that is not in `GAMES`.
    """
    game: AnyGame = import_module(GAMES[name]).GAME
    return game
