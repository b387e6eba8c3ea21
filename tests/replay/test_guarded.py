"""Positions that cannot be: a file that holds one is to blame for what breaks on it, and a game for all else."""

from __future__ import annotations

from typing import Any

import pytest

from kernel.chance import Chance
from kernel.copies import replace
from kernel.decider import decided
from kernel.errors import ImpossibleEvent
from replay import library
from replay.guarded import guarded
from replay.timeline import Timeline
from tests.making import bid, played


def broken(*faults: str) -> Any:
    """A game that breaks on every position, and says these things of it."""

    def fails(*_: object) -> Any:
        raise KeyError("card_77")

    return guarded(replace(library.game("toy"), standings=fails, legal_moves=fails, faults=lambda _: faults))


@pytest.fixture
def timeline() -> Timeline:
    return played(bid("a", 2)).recorder.timeline


def test_a_position_that_cannot_be_is_blamed_for_what_breaks_on_it(timeline: Timeline) -> None:
    with pytest.raises(ImpossibleEvent, match="there is no card card_77"):
        broken("there is no card card_77").standings(timeline.now.state)


def nothing(*_: object) -> Any:
    yield from ()


def breaks(*_: object) -> Any:
    cards: dict[str, tuple[Any, ...]] = {}
    yield from cards["card_77"]


def decide(timeline: Timeline, *faults: str, **rules: Any) -> None:
    """Decide a move by these rules, in a position of which the game says these things."""
    game: Any = replace(library.game("toy"), faults=lambda _: faults, to_act=lambda _: (), is_over=lambda _: False)
    move: Any = None
    decided(replace(game, **rules), timeline.now.state, move, Chance({}))


@pytest.mark.parametrize("rules", [{"decide": breaks}, {"decide": nothing, "proceed": breaks}], ids=lambda one: [*one])
def test_a_rule_that_breaks_is_guarded_by_who_runs_it(timeline: Timeline, rules: dict[str, Any]) -> None:
    with pytest.raises(ImpossibleEvent, match="cannot be: there is no card card_77"):
        decide(timeline, "there is no card card_77", **rules)
    with pytest.raises(KeyError):
        decide(timeline, **rules)


def test_a_game_that_stands_still_is_to_blame_unless_its_position_cannot_be(timeline: Timeline) -> None:
    with pytest.raises(ImpossibleEvent, match="cannot be: it is nobody's turn"):
        decide(timeline, "it is nobody's turn", decide=nothing, proceed=nothing)
    with pytest.raises(RuntimeError, match="nothing follows"):
        decide(timeline, decide=nothing, proceed=nothing)


def test_a_position_that_can_be_blames_the_game(timeline: Timeline) -> None:
    with pytest.raises(KeyError):
        broken().legal_moves(timeline.now.state, "a")
