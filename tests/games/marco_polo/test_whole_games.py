"""Whole games at random: nothing breaks, whatever the set-up and the readings."""

from __future__ import annotations

from random import Random  # noqa: TID251 - tests pick moves at random, from seeds they name

import pytest

from kernel.decider import folded
from kernel.documents import view
from kernel.games.marco_polo.game import GAME
from kernel.games.marco_polo.setup import OPTIONS
from tests.games.marco_polo.kit import CLAUSES, RULEBOOK, Table, any_move, random_move, spelled

GAMES = 24
MOST = 2000


def table_of(seed: int) -> tuple[Table, Random]:
    """A table for 2 to 4 seats, with readings and set-up that change from seed to seed."""
    rng = Random(seed)  # noqa: S311 - moves for a test
    rulings = {}
    if seed % 3:
        rulings = {name: rng.choice(list(ruling.options)) for name, ruling in RULEBOOK.rulings.items()}
    setup = {name: rng.choice(values) for name, values in OPTIONS.items()} if seed % 2 else {}
    return Table(2 + seed % 3, seed=seed, setup=setup, rulings=rulings), rng


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_ends_without_a_fault(seed: int) -> None:
    table, rng = table_of(seed)
    moves = 0
    while not GAME.is_over(table.state):
        state = table.state
        assert () == GAME.faults(state)
        assert state == GAME.restore(state, GAME.document(state))
        assert state == GAME.arrange(state, GAME.document(state), {})
        table.play(random_move(table, rng))
        moves += 1
        assert moves < 3000, "a game of five rounds does not last that long"

    players = view(GAME.document(table.state))["players"].values()
    assert all(isinstance(player["goals"], list | None) for player in players), (
        "end.final_scoring: goals are turned over"
    )
    assert table.state == folded(GAME, table.first, table.events)
    assert all(set(event.cites) <= CLAUSES for event in table.events)
    for standing in GAME.standings(table.state):
        assert standing.score == sum(points for _, points in standing.parts)


@pytest.mark.parametrize("seed", range(100, 100 + GAMES))
def test_what_is_listed_is_accepted_and_what_is_not_is_refused(seed: int) -> None:
    table, rng = table_of(seed)
    while not GAME.is_over(table.state):
        state = table.state
        seats = GAME.to_act(state)
        for seat in state.seats:
            listed = GAME.legal_moves(state, seat)
            assert bool(listed) == (seat in seats)
            assert len(listed) <= MOST
            known = {spelled(state, move) for move in listed}
            assert len(known) == len(listed), "a move is listed twice"
            for move in rng.sample(listed, min(len(listed), 12)):
                assert table.accepts(move), move
            if rng.random() < 0.5:
                continue
            split = any(getattr(move, "on", False) for move in listed)
            for _ in range(30):
                move = any_move(state, seat, rng)
                if table.accepts(move) and not split:
                    assert spelled(state, move) in known, move
        table.play(random_move(table, rng))


@pytest.mark.parametrize("seed", range(6))
def test_the_same_seed_gives_the_same_game(seed: int) -> None:
    runs = []
    for _ in range(2):
        table, rng = table_of(seed)
        while not GAME.is_over(table.state):
            table.play(random_move(table, rng))
        runs.append(table.events)

    assert runs[0] == runs[1]
