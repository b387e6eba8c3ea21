"""The eight characters, each in what its clauses name."""

from __future__ import annotations

from typing import Any

import pytest

from events.games.marco_polo import framing, turns
from kernel.games.marco_polo.game import GAME
from tests.games.marco_polo.kit import COLOURS, Table

BLUE = "/players/blue"
NO_DICE: dict[str, Any] = {f"/players/{seat}/dice": {} for seat in COLOURS}


def as_(character: str, **more: Any) -> dict[str, Any]:
    return {f"{BLUE}/character": character, **{f"{BLUE}/{key}": value for key, value in more.items()}}


def test_raschid_chooses_the_face_when_he_places() -> None:
    """char.raschid: he does not roll; char.raschid_limits: he pays like others."""
    values = as_("raschid_ad_din_sinan", dice={"blue.1": None, "blue.2": None}, coins=5)
    table = Table().given({**values, "/spaces/bazaar_pepper": [{"id": "red.1", "face": 6}]})

    assert "char.raschid" == table.refused("blue", "bazaar", row="pepper", dice=["blue.1"], column=1).clause
    events = table.plays("blue", "bazaar", row="pepper", dice=[4], column=4)

    assert [3, 1] == [table.at(f"{BLUE}/pepper"), table.at(f"{BLUE}/coins")]
    assert any("char.raschid_limits" in event.cites for event in events)
    assert "char.raschid" == table.refused("blue", "reroll_die", die="blue.2").clause
    assert "char.raschid_limits" == table.refused("blue", "choose_compensation", coins=1).clause


def test_matteo_gets_the_white_die_and_a_contract_each_round() -> None:
    """char.matteo, in round 1 too."""
    table = Table()

    assert [6, 2] == [len(table.state.player("yellow").dice), len(table.state.player("yellow").active)]
    assert table.at("/players/yellow/dice/white.1")


@pytest.mark.parametrize(
    ("seats", "pepper", "camels", "coins"), [(2, 1, 1, 2), (3, 1, 1, 0), (4, 1, 0, 0)], ids=["two", "three", "four"]
)
def test_mercator_earns_when_others_act(seats: int, pepper: int, camels: int, coins: int) -> None:
    """char.mercator_bazaar with any number of players, char.mercator_few with two or three."""
    gained = {"pepper": 0, "camels": 0, "coins": 0}
    for do, fields in (
        ("bazaar", {"row": "pepper", "dice": [3], "column": 3}),
        ("take_khans_favor", {"die": 3, "good": "silk"}),
        ("take_five_coins", {"die": 3}),
    ):
        table = Table(seats).given(
            {
                "/players/yellow/character": "mercator_ex_tabriz",
                **({"/players/red/character": "matteo_polo"} if seats == 4 else {}),
                f"{BLUE}/dice": [{"face": 3}],
                f"{BLUE}/coins": 9,
            }
        )
        before = {name: table.at(f"/players/yellow/{name}") for name in gained}
        table.plays("blue", do, **fields)
        for name in gained:
            gained[name] += table.at(f"/players/yellow/{name}") - before[name]

    assert {"pepper": pepper, "camels": camels, "coins": coins} == gained


def test_mercator_gets_nothing_for_his_own_use() -> None:
    table = Table().given(
        as_("mercator_ex_tabriz", dice=[{"face": 3}]) | {"/players/red/character": "johannes_caprini"}
    )
    table.plays("blue", "bazaar", row="pepper", dice=[3], column=2)

    assert 2 == table.at(f"{BLUE}/pepper")


def test_kubilai_starts_in_beijing() -> None:
    """char.kubilai: with one of his nine posts on the 10 slot."""
    table = Table(2, setup={"characters": "draft"}, chance={"deck/characters": list(DRAFT)})
    table.plays("yellow", "choose_character", character="kubilai_khan")

    assert ["beijing"] == table.at("/players/yellow/posts")
    assert 8 == table.at("/players/yellow/posts_left")
    assert "yellow" == table.at("/beijing/1")


DRAFT = ("kubilai_khan", "berke_khan", "wilhelm_von_rubruk")


def test_characters_are_picked_from_the_last_player_back() -> None:
    """setup.expert_characters: players plus one are on offer, the one left is out."""
    table = Table(2, setup={"characters": "draft"}, chance={"deck/characters": list(DRAFT)})

    assert ("yellow",) == GAME.to_act(table.state)
    assert sorted(DRAFT) == table.at("/characters_on_offer")
    assert "setup.expert_characters" == table.refused("blue", "choose_character", character="berke_khan").clause
    table.plays("yellow", "choose_character", character="berke_khan")
    assert "setup.expert_characters" == table.refused("blue", "choose_character", character="berke_khan").clause
    table.plays("blue", "choose_character", character="wilhelm_von_rubruk")

    assert [] == table.at("/characters_on_offer")
    assert 11 == table.at(f"{BLUE}/posts_left")


def test_goals_are_kept_in_secret_by_all_at_once() -> None:
    """setup.expert_goals."""
    table = Table(2, setup={"goals": "choose"})
    dealt = {seat: table.at(f"/players/{seat}/goals_dealt") for seat in ("blue", "yellow")}

    assert ("blue", "yellow") == GAME.to_act(table.state)
    assert [4, 4] == [len(cards) for cards in dealt.values()]
    assert "setup.expert_goals" == table.refused("blue", "keep_goals", cards=dealt["yellow"][:2]).clause
    assert "setup.expert_goals" == table.refused("blue", "keep_goals", cards=dealt["blue"][:1]).clause
    table.plays("yellow", "keep_goals", cards=dealt["yellow"][:2])
    table.plays("blue", "keep_goals", cards=dealt["blue"][2:])

    assert dealt["blue"][2:] == table.at(f"{BLUE}/goals")
    assert 1 == table.state.round


def test_berke_pays_for_no_occupied_space() -> None:
    """char.berke: but a city card that is taken stays closed."""
    values = as_("berke_khan", dice=[{"face": 3}], coins=0, posts=["moscow"])
    values |= {"/players/green/character": "johannes_caprini"}
    table = Table()
    (name,) = dict(table.state.board.city_cards)["moscow"]
    taken = {f"/spaces/{name}": [{"id": "red.1", "face": 6}], "/spaces/take_5_coins": [{"id": "red.2", "face": 6}]}
    table.given({**values, **taken})

    refusal = table.refused("blue", "city_card", card=name, die=3)
    events = table.plays("blue", "take_five_coins", die=3)

    assert ["city.once_per_round", True] == [refusal.clause, "char.berke" in refusal.also]
    assert 5 == table.at(f"{BLUE}/coins")
    assert "char.berke" in events[0].cites


def test_niccolo_and_marco_share_the_steps_of_a_journey() -> None:
    """char.niccolo_split: all is paid before; each figure that ends in a city places a post."""
    figures = {"1": "oasis_moscow_road", "2": "venezia"}
    values = as_("niccolo_and_marco_polo", dice=[{"face": 2}, {"face": 3}], figures=figures, coins=9)
    table = Table().given(values)
    events = table.plays("blue", "travel", dice=[2, 3], path=["moscow", "alexandria"], figures=[1, 2])

    order = [type(event) for event in events]
    paid = [place for place, kind in enumerate(order) if kind is turns.Paid]
    assert max(paid) < order.index(turns.FigureMoved)
    assert ["moscow", "alexandria"] == table.at(f"{BLUE}/posts")


def test_niccolo_and_marco_get_a_camel_each_round() -> None:
    """char.niccolo."""
    values = NO_DICE | as_("niccolo_and_marco_polo", camels=0) | {"/players/yellow/contracts": []}
    table = Table().given(values, to_act="red", main_action_done=True)
    table.plays("red", "end_turn")

    assert 1 == table.at(f"{BLUE}/camels")


def test_wilhelm_places_posts_in_passing_and_is_paid_at_the_end() -> None:
    """char.wilhelm_passing; none in a place where he has one (post.one_per_place)."""
    figures = {"1": "oasis_moscow_road"}
    values = as_("wilhelm_von_rubruk", dice=[{"face": 2}, {"face": 3}], figures=figures, coins=7, camels=3)
    table = Table().given({**values, "/outposts": {"moscow": "outpost_05"}})
    events = table.plays("blue", "travel", dice=[2, 3], path=["moscow", "anxi"])

    kinds = [type(event) for event in events if type(event) in {turns.FigureMoved, turns.PostPlaced, turns.Gained}]
    assert [turns.FigureMoved] * 2 + [turns.PostPlaced] * 2 + [turns.Gained] * 2 == kinds
    assert ["moscow", "anxi"] == table.at(f"{BLUE}/posts")
    assert 10 == table.at(f"{BLUE}/coins"), "7 for two steps; then 5 for the outpost and 5 for the income"


def test_johannes_jumps_from_oasis_to_oasis() -> None:
    """char.johannes: one step, no route cost, even along a route that has one."""
    figures = {"1": "oasis_gobi_north"}
    values = as_("johannes_caprini", dice=[{"face": 1}, {"face": 1}], figures=figures, coins=3, camels=0)
    table = Table().given(values)
    table.plays("blue", "travel", dice=[1, 1], path=["oasis_beijing_north"])

    assert [0, "oasis_beijing_north"] == [table.at(f"{BLUE}/coins"), table.at(f"{BLUE}/figures/1")]


def test_only_johannes_jumps() -> None:
    values = as_("berke_khan", dice=[{"face": 1}, {"face": 1}], figures={"1": "oasis_pamir"}, coins=30, camels=9)
    table = Table().given(values | {"/players/green/character": "johannes_caprini"})
    refusal = table.refused("blue", "travel", dice=[1, 1], path=["oasis_gobi_north"])

    assert ["travel.end_on_place", True] == [refusal.clause, "char.johannes" in refusal.also]


def test_a_low_roll_is_made_good_by_all_who_rolled_low_at_once() -> None:
    """compensation.below_15, compensation.per_point: not for Raschid, who does not roll."""
    low = {f"dice/{seat}/round-1": [2, 2, 2, 2, 2] for seat in ("green", "red")} | {"dice/yellow/round-1": [2] * 6}
    table = Table(chance=low)

    assert ("yellow", "green", "red") == GAME.to_act(table.state)
    assert "compensation.per_point" == table.refused("green", "choose_compensation", coins=3, camels=3).clause
    table.plays("red", "choose_compensation", coins=2, camels=3)
    table.plays("yellow", "choose_compensation", camels=3)
    table.plays("green", "choose_compensation", coins=1)

    assert [10 + 2, 2 + 3] == [table.at("/players/red/coins"), table.at("/players/red/camels")]
    assert "blue" == table.at("/turn/seat")
    assert any(type(event) is framing.CompensationSettled for event in table.events)
