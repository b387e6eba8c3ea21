"""A script spelled for people: one step a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson


def spelled(record: Mapping[str, Any]) -> bytes:
    """Spell a script: a line for each of its fields, and one for each step."""
    lines = [f"{_json(key)}: {_json(value)}" for key, value in record.items() if key != "steps"]
    listed = ",\n".join(f"    {_json(step)}" for step in record.get("steps", ()))
    lines.append(f'"steps": [\n{listed}\n  ]' if listed else '"steps": []')
    return ("{\n" + ",\n".join(f"  {line}" for line in lines) + "\n}\n").encode()


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()
