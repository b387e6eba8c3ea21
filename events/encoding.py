"""From entries, moves and events to the one accepted spelling of their line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import orjson

from events.envelope import KINDS, Entry, Header, OpeningLine
from events.errors import MalformedLine
from events.frozen import defaults, field_names, is_record
from events.generated import defined
from events.records import field_types
from events.secrets import Secret
from events.vocabulary import ARRANGED, Arranged, Vocabulary, Wire

Shape = Callable[[Any], Wire]


class Encoder:
    """Writes the records of one game."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Prepare for `vocabulary`; functions are generated as types are met."""
        self._current = frozenset((*vocabulary.events, ARRANGED))
        self._asked = frozenset(vocabulary.moves)
        self._unchanged = not vocabulary.upcasters
        self._moves = _Shapes("do", vocabulary.moves)
        self._events = _Shapes("type", {**vocabulary.events, ARRANGED: Arranged})

    def event(self, event: Any) -> Wire:
        """Return the record of an event: its type first, its citations last."""
        return self._events[type(event)](event)

    def move(self, move: Any) -> Wire:
        """Return the record of a move without its seat: its name first."""
        return self._moves[type(move)](move)

    def typed(self, move: Any) -> Wire:
        """Return the record of a move as a person types it: without the fields that have their default."""
        usual = {name: made() for name, made in defaults(type(move)).items()}
        return {name: value for name, value in self.move(move).items() if name not in usual or value != usual[name]}

    def speaks(self, line: bytes) -> bool:
        """Whether the line of an entry that was read holds current words alone, none that was upcast then."""
        if self._unchanged:
            return True
        record = orjson.loads(line)
        known = all(event.get("type") in self._current for event in record.get("events", ()))
        return known and ("move" not in record or record["move"].get("do") in self._asked)

    def entry(self, entry: Entry) -> Wire:
        """Return the record of an entry in the order of its line, its digest left out."""
        spell = _entry_shape(type(entry))  # type: ignore[arg-type] # a class is hashable
        return spell(entry, self._moves, self._events)

    def body(self, entry: Entry) -> bytes:
        """Spell an entry as its line, without digest and last brace.

        Raises: MalformedLine for a number that no line can hold.
        """
        return dumped(self.entry(entry))[:-1]


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


def respelled(line: bytes) -> bytes:
    """Spell a line in its own words, without its digest and last brace."""
    return orjson.dumps({key: value for key, value in orjson.loads(line).items() if key != "digest"})[:-1]


def opening_line(opening: OpeningLine) -> bytes:
    """Spell an opening as its line."""
    return orjson.dumps(opening, default=plain_record, option=orjson.OPT_APPEND_NEWLINE)


def plain(value: Any) -> Any:
    """Return a value with everything in it as plain JSON, secrets sealed.

    Raises: MalformedLine for a number that no line can hold.
    """
    return orjson.loads(dumped(value))


def dumped(value: Any, option: int = 0) -> bytes:
    """Spell a value as JSON, secrets sealed. option: of orjson.

    Raises: MalformedLine for a number that no line can hold: what is added up may grow beyond what was read.
    """
    try:
        return orjson.dumps(value, default=plain_record, option=option)
    except orjson.JSONEncodeError as error:
        if "64-bit" not in str(error):
            raise
        msg = "a number has grown to more than 64 bits"
        raise MalformedLine(msg) from error


def plain_record(value: Any) -> Any:
    """Spell what JSON does not know: secrets sealed, records as objects."""
    if type(value) is Secret:
        return {"sealed": value.commitment, "for": value.seat}
    if is_record(type(value)):
        return {name: getattr(value, name) for name in field_names(type(value))}
    msg = f"{type(value).__name__} has no spelling"
    raise TypeError(msg)


def secrets_in(value: Any) -> Iterator[Secret]:
    """Find every secret in a record, in the order of their places."""
    found: list[Secret] = []
    _gather(value, found)
    return iter(found)


def _gather(value: Any, found: list[Secret]) -> None:
    cls = type(value)
    if cls is Secret:
        found.append(value)
    elif isinstance(value, dict | list | tuple):
        for item in value.values() if isinstance(value, dict) else value:
            if type(item) not in _HOLDING_NONE:
                _gather(item, found)
    elif cls not in _HOLDING_NONE:
        for name in _holding(cls):  # type: ignore[arg-type] # a class is hashable
            item = getattr(value, name)
            if item and type(item) not in _HOLDING_NONE:
                _gather(item, found)


_HOLDING_NONE: set[type] = {str, int, bool, NoneType}
"""Classes whose values hold no secret: plain ones, and records found to have no field for one."""


@cache
def _holding(cls: Any) -> tuple[str, ...]:
    """Return the fields of a record in which a secret may stand, by their types; none for what is no record."""
    names = tuple(name for name, kind in field_types(cls).items() if _may_hold(kind)) if is_record(cls) else ()
    if not names:
        _HOLDING_NONE.add(cls)
    return names


def _may_hold(kind: Any) -> bool:
    if kind in (str, int, bool, NoneType, Ellipsis) or get_origin(kind) is Literal:
        return False
    arguments = get_args(kind)
    return any(_may_hold(argument) for argument in arguments) if arguments else True


class _Shapes(dict[type, Shape]):
    """What spells a record, by its class: generated when a class is met."""

    def __init__(self, key: str, types: Mapping[str, type]) -> None:
        super().__init__()
        self._key = key
        self._names = {cls: name for name, cls in types.items()}

    def __missing__(self, cls: type) -> Shape:
        found = self[cls] = _shape(cls, self._key, self._names[cls])
        return found


@cache
def _shape(cls: Any, key: str, name: str) -> Shape:
    """Return what spells a record of `cls`: the name of its type first, its citations last, a move's seat left out."""
    names = [name for name in field_names(cls) if key != "do" or name != "seat"]
    names.sort(key=lambda field: field == "cites")
    pairs = [f"{key!r}: {name!r}", *(f"{field!r}: record.{field}" for field in names)]
    function: Shape = defined("spelled", "record", lambda: [f"return {{{', '.join(pairs)}}}"], {})
    return function


@cache
def _entry_shape(cls: Any) -> Callable[[Any, _Shapes, _Shapes], Wire]:
    """Return what spells an entry of `cls` in the order of its line, its digest left out."""
    values = {"n": "entry.n", "kind": repr(_KINDS[cls])}
    values |= {name: f"entry.{name}" for name in field_names(cls) if name not in ("n", "digest")}
    if "move" in values:
        values["move"] = "moves[type(entry.move)](entry.move)"
    if "events" in values:
        values["events"] = "[events[type(event)](event) for event in entry.events]"
    pairs = ", ".join(f"{name!r}: {value}" for name, value in values.items())
    function: Callable[[Any, _Shapes, _Shapes], Wire] = defined(
        "spelled", "entry, moves, events", lambda: [f"return {{{pairs}}}"], {}
    )
    return function


_KINDS = {cls: kind for kind, cls in KINDS.items()}
