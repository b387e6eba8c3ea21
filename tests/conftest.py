"""What holds for all tests: the toy game stands in the registry beside the real ones; goldens change for a reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from kernel.games import GAMES
from tests.goldens import GoldenExtension
from tests.recordings import FIXTURES

GAMES["toy"] = "tests.toy.game"

# Deterministic, and without a deadline: the machines that run this are shared and slow at times.
settings.register_profile("refold", deadline=None, derandomize=True, max_examples=60, database=None)
settings.load_profile("refold")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("refold")
    group.addoption("--because", default="", metavar="REASON", help="why goldens change; --snapshot-update demands it")
    group.addoption("--recordings", type=Path, default=FIXTURES, help="the folder of recordings, ours unless given")


def pytest_configure(config: pytest.Config) -> None:
    """Goldens are changed on purpose, and the purpose is written into them."""
    if config.option.update_snapshots and not config.option.because.strip():
        message = '--snapshot-update changes what is expected: say why with --because "reason"'
        raise pytest.UsageError(message)
    GoldenExtension.because = config.option.because


@pytest.fixture
def golden(snapshot):
    """The golden of the test's recording, to compare a played `Golden` with."""
    return snapshot.use_extension(GoldenExtension)
