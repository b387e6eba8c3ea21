"""Hypothesis strategies for the records of any game, made from the types of their fields."""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

import attrs
from hypothesis import strategies as st

from events.envelope import KINDS, Draw, Event, Move
from events.secrets import Secret
from events.vocabulary import Arranged, Vocabulary

INTS = st.integers(-(2**63), 2**63 - 1)
TEXTS = st.text(max_size=8)
PLAIN = st.recursive(
    st.none() | st.booleans() | INTS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
).filter(lambda value: not (isinstance(value, dict) and value.keys() == {"sealed", "for"}))
"""Any JSON value that a record may hold."""

SECRETS = st.builds(
    lambda seat, value, salt: Secret(seat=seat, value=value).sealed(salt.hex()),
    TEXTS,
    INTS | TEXTS | st.lists(TEXTS, max_size=3).map(tuple),
    st.binary(min_size=16, max_size=16),
)


class Records:
    """Strategies for one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._met: dict[type, st.SearchStrategy[Any]] = {}

    def event(self) -> st.SearchStrategy[Any]:
        """Any event, a position put in place included."""
        return st.one_of([self.record(cls) for cls in (*self._vocabulary.events.values(), Arranged)])

    def move(self) -> st.SearchStrategy[Any]:
        """Any move."""
        return st.one_of([self.record(cls) for cls in self._vocabulary.moves.values()])

    def entry(self, kind: str) -> st.SearchStrategy[Any]:
        """An entry of one kind, as it stands before its digest is known."""
        entries = self.record(KINDS[kind]).map(lambda entry: attrs.evolve(entry, digest=""))
        return entries.map(lambda entry: attrs.evolve(entry, by=entry.move.seat)) if kind == "move" else entries

    def record(self, cls: type) -> st.SearchStrategy[Any]:
        """A record with each field drawn from its type."""
        if cls not in self._met:
            hints = get_type_hints(cls)
            fields = {field.name: self.value(hints[field.name]) for field in attrs.fields(cls)}
            self._met[cls] = st.builds(cls, **fields)
        return self._met[cls]

    def value(self, kind: Any) -> st.SearchStrategy[Any]:
        """A value of a field's type. Raises: TypeError for a type that no record may hold."""
        known: dict[Any, Any] = {str: TEXTS, int: INTS, bool: st.booleans(), type(None): st.none(), Any: PLAIN}
        known[Secret] = SECRETS
        if kind in known:
            return known[kind]
        if kind is Event:
            return st.deferred(lambda: self.event())  # noqa: PLW0108 - hypothesis takes functions alone
        if kind is Move:
            return st.deferred(lambda: self.move())  # noqa: PLW0108 - the same
        if kind == Draw:
            return st.tuples(TEXTS, INTS, st.lists(INTS | TEXTS, max_size=3).map(tuple) | SECRETS)
        if isinstance(kind, NewType):
            return self.value(kind.__supertype__)
        if isinstance(kind, type) and attrs.has(kind):
            return st.deferred(lambda: self.record(kind))
        return self._compound(kind, get_origin(kind), get_args(kind))

    def _compound(self, kind: Any, origin: Any, inner: tuple[Any, ...]) -> st.SearchStrategy[Any]:
        if origin is Literal and all(type(option) is str for option in inner):
            return st.sampled_from(inner)
        if origin in (Union, types.UnionType):
            return st.one_of([self.value(option) for option in inner])
        if origin is tuple and inner[-1] is Ellipsis:
            return st.lists(self.value(inner[0]), max_size=3).map(tuple)
        if origin is tuple:
            return st.tuples(*map(self.value, inner))
        if origin is Mapping and inner[0] is str:
            return st.dictionaries(TEXTS, self.value(inner[1]), max_size=3)
        msg = f"no record may hold {kind}"
        raise TypeError(msg)
