"""The JSON Schema of a game's scripts, by which an editor completes and checks them while they are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from events.secrets import Secret
from kernel.decider import AnyGame
from kernel.rulebook import Rulebook
from replay import library
from replay.json_schema import DIALECT, Records, closed, ref
from replay.script import FORMAT
from replay.steps import POLICIES, RESULTS

FILE = "script-1.{}.schema.json"
"""Name of the file with the schema of a game's scripts."""

_TEXT = {"type": "string"}
_SEAT = ref("seat")
_STEPS = {"type": "array", "items": ref("step")}
_ANY_STEP: Mapping[str, Any] = {"label": _TEXT, "note": _TEXT}
_POINTER = "(/([^~/]|~[01])*)*"
_POINTERS = {"type": "object", "propertyNames": {"pattern": f"^{_POINTER}$"}}


def script_schema(name: str) -> dict[str, Any]:
    """Return the schema of a game's scripts.

    Raises: UnsupportedVersion for a game that is not here.
    """
    game, rulebook = library.game(name), library.rulebook(name)
    # A secret stands in a script in the clear, as what it is: a number, an id, a list.
    records = Records({Secret: {}}, complete=False)
    moves = game.vocabulary.moves
    steps = {f"move.{move}": _move(move, cls, records) for move, cls in sorted(moves.items())}
    choices = {
        f"choice.{move}": records.record(cls, {"do": {"const": move}}, without="seat")
        for move, cls in sorted(moves.items())
    }
    return {
        "$schema": DIALECT,
        "title": f"A script of {game.title}",
        **closed(_top(game, rulebook), needed=("refold", "game", "seats")),
        "$defs": {
            "seat": {"type": "string", "minLength": 1},
            "clause": {"enum": list(rulebook.clauses)},
            "step": {"anyOf": [*map(ref, steps), *_steps(rulebook)]},
            "choice": {"anyOf": [*map(ref, choices)]},
            **steps,
            **choices,
            **dict(sorted(records.schemas.items())),
        },
    }


def any_script_schema(names: Iterable[str]) -> dict[str, Any]:
    """Return the schema of the scripts of several games: it points to the file of the game that a script names."""
    games = list(names)
    return {
        "$schema": DIALECT,
        "title": "A script of a game",
        "type": "object",
        "properties": {"refold": {"const": FORMAT}, "game": {"enum": games}},
        "required": ["refold", "game"],
        "allOf": [
            {
                "if": {"properties": {"game": {"const": game}}, "required": ["game"]},
                "then": {"$ref": FILE.format(game)},
            }
            for game in games
        ],
    }


def _top(game: AnyGame, rulebook: Rulebook) -> dict[str, Any]:
    least, most = game.seats
    return {
        "$schema": _TEXT,
        "refold": {"const": FORMAT},
        "title": _TEXT,
        "note": _TEXT,
        "game": {"const": game.name},
        "seats": {"type": "array", "items": _SEAT, "minItems": least, "maxItems": most, "uniqueItems": True},
        "setup": closed({option: {"enum": list(values)} for option, values in game.options.items()}),
        "content": {"anyOf": [{"enum": list(game.packs)}, {"type": "string", "pattern": "\\.json$"}]},
        "seed": {"type": "string", "pattern": "^([0-9a-f]{2}){16,}$", "description": "at least 32 hex digits"},
        "rulings": _rulings(rulebook),
        "chance": {"type": "object", "additionalProperties": {"type": "array"}},
        "meta": {"type": "object", "additionalProperties": _TEXT},
        "given": _given(),
        "steps": _STEPS,
    }


def _rulings(rulebook: Rulebook) -> dict[str, Any]:
    return closed(
        {
            ruling.id: {
                "enum": [ruling.default] if ruling.fixed else list(ruling.options),
                "default": ruling.default,
                "description": ruling.question.get("en", ""),
            }
            for ruling in rulebook.rulings.values()
        }
    )


def _given() -> dict[str, Any]:
    return {
        "type": "object",
        "propertyNames": {"pattern": f"^(at|{_POINTER})$"},
        "properties": {"at": {"type": "object"}},
    }


def _expected() -> dict[str, Any]:
    """Describe a value that is expected: any, or one within bounds."""
    whole = {"type": "integer"}
    bounds = {**closed({"min": whole, "max": whole, "contains": {}}), "minProperties": 1}
    return {"anyOf": [bounds, {"not": {"type": "object"}}, {"type": "object", "not": _bounded()}]}


def _bounded() -> dict[str, Any]:
    return {"propertyNames": {"enum": ["min", "max", "contains"]}, "minProperties": 1}


def _until() -> dict[str, Any]:
    return {
        "anyOf": [
            {"enum": ["end", "round_end"]},
            {"type": "integer", "minimum": 1, "description": "a number of moves"},
            closed({"round": {"type": "integer"}}, needed=("round",)),
            closed({"to_act": _SEAT}, needed=("to_act",)),
        ]
    }


def _steps(rulebook: Rulebook) -> list[dict[str, Any]]:
    """List the steps that are no moves."""
    back = {"type": ["string", "integer", "null"], "description": "a label, the number of an entry, or null"}
    decision = {"arbiter": _TEXT, "reason": _TEXT, "clause": ref("clause"), "set": _POINTERS}
    resigned, abandoned = RESULTS
    return [
        _step({"expect": {**_POINTERS, "additionalProperties": _expected()}}),
        _step({"given": _given()}),
        _step({"variation": _STEPS}),
        _step({"under": {**_rulings(rulebook), "minProperties": 1}, "steps": _STEPS}),
        _step({"auto": {"enum": list(POLICIES)}, "until": _until()}, needed=("auto",)),
        _step({"undo": back, "by": _SEAT, "forced": {"type": "boolean"}}, needed=("undo",)),
        _step({"redo": back, "by": _SEAT}, needed=("redo",)),
        _step({"override": closed(decision, needed=tuple(decision))}),
        _step({"end": {"const": resigned}, "by": _SEAT}),
        _step({"end": {"const": abandoned}}),
        closed({"include": _TEXT, "note": _TEXT}, needed=("include",)),
        closed({"note": _TEXT, "label": _TEXT}, needed=("note",)),
    ]


def _step(fields: Mapping[str, Any], needed: tuple[str, ...] | None = None) -> dict[str, Any]:
    return closed({**fields, **_ANY_STEP}, needed=tuple(fields) if needed is None else needed)


def _move(name: str, cls: type, records: Records) -> dict[str, Any]:
    """Describe a move as a step: its own fields between those that any move has."""
    described = records.record(cls, {"by": _SEAT, "do": {"const": name}}, without="seat")
    refused = {"anyOf": [ref("clause"), closed({"first": ref("clause")}, needed=("first",))]}
    described["properties"] |= {"then": {"type": "array", "items": ref("choice")}, "refused": refused, **_ANY_STEP}
    return described
