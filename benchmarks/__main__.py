"""Measure: ``python -m benchmarks [--json] [--quick] [--only NAME]``."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Sequence
from importlib import metadata
from typing import Any

from benchmarks import games, growth, loading, moves, processes, startup
from benchmarks.rounds import Settings, measured

GROUPS = (moves.GROUP, loading.GROUP, games.GROUP, processes.GROUP, growth.MEMORY, growth.TIME, startup.GROUP)
"""All groups, in the order of the report."""


def machine() -> dict[str, Any]:
    """Describe what the figures were taken on, without naming it."""
    packages = {name: metadata.version(name) for name in ("attrs", "cattrs", "click", "orjson")}
    return {"python": platform.python_version(), "system": platform.system(), "packages": packages}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the groups asked for and print what they gave."""
    names = [name for group in GROUPS for name in (group.name, *(row.name for row in group.rows))]
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure speed, as ratios in one run.")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--quick", action="store_true", help="few short rounds, under 50 seconds in all")
    parser.add_argument("--only", action="append", choices=names, metavar="NAME", help=f"one of {', '.join(names)}")
    asked = parser.parse_args(arguments)
    settings = Settings(quick=asked.quick, seconds=0.1 if asked.quick else 0.4, rounds=3 if asked.quick else 7)
    report: dict[str, Any] = {"machine": machine(), "quick": asked.quick, "rows": [], "figures": {}}
    for group in GROUPS:
        if asked.only and not {group.name, *(row.name for row in group.rows)} & set(asked.only):
            continue
        print(f"{group.name} …", file=sys.stderr)
        found = measured(group, settings)
        report["rows"] += found["rows"]
        report["figures"] |= found["figures"]
        if not asked.json:
            _print(found)
    if asked.json:
        print(json.dumps(report, indent=1))
    return 0


def _print(found: dict[str, Any]) -> None:
    for row in found["rows"]:
        target = f"at least {row['at_least']:g}, aim {row['aim']:g}"
        value = f"{row['median']:g} [{row['low']:g} - {row['high']:g}]" if "median" in row else row["why"]
        print(f"{row['name']:18} {value:28} {target:24} {row['verdict']:12} {row['measure']}")
    for name, value in found["figures"].items():
        print(f"    {name:60} {value:>12,g}")


if __name__ == "__main__":
    sys.exit(main())
