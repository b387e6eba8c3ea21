"""Positions that cannot be: a file that holds one is to blame for what breaks on it, and a game for all else."""

from __future__ import annotations

from typing import Any

import pytest

from kernel.copies import replace
from kernel.errors import ImpossibleEvent
from replay import library
from replay.guarded import guarded
from replay.timeline import Timeline
from tests.making import bid, played


def broken(*faults: str) -> Any:
    """A game that breaks on every position, and says these things of it."""

    def breaks(*_: object) -> Any:
        raise KeyError("card_77")

    return guarded(replace(library.game("toy"), standings=breaks, legal_moves=breaks, faults=lambda _: faults))


@pytest.fixture
def timeline() -> Timeline:
    return played(bid("a", 2)).recorder.timeline


def test_a_position_that_cannot_be_is_blamed_for_what_breaks_on_it(timeline: Timeline) -> None:
    with pytest.raises(ImpossibleEvent, match="there is no card card_77"):
        broken("there is no card card_77").standings(timeline.now.state)


def test_a_position_that_can_be_blames_the_game(timeline: Timeline) -> None:
    with pytest.raises(KeyError):
        broken().legal_moves(timeline.now.state, "a")
