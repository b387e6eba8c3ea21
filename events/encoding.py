"""From entries, moves and events to the one accepted spelling of their line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

import attrs
import orjson

from events.envelope import KINDS, Entry, Header, OpeningLine
from events.secrets import Secret
from events.vocabulary import ARRANGED, Arranged, Vocabulary, Wire

Values = Callable[[Any], tuple[Any, ...]]


class Encoder:
    """Writes the records of one game."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Prepare for `vocabulary`."""
        self._current = frozenset((*vocabulary.events, ARRANGED))
        self._moves = {cls: _shape(cls, ("do",), name) for name, cls in vocabulary.moves.items()}
        self._events = {
            cls: _shape(cls, ("type",), name) for name, cls in {**vocabulary.events, ARRANGED: Arranged}.items()
        }

    def event(self, event: Any) -> Wire:
        """Return the record of an event: its type first, its citations last."""
        keys, name, values = self._events[type(event)]
        return dict(zip(keys, (name, *values(event)), strict=True))

    def move(self, move: Any) -> Wire:
        """Return the record of a move without its seat: its name first."""
        keys, name, values = self._moves[type(move)]
        return dict(zip(keys, (name, *values(move)), strict=True))

    def speaks(self, record: Wire) -> bool:
        """Whether the record of an entry holds current events alone, none that was upcast when it was read."""
        return all(event.get("type") in self._current for event in record.get("events", ()))

    def entry(self, entry: Entry) -> Wire:
        """Return the record of an entry in the order of its line, its digest left out."""
        kind, names = _ENTRIES[type(entry)]
        record: Wire = {"n": entry.n, "kind": kind}
        for name in names:
            value = getattr(entry, name)
            if name == "events":
                value = [self.event(event) for event in value]
            elif name == "move":
                value = self.move(value)
            record[name] = value
        return record

    def body(self, entry: Entry) -> bytes:
        """Spell an entry as its line, without digest and last brace."""
        return orjson.dumps(self.entry(entry), default=plain_record)[:-1]


def header_body(header: Header) -> bytes:
    """Spell a header as its line, without digest and last brace."""
    record = plain_record(header)
    del record["digest"]
    return orjson.dumps(record, default=plain_record)[:-1]


def openings(entry: Entry) -> list[OpeningLine]:
    """List what opens the secrets whose values `entry` holds, each once, in the order of their places."""
    met: dict[str, OpeningLine] = {}
    for secret in secrets_in(entry):
        if secret.known and secret.salt:
            line = OpeningLine(open=entry.n, sealed=secret.commitment, salt=secret.salt, value=secret.value)
            met.setdefault(secret.commitment, line)
    return list(met.values())


def respelled(record: Wire) -> bytes:
    """Spell a record as it was read, without its digest and last brace."""
    return orjson.dumps({key: value for key, value in record.items() if key != "digest"})[:-1]


def opening_line(opening: OpeningLine) -> bytes:
    """Spell an opening as its line."""
    return orjson.dumps(opening, default=plain_record, option=orjson.OPT_APPEND_NEWLINE)


def plain(value: Any) -> Any:
    """Return a value with everything in it as plain JSON, secrets sealed."""
    return orjson.loads(orjson.dumps(value, default=plain_record))


def plain_record(value: Any) -> Any:
    """Spell what JSON does not know: secrets sealed, records as objects."""
    if type(value) is Secret:
        return {"sealed": value.commitment, "for": value.seat}
    if attrs.has(type(value)):
        return {field.name: getattr(value, field.name) for field in attrs.fields(type(value))}
    msg = f"{type(value).__name__} has no spelling"
    raise TypeError(msg)


def secrets_in(value: Any) -> Iterator[Secret]:
    """Find every secret in a record, in the order of their places."""
    if type(value) is Secret:
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from secrets_in(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from secrets_in(item)
    elif attrs.has(type(value)):
        for field in attrs.fields(type(value)):
            yield from secrets_in(getattr(value, field.name))


def _shape(cls: type, first: tuple[str, ...], name: str) -> tuple[tuple[str, ...], str, Values]:
    """Return the keys of a record, the name of its type, and what reads its values from an object."""
    names = [field.name for field in attrs.fields(cls) if first != ("do",) or field.name != "seat"]
    names.sort(key=lambda field: field == "cites")
    if not names:
        return first, name, lambda _: ()
    getter = attrgetter(*names)
    return (*first, *names), name, (getter if len(names) > 1 else lambda value: (getter(value),))


_ENTRIES = {
    cls: (kind, tuple(field.name for field in attrs.fields(cls) if field.name not in ("n", "digest")))
    for kind, cls in KINDS.items()
}
