"""The camels' services: another roll, a die turned by one, a black die."""

from __future__ import annotations

from events.games.marco_polo.moves import AdjustDie, DieRef, RerollDie, TakeBlackDie
from events.games.marco_polo.turns import DieAdjusted, DieRerolled
from events.vocabulary import Seat
from kernel.chance import Chance
from kernel.errors import Checks
from kernel.games.marco_polo.box import Bag
from kernel.games.marco_polo.decide.placing import on_turn, own_dice, pay
from kernel.games.marco_polo.decide.rewards import black_die
from kernel.games.marco_polo.state import Rule, State


def reroll_die(state: State, move: RerollDie, chance: Chance) -> Rule:
    """Pay 1 camel and roll an unplaced die again."""
    seat = move.seat
    on_turn(state, seat)
    check = Checks()
    die, before = _rolled_die(check, state, seat, move.die)
    _can_pay(check, state, seat, state.box.reroll_cost, "reroll.one_camel")
    check.settle()

    state = yield from pay(
        state, seat, state.box.reroll_cost, ("reroll.one_camel", "turn.bonus_optional", "turn.bonus_around_main")
    )
    (face,) = chance.roll(f"dice/{seat}/round-{state.round}")
    yield DieRerolled(seat=seat, die=die, before=before, face=face, cites=("reroll.one_camel",))


def adjust_die(state: State, move: AdjustDie) -> Rule:
    """Pay 2 camels and turn an unplaced die by one, up or down."""
    seat = move.seat
    on_turn(state, seat)
    check = Checks()
    die, before = _rolled_die(check, state, seat, move.die)
    wrong = move.pips not in {1, -1}
    check("adjust.two_camels", not wrong, pips=move.pips)
    check("adjust.no_wrap", wrong or not before or 1 <= before + move.pips <= 6, has=before, pips=move.pips)
    _can_pay(check, state, seat, state.box.adjust_cost, "adjust.two_camels")
    check.settle()

    state = yield from pay(
        state, seat, state.box.adjust_cost, ("adjust.two_camels", "turn.bonus_optional", "turn.bonus_around_main")
    )
    yield DieAdjusted(seat=seat, die=die, before=before, face=before + move.pips, cites=("adjust.two_camels",))


def take_black_die(state: State, move: TakeBlackDie, chance: Chance) -> Rule:
    """Pay 3 camels; take a black die from the board and roll it."""
    seat = move.seat
    on_turn(state, seat)
    check = Checks()
    check("black.once_per_turn", not state.turn.bought, most=1)
    check("black.three_camels", state.board.black_dice, left=len(state.board.black_dice))
    _can_pay(check, state, seat, state.box.black_cost, "black.three_camels")
    check.settle()

    state = yield from pay(
        state, seat, state.box.black_cost, ("black.three_camels", "turn.bonus_optional", "turn.bonus_around_main")
    )
    yield from black_die(state, seat, chance, bought=True, cites=("black.roll_and_use",))


def _rolled_die(check: Checks, state: State, seat: Seat, ref: DieRef) -> tuple[str, int]:
    """Check that a die is an unplaced one of the seat that shows a face."""
    face = dict(state.player(seat).dice).get(ref.id)
    if face == 0:
        check("char.raschid", holds=False, die=ref.id)  # what is not rolled can be neither rolled again nor turned
        return ref.id, 0
    ((_, shown),) = own_dice(check, state, seat, (ref,))
    return ref.id, shown


def _can_pay(check: Checks, state: State, seat: Seat, cost: Bag, clause: str) -> None:
    for resource, amount in cost:
        has = state.has(seat, resource)
        check(clause, has >= amount, needs=amount, has=has, remedy={f"{resource}s": amount - has})
