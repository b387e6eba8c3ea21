"""Every legal move of a seat, interchangeable pieces once, at most 2,000."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from events.games.marco_polo import moves
from events.games.marco_polo.moves import DieRef, Move
from events.vocabulary import Seat
from kernel.errors import DrawNeeded
from kernel.games.marco_polo.decide.completing import is_payable
from kernel.games.marco_polo.decide.journeys import travels
from kernel.games.marco_polo.decide.mains import MAINS, UNSPLIT, Kind, has_main_action, room_beside
from kernel.games.marco_polo.decide.turns import may_end
from kernel.games.marco_polo.decide.waiting import to_act
from kernel.games.marco_polo.hands import handfuls
from kernel.games.marco_polo.legal_choices import choices
from kernel.games.marco_polo.state import State, colour_of


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """List every legal move of a seat, in a stable order."""
    if seat not in to_act(state):
        return ()
    pending = choices(state, seat)
    if pending is not None:
        return tuple(pending)
    listed: list[Move] = []
    if not state.turn.main_done:
        for kind in UNSPLIT:
            listed += kind(state, seat)
        listed += travels(state, seat, room_beside(len(listed)))
    for kind in BONUSES:
        listed += kind(state, seat)
    return tuple(listed)


def sample(state: State, seat: Seat, choose: Callable[[int], int]) -> Move:
    """Return a legal move: of a random kind first, so that no kind is drowned by another.

    Raises: DrawNeeded where the choice is among cards that are not known here.
    """
    pending = choices(state, seat)
    if pending is not None:
        listed = tuple(pending)
        if not listed:  # the goal cards to choose from are not known here
            raise DrawNeeded(f"deck/goals/{seat}", 0)
        return listed[choose(len(listed))]
    kinds = [*(() if state.turn.main_done else MAINS), *BONUSES]
    while True:
        kind = kinds.pop(choose(len(kinds)))
        listed = tuple(kind(state, seat))
        if listed:
            return listed[choose(len(listed))]


def _money_bag(state: State, seat: Seat) -> Iterator[Move]:
    last = len(state.player(seat).dice) == 1 and not state.turn.main_done
    if last and state.rulings.bag_last_die == "forbidden" and has_main_action(state, seat):
        return
    for (die,) in handfuls(state, seat, 1):
        yield moves.MoneyBag(seat=seat, die=die)


def _complete(state: State, seat: Seat) -> Iterator[Move]:
    for contract in state.player(seat).active:
        if is_payable(state, seat, contract):
            yield moves.CompleteContract(seat=seat, contract=contract)


def _services(state: State, seat: Seat) -> Iterator[Move]:
    rolled: dict[tuple[str, int], DieRef] = {}
    for die, face in state.player(seat).dice:
        if face:
            rolled.setdefault((colour_of(die), face), DieRef(id=die, face=face))
    if _has_all(state, seat, state.box.reroll_cost):
        for ref in rolled.values():
            yield moves.RerollDie(seat=seat, die=ref)
    if _has_all(state, seat, state.box.adjust_cost):
        for ref in rolled.values():
            for by in (1, -1):
                if 1 <= ref.face + by <= 6:
                    yield moves.AdjustDie(seat=seat, die=ref, pips=by)
    if state.board.black_dice and not state.turn.bought and _has_all(state, seat, state.box.black_cost):
        yield moves.TakeBlackDie(seat=seat)


def _has_all(state: State, seat: Seat, cost: tuple[tuple[str, int], ...]) -> bool:
    return all(state.has(seat, resource) >= amount for resource, amount in cost)


def _end(state: State, seat: Seat) -> Iterator[Move]:
    if may_end(state, seat):
        yield moves.EndTurn(seat=seat)


BONUSES: tuple[Kind, ...] = (_complete, _money_bag, _services, _end)
