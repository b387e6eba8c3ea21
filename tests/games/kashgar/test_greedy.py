"""The yardstick of the greedy policy: games played by it look like games, and last as long."""

from __future__ import annotations

import json
from statistics import median
from typing import Any

import pytest

from kernel.chance import Chance, Seeded
from kernel.decider import decided
from kernel.games.kashgar.game import GAME
from replay.playing import ScriptFailed, play
from replay.script import read_script
from tests.games.kashgar.kit import Table, caravans, position, tracks


def play_greedily(table: Table) -> int:
    """Play to the end, each seat by what is worth most at once; return the number of the last round."""
    guess = Seeded(bytes(16))
    while not GAME.is_over(table.state):
        state = table.state
        (seat,) = GAME.to_act(state)
        found = [
            (GAME.worth(decided(GAME, state, move, Chance(table.drawn, seeded=guess)).state, seat), -place, move)
            for place, move in enumerate(GAME.legal_moves(state, seat))
        ]
        table.take(max(found, key=lambda item: item[:2])[2])
    return int(table.at("/round"))


@pytest.mark.parametrize("additional", ["none", "all"])
def test_greedy_games_end_in_a_sensible_time(additional):
    rounds = [play_greedily(Table(4, seed=bytes([n]) * 16, additional_cards=additional)) for n in range(6)]

    assert 25 <= median(rounds) <= 65


def test_greedy_games_end_under_readings_that_open_other_choices():
    readings: Any = {"gate_guard_gift": "shared", "baker_stock": "spend", "order_timing": "any_time"}

    assert play_greedily(Table(3, **readings)) > 5


def test_an_order_within_reach_is_worth_its_door():
    """The position in which an order is being paid is worth more than the one in which it is not begun."""
    values = position(caravans=caravans("gewuerzhaendler patriarch"), tracks=tracks(9, mule=6))
    table = Table().given(values)
    before = GAME.worth(table.state, "blue")
    table.play("blue", "use_caravan_action", card="gewuerzhaendler")

    assert GAME.worth(table.state, "blue") > before


def test_two_with_full_stores_still_complete_orders():
    """A game of two that had no end: what one has plenty of is worth little, so orders are cheap."""
    record: dict[str, Any] = {"refold": "script/1", "game": "kashgar", "seats": ["blue", "yellow"]}
    record |= {"seed": "b5aefa0bbf10aa788e8122562684ae09", "steps": [{"auto": "greedy", "until": {"round": 60}}]}

    with pytest.raises(ScriptFailed, match="the game is over"):
        play(read_script(None, json.dumps(record).encode()))
