"""The schema of a vocabulary: each move and event with its version and the types of its fields, as plain JSON.

Kept as a golden for each game: a change that is not a new version is seen there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import attrs

from events.encoding import plain
from events.secrets import Secret
from events.vocabulary import Vocabulary

FORMAT = "schema/1"


def schema_of(vocabulary: Vocabulary) -> dict[str, Any]:
    """Describe a vocabulary: ``int``, or ``int = 0`` where a script may leave the field out.

    The records that fields are made of stand once, under ``records``.
    """
    records: dict[str, Any] = {}
    moves = {name: _fields(cls, records, without="seat") for name, cls in sorted(vocabulary.moves.items())}
    events = {name: _fields(cls, records) for name, cls in sorted(vocabulary.events.items())}
    return {
        "refold": FORMAT,
        "game": vocabulary.game,
        "moves": moves,
        "events": events,
        "records": dict(sorted(records.items())),
        "read_too": sorted(vocabulary.upcasters),
    }


def breaks(before: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[str, ...]:
    """Say what of an older schema stored logs can no longer be read by, one sentence each.

    An event or a move that has gone needs an upcaster by its old name; one that is still there must have kept its
    fields, and a record that fields are made of must have kept its own. What is new breaks nothing.
    """
    found = []
    for part in ("moves", "events", "records"):
        for name, fields in before[part].items():
            if name not in now[part]:
                if name not in now["read_too"] and part != "records":
                    found.append(f"{name} has gone from the {part}, and no upcaster reads it")
            elif now[part][name] != fields:
                found.append(f"{name} has other fields than before: give it a new name or version, and an upcaster")
    found += [f"{name} was read too, and is no more" for name in before["read_too"] if name not in now["read_too"]]
    return tuple(found)


def _fields(cls: type, records: dict[str, Any], without: str = "") -> dict[str, str]:
    hints = get_type_hints(cls)
    fields = {}
    for field in attrs.fields(cls):
        if field.name != without:
            fields[field.name] = _type(hints[field.name], records) + _default(field.default)
    return fields


def _type(kind: Any, records: dict[str, Any]) -> str:
    """Name a type as JSON knows it."""
    arguments = get_args(kind)
    origin = get_origin(kind)
    if kind is type(None):
        return "null"
    if kind is Secret:
        return "secret"
    if hasattr(kind, "__supertype__"):
        return _type(kind.__supertype__, records)
    if origin is Literal:
        return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in arguments)
    if origin is tuple:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return f"list of {_bracketed(_type(arguments[0], records))}"
        return f"[{', '.join(_type(argument, records) for argument in arguments)}]"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"object of {_bracketed(_type(arguments[1], records))}"
    if arguments:
        return " | ".join(_type(argument, records) for argument in arguments)
    if attrs.has(kind):
        if kind.__name__ not in records:
            records[kind.__name__] = {}
            records[kind.__name__] = _fields(kind, records)
        return str(kind.__name__)
    return _PLAIN.get(kind, "any")


def _default(default: Any) -> str:
    """Spell what a script may leave out: `` = 0``."""
    if default is attrs.NOTHING:
        return ""
    value = default.factory() if isinstance(default, attrs.Factory) else default  # type: ignore[arg-type]
    return f" = {json.dumps(plain(value))}"


def _bracketed(name: str) -> str:
    return f"({name})" if " | " in name or " of " in name else name


_PLAIN: Mapping[Any, str] = {int: "int", str: "string", bool: "bool"}
