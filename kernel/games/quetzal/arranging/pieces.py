"""Cards and tiles of a written position: named, and taken from where they were."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from kernel.documents import Document
from kernel.games.quetzal.state import State

Holders: TypeAlias = dict[tuple[str, ...], list[Any]]
"""What lies where, by the keys that lead there in the document."""


def settle_pieces(state: State, before: Document, found: Document) -> Document:
    """Return the document with every card and tile named by id, and in one place only."""
    cards, tiles = state.box.cards, state.box.tiles
    settled = _settle(_cards(found), _cards(before), tuple(cards), lambda card: cards[card].variant)
    settled |= _settle(_tiles(found), _tiles(before), tuple(tiles), tiles.__getitem__)
    placed = {piece for pieces in settled.values() for piece in pieces if isinstance(piece, str)}
    old_out = {piece for piece in before["out"] if before["out"] == found["out"]}
    document = {**found, "out": {p: how for p, how in found["out"].items() if p not in placed or p not in old_out}}
    for keys, pieces in settled.items():
        document = _with(document, keys, pieces)
    return document


def _with(document: Document, keys: tuple[str, ...], value: object) -> Document:
    first, *rest = keys
    return {**document, first: _with(document[first], tuple(rest), value) if rest else value}


def _cards(document: Document) -> Holders:
    holders: Holders = {
        ("display", place): list(cards) for place, cards in document["display"].items() if place != "village"
    }
    holders |= {("players", seat, "artifacts"): list(row["artifacts"]) for seat, row in document["players"].items()}
    holders["deck", "under"] = list(document["deck"]["under"])
    return holders


def _tiles(document: Document) -> Holders:
    holders: Holders = {("display", "village"): list(document["display"]["village"])}
    for seat, row in document["players"].items():
        for pile in ("upgrades", "discard"):
            holders["players", seat, pile] = list(row[pile])
    return holders


def _settle(holders: Holders, before: Holders, ids: tuple[str, ...], shows: Callable[[str], str]) -> Holders:
    written = {keys for keys, pieces in holders.items() if pieces != before[keys]}
    used = {piece for keys in written for piece in holders[keys] if piece in ids}
    lying = {piece for pieces in before.values() for piece in pieces if isinstance(piece, str)}
    settled: Holders = {}
    for keys in holders:
        if keys in written:
            settled[keys] = [_named(piece, ids, shows, used, lying) for piece in holders[keys]]
    for keys, pieces in holders.items():
        if keys not in written:
            settled[keys] = [piece for piece in pieces if not isinstance(piece, str) or piece not in used]
    return settled


def _named(
    piece: Any, ids: Iterable[str], shows: Callable[[str], str], used: set[str], lying: Mapping[str, Any] | set[str]
) -> Any:
    """Return the id of a piece named by what it shows: one that nobody can see, else one that lies somewhere."""
    if not isinstance(piece, str) or piece in used:
        return piece
    alike = [other for other in ids if other not in used and shows(other) == piece]
    if not alike:
        return piece
    chosen = min(alike, key=lambda other: (other in lying, alike.index(other)))
    used.add(chosen)
    return chosen
