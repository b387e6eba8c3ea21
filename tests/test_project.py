"""Habits of the project that no tool of the shelf checks: size, names, what a file may mention."""

from __future__ import annotations

import ast
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("events", "kernel", "replay", "cli")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
MOST_LINES = 400
VAGUE = {"base", "common", "data", "helper", "helpers", "manager", "managers", "misc", "util", "utils"}
# Spelt in pieces, so that this file passes its own test.
UNMENTIONABLE = ("pypi" + ".org", "python" + "hosted.org", "/" + "work/")


def name(path: Path) -> str:
    """A path as people write it: from the root, with slashes."""
    return path.relative_to(ROOT).as_posix()


def other_games(module: str, source: str) -> set[str]:
    """The games that a module imports besides its own; the module by path, as `kernel/games/x/setup.py`."""
    own = module.split("/")[2]
    imported: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported |= {f"{node.module}.{alias.name}" for alias in node.names}
    parts = (target.split(".") for target in imported)
    games = {part[2] for part in parts if len(part) > 2 and part[1] == "games"}
    return games - {own}


def test_there_are_modules_to_look_at() -> None:
    assert set(PACKAGES) == {name(path).split("/")[0] for path in MODULES}


def test_no_module_is_long() -> None:
    lengths = {name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}

    assert {} == {module: lines for module, lines in lengths.items() if lines > MOST_LINES}


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert [] == [name(path) for path in MODULES if {*path.relative_to(ROOT).with_suffix("").parts} & VAGUE]


def test_every_folder_with_modules_is_a_package() -> None:
    """The build and the import contracts see only folders with an `__init__.py`."""
    folders = {folder for path in MODULES for folder in path.parents if ROOT in folder.parents}

    assert [] == sorted(name(folder) for folder in folders if not (folder / "__init__.py").is_file())


def test_a_game_knows_no_other_game() -> None:
    """Also across packages, which the import contracts leave open: rules speak their own vocabulary."""
    games = [path for path in MODULES if fnmatch(name(path), "*/games/*/*.py")]
    found = {name(path): other_games(name(path), path.read_text(encoding="utf-8")) for path in games}

    assert {} == {module: others for module, others in found.items() if others}


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("from events.games.chess import moves", {"chess"}),
        ("from events.games import chess", {"chess"}),
        ("import kernel.games.chess.setup", {"chess"}),
        ("from events.games.go.moves import Place", set()),
        ("from kernel.chance import draw", set()),
    ],
)
def test_the_search_for_other_games_sees_each_way_to_import_one(statement: str, expected: set[str]) -> None:
    assert expected == other_games("kernel/games/go/setup.py", statement)


def test_no_file_mentions_where_it_was_made() -> None:
    """Neither a package registry's host nor a path of the machine: both go stale, and nobody needs them."""
    if not (ROOT / ".git").exists():
        pytest.skip("which files belong to the project is known only in a checkout")
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    present = [ROOT / file for file in files if file and (ROOT / file).is_file()]
    bad = [word.encode() for word in UNMENTIONABLE]

    assert [] == [name(path) for path in present if any(word in path.read_bytes() for word in bad)]
