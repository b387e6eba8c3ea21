"""The JSON Schema of a game's scripts, by which an editor completes and checks them while they are written."""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from events.encoding import plain
from events.secrets import Secret
from kernel.decider import AnyGame
from kernel.rulebook import Rulebook
from replay import library
from replay.script import FORMAT
from replay.steps import POLICIES, RESULTS

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_TEXT = {"type": "string"}
_NUMBER = {"type": "integer"}
_SEAT = {"$ref": "#/$defs/seat"}
_STEPS = {"type": "array", "items": {"$ref": "#/$defs/step"}}
_ANY_STEP: Mapping[str, Any] = {"label": _TEXT, "note": _TEXT}
_POINTERS = {"type": "object", "propertyNames": {"pattern": "^(/.*)?$"}}


def script_schema(name: str) -> dict[str, Any]:
    """Return the schema of a game's scripts.

    Raises: UnsupportedVersion for a game that is not here.
    """
    game, rulebook = library.game(name), library.rulebook(name)
    records: dict[str, Any] = {}
    moves = {move: _move(move, cls, records) for move, cls in sorted(game.vocabulary.moves.items())}
    return {
        "$schema": DIALECT,
        "title": f"A script of {game.title}",
        **_object(_top(game, rulebook), needed=("refold", "game", "seats")),
        "$defs": {
            "seat": {"type": "string", "minLength": 1},
            "clause": {"enum": list(rulebook.clauses)},
            "step": {"anyOf": [*({"$ref": f"#/$defs/move.{move}"} for move in moves), *_steps(rulebook)]},
            **{f"move.{move}": schema for move, schema in moves.items()},
            **{f"record.{record}": schema for record, schema in sorted(records.items())},
        },
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
        "setup": _object({option: {"enum": list(values)} for option, values in game.options.items()}),
        "content": {"anyOf": [{"enum": list(game.packs)}, {"type": "string", "pattern": "\\.json$"}]},
        "seed": {"type": "string", "pattern": "^([0-9a-f]{2}){16,}$", "description": "at least 32 hex digits"},
        "rulings": _rulings(rulebook),
        "chance": {"type": "object", "additionalProperties": {"type": "array"}},
        "meta": {"type": "object", "additionalProperties": _TEXT},
        "given": _given(),
        "steps": _STEPS,
    }


def _rulings(rulebook: Rulebook) -> dict[str, Any]:
    return _object(
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
    return {"type": "object", "propertyNames": {"pattern": "^(at|/.*)?$"}, "properties": {"at": {"type": "object"}}}


def _steps(rulebook: Rulebook) -> list[dict[str, Any]]:
    """List the steps that are no moves."""
    until = {"anyOf": [{"enum": ["end", "round_end"]}, {"type": "integer", "minimum": 1}, {"type": "object"}]}
    back = {"type": ["string", "integer", "null"]}
    decision = {"arbiter": _TEXT, "reason": _TEXT, "clause": {"$ref": "#/$defs/clause"}, "set": _POINTERS}
    return [
        _step({"expect": _POINTERS}),
        _step({"given": _given()}),
        _step({"variation": _STEPS}),
        _step({"under": {**_rulings(rulebook), "minProperties": 1}, "steps": _STEPS}),
        _step({"auto": {"enum": list(POLICIES)}, "until": until}, needed=("auto",)),
        _step({"undo": back, "by": _SEAT, "forced": {"type": "boolean"}}, needed=("undo",)),
        _step({"redo": back, "by": _SEAT}, needed=("redo",)),
        _step({"override": _object(decision, needed=tuple(decision))}),
        _step({"end": {"enum": list(RESULTS)}, "by": _SEAT}, needed=("end",)),
        _step({"include": _TEXT}),
        _object({"note": _TEXT, "label": _TEXT}, needed=("note",)),
    ]


def _step(fields: Mapping[str, Any], needed: tuple[str, ...] | None = None) -> dict[str, Any]:
    return _object({**fields, **_ANY_STEP}, needed=tuple(fields) if needed is None else needed)


def _move(name: str, cls: type, records: dict[str, Any]) -> dict[str, Any]:
    fields = _record(cls, records)
    del fields["properties"]["seat"]
    refused = {"anyOf": [{"$ref": "#/$defs/clause"}, _object({"first": {"$ref": "#/$defs/clause"}}, needed=("first",))]}
    own = {
        "by": _SEAT,
        "do": {"const": name},
        **fields["properties"],
        "then": {"type": "array", "items": {"type": "object"}},
        "refused": refused,
        **_ANY_STEP,
    }
    needed = ("by", "do", *(field for field in fields.get("required", ()) if field != "seat"))
    return {"description": fields["description"], **_object(own, needed=needed)}


def _record(cls: type, records: dict[str, Any]) -> dict[str, Any]:
    hints = get_type_hints(cls)
    properties, needed = {}, []
    for field in attrs.fields(cls):
        properties[field.name] = _type(hints[field.name], records)
        if field.default is attrs.NOTHING:
            needed.append(field.name)
        elif not isinstance(field.default, attrs.Factory):  # type: ignore[arg-type]
            properties[field.name] = {**properties[field.name], "default": plain(field.default)}
    description = " ".join((cls.__doc__ or "").split())
    return {"description": description, **_object(properties, needed=tuple(needed))}


def _type(kind: Any, records: dict[str, Any]) -> dict[str, Any]:
    """Describe a type as JSON Schema; a secret stands in a script in the clear, so it may be anything."""
    arguments, origin = get_args(kind), get_origin(kind)
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if hasattr(kind, "__supertype__"):
        return _type(kind.__supertype__, records)
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (Union, UnionType):
        return {"anyOf": [_type(argument, records) for argument in arguments]}
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return {"type": "array", "items": _type(arguments[0], records)}
    if origin is tuple:
        return {"type": "array", "prefixItems": [_type(argument, records) for argument in arguments], "items": False}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _type(arguments[1], records)}
    if kind is not Secret and attrs.has(kind):
        if kind.__name__ not in records:
            records[kind.__name__] = {}
            records[kind.__name__] = _record(kind, records)
        return {"$ref": f"#/$defs/record.{kind.__name__}"}
    return {}


def _object(properties: Mapping[str, Any], needed: tuple[str, ...] = ()) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    return {**schema, "required": list(needed)} if needed else schema


_PLAIN: Mapping[Any, str] = {int: "integer", str: "string", bool: "boolean", NoneType: "null"}
