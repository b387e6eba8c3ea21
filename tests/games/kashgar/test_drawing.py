"""Kashgar's board as text: what people read, and that every choice has words."""

from __future__ import annotations

from typing import get_args

import pytest
from syrupy.assertion import SnapshotAssertion

from events.games.kashgar.events import ChoiceKind
from kernel.games.kashgar.names import BOARD
from tests.games.drawn import drawn

LOG = "kashgar/games/four_players_cut_and_thrust"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("n", [2, 120, 240])
def test_the_table_as_people_read_it(n: int, language: str, snapshot: SnapshotAssertion) -> None:
    """A card being chosen in the first round; the middle of the game; the end."""
    assert snapshot == drawn(LOG, n, language)


def test_every_choice_has_words() -> None:
    assert {f"choice {kind}" for kind in get_args(ChoiceKind)} <= BOARD.keys()
