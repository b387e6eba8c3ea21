"""The state as a document, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from events.frozen import field_names
from events.games.marco_polo.turns import Owing
from events.secrets import Secret
from events.vocabulary import Seat
from kernel.copies import replace
from kernel.documents import Document
from kernel.games.marco_polo.box import Box
from kernel.games.marco_polo.rulings import Rulings
from kernel.games.marco_polo.state import (
    Board,
    Journey,
    Placed,
    Player,
    State,
    Turn,
    colour_of,
    special_pile_size,
)
from kernel.rulings import in_force, listed

PARTS = ("coins", "goal_cards", "goal_places", "beijing", "goods", "most_contracts", "black_posts")
"""The parts of the final scoring, in the rulebook's order."""

NAMES = {"coin": "coins", "camel": "camels"}
"""How the document calls a resource, where that is not its id."""


def document(state: State) -> Document:
    """Spell the state. Derived for the reader: `posts_left`, the size of the special pile."""
    board, turn = state.board, state.turn
    dealt = {card for _, cards in board.city_cards for card in cards}
    return {
        "round": state.round,
        "phase": state.phase,
        "start_player": state.start_player,
        "last_traveller": state.last_traveller or None,
        "turn": {
            "seat": turn.seat or None,
            "main_action_done": turn.main_done,
            "black_die_bought": turn.bought,
            "posts_placed": list(turn.posts),
        },
        "due": [_owing(owing) for owing in state.owing],
        "journey": _journey(state.journey),
        "spaces": {
            space: [_placed(die) for die in dice]
            for space, dice in zip(state.box.spaces, board.spaces, strict=True)
            if dice or space in dealt or space not in state.box.city_cards
        },
        "black_dice": list(board.black_dice),
        "contracts": {
            "board": {str(column): contract or None for column, contract in enumerate(board.columns, 1)},
            "piles": list(board.piles),
            "special_pile": {"size": special_pile_size(state), "bottom": list(board.bottom)},
            "out_of_game": list(state.removed),
        },
        "city_cards": {city: list(cards) for city, cards in board.city_cards},
        "outposts": dict(board.outposts),
        "incomes": dict(board.incomes),
        "beijing": {str(slot): seat or None for slot, seat in enumerate(board.beijing, 1)},
        "characters_on_offer": list(state.offer),
        "players": {seat: _player(state.box, player) for seat, player in zip(state.seats, state.players, strict=True)},
        "options": dict(state.options),
        "rulings": dict(listed(state.rulings)),
    }


def _player(box: Box, player: Player) -> Document:
    return {
        "character": player.character or None,
        **{NAMES.get(key, key): amount for key, amount in zip(box.resources, player.stock, strict=True)},
        "dice": {die: face or None for die, face in player.dice},
        "figures": {str(number): place for number, place in enumerate(player.figures, 1)},
        "posts": list(player.posts),
        "posts_left": player.posts_left,
        "contracts": list(player.active),
        "completed": list(player.completed),
        "drawn": player.drawn or None,
        "compensation": player.compensation,
        "goals": player.goals,
        "goals_dealt": player.goals_dealt,
        "final_scoring": dict(player.scored),
    }


def _placed(die: Placed) -> Document:
    spelled: Document = {"id": die.id, "face": die.face or None}
    if die.by != owner(die.id):
        spelled["by"] = die.by
    return spelled


def owner(die: str) -> Seat:
    """Return the seat whose colour a die has; "" for black, white and neutral dice."""
    colour = colour_of(die)
    return "" if colour in {"black", "white", "neutral"} else colour


def _owing(owing: Owing) -> Document:
    spelled: Document = {"kind": owing.kind, "seat": owing.seat, "amount": owing.amount, "source": owing.source}
    if owing.options:
        spelled["options"] = list(owing.options)
    if owing.bag:
        spelled["bag"] = dict(owing.bag)
    return spelled


def _journey(journey: Journey | None) -> Document | None:
    if journey is None:
        return None
    spelled = {name: getattr(journey, name) for name in field_names(Journey)}
    return {**spelled, "figures": list(journey.figures), "places": list(journey.places)}


def restore(state: State, document: Document) -> State:
    """Read the state that a document describes; the box comes from `state`.

    Raises: KeyError, TypeError, ValueError where it describes none.
    """
    box, contracts, turn = state.box, document["contracts"], document["turn"]
    spaces = document["spaces"]
    return replace(
        state,
        players=tuple(_read_player(box, seat, document["players"][seat]) for seat in state.seats),
        board=Board(
            spaces=tuple(tuple(_read_placed(die) for die in spaces.get(space, ())) for space in box.spaces),
            black_dice=tuple(document["black_dice"]),
            columns=tuple(contract or "" for contract in _numbered(contracts["board"])),
            piles=tuple(contracts["piles"]),
            bottom=tuple(contracts["special_pile"]["bottom"]),
            city_cards=tuple(
                (city, tuple(cards)) for city, cards in _ordered(document["city_cards"], box.large_cities)
            ),
            outposts=tuple((city, tile) for city, tile in _ordered(document["outposts"], box.large_cities) if tile),
            incomes=tuple(_ordered(document["incomes"], box.small_cities)),
            beijing=tuple(seat or "" for seat in _numbered(document["beijing"])),
        ),
        turn=Turn(turn["seat"] or "", turn["main_action_done"], turn["black_die_bought"], tuple(turn["posts_placed"])),
        phase=document["phase"],
        round=document["round"],
        start_player=document["start_player"],
        last_traveller=document["last_traveller"] or "",
        owing=tuple(_read_owing(owing) for owing in document["due"]),
        journey=_read_journey(document["journey"]),
        offer=tuple(document["characters_on_offer"]),
        removed=tuple(contracts["out_of_game"]),
        options=tuple(sorted(document["options"].items())),
        rulings=in_force(Rulings, document["rulings"]),
    )


def _ordered(found: Mapping[str, Any], order: Iterable[str]) -> list[tuple[str, Any]]:
    """Return the items of an object in a known order, those it does not know last."""
    known = tuple(order)
    return sorted(found.items(), key=lambda item: known.index(item[0]) if item[0] in known else len(known))


def _numbered(found: Mapping[str, Any]) -> list[Any]:
    """Return the values of an object whose keys are numbers, in their order."""
    return [found[key] for key in sorted(found, key=int)]


def _read_player(box: Box, seat: Seat, document: Mapping[str, Any]) -> Player:
    return Player(
        character=document["character"] or "",
        stock=tuple(document[NAMES.get(key, key)] for key in box.resources),
        dice=tuple(sorted((die, face or 0) for die, face in document["dice"].items())),
        figures=tuple(_numbered(document["figures"])),
        posts=tuple(document["posts"]),
        posts_left=document["posts_left"],
        active=tuple(sorted(document["contracts"])),
        completed=tuple(document["completed"]),
        drawn=document["drawn"] or "",
        compensation=document["compensation"],
        goals_dealt=_secret(seat, document["goals_dealt"]),
        goals=_secret(seat, document["goals"]),
        scored=tuple(_ordered(document["final_scoring"], PARTS)),
    )


def _secret(seat: Seat, value: Any) -> Secret | None:
    if value is None or isinstance(value, Secret):
        return value
    if isinstance(value, dict):
        return Secret(seat=value["for"], commitment=value["sealed"])
    return Secret(seat=seat, value=tuple(value))


def _read_placed(die: Mapping[str, Any]) -> Placed:
    return Placed(die["id"], die.get("face") or 0, die.get("by", owner(die["id"])))


def _read_owing(owing: Mapping[str, Any]) -> Owing:
    return Owing(
        kind=owing["kind"],
        seat=owing["seat"],
        amount=owing["amount"],
        source=owing["source"],
        options=tuple(owing.get("options", ())),
        bag=tuple(owing.get("bag", {}).items()),
    )


def _read_journey(journey: Mapping[str, Any] | None) -> Journey | None:
    if journey is None:
        return None
    return Journey(
        journey["seat"],
        journey["travel"],
        journey["left"],
        tuple(journey["figures"]),
        tuple(journey["places"]),
    )
