"""Draws: a pure function of seed, stream and index, and the record of what was drawn.

Algorithm ``hmac-sha256/1``. An outcome of weights w1..wn at (stream, index): the first 8 bytes of
HMAC-SHA256(seed, "pick" NUL stream NUL index attempt), index and attempt as 8 bytes big-endian, attempt from 0, read as
a big-endian number x; x at or above the greatest multiple of the total weight up to 2**64 asks for the next attempt;
the outcome is the one whose weight x modulo the total falls in. A card from a pool: the card with the least
HMAC-SHA256(seed, "card" NUL stream NUL card). So a shuffle is done lazily, and one draw more shifts that deck by one
and no other stream. Test vectors: docs/formats.md.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from events.envelope import Draw
from events.secrets import Secret, salt_for
from events.vocabulary import Seat
from kernel.errors import BadSeed, DrawConflict, DrawNeeded

ALGORITHM = "hmac-sha256/1"
SHORTEST_SEED = 16
_SPAN = 2**64
_NOTHING_KNOWN: Mapping[tuple[str, int], Any] = {}


def read_seed(text: str) -> bytes:
    """Read a seed from hex digits.

    Raises: BadSeed when it is no lower-case hex or has under 128 bits.
    """
    if not text or len(text) % 2 or any(char not in "0123456789abcdef" for char in text):
        msg = "a seed is written in pairs of lower-case hex digits"
        raise BadSeed(msg)
    seed = bytes.fromhex(text)
    if len(seed) < SHORTEST_SEED:
        msg = f"a seed has at least {SHORTEST_SEED * 2} hex digits (128 bits), this one has {len(text)}"
        raise BadSeed(msg)
    return seed


def pick(seed: bytes, stream: str, index: int, weights: Sequence[int]) -> int:
    """Return the place (from 0) of the outcome at `index` of `stream`.

    weights: whole numbers >= 0, their sum from 1 to 2**64.
    """
    total = sum(weights)
    limit = _SPAN - _SPAN % total
    message = b"pick\0" + stream.encode() + b"\0" + index.to_bytes(8)
    attempt = 0
    while True:
        number = int.from_bytes(hmac.digest(seed, message + attempt.to_bytes(8), "sha256")[:8])
        if number < limit:
            break
        attempt += 1
    rest = number % total
    for place, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return place
    raise AssertionError  # pragma: no cover - rest starts below the sum of the weights


def card_rank(seed: bytes, stream: str, card: str) -> bytes:
    """Return what a card is ranked by in its deck: the least one is on top."""
    return hmac.digest(seed, b"card\0" + stream.encode() + b"\0" + card.encode(), "sha256")


class Seeded:
    """Outcomes that a seed gives. A shuffle is computed once a deck and kept."""

    def __init__(self, seed: bytes) -> None:
        """Draw from `seed`."""
        self.seed = seed
        self._decks: dict[str, _Ranks] = {}

    def place(self, stream: str, index: int, weights: Sequence[int]) -> int:
        """Return the place of the outcome at (stream, index)."""
        return pick(self.seed, stream, index, weights)

    def top(self, stream: str, pool: Sequence[str]) -> str:
        """Return the card on top of what is left of a deck."""
        return min(pool, key=self._ranks(stream).__getitem__)

    def tops(self, stream: str, pool: Sequence[str], count: int) -> list[str]:
        """Return the `count` topmost cards of what is left of a deck, the topmost first."""
        return sorted(pool, key=self._ranks(stream).__getitem__)[:count]

    def _ranks(self, stream: str) -> _Ranks:
        ranks = self._decks.get(stream)
        if ranks is None:
            ranks = self._decks[stream] = _Ranks(self.seed, stream)
        return ranks


class _Ranks(dict[str, bytes]):
    """What the cards of one deck are ranked by, computed when a card is met."""

    def __init__(self, seed: bytes, stream: str) -> None:
        super().__init__()
        self._seed = seed
        self._stream = stream

    def __missing__(self, card: str) -> bytes:
        rank = self[card] = card_rank(self._seed, self._stream, card)
        return rank


class Scripted:
    """Outcomes given beforehand.

    A key is a stream, or a prefix of streams ending in ``/`` whose outcomes are taken in the order of the draws.
    """

    def __init__(self, outcomes: Mapping[str, Sequence[Any]]) -> None:
        """Take `outcomes` by key."""
        self.outcomes = {key: tuple(values) for key, values in outcomes.items()}

    def at(self, stream: str, drawn: Mapping[str, int]) -> Any:
        """Return the outcome for the next draw of `stream`, None where nothing is given.

        drawn: how many outcomes each stream has given so far.
        """
        key = self.key_of(stream)
        if key is None:
            return None
        place = self.used(key, drawn)
        return self.outcomes[key][place] if place < len(self.outcomes[key]) else None

    def key_of(self, stream: str) -> str | None:
        """Return the key that speaks for `stream`: itself, else the longest prefix."""
        if stream in self.outcomes:
            return stream
        prefixes = [key for key in self.outcomes if key.endswith("/") and stream.startswith(key)]
        return max(prefixes, key=len, default=None)

    def used(self, key: str, drawn: Mapping[str, int]) -> int:
        """Return how many outcomes of `key` have been taken."""
        return sum(count for stream, count in drawn.items() if self.key_of(stream) == key)

    def left_over(self, drawn: Mapping[str, int]) -> tuple[str, ...]:
        """Return the keys of which not all outcomes were taken, in order."""
        return tuple(sorted(key for key, values in self.outcomes.items() if self.used(key, drawn) < len(values)))


def outcomes_by_place(draws: Iterable[Draw]) -> dict[tuple[str, int], Any]:
    """Return each outcome of some draws by its stream and index; later draws win."""
    found: dict[tuple[str, int], Any] = {}
    for stream, index, outcomes in draws:
        if isinstance(outcomes, Secret):
            found[stream, index] = outcomes
        else:
            found.update({(stream, index + i): outcome for i, outcome in enumerate(outcomes)})
    return found


class Chance:
    """What one decision draws with; it keeps the record of its draws.

    An outcome comes from the recorded draws of the same (stream, index), else from what is known of that place, else
    from the script, else from the seed.
    """

    def __init__(
        self,
        drawn: Mapping[str, int],
        *,
        recorded: Iterable[Draw] = (),
        known: Mapping[tuple[str, int], Any] = _NOTHING_KNOWN,
        scripted: Scripted | None = None,
        seeded: Seeded | None = None,
    ) -> None:
        """Start where each stream stands (`drawn`: outcomes given so far, by stream).

        recorded: draws of the very entry that is decided anew. known: outcomes by (stream, index) from all of a log.
        """
        self.drawn = dict(drawn)
        self.made: list[Draw] = []
        self._scripted = scripted
        self._seeded = seeded
        self._recorded = outcomes_by_place(recorded) if recorded else _NOTHING_KNOWN
        self._known = known

    def roll(self, stream: str, *, count: int = 1, faces: int = 6) -> tuple[int, ...]:
        """Roll `count` dice: numbers from 1 to `faces`, in order.

        Raises: DrawNeeded, DrawConflict.
        """
        return self.pick(stream, tuple((face, 1) for face in range(1, faces + 1)), count=count)

    def pick(self, stream: str, weighted: Sequence[tuple[Any, int]], *, count: int = 1) -> tuple[Any, ...]:
        """Pick `count` times among outcomes with whole weights; each pick is independent.

        Raises: DrawNeeded, DrawConflict.
        """
        outcomes = tuple(outcome for outcome, _ in weighted)
        possible = tuple(outcome for outcome, weight in weighted if weight)
        weights = tuple(weight for _, weight in weighted)
        start = self.drawn.get(stream, 0)
        picked = []
        for index in range(start, start + count):
            given = self._given(stream, index, possible)
            if given is None:
                if self._seeded is None:
                    raise DrawNeeded(stream, index)
                given = outcomes[self._seeded.place(stream, index, weights)]
            elif given not in possible or isinstance(given, bool):
                raise DrawConflict(stream, index, given, possible)
            picked.append(given)
            self.drawn[stream] = index + 1
        return self._noted(stream, start, tuple(picked))

    def draw(self, stream: str, pool: Iterable[str], *, count: int = 1) -> tuple[str, ...]:
        """Draw cards without putting them back. pool: ids of the unseen cards, each once, in any order, >= `count`.

        Raises: DrawNeeded, DrawConflict.
        """
        start = self.drawn.get(stream, 0)
        return self._noted(stream, start, self._cards(stream, pool, count))

    def deal(self, stream: str, pool: Iterable[str], *, count: int, seat: Seat) -> Secret:
        """Draw cards that only `seat` may see: a sealed tuple of ids. The whole hand is one outcome of the stream.

        Raises: DrawNeeded, DrawConflict.
        """
        index = self.drawn.get(stream, 0)
        left = sorted(pool)
        dealt = self._given(stream, index, left)
        if isinstance(dealt, Secret):
            if dealt.seat != seat:
                raise DrawConflict(stream, index, f"a hand of {dealt.seat}", (f"a hand of {seat}",))
            if dealt.known:
                self._check_hand(stream, index, dealt.value, left, count)
        else:
            cards = self._dealt(stream, index, left, count) if dealt is None else _hand(dealt)
            self._check_hand(stream, index, cards, left, count)
            dealt = self.seal(Secret(seat=seat, value=cards), f"draw\0{stream}\0{index}")
        self.drawn[stream] = index + 1
        self.made.append((stream, index, dealt))
        return dealt

    def _check_hand(self, stream: str, index: int, cards: Any, left: list[str], count: int) -> None:
        """Refuse a hand that cannot be dealt from what is left."""
        hand = cards if isinstance(cards, tuple) else ()
        fits = len(hand) == count and all(isinstance(card, str) and card in left for card in hand)
        if not fits or len(set(hand)) != count:
            raise DrawConflict(stream, index, cards, tuple(left))

    def _dealt(self, stream: str, index: int, left: list[str], count: int) -> tuple[str, ...]:
        if self._seeded is None or len(left) < count:
            raise DrawNeeded(stream, index)
        return tuple(self._seeded.tops(stream, left, count))

    def seal(self, secret: Secret, label: str) -> Secret:
        """Seal a secret with the salt that the seed gives for `label`, unless it is sealed already.

        Raises: BadSeed where there is no seed.
        """
        if secret.commitment or not secret.known:
            return secret
        if self._seeded is None:
            msg = "this game holds secrets, and they are sealed by the seed: give a seed"
            raise BadSeed(msg)
        return secret.sealed(salt_for(self._seeded.seed, label))

    def _cards(self, stream: str, pool: Iterable[str], count: int) -> tuple[str, ...]:
        left = list(pool)
        cards = []
        for _ in range(count):
            index = self.drawn.get(stream, 0)
            card = self._given(stream, index, left)
            if card is None:
                if self._seeded is None or not left:
                    raise DrawNeeded(stream, index)
                card = self._seeded.top(stream, left)
            elif card not in left:
                raise DrawConflict(stream, index, card, tuple(sorted(left)))
            left.remove(card)
            cards.append(card)
            self.drawn[stream] = index + 1
        return tuple(cards)

    def _given(self, stream: str, index: int, possible: Sequence[Any]) -> Any:
        """Return the outcome that is given for a place; what is merely known counts only where it is possible."""
        given = self._recorded.get((stream, index))
        if given is None:
            given = self._known.get((stream, index))
            held = (given.value or ()) if isinstance(given, Secret) else (given,)
            given = given if all(outcome in possible for outcome in held) else None
        if given is None and self._scripted is not None:
            given = self._scripted.at(stream, self.drawn)
        return given

    def _noted(self, stream: str, start: int, outcomes: tuple[Any, ...]) -> tuple[Any, ...]:
        if outcomes:
            self.made.append((stream, start, outcomes))
        return outcomes


def _hand(given: Any) -> tuple[Any, ...]:
    """Return a scripted hand: a list of cards, or the one card it is made of."""
    return tuple(given) if isinstance(given, list | tuple) else (given,)
