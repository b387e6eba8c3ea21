"""Guards that many rules share: whose turn it is, and what waits to be chosen."""

from __future__ import annotations

from events.games.kashgar.events import ChoiceKind, Ground
from events.games.kashgar.moves import Move
from events.vocabulary import Seat
from kernel.errors import Checks
from kernel.games.kashgar.obstacle import Obstacle
from kernel.games.kashgar.state import Choice, State

COST: dict[Ground, str] = {"caravan": "caravan.pay_cost", "removal": "removal.pay_cost"}
"""The clause that has an action's cost paid, by its ground."""

AS_WRITTEN: dict[Ground, str] = {"caravan": "caravan.do_as_written", "removal": "removal.do_as_written"}
"""The clause that has an action carried out as the card says, by its ground."""

ONE_ACTION: dict[Ground, str] = {"caravan": "caravan.one_action", "removal": "removal.one_action"}
"""The clause that lets one of a card's actions be used, by its ground."""


def note(check: Checks, obstacles: list[Obstacle]) -> None:
    """Note what stands in the way as failed guards."""
    for found in obstacles:
        check(found.clause, holds=False, remedy=found.remedy, **found.facts)


def check_turn(check: Checks, state: State, seat: Seat, card: str = "", ground: Ground | None = None) -> None:
    """Ask that a seat may begin something with a front card: its turn, and nothing done in it yet."""
    if state.turn == seat and state.choice is None:
        return
    last = state.last
    if last is not None and last.seat == seat:
        cards = (last.card, state.box.face.get(last.card, last.card))
        if ground is not None and last.ground == ground and card in cards:
            check(ONE_ACTION[ground], holds=False, card=card)
        check("turn.one_of_three", holds=False, card=last.card)
    elif state.turn == seat:
        check("turn.one_of_three", holds=False)
    check_clockwise(check, state, seat)


def check_clockwise(check: Checks, state: State, seat: Seat) -> None:
    """Ask that it is a seat's turn."""
    check("end.finish_round", not state.over)
    check("end.trigger", not state.over or state.end is None)
    if any(player.hand for player in state.players):
        check("setup.start_card_behind_each", holds=False)
    elif not state.over:
        check("turn.clockwise", state.turn == seat, to_act=state.turn)
        begins = state.round == 1 and state.turn == state.first
        check("setup.first_player", state.turn == seat or not begins, first_player=state.first)
        check("setup.first_player", state.turn == seat or state.last is not None, first=state.first)


def awaited(check: Checks, state: State, move: Move, kinds: tuple[ChoiceKind, ...]) -> Choice:
    """Return the choice that a move answers.

    Raises: IllegalMove when another one is open, or none.
    """
    choice = state.choice
    if choice is None or choice.kind not in kinds or choice.seat != move.seat:
        waits = choice.kind if choice is not None else None
        check("effects.in_order", holds=False, waits_for=waits, of=choice.seat if choice else None)
        if choice is None:
            check_clockwise(check, state, move.seat)
        else:
            check("turn.clockwise", choice.seat == move.seat, to_act=choice.seat)
        check.settle()
    return state.awaited
