"""Positions put in place by hand: pieces are taken from where they were, and what the box cannot make is refused."""

from __future__ import annotations

import json

import pytest

from kernel.documents import REFEREE, view, with_values
from kernel.errors import ImpossiblePosition
from kernel.games.marco_polo.game import GAME
from tests.games.marco_polo.kit import Table


def faults_of(values: dict, **at: object) -> str:
    table = Table()
    patched = with_values(GAME.document(table.state), values)
    with pytest.raises(ImpossiblePosition) as caught:
        GAME.arrange(table.state, patched, at)
    return str(caught.value)


def test_a_position_survives_json() -> None:
    table = Table().given({"/players/blue/dice": [{"face": 3}, {"id": "black.1", "face": 2}]})
    document = json.loads(json.dumps(view(GAME.document(table.state), REFEREE)))

    again = GAME.document(GAME.restore(table.state, document))

    assert document == view(again, REFEREE)


def test_dice_that_are_placed_leave_the_hand_and_the_supply() -> None:
    table = Table().given(
        {
            "/players/blue/dice": [{"face": 3}, {"id": "black.2", "face": 2}],
            "/spaces/bazaar_pepper": [{"id": "yellow.2", "face": 6}],
        }
    )

    assert {"blue.1": 3, "black.2": 2} == table.at("/players/blue/dice")
    assert "yellow.2" not in table.at("/players/yellow/dice")
    assert ["black.1", "black.3", "black.4", "black.5"] == table.at("/black_dice")
    assert [f"blue.{n}" for n in (2, 3, 4, 5)] == [die["id"] for die in table.at("/spaces/money_bag")]


def test_contracts_that_are_placed_leave_the_piles() -> None:
    table = Table().given({"/players/blue/contracts": ["contract_07"], "/players/yellow/completed": ["contract_01"]})

    everything = [*table.state.board.columns, *table.state.board.bottom]

    assert "contract_07" not in everything
    assert (6, 6, 6) == table.state.board.piles, "three piles wait in round 2"


def test_beijing_follows_the_posts() -> None:
    """beijing.best_free_slot: a post there stands on the best slot that is free."""
    table = Table().given({"/players/yellow/posts": ["beijing"], "/players/red/posts": ["moscow", "beijing"]})

    assert {"1": "yellow", "2": "red", "3": None, "4": None} == table.at("/beijing")
    assert 7 == table.at("/players/red/posts_left")


def test_the_tile_of_a_city_with_a_post_is_gone() -> None:
    """outpost.first_only."""
    table = Table().given({"/players/yellow/posts": ["moscow"]})

    assert "moscow" not in table.at("/outposts")


@pytest.mark.parametrize(
    ("values", "word"),
    [
        ({"/players/blue/coin": 3}, 'no "coin"'),
        ({"/players/blue/coins": -1}, "-1 coin"),
        ({"/players/blue/coins": "many"}, "many coin"),
        ({"/players/blue/posts": ["atlantis"]}, "atlantis"),
        ({"/players/blue/posts": ["venezia"]}, "venezia"),
        ({"/players/blue/posts": ["moscow", "moscow"]}, "2 posts"),
        ({"/players/blue/contracts": ["contract_99"]}, "contract_99"),
        ({"/players/blue/contracts": ["contract_01", "contract_02", "contract_03"]}, "3 active"),
        ({"/players/blue/contracts": ["contract_01"], "/players/red/contracts": ["contract_01"]}, "contract_01"),
        ({"/players/blue/dice": [{"face": 9}]}, "9"),
        ({"/players/blue/dice": [{"id": "black.9", "face": 1}]}, "black.9"),
        ({"/players/blue/dice": [{"id": "red.1", "face": 1}]}, "red.1"),
        ({"/players/blue/dice": [{"face": 1}] * 6}, "no more"),
        ({"/players/blue/character": "merlin"}, "merlin"),
        ({"/spaces/bath_house": []}, "bath_house"),
        ({"/beijing/9": "blue"}, '"9"'),
        ({"/players/blue/goals": ["goal_01", "goal_02"], "/players/red/goals": ["goal_01", "goal_03"]}, "goal_01"),
        ({"/incomes/anxi": "income_b", "/incomes/kochi": "income_b"}, "income_b"),
        ({"/rulings/bag_last_die": 3}, "bag_last_die"),
    ],
)
def test_what_the_box_cannot_make_is_refused(values: dict, word: str) -> None:
    assert word in faults_of(values, round=2, to_act="blue")


def test_an_unknown_point_of_the_game_is_refused() -> None:
    assert '"turn"' in faults_of({}, turn=3)
    assert "7" in faults_of({}, round=7)
    assert "purple" in faults_of({}, to_act="purple")


def test_what_is_put_in_a_new_place_changes_places_with_what_lay_there() -> None:
    table = Table()
    before = table.state
    (moscow,) = dict(before.board.city_cards)["moscow"]
    (karachi,) = dict(before.board.city_cards)["karachi"]
    goals = [list(before.player(seat).goals.value) for seat in ("yellow", "green")]  # type: ignore[union-attr]
    table.given(
        {
            "/city_cards/moscow": [karachi],
            "/incomes/anxi": "income_b",
            "/players/blue/character": "berke_khan",
            "/players/blue/goals": [goals[0][0], goals[1][1]],
            "/contracts/board/1": before.board.columns[2],
        }
    )

    assert [karachi] == table.at("/city_cards/moscow")
    assert [moscow] == table.at("/city_cards/karachi")
    assert "income_a" == table.at("/incomes/ormuz")
    assert "raschid_ad_din_sinan" == table.at("/players/green/character")
    assert [before.board.columns[2], before.board.columns[0]] == [table.at(f"/contracts/board/{n}") for n in (1, 3)]
    assert goals[0][1] == table.at("/players/yellow/goals/1")
    assert goals[0][0] != table.at("/players/yellow/goals/0")
