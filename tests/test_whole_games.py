"""The whole games under fixtures/: explicit, made from recipes that can be played again, and ending in every way."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from replay.library import game as game_named
from replay.regress import SCRIPT
from tests.recordings import FIXTURES, games
from tools.whole_games import RECIPES, explicit, recipes

TOLD_BY_HAND = {"marco_polo": {"demo", "short_journey"}}
NEVER_SHARED = {"kashgar"}
"""Games in which whoever scored last wins a tie: level and never having scored, nobody ends a game."""
ENOUGH = 12


@pytest.fixture(params=games(FIXTURES), name="game")
def _game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@cache
def scripts(game: str) -> dict[str, dict[str, Any]]:
    """The scripts of a game's whole games, by name."""
    paths = sorted((FIXTURES / game / "games").glob(f"*{SCRIPT}"))
    return {path.name.removesuffix(SCRIPT): json.loads(path.read_bytes()) for path in paths}


def standings(game: str, name: str) -> list[tuple[int, int]]:
    """The (rank, score) of each seat, as the golden has it."""
    lines = (FIXTURES / game / "games" / f"{name}.golden").read_text(encoding="utf-8").splitlines()
    told = [json.loads(line) for line in lines[lines.index("standings:") + 1 :] if line.startswith("{")]
    return [(standing["rank"], standing["score"]) for standing in told]


def test_there_are_enough(game: str) -> None:
    assert len(scripts(game)) >= ENOUGH


def test_no_recorded_game_depends_on_a_policy(game: str) -> None:
    assert [] == [name for name, script in scripts(game).items() if any("auto" in step for step in script["steps"])]


def test_each_game_has_its_recipe_or_was_told_by_hand(game: str) -> None:
    by_recipe = recipes(game)

    assert scripts(game).keys() == by_recipe.keys() | TOLD_BY_HAND.get(game, set())
    for name, recipe in by_recipe.items():
        script = scripts(game)[name]
        for key in ("title", "seats", "seed", "setup", "rulings"):
            assert recipe.get(key) == script.get(key), (
                f"{name}: {key}; python -m tools.whole_games {game} REASON {name}"
            )


def test_a_recipe_gives_the_script(game: str) -> None:
    """The shortest of each game; moves differ when policies or rules do, and are then recorded anew on purpose."""
    name = min(recipes(game), key=lambda name: len(scripts(game)[name]["steps"]))
    made = json.loads(explicit(game, recipes(game)[name]))

    assert made.keys() == scripts(game)[name].keys()
    assert made["steps"][-1] == scripts(game)[name]["steps"][-1]


def test_every_set_up_option_is_used(game: str) -> None:
    used = {(option, value) for script in scripts(game).values() for option, value in script.get("setup", {}).items()}

    assert game_named(game).options.keys() == {option for option, _ in used}


def test_games_end_with_one_winner_with_a_tie_broken_and_with_a_win_shared(game: str) -> None:
    ends = set()
    for name, script in scripts(game).items():
        found = standings(game, name)
        best = max(score for _, score in found)
        if any("end" in step for step in script["steps"]):
            continue
        first = sum(rank == 1 for rank, _ in found)
        level = sum(score == best for _, score in found)
        ends.add("shared" if first > 1 else "tie broken" if level > 1 else "one winner")

    assert {"one winner", "tie broken", *(() if game in NEVER_SHARED else ("shared",))} == ends


def test_the_recipes_stand_beside_the_games() -> None:
    assert games(FIXTURES) == sorted(path.parent.name for path in Path(FIXTURES).glob(f"*/{RECIPES}"))
