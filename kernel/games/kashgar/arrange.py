"""Positions put in place by hand: what is placed leaves where it lay, what is replaced goes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kernel.copies import replace
from kernel.documents import Document
from kernel.errors import ImpossiblePosition
from kernel.games.kashgar.box import Box
from kernel.games.kashgar.document import document as spelled
from kernel.games.kashgar.document import restore
from kernel.games.kashgar.faults import faults
from kernel.games.kashgar.state import State

_POINTS = ("round", "to_act", "first_player")
Zone = tuple[str, ...]


def arrange(state: State, document: Document, at: Mapping[str, Any]) -> State:
    """Return the position that a patched document asks for.

    Cards may be named by their title alone: the first copy that lies nowhere else is meant. A zone that was patched
    holds what it says; the other zones lose what was placed. A card that lies nowhere any more goes back to its deck,
    or, where the deck itself was patched, takes no part. With a point of the game named, whatever was going on is
    over, and that seat begins a turn.

    Raises: ImpossiblePosition.
    """
    unknown = [name for name in at if name not in _POINTS]
    if unknown:
        raise ImpossiblePosition((f'there is no point "{unknown[0]}"; there are {", ".join(_POINTS)}',))
    try:
        new = restore(state, _laid(state, document, fresh=bool(at)))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ImpossiblePosition((f"the document cannot be read: {error}",)) from error
    new = _at(new, at)
    broken = faults(new)
    if broken:
        raise ImpossiblePosition(broken)
    return new


def _at(state: State, at: Mapping[str, Any]) -> State:
    if not at:
        return state
    first = at.get("first_player", state.first or state.seats[0])
    return replace(
        state,
        turn=at.get("to_act", state.turn or first),
        first=first,
        round=at.get("round", max(state.round, 1)),
        action=None,
        choice=None,
        last=None,
        over=False,
    )


def _laid(state: State, document: Document, *, fresh: bool) -> Document:
    """Return the document with every card in one place. fresh: drawn and turned-up cards go back too."""
    before = dict(_zones(spelled(state)))
    after = {path: tuple(cards) for path, cards in _zones(document)}
    if fresh:
        after[("drawn",)] = after[("turned_up",)] = ()
        for seat in document["players"]:
            after["players", seat, "start_cards"] = ()
    patched = [path for path, cards in after.items() if cards != before.get(path)]
    box = state.box
    taken: set[str] = set()
    for path in sorted(patched, key=lambda path: _named_first(box, after[path])):
        after[path] = tuple(_card(box, card, taken) for card in after[path])
    for path, cards in tuple(after.items()):
        if path not in patched:
            after[path] = tuple(card for card in cards if _front(box, card) not in taken)
    lying = {_front(box, card) for cards in after.values() for card in cards}
    _put_back(box, after, patched, [card for card in _all(box) if card not in lying], document)
    return _with_zones(document, after)


def _zones(document: Document) -> Iterator[tuple[Zone, tuple[str, ...]]]:
    for seat, player in document["players"].items():
        for number, cards in player["caravans"].items():
            yield ("players", seat, "caravans", number), tuple(cards)
        for name in ("orders", "start_cards"):
            yield ("players", seat, name), tuple(player[name])
    for deck, name in (("standard", "unseen"), ("special", "unseen"), ("orders", "unseen"), ("orders", "bottom")):
        yield ("decks", deck, name), tuple(document["decks"][deck][name])
    for name in ("display", "drawn", "turned_up", "set_aside", "discard", "out_of_game", "unused"):
        yield (name,), tuple(document[name])


def _named_first(box: Box, cards: Iterable[str]) -> bool:
    """Zones that name copies come before zones that leave the copy open."""
    return any(card not in box.person and card not in box.order for card in cards)


def _card(box: Box, named: str, taken: set[str]) -> str:
    """Return the id of a card, taking the first free copy of a title."""
    known = [named] if named in box.person or named in box.order else _copies(box, named)
    free = next((card for card in known if _front(box, card) not in taken), None)
    if free is None:
        raise ImpossiblePosition((f"the box has no {'further ' if known else ''}card {named}",))
    taken.add(_front(box, free))
    return free


def _copies(box: Box, title: str) -> list[str]:
    found = [card for card, kind in box.person.items() if kind.title == title]
    found += [card for card, kind in box.order.items() if kind.title == title]
    return sorted(found, key=lambda card: (len(card), card))


def _front(box: Box, card: str) -> str:
    return box.front(card) if card in box.person else card


def _all(box: Box) -> tuple[str, ...]:
    return (*(card for card, person in box.person.items() if person.count), *box.order_deck)


def _put_back(
    box: Box, after: dict[Zone, tuple[str, ...]], patched: list[Zone], loose: list[str], document: Document
) -> None:
    """Put cards that lie nowhere back into their decks; what no open deck takes is not used."""
    homes: dict[str, Zone] = {"standard": ("decks", "standard", "unseen"), "special": ("decks", "special", "unseen")}
    if document["additional_cards"]:
        homes["additional"] = homes["standard"]
    for card in loose:
        deck = box.person[card].deck if card in box.person else "orders"
        home = ("decks", "orders", "unseen") if deck == "orders" else homes.get(deck, ("unused",))
        home = ("unused",) if home in patched else home
        after[home] = (*after[home], card)
    for path in (*homes.values(), ("decks", "orders", "unseen"), ("unused",)):
        after[path] = tuple(sorted(after[path]))


def _with_zones(document: Document, zones: Mapping[Zone, tuple[str, ...]]) -> Document:
    new: Document = {**document, "players": {}, "decks": {name: {**deck} for name, deck in document["decks"].items()}}
    for seat, player in document["players"].items():
        new["players"][seat] = {**player, "caravans": {**player["caravans"]}}
    for path, cards in zones.items():
        holder = new
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = list(cards)
    left_out = len(document["decks"]["standard"]["unseen"]) - document["decks"]["standard"]["size"]
    unseen = new["decks"]["standard"]["unseen"]
    new["decks"]["standard"]["size"] = max(0, len(unseen) - max(0, left_out))
    return new
