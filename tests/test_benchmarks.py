"""The benchmarks run; how fast anything is, no test asks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_a_quick_measurement_prints_its_rows() -> None:
    """Long logs are measured without any program from outside."""
    command = [sys.executable, "-m", "benchmarks", "--json", "--quick", "--only", "growth-fold"]
    done = subprocess.run(command, cwd=ROOT, env=dict(os.environ), capture_output=True, text=True, check=True)
    report = json.loads(done.stdout)
    rows = {row["name"]: row for row in report["rows"]}

    assert {"growth-fold", "growth-verify", "growth-record"} == set(rows)
    assert all(row["low"] <= row["median"] <= row["high"] for row in rows.values())
