"""From the actions and choices of a trace to moves of refold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Record = dict[str, Any]

CHOICES = {
    "compensation": "choose_compensation",
    "goods_gained": "choose_goods",
    "two_different": "choose_goods",
    "goods_paid": "choose_goods",
    "column_bonus": "choose_bonus",
    "copied_income": "choose_income",
    "own_incomes": "choose_income",
    "discard": "keep_contract",
    "step": "step",
}
"""Which move answers a choice of a trace."""


INCOMES = {"copied_income": "other_income", "own_incomes": "own_income"}
"""What is due when an income is chosen, by the choice of a trace."""


class Hands:
    """Finds the dice that a trace names by colour and face among those that a seat holds."""

    def __init__(self, player: Mapping[str, Any]) -> None:
        """Take a seat's part of the document."""
        self._dice = dict(player["dice"])
        self._figures = dict(player["figures"])

    def die(self, told: Record) -> Record:
        """Take a die of this colour that shows this face, or whose face is chosen when it is placed."""
        for die, face in self._dice.items():
            if die.partition(".")[0] == told["colour"] and face in (None, told["face"]):
                del self._dice[die]
                return {"id": die, "face": told["face"] or 0}
        return {"id": "", "face": told["face"] or 0}

    def walk(self, path: list[list[str]]) -> Record:
        """Return path and figures of steps, each given as [from, to]."""
        figures = []
        for start, end in path:
            figure = next((number for number, place in self._figures.items() if place == start), "1")
            self._figures[figure] = end
            figures.append(int(figure))
        walked: Record = {"path": [end for _, end in path]}
        return {**walked, "figures": figures} if set(figures) - {1} else walked


def main_move(action: Record, player: Mapping[str, Any]) -> Record:
    """Return the move that an action asks for."""
    hands = Hands(player)
    do = action["do"]
    if do.startswith("bazaar_"):
        return {
            "do": "bazaar",
            "row": do.removeprefix("bazaar_"),
            "dice": _dice(action, hands),
            "column": action["column"],
        }
    return _MOVES[do](action, hands)


def _dice(action: Record, hands: Hands) -> list[Record]:
    return [hands.die(die) for die in action["dice"]]


def _one_die(action: Record, hands: Hands) -> Record:
    return hands.die(action["dice"][0])


def _contracts(action: Record, hands: Hands) -> Record:
    discards = [effect["contract"] for effect in action["effects"] if effect["type"] == "discard"]
    taken = [tile["contract"] for tile in action["contracts"]]
    return {"do": "take_contracts", "die": _one_die(action, hands), "contracts": taken, "discard": discards}


def _travel(action: Record, hands: Hands) -> Record:
    return {"do": "travel", "dice": _dice(action, hands), **hands.walk(action["path"])}


def _city_card(action: Record, hands: Hands) -> Record:
    move = {"do": "city_card", "card": action["card"], "die": _one_die(action, hands), "times": action["value"]}
    return {**move, "trade": action["trade"]} if "trade" in action else move


_MOVES: Mapping[str, Callable[[Record, Hands], Record]] = {
    "take_5_coins": lambda action, hands: {"do": "take_five_coins", "die": _one_die(action, hands)},
    "money_bag": lambda action, hands: {"do": "money_bag", "die": _one_die(action, hands)},
    "khans_favor": lambda action, hands: {
        "do": "take_khans_favor",
        "die": _one_die(action, hands),
        "good": action["good"],
    },
    "take_contracts": _contracts,
    "travel": _travel,
    "city_card": _city_card,
    "complete_contract": lambda action, _: {"do": "complete_contract", "contract": action["contract"]},
    "reroll_die": lambda action, hands: {"do": "reroll_die", "die": hands.die(action["die"])},
    "adjust_die": lambda action, hands: {"do": "adjust_die", "die": hands.die(action["die"]), "pips": action["by"]},
    "take_black_die": lambda _, __: {"do": "take_black_die"},
}


def single_choices(choice: Record) -> list[Record]:
    """Part a choice of several incomes into one choice for each."""
    if choice["what"] != "own_incomes":
        return [choice]
    return [{**choice, "places": [place]} for place in choice["places"]]


def choice_move(choice: Record, document: Mapping[str, Any]) -> Record:
    """Return the move that answers a choice."""
    bag = choice.get("bag", {})
    match choice["what"]:
        case "compensation":
            return {"do": "choose_compensation", "coins": bag.get("coin", 0), "camels": bag.get("camel", 0)}
        case "goods_gained" | "two_different" | "goods_paid":
            return {"do": "choose_goods", "goods": [good for good in sorted(bag) for _ in range(bag[good])]}
        case "column_bonus":
            return {"do": "choose_bonus", "resource": next(iter(bag))}
        case "copied_income":
            place = next(place for place, income in document["incomes"].items() if income == choice["income"])
            return {"do": "choose_income", "place": place}
        case "own_incomes":
            return {"do": "choose_income", "place": choice["places"][0]}
        case "discard":
            drawn = document["players"][choice["seat"]]["drawn"]
            if choice["contract"] == drawn:
                return {"do": "refuse_contract"}
            return {"do": "keep_contract", "discard": choice["contract"]}
        case "step":
            hands = Hands(document["players"][choice["seat"]])
            return {"do": "step", **hands.walk(choice["path"] or [])}
    message = f"a trace has no choice {choice['what']!r}"
    raise ValueError(message)
