"""Checkpoints: taken where a round ends, wherever the game came from."""

from __future__ import annotations

from events.envelope import CheckpointEntry
from replay.playing import Playthrough
from tests.making import bid, played


def witnessed(run: Playthrough) -> list[int]:
    """The numbers of the checkpoints."""
    return [entry.n for entry in run.entries if isinstance(entry, CheckpointEntry)]


def test_a_checkpoint_follows_the_move_that_ends_a_round() -> None:
    """Set-up is entry 1, two bids follow, and the witness of the round is entry 4."""
    run = played(bid("a", 1), bid("b", 0), bid("a", 0))

    assert witnessed(run) == [4]


def test_an_undo_across_a_round_end_brings_no_checkpoint_too_early() -> None:
    """After going back into round 1 the next witness waits until that round ends again."""
    run = played(
        bid("a", 1, label="first"),
        bid("b", 0),
        {"undo": "first", "forced": True},
        bid("b", 2),
        bid("a", 0),
        bid("b", 1),
    )

    assert witnessed(run) == [4, 7, 10]
