"""The bookkeeping of events: no rule and no choice, one function an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kernel.games.quetzal.evolve.board import PLACING
from kernel.games.quetzal.evolve.cards import CARDS
from kernel.games.quetzal.evolve.choices import CHOICES
from kernel.games.quetzal.evolve.rounds import ROUNDS
from kernel.games.quetzal.state import State

REDUCERS: dict[type, Callable[[State, Any], State]] = {**ROUNDS, **PLACING, **CHOICES, **CARDS}
"""The function that keeps the books of each event."""
