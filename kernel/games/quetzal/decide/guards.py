"""Guards that several moves share: whose turn it is, which choice is due, whose pieces are named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from events.games.quetzal.pieces import Meeple
from events.vocabulary import Seat
from kernel.errors import Checks, IllegalMove
from kernel.games.quetzal.moments import to_act
from kernel.games.quetzal.state import CampRerolls, HeldTurn, Player, State, meeple_order

P = TypeVar("P")


def placing(check: Checks, state: State, seat: Seat, place: str = "") -> None:
    """Check that a seat may place now. place: where, when the move is to a unique space."""
    if state.phase == "over":
        check("end.five_rounds", holds=False, round=state.round)
    elif state.phase in ("activate", "closing"):
        check("order.after_all_placed", holds=False)
    elif state.phase != "place":
        check("roll.throw_all", holds=False, still_to_choose=to_act(state))
    else:
        check("place.clockwise", state.turn == seat, turn_of=state.turn)
        pending = state.pending
        check("camp.immediate", not isinstance(pending, CampRerolls))
        check("place.one_location", not isinstance(pending, HeldTurn) or pending.place == place)


def due(state: State, seat: Seat, kind: type[P], clause: str) -> P:
    """Return what a seat has to choose.

    clause: says when it has it. Raises: IllegalMove when something else is due, or nothing.
    """
    pending = state.pending
    if isinstance(pending, kind) and seat in to_act(state):
        return pending
    if state.phase == "over":
        raise IllegalMove("end.five_rounds", facts={"round": state.round})
    if isinstance(pending, kind):
        raise IllegalMove(clause, facts={"chooses": to_act(state)})
    early = state.phase in ("throw", "place") and clause.split(".", maxsplit=1)[0] not in ("camp", "upgrade")
    raise IllegalMove(clause, also=("order.after_all_placed",) if early else ("order.sequence",))


def from_reserve(check: Checks, player: Player, named: Sequence[Meeple]) -> tuple[Meeple, ...]:
    """Check that meeples are named and in reserve, each once, and return those that are."""
    reserve = {meeple.id: meeple for meeple in player.reserve}
    found = {meeple.id: reserve[meeple.id] for meeple in named if meeple.id in reserve}
    wrong = tuple(m.id or m.face for m in named if m.id not in found or m.face not in ("", found[m.id].face))
    check("place.one_location", named, meeples=0)
    check("place.from_reserve", not wrong and len(found) == len(named), not_in_reserve=wrong)
    return tuple(sorted(found.values(), key=meeple_order))
