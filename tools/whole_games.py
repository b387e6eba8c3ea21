"""Write the whole games of fixtures/GAME/games anew, from their recipes.

    python -m tools.whole_games GAME REASON                 record every recipe that has no recording yet
    python -m tools.whole_games GAME REASON NAME...         record these anew, moves and all
    python -m tools.whole_games GAME --seek N [NAME...]     try N seeds for each recipe; tell what each game shows

A recipe in fixtures/GAME/recipes.json is a script whose steps may be left to a policy. It is played once, and every
move that was made becomes a step of its own, so that no recorded game depends on a policy. The reason joins the
history of the goldens. Where only events have changed, the moves stay, and
`refold verify fixtures/GAME --update --because REASON` does it.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import orjson

from cli.steps import spelled
from replay.logs import Log, read_log, write_whole
from replay.playing import Playthrough, play
from replay.regress import SCRIPT, log_bytes, log_of_script, update_script
from replay.script import read_script
from replay.to_script import to_script

FIXTURES = Path(__file__).parents[1] / "fixtures"
RECIPES = "recipes.json"
SCHEMA = "../../../docs/schemas/script-1.{game}.schema.json"


def recipes(game: str) -> Mapping[str, Mapping[str, Any]]:
    """Read the recipes of a game, by the name of the recording."""
    found: Mapping[str, Mapping[str, Any]] = json.loads((FIXTURES / game / RECIPES).read_bytes())
    return found


def played(game: str, recipe: Mapping[str, Any]) -> Playthrough:
    """Play a recipe."""
    return play(read_script(None, orjson.dumps({"refold": "script/1", "game": game, **recipe})))


def explicit(game: str, recipe: Mapping[str, Any]) -> bytes:
    """Play a recipe and spell the script of what was played."""
    made = to_script(_as_log(played(game, recipe)), seed=recipe["seed"])
    return spelled({"$schema": SCHEMA.format(game=game), **made.record})


def _as_log(run: Playthrough) -> Log:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.log.jsonl"
        write_whole(path, log_bytes(run.header, run.entries, run.recorder.game))
        return read_log(path)


def record(game: str, reason: str, names: Sequence[str]) -> None:
    """Record some recipes anew, or all that have no script yet: script, log and golden."""
    for name, recipe in recipes(game).items():
        path = FIXTURES / game / "games" / f"{name}{SCRIPT}"
        if name not in names and (names or path.is_file()):
            continue
        write_whole(path, explicit(game, recipe), force=True)
        run = play(read_script(path))
        write_whole(log_of_script(path), log_bytes(run.header, run.entries, run.recorder.game), force=True)
        update_script(path, reason)
        print(path.relative_to(FIXTURES.parent))


def seek(game: str, tries: int, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Play recipes from other seeds; tell length, result and clauses of each game."""
    for name, recipe in recipes(game).items():
        for number in range(tries if name in names or not names else 0):
            seed = hashlib.sha256(f"{name}/{number}".encode()).hexdigest()[:32]
            run = played(game, {**recipe, "seed": seed})
            standings = run.recorder.game.standings(run.recorder.state)
            events = [event for entry in run.entries for event in getattr(entry, "events", ())]
            yield {
                "recipe": name,
                "seed": seed,
                "entries": len(run.entries),
                "standings": {standing.seat: [standing.rank, standing.score] for standing in standings},
                "clauses": sorted({clause for event in events for clause in event.cites}),
            }


def main(game: str, reason: str, *arguments: str) -> None:
    """Record, or seek."""
    if reason != "--seek":
        record(game, reason, arguments)
        return
    for found in seek(game, int(arguments[0]), arguments[1:]):
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
