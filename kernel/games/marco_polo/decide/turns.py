"""How turns begin and end."""

from __future__ import annotations

from events.games.marco_polo.framing import RoundEnded, TurnBegan, TurnEnded
from events.games.marco_polo.moves import EndTurn
from events.games.marco_polo.turns import ContractsRefilled
from events.vocabulary import Cites, Seat
from kernel.chance import Chance
from kernel.errors import Checks
from kernel.games.marco_polo.decide.pile import drawn_from_special
from kernel.games.marco_polo.decide.placing import Part, in_action, on_turn
from kernel.games.marco_polo.state import Rule, State


def end_turn(state: State, move: EndTurn, chance: Chance) -> Rule:
    """Hand over once the main action is taken, or no die is left."""
    on_turn(state, move.seat)
    check = Checks()
    check("turn.exactly_one_main", may_end(state, move.seat), dice=len(state.player(move.seat).dice))
    check.settle()
    yield from finish_turn(state, chance)


def may_end(state: State, seat: Seat) -> bool:
    """Tell whether a seat has done what its turn asks for."""
    return state.turn.main_done or not state.player(seat).dice


def ends_by_itself(state: State) -> bool:
    """Tell whether the turn is over without a word: the last die is placed, and that is when it is checked."""
    if state.rulings.pass_when_checked != "at_once":  # noqa: S105 - a pass of the turn, not a password
        return False
    if state.phase != "turns" or in_action(state):
        return False
    return bool(state.turn.seat) and not state.player(state.turn.seat).dice


def finish_turn(state: State, chance: Chance) -> Part:
    """End the turn; begin the next, or end the round."""
    seat = state.turn.seat
    cites: Cites = ("turn.exactly_one_main",) if state.turn.main_done else ("bag.last_die",)
    if not state.player(seat).dice:
        cites = (*cites, "turn.auto_pass")
    following = next_seat(state, seat)
    state = yield TurnEnded(seat=seat, cites=cites)
    if following is None:
        return (yield RoundEnded(round=state.round, cites=("round.ends_without_dice",)))
    return (yield from begin_turn(state, following, chance))


def next_seat(state: State, seat: Seat) -> Seat | None:
    """Return the next seat clockwise that has dice left, `seat` itself last; None when nobody has."""
    place = state.seats.index(seat) + 1
    around = (*state.seats[place:], *state.seats[:place])
    return next((other for other in around if state.player(other).dice), None)


def begin_turn(state: State, seat: Seat, chance: Chance) -> Part:
    """Begin a turn; an empty contract board is filled first, unless that was done when it became empty."""
    state = yield TurnBegan(seat=seat, cites=("turn.clockwise",))
    if state.rulings.refill_timing == "turn_start":
        state = yield from refill(state, chance)
    return state


def refill(state: State, chance: Chance) -> Part:
    """Draw two contracts onto an empty board, as far as there are any."""
    if any(state.board.columns):
        return state
    contracts, bottom, piles = drawn_from_special(state, chance, state.box.refill)
    if not contracts:
        return state
    return (yield ContractsRefilled(contracts=contracts, bottom=bottom, piles=piles, cites=("contracts.refill_two",)))
