"""The state as a document, in the rulebook's nouns and keyed by ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from events.vocabulary import Seat
from kernel.copies import replace
from kernel.documents import Document
from kernel.games.kashgar.box import Box
from kernel.games.kashgar.rulings import Rulings
from kernel.games.kashgar.scoring import score
from kernel.games.kashgar.state import Action, Choice, Decks, End, LastTurn, Player, State
from kernel.rulings import in_force, listed


def document(state: State) -> Document:
    """Spell the state. Scores, and how many copies of a title are unseen, follow from the rest."""
    decks = state.decks
    return {
        "round": state.round,
        "turn": state.turn,
        "first_player": state.first,
        "over": state.over,
        "end": None if state.end is None else {"by": state.end.by, "during": state.end.during},
        "action": None if state.action is None else _action(state.action),
        "choice": None if state.choice is None else _choice(state.choice),
        "last_turn": None if state.last is None else _last(state.last),
        "players": {seat: _player(state, seat) for seat in state.seats},
        "display": list(state.display),
        "decks": {
            "standard": {
                "unseen": by_title(state, decks.standard, own=mixed_in(state.box, additional=state.additional)),
                "size": decks.standard_size,
                "epoch": decks.standard_epoch,
            },
            "special": {"unseen": by_title(state, decks.special)},
            "orders": {
                "unseen": by_title(state, decks.orders),
                "bottom": list(decks.bottom),
                "epoch": decks.orders_epoch,
            },
        },
        "drawn": list(state.drawn),
        "turned_up": list(state.turned_up),
        "set_aside": list(state.set_aside),
        "discard": list(state.discard),
        "out_of_game": list(state.out_of_game),
        "unused": list(state.unused),
        "additional_cards": state.additional,
        "scorings": state.scorings,
        "rulings": dict(listed(state.rulings)),
    }


def by_title(state: State, cards: Iterable[str], own: Collection[str] | None = None) -> dict[str, int]:
    """Count cards by their titles; cards that are not among the deck's `own` are named by their ids."""
    box = state.box

    def called(card: str) -> str:
        if own is not None and card not in own:
            return card
        return box.order[card].title if card in box.order else box.person[card].title

    return dict(Counter(called(card) for card in cards))


def mixed_in(box: Box, *, additional: int) -> frozenset[str]:
    """Return the cards that the standard deck is made of; by the discard pile others may get into it."""
    mixed = ("standard", "additional") if additional else ("standard",)
    return frozenset(card for deck in mixed for card in box.decks[deck].cards)


def _player(state: State, seat: Seat) -> Document:
    player = state.player(seat)
    return {
        "tracks": dict(zip(state.box.resources, player.tracks, strict=True)),
        "caravans": {str(number): list(cards) for number, cards in enumerate(player.caravans, 1)},
        "orders": list(player.orders),
        "start_cards": list(player.hand),
        "score": score(state, seat),
        "last_scored": player.last_scored,
        "out": player.is_out,
    }


def _action(action: Action) -> Document:
    return {
        "card": action.card,
        "caravan": action.caravan,
        "ground": action.ground,
        "number": action.number,
        "opponent": action.opponent,
    }


def _choice(choice: Choice) -> Document:
    return {
        "seat": choice.seat,
        "kind": choice.kind,
        "effect": choice.effect,
        "done": choice.done,
        "order": choice.order,
        "spice": choice.spice,
    }


def _last(last: LastTurn) -> Document:
    return {"seat": last.seat, "card": last.card, "ground": last.ground}


def restore(state: State, document: Document) -> State:
    """Read the state from its document; the box comes from `state`. What lies nowhere else is unseen in its deck."""
    decks, box = document["decks"], state.box
    placed = frozenset(_placed(box, document))
    standard, orders = decks["standard"], decks["orders"]
    own = mixed_in(box, additional=document["additional_cards"])
    strangers = {card for card in standard["unseen"] if card in box.person and card not in own}
    action, choice, last, end = (document[name] for name in ("action", "choice", "last_turn", "end"))
    return replace(
        state,
        rulings=in_force(Rulings, document["rulings"]),
        seats=tuple(document["players"]),
        players=tuple(_read_player(state, player) for player in document["players"].values()),
        round=document["round"],
        turn=document["turn"],
        first=document["first_player"],
        additional=document["additional_cards"],
        display=tuple(document["display"]),
        decks=Decks(
            tuple(sorted((own | strangers) - placed)),
            standard["size"],
            standard["epoch"],
            tuple(card for card in box.decks["special"].cards if card not in placed | strangers),
            tuple(card for card in box.order_deck if card not in placed),
            tuple(orders["bottom"]),
            orders["epoch"],
        ),
        set_aside=tuple(document["set_aside"]),
        discard=tuple(document["discard"]),
        out_of_game=tuple(document["out_of_game"]),
        unused=tuple(document["unused"]),
        drawn=tuple(document["drawn"]),
        turned_up=tuple(document["turned_up"]),
        action=None if action is None else Action(**action),
        choice=None if choice is None else Choice(**choice),
        last=None if last is None else LastTurn(**last),
        scorings=document["scorings"],
        end=None if end is None else End(**end),
        over=document["over"],
    )


ZONES = ("display", "drawn", "turned_up", "set_aside", "discard", "out_of_game", "unused")
"""The zones that belong to nobody and lie open, by their names in the document."""


def _placed(box: Box, document: Document) -> Iterator[str]:
    """Yield every card that lies anywhere but face down in a deck, by the name of its front face."""
    for player in document["players"].values():
        for row in player["caravans"].values():
            yield from (box.front(card) if card in box.face else card for card in row)
        yield from player["orders"]
        yield from player["start_cards"]
    for name in ZONES:
        yield from document[name]
    yield from document["decks"]["orders"]["bottom"]


def _read_player(state: State, player: Mapping[str, Any]) -> Player:
    rows = player["caravans"]
    return Player(
        tuple(player["tracks"][resource] for resource in state.box.resources),
        tuple(tuple(rows[str(number)]) for number in range(1, len(rows) + 1)),
        tuple(player["orders"]),
        tuple(player["start_cards"]),
        player["last_scored"],
        player["out"],
    )
