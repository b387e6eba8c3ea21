"""The JSON Schema of a line of a game's logs: a header, an entry, or the opening of a secret."""

from __future__ import annotations

from typing import Any

from events.envelope import KINDS, Draw, Event, Header, Move, OpeningLine
from events.secrets import Secret
from events.vocabulary import ARRANGED, Arranged
from replay import library
from replay.json_schema import DIALECT, Records, closed, ref

FILE = "log-1.{}.schema.json"
"""Name of the file with the schema of a line of a game's logs."""

_DIGEST = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def log_schema(name: str) -> dict[str, Any]:
    """Return the schema of a line of a game's logs, as this version of the program writes them.

    Raises: UnsupportedVersion for a game that is not here.
    """
    game = library.game(name)
    words = game.vocabulary
    special = {Secret: ref("sealed"), Draw: ref("draw"), Event: ref("event"), Move: ref("move")}
    records = Records(special, complete=True)
    moves = {
        f"move.{move}": records.record(cls, {"do": {"const": move}}, without="seat")
        for move, cls in words.moves.items()
    }
    events = {
        f"event.{event}".replace("/", "."): records.record(cls, {"type": {"const": event}}, last=("cites",))
        for event, cls in {**words.events, ARRANGED: Arranged}.items()
    }
    lines = {
        "header": records.record(Header),
        "opening": records.record(OpeningLine),
        **{f"entry.{kind}": _entry(kind, cls, records) for kind, cls in KINDS.items()},
    }
    for line in lines.values():
        if "digest" in line["properties"]:
            line["properties"]["digest"] = _DIGEST
    lines["header"]["properties"]["game"] = {"const": name}
    return {
        "$schema": DIALECT,
        "title": f"A line of a log of {game.title}",
        "anyOf": [*map(ref, lines)],
        "$defs": {
            **lines,
            "move": {"anyOf": [*map(ref, moves)]},
            "event": {"anyOf": [*map(ref, events)]},
            "draw": _draw(),
            "sealed": closed({"sealed": _DIGEST, "for": {"type": "string"}}, needed=("sealed", "for")),
            **moves,
            **events,
            **dict(sorted(records.schemas.items())),
        },
    }


def _entry(kind: str, cls: type, records: Records) -> dict[str, Any]:
    described = records.record(cls, {"n": {"type": "integer", "minimum": 1}, "kind": {"const": kind}})
    described["properties"]["n"] = {"type": "integer", "minimum": 1}
    described["required"] = list(dict.fromkeys(described["required"]))
    return described


def _draw() -> dict[str, Any]:
    outcomes = {"type": "array", "items": {"type": ["integer", "string"]}}
    stream, index = {"type": "string"}, {"type": "integer", "minimum": 0}
    return {
        "type": "array",
        "prefixItems": [stream, index, {"anyOf": [outcomes, ref("sealed")]}],
        "items": False,
        "minItems": 3,
    }
