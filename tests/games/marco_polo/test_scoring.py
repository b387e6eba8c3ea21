"""The end of the game: who scores what, and who wins; and what a round start pays to whom."""

from __future__ import annotations

from typing import Any

import pytest

from events.games.marco_polo.framing import GameEnded
from kernel.games.marco_polo.game import GAME
from tests.games.marco_polo.kit import COLOURS, Table

BASE: dict[str, Any] = {
    **{f"/players/{seat}/dice": {} for seat in COLOURS},
    **{f"/players/{seat}/{name}": 0 for seat in COLOURS for name in ("coins", "camels", "vp")},
    "/players/yellow/contracts": [],
}


def end(values: dict[str, Any]) -> tuple[Table, GameEnded]:
    table = Table().given({**BASE, **values}, round=5, to_act="red", main_action_done=True)
    events = table.plays("red", "end_turn")
    assert isinstance(events[-1], GameEnded)
    return table, events[-1]


def test_every_leader_in_contracts_scores_seven_and_nobody_else() -> None:
    """score.most_contracts."""
    done = {
        "/players/blue/completed": ["contract_01"],
        "/players/green/completed": ["contract_02", "contract_03"],
        "/players/red/completed": ["contract_04", "contract_05"],
    }
    table, _ = end(done)

    found = {standing.seat: dict(standing.parts)["most_contracts"] for standing in GAME.standings(table.state)}
    assert {"blue": 0, "yellow": 0, "green": 7, "red": 7} == found


@pytest.mark.parametrize(
    ("values", "winners", "clause"),
    [
        ({"/players/green/vp": 2}, ("green",), "score.winner"),
        ({"/players/green/vp": 2, "/players/red/vp": 2, "/players/red/camels": 1}, ("red",), "score.tie_camels"),
        (
            {"/players/green/vp": 2, "/players/red/vp": 2, "/players/blue/camels": 9},
            ("green", "red"),
            "score.tie_shared",
        ),
    ],
    ids=["points", "camels", "shared"],
)
def test_points_then_camels_then_a_shared_win(values: dict[str, Any], winners: tuple[str, ...], clause: str) -> None:
    table, ended = end(
        {f"/players/{seat}/goals": [f"goal_0{n}", f"goal_1{n}"] for n, seat in enumerate(COLOURS, 1)} | values
    )

    assert (winners, clause) == (ended.winners, ended.cites[0])
    assert set(winners) == {standing.seat for standing in GAME.standings(table.state) if standing.rank == 1}


def test_goods_count_with_a_post_in_beijing_only() -> None:
    """score.goods_with_beijing, score.goods_without_beijing, score.camels_no_goods."""
    stock = {f"/players/{seat}/{good}": 1 for seat in COLOURS for good in ("pepper", "silk", "gold")}
    table, _ = end({**stock, "/players/green/posts": ["beijing"], "/players/green/camels": 7})

    found = {standing.seat: dict(standing.parts)["goods"] for standing in GAME.standings(table.state)}
    assert {"blue": 0, "yellow": 0, "green": 1, "red": 0} == found


def test_before_the_end_goal_cards_stay_out_of_the_standings() -> None:
    """setup.goals_secret."""
    table = Table().given(
        {"/players/blue/goals": ["goal_01", "goal_02"], "/players/blue/posts": ["alexandria", "anxi"]}
    )
    parts = dict(GAME.standings(table.state)[0].parts)

    assert (0, 0) == (parts["goal_cards"], parts["goal_places"])


def test_a_round_start_pays_every_seat_its_incomes() -> None:
    """income.round_start."""
    posts = {f"/players/{seat}/posts": ["anxi"] for seat in COLOURS}
    table = Table().given({**BASE, **posts}, to_act="red", main_action_done=True)
    table.plays("red", "end_turn")

    assert [5, 5, 5, 5] == [table.at(f"/players/{seat}/coins") for seat in COLOURS]
