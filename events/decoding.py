"""From the record of a line to entries, moves and events of one game, strictly."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from events import strict
from events.accepting import Accepting, ByName, Hook
from events.envelope import KINDS, Draw, Entry, Event, Header, Move, OpeningLine
from events.errors import RecordError, UnknownType, UnsupportedVersion, did_you_mean
from events.records import replace
from events.secrets import Secret, as_tuples
from events.strict import MAX_STRING
from events.vocabulary import ARRANGED, Arranged, Seat, Upcaster, Vocabulary, Wire

if TYPE_CHECKING:
    from cattrs import Converter

Read = Callable[[Wire], Any]

_HEX = frozenset("0123456789abcdef")
_COMMITMENT = 64
_SEALED = {"sealed", "for"}
_NOTHING_OPEN: Mapping[str, Secret] = {}


class Decoder:
    """Reads the records of one game: fast, and once more slowly to explain a fault. It belongs to one thread."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Prepare for `vocabulary`; functions are generated as types are met."""
        self._vocabulary = vocabulary
        self._of_short_lines = _fast_reader(vocabulary, short=True)

    def entry(
        self, record: Wire, openings: Mapping[str, Secret] = _NOTHING_OPEN, length: int = MAX_STRING + 1
    ) -> Entry:
        """Read an entry as it stands in a log. openings: the secrets told so far, by commitment.

        length: of the line that orjson read the record from, in bytes; of a short one less must be checked.

        Raises: MalformedLine, UnknownType, with the JSON path of the first fault.
        """
        try:
            fast = self._of_short_lines if length <= MAX_STRING else _fast_reader(self._vocabulary)
            return fast.entry(record, openings)
        except Exception:  # noqa: BLE001 - whatever went wrong, the slow reader says what
            entry: Entry = explained(lambda: _Reader(self._vocabulary, detailed=True).entry(record, openings))
            return entry

    def move(self, seat: Seat, record: Wire) -> Any:
        """Read a move as a script writes it: fields with a default may be left out, secrets stand in the clear.

        Raises: MalformedLine, UnknownType.
        """
        return explained(lambda: _Reader(self._vocabulary, detailed=True, script=True).move(seat, record))

    def event(self, record: Wire) -> Any:
        """Read one event as an arbiter's file writes it.

        Raises: MalformedLine, UnknownType.
        """
        return explained(lambda: _Reader(self._vocabulary, detailed=True, script=True).event(record))


class _Reader:
    """One converter and the functions it generated, by type name."""

    def __init__(self, vocabulary: Vocabulary, *, detailed: bool, script: bool = False) -> None:
        self._vocabulary = vocabulary
        self._types = {**vocabulary.events, ARRANGED: Arranged}
        self._script = script
        self._kinds: dict[str, Read] = {}
        self._events: dict[str, Read] = {}
        self._moves: dict[str, Read] = {}
        self._openings = _NOTHING_OPEN
        self._seat: Seat = ""
        self._detailed = detailed
        self._own = {Event: self.event, Move: self._own_move, Draw: self._draw, Secret: self._secret, Any: self._any}

    @cached_property
    def _converter(self) -> Converter:
        """Made when it is needed: what is sound and known to the fast reader never does."""
        made = strict.converter(detailed=self._detailed, complete=not self._script)
        for kind, hook in self._own.items():
            made.register_structure_hook_func(
                lambda met, kind=kind: met is kind or met == kind,  # type: ignore[misc]
                lambda value, _, hook=hook: hook(value),  # type: ignore[misc]
            )
        return made

    def entry(self, record: Wire, openings: Mapping[str, Secret]) -> Entry:
        self._openings = openings
        self._seat = record.get("by", "")
        fields = record.copy()
        kind = fields.pop("kind", None)
        read = self._kinds.get(kind) if type(kind) is str else None
        if read is None:
            cls = _known(KINDS, kind, "kind of entry")
            read = self._kinds[kind] = self._reader_of(cls)
        entry: Entry = read(fields)
        return entry

    def event(self, record: Any) -> Any:
        if type(record) is not dict:
            msg = f"expected an event, found {strict.found(record)}"
            raise strict.WrongShape(msg)
        fields = record.copy()
        name = fields.pop("type", None)
        read = self._events.get(name) if type(name) is str else None
        if read is None:
            read = self._events[name] = self._event_reader(name)
        return read(fields)

    def _event_reader(self, name: Any) -> Read:
        upcasters = []
        current = name
        while isinstance(current, str) and current not in self._types and current in self._vocabulary.upcasters:
            upcasters.append(self._vocabulary.upcasters[current])
            current = next_version(current)
        cls = _known(self._types, current, f"event of {self._vocabulary.game}")
        structure = self._reader_of(cls)
        if not upcasters:
            return structure

        def upcast(fields: Wire) -> Any:
            record = {"type": name, **fields}
            for raise_version in upcasters:
                record = _raised(raise_version, record)
            return structure({key: value for key, value in record.items() if key != "type"})

        return upcast

    def _reader_of(self, cls: type) -> Read:
        structure = self._converter.get_structure_hook(cls)
        return lambda record: structure(record, cls)

    def _own_move(self, record: Any) -> Any:
        return self.move(self._seat, record)

    def move(self, seat: Seat, record: Any) -> Any:
        if type(record) is not dict:
            msg = f"expected a move, found {strict.found(record)}"
            raise strict.WrongShape(msg)
        self._seat = seat
        if "seat" in record:
            msg = 'the field "seat" is not known here'
            raise strict.WrongShape(msg)
        name: Any = record.get("do")
        while type(name) is str and name not in self._vocabulary.moves and name in self._vocabulary.upcasters:
            record = _raised(self._vocabulary.upcasters[name], record)
            name = record.get("do")
        fields = {"seat": seat, **{key: value for key, value in record.items() if key != "do"}}
        read = self._moves.get(name) if type(name) is str else None
        if read is None:
            cls = _known(self._vocabulary.moves, name, f"move of {self._vocabulary.game}")
            read = self._moves[name] = self._reader_of(cls)
        return read(fields)

    def _draw(self, value: Any) -> Draw:
        if type(value) is not list or len(value) != 3:
            msg = f"expected [stream, index, outcomes], found {strict.found(value)}"
            raise strict.WrongShape(msg)
        stream, index, outcomes = value
        return (
            strict.stepping("[0]", strict.strict_str, stream),
            strict.stepping("[1]", strict.strict_int, index),
            strict.stepping("[2]", self._outcomes, outcomes),
        )

    def _outcomes(self, value: Any) -> Any:
        if type(value) is not list:
            return self._secret(value)
        return tuple([strict.stepping(f"[{place}]", _outcome, item) for place, item in enumerate(value)])

    def _any(self, value: Any) -> Any:
        return self._opened(strict.plain_json(value))

    def _opened(self, value: Any) -> Any:
        """Return a value with the sealed values in it as secrets, opened as far as they are told."""
        if type(value) is dict:
            if value.keys() == _SEALED:
                return self._secret(value)
            return {key: self._opened(item) for key, item in value.items()}
        return [self._opened(item) for item in value] if type(value) is list else value

    def _secret(self, value: Any) -> Secret:
        if type(value) is dict and value.keys() == _SEALED:
            commitment, seat = strict.strict_str(value["sealed"]), strict.strict_str(value["for"])
            if len(commitment) != _COMMITMENT or not _HEX.issuperset(commitment):
                msg = f"expected 64 hex digits, found {strict.found(commitment)}"
                raise strict.WrongShape(msg)
            opened = self._openings.get(commitment)
            return replace(opened, seat=seat) if opened else Secret(seat=seat, commitment=commitment)
        if not self._script:
            msg = f"expected a sealed value, found {strict.found(value)}"
            raise strict.WrongShape(msg)
        if value is None:
            msg = "expected a value, found null"
            raise strict.WrongShape(msg)
        return Secret(seat=self._seat, value=as_tuples(strict.plain_json(value)))


class _Fast(_Reader):
    """Accepts what is sound by generated functions; whatever it raises says nothing."""

    def __init__(self, vocabulary: Vocabulary, *, short: bool = False) -> None:
        super().__init__(vocabulary, detailed=False)
        events: dict[str, Hook] = dict.fromkeys(vocabulary.upcasters, self.event)
        hooks: dict[Any, Hook | ByName] = {**self._own, Move: self._accepted_move, Draw: self._accepted_draw}
        hooks[Event] = ByName("type", events)
        accepting = Accepting(hooks, self._hook_of, short=short)
        events |= {name: accepting.tagged(cls) for name, cls in self._types.items()}
        self._entries = {kind: accepting.tagged(cls) for kind, cls in KINDS.items()}
        self._seated = {name: accepting.seated(cls) for name, cls in vocabulary.moves.items()}

    def _hook_of(self, kind: Any) -> Hook:
        structure = self._converter.get_structure_hook(kind)
        return lambda value: structure(value, kind)

    def entry(self, record: Wire, openings: Mapping[str, Secret]) -> Entry:
        self._openings = openings
        self._seat = record.get("by", "")
        entry: Entry = self._entries[record["kind"]](record)
        return entry

    def _accepted_move(self, record: Any) -> Any:
        return self._seated[record["do"]](record, self._seat)

    def _accepted_draw(self, value: Any) -> Draw:
        stream, index, outcomes = value
        if type(value) is not list or type(stream) is not str or type(index) is not int or type(outcomes) is not list:
            return self._draw(value)
        return strict.strict_str(stream), strict.strict_int(index), tuple([_outcome(item) for item in outcomes])


class _Kept(threading.local):
    """The fast readers made so far, by what they read: each thread has its own, since they note what they are at."""

    def __init__(self) -> None:
        self.readers: dict[tuple[int, bool], _Fast] = {}


_KEPT = _Kept()


def _fast_reader(vocabulary: Vocabulary, *, short: bool = False) -> _Fast:
    """Return the fast reader of a vocabulary, made once: of many logs most are of the same game."""
    found = _KEPT.readers.get((id(vocabulary), short))
    if found is None:
        # It holds the vocabulary, so that no other one can come by the same id.
        found = _KEPT.readers[id(vocabulary), short] = _Fast(vocabulary, short=short)
    return found


def _outcome(value: Any) -> Any:
    return strict.strict_str(value) if type(value) is str else strict.strict_int(value)


def _raised(upcaster: Upcaster, record: Wire) -> Wire:
    """Lead the record of an event or a move one version further."""
    try:
        return upcaster(record)
    except KeyError as error:
        msg = f'the field "{error.args[0]}" is missing in {_name_of(record)}'
        raise strict.WrongShape(msg) from error
    except (AttributeError, IndexError, TypeError, ValueError) as error:
        msg = f"this is no {_name_of(record)}: {error}"
        raise strict.WrongShape(msg) from error


def _name_of(record: Wire) -> str:
    return str(record.get("type") or record.get("do"))


def next_version(name: str) -> str:
    """Return the type name of the next version: ``coins_paid/2`` for ``coins_paid/1``."""
    stem, version = _parted(name)
    return f"{stem}/{int(version) + 1}" if version else name


def _parted(name: Any) -> tuple[str, str]:
    """Part the name of an event into stem and version, "" for what is no version: a number from 1, as it is written."""
    stem, _, version = name.rpartition("/") if type(name) is str else ("", "", "")
    written = version.isascii() and version.isdecimal() and not version.startswith("0")
    return stem, version if written and len(version) < _LONGEST_VERSION else ""


_LONGEST_VERSION = 1000
"""Digits; Python reads no number of some thousands of them."""


def header(record: Wire) -> Header:
    """Read a header from its record, its digest included.

    Raises: MalformedLine with the JSON path of the first fault.
    """
    value: Header = record_of(Header, record)
    return value


def opening(record: Wire) -> OpeningLine:
    """Read an opening from its record.

    Raises: MalformedLine.
    """
    value: OpeningLine = record_of(OpeningLine, record)
    return value


def record_of(cls: type, record: Any, *, complete: bool = True) -> Any:
    """Read a record that belongs to no game. complete: every field must be there, those with a default too.

    Raises: MalformedLine with the JSON path of the first fault.
    """
    try:
        return _accepting(complete).record(cls)(record)
    except Exception:  # noqa: BLE001 - whatever went wrong, the slow reader says what
        return explained(lambda: _explaining(complete).structure(record, cls))


@cache
def _accepting(complete: bool) -> Accepting:  # noqa: FBT001 - passed on
    def other(kind: Any) -> Hook:
        structure = _explaining(complete).get_structure_hook(kind)
        return lambda value: structure(value, kind)

    return Accepting({Any: strict.plain_json}, other, complete=complete)


@cache
def _explaining(complete: bool) -> Converter:  # noqa: FBT001 - passed on
    """Return the one slow reader of its kind: making it takes longer than reading a hundred records."""
    return strict.converter(detailed=True, complete=complete)


def explained(read: Callable[[], Any]) -> Any:
    """Call `read`; turn whatever it raises into one `RecordError` with the JSON path of the first fault."""
    try:
        return read()
    except RecordError:
        raise
    except Exception as error:
        raise strict.explain(error) from error


def _known(table: Mapping[str, type], name: Any, what: str) -> type:
    """Look a type up by its name on the wire, or say what is near.

    Raises: UnknownType; UnsupportedVersion for a version later than the last one known.
    """
    if type(name) is str and name in table:
        return table[name]
    stem, version = _parted(name)
    here = [known for known in table if version and _parted(known)[0] == stem]
    if here and int(version) > max(int(_parted(known)[1]) for known in here):
        msg = f'"{name}" is a later version than is known here, "{here[-1]}": a later refold wrote it'
        raise UnsupportedVersion(msg)
    msg = f"{strict.found(name)} is no {what}{did_you_mean(name, table)}"
    raise UnknownType(msg)
