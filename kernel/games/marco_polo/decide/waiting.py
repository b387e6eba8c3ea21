"""Whose choice it is."""

from __future__ import annotations

from events.vocabulary import Seat
from kernel.games.marco_polo.decide.choices import needs_choice
from kernel.games.marco_polo.decide.drafting import picker
from kernel.games.marco_polo.decide.turns import ends_by_itself
from kernel.games.marco_polo.state import State


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seats that must choose now; none where the game goes on by itself or is over."""
    if state.phase in {"setup", "round_end", "over"}:
        return ()
    for seat, player in zip(state.seats, state.players, strict=True):
        if player.drawn:
            return (seat,)
    if state.journey is not None:
        return (state.journey.seat,)
    if state.owing:
        return (state.owing[0].seat,) if needs_choice(state, state.owing[0]) else ()
    match state.phase:
        case "characters":
            return (picker(state),) if picker(state) else ()
        case "goals":
            return tuple(seat for seat in state.seats if state.player(seat).goals is None)
        case "compensation":
            return tuple(seat for seat in state.seats if state.player(seat).compensation)
        case "turns":
            return () if ends_by_itself(state) else (state.turn.seat,)
        case _:
            return ()
