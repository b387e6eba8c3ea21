"""Taking contracts from the board, and placing the drawn ones."""

from __future__ import annotations

from events.games.marco_polo.moves import KeepContract, RefuseContract, TakeContracts
from events.games.marco_polo.turns import (
    ContractDiscarded,
    ContractDrawn,
    ContractKept,
    ContractRefused,
    ContractsSlid,
    ContractTaken,
    Owed,
    Owing,
    RewardLost,
    Settled,
)
from events.vocabulary import Cites, Seat
from kernel.chance import Chance
from kernel.errors import Checks
from kernel.games.marco_polo.box import Bag
from kernel.games.marco_polo.decide.pile import drawn_from_special
from kernel.games.marco_polo.decide.placing import (
    Part,
    affordable,
    colour_free,
    on_turn,
    place,
    placing,
    why_nothing_is_due,
)
from kernel.games.marco_polo.decide.rewards import Gain, rewards
from kernel.games.marco_polo.decide.turns import refill
from kernel.games.marco_polo.state import Rule, State


def take_contracts(state: State, move: TakeContracts, chance: Chance) -> Rule:
    """Place one die; take one or two tiles from columns up to it, onto free slots."""
    seat, box = move.seat, state.box
    on_turn(state, seat)
    check = Checks()
    check("turn.exactly_one_main", not state.turn.main_done)
    dice = placing(check, state, seat, (move.die,), "take_contracts")
    colour_free(check, state, seat, dice)
    count = len(move.contracts)
    check("space.at_least_once", count >= box.take_min, needs=box.take_min, has=count)
    check("contracts.one_die", count <= box.take_max, most=box.take_max, has=count)
    check("contracts.one_die", len(set(move.contracts)) == count, has=move.contracts)
    taken = columns_of_take(state, move.contracts)
    for contract, column in taken:
        check("contracts.column_limit", column, has=contract)
        check("contracts.column_limit", column <= dice.lowest, most=dice.lowest, has=column)
        near = column > dice.lowest >= column - (count - 1)  # it would be in reach if the tiles slid in between
        check("contracts.slide_left", not near, most=dice.lowest, has=column)
    _check_room(check, state, move)
    affordable(check, state, seat, dice)
    check.settle()

    state = yield from place(state, seat, dice)
    ahead = move.discard[:1] if move.in_turn else move.discard
    for contract in ahead:
        state = yield discarded(state, seat, contract)
    for place_, (contract, column) in enumerate(taken):
        if move.in_turn and place_ == 1:
            state = yield discarded(state, seat, move.discard[1])
        cites = ("contracts.column_limit", "contracts.two_slots", "contracts.one_die")
        state = yield ContractTaken(seat=seat, contract=contract, column=column, cites=cites)
    if state.board.columns != slid(state.board.columns):
        state = yield ContractsSlid(columns=slid(state.board.columns), cites=("contracts.slide_left",))
    state = yield from _column_bonuses(state, seat, [column for _, column in taken], chance)
    if state.rulings.refill_timing == "at_once":
        yield from refill(state, chance)


def slid(columns: tuple[str, ...]) -> tuple[str, ...]:
    """Return the columns with the gaps closed."""
    left = tuple(contract for contract in columns if contract)
    return left + ("",) * (len(columns) - len(left))


def columns_of_take(state: State, contracts: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Return each contract with the column it is taken from, 0 where it is not on the board.

    The order of taking matters only where the tiles slide in between.
    """
    columns = state.board.columns
    if state.rulings.slide_timing == "after_take":
        found = [(contract, _column(columns, contract)) for contract in contracts]
        return tuple(sorted(found, key=lambda pair: pair[1]))
    taken = []
    for contract in contracts:
        taken.append((contract, _column(columns, contract)))
        columns = slid(tuple("" if other == contract else other for other in columns))
    return tuple(taken)


def _column(columns: tuple[str, ...], contract: str) -> int:
    return columns.index(contract) + 1 if contract and contract in columns else 0


def _check_room(check: Checks, state: State, move: TakeContracts) -> None:
    """Check that discards make the room that is needed, and no more."""
    active, discard = state.player(move.seat).active, move.discard
    new = len(move.contracts)
    check("contracts.not_straight_to_pile", not set(discard) & set(move.contracts), has=discard)
    known = set(discard) <= set(active) | set(move.contracts) and len(set(discard)) == len(discard)
    check("contracts.two_slots", known, has=discard, active=active)
    needed = max(0, len(active) + new - state.box.slots)
    check(
        "contracts.two_slots",
        len(discard) >= needed,
        needs=needed,
        has=len(discard),
        remedy={"discards": needed - len(discard)},
    )
    if state.rulings.voluntary_discard == "only_as_needed":
        check("contracts.two_slots", len(discard) <= needed, needs=needed, has=len(discard))
    alternating = new == 2 and len(discard) == 2 and state.rulings.discard_before_taking == "one_at_a_time"
    check("contracts.two_slots", alternating or not move.in_turn, discarded_first=1, needs=2)


def discarded(state: State, seat: Seat, contract: str) -> ContractDiscarded:
    """Say where a discarded contract goes."""
    starting = state.box.contracts[contract].starting
    if starting and state.rulings.starting_discard == "out_of_game":
        cites = ("contracts.starting_removed",)
        return ContractDiscarded(seat=seat, contract=contract, under_pile=False, cites=cites)
    cites = ("contracts.discard_under_pile",)
    return ContractDiscarded(seat=seat, contract=contract, under_pile=True, cites=cites)


def _column_bonuses(state: State, seat: Seat, columns: list[int], chance: Chance) -> Part:
    """Pay what the columns bring; where it is one of two, the player has to choose."""
    gains, owing = [], []
    clauses: dict[str, None] = {}
    for column in columns:
        choices = state.box.column_bonus.get(column, ())
        clause = "contracts.column6" if column == 6 else "contracts.column5"
        if len(choices) == 1:
            gains.append(Gain(seat, choices[0], "take_contracts", (clause,)))
        elif choices:
            clauses[clause] = None
            owing.append(_bonus(seat, choices))
    state = yield from rewards(state, gains, chance)
    if owing:
        state = yield Owed(owing=tuple(owing), cites=tuple(clauses))
    return state


def _bonus(seat: Seat, choices: tuple[Bag, ...]) -> Owing:
    """Owe one of several bags, each of one resource in the same amount."""
    options = tuple(bag[0][0] for bag in choices)
    return Owing(kind="bonus", seat=seat, amount=choices[0][0][1], source="take_contracts", options=options)


def draw_contract(state: State, seat: Seat, chance: Chance) -> Part:
    """Draw one contract that a symbol gives; place it where nothing is left to choose."""
    first = state.owing[0]
    contracts, bottom, piles = drawn_from_special(state, chance, 1)
    state = yield Settled(left=first.amount - 1 if contracts else 0, used="", cites=("symbol.contract",))
    if not contracts:
        lost = RewardLost(seat=seat, what="contract_draw", amount=first.amount, cites=("symbol.contract",))
        return (yield lost)
    (contract,) = contracts
    cites: Cites = ("symbol.contract",)
    if first.source == state.player(seat).character:
        cites = ("symbol.contract", "char.matteo", "income.character_bonus")
    state = yield ContractDrawn(seat=seat, contract=contract, bottom=bottom, piles=piles, cites=cites)
    if has_room(state, seat) and state.rulings.draw_with_room == "must_keep":
        state = yield ContractKept(seat=seat, contract=contract, cites=("symbol.contract",))
    return state


def has_room(state: State, seat: Seat) -> bool:
    """Tell whether a seat has a free slot."""
    return len(state.player(seat).active) < state.box.slots


def must_keep_all(state: State, source: str) -> bool:
    """Tell whether what comes from `source` may not be declined: a contract whose whole reward has to be taken."""
    return source in state.box.contracts and state.rulings.part_reward == "refused"


def being_completed(state: State) -> str:
    """Return the contract that pays its reward but still lies on its slot, "" for none."""
    return next((owing.source for owing in state.owing if owing.kind == "drawer"), "")


def keep_contract(state: State, move: KeepContract) -> Rule:
    """Put the drawn contract on a slot; with full slots an old one leaves."""
    player = state.player(move.seat)
    check = Checks()
    if not check("symbol.contract", player.drawn, drawn=player.drawn):
        why_nothing_is_due(check, state, move.seat)
    check.settle()
    free = has_room(state, move.seat)
    check("symbol.contract_full", free or move.discard in player.active, has=move.discard, active=player.active)
    check("symbol.contract_full", not (free and move.discard), free_slots=state.box.slots - len(player.active))
    check("complete.drawer", not move.discard or move.discard != being_completed(state), has=move.discard)
    check.settle()

    if move.discard:
        state = yield discarded(state, move.seat, move.discard)
    clause = "symbol.contract_full" if move.discard else "symbol.contract"
    yield ContractKept(seat=move.seat, contract=player.drawn, cites=(clause,))


def may_refuse(state: State, seat: Seat) -> bool:
    """Tell whether a drawn contract may be refused."""
    if being_completed(state) and must_keep_all(state, being_completed(state)):
        return False
    return not has_room(state, seat) or state.rulings.draw_with_room == "may_refuse"


def refuse_contract(state: State, move: RefuseContract) -> Rule:
    """Put the drawn contract under the special pile."""
    player = state.player(move.seat)
    check = Checks()
    check("symbol.contract", player.drawn, drawn=player.drawn)
    check.settle()
    free = state.box.slots - len(player.active)
    check("symbol.contract_full", may_refuse(state, move.seat), free_slots=free)
    check.settle()
    yield ContractRefused(seat=move.seat, contract=player.drawn, cites=("symbol.contract_full",))
