"""The readings in force, one field a ruling: a misspelt id or option is a type error."""

from __future__ import annotations

from typing import Literal, TypeAlias

from events.frozen import frozen

Answer: TypeAlias = Literal["yes", "no"]


@frozen(kw_only=True)
class Rulings:
    """Each field is a ruling of rules.json, which says what it is about; its value is the option in force."""

    bag_last_die: Literal["allowed", "forbidden"]
    beijing_repack: Literal["move_up", "stay"]
    bonus_in_round_1: Literal["paid", "not_paid"]
    card_after_step: Literal["next_turn", "at_once"]
    card_feeding: Literal["pay_all_first", "one_by_one"]
    card_steps: Literal["one_journey", "step_by_step"]
    colour_limit_span: Literal["round", "turn"]
    compensation_dice: Literal["all_rolled", "own_colour"]
    completed_slot: Literal["before_reward", "after_reward"]
    count_zero: Literal["refused", "allowed"]
    discard_before_taking: Literal["all_first", "one_at_a_time"]
    draw_with_room: Literal["must_keep", "may_refuse"]
    johannes_jump_scope: Literal["any_movement", "travel_only"]
    khan_black_die_order: Literal["ascending", "free"]
    last_traveller_scope: Literal["travel_space_only", "any_movement"]
    mercator_mixed: Literal["row_item", "any_of_taken"]
    most_contracts_zero: Literal["everybody", "nobody"]
    move_post_duty: Literal["must", "may"]
    moved_post_rewards: Literal["paid", "none"]
    moved_post_vp_again: Answer
    own_dice_occupy: Answer
    paid_steps: Literal["real_steps", "bought_band"]
    part_reward: Literal["allowed", "refused"]
    pass_when_checked: Literal["end_of_turn", "at_once"]
    pile_order: Literal["left_first", "right_first"]
    raschid_black_die: Literal["chosen", "rolled"]
    refill_timing: Literal["turn_start", "at_once"]
    second_figure_post: Literal["each_figure", "last_moved"]
    slide_timing: Literal["after_take", "after_each_tile"]
    special_pile_empty: Literal["take_what_is_left", "use_next_pile"]
    starting_discard: Literal["out_of_game", "under_pile"]
    step_refusable: Literal["may_refuse", "must_use"]
    travel_distance: Literal["at_most", "exact"]
    two_way_mixing: Literal["one_direction", "mixed"]
    voluntary_discard: Literal["only_as_needed", "free"]
    vp_debt: Literal["no_debt", "debt"]
    wilhelm_card_steps: Literal["any_movement", "travel_only"]
    wilhelm_eleven_timing: Literal["at_placing", "at_end"]
