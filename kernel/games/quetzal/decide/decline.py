"""Leaving undone what may be left undone, and passing."""

from __future__ import annotations

from events.games.quetzal import events as e
from events.games.quetzal.moves import Decline, Pass
from kernel.chance import Chance
from kernel.decider import Rule
from kernel.errors import Checks, IllegalMove
from kernel.games.quetzal.decide.guards import placing
from kernel.games.quetzal.decide.reroll import keep_throw
from kernel.games.quetzal.legal.placements import may_pass
from kernel.games.quetzal.moments import to_act
from kernel.games.quetzal.state import (
    CampRerolls,
    Closing,
    Delivering,
    HeldTurn,
    Keeping,
    Picking,
    Rerolling,
    Selling,
    State,
    TileChoice,
)
from kernel.games.quetzal.turns import next_turn

_DUE = {
    Picking: "temple.rewards",
    Keeping: "upgrade.temple_draw",
    TileChoice: "village.take_one",
    Delivering: "deliver.fewer",
}


def decline(state: State, move: Decline, chance: Chance) -> Rule[e.Event, State]:  # noqa: ARG001 - no draw
    """End a choice that is not a duty."""
    pending, seat = state.pending, move.seat
    if state.phase == "over":
        raise IllegalMove("end.five_rounds", facts={"round": state.round})
    if pending is None:
        raise IllegalMove("place.no_pass", facts={"turn_of": state.turn})
    if seat not in to_act(state):
        raise IllegalMove("order.sequence", facts={"chooses": to_act(state)})
    match pending:
        case Rerolling():
            yield from keep_throw(state, seat)
        case CampRerolls():
            state = yield e.ChoiceClosed(seat=seat, cites=("camp.reroll",))
            yield from next_turn(state, seat)
        case HeldTurn():
            state = yield e.ChoiceClosed(seat=seat, cites=("unique.one_a_turn",))
            yield from next_turn(state, seat)
        case Selling():
            state = yield e.NothingGained(seat=seat, place="black_market", cites=("market.optional",))
            yield e.ChoiceClosed(seat=seat, cites=("market.optional",))
        case Closing():
            yield e.ChoiceClosed(seat=seat, cites=("upgrade.buy_vp", "upgrade.buy_discovery"))
        case Picking() | Keeping() | TileChoice() | Delivering():
            raise IllegalMove(_DUE[type(pending)])


def pass_turn(state: State, move: Pass, chance: Chance) -> Rule[e.Event, State]:  # noqa: ARG001 - no draw
    """Place nothing more this round, where that is allowed."""
    check = Checks()
    placing(check, state, move.seat)
    allowed = may_pass(state, state.player(move.seat))
    check("place.no_pass", allowed)
    check("place.until_empty", allowed)
    check.settle()
    state = yield e.TurnPassed(seat=move.seat, cites=("place.no_pass",))
    yield from next_turn(state, move.seat)
