"""Every way to make a choice that is due."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from events.games.marco_polo import moves
from events.games.marco_polo.moves import Move
from events.games.marco_polo.turns import Owing
from events.secrets import Secret
from events.vocabulary import Seat
from kernel.games.marco_polo.decide.choices import PAID, RECEIVED, income_choices, may_decline
from kernel.games.marco_polo.decide.contracts import being_completed, has_room, may_refuse
from kernel.games.marco_polo.decide.journeys import next_legs, symbol_steps
from kernel.games.marco_polo.state import State


def choices(state: State, seat: Seat) -> Iterator[Move] | None:
    """List what a seat can choose now, None where its turn is free for actions."""
    if state.player(seat).drawn:
        return _drawn(state, seat)
    if state.journey is not None:
        return next_legs(state, state.journey)
    if state.owing:
        return _owed(state, state.owing[0])
    match state.phase:
        case "characters":
            return (moves.ChooseCharacter(seat=seat, character=character) for character in state.offer)
        case "goals":
            return _goals(state, seat)
        case "compensation":
            return _compensation(state, seat)
        case _:
            return None


def _drawn(state: State, seat: Seat) -> Iterator[Move]:
    if has_room(state, seat):
        yield moves.KeepContract(seat=seat)
    else:
        for contract in state.player(seat).active:
            if contract != being_completed(state):
                yield moves.KeepContract(seat=seat, discard=contract)
    if may_refuse(state, seat):
        yield moves.RefuseContract(seat=seat)


def _owed(state: State, owing: Owing) -> Iterator[Move]:
    seat = owing.seat
    match owing.kind:
        case "steps":
            yield from symbol_steps(state, seat)
        case "own_income" | "other_income":
            for place in income_choices(state, owing):
                yield moves.ChooseIncome(seat=seat, place=place)
        case "bonus":
            for resource in owing.options:
                yield moves.ChooseBonus(seat=seat, resource=resource)
        case "post":
            for place in state.player(seat).posts:
                yield moves.MovePost(seat=seat, place=place)
            if state.rulings.move_post_duty == "may":
                yield moves.MovePost(seat=seat)
        case _:
            yield from _goods(state, owing)


def _goods(state: State, owing: Owing) -> Iterator[Move]:
    paying = owing.kind in PAID
    different = owing.kind in {"different_goods", "pay_different_goods"}
    count = owing.amount * (2 if different else 1)
    for goods in combinations_with_replacement(state.box.goods, count):
        amounts = {good: goods.count(good) for good in state.box.goods}
        if different and max(amounts.values()) > owing.amount:
            continue
        if paying and any(amount > state.has(owing.seat, good) for good, amount in amounts.items()):
            continue
        yield moves.ChooseGoods(seat=owing.seat, goods=goods)
    if owing.kind in RECEIVED and may_decline(state, owing):
        yield moves.ChooseGoods(seat=owing.seat, goods=())


def _goals(state: State, seat: Seat) -> Iterator[Move]:
    dealt = state.player(seat).goals_dealt
    for cards in combinations((dealt.value if dealt is not None else None) or (), state.box.goals_kept):
        yield moves.KeepGoals(seat=seat, cards=Secret(seat=seat, value=cards))


def _compensation(state: State, seat: Seat) -> Iterator[Move]:
    points = state.player(seat).compensation
    for total in range(points, -1, -1):
        for coins in range(total, -1, -1):
            yield moves.ChooseCompensation(seat=seat, coins=coins, camels=total - coins)
