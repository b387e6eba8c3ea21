"""`refold games`: what there is to play."""

from __future__ import annotations

import click

from cli import options, output


@click.command("games")
@options.as_json
def command(as_json: bool) -> None:
    """List the games there are.

    \b
    Example:
      refold games --json
    """
    from kernel.games import GAMES, game_named

    found = [game_named(name) for name in GAMES]
    if as_json:
        output.say_json(
            [
                {
                    "game": game.name,
                    "title": game.title,
                    "seats": {"least": game.seats[0], "most": game.seats[1]},
                    "rules_version": game.rules_version,
                    "packs": list(game.packs),
                    "options": {name: list(values) for name, values in game.options.items()},
                }
                for game in found
            ]
        )
        return
    rows = [
        (game.name, game.title, f"{game.seats[0]}-{game.seats[1]}", f"{game.rules_version}", ", ".join(game.packs))
        for game in found
    ]
    output.table(("game", "title", "seats", "rules", "packs"), rows)
