"""Write docs/schemas anew: the JSON Schemas of scripts and logs, game by game, and of an engine's answers.

python -m tools.schemas
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kernel.games import GAMES
from replay import engine_schema, log_schema, script_schema

FOLDER = Path(__file__).parents[1] / "docs" / "schemas"
ANY_SCRIPT = "script-1.schema.json"


def schemas() -> dict[str, str]:
    """Every file of the folder by its name."""
    games = [name for name, module in GAMES.items() if not module.startswith("tests.")]
    made: dict[str, dict[str, Any]] = {ANY_SCRIPT: script_schema.any_script_schema(games)}
    made[engine_schema.FILE] = engine_schema.engine_schema()
    for game in games:
        made[script_schema.FILE.format(game)] = script_schema.script_schema(game)
        made[log_schema.FILE.format(game)] = log_schema.log_schema(game)
    return {name: json.dumps(schema, ensure_ascii=False, indent=1) + "\n" for name, schema in made.items()}


def main() -> None:
    """Write the files, and take away those that nothing stands for any more."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    made = schemas()
    for path in FOLDER.glob("*.schema.json"):
        if path.name not in made:
            path.unlink()
            print(f"removed {path.name}")
    for name, text in made.items():
        path = FOLDER / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {name}")


if __name__ == "__main__":
    main()
