"""The readings in force: one field for each ruling of the rulebook."""

from __future__ import annotations

from typing import Literal

from events.frozen import frozen


@frozen(kw_only=True)
class Rulings:
    """Each field is the id of a ruling, its value the option in force."""

    patriarch_flip: Literal["alternative", "after_every_use"]
    start_card_assignment: Literal["deal_order", "owner_chooses"]
    set_aside_supply: Literal["one_only", "leftovers_too"]
    end_threshold: Literal["at_least_25", "more_than_25"]
    end_timing: Literal["finish_round", "at_once"]
    order_timing: Literal["card_action_only", "any_time"]
    parted_card_zone: Literal["out_of_game", "discard"]
    move_or_act_first: Literal["move_first", "act_first"]
    patriarch_count: Literal["three", "two"]
    opening_caravan: Literal["two_cards", "three_cards"]
    top_order_value: Literal["six", "five"]
    recruit_binding: Literal["binding", "optional"]
    pass_moves: Literal["front_card", "any_card"]
    trigger_latch: Literal["latch", "recheck"]
    standard_deck_empty: Literal["reshuffle_and_fill", "reshuffle_next_time", "no_more_cards"]
    special_deck_empty: Literal["action_unavailable", "no_effect"]
    order_deck_empty: Literal["display_shrinks", "game_ends"]
    track_overflow: Literal["surplus_lost", "action_refused"]
    empty_discard: Literal["action_unavailable", "no_effect"]
    emptied_caravan: Literal["stays_open", "closed"]
    all_fronts_blocked: Literal["forced_pass", "turn_skipped"]
    set_track_up: Literal["exact", "lower_only"]
    gate_guard_gift: Literal["each_gets_all", "shared"]
    mules_required_and_spent: Literal["before_paying", "after_paying"]
    free_order_mules: Literal["still_needed", "waived"]
    drawn_orders_rest: Literal["bottom", "shuffled_in", "out_of_game"]
    drawn_orders_events: Literal["one_by_one", "all_at_once"]
    drawn_orders_refill: Literal["only_below_four", "always_one"]
    refill_timing: Literal["at_once", "after_action"]
    tie_scoring_event: Literal["total_rises", "positive_gain", "orders_only"]
    baker_stock: Literal["copy", "take", "spend"]
    effect_on_played_card: Literal["not_allowed", "allowed"]
    patriarch_mark: Literal["no_mark", "both_marked"]
    patriarch_removable: Literal["yes", "no"]
    no_cards_left: Literal["skipped", "out"]
    start_rank_equal: Literal["pack_refused", "random"]
    any_spice_mixed: Literal["may_differ", "same_kind"]
    round_end_seat: Literal["before_first_player", "one_turn_each"]
    impossible_effect: Literal["refused", "as_far_as_possible"]
    additional_cards: Literal["none", "all", "some"]
