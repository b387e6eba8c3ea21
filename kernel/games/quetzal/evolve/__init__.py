"""The bookkeeping of events: no rule and no choice, one function an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.games.quetzal.events import Event
from kernel.errors import ImpossibleEvent
from kernel.games.quetzal.evolve.board import PLACING
from kernel.games.quetzal.evolve.cards import CARDS
from kernel.games.quetzal.evolve.choices import CHOICES
from kernel.games.quetzal.evolve.rounds import ROUNDS
from kernel.games.quetzal.state import State

BOOKS: dict[type, Callable[[State, Any], State]] = {**ROUNDS, **PLACING, **CHOICES, **CARDS}
"""The function that keeps the books of each event."""


def evolve(state: State, event: Event) -> State:
    """Return the state after an event.

    Raises: ImpossibleEvent for an event that cannot follow from this state.
    """
    try:
        return BOOKS[event.__class__](state, event)
    except (KeyError, ValueError, IndexError, AttributeError) as error:
        msg = f"{type(event).__name__} cannot follow here: {event}"
        raise ImpossibleEvent(msg) from error
