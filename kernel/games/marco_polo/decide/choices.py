"""What is due after an action: what settles itself, and what a seat chooses."""

from __future__ import annotations

from collections import Counter

from events.games.marco_polo.moves import ChooseBonus, ChooseGoods, ChooseIncome
from events.games.marco_polo.turns import ContractCompleted, Gained, Owing, Paid, RewardLost, Settled
from events.vocabulary import Cites, Seat
from kernel.chance import Chance
from kernel.errors import Checks
from kernel.games.marco_polo.decide.cards import CLAUSES, own_small_cities
from kernel.games.marco_polo.decide.completing import DRAWER
from kernel.games.marco_polo.decide.contracts import draw_contract, must_keep_all
from kernel.games.marco_polo.decide.placing import pay, why_nothing_is_due
from kernel.games.marco_polo.decide.posts import can_move_post
from kernel.games.marco_polo.decide.rewards import Gain, rewards
from kernel.games.marco_polo.state import Rule, State, at_place
from kernel.games.marco_polo.walking import can_step

COPYING = "income_of_any_other_small_city"
RECEIVED = {"goods": "symbol.good_any", "different_goods": "symbol.two_different"}
PAID = {"pay_goods": "symbol.good_any", "pay_different_goods": "symbol.two_different"}
LOST: dict[str, tuple[str, Cites]] = {
    "steps": ("move_step", ("symbol.step_lost",)),
    "own_income": ("income_of_own_small_city", ("city.income_card",)),
    "other_income": (COPYING, ("income.copy_marker",)),
    "post": ("post", ("post.move_when_out",)),
}
"""What is lost, and by which clause, where nothing can be done with it."""


def needs_choice(state: State, owing: Owing) -> bool:
    """Tell whether a seat has something to choose about what is due."""
    match owing.kind:
        case "contract" | "reward" | "pay" | "drawer":
            return False
        case "steps":
            coins, camels = state.has(owing.seat, "coin"), state.has(owing.seat, "camel")
            return can_step(state, owing.seat, coins, camels, travel=False)
        case "own_income" | "other_income":
            return bool(income_choices(state, owing))
        case "post":
            return can_move_post(state, owing)
        case _:
            return True


def settle_first(state: State, chance: Chance) -> Rule:
    """Do what is due first and leaves nothing to choose."""
    first = state.owing[0]
    seat = first.seat
    match first.kind:
        case "contract":
            yield from draw_contract(state, seat, chance)
        case "reward":
            state = yield Settled(left=0, used="", cites=("city.pay_then_receive",))
            yield from rewards(state, (Gain(seat, first.bag, first.source, _card_cites(state, first)),), chance)
        case "pay":
            state = yield Settled(left=0, used="", cites=("city.pay_then_receive",))
            yield from pay(state, seat, first.bag, ("city.pay_then_receive",))
        case "drawer":
            yield Settled(left=0, used="", cites=DRAWER)
            yield ContractCompleted(seat=seat, contract=first.source, cites=DRAWER)
        case _:
            what, cites = LOST[first.kind]
            yield Settled(left=0, used="", cites=cites)
            yield RewardLost(seat=seat, what=what, amount=first.amount, cites=cites)


def _card_cites(state: State, owing: Owing) -> Cites:
    card = state.box.city_cards.get(owing.source)
    return (CLAUSES[card.mode],) if card else ("city.pay_then_receive",)


def choose_goods(state: State, move: ChooseGoods) -> Rule:
    """Take, or pay, the goods that a symbol leaves open."""
    first = state.owing[0] if state.owing else None
    kind = first.kind if first else ""
    clause = RECEIVED.get(kind) or PAID.get(kind)
    check = Checks()
    if clause is None or first is None:
        check("symbol.good_any", holds=False, owed=kind)
        check("symbol.two_different", holds=False, owed=kind)
        why_nothing_is_due(check, state, move.seat)
        return check.settle()
    paying = kind in PAID
    amounts = Counter(move.goods)
    check(clause, set(amounts) <= set(state.box.goods), has=move.goods, goods=state.box.goods)
    needs = first.amount if clause == "symbol.good_any" else 2 * first.amount
    declines = not move.goods and not paying and may_decline(state, first)
    check(clause, declines or len(move.goods) == needs, needs=needs, has=len(move.goods))
    if clause == "symbol.two_different":
        check(clause, all(amount <= first.amount for amount in amounts.values()), most_of_a_kind=first.amount)
    check.settle()
    if paying:
        for good, amount in sorted(amounts.items()):
            has = state.has(move.seat, good)
            check("city.pay_then_receive", has >= amount, resource=good, needs=amount, has=has)
        check.settle()

    state = yield Settled(left=0, used="", cites=(clause,))
    if declines:
        yield RewardLost(seat=move.seat, what=kind, amount=first.amount, cites=("complete.part_may_be_lost",))
    for good in state.box.goods:
        if amounts[good] and paying:
            state = yield Paid(
                seat=move.seat, resource=good, amount=amounts[good], cites=(clause, "city.pay_then_receive")
            )
        elif amounts[good]:
            state = yield Gained(seat=move.seat, resource=good, amount=amounts[good], cites=(clause,))


def may_decline(state: State, owing: Owing) -> bool:
    """Tell whether a part of a reward may be left: one of a contract, as part_reward reads it."""
    return owing.source in state.box.contracts and not must_keep_all(state, owing.source)


def choose_bonus(state: State, move: ChooseBonus) -> Rule:
    """Take one of the resources on offer."""
    first = state.owing[0] if state.owing else None
    mercator = first is not None and first.source != "take_contracts"
    clause = "char.mercator_bazaar" if mercator else "contracts.column5"
    check = Checks()
    if not check(clause, first is not None and first.kind == "bonus", owed=first.kind if first else ""):
        why_nothing_is_due(check, state, move.seat)
    check.settle()
    offer = state.owing[0]
    six = not mercator and offer.amount > 1
    clause = "contracts.column6" if six else clause
    check(clause, move.resource in offer.options, has=move.resource, options=offer.options)
    check.settle()

    yield Settled(left=0, used="", cites=(clause,))
    yield Gained(seat=move.seat, resource=move.resource, amount=offer.amount, cites=(clause,))


def choose_income(state: State, move: ChooseIncome, chance: Chance) -> Rule:
    """Take the income of a small city: another one's, or one's own."""
    first = state.owing[0] if state.owing else None
    own = first is not None and first.kind == "own_income"
    clause = "city.income_card" if own else "income.copy_marker"
    check = Checks()
    due = own or (first is not None and first.kind == "other_income")
    if not check(clause, due, owed=first.kind if first else ""):
        why_nothing_is_due(check, state, move.seat)
    check.settle()
    choices = income_choices(state, state.owing[0])
    check(clause, move.place in choices, has=move.place, choices=choices)
    check.settle()

    left = state.owing[0].amount - 1
    state = yield Settled(left=left, used=move.place if left else "", cites=(clause,))
    income = at_place(state.board.incomes, move.place)
    yield from rewards(state, (Gain(move.seat, state.box.incomes[income], income, (clause,)),), chance)


def income_choices(state: State, owing: Owing) -> tuple[str, ...]:
    """Return the small cities whose income may be chosen."""
    if owing.kind == "own_income":
        return tuple(place for place in own_small_cities(state, owing.seat) if place not in owing.options)
    copies = {name for name, bag in state.box.incomes.items() if COPYING in dict(bag)}
    return tuple(place for place, income in state.board.incomes if income not in copies)


def incomes_of(state: State, seat: Seat) -> list[Gain]:
    """List the incomes that a seat receives at the start of a round."""
    return [
        Gain(seat, state.box.incomes[income], income, ("income.round_start",))
        for place, income in state.board.incomes
        if place in state.player(seat).posts
    ]
