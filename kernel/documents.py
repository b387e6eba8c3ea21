"""Documents: a state as JSON keyed by ids. Addressed by JSON pointers, seen by seats, compared, fingerprinted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import jsonpointer

from events.digests import SORTED, fingerprint_of
from events.encoding import dumped, plain
from events.errors import RefoldError
from events.frozen import field_names, is_record
from events.secrets import Secret
from events.vocabulary import MISSING, Arranged, Seat
from kernel.errors import ImpossibleEvent

Document: TypeAlias = dict[str, Any]
Change: TypeAlias = tuple[str, Any, Any]
"""JSON pointer, value before, value after; `MISSING` stands for nothing."""

_MOST_DIGITS = 10
"""No list is so long that a place in it is written with more digits; Python reads no number of thousands of them."""

_MOST_NEAR = 30
"""Names that are told where one leads nowhere: all that a player has, not all cards of a deck."""

REFEREE = "*"
"""Sees every secret that is known."""


class NoSuchPointer(RefoldError):
    """A JSON pointer leads nowhere in a document."""

    def __init__(self, pointer: str, near: tuple[str, ...] = ()) -> None:
        """Name the pointer and what stands beside the place where it breaks off."""
        more = f" and {len(near) - _MOST_NEAR} more" if len(near) > _MOST_NEAR else ""
        hint = f"; there is {', '.join(near[:_MOST_NEAR])}{more}" if near else ""
        super().__init__(f"nothing stands at {pointer or '/'}{hint}")
        self.pointer = pointer


def view(document: Document, seat: Seat | None = None) -> Document:
    """Return a document, or the record of a move or an entry, as plain JSON as `seat` may see it.

    seat: a seat; None for the public view; `REFEREE` for all. A secret shows its value to its seat, and to all once it
    was turned over; else a sealed commitment.
    """
    seen: Document = _seen(document, seat)
    return seen


def _seen(value: Any, seat: Seat | None) -> Any:
    if value is None or type(value) in _PLAIN:
        return value
    if isinstance(value, dict):
        return {key: _seen(item, seat) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_seen(item, seat) for item in value]
    if isinstance(value, Secret):
        if value.known and (value.shown or seat in (REFEREE, value.seat)):
            return _seen(value.value, seat)
        return {"sealed": value.commitment, "for": value.seat}
    if is_record(type(value)):
        return {name: _seen(getattr(value, name), seat) for name in field_names(type(value))}
    return value


_PLAIN = frozenset({str, int, bool})


def public_digest(document: Document) -> str:
    """Fingerprint of a document with its secrets sealed, those shown since too: 64 hex digits."""
    return fingerprint_of(dumped(document, SORTED), b"refold/state/1")


def at_pointer(document: Any, pointer: str) -> Any:
    """Return the value at a JSON pointer (RFC 6901).

    Raises: NoSuchPointer.
    """
    found = document
    try:
        path = jsonpointer.JsonPointer(pointer)
        for part in path.parts:
            found = path.walk(found, part) if _holds_parts(found, part) else _nothing(pointer)
    except jsonpointer.JsonPointerException as error:
        raise NoSuchPointer(pointer, _beside(document, pointer)) from error
    return found


def _holds_parts(value: Any, part: str) -> bool:
    """Whether a step may be taken: the library also steps into strings, and past the end of a list by ``-``."""
    return isinstance(value, dict) or (isinstance(value, list | tuple) and part != "-" and len(part) < _MOST_DIGITS)


def _nothing(pointer: str) -> Any:
    raise jsonpointer.JsonPointerException(pointer)


def _beside(document: Any, pointer: str) -> tuple[str, ...]:
    """List the keys at the place where a pointer breaks off."""
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if not isinstance(document, dict):
            return ()
        if key not in document:
            return tuple(sorted(document))
        document = document[key]
    return ()


def pointer_to(*keys: str) -> str:
    """Return the JSON pointer through these keys."""
    return jsonpointer.JsonPointer.from_parts(keys).path


def changes(before: Any, after: Any, prefix: str = "") -> Iterator[Change]:
    """List what differs between two documents, by pointer; lists count as one value, shared parts are skipped."""
    if before is after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(before.keys() | after.keys()):
            step = f"{prefix}/{key.replace('~', '~0').replace('/', '~1')}"
            if key not in before:
                yield step, MISSING, after[key]
            elif key not in after:
                yield step, before[key], MISSING
            else:
                yield from changes(before[key], after[key], step)
    elif not same(before, after):
        yield prefix, before, after


def same(one: Any, other: Any) -> bool:
    """Whether two values of a document are the same; unlike for ``==``, true is not 1, and a tuple is a list."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return isinstance(one, bool) is isinstance(other, bool) and bool(one == other)


def with_values(document: Document, values: Mapping[str, Any]) -> Document:
    """Return a copy of a document with the values at some pointers replaced, shorter pointers first.

    Raises: NoSuchPointer where a pointer's last step but one leads nowhere.
    """
    copy: Document = _copied(document)
    for pointer in sorted(values, key=lambda pointer: (pointer.count("/"), pointer)):
        _set(copy, pointer, values[pointer])
    return copy


def changed(document: Document, made: Iterable[Change]) -> Document:
    """Return a copy of a document with changes carried out.

    Raises: ImpossibleEvent when a value before is not the one that stands there.
    """
    copy: Document = _copied(document)
    for pointer, before, after in made:
        try:
            found = at_pointer(copy, pointer)
        except NoSuchPointer:
            found = MISSING
        if not same(plain(found), plain(before)):
            msg = f"{pointer}: the change expects {_short(before)}, there is {_short(found)}"
            raise ImpossibleEvent(msg)
        _set(copy, pointer, after)
    return copy


def _short(value: Any) -> str:
    """Spell a value for a message: what is long by its beginning."""
    text = str(plain(value))
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


_LONGEST = 200


def arranged(before: Document, after: Document, cites: tuple[str, ...] = ()) -> Arranged:
    """Return the event that leads from one document to another."""
    return Arranged(changes=tuple(changes(before, after)), cites=cites)


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_copied(item) for item in value]
    return value


def _set(document: Document, pointer: str, value: Any) -> None:
    parent, slash, _ = pointer.rpartition("/")
    if not slash:
        raise NoSuchPointer(pointer, tuple(sorted(document)))
    holder = at_pointer(document, parent)
    last = jsonpointer.JsonPointer(pointer).parts[-1]
    if isinstance(holder, dict):
        if value == MISSING:
            holder.pop(last, None)
        else:
            holder[last] = _copied(value)
    elif isinstance(holder, list) and last.isdecimal() and len(last) < _MOST_DIGITS and int(last) < len(holder):
        holder[int(last)] = _copied(value)
    else:
        raise NoSuchPointer(pointer, _beside(document, pointer))
