"""Who must choose now, and when the any-time tiles may be used."""

from __future__ import annotations

from events.vocabulary import Seat
from kernel.games.quetzal.effects import Exchange
from kernel.games.quetzal.readings import works
from kernel.games.quetzal.state import Closing, Player, Rerolling, State


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seats that must choose now."""
    pending = state.pending
    if isinstance(pending, Rerolling | Closing):
        return pending.seats
    if pending is not None:
        return (pending.seat,)
    return (state.turn,) if state.phase == "place" and state.turn else ()


def trades(state: State, player: Player) -> tuple[tuple[str, Exchange], ...]:
    """Return the any-time tiles of a player; copies are used alike, so each kind once."""
    found: dict[str, tuple[str, Exchange]] = {}
    for tile, effect in works(state, player):
        if isinstance(effect, Exchange):
            found.setdefault(state.box.tiles[tile], (tile, effect))
    return tuple(found.values())


def tradable(state: State, player: Player) -> tuple[tuple[str, Exchange], ...]:
    """Return the any-time tiles that a player can pay for."""
    if not player.upgrades:
        return ()
    return tuple((tile, effect) for tile, effect in trades(state, player) if player.coins >= effect.coins)


def may_trade_now(state: State, seat: Seat) -> bool:
    """Whether this is one of the moments at which a seat may use its any-time tiles."""
    match state.rulings.any_time:
        case "own_turn":
            return state.phase == "place" and state.turn == seat
        case "own_moments":
            return state.phase in ("place", "activate", "closing") and seat in to_act(state)
        case "anyone_turn":
            return state.phase in ("throw", "place", "activate", "closing") and bool(to_act(state))
