"""Checkpoints: taken where a round ends, wherever the game came from."""

from __future__ import annotations

from pathlib import Path

from events.encoding import Encoder, plain, secrets_in
from events.envelope import CheckpointEntry
from kernel.decider import must_choose
from replay.logs import read_log
from replay.playing import Playthrough
from replay.witness import checkpoint
from tests.making import bid, played

FIXTURES = Path(__file__).parents[2] / "fixtures"


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


def test_a_witness_gives_no_hand_away_to_who_tries_hands_out() -> None:
    """Digest and number of moves that name hidden cards would let anybody find the hand that gives them."""
    log = read_log(FIXTURES / "quetzal" / "games" / "three_with_secret_hands.log.jsonl")
    game, encoder, timeline = log.game, Encoder(log.game.vocabulary), log.timeline()
    named = 0
    for n in range(1, timeline.last):
        state = timeline.at(n).state
        hidden = {f'"{card}"' for secret in secrets_in(game.document(state)) for card in secret.opened()}
        acting = [
            [str(plain(encoder.move(move))).replace("'", '"') for move in moves]
            for _, moves in must_choose(game, state)
        ]
        naming = [moves for moves in acting if any(card in move for card in hidden for move in moves)]
        named += len(naming)
        told = checkpoint(game, encoder, state, n)

        assert told.legal == sum(1 if moves in naming else len(moves) for moves in acting)

    assert named > 10
