"""Rules that no case tells: posts that score, the pile that runs out, tables of the code, packs of others."""

from __future__ import annotations

import copy
from typing import Any, get_args

import attrs
import pytest

from events.games.marco_polo import VOCABULARY, Event
from events.games.marco_polo.moves import Move
from kernel.errors import BadContent, BadSetup
from kernel.games.marco_polo.boxing import box
from kernel.games.marco_polo.evolve import REDUCERS
from kernel.games.marco_polo.game import GAME
from replay import library
from tests.games.marco_polo.kit import PACK, Table

BLUE = "/players/blue"
PLACES = ["karachi", "karakorum", "lan_zhou", "sumatra", "kochi", "xian", "adana", "kashgar"]


@pytest.mark.parametrize(("number", "points", "clause"), [(8, 5, "post.eighth"), (9, 10, "post.ninth"), (7, 0, "")])
def test_the_eighth_and_the_ninth_post_score_at_once(number: int, points: int, clause: str) -> None:
    """post.eighth, post.ninth."""
    dice = [{"face": 1}, {"face": 1}]
    values = {f"{BLUE}/posts": PLACES[: number - 1], f"{BLUE}/dice": dice, f"{BLUE}/coins": 3, f"{BLUE}/vp": 0}
    table = Table().given(values)
    events = table.plays("blue", "travel", dice=[1, 1], path=["alexandria"])

    assert points == table.at(f"{BLUE}/vp")
    assert [clause] * bool(points) == [e.cites[0] for e in events if e.cites[0] in {"post.eighth", "post.ninth"}]


def test_what_was_put_under_the_special_pile_comes_up_again_in_its_order() -> None:
    """contracts.discard_under_pile: once the unknown tiles are drawn, the known ones follow."""
    held = [contract for contract in PACK.content["contracts"]["regular"] if contract["id"] > "contract_14"]
    table = Table().given(
        {
            f"{BLUE}/contracts": ["contract_05"],
            f"{BLUE}/camels": 2,
            f"{BLUE}/pepper": 2,
            f"{BLUE}/gold": 1,
            "/players/yellow/contracts": [],
            "/contracts/board": dict.fromkeys(map(str, range(1, 7))),
            "/contracts/special_pile/bottom": ["contract_07", "contract_19"],
            "/players/red/completed": [c["id"] for c in held if c["id"] != "contract_19"][:17],
        }
    )
    assert 20 == len(table.state.board.bottom) + sum(table.state.board.piles), "nothing unknown is in the special pile"
    table.plays("blue", "complete_contract", contract="contract_05")

    assert ["contract_07"] == table.at(f"{BLUE}/contracts")
    assert ["contract_19"] == table.at("/contracts/special_pile/bottom")


def test_every_event_has_its_bookkeeping_and_every_move_its_name() -> None:
    assert set(get_args(Event)) == set(REDUCERS) == set(VOCABULARY.events.values())
    assert set(get_args(Move)) == set(VOCABULARY.moves.values())
    assert all(attrs.fields(cls)[-1].name == "cites" for cls in REDUCERS)


def content(**changes: Any) -> dict[str, Any]:
    """The pack with values replaced, keys joined by ``__``."""
    changed = copy.deepcopy(dict(PACK.content))  # noqa: TID251 - a pack to spoil
    for path, value in changes.items():
        holder: Any = changed
        *keys, last = path.split("__")
        for key in keys:
            holder = holder[int(key) if key.isdecimal() else key]
        holder[int(last) if last.isdecimal() else last] = value
    return changed


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"game__rounds": 0}, "/content/game/rounds"),
        ({"game__rounds": 9}, "/content/game/rounds"),
        ({"setup__camels": "two"}, "/content/setup/camels"),
        ({"bazaar__1__columns__0__reward": {"salt": 1}}, "/content/bazaar/1/columns/0/reward/salt"),
        ({"map__edges__0__between": ["adana", "atlantis"]}, "/content/map/edges/0/between/1"),
        ({"map__edges__0__between": ["adana", "adana"]}, "/content/map/edges/0/between"),
        ({"contracts__regular__1__id": "contract_01"}, "/content/contracts/regular/1/id"),
        ({"contracts__regular": []}, "/content/contracts/regular"),
        ({"city_cards__0__mode": "whim"}, "/content/city_cards/0/mode"),
        ({"goals__cards__0__places": ["moscow", "paris"]}, "/content/goals/cards/0/places/1"),
        ({"characters__0__rolls_dice": 1}, "/content/characters/0/rolls_dice"),
        ({"resources": []}, "/content/resources"),
    ],
    ids=lambda value: "=".join(map(str, *value.items())) if isinstance(value, dict) else None,
)
def test_a_pack_that_is_wrong_is_refused_at_its_place(changes: dict[str, Any], pointer: str) -> None:
    with pytest.raises(BadContent) as caught:
        box(content(**changes))

    assert pointer == caught.value.pointer


def test_a_missing_value_is_named() -> None:
    changed = content()
    del changed["travel"]
    with pytest.raises(BadContent, match='"travel" is missing'):
        box(changed)


def test_other_numbers_of_the_same_shape_are_played_with() -> None:
    changed = attrs.evolve(PACK, content=content(action_spaces__0__reward={"coin": 6}))
    table = Table(content=changed).given({f"{BLUE}/dice": [{"face": 2}], f"{BLUE}/coins": 0})
    table.plays("blue", "take_five_coins", die=2)

    assert 6 == table.at(f"{BLUE}/coins")


def test_a_colour_that_is_not_in_the_box_cannot_play() -> None:
    table = library.table("marco_polo", ("blue", "mauve"), {}, {}, PACK)
    with pytest.raises(BadSetup, match="mauve"):
        GAME.initial(table)


def test_a_die_is_found_by_what_it_shows() -> None:
    table = Table().given({f"{BLUE}/dice": {"black.1": 4, "blue.2": 4, "blue.3": 6}})

    first, second = table.move("blue", "travel", dice=[4, 4], path=["alexandria"]).dice  # type: ignore[union-attr]

    assert [("blue.2", 4), ("black.1", 4)] == [(first.id, first.face), (second.id, second.face)]
    assert "turn.place_dice" == table.refused("blue", "money_bag", die=5).clause


def test_a_turn_is_handed_over_where_that_is_all_it_takes() -> None:
    table = Table().given({f"{BLUE}/dice": [{"face": 2}, {"face": 3}]})

    assert GAME.handover(table.state, "yellow") is None
    table.plays("blue", "take_five_coins", die=2)
    handed = GAME.handover(table.state, "yellow")

    assert handed is not None
    assert "blue" == handed.seat
    assert GAME.handover(table.state, "green") is None
    table.play(handed)
    assert ("yellow",) == GAME.to_act(table.state)
