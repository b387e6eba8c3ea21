"""Write fixtures/GAME/schema.json: the types and fields of a game's logs, which stored logs count on.

    python -m tools.vocabulary           write what is new; refuse what old logs could not be read by any more
    python -m tools.vocabulary --keep    and keep a copy of one log of each game under the rules as they are now

The copies, fixtures/GAME/old/rules_VERSION.log.jsonl, are never changed; their heads stand in old/heads.json.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from events.schema import breaks, schema_of
from kernel.games import GAMES
from replay import library
from replay.logs import read_log, write_whole
from replay.regress import LOG, OLD

FIXTURES = Path(__file__).parents[1] / "fixtures"
SCHEMA, HEADS = "schema.json", "heads.json"


def shipped() -> list[str]:
    """Return the games of the project."""
    return [name for name, module in GAMES.items() if not module.startswith("tests.")]


def schema(game: str) -> dict[str, Any]:
    """Describe a game's vocabulary as it is now."""
    return schema_of(library.game(game).vocabulary)


def spelled(value: Any) -> bytes:
    """Spell a file of these."""
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def write(game: str) -> tuple[str, ...]:
    """Write a game's schema; return what old logs could not be read by, and write nothing then."""
    path, now = FIXTURES / game / SCHEMA, schema(game)
    found = breaks(json.loads(path.read_bytes()), now) if path.is_file() else ()
    if not found:
        write_whole(path, spelled(now), force=True)
    return found


def keep(game: str) -> None:
    """Keep the shortest finished game that has no log of this rules version beside it yet."""
    folder = FIXTURES / game / OLD
    kept = folder / f"rules_{library.game(game).rules_version}{LOG}"
    if kept.is_file():
        return
    folder.mkdir(exist_ok=True)
    logs = sorted((FIXTURES / game / "games").glob(f"*{LOG}"), key=lambda path: path.stat().st_size)
    finished = next(path for path in logs if b'"result":"finished"' in path.read_bytes())
    write_whole(kept, finished.read_bytes())
    heads = {path.name: read_log(path).head for path in sorted(folder.glob(f"*{LOG}"))}
    write_whole(folder / HEADS, spelled(heads), force=True)


def main(*options: str) -> int:
    """Write all games' files."""
    found = [f"{game}: {line}" for game in shipped() for line in write(game)]
    for line in found:
        print(line, file=sys.stderr)
    if "--keep" in options and not found:
        for game in shipped():
            keep(game)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
