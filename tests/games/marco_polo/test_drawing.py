"""Marco Polo's board as text: what people read, and that whatever is due and every phase has words."""

from __future__ import annotations

import inspect
import re

import pytest
from syrupy.assertion import SnapshotAssertion

from events.games.marco_polo.turns import Owing
from kernel.games.marco_polo.document import PARTS
from kernel.games.marco_polo.names import BOARD, NAMES
from kernel.games.marco_polo.state import PHASES
from tests.games.drawn import drawn

FOUR = "marco_polo/games/four_players"
THREE = "marco_polo/games/three_players_choose_goals"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("log", "n"), [(THREE, 1), (FOUR, 21), (FOUR, 179), (FOUR, 273)])
def test_the_board_as_people_read_it(log: str, n: int, language: str, snapshot: SnapshotAssertion) -> None:
    """Goals being chosen; a journey under way; incomes due; the end."""
    assert snapshot == drawn(log, n, language)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_seat_sees_its_own_goals_alone(language: str, snapshot: SnapshotAssertion) -> None:
    assert snapshot == drawn(FOUR, 100, language, "blue")


def test_whatever_is_due_and_every_phase_and_part_has_words() -> None:
    kinds = re.search(r"kind: (.*?)\. amount:", inspect.getdoc(Owing) or "", re.DOTALL)

    assert kinds is not None
    plain = re.sub(r"\([^)]*\)|`", "", kinds[1]).replace(" and ", ", ")
    assert {f"due {kind.strip()}" for kind in re.split(r",\s*", plain)} == {
        phrase for phrase in BOARD if phrase.startswith("due ")
    }
    assert {f"phase {phase}" for phase in PHASES} == {phrase for phrase in NAMES if phrase.startswith("phase ")}
    assert {f"part {part}" for part in PARTS} <= BOARD.keys()
