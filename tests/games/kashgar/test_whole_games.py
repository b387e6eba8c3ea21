"""Whole games played at random: every position is sound, every listed move is accepted, every other is refused."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.encoding import plain
from events.games.kashgar import VOCABULARY
from kernel.chance import pick
from kernel.decider import decided
from kernel.errors import IllegalMove
from kernel.games.kashgar.game import GAME
from kernel.games.kashgar.state import State
from tests.games.kashgar.kit import CLAUSES, RULEBOOK, Table

OTHER_READINGS = [
    (ruling.id, option) for ruling in RULEBOOK.rulings.values() for option in ruling.options if option != ruling.default
]
MOST_MOVES = 3000


def play_on(table: Table, seed: bytes, most: int, every: int = 1) -> int:
    """Play at random, looking at every so many positions; return the number of moves."""
    for n in range(most):
        if GAME.is_over(table.state):
            return n
        moves = table.legal()
        if n % every == 0:
            look_at(table, moves, seed, n)
        table.take(moves[pick(seed, "test", n, (1,) * len(moves))])
    return most


def look_at(table: Table, moves: list, seed: bytes, n: int) -> None:
    state = table.state
    assert GAME.faults(state) == ()
    document = GAME.document(state)
    assert GAME.restore(state, document) == state
    assert GAME.restore(state, plain(document)) == state
    assert 1 <= len(moves) <= 2000
    assert len(set(moves)) == len(moves)
    for move in moves:
        decided(GAME, state, move, table._chance())
    for move in strangers(state, moves, seed, n):
        with pytest.raises(IllegalMove) as refusal:
            decided(GAME, state, move, table._chance())
        assert {refusal.value.clause, *refusal.value.also} <= CLAUSES


def strangers(state: State, moves: list, seed: bytes, n: int) -> list:
    """Moves near the legal ones that are not among them, interchangeable cards apart."""
    known = {kind_of(state, move) for move in moves}
    tried = [attrs.evolve(move, seat=seat) for move in moves[:2] for seat in state.seats]
    seat = moves[0].seat
    cards = [*state.box.person, *state.box.order, "nothing"]
    goods = [*state.box.resources, "nothing"]

    def any_of(pool: Any, what: str) -> Any:
        return pool[pick(seed, what, n, (1,) * len(pool))]

    pools: dict[str, Any] = {
        "card": cards,
        "order": cards,
        "spice": goods,
        "opponent": [*state.seats, "nobody"],
        "caravan": [None, 0, 1, 2, 3, 4],
        "action": [0, 1, 2, 3],
    }
    for name, cls in VOCABULARY.moves.items():
        fields: dict = {"seat": seat}
        for field in attrs.fields(cls):
            if field.name in pools:
                fields[field.name] = any_of(pools[field.name], f"{name}/{field.name}")
            elif field.name in ("goods", "give", "get"):
                count = pick(seed, f"{name}/{field.name}/n", n, (1,) * 4)
                fields[field.name] = tuple(any_of(goods, f"{name}/{field.name}/{i}") for i in range(count))
            elif field.name == "seats":
                fields[field.name] = (any_of([*state.seats], "seats"),)
            elif field.name == "cards":
                fields[field.name] = tuple(any_of(cards, f"cards/{i}") for i in range(3))
        tried.append(cls(**fields))
    fronts = [card for at in state.seats for card in state.fronts(at)]
    for ground in ("use_caravan_action", "use_removal_action"):
        tried += [VOCABULARY.moves[ground](seat=seat, card=card, action=k) for card in fronts for k in (1, 2, 3)]
    tried += [VOCABULARY.moves["pass"](seat=seat, card=card) for card in fronts]
    tried += [VOCABULARY.moves["complete_order"](seat=seat, order=order) for order in state.box.order_deck]
    return [move for move in tried if kind_of(state, move) not in known]


def kind_of(state: State, move: Any) -> object:
    """A move with copies of one kind made equal where they are interchangeable."""
    fields = attrs.asdict(move, recurse=False)
    if type(move) is VOCABULARY.moves["complete_order"] and fields["order"] in state.box.order:
        zone = next((z for z in (state.display, state.turned_up) if fields["order"] in z), ())
        fields["order"] = (state.box.order[fields["order"]].title, bool(zone))
    if type(move) is VOCABULARY.moves["recruit"] and fields["card"] in (*state.discard, *state.drawn):
        fields["card"] = state.box.person[fields["card"]].title
    return type(move), tuple(sorted(fields.items(), key=lambda item: item[0]))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("additional", ["none", "some", "all"])
def test_a_random_game_is_sound_in_every_position(seats, additional):
    seed = bytes([seats, len(additional)]) * 8
    table = Table(seats, seed=seed, setup={"additional_number": "5"}, additional_cards=additional)

    play_on(table, seed, 300, every=2)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_random_game_comes_to_its_end(seats):
    """end.trigger, end.finish_round: most random games reach the mark."""
    ended = 0
    for n in range(3):
        seed = bytes([n, seats]) * 8
        table = Table(seats, seed=seed)
        ended += play_on(table, seed, MOST_MOVES, every=97) < MOST_MOVES

    assert ended >= 1


@pytest.mark.parametrize(("ruling", "option"), OTHER_READINGS)
def test_a_game_is_sound_under_every_reading(ruling, option):
    seed = bytes([7, len(ruling), len(option), 1]) * 4
    rulings = {"additional_cards": "all", ruling: option}
    table = Table(2 + len(option) % 3, seed=seed, **rulings)

    assert option == table.at(f"/rulings/{ruling}")

    play_on(table, seed, 120, every=2)


@given(st.binary(min_size=16, max_size=16), st.sampled_from(OTHER_READINGS), st.sampled_from(OTHER_READINGS))
def test_a_game_is_sound_under_two_other_readings(seed, one, other):
    table = Table(3, seed=seed, **dict([("additional_cards", "some"), one, other]))

    play_on(table, seed, 60, every=3)


def test_chance_draws_with_patriarchs_that_turn_over_themselves():
    """recruit.patriarch_turns: what a draw leaves over is there for the matriarch, so a draw leads on."""
    table = Table(3, patriarch_flip="after_every_use")
    moves = len(GAME.legal_moves(table.state, table.at("/turn")))

    chosen = [GAME.sample(table.state, table.at("/turn"), n.__mod__) for n in range(moves)]

    assert any(type(move) is VOCABULARY.moves["use_caravan_action"] for move in chosen)


def test_the_same_seed_plays_the_same_game():
    documents = []
    for _ in range(2):
        table = Table(3)
        play_on(table, bytes(16), 80, every=1000)
        documents.append(GAME.document(table.state))

    assert documents[0] == documents[1]
