"""The handed cases as scripts: each position, move and outcome."""

from __future__ import annotations

from pathlib import Path

import pytest

from replay.library import rulebook
from replay.playing import play
from replay.script import read_script

FOLDER = Path(__file__).parents[3] / "fixtures" / "marco_polo" / "cases"
CASES = sorted(FOLDER.glob("*.game.json"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name.partition(".")[0])
def test_the_case_comes_out_as_told(path):
    run = play(read_script(path))

    cited = {clause for entry in run.entries for event in getattr(entry, "events", ()) for clause in event.cites}

    assert cited <= set(rulebook("marco_polo").clauses)


def test_there_are_cases():
    assert len(CASES) >= 38
