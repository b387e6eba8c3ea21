"""The readings in force: one field a ruling, its options as a type."""

from __future__ import annotations

from typing import Literal

from events.frozen import frozen


@frozen(kw_only=True)
class Rulings:
    """The option in force for each ruling of ``rules.json``."""

    any_time: Literal["own_moments", "anyone_turn", "own_turn"]
    automaton_outbid: Literal["normal", "any_role", "never"]
    automaton_takes: Literal["blocks_only", "removes_cards"]
    camp_displaced: Literal["yes", "no"]
    camp_no_reserve: Literal["coin_only", "refused"]
    camp_same_meeple: Literal["allowed", "distinct"]
    camp_standing: Literal["one", "two"]
    character_plus_team: Literal["fixed", "open"]
    coin_supply: Literal["unlimited", "sixty"]
    covers_at_three: Literal["two_only", "three_too"]
    deck_empty: Literal["no_refill", "reshuffle"]
    discount_floor: Literal["zero", "one"]
    discovery_overflow: Literal["lost", "one_vp"]
    displaced_wild: Literal["anew", "as_named"]
    duplicate_upgrades: Literal["add", "one_works"]
    extra_object_scope: Literal["per_delivery", "per_visit"]
    hand_secrecy: Literal["open", "secret", "draws_secret"]
    harbour_kind: Literal["free", "unique"]
    harbour_order: Literal["turn_order", "arrival"]
    harbour_two_meeples: Literal["separate", "joint"]
    lone_wild_team: Literal["owner_names", "stays_open"]
    lots_above_three: Literal["best_split", "singles_after_three", "three_only"]
    marker_unclaimed: Literal["stays", "moves_left"]
    market_no_card: Literal["nothing", "cannot_bid"]
    market_tile: Literal["standing_bid", "none"]
    must_place: Literal["forced", "may_pass"]
    new_first_player: Literal["next_round", "at_once"]
    player_count: Literal["two_to_five", "two_to_four"]
    reroll_all_partial: Literal["whole", "part"]
    reroll_tiles_together: Literal["each_once", "one_only"]
    second_unique_space: Literal["later_turn", "same_turn", "no"]
    self_raise: Literal["no", "yes"]
    side_coin: Literal["standing_only", "side_too"]
    standing_reroll: Literal["both", "once"]
    start_seat: Literal["seeded", "given"]
    stela_kind: Literal["unique", "free"]
    stela_test: Literal["placing", "activation"]
    tablet_coins_scope: Literal["per_tablet", "per_delivery"]
    team_meeples: Literal["by_count", "six"]
    temple_role: Literal["archaeologist", "either"]
    temple_short: Literal["take_left", "refund"]
    temple_space_one: Literal["two", "two_and_draw"]
    temple_space_three: Literal["pick_and_draw", "pick_only"]
    temple_village_kind: Literal["unique", "free"]
    threshold_twice: Literal["once", "per_three"]
    two_ships: Literal["yes", "no"]
    undelivered: Literal["no", "singles"]
    untaken: Literal["stay", "renewed"]
    village_middle: Literal["one", "two"]
    village_role: Literal["adventurer", "archaeologist", "either"]
    village_short: Literal["nothing", "refund"]
    wild_only_answer: Literal["must_name", "keeps_open"]
