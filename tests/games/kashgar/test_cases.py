"""The handed cases as scripts: each position, move and outcome."""

from __future__ import annotations

from pathlib import Path

import pytest

from replay.playing import play
from replay.script import read_script
from tests.games.kashgar.kit import RULEBOOK

FOLDER = Path(__file__).parents[3] / "fixtures" / "kashgar" / "cases"
CASES = sorted(FOLDER.glob("*.game.json"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name.partition(".")[0])
def test_the_case_comes_out_as_told(path):
    script = read_script(path)
    run = play(script)

    cited = {clause for entry in run.entries for event in getattr(entry, "events", ()) for clause in event.cites}

    assert cited <= set(RULEBOOK.clauses)


def test_there_are_cases():
    assert len(CASES) >= 29
