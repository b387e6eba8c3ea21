"""Pages show what the commands really print."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ["README.md", "docs/disputes.md"]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_what_its_commands_print(page: str) -> None:
    """`python tools/pages.py PAGE` writes it anew."""
    done = subprocess.run(
        [sys.executable, "tools/pages.py", "--check", page], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert (0, "") == (done.returncode, done.stderr), done.stdout


@pytest.mark.parametrize("game", ["marco_polo", "kashgar", "quetzal"])
def test_every_source_is_explained(game: str) -> None:
    """A key that a clause or a pack names stands in docs/sources.md, below the title of its game."""
    folder = ROOT / "kernel" / "games" / game
    rules = json.loads((folder / "rules.json").read_text(encoding="utf-8"))
    named = {key for clause in rules["clauses"] for key in clause["source"]}
    for pack in (folder / "content").glob("*.json"):
        record = json.loads(pack.read_text(encoding="utf-8"))
        named |= {key for part in record["provenance"] for key in part.get("sources", ())}
    chapters = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8").split("\n## ")
    told = next(set(re.findall(r"^- `(\w+)`:", text, re.MULTILINE)) for text in chapters if f"({game})" in text)

    assert named <= told
