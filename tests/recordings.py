"""The recordings under fixtures/, found by looking: what is put there is tested without a line of code."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kernel.games import GAMES
from replay.coverage import Coverage, coverage, missing
from replay.library import game as game_named
from replay.regress import LOG, SCRIPT

FIXTURES = Path(__file__).parents[1] / "fixtures"
SHELVES = ("games", "cases")
ENDS = ("finished", "resigned", "abandoned")
MISSING = "missing.json"


def games(root: Path) -> list[str]:
    """Every game that must have recordings: those that are shipped, and those with a folder of their own."""
    shipped = [name for name, module in GAMES.items() if not module.startswith("tests.")]
    own = [path.name for path in sorted(root.iterdir()) if path.name in GAMES] if root.is_dir() else []
    return list(dict.fromkeys([*(shipped if root == FIXTURES else ()), *own]))


def found(root: Path, suffix: str) -> list[Path]:
    """Every recording with a suffix, sorted."""
    return sorted(
        path for game in games(root) for shelf in SHELVES for path in (root / game / shelf).glob(f"*{suffix}")
    )


def parametrized(metafunc: pytest.Metafunc, name: str, paths: Sequence[Path]) -> None:
    """Run a test once for each path, named by it."""
    root = metafunc.config.getoption("recordings")
    metafunc.parametrize(name, paths, ids=[path.relative_to(root).as_posix() for path in paths])


def of_each_kind(root: Path) -> dict[str, list[Path]]:
    """Recordings by the parameter that asks for them."""
    scripts, logs = found(root, SCRIPT), found(root, LOG)
    named = {path.with_name(path.name.removesuffix(SCRIPT) + LOG) for path in scripts}
    return {
        "script": scripts,
        "log": logs,
        "recording": sorted([*scripts, *(path for path in logs if path not in named)]),
        "golden_file": found(root, ".golden"),
    }


@cache
def covered(root: Path, game: str) -> Coverage:
    """What the recordings of a game show."""
    return coverage(
        game, [path for kind in (SCRIPT, LOG) for path in found(root, kind) if path.parents[1].name == game]
    )


def not_shown(root: Path, game: str) -> dict[str, list[Any]]:
    """What the recordings of a game do not show, as its file of what is missing lists it."""
    seen = covered(root, game)
    gaps = missing(seen)
    least, most = game_named(game).seats
    return {
        "seats": [seats for seats in range(least, most + 1) if seats not in seen.seats],
        "ends": [end for end in ENDS if end not in seen.ends],
        "accept": list(gaps.accept),
        "reject": list(gaps.reject),
        "rulings": list(gaps.rulings),
    }


def allowed(root: Path, game: str) -> Mapping[str, Any]:
    """What a game's recordings need not show yet, with the reason for each kind."""
    path = root / game / MISSING
    return json.loads(path.read_bytes()) if path.is_file() else {}
