"""Checkpoints: what a position looks like and what may be done in it, as digests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from events.digests import fingerprint_of
from events.encoding import Encoder, plain_record, secrets_in
from events.envelope import CheckpointEntry
from events.secrets import Secret
from kernel.decider import AnyGame, must_choose
from kernel.documents import Document, public_digest


def checkpoint(
    game: AnyGame, encoder: Encoder, state: Any, n: int, *, rulings: Mapping[str, str] | None = None
) -> CheckpointEntry:
    """Return the checkpoint of a state, to stand as entry `n`. rulings: to show instead of those in force."""
    document = game.document(state)
    count, digest = legal_digest(game, encoder, state, document)
    if rulings is not None:
        document = {**document, "rulings": dict(rulings)}
    return CheckpointEntry(n=n, document=public_digest(document), legal=count, moves=digest)


def legal_digest(game: AnyGame, encoder: Encoder, state: Any, document: Document) -> tuple[int, str]:
    """Return the number and the digest of the legal moves of all seats to act, in their order.

    A hidden choice counts by its public side: that it may be made, not which values it may have. Where a seat's moves
    name what is hidden in the document, they count as one: who tries hands out shall not find one that fits.
    """
    listed: list[bytes] = []
    hidden = [orjson.dumps(value) for secret in secrets_in(document) for value in _values(secret.value)]
    for seat, moves in must_choose(game, state):
        spelled = [orjson.dumps(encoder.move(move), default=_public, option=orjson.OPT_SORT_KEYS) for move in moves]
        if any(value in record for record in spelled for value in hidden):
            spelled = [orjson.dumps({"hidden": seat})]
        listed += [b"[%b,%b]" % (orjson.dumps(seat), record) for record in spelled]
    return len(listed), fingerprint_of(b"[%b]" % b",".join(listed), b"refold/legal/1")


def _values(value: Any) -> Iterator[str]:
    """List the strings in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _values(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _values(item)


def _public(value: Any) -> Any:
    """Spell what JSON does not know: of a secret only whose it is."""
    return {"for": value.seat} if type(value) is Secret else plain_record(value)
