"""Gains and costs as parts of rules."""

from __future__ import annotations

from events.games.quetzal import events as e
from events.vocabulary import Seat
from kernel.games.quetzal.deck import Step
from kernel.games.quetzal.effects import Gain
from kernel.games.quetzal.state import State


def gain_coins(state: State, seat: Seat, amount: int, *cites: str) -> Step:
    """Take coins from the supply, as far as it goes where the ruling limits it."""
    if state.rulings.coin_supply == "sixty":
        amount = min(amount, state.box.coins - sum(player.coins for player in state.players))
    if amount > 0:
        state = yield e.CoinsGained(seat=seat, amount=amount, cites=cites)
    return state


def pay(state: State, seat: Seat, amount: int, *cites: str) -> Step:
    """Give coins to the supply."""
    if amount:
        state = yield e.CoinsPaid(seat=seat, amount=amount, cites=cites)
    return state


def score(state: State, seat: Seat, amount: int, *cites: str) -> Step:
    """Score VP."""
    if amount:
        state = yield e.PointsScored(seat=seat, amount=amount, cites=cites)
    return state


def advance(state: State, seat: Seat, steps: int, *cites: str) -> Step:
    """Move on along the Discovery track, with the rewards of the spaces reached or passed."""
    if not steps:
        return state
    start = state.player(seat).discovery
    to = min(start + steps, state.box.last_space)
    lost = start + steps - to
    stopped = (*cites, "discovery.last_space") if lost else cites
    state = yield e.DiscoveryGained(seat=seat, steps=to - start, to=to, cites=stopped)
    for space in range(start + 1, to + 1):
        reward = state.box.rewards.get(space)
        if reward is not None:
            state = yield from gain(state, seat, reward, "discovery.rewards")
    if lost and state.rulings.discovery_overflow == "one_vp":
        state = yield from score(state, seat, lost, "discovery.last_space")
    return state


def gain(state: State, seat: Seat, what: Gain, *cites: str) -> Step:
    """Gain coins, VP and Discovery."""
    state = yield from gain_coins(state, seat, what.coins, *cites)
    state = yield from score(state, seat, what.vp, *cites)
    return (yield from advance(state, seat, what.discovery, *cites))
