"""Every game under other readings and other set-ups: it comes to its end, loses nothing, and what it lists is legal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from kernel.chance import Chance
from kernel.decider import decided, must_choose
from kernel.errors import BadSetup
from kernel.games import GAMES
from replay import library
from tests.walking import Walker, spread

NAMES = sorted({*GAMES, "toy"})


def other_options(name: str) -> dict[str, list[str]]:
    """The options of each ruling that are not its default, where it can be switched."""
    rulings = library.rulebook(name).rulings.values()
    return {
        ruling.id: [option for option in ruling.options if option != ruling.default]
        for ruling in rulings
        if not ruling.fixed
    }


def mixtures() -> list[Any]:
    """All rulings switched at once: to their first other option, to their last one."""
    found = []
    for name in NAMES:
        options = other_options(name)
        for word, place in (("first", 0), ("last", -1)):
            found.append(
                pytest.param(name, {ruling: few[place] for ruling, few in options.items()}, id=f"{name}-{word}")
            )
    return found


def readings() -> list[Any]:
    """Each other option by itself."""
    return [
        pytest.param(name, {ruling: option}, id=f"{name}-{ruling}-{option}")
        for name in NAMES
        for ruling, few in other_options(name).items()
        for option in few
    ]


def setups() -> list[Any]:
    """Each value of each set-up option, the second and last ones always."""
    return [
        pytest.param(
            name,
            {option: value},
            id=f"{name}-{option}-{value}",
            marks=() if value in (values[1:2] + values[-1:]) else pytest.mark.soak,
        )
        for name in NAMES
        for option, values in library.game(name).options.items()
        for value in values
    ]


def walked(name: str, setup: Mapping[str, str], rulings: Mapping[str, str], seed: int = 3) -> None:
    """Play to the end or for long, and look at every position and at some of its moves."""
    for seats in library.game(name).seats:
        try:
            walker = Walker(name, seats, seed, setup, **rulings)
        except BadSetup:
            # A reading may allow fewer seats; with the least number every game can be played.
            assert seats > library.game(name).seats[0]
            continue
        game, recorder = walker.recorder.game, walker.recorder
        # Where a reading lets seats pass at will, chance alone may not come to the end.
        while not recorder.over and (looked := len(recorder.timeline.entries)) < 2500:
            for seat, moves in must_choose(game, recorder.state):
                assert 0 < len(moves) <= 2000, seat
                for place in spread(len(moves), 2) if looked % 5 == 0 else ():
                    chance = Chance(recorder.timeline.now.drawn, seeded=recorder.seeded)
                    assert () == game.faults(decided(game, recorder.state, moves[place - 1], chance).state)
            walker.step()
            state = recorder.state
            assert () == game.faults(state)
            assert looked % 4 or state == game.restore(state, game.document(state))
        assert game.standings(recorder.state)


@pytest.mark.parametrize(("name", "rulings"), mixtures())
def test_a_game_can_be_played_with_every_reading_switched(name: str, rulings: dict[str, str]) -> None:
    """Readings may meet each other in ways that no one of them shows alone."""
    walked(name, {}, rulings)


@pytest.mark.parametrize(("name", "setup"), setups())
def test_a_game_can_be_played_from_every_set_up(name: str, setup: dict[str, str]) -> None:
    """Each value of each option."""
    walked(name, setup, {})


@pytest.mark.soak
@pytest.mark.parametrize(("name", "rulings"), readings())
def test_a_game_can_be_played_under_each_reading(name: str, rulings: dict[str, str]) -> None:
    """One ruling after the other, the rest by default."""
    walked(name, {}, rulings)
