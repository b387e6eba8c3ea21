"""Digests and commitments, worked out here with nothing but hashlib and hmac: the published vectors."""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path

import pytest
from hypothesis import given

from events.digests import CHAIN_PERSON, START, chained, fingerprint, seed_commitment
from events.errors import UnknownSecret
from events.secrets import Secret, commitment_of, salt_for
from tests.making import SEED, bid, lines_of, played, read_back, redacted
from tests.strategies import PLAIN, SECRETS

LINES = lines_of(played(bid("a", 2), bid("b", 3)))


def blake(content: bytes, person: bytes, key: bytes = b"") -> str:
    return hashlib.blake2b(content, digest_size=32, person=person, key=key).hexdigest()


def test_the_chain_is_what_the_format_says() -> None:
    """BLAKE2b over the digest before, raw, and the line's bytes up to `,"digest":`."""
    before = b"\0" * 32
    for line in redacted(LINES):
        body, told = line.rsplit(b',"digest":"', 1)
        before = bytes.fromhex(blake(before + body, b"refold/log/1"))
        assert f'{before.hex()}"}}\n'.encode() == told
    assert (START, CHAIN_PERSON) == (b"\0" * 32, b"refold/log/1")


def test_the_published_vectors_of_digests() -> None:
    """docs/formats.md prints these."""
    assert VECTORS["chain"] == chained(START, b'{"a":1').hex() == blake(START + b'{"a":1', b"refold/log/1")
    seed = bytes.fromhex(SEED)
    assert VECTORS["seed"] == seed_commitment(seed) == blake(seed, b"refold/seed/1")
    salt = hmac.new(seed, b"salt\0move\x002\0coins", hashlib.sha256).hexdigest()[:32]
    assert VECTORS["salt"] == salt == salt_for(seed, "move\x002\0coins")
    assert VECTORS["sealed 2"] == commitment_of(salt, 2) == blake(b"2", b"refold/secret/1", bytes.fromhex(salt))
    hand = b'["card_1","card_4"]'
    assert VECTORS["sealed hand"] == commitment_of(salt, ("card_1", "card_4"))
    assert VECTORS["sealed hand"] == blake(hand, b"refold/secret/1", bytes.fromhex(salt))


def test_the_page_on_formats_prints_these_vectors() -> None:
    """Who writes another program checks it against the page."""
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")

    assert [] == [name for name, value in VECTORS.items() if f"`{value}`" not in page]


VECTORS = {
    "chain": "606b594cd7a3b461235e551210b45d29c386759010b6204955c2d31869fd5888",
    "seed": "4cfe1a783eddc819143a1d54a2f3230343a86253dfb9aa3418feac512ed7376d",
    "salt": "8d4ba3654d0b7267c73df7117e8b0f20",
    "sealed 2": "435aaa5c2a6885575dbbe4b85f82af2a3b5d7be6cf8995c6ba9264726e2e1a40",
    "sealed hand": "7f229bd15b3d55ba7c1b7b62290a1500d64706b83c16da9c79567464cd5b9bce",
}


@given(value=PLAIN)
def test_a_fingerprint_does_not_depend_on_the_order_of_keys(value) -> None:
    """U29: key order never matters."""
    turned = json.loads(json.dumps(value), object_pairs_hook=lambda pairs: dict(reversed(pairs)))

    assert fingerprint(value) == fingerprint(turned)


def test_fingerprints_of_different_kinds_differ() -> None:
    """A pack is no state, though both be `{}`; true is not 1."""
    assert fingerprint({}) != fingerprint({}, b"refold/pack/1")
    assert fingerprint([1]) != fingerprint([True])


def test_a_secret_and_its_opening_belong_together() -> None:
    """Another value, another salt, another commitment."""
    secret = Secret(seat="a", value=("card_1",)).sealed("00" * 16)
    others = [
        commitment_of("00" * 16, ("card_2",)),
        commitment_of("01" * 16, ("card_1",)),
        commitment_of("00" * 16, "card_1"),
    ]

    assert secret.commitment == commitment_of(secret.salt, ["card_1"])
    assert secret.commitment not in others


@given(secret=SECRETS)
def test_a_closed_secret_tells_neither_value_nor_salt(secret: Secret) -> None:
    """Also its repr, which ends up in messages."""
    closed = secret.closed()

    assert (None, "", secret.commitment, secret.seat) == (closed.value, closed.salt, closed.commitment, closed.seat)
    assert "value" not in repr(secret)
    assert secret.salt not in repr(secret)


def test_an_unknown_secret_is_named_when_a_rule_needs_it() -> None:
    """Nothing is guessed from None."""
    assert 0 == Secret(seat="a", value=0).opened()
    with pytest.raises(UnknownSecret, match="a secret of a"):
        Secret(seat="a", commitment="00" * 32).opened()


def test_redacted_lines_read_as_secrets_without_value(tmp_path: Path) -> None:
    """U54: the same entries, each secret closed; the same head."""
    full, closed = read_back(tmp_path, LINES), read_back(tmp_path, redacted(LINES))

    assert full.head == closed.head
    assert 2 == full.entries[1].move.coins.value  # type: ignore[union-attr]
    assert full.entries[1].move.coins.closed() == closed.entries[1].move.coins  # type: ignore[union-attr]


def test_every_salt_is_its_own() -> None:
    """Two seats with the same hidden value do not show that."""
    salts = [line.split(b'"salt":"')[1][:32] for line in LINES if b'"salt":"' in line]

    assert 4 == len(salts) == len(set(salts))
