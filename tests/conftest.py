"""What holds for all tests: the toy game stands in the registry beside the real ones."""

from __future__ import annotations

from hypothesis import settings

from kernel.games import GAMES

GAMES["toy"] = "tests.toy.game"

# Deterministic, and without a deadline: the machines that run this are shared and slow at times.
settings.register_profile("refold", deadline=None, derandomize=True, max_examples=60, database=None)
settings.load_profile("refold")
