"""Turns: passing, whose turn comes next, and when the game is over."""

from __future__ import annotations

from collections.abc import Callable

from events.games.kashgar import events as happened
from events.games.kashgar.moves import Pass
from events.vocabulary import Seat
from kernel.errors import Checks
from kernel.games.kashgar.decide.guards import check_turn
from kernel.games.kashgar.scoring import end_mark, scores
from kernel.games.kashgar.state import Rule, State, Step

Blocked = Callable[[State, Seat], bool]
"""Whether a seat can use no front card at all."""


def passable(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the cards with which a seat may pass, marks aside."""
    if state.rulings.pass_moves == "front_card":  # noqa: S105 - a ruling, not a password
        return state.fronts(seat)
    return tuple(card for row in state.player(seat).caravans for card in row)


def pass_turn(state: State, move: Pass, is_blocked: Blocked) -> Rule:
    """Send a card to the tail of its caravan without effect."""
    check = Checks()
    check_turn(check, state, move.seat)
    cards = passable(state, move.seat) if move.seat in state.seats else ()
    any_card = state.rulings.pass_moves == "any_card"  # noqa: S105 - a ruling, not a password
    clause = "pass.to_tail" if any_card else "turn.front_card"
    check(clause, move.card in cards, card=move.card, cards=cards)
    check.settle()
    marked = state.is_marked(move.card)
    free = not marked or is_blocked(state, move.seat)
    check("pass.not_with_mark", free, card=move.card)
    check("pass.all_marked", free or not all(map(state.is_marked, state.fronts(move.seat))))
    check.settle()
    place = state.place_of(move.card)
    assert place is not None  # noqa: S101 - it is among the passable cards, which lie in caravans
    cites = ("pass.all_marked", "turn.one_of_three") if marked else ("pass.allowed", "turn.one_of_three")
    state = yield happened.Passed(seat=move.seat, card=move.card, caravan=place[1], cites=cites)
    state = yield happened.CardSentToTail(seat=move.seat, card=move.card, caravan=place[1], cites=("pass.to_tail",))
    yield from end_turn(state, is_blocked)


def end_turn(state: State, is_blocked: Blocked) -> Step:
    """Hand the turn on, clockwise, to the next seat that can do something; or end the game."""
    for _ in state.seats:
        others = state.others(state.mover)
        after = others[0] if others else state.mover
        state = yield from _end_checked(state, after)
        if state.over:
            return state
        number = state.round + (state.first in _passed_on_the_way(state, after))
        cites = ("turn.clockwise",)
        state = yield happened.TurnEnded(seat=state.mover, next=after, round=number, cites=cites)
        idle = _idle(state, is_blocked)
        if idle is None:
            return state
        if idle == "turn.no_card_left" and state.rulings.no_cards_left == "out":
            state = yield happened.PlayerOut(seat=after, cites=(idle,))
            if len(state.others(after)) <= 1:
                break
        else:
            state = yield happened.TurnSkipped(seat=after, cites=(idle,))
    # Nobody can do anything any more, or one is left alone.
    return (yield happened.GameEnded(cites=("turn.no_card_left", "end.most_points")))


def _idle(state: State, is_blocked: Blocked) -> str | None:
    """Return the clause by which the seat in turn is passed over, None when it can do something."""
    if not state.fronts(state.mover):
        return "turn.no_card_left"
    skips = state.rulings.all_fronts_blocked == "turn_skipped"
    return "pass.all_marked" if skips and is_blocked(state, state.mover) else None


def _passed_on_the_way(state: State, after: Seat) -> tuple[Seat, ...]:
    """Return the seats from the left of the seat in turn up to the next one, those out of the game included."""
    place = state.seats.index(state.mover)
    around = (*state.seats[place + 1 :], *state.seats[: place + 1])
    return around[: around.index(after) + 1]


def _end_checked(state: State, after: Seat) -> Step:
    """End the game where the end was set off and its last turn is over."""
    end = state.end
    if end is None:
        return state
    if state.rulings.end_timing == "finish_round":
        last_before = state.first if state.rulings.round_end_seat == "before_first_player" else end.during
        if last_before not in _passed_on_the_way(state, after):
            return state
    if state.rulings.trigger_latch == "recheck" and end.by is not None and max(scores(state)) < end_mark(state):
        return (yield happened.EndCalledOff(cites=("end.trigger_stays",)))
    return (yield happened.GameEnded(cites=("end.finish_round", "end.most_points")))
