"""`refold init`: a first script."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import click

from cli import options, output

SEATS = ("blue", "yellow", "green", "red", "black", "white")
"""Seats of a script for which none are named."""


@click.command("init")
@click.argument("game")
@options.output("Where the script goes")
@options.force
@click.option("--seats", metavar="A,B,...", help="The seats, clockwise; else as few as may play.")
@click.option("--seed", metavar="HEX", help="The seed; else a fresh one.")
def command(game: str, target: Path, force: bool, seats: str | None, seed: str | None) -> None:
    """Write a first script of a game.

    It sets the game up, makes the first move and lets the rest be played; change it step by step into your game.

    \b
    Example:
      refold init marco_polo -o first.game.json
      refold init marco_polo --seats blue,green -o -
    """
    from replay import library

    found = library.game(game)
    names = tuple(seats.split(",")) if seats else SEATS[: found.seats[0]]
    script = {
        "refold": "script/1",
        "title": f"My first game of {found.title}",
        "game": game,
        "seats": list(names),
        "setup": {option: values[0] for option, values in found.options.items()},
        "content": found.packs[0],
        "seed": seed or secrets.token_hex(16),
    }
    with options.from_command_line():
        steps = _steps(script)
    from cli.steps import spelled

    output.write(target, spelled({**script, "steps": steps}), force=force)
    if not output.is_dash(target):
        output.note(f"wrote {target}; play it by: refold play {target} -o first.log.jsonl")


def _steps(script: dict[str, Any]) -> list[dict[str, Any]]:
    """Make the first move, expect what it changed last, and leave the rest to chance."""
    import orjson

    from kernel.documents import REFEREE, changes, view
    from replay.judge import steps_of
    from replay.playing import prepare
    from replay.script import read_script

    recorder = prepare(read_script(None, orjson.dumps({**script, "steps": []}), name=script["game"])).recorder
    game, state = recorder.game, recorder.state
    seat = game.to_act(state)[0]
    step = steps_of(game, state, seat)[0]
    before = view(game.document(state), REFEREE)
    recorder.move(recorder.read_move(seat, {key: value for key, value in step.items() if key != "by"}))
    made = list(changes(before, view(game.document(recorder.state), REFEREE)))
    plain = [(pointer, after) for pointer, _, after in made if isinstance(after, int | str | bool)]
    expected = [{"expect": dict(plain[:1])}] if plain else []
    return [
        {"note": "the first move, as `refold legal` lists it, and what it changes"},
        {**step, "label": "first"},
        *expected,
        {"note": "the rest of the round at random, the rest of the game by what looks best"},
        {"auto": "random", "until": "round_end"},
        {"auto": "greedy"},
    ]
