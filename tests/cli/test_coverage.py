"""`refold coverage`: what recordings exercise, and which few exercise as much."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from replay.choosing import choose
from tests.cli.conftest import Refold, write_script
from tests.making import bid, lines_of, played

LEVEL = [bid("a", 1), bid("b", 1)]
WON = [bid("a", 1), bid("b", 0)]
REFUSED = [bid("a", 9, refused="bid.affordable")]


def told(refold: Refold, *words: str) -> Any:
    return json.loads(refold("coverage", *words, "--json").stdout)


def test_clauses_are_counted_and_what_nobody_shows_is_listed(refold: Refold) -> None:
    write_script("level.game.json", LEVEL)
    write_script("won.game.json", [*REFUSED, *WON])
    answer = refold("coverage", ".")

    assert 0 == answer.exit_code
    assert "toy: 2 recordings; 2 with 2 seats; 2 unfinished" in answer.stdout
    assert "never in a refusal" in answer.stdout
    found = told(refold, ".")["games"]["toy"]
    assert {"accepted": 0, "refused": 1, "recordings": ["won.game.json"]} == found["clauses"]["bid.affordable"]
    assert ["level.game.json"] == found["clauses"]["bid.tie"]["recordings"]
    assert "end.hands" in found["never"]


def test_few_recordings_are_chosen_that_show_as_much(refold: Refold) -> None:
    """Every clause in an accepted move, every refusal, every ending."""
    write_script("level.game.json", LEVEL)
    write_script("won.game.json", [*REFUSED, *WON])
    write_script("refused.game.json", REFUSED)
    Path("whole.log.jsonl").write_bytes(b"".join(lines_of(played({"auto": "first"}))))
    choice = told(refold, ".", "--choose", "9")["games"]["toy"]["choice"]

    assert [] == choice["left_out"]
    chosen = {one["recording"] for one in choice["chosen"]}
    assert {"whole.log.jsonl", "won.game.json"} <= chosen
    assert "refused.game.json" not in chosen
    few = told(refold, ".", "--choose", "1")["games"]["toy"]["choice"]
    assert (1, True) == (len(few["chosen"]), bool(few["left_out"]))


def test_what_cannot_be_read_is_told(refold: Refold) -> None:
    write_script("level.game.json", LEVEL)
    write_script("other.game.json", LEVEL, game="chess")
    write_script("wrong.game.json", [bid("a", 9)])

    assert 3 == refold("coverage", ".").exit_code
    assert 4 == refold("coverage", "level.game.json", "other.game.json").exit_code
    assert 2 == refold("coverage", "other.game.json").exit_code
    assert 3 == refold("coverage", "none.game.json").exit_code


@given(st.dictionaries(st.sampled_from("abcdef"), st.frozensets(st.sampled_from("12345678"), min_size=1), min_size=1))
def test_a_choice_shows_all_and_holds_nothing_superfluous(shows: dict[str, frozenset[str]]) -> None:
    found = choose(shows, len(shows))
    chosen = [one.recording for one in found.chosen]
    wanted = frozenset[str]().union(*shows.values())

    assert ((), wanted) == (found.left_out, frozenset[str]().union(*(shows[name] for name in chosen)))
    for fewer in combinations(chosen, len(chosen) - 1):
        assert wanted != frozenset[str]().union(*(shows[name] for name in fewer))
    assert [] != chosen
    assert wanted == frozenset(item for one in found.chosen for item in one.adds)
