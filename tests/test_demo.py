"""The tour that `make demo` takes: every line of it is run, ends as it says, and it stays short enough to be read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
MOST_LINES = 180


def test_the_demo_runs_as_it_says() -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "tools/demo.sh"],
        cwd=ROOT,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )

    assert 0 == done.returncode, done.stderr
    for words in ("refused by occupied.pay", "it would be legal with", "1 damaged", "recorded:", "recomputed:"):
        assert words in done.stdout
    assert len(done.stdout.splitlines()) <= MOST_LINES
