"""What the recordings of a game must show between them: every clause, every reading, every number of seats, every end.

`fixtures/<game>/missing.json` lists what they do not show yet; an entry that has become needless fails.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.recordings import allowed, covered, games, not_shown

KINDS = {
    "seats": "numbers of seats that no recording is played with",
    "ends": "ways to end that no recording ends in",
    "accept": "clauses that no accepted entry cites",
    "reject": "clauses that refuse no move",
    "rulings": "options that no tried line tells from the default: a step with `under` is wanted",
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games(metafunc.config.getoption("recordings")))
    if "kind" in metafunc.fixturenames:
        metafunc.parametrize("kind", KINDS)


@pytest.fixture(name="root")
def _root(pytestconfig: pytest.Config) -> Path:
    root: Path = pytestconfig.getoption("recordings")
    return root


def test_the_recordings_show_what_they_must(root: Path, game: str, kind: str) -> None:
    gaps = not_shown(root, game)[kind]
    listed = allowed(root, game).get(kind, [])

    assert [] == [gap for gap in gaps if gap not in listed], f"{KINDS[kind]}, and missing.json does not name them"


def test_what_is_listed_as_missing_is_missing(root: Path, game: str, kind: str) -> None:
    gaps = not_shown(root, game)[kind]
    listed = allowed(root, game).get(kind, [])

    assert [] == [entry for entry in listed if entry not in gaps], "shown by now: take them out of missing.json"


def test_the_list_of_what_is_missing_is_well_formed(root: Path, game: str) -> None:
    listed: dict[str, Any] = dict(allowed(root, game))
    why = listed.pop("why", "")

    assert set() == listed.keys() - KINDS.keys()
    assert not listed or why.strip(), "say why these may be missing"


def test_every_cited_clause_is_in_the_rulebook(root: Path, game: str) -> None:
    """U52: no citation dangles."""
    assert () == covered(root, game).unknown


def test_every_recording_can_be_read(root: Path, game: str) -> None:
    assert {} == covered(root, game).failed
