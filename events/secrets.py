"""Values that only one seat may see: sealed in the chained line, opened beside it."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any, TypeAlias

import orjson

from events.errors import UnknownSecret
from events.frozen import field, frozen
from events.vocabulary import Seat

_PERSON = b"refold/secret/1"


@frozen(kw_only=True)
class Secret:
    """A value that belongs to one seat.

    seat: who may see it. value: a string, number or tuple of them; None where it is not known here.
    commitment: 64 hex digits, "" while the value is not sealed yet. salt: 32 hex digits, "" where not known.
    shown: whether it was turned over for all to see; fingerprints and lines hold the commitment all the same.
    """

    seat: Seat
    value: Any = field(default=None, repr=False)
    commitment: str = ""
    salt: str = field(default="", repr=False)
    shown: bool = False

    @property
    def known(self) -> bool:
        """Whether the value is there."""
        return self.value is not None

    def opened(self) -> Any:
        """Return the value.

        Raises: UnknownSecret where it is not known here.
        """
        if self.value is None:
            msg = f"this turns on a secret of {self.seat} that this log does not tell"
            raise UnknownSecret(msg)
        return self.value

    def sealed(self, salt: str) -> Secret:
        """Return this value sealed with `salt` (32 hex digits), lists in it as tuples."""
        value = as_tuples(self.value)
        return Secret(seat=self.seat, value=value, salt=salt, commitment=commitment_of(salt, value))

    def closed(self) -> Secret:
        """Return this secret without its value."""
        return Secret(seat=self.seat, commitment=self.commitment)


Opening: TypeAlias = tuple[str, Any]
"""A salt and the value it seals."""


def as_tuples(value: Any) -> Any:
    """Return a JSON value with tuples for its lists."""
    return tuple([as_tuples(item) for item in value]) if isinstance(value, list | tuple) else value


def commitment_of(salt: str, value: Any) -> str:
    """Commit to `value`: BLAKE2b-256 of its canonical JSON, keyed by the salt."""
    spelled = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    return hashlib.blake2b(spelled, key=bytes.fromhex(salt), digest_size=32, person=_PERSON).hexdigest()


def salt_for(seed: bytes, label: str) -> str:
    """Derive the salt of one secret from the game's seed; `label` names the secret within the game."""
    return hmac.new(seed, b"salt\0" + label.encode(), hashlib.sha256).hexdigest()[:32]
