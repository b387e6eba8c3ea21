"""Draws: a pure function of seed, stream and index, worked out here once more with nothing but hmac."""

from __future__ import annotations

import hmac
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.secrets import Secret
from kernel.chance import Chance, Scripted, Seeded, card_rank, pick, read_seed
from kernel.errors import BadSeed, DrawConflict, DrawNeeded

SEED = bytes(range(16))
CARDS = tuple(f"card_{number}" for number in range(1, 13))


def expected(seed: bytes, stream: str, index: int, weights: tuple[int, ...]) -> tuple[int, int]:
    """The place of an outcome, and how many attempts were thrown away, as docs/formats.md has it."""
    total, attempt = sum(weights), 0
    while True:
        parts = [b"pick", stream.encode(), index.to_bytes(8, "big") + attempt.to_bytes(8, "big")]
        number = int.from_bytes(hmac.new(seed, b"\0".join(parts), "sha256").digest()[:8], "big")
        if number < 2**64 // total * total:
            break
        attempt += 1
    place = 0
    while number % total >= sum(weights[: place + 1]):
        place += 1
    return place, attempt


VECTORS: dict[tuple[str, int, tuple[int, ...]], int] = {
    ("dice/blue/round-1", 0, (1, 1, 1, 1, 1, 1)): 4,
    ("dice/blue/round-1", 1, (1, 1, 1, 1, 1, 1)): 5,
    ("dice/blue/round-1", 2, (1, 1, 1, 1, 1, 1)): 4,
    ("dice/blue/round-1", 3, (1, 1, 1, 1, 1, 1)): 4,
    ("dice/blue/round-1", 4, (1, 1, 1, 1, 1, 1)): 0,
    ("dice/blue/round-1", 5, (1, 1, 1, 1, 1, 1)): 3,
    ("dice/yellow/round-1", 0, (1, 1, 1, 1, 1, 1)): 1,
    ("dice/blue/round-2", 0, (1, 1, 1, 1, 1, 1)): 1,
    ("bag", 0, (3, 1)): 0,
    ("bag", 1, (3, 1)): 0,
    ("brim", 1, (4611686018427387904, 4611686018427387905)): 0,
    ("brim", 2, (4611686018427387904, 4611686018427387905)): 1,
    ("dé/é", 0, (1, 1, 1, 1, 1, 1)): 4,
}

CARD_VECTORS = {
    "deck/0": "11 4 7 1 6 2 8 3 9 5 10 12",
    "deck/1": "4 10 7 9 11 6 1 2 3 12 8 5",
}


@pytest.mark.parametrize(("stream", "index", "weights"), VECTORS)
def test_the_published_vectors_of_picks(stream: str, index: int, weights: tuple[int, ...]) -> None:
    """U14: what a log drew once it draws for good; docs/formats.md prints these."""
    place = VECTORS[stream, index, weights]

    assert (place, place) == (pick(SEED, stream, index, weights), expected(SEED, stream, index, weights)[0])


@pytest.mark.parametrize("stream", CARD_VECTORS)
def test_the_published_vectors_of_cards(stream: str) -> None:
    """A deck of twelve, from the top."""

    def rank(card: str) -> bytes:
        return hmac.new(SEED, b"card\0" + stream.encode() + b"\0" + card.encode(), "sha256").digest()

    order = [f"card_{number}" for number in CARD_VECTORS[stream].split()]

    assert order == sorted(CARDS, key=rank)
    assert order == Seeded(SEED).tops(stream, CARDS, len(CARDS))
    assert rank("card_1") == card_rank(SEED, stream, "card_1")


def test_the_page_on_formats_prints_these_vectors() -> None:
    """Who writes another program checks it against the page."""
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    rows = [f"| `{s}` | {i} | {', '.join(map(str, w))} | {place} |" for (s, i, w), place in VECTORS.items()]

    assert [] == [row for row in (*rows, *CARD_VECTORS.values()) if row not in page]


@given(
    seed=st.binary(min_size=16, max_size=40),
    stream=st.text(min_size=1, max_size=12),
    index=st.integers(0, 2**64 - 1),
    weights=st.lists(st.integers(0, 2**61), min_size=1, max_size=6).filter(any).map(tuple),
)
def test_a_pick_is_what_the_format_says(seed: bytes, stream: str, index: int, weights: tuple[int, ...]) -> None:
    """Huge weights too: there most attempts at the brim are thrown away."""
    place = pick(seed, stream, index, weights)

    assert expected(seed, stream, index, weights)[0] == place
    assert weights[place] > 0


def test_rejection_sampling_rejects() -> None:
    """With weights that sum to 2**63 + 1, nearly every other number lies above their greatest multiple."""
    weights = (2**62, 2**62 + 1)
    attempts = [expected(SEED, "brim", index, weights)[1] for index in range(40)]

    assert {0, 1, 2} <= set(attempts)
    assert [expected(SEED, "brim", i, weights)[0] for i in range(40)] == [
        pick(SEED, "brim", i, weights) for i in range(40)
    ]


def test_faces_come_up_evenly() -> None:
    """Six thousand rolls of a fixed seed: each face within a tenth of a thousand, and no run betrays the one before."""
    rolls = Chance({}, seeded=Seeded(SEED)).roll("dice", count=6000)
    counts = [rolls.count(face) for face in range(1, 7)]
    pairs = [rolls.count(face) for face in range(1, 7) if any(pair == (face, face) for pair in pairwise(rolls))]

    assert (6, 6) == (len(counts), len(pairs))
    assert all(900 < count < 1100 for count in counts)


def test_weights_are_kept_to() -> None:
    """Three to one, four thousand times."""
    picked = Chance({}, seeded=Seeded(SEED)).pick("bag", (("black", 1), ("white", 3), ("never", 0)), count=4000)

    assert 2850 < picked.count("white") < 3150
    assert 0 == picked.count("never")


def test_one_more_draw_changes_no_other_stream() -> None:
    """U13, U58: a branch that rolls one die more has the same luck everywhere else."""

    def game(extra: int) -> list[tuple[Any, ...]]:
        chance = Chance({}, seeded=Seeded(SEED))
        rolled = chance.roll("dice/a", count=3 + extra)
        return [
            rolled[:3],
            chance.roll("dice/b", count=3),
            chance.draw("deck", CARDS, count=4),
            chance.roll("dice/a/2"),
        ]

    assert game(0) == game(1) == game(7)


def test_another_seed_another_stream_another_index_give_other_luck() -> None:
    """U13: each part of the key counts, and no two keys run together."""
    keys = [(SEED, "ab", 0), (SEED, "a", 0), (SEED, "ab", 1), (SEED[::-1], "ab", 0), (SEED, "a\0b", 0)]
    rolls = {tuple(pick(seed, stream, index + i, (1,) * 6) for i in range(0, 40, 2)) for seed, stream, index in keys}

    assert len(keys) == len(rolls)


@given(pool=st.permutations(CARDS), cut=st.integers(0, 12), stream=st.text(max_size=4))
def test_a_lazy_shuffle_is_a_shuffle(pool: list[str], cut: int, stream: str) -> None:
    """Card by card from what is left, or all at once, in whatever order the pool is given."""
    whole = Chance({}, seeded=Seeded(SEED)).draw(stream, CARDS, count=12)
    chance = Chance({}, seeded=Seeded(SEED))
    first = chance.draw(stream, pool, count=cut)
    rest = chance.draw(stream, [card for card in reversed(pool) if card not in first], count=12 - cut)

    assert whole == first + rest
    assert set(CARDS) == set(whole)


def test_a_card_taken_out_shifts_its_deck_by_one_and_no_more() -> None:
    """The order of the others does not change."""
    whole = Seeded(SEED).tops("deck", CARDS, 12)
    without = Seeded(SEED).tops("deck", [card for card in CARDS if card != whole[4]], 11)

    assert [card for card in whole if card != whole[4]] == without


def test_what_was_drawn_is_noted_with_its_place() -> None:
    """Stream, index of the first outcome, outcomes; nothing for nothing."""
    chance = Chance({"dice": 2}, seeded=Seeded(SEED))
    rolled = chance.roll("dice", count=2)
    chance.roll("dice", count=0)
    drawn = chance.draw("deck", CARDS)
    hand = chance.deal("hand", CARDS, count=2, seat="a")

    assert [("dice", 2, rolled), ("deck", 0, drawn), ("hand", 0, hand)] == chance.made
    assert {"dice": 4, "deck": 1, "hand": 1} == chance.drawn


def test_a_recorded_draw_comes_first_then_the_script_then_the_seed() -> None:
    """The same place asked with more and more sources."""
    seeded, scripted = Seeded(SEED), Scripted({"dice": [6, 6, 6]})
    other = next(face for face in range(1, 7) if face not in (6, pick(SEED, "dice", 0, (1,) * 6) + 1))
    recorded = [("dice", 0, (other,))]

    assert (pick(SEED, "dice", 0, (1,) * 6) + 1,) == Chance({}, seeded=seeded).roll("dice")
    assert (6,) == Chance({}, scripted=scripted, seeded=seeded).roll("dice")
    chance = Chance({}, recorded=recorded, scripted=scripted, seeded=seeded)
    assert (other, 6) == chance.roll("dice", count=2)


def test_what_is_known_of_a_place_counts_where_it_is_possible() -> None:
    """U58: in a branch unchanged draws stay the same draws, and one that cannot be is drawn anew."""
    known = {("deck", 0): "card_9", ("deck", 1): "gone", ("dice", 0): 7}
    chance = Chance({}, known=known, seeded=Seeded(SEED))

    first, second = chance.draw("deck", CARDS, count=2)
    (face,) = chance.roll("dice")

    assert "card_9" == first
    assert second in CARDS
    assert face in range(1, 7)


def test_a_draw_that_nothing_gives_is_asked_for() -> None:
    """With its stream and index, so that one knows what to write down."""
    with pytest.raises(DrawNeeded, match="draw needed: dice, 3") as caught:
        Chance({"dice": 3}).roll("dice")
    assert ("dice", 3) == (caught.value.stream, caught.value.index)
    with pytest.raises(DrawNeeded, match="draw needed: dice, 1"):
        Chance({}, recorded=[("dice", 0, (5,))]).roll("dice", count=2)
    with pytest.raises(DrawNeeded):
        Chance({}, seeded=Seeded(SEED)).draw("deck", (), count=1)
    with pytest.raises(DrawNeeded):
        Chance({}, seeded=Seeded(SEED)).deal("hand", CARDS[:1], count=2, seat="a")


@pytest.mark.parametrize("given", [0, 7, -1, True, "3", None])
def test_a_recorded_roll_that_no_die_shows_is_a_conflict(given: Any) -> None:
    """Class `draw` of the verdicts; null is no outcome at all."""
    with pytest.raises((DrawConflict, DrawNeeded)):
        Chance({}, recorded=[("dice", 0, (given,))]).roll("dice")


def test_an_outcome_of_no_weight_cannot_be_given() -> None:
    """The bag holds no such piece any more."""
    chance = Chance({}, scripted=Scripted({"bag": ["gone"]}))

    with pytest.raises(DrawConflict, match="bag, 0: gone cannot be drawn; possible: left"):
        chance.pick("bag", (("gone", 0), ("left", 1)))


def test_a_recorded_card_that_is_no_longer_there_is_a_conflict() -> None:
    """Said with what would be possible."""
    with pytest.raises(DrawConflict, match="deck, 0: card_9 cannot be drawn; possible: card_1, card_2") as caught:
        Chance({}, recorded=[("deck", 0, ("card_9",))]).draw("deck", ("card_2", "card_1"))

    assert ("card_9", ("card_1", "card_2")) == (caught.value.outcome, caught.value.pool)


@pytest.mark.parametrize(
    "hand", [["card_1"], ["card_1", "card_1"], ["card_1", "none"], "card_1", [1, 2], [["card_1"], "card_2"]]
)
def test_a_scripted_hand_that_cannot_be_dealt_is_a_conflict(hand: Any) -> None:
    """Too few, one twice, one that is not there: nothing is taken from the seed instead in silence."""
    chance = Chance({}, scripted=Scripted({"hand": [hand]}), seeded=Seeded(SEED))

    with pytest.raises(DrawConflict):
        chance.deal("hand", CARDS, count=2, seat="a")


@pytest.mark.parametrize("hand", ["card_7", ["card_7"]])
def test_a_hand_of_one_may_be_scripted_without_a_list(hand: Any) -> None:
    """As people write it."""
    chance = Chance({}, scripted=Scripted({"hand": [hand]}), seeded=Seeded(SEED))

    assert ("card_7",) == chance.deal("hand", CARDS, count=1, seat="a").value


def test_a_recorded_hand_must_be_of_its_seat_and_of_the_pool() -> None:
    """An edited log may name what cannot be."""
    hand = Secret(seat="a", value=("card_1",)).sealed("00" * 16)

    assert hand == Chance({}, recorded=[("hand", 0, hand)]).deal("hand", CARDS, count=1, seat="a")
    assert hand.closed() == Chance({}, recorded=[("hand", 0, hand.closed())]).deal("hand", (), count=1, seat="a")
    with pytest.raises(DrawConflict, match="a hand of a cannot be drawn; possible: a hand of b"):
        Chance({}, recorded=[("hand", 0, hand)]).deal("hand", CARDS, count=1, seat="b")
    with pytest.raises(DrawConflict):
        Chance({}, recorded=[("hand", 0, hand)]).deal("hand", CARDS[1:], count=1, seat="a")


def test_a_hand_is_the_top_of_the_deck_and_sealed() -> None:
    """Dealt like drawn, known to its seat alone."""
    hand = Chance({}, seeded=Seeded(SEED)).deal("hand", CARDS, count=3, seat="b")

    assert tuple(Seeded(SEED).tops("hand", CARDS, 3)) == hand.value
    assert "b" == hand.seat
    assert hand.sealed(hand.salt) == hand


def test_a_secret_is_sealed_once_and_only_with_a_seed() -> None:
    """What is sealed or unknown stays as it is."""
    chance = Chance({}, seeded=Seeded(SEED))
    sealed = chance.seal(Secret(seat="a", value=1), "x")

    assert sealed is chance.seal(sealed, "y")
    assert chance.seal(Secret(seat="a", value=1), "y").commitment != sealed.commitment
    with pytest.raises(BadSeed, match="give a seed"):
        Chance({}).seal(Secret(seat="a", value=1), "x")


def test_a_key_speaks_for_its_stream_before_any_prefix() -> None:
    """The longest prefix wins among prefixes; one without a slash is none."""
    scripted = Scripted({"dice/a": [1], "dice/": [2], "dice/b/": [3], "dice": [4], "di": [5]})

    assert ["dice/a", "dice/", "dice/b/", "dice", None] == [
        scripted.key_of(stream) for stream in ("dice/a", "dice/c", "dice/b/1", "dice", "d")
    ]


def test_the_outcomes_of_a_prefix_are_taken_in_the_order_of_the_draws() -> None:
    """As a scribe writes down what falls on the table."""
    chance = Chance({}, scripted=Scripted({"dice/": [1, 2, 3, 4], "dice/x": [6]}))

    rolled = [chance.roll("dice/a"), chance.roll("dice/b", count=2), chance.roll("dice/x"), chance.roll("dice/a")]

    assert [(1,), (2, 3), (6,), (4,)] == rolled
    with pytest.raises(DrawNeeded, match="dice/c, 0"):
        chance.roll("dice/c")


def test_what_is_left_over_is_named_in_order() -> None:
    """A key that no draw ever asked for is left over too."""
    scripted = Scripted({"dice/": [1, 2], "zoo": [1], "deck": ["a"], "done": [1], "none": []})

    assert ("deck", "dice/", "zoo") == scripted.left_over({"dice/a": 1, "done": 1})
    assert ("deck", "zoo") == scripted.left_over({"dice/a": 1, "dice/b": 1, "done": 1})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "pairs of lower-case hex digits"),
        ("0" * 31, "pairs of lower-case hex digits"),
        ("0" * 30, "at least 32 hex digits"),
        ("A" * 32, "lower-case"),
        ("g" * 32, "hex digits"),
        (" " + "0" * 32 + " ", "hex digits"),
        ("٣" * 32, "hex digits"),
        ("0x" + "0" * 32, "hex digits"),
    ],
)
def test_a_bad_seed_is_an_error_and_never_a_default(text: str, problem: str) -> None:
    """U16: one spelling, at least 128 bits."""
    with pytest.raises(BadSeed, match=problem):
        read_seed(text)


@given(st.binary(min_size=16, max_size=64))
def test_a_seed_is_read_as_it_is_written(seed: bytes) -> None:
    """U16: also a longer one."""
    assert seed == read_seed(seed.hex())
