"""Tell what the recordings of a game do not show, as fixtures/GAME/missing.json lists it.

python -m tools.missing GAME
python -m tools.missing GAME --write "why these may be missing"
"""

from __future__ import annotations

import json
import sys

from tests.recordings import FIXTURES, MISSING, covered, not_shown


def main(game: str, option: str = "", why: str = "") -> None:
    """Print or write the list."""
    gaps = {kind: entries for kind, entries in not_shown(FIXTURES, game).items() if entries}
    for path, error in covered(FIXTURES, game).failed.items():
        print(f"{path}: {error}", file=sys.stderr)
    if option != "--write":
        print(json.dumps(gaps, indent=1))
        return
    listed = FIXTURES / game / MISSING
    if not gaps:
        listed.unlink(missing_ok=True)
        return
    listed.parent.mkdir(parents=True, exist_ok=True)
    listed.write_text(json.dumps({"why": why, **gaps}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
