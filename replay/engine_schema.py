"""The JSON Schema of what an engine answers. It is asked the lines of a log, which have schemas of their own."""

from __future__ import annotations

from typing import Any

from replay.engine import PROTOCOL
from replay.json_schema import DIALECT, closed, ref

FILE = "engine-1.schema.json"
"""Name of the file with the schema."""

_N = {"type": "integer", "minimum": 1}
_TEXT = {"type": "string"}
_DIGEST = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_FACTS = {"type": "object", "additionalProperties": True}


def engine_schema() -> dict[str, Any]:
    """Return the schema of an answer, a line of JSON."""
    answers = {
        "ready": _said(
            "To a header: the game begins.",
            ready=_record(protocol={"const": PROTOCOL}, game=_TEXT, rules={"type": "integer"}, digest=_TEXT),
        ),
        "seeded": _said("To a seed.", seeded={"const": True}),
        "opened": _said("To the opening of a secret.", opened=_DIGEST),
        "decided": _said(
            "To a set-up or a move: what follows from it by these rules, and the digest of the public document then.",
            n=_N,
            events={"type": "array", "items": {"type": "object", "required": ["type", "cites"]}},
            draws={"type": "array", "items": {"type": "array", "minItems": 3, "maxItems": 3}},
            document=_DIGEST,
        ),
        "witness": _said(
            "To a checkpoint: document, number and digest of the legal moves.",
            n=_N,
            document=_DIGEST,
            legal={"type": "integer", "minimum": 0},
            moves=_DIGEST,
        ),
        "taken": _said("To any other entry, which is taken as it stands.", n=_N, document=_DIGEST),
        "refused": _said(
            "To a move that these rules refuse; the game stands as it did before.",
            n=_N,
            refused=_record(clause=_TEXT, also={"type": "array", "items": _TEXT}, facts=_FACTS, remedy=_FACTS),
        ),
        "stopped": _said("To an entry that cannot be decided: a draw or a secret is missing.", n=_N, stopped=_TEXT),
        "done": _said(
            'To {"done": true}: the standings as they are.',
            standings={
                "type": "array",
                "items": _record(seat=_TEXT, score={"type": "integer"}, rank={"type": "integer", "minimum": 1}),
            },
        ),
        "error": _said(
            "To what cannot be understood, with the exit code that the command line has for it.",
            error=_TEXT,
            code={"enum": [3, 4]},
        ),
    }
    return {
        "$schema": DIALECT,
        "title": "An answer of an engine",
        "oneOf": [*map(ref, answers)],
        "$defs": answers,
    }


def _record(**fields: Any) -> dict[str, Any]:
    return closed(fields, needed=tuple(fields))


def _said(description: str, **fields: Any) -> dict[str, Any]:
    return {"description": description, **_record(**fields)}
