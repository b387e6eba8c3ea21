"""Pages show what the commands really print."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ["README.md", "docs/disputes.md"]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_what_its_commands_print(page: str) -> None:
    """`python tools/pages.py PAGE` writes it anew."""
    done = subprocess.run(
        [sys.executable, "tools/pages.py", "--check", page], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert (0, "") == (done.returncode, done.stderr), done.stdout
