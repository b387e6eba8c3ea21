"""Positions put in place by hand: what is placed leaves where it lay, what is replaced goes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kernel.copies import replace
from kernel.documents import Document
from kernel.errors import ImpossiblePosition
from kernel.games.kashgar.box import Box
from kernel.games.kashgar.document import ZONES, restore
from kernel.games.kashgar.document import document as spelled
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
    after = dict(_zones(document))
    if fresh:
        after["drawn",] = after["turned_up",] = ()
        for seat in document["players"]:
            after["players", seat, "start_cards"] = ()
    patched = [path for path, cards in after.items() if cards != before.get(path)]
    box = state.box
    taken: set[str] = set()
    for path in sorted(patched, key=lambda path: _leaves_copies_open(box, after[path])):
        after[path] = tuple(_card(box, card, taken) for card in after[path])
    mixed = bool(document["additional_cards"])
    for path in _DECKS:
        strange = [card for card in after[path] if path in patched and _home(box, card, mixed=mixed) != path]
        if strange:
            raise ImpossiblePosition((f"{strange[0]} is no card of the {path[1]} deck",))
    for path, cards in tuple(after.items()):
        if path not in patched:
            after[path] = () if path in _DECKS else tuple(card for card in cards if _front(box, card) not in taken)
    lying = {_front(box, card) for cards in after.values() for card in cards}
    for card in _all(box):
        if card not in lying:
            home = _home(box, card, mixed=mixed)
            home = _UNUSED if home in patched else home
            after[home] = (*after[home], card)
    after[_UNUSED] = tuple(sorted(after[_UNUSED]))
    return _with_zones(state, document, after)


_UNUSED: Zone = ("unused",)
_DECKS: tuple[Zone, ...] = tuple(("decks", deck, "unseen") for deck in ("standard", "special", "orders"))


def _zones(document: Document) -> Iterator[tuple[Zone, tuple[str, ...]]]:
    """Yield each zone with what it is said to hold; a deck by its titles."""
    for seat, player in document["players"].items():
        for number, cards in player["caravans"].items():
            yield ("players", seat, "caravans", number), tuple(cards)
        for name in ("orders", "start_cards"):
            yield ("players", seat, name), tuple(player[name])
    for path in _DECKS:
        yield path, _told(document["decks"][path[1]]["unseen"])
    yield ("decks", "orders", "bottom"), tuple(document["decks"]["orders"]["bottom"])
    for name in ZONES:
        yield (name,), tuple(document[name])


def _told(unseen: Any) -> tuple[str, ...]:
    """Return what a deck is said to hold: copies by title, or a list of cards."""
    if isinstance(unseen, Mapping):
        for title, copies in unseen.items():
            if not 0 <= copies <= _MOST_COPIES:
                raise ImpossiblePosition((f"no deck holds {copies} copies of {title}",))
        return tuple(sorted(title for title, copies in unseen.items() for _ in range(copies)))
    return tuple(unseen)


_MOST_COPIES = 1000
"""More than any box has; how many copies there really are is found when they are laid."""


def _leaves_copies_open(box: Box, cards: Iterable[str]) -> bool:
    """Tell whether a zone names titles; zones that name copies are served first."""
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


def _home(box: Box, card: str, *, mixed: bool) -> Zone:
    """Return where a card goes that lies nowhere. mixed: whether additional cards are mixed in."""
    deck = box.person[card].deck if card in box.person else "orders"
    if deck == "additional" and mixed:
        deck = "standard"
    return ("decks", deck, "unseen") if deck in ("standard", "special", "orders") else _UNUSED


def _with_zones(state: State, document: Document, zones: Mapping[Zone, tuple[str, ...]]) -> Document:
    new: Document = {**document, "players": {}, "decks": {name: {**deck} for name, deck in document["decks"].items()}}
    for seat, player in document["players"].items():
        new["players"][seat] = {**player, "caravans": {**player["caravans"]}}
    for path, cards in zones.items():
        holder = new
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = list(cards)
    # Additional cards that were left out unseen stay so: the deck is smaller than what may be in it.
    left_out = len(state.decks.standard) - state.decks.standard_size
    new["decks"]["standard"]["size"] = max(0, len(zones["decks", "standard", "unseen"]) - left_out)
    return new
