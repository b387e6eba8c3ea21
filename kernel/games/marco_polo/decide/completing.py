"""Completing contracts."""

from __future__ import annotations

from events.games.marco_polo.moves import CompleteContract
from events.games.marco_polo.turns import ContractCompleted, Owed, Owing
from events.vocabulary import Cites, Seat
from kernel.chance import Chance
from kernel.errors import Checks
from kernel.games.marco_polo.box import Tile
from kernel.games.marco_polo.decide.pile import can_draw
from kernel.games.marco_polo.decide.placing import on_turn, pay
from kernel.games.marco_polo.decide.rewards import Gain, rewards
from kernel.games.marco_polo.state import Rule, State
from kernel.games.marco_polo.walking import can_step

DRAWER: Cites = ("complete.drawer",)
SYMBOL_CLAUSES = {"black_die": "symbol.black_die", "contract_draw": "symbol.contract", "move_step": "symbol.step"}
"""The clauses of the symbols that may come to nothing."""


def complete_contract(state: State, move: CompleteContract, chance: Chance) -> Rule:
    """Pay all that an active contract asks for, take its reward, put it into the drawer."""
    seat = move.seat
    on_turn(state, seat)
    check = Checks()
    check("complete.active_only", move.contract in state.player(seat).active, has=move.contract)
    check.settle()
    tile = state.box.contracts[move.contract]
    for resource, amount in tile.cost:
        has = state.has(seat, resource)
        check(
            "complete.pay_all", has >= amount, resource=resource, needs=amount, has=has, remedy={resource: amount - has}
        )
    if state.rulings.part_reward == "refused":
        for key, amount in tile.reward:
            possible = _can_take(state, seat, tile, key, amount)
            check("complete.part_may_be_lost", possible, what=key, amount=amount)
            check(SYMBOL_CLAUSES.get(key, "complete.reward"), possible, what=key, amount=amount)
    check.settle()

    state = yield from pay(state, seat, tile.cost, ("complete.pay_all", "bazaar.uses", "turn.bonus_around_main"))
    done = ContractCompleted(seat=seat, contract=tile.id, cites=DRAWER)
    last = Owing(kind="drawer", seat=seat, amount=1, source=tile.id)
    if state.rulings.completed_slot == "before_reward":
        state = yield done
    else:
        state = yield Owed(owing=(last,), cites=DRAWER)
    lost = any(not _can_take(state, seat, tile, key, amount) for key, amount in tile.reward)
    cites = ("complete.reward", *(("complete.part_may_be_lost",) if lost else ()))
    yield from rewards(state, (Gain(seat, tile.reward, tile.id, cites),), chance)


def is_payable(state: State, seat: Seat, contract: str) -> bool:
    """Tell whether a seat can complete one of its active contracts."""
    tile = state.box.contracts[contract]
    if any(state.has(seat, resource) < amount for resource, amount in tile.cost):
        return False
    if state.rulings.part_reward == "allowed":
        return True
    return all(_can_take(state, seat, tile, key, amount) for key, amount in tile.reward)


def _can_take(state: State, seat: Seat, tile: Tile, key: str, amount: int) -> bool:
    """Tell whether a part of the reward can be taken whole, once the cost is paid."""
    match key:
        case "black_die":
            return len(state.board.black_dice) >= amount
        case "contract_draw":
            return can_draw(state) >= amount
        case "move_step":
            paid = dict(tile.cost) if tile.id in state.player(seat).active else {}
            coins, camels = (state.has(seat, name) - paid.get(name, 0) for name in ("coin", "camel"))
            return can_step(state, seat, coins, camels, travel=False)
        case _:
            return True
