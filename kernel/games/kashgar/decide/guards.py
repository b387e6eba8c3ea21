"""Guards that many rules share: whose turn it is, and what waits to be chosen."""

from __future__ import annotations

from events.games.kashgar.events import ChoiceKind, Ground
from events.games.kashgar.moves import Move
from events.vocabulary import Seat
from kernel.errors import Checks
from kernel.games.kashgar.obstacle import Obstacle
from kernel.games.kashgar.state import Choice, State


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
        if ground == "caravan" and last.ground == ground and card in cards:
            check("caravan.one_action", holds=False, card=card)
        if ground == "removal" and last.ground == ground and card in cards:
            check("removal.one_action", holds=False, card=card)
        check("turn.one_of_three", holds=False, card=last.card)
    elif state.turn == seat:
        check("turn.one_of_three", holds=False)
    check_clockwise(check, state, seat)


def check_clockwise(check: Checks, state: State, seat: Seat) -> None:
    """Ask that it is a seat's turn."""
    check("end.finish_round", not state.over)
    if any(player.hand for player in state.players):
        check("setup.start_card_behind_each", holds=False)
    elif not state.over:
        check("turn.clockwise", state.turn == seat, to_act=state.turn)


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
        check.settle()
    return state.awaited
