"""Judging moves: refused by which clause, and what is near."""

from __future__ import annotations

import pytest

from events.errors import MalformedLine, UnknownType
from kernel.errors import IllegalMove
from replay.judge import NoMoveThere, judge, judge_entry, seat_of, steps_of
from replay.timeline import NoSuchEntry
from tests.making import bid, played


def timeline():
    """Two rounds of the toy."""
    return played(bid("a", 2), bid("b", 1), bid("a", 0), bid("b", 3)).recorder.timeline


def test_a_refused_move_names_clause_and_facts_and_the_nearest_legal_ones_first() -> None:
    found = judge(timeline(), 1, "a", {"do": "bid", "coins": 7})

    assert isinstance(found.refusal, IllegalMove)
    assert ("bid.affordable", {"needs": 7, "has": 5}) == (found.refusal.clause, dict(found.refusal.facts))
    assert [5, 4, 3, 2, 1] == [move["coins"] for move in found.nearest]
    assert 6 == found.legal


def test_a_legal_move_names_the_clauses_of_what_follows() -> None:
    found = judge(timeline(), 2, "b", {"do": "bid", "coins": 1})

    assert found.refusal is None
    assert "bid.highest" in found.cites
    assert {"seat": "a", "coins": 2}.items() <= next(e for e in found.events if e["type"] == "card_won/2").items()


def test_a_recorded_move_is_judged_with_its_recorded_draws() -> None:
    found = judge_entry(timeline(), 3)

    assert (2, "b", {"do": "bid", "coins": 1}, "") == (found.n, found.by, dict(found.move), found.needs)


def test_without_seed_a_draw_that_is_not_known_is_said() -> None:
    found = timeline()
    last = judge(found, found.last, "a", {"do": "bid", "coins": 0})
    next_round = played(bid("a", 2)).recorder.timeline

    assert (None, "") == (last.refusal, last.needs)
    assert "draw needed: deck/0, 1" == judge(next_round, 2, "b", {"do": "bid", "coins": 0}).needs


@pytest.mark.parametrize("n", [1, 4])
def test_an_entry_that_is_no_move_has_nothing_to_judge(n: int) -> None:
    with pytest.raises(NoMoveThere, match="moves stand from entry 2"):
        judge_entry(timeline(), n)


def test_what_is_no_move_of_the_game_is_malformed() -> None:
    with pytest.raises(UnknownType):
        judge(timeline(), 1, "a", {"do": "bit"})
    with pytest.raises(MalformedLine):
        judge(timeline(), 1, "a", {"do": "bid"})
    with pytest.raises(NoSuchEntry):
        judge(timeline(), 99, "a", {"do": "bid", "coins": 1})


def test_the_seat_is_clear_only_where_one_is_to_act() -> None:
    found = timeline()

    assert "b" == seat_of(found, 2, {"do": "bid"})
    assert "a" == seat_of(found, 1, {"by": "a"})
    with pytest.raises(NoMoveThere, match="a, b are to act"):
        seat_of(found, 1, {"do": "bid"})


def test_every_listed_move_is_judged_legal() -> None:
    found = timeline()
    for seat in ("a", "b"):
        for step in steps_of(found.game, found.at(1).state, seat):
            judged = judge(found, 1, seat, {key: value for key, value in step.items() if key != "by"})

            assert judged.refusal is None
