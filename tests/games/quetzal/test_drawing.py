"""Quetzal's board as text: what people read, and that every choice and phase has words."""

from __future__ import annotations

from typing import get_args

import pytest
from syrupy.assertion import SnapshotAssertion

from kernel.games.quetzal.document import _CHOICES
from kernel.games.quetzal.state import Phase
from kernel.games.quetzal.wording import BOARD, NAMES
from tests.games.drawn import drawn

HIDDEN = "quetzal/games/three_with_secret_hands"
TWO = "quetzal/games/two_at_the_table"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("log", "n"), [(TWO, 1), (TWO, 7), (TWO, 22), (TWO, 76), (HIDDEN, 39)])
def test_the_board_as_people_read_it(log: str, n: int, language: str, snapshot: SnapshotAssertion) -> None:
    """Before the first placement, all placed, a delivery under way, the end; hands that the referee knows."""
    assert snapshot == drawn(log, n, language)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_seat_sees_its_own_hand_and_counts_the_others(language: str, snapshot: SnapshotAssertion) -> None:
    assert snapshot == drawn(HIDDEN, 39, language, "red")


def test_every_choice_and_phase_has_words() -> None:
    assert {f"choice {kind}" for kind in _CHOICES} <= BOARD.keys()
    assert {f"phase {phase}" for phase in get_args(Phase)} <= NAMES.keys()
