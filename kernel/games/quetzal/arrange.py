"""Positions put in place by hand (first stage: as they are written)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kernel.documents import Document
from kernel.errors import ImpossiblePosition
from kernel.games.quetzal.document import restore
from kernel.games.quetzal.faults import faults
from kernel.games.quetzal.state import State


def arrange(state: State, found: Document, at: Mapping[str, Any]) -> State:  # noqa: ARG001
    """Return the state that a patched document describes."""
    new = restore(state, found)
    if broken := faults(new):
        raise ImpossiblePosition(broken)
    return new
