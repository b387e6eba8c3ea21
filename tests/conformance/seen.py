"""refold's document in the words of a trace, so that both sides can be compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

Record = dict[str, Any]

RESOURCES = {"coin": "coins", "camel": "camels", "pepper": "pepper", "silk": "silk", "gold": "gold", "vp": "vp"}
SPACES_UNNAMED = ("money_bag",)


def seat_state(document: Mapping[str, Any], seat: str) -> Record:
    """Return what a seat has, as a trace tells it; what has no order is sorted."""
    player = document["players"][seat]
    found: Record = {told: player[ours] for told, ours in RESOURCES.items()}
    found["posts"] = list(player["posts"])
    found["figures"] = sorted(player["figures"].values())
    found["active"] = sorted(player["contracts"])
    found["completed"] = list(player["completed"])
    found["dice"] = sorted((die.partition(".")[0], face or 0) for die, face in player["dice"].items())
    return found


def told_seat(told: Record) -> Record:
    """Return a trace's seat in the same form."""
    found = {**told, "figures": sorted(told["figures"]), "active": sorted(told["active"])}
    found["dice"] = sorted((die["colour"], die["face"] or 0) for die in told["dice"])
    return found


def board_state(document: Mapping[str, Any], neutral: str | None) -> Record:
    """Return the board as a trace tells it. neutral: the colour that its neutral dice have."""
    contracts = document["contracts"]
    traveller = document["last_traveller"] or document["start_player"]
    spaces = {}
    for space, dice in document["spaces"].items():
        if dice:
            spaces[space] = [_die(_colour(die["id"], neutral), die["face"], neutral) for die in dice]
    return {
        "contracts": [tile for tile in contracts["board"].values() if tile],
        "special_pile": contracts["special_pile"]["size"],
        "black_dice": len(document["black_dice"]),
        "last_traveller_or_start": traveller,
        "beijing": [seat for seat in document["beijing"].values() if seat],
        "outposts_left": sorted(document["outposts"]),
        "spaces": spaces,
    }


def told_board(told: Record, neutral: str | None) -> Record:
    """Return a trace's board in the same form."""
    spaces = {
        space: [_die(die["colour"], die["face"], neutral) for die in dice]
        for space, dice in told["spaces"].items()
        if dice
    }
    return {
        **told,
        "special_pile": len(told["special_pile"]),
        "outposts_left": sorted(told["outposts_left"]),
        "spaces": spaces,
    }


def _die(colour: str, face: int | None, neutral: str | None) -> tuple[str, int]:
    """Return a die as colour and face; that of a neutral die has no meaning on some spaces, so it counts nowhere."""
    return colour, 0 if colour == neutral else face or 0


def _colour(die: str, neutral: str | None) -> str:
    colour = die.partition(".")[0]
    return neutral or colour if colour == "neutral" else colour


def open_spaces(moves: list[Record]) -> set[str]:
    """Return the main-action spaces and city cards that legal moves lead to, as a trace calls them."""
    found = Counter(_space(move) for move in moves)
    del found[""]
    return set(found)


def _space(move: Record) -> str:
    match move["do"]:
        case "take_five_coins":
            return "take_5_coins"
        case "take_khans_favor":
            return "khans_favor"
        case "bazaar":
            return f"bazaar_{move['row']}"
        case "city_card":
            return str(move["card"])
        case "take_contracts" | "travel":
            return str(move["do"])
        case _:
            return ""
