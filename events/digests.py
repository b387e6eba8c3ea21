"""Digests: the chain through a log's lines, and fingerprints of documents, seeds and packs."""

from __future__ import annotations

import hashlib
from typing import Any

import orjson

CHAIN_PERSON = b"refold/log/1"
START = bytes(32)
"""What stands for "the digest before" in the first line."""

_TAIL = len(b',"digest":"') + 64 + len(b'"}')


_CHAIN = hashlib.blake2b(digest_size=32, person=CHAIN_PERSON)


def chained(previous: bytes, body: bytes) -> bytes:
    """Digest of a line: over the digest before it (raw) and its own bytes up to, not including, ``,"digest":``."""
    digest = _CHAIN.copy()
    digest.update(previous + body)
    return digest.digest()


def with_digest(body: bytes, digest: bytes) -> bytes:
    """Close an open line `body` (an object without its last brace) with its digest and a line feed."""
    return body + closing(digest)


def closing(digest: bytes) -> bytes:
    """Return what ends a line of that digest, line feed included."""
    return b',"digest":"%b"}\n' % digest.hex().encode()


def chained_line(previous: bytes, raw: bytes) -> bytes | None:
    """Digest of a line that ends in its right digest and a line feed; None for any other."""
    digest = chained(previous, raw[: -_TAIL - 1])
    return digest if raw.endswith(closing(digest)) else None


def split_digest(line: bytes) -> tuple[bytes, str]:
    """Part a line (without line feed) into its body and its digest; the digest is "" where none stands at the end."""
    body, tail = line[:-_TAIL], line[-_TAIL:]
    if tail.startswith(b',"digest":"') and tail.endswith(b'"}'):
        return body, tail[11:-2].decode("ascii", "replace")
    return line, ""


SORTED = orjson.OPT_SORT_KEYS
"""How a value is spelled whose fingerprint is taken, whatever the order of its keys."""


def fingerprint(value: Any, person: bytes = b"refold/value/1") -> str:
    """Digest of a JSON value, whatever the order of its keys: 64 hex digits."""
    return fingerprint_of(orjson.dumps(value, option=SORTED), person)


def fingerprint_of(spelled: bytes, person: bytes) -> str:
    """Digest of a JSON value that is spelled already, its keys sorted: 64 hex digits."""
    return hashlib.blake2b(spelled, digest_size=32, person=person).hexdigest()


def seed_commitment(seed: bytes) -> str:
    """What a header says of a seed that is not told yet: 64 hex digits."""
    return hashlib.blake2b(seed, digest_size=32, person=b"refold/seed/1").hexdigest()
