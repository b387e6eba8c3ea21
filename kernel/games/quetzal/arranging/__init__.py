"""Positions put in place by hand.

A patched document may name pieces by what they show: ``["black", "black", "character"]`` for meeples, ``vase`` for a
card, ``trio`` for a tile. Pieces that were placed leave where they were before; a player's meeples that are nowhere go
to the reserve, or to the Camp where the reserve itself was written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kernel.copies import replace
from kernel.documents import Document
from kernel.errors import ImpossiblePosition
from kernel.games.quetzal.arranging.meeples import settle_meeples
from kernel.games.quetzal.arranging.pieces import settle_pieces
from kernel.games.quetzal.deck import pool, size, stacked
from kernel.games.quetzal.document import document, restore
from kernel.games.quetzal.faults import faults
from kernel.games.quetzal.rulings import Rulings
from kernel.games.quetzal.state import State
from kernel.rulings import in_force

_POINTS = ("round", "to_act")


def arrange(state: State, found: Document, at: Mapping[str, Any]) -> State:
    """Return the state that a patched document describes.

    at: ``round`` and ``to_act`` put the game in the placing of a round, that seat's turn; empty: all goes on as it was.
    Raises: ImpossiblePosition.
    """
    if unknown := sorted(set(at) - set(_POINTS)):
        raise ImpossiblePosition((f'"{unknown[0]}" is no point of the game; there are: {", ".join(_POINTS)}',))
    before = document(state)
    try:
        # The table's rulings say how many meeples and spots there are: a position may switch them.
        state = replace(state, rulings=in_force(Rulings, found["rulings"]))
        settled = settle_meeples(state, settle_pieces(state, before, found), before)
        new = restore(state, _moved(settled, before, at))
        new = _thinned(new, found["deck"], before["deck"])
        broken = (*_shortage(new, found["deck"], before["deck"]), *faults(new))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ImpossiblePosition((f"it cannot be read: {error}",)) from error
    if broken:
        raise ImpossiblePosition(broken)
    return new


def _moved(found: Document, before: Document, at: Mapping[str, Any]) -> Document:
    """Return the document at a named point: nothing is pending there, and the marker's holder leads."""
    if not at:
        return found
    moved = {**found, "choice": None, "phase": "place", "round": at.get("round", found["round"])}
    if found["first_player"] != before["first_player"]:
        moved["leader"] = found["first_player"]
    elif found["leader"] != before["leader"]:
        moved["first_player"] = found["leader"]
    elif "round" in at:
        moved["leader"] = found["first_player"]
    moved["turn"] = at.get("to_act") or found["turn"] or moved["leader"]
    moved["places"] = {
        name: {space: _undone(stands) for space, stands in row.items()} if isinstance(row, dict) else _undone(row)
        for name, row in found["places"].items()
    }
    return moved


def _undone(stands: list[Document]) -> list[Document]:
    return [{key: value for key, value in stand.items() if key != "done"} for stand in stands]


def _thinned(state: State, wanted: Document, before: Document) -> State:
    """Take cards and tiles out of the game, from the last, where the deck or the stack was written smaller."""
    out = list(state.out)
    if wanted["artifacts"] != before["artifacts"]:
        surplus = size(state) - wanted["artifacts"]
        out += [(card, "set_aside") for card in pool(state)[::-1][: max(0, surplus)]]
    if wanted["upgrades"] != before["upgrades"]:
        stack = stacked(state)
        out += [(tile, "set_aside") for tile in stack[::-1][: max(0, len(stack) - wanted["upgrades"])]]
    return replace(state, out=tuple(sorted(out)))


def _shortage(state: State, wanted: Document, before: Document) -> Iterator[str]:
    if wanted["artifacts"] != before["artifacts"] and size(state) != wanted["artifacts"]:
        yield f"the deck cannot have {wanted['artifacts']} cards"
    if wanted["upgrades"] != before["upgrades"] and len(stacked(state)) != wanted["upgrades"]:
        yield f"the stack cannot have {wanted['upgrades']} tiles"
