"""What a space, tile or card gives: resources at once, the rest as something due."""

from __future__ import annotations

from collections.abc import Iterable

from events.frozen import frozen
from events.games.marco_polo.turns import BlackDieTaken, Gained, Owed, Owing, RewardLost
from events.vocabulary import Cites, Seat
from kernel.chance import Chance
from kernel.games.marco_polo.box import Bag
from kernel.games.marco_polo.decide.placing import Part
from kernel.games.marco_polo.state import State

SYMBOLS = {
    "good_any": ("goods", "symbol.good_any"),
    "goods_two_different": ("different_goods", "symbol.two_different"),
    "contract_draw": ("contract", "symbol.contract"),
    "move_step": ("steps", "symbol.step"),
    "income_of_own_small_city": ("own_income", "city.income_card"),
    "income_of_any_other_small_city": ("other_income", "income.copy_marker"),
}
"""What a symbol makes due, and the clause that says so."""


@frozen
class Gain:
    """A bag that goes to a seat. source: what it comes from."""

    seat: Seat
    bag: Bag
    source: str
    cites: Cites


def times(bag: Bag, count: int) -> Bag:
    """Return a bag several times."""
    return tuple((key, amount * count) for key, amount in bag) if count else ()


def rewards(state: State, gains: Iterable[Gain], chance: Chance, *, first: tuple[Owing, ...] = ()) -> Part:
    """Hand out bags: what needs no choice at once, then make the rest due. first: due before it."""
    owing = list(first)
    cites: dict[str, None] = {"post.move_when_out": None} if first else {}
    for gain in gains:
        for key, amount in gain.bag:
            if key in state.box.index:
                state = yield Gained(seat=gain.seat, resource=key, amount=amount, cites=gain.cites)
            elif key == "black_die":
                state = yield from black_dice(state, gain.seat, amount, chance)
            else:
                kind, clause = SYMBOLS[key]
                owing += _due(state, gain, kind, amount)
                cites |= dict.fromkeys((clause, *gain.cites))
    if owing:
        state = yield Owed(owing=tuple(owing), cites=tuple(cites))
    return state


def _due(state: State, gain: Gain, kind: str, amount: int) -> list[Owing]:
    if kind == "steps" and gain.source in state.box.city_cards and state.rulings.card_steps == "step_by_step":
        return [Owing(kind=kind, seat=gain.seat, amount=1, source=gain.source)] * amount
    return [Owing(kind=kind, seat=gain.seat, amount=amount, source=gain.source)]


def black_dice(state: State, seat: Seat, count: int, chance: Chance) -> Part:
    """Take black dice for a symbol, as many as are left."""
    for _ in range(count):
        if not state.board.black_dice:
            return (yield RewardLost(seat=seat, what="black_die", amount=1, cites=("symbol.black_die",)))
        state = yield from black_die(state, seat, chance, bought=False, cites=("symbol.black_die",))
    return state


def black_die(state: State, seat: Seat, chance: Chance, *, bought: bool, cites: Cites) -> Part:
    """Take a black die and roll it, unless its face is chosen when it is placed."""
    rolls = state.character(seat).rolls or state.rulings.raschid_black_die == "rolled"
    face = chance.roll(f"dice/{seat}/round-{state.round}")[0] if rolls else 0
    if not rolls:
        cites = (*cites, "char.raschid")
    return (yield BlackDieTaken(seat=seat, die=state.board.black_dice[0], face=face, bought=bought, cites=cites))
