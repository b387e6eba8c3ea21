"""Unique spaces that a player can take."""

from __future__ import annotations

from collections.abc import Iterator

from events.games.quetzal.pieces import Meeple
from kernel.games.quetzal.box import Space
from kernel.games.quetzal.legal.groups import alike
from kernel.games.quetzal.readings import cost, kind, roles, roles_of, spaces
from kernel.games.quetzal.state import Player, State


def open_spaces(state: State, player: Player, place: str) -> Iterator[tuple[Space, Meeple]]:
    """Yield each space of a place that a player can take, with each kind of meeple that it admits."""
    location = state.box.locations[place]
    barred = location.bar_holder and state.rulings.stela_test == "placing"
    if barred and state.first == player.seat:
        return
    here = [stand for stand in state.board if stand.place == place]
    unique = kind(state, location) == "unique"
    if unique and state.rulings.second_unique_space == "no" and any(s.seat == player.seat for s in here):
        return
    taken = {stand.space for stand in here if unique or stand.seat == player.seat}
    admitted = roles(state, place)
    fitting = [
        group[0]
        for group in alike(state, player, player.reserve)
        if any(role in admitted for role in roles_of(state, player, group[0]))
    ]
    for space in spaces(state, place):
        if space.number not in taken and cost(state, player, place, space) <= player.coins:
            for meeple in fitting:
                yield space, meeple
