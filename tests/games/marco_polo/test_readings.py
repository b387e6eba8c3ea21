"""Every ruling: one position, and what comes of it under each of its options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kernel.copies import replace
from kernel.errors import IllegalMove
from kernel.games.marco_polo.game import GAME
from tests.games.marco_polo.kit import COLOURS, RULEBOOK, Table

NO_DICE: dict[str, Any] = {f"/players/{seat}/dice": {} for seat in COLOURS}
BLUE = "/players/blue"
BOARD = {str(column): f"contract_{number}" for column, number in enumerate(("05", "11", "20", "29", "33", "02"), 1)}
PILES = {"/contracts/board": BOARD, f"{BLUE}/contracts": [], "/players/yellow/contracts": []}


def try_(table: Table, do: str, *pointers: str, by: str = "blue", **fields: Any) -> Any:
    """Play a move; return what stands at the pointers, or the clause that refuses it."""
    try:
        table.plays(by, do, **fields)
    except IllegalMove as refusal:
        return refusal.clause
    found = tuple(table.at(pointer) for pointer in pointers)
    return found[0] if len(found) == 1 else found


def card(table: Table, city: str, name: str, **values: Any) -> Table:
    """Lay a city card in a city where blue has a post."""
    dealt = dict(table.state.board.city_cards)
    used = {name, *(lying for cards in dealt.values() for lying in cards)}
    spare = next(other for other in table.state.box.city_cards if other not in used)
    cards = {where: [spare if lying == name else lying for lying in lay] for where, lay in dealt.items()}
    cards[city] = [name]
    return table.given({"/city_cards": cards, f"{BLUE}/posts": [city], **values})


def colour_limit_span(table: Table) -> Any:
    table.given({f"{BLUE}/dice": [{"face": 2}], "/spaces/bazaar_pepper": [{"id": "blue.5", "face": 6}]})
    return try_(table, "bazaar", f"{BLUE}/pepper", row="pepper", dice=[2], column=2)


def bag_last_die(table: Table) -> Any:
    table.given({f"{BLUE}/dice": [{"face": 2}], f"{BLUE}/coins": 0})
    return try_(table, "money_bag", f"{BLUE}/coins", die=2)


def pass_when_checked(table: Table) -> Any:
    table.given({f"{BLUE}/dice": [{"face": 2}]})
    return try_(table, "take_five_coins", "/turn/seat", die=2)


def own_dice_occupy(table: Table) -> Any:
    table.given(
        {f"{BLUE}/dice": {"black.1": 2}, f"{BLUE}/coins": 9, "/spaces/take_5_coins": [{"id": "blue.5", "face": 6}]}
    )
    return try_(table, "take_five_coins", f"{BLUE}/coins", die="black.1")


def khan_black_die_order(table: Table) -> Any:
    table.given(
        {f"{BLUE}/dice": {"black.1": 2}, f"{BLUE}/silk": 0, "/spaces/khans_favor": [{"id": "red.1", "face": 4}]}
    )
    return try_(table, "take_khans_favor", f"{BLUE}/silk", die="black.1", good="silk")


def travel_distance(table: Table) -> Any:
    table.given({f"{BLUE}/dice": [{"face": 4}, {"face": 5}], f"{BLUE}/coins": 30})
    return try_(table, "travel", f"{BLUE}/posts", dice=[4, 5], path=["alexandria"])


def paid_steps(table: Table) -> Any:
    table.given({f"{BLUE}/dice": [{"face": 4}, {"face": 5}], f"{BLUE}/coins": 30, "/outposts": {}})
    return try_(table, "travel", f"{BLUE}/coins", dice=[4, 5], path=["alexandria"], band=3)


def last_traveller_scope(table: Table) -> Any:
    table.given({f"{BLUE}/contracts": ["contract_06"], f"{BLUE}/camels": 2, f"{BLUE}/pepper": 2, f"{BLUE}/gold": 1})
    table.plays("blue", "complete_contract", contract="contract_06")
    return try_(table, "step", "/last_traveller", path=["oasis_moscow_road"])


def _without_posts(table: Table, **values: Any) -> Table:
    posts = ["beijing", "moscow", "alexandria", "karachi", "karakorum", "lan_zhou", "sumatra", "kochi", "xian"]
    return table.given(
        {
            f"{BLUE}/posts": posts,
            "/players/red/posts": ["beijing"],
            "/beijing": {"1": "blue", "2": "red", "3": None, "4": None},
            f"{BLUE}/figures": {"1": "karakorum"},
            f"{BLUE}/dice": [{"face": 1}, {"face": 1}],
            f"{BLUE}/coins": 3,
            f"{BLUE}/camels": 2,
            f"{BLUE}/vp": 0,
            **values,
        }
    )


def beijing_repack(table: Table) -> Any:
    _without_posts(table).plays("blue", "travel", dice=[1, 1], path=["anxi"])
    return try_(table, "move_post", "/beijing/1", place="beijing")


def move_post_duty(table: Table) -> Any:
    _without_posts(table).plays("blue", "travel", dice=[1, 1], path=["anxi"])
    return try_(table, "move_post", "/due")


def moved_post_rewards(table: Table) -> Any:
    _without_posts(table).plays("blue", "travel", dice=[1, 1], path=["anxi"])
    return try_(table, "move_post", f"{BLUE}/coins", place="moscow")


def moved_post_vp_again(table: Table) -> Any:
    _without_posts(table).plays("blue", "travel", dice=[1, 1], path=["anxi"])
    return try_(table, "move_post", f"{BLUE}/vp", place="moscow")


def discard_before_taking(table: Table) -> Any:
    table.given({**PILES, f"{BLUE}/contracts": ["contract_07", "contract_19"], f"{BLUE}/dice": [{"face": 2}]})
    new, old = ["contract_05", "contract_11"], ["contract_07", "contract_19"]
    return try_(table, "take_contracts", f"{BLUE}/contracts", die=2, contracts=new, discard=old, in_turn=True)


def voluntary_discard(table: Table) -> Any:
    table.given({**PILES, f"{BLUE}/contracts": ["contract_07"], f"{BLUE}/dice": [{"face": 2}]})
    found = f"{BLUE}/contracts"
    return try_(table, "take_contracts", found, die=2, contracts=["contract_05"], discard=["contract_07"])


def starting_discard(table: Table) -> Any:
    table.given({**PILES, f"{BLUE}/contracts": ["start_01", "contract_07"], f"{BLUE}/dice": [{"face": 2}]})
    found = "/contracts/special_pile/bottom"
    return try_(table, "take_contracts", found, die=2, contracts=["contract_05"], discard=["start_01"])


def _drawing(table: Table, contract: str = "contract_05", values: dict[str, Any] | None = None) -> Table:
    cost = dict(table.state.box.contracts[contract].cost)
    stock = {f"{BLUE}/{'camels' if key == 'camel' else key}": amount for key, amount in cost.items()}
    return table.given(
        {
            **PILES,
            "/contracts/board": {**BOARD, "1": "contract_03"},
            f"{BLUE}/contracts": [contract],
            **stock,
            **(values or {}),
        }
    )


def draw_with_room(table: Table) -> Any:
    _drawing(table)
    return try_(table, "complete_contract", f"{BLUE}/drawn", contract="contract_05") is None


def slide_timing(table: Table) -> Any:
    table.given({**PILES, f"{BLUE}/dice": [{"face": 2}]})
    return try_(table, "take_contracts", f"{BLUE}/contracts", die=2, contracts=["contract_05", "contract_20"])


def refill_timing(table: Table) -> Any:
    table.given(
        {**PILES, "/contracts/board": {**dict.fromkeys(BOARD), "1": "contract_05"}, f"{BLUE}/dice": [{"face": 2}]}
    )
    table.plays("blue", "take_contracts", die=2, contracts=["contract_05"])
    return any(table.state.board.columns)


def special_pile_empty(table: Table) -> Any:
    lying = {*BOARD.values(), "contract_03"}
    out = [contract for contract in table.state.box.regular if contract not in lying][: 38 - 7 - 18]
    _drawing(table, values={"/players/red/completed": out})
    table.plays("blue", "complete_contract", contract="contract_05")
    return sum(table.state.board.piles)


def pile_order(table: Table) -> Any:
    table.given({**NO_DICE, **PILES}, to_act="red", main_action_done=True)
    return try_(table, "end_turn", "/contracts/special_pile/bottom/0", by="red")


def completed_slot(table: Table) -> Any:
    _drawing(table, values={f"{BLUE}/contracts": ["contract_05", "contract_07"]})
    table.plays("blue", "complete_contract", contract="contract_05")
    return bool(table.state.player("blue").drawn)


def part_reward(table: Table) -> Any:
    _drawing(
        table, "contract_11", {"/black_dice": [], f"{BLUE}/vp": 0, "/contracts/board": {**BOARD, "2": "contract_03"}}
    )
    return try_(table, "complete_contract", f"{BLUE}/vp", contract="contract_11")


def step_refusable(table: Table) -> Any:
    _drawing(table, "contract_06")
    table.plays("blue", "complete_contract", contract="contract_06")
    return try_(table, "step", "/due")


def card_feeding(table: Table) -> Any:
    values = {f"{BLUE}/vp": 0, f"{BLUE}/coins": 3, f"{BLUE}/dice": [{"face": 3}]}
    card(table, "moscow", "city_card_31", **values)
    table.state = _with_ruling(table, two_way_mixing="mixed")
    return try_(table, "city_card", f"{BLUE}/coins", card="city_card_31", die=3, times=1, trade=1, other_times=1)


def _with_ruling(table: Table, **changed: str) -> Any:
    rulings = replace(table.state.rulings, **changed)  # type: ignore[arg-type]
    return replace(table.state, rulings=rulings)


def card_steps(table: Table) -> Any:
    card(table, "moscow", "city_card_03", **{f"{BLUE}/camels": 9, f"{BLUE}/dice": [{"face": 3}]})
    table.plays("blue", "city_card", card="city_card_03", die=3, times=2)
    return [owing.amount for owing in table.state.owing]


def two_way_mixing(table: Table) -> Any:
    values = {f"{BLUE}/vp": 3, f"{BLUE}/coins": 3, f"{BLUE}/dice": [{"face": 3}]}
    card(table, "moscow", "city_card_31", **values)
    return try_(table, "city_card", f"{BLUE}/coins", card="city_card_31", die=3, times=2, trade=0, other_times=1)


def vp_debt(table: Table) -> Any:
    card(table, "moscow", "city_card_31", **{f"{BLUE}/vp": 1, f"{BLUE}/coins": 0, f"{BLUE}/dice": [{"face": 3}]})
    return try_(table, "city_card", f"{BLUE}/vp", card="city_card_31", die=3, times=3, trade=0)


def count_zero(table: Table) -> Any:
    card(table, "moscow", "city_card_25", **{f"{BLUE}/coins": 0, f"{BLUE}/dice": [{"face": 3}]})
    return try_(table, "city_card", f"{BLUE}/coins", card="city_card_25", die=3, times=0)


def card_after_step(table: Table) -> Any:
    values = {f"{BLUE}/camels": 9, f"{BLUE}/coins": 0, f"{BLUE}/dice": [{"face": 3}]}
    card(table, "moscow", "city_card_24", **values, **{"/turn/posts_placed": ["moscow"]})
    return try_(table, "city_card", f"{BLUE}/coins", card="city_card_24", die=3)


def _end(table: Table, **values: Any) -> Table:
    table.given({**NO_DICE, **values}, round=5, to_act="red", main_action_done=True)
    table.plays("red", "end_turn")
    return table


def most_contracts_zero(table: Table) -> Any:
    done: dict[str, Any] = {f"/players/{seat}/completed": [] for seat in COLOURS}
    return dict(GAME.standings(_end(table, **done).state)[0].parts)["most_contracts"]


def _next_round(table: Table, **values: Any) -> Table:
    table.given({**NO_DICE, **PILES, **values}, to_act="red", main_action_done=True)
    table.plays("red", "end_turn")
    return table


def compensation_dice(table: Table) -> Any:
    return _next_round(table).state.player("yellow").compensation


compensation_dice.chance = {"dice/yellow/round-3": [2, 2, 2, 2, 2, 6]}  # type: ignore[attr-defined]


def bonus_in_round_1(table: Table) -> Any:
    return [die for die, _ in table.state.player("yellow").dice if die == "white.1"]


def raschid_black_die(table: Table) -> Any:
    table.given(
        {f"{BLUE}/character": "raschid_ad_din_sinan", "/players/blue/camels": 3, f"{BLUE}/dice": {"blue.1": None}}
    )
    return try_(table, "take_black_die", f"{BLUE}/dice/black.1") is None


def mercator_mixed(table: Table) -> Any:
    table.given({f"{BLUE}/dice": [{"face": 3}], "/players/red/pepper": 0})
    return try_(table, "bazaar", "/players/red/pepper", row="pepper", dice=[3], column=3)


WILHELM = {f"{BLUE}/character": "wilhelm_von_rubruk", f"{BLUE}/figures": {"1": "oasis_moscow_road"}}


def wilhelm_card_steps(table: Table) -> Any:
    values = {f"{BLUE}/camels": 9, f"{BLUE}/dice": [{"face": 3}], **WILHELM, f"{BLUE}/posts": ["karachi"]}
    card(table, "karachi", "city_card_03", **values)
    table.plays("blue", "city_card", card="city_card_03", die=3, times=2)
    return try_(table, "step", f"{BLUE}/posts", path=["moscow", "anxi"])


def wilhelm_eleven_timing(table: Table) -> Any:
    places = [place for place, known in table.state.box.places.items() if known.takes_post and place != "moscow"]
    values = {**WILHELM, f"{BLUE}/posts": places[:10], f"{BLUE}/dice": [{"face": 1}, {"face": 1}]}
    table.given({**values, f"{BLUE}/vp": 0, f"{BLUE}/coins": 9, "/outposts": {"moscow": "outpost_04"}})
    return try_(table, "travel", f"{BLUE}/vp", dice=[1, 1], path=["moscow"])


def johannes_jump_scope(table: Table) -> Any:
    values = {f"{BLUE}/character": "johannes_caprini", f"{BLUE}/figures": {"1": "oasis_moscow_road"}}
    _drawing(table, "contract_06", values)
    table.plays("blue", "complete_contract", contract="contract_06")
    return try_(table, "step", f"{BLUE}/figures/1", path=["oasis_pamir"])


def second_figure_post(table: Table) -> Any:
    values = {f"{BLUE}/character": "niccolo_and_marco_polo", f"{BLUE}/dice": [{"face": 2}, {"face": 2}]}
    figures = {"1": "oasis_moscow_road", "2": "venezia"}
    table.given({**values, f"{BLUE}/figures": figures, f"{BLUE}/coins": 9})
    found = f"{BLUE}/posts"
    return try_(table, "travel", found, dice=[2, 2], path=["moscow", "alexandria"], figures=[1, 2])


EXPECTED: dict[Callable[[Table], Any], dict[str, Any]] = {
    colour_limit_span: {"round": "space.colour_once", "turn": 2},
    bag_last_die: {"allowed": 3, "forbidden": "bag.last_die"},
    pass_when_checked: {"end_of_turn": "blue", "at_once": "yellow"},
    own_dice_occupy: {"yes": 12, "no": 14},
    khan_black_die_order: {"ascending": "khan.ascending", "free": 1},
    travel_distance: {"at_most": ["alexandria"], "exact": "travel.max_steps"},
    paid_steps: {"real_steps": "travel.pay_real_steps", "bought_band": 18},
    last_traveller_scope: {"travel_space_only": None, "any_movement": "blue"},
    beijing_repack: {"move_up": "red", "stay": None},
    move_post_duty: {"must": "post.move_when_out", "may": []},
    moved_post_rewards: {"paid": 5, "none": 0},
    moved_post_vp_again: {"no": 0, "yes": 10},
    discard_before_taking: {"all_first": "contracts.two_slots", "one_at_a_time": ["contract_05", "contract_11"]},
    voluntary_discard: {"only_as_needed": "contracts.two_slots", "free": ["contract_05"]},
    starting_discard: {"out_of_game": [], "under_pile": ["start_01"]},
    draw_with_room: {"must_keep": True, "may_refuse": False},
    slide_timing: {"after_take": "contracts.column_limit", "after_each_tile": ["contract_05", "contract_20"]},
    refill_timing: {"turn_start": False, "at_once": True},
    special_pile_empty: {"take_what_is_left": 18, "use_next_pile": 17},
    pile_order: {"left_first": "contract_05", "right_first": "contract_02"},
    completed_slot: {"before_reward": False, "after_reward": True},
    part_reward: {"allowed": 5, "refused": "complete.part_may_be_lost"},
    step_refusable: {"may_refuse": [], "must_use": "symbol.step"},
    card_feeding: {"pay_all_first": "city.pay_then_receive", "one_by_one": 3},
    card_steps: {"one_journey": [2], "step_by_step": [1, 1]},
    two_way_mixing: {"one_direction": "city.reversible_card", "mixed": 6},
    vp_debt: {"no_debt": "city.pay_then_receive", "debt": -2},
    count_zero: {"refused": "space.at_least_once", "allowed": 0},
    card_after_step: {"next_turn": "city.from_next_turn", "at_once": 6},
    most_contracts_zero: {"everybody": 7, "nobody": 0},
    compensation_dice: {"all_rolled": 0, "own_colour": 5},
    bonus_in_round_1: {"paid": ["white.1"], "not_paid": []},
    raschid_black_die: {"chosen": True, "rolled": False},
    mercator_mixed: {"row_item": 1, "any_of_taken": 0},
    wilhelm_card_steps: {"any_movement": ["karachi", "moscow", "anxi"], "travel_only": ["karachi", "anxi"]},
    wilhelm_eleven_timing: {"at_placing": 10, "at_end": 0},
    johannes_jump_scope: {"any_movement": "oasis_pamir", "travel_only": "travel.end_on_place"},
    second_figure_post: {"each_figure": ["moscow", "alexandria"], "last_moved": ["alexandria"]},
}


@pytest.mark.parametrize("scenario", EXPECTED, ids=lambda scenario: scenario.__name__)
def test_the_reading_decides(scenario: Callable[[Table], Any]) -> None:
    name = scenario.__name__
    found = {
        option: scenario(Table(seed=3, rulings={name: option}, chance=getattr(scenario, "chance", None)))
        for option in RULEBOOK.rulings[name].options
    }

    assert EXPECTED[scenario] == found


def test_every_ruling_is_tried() -> None:
    assert set(RULEBOOK.rulings) == {scenario.__name__ for scenario in EXPECTED}
