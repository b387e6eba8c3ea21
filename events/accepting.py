"""Sound records accepted fast: functions generated per class, which check as strictly as events/strict.py does.

They know no mercy and give no reasons: whatever is not exactly as it must be raises something, and the slow reader then
says what and where. They may refuse what the slow reader accepts, never the other way round; a test holds them to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType, UnionType
from typing import Any, Literal, NewType, TypeAlias, Union, get_args, get_origin

import attrs

from events.records import defined, filling
from events.strict import MAX_STRING, WrongShape, strict_bool, strict_int, strict_str
from events.vocabulary import Wire

Hook: TypeAlias = Callable[[Any], Any]
"""Checks and turns one value."""

_MOST_KEPT = 4096
_SHORT = 256


class Accepting:
    """Generates readers of records. A type in `own` is read by its hook there, one not known here by `other`."""

    def __init__(self, own: Mapping[Any, Hook], other: Callable[[Any], Hook]) -> None:
        """Take the hooks."""
        self._own = list(own.items())
        self._other = other
        self._records: dict[type, Hook] = {}
        self._texts = _kept_texts()

    def record(self, cls: type) -> Hook:
        """Return what reads a record of `cls`: every field there, none beside them."""
        if cls not in self._records:

            def later(value: Any) -> Any:
                return self._records[cls](value)

            # A record that may contain another of its class finds this first.
            self._records[cls] = later
            self._records[cls] = self._reader(cls, ())
        return self._records[cls]

    def tagged(self, cls: type) -> Callable[[Wire], Any]:
        """Return what reads a record of `cls` that names its type in one key more."""
        return self._reader(cls, (), more=1)

    def seated(self, cls: type) -> Callable[[Wire, str], Any]:
        """Return what reads a record of `cls` that names its type, and whose field `seat` is given beside it."""
        return self._reader(cls, ("seat",), more=1)

    def _reader(self, cls: type, given: tuple[str, ...], more: int = 0) -> Callable[..., Any]:
        attrs.resolve_types(cls)
        fields = {field.name: field.type for field in attrs.fields(cls)}
        read = [name for name in fields if name not in given]
        scope: dict[str, Any] = dict(_SCOPE)
        lines = [f"if type(record) is not dict or len(record) != {len(read) + more}: raise WrongShape"]
        for place, name in enumerate(read):
            lines.append(f"v{place} = record[{name!r}]")
            lines += self._checked(fields[name], f"v{place}", scope)
        if set(given) - set(fields):
            lines = ["raise WrongShape"]
        values = [name if name in given else f"v{read.index(name)}" for name in fields]
        lines += [*filling(cls, values, scope), "return new"]
        function: Callable[..., Any] = defined("accepted", ", ".join(("record", *given)), lines, scope)
        return function

    def _checked(self, kind: Any, value: str, scope: dict[str, Any]) -> list[str]:
        """Return source that checks the variable `value` and turns it into what the field holds."""
        own = next((hook for met, hook in self._own if met == kind), None)
        if own is not None:
            return [f"{value} = {_named(own, scope)}({value})"]
        if kind in _SIMPLE:
            return [_SIMPLE[kind].format(v=value)]
        if isinstance(kind, NewType):
            return self._checked(kind.__supertype__, value, scope)
        arguments = get_args(kind)
        if get_origin(kind) is Literal and all(type(option) is str for option in arguments):
            return [f"{value} = {_named({option: option for option in arguments}, scope)}[{value}]"]
        if get_origin(kind) in (Union, UnionType) and len(arguments) == 2 and NoneType in arguments:
            (some,) = (argument for argument in arguments if argument is not NoneType)
            return [f"if {value} is not None:", *(f"    {line}" for line in self._checked(some, value, scope))]
        if get_origin(kind) is tuple:
            return [f"{value} = {_named(self._row(arguments), scope)}({value})"]
        return [f"{value} = {_named(self._hook(kind), scope)}({value})"]

    def _row(self, kinds: tuple[Any, ...]) -> Hook:
        """Return what reads a list into a tuple."""
        if kinds == (str, ...):
            return self._texts
        if len(kinds) == 2 and kinds[1] is Ellipsis:
            one = self._hook(kinds[0])

            def many(value: Any) -> tuple[Any, ...]:
                if type(value) is not list:
                    raise WrongShape
                return tuple([one(item) for item in value])

            return many
        hooks = [self._hook(kind) for kind in kinds]

        def row(value: Any) -> tuple[Any, ...]:
            if type(value) is not list:
                raise WrongShape
            return tuple([hook(item) for hook, item in zip(hooks, value, strict=True)])

        return row

    def _hook(self, kind: Any) -> Hook:
        own = next((hook for met, hook in self._own if met == kind), None)
        if own is not None:
            return own
        if isinstance(kind, type) and attrs.has(kind):
            return self.record(kind)
        if kind in _SIMPLE or get_origin(kind) in (Literal, Union, UnionType, tuple) or isinstance(kind, NewType):
            return self._single(kind)
        return self._other(kind)

    def _single(self, kind: Any) -> Hook:
        if kind in (int, str, bool):
            hook: Hook = {int: strict_int, str: strict_str, bool: strict_bool}[kind]
            return hook
        if get_origin(kind) is tuple:
            return self._row(get_args(kind))
        if get_origin(kind) in (Union, UnionType) and NoneType not in get_args(kind):
            return self._other(kind)
        scope: dict[str, Any] = dict(_SCOPE)
        function: Hook = defined("accepted", "value", [*self._checked(kind, "value", scope), "return value"], scope)
        return function


_SCOPE = {"WrongShape": WrongShape, "strict_int": strict_int, "strict_str": strict_str, "strict_bool": strict_bool}

_SIMPLE = {
    int: f"if type({{v}}) is not int or not {-(2**63)} <= {{v}} < {2**63}: strict_int({{v}})",
    str: f"if type({{v}}) is not str or len({{v}}) > {MAX_STRING} or not {{v}}.isascii(): strict_str({{v}})",
    bool: "if type({v}) is not bool: strict_bool({v})",
}
"""What is accepted at once; else the strict hook has the word, and mostly refuses."""


def _named(value: object, scope: dict[str, Any]) -> str:
    """Put a value into the scope of a generated function; return its name there."""
    name = f"known{len(scope)}"
    scope[name] = value
    return name


def _kept_texts() -> Hook:
    """Return what reads a list of strings; the same list gives the same tuple, as the citations of most events do."""
    kept: dict[tuple[str, ...], tuple[str, ...]] = {}

    def texts(value: Any) -> tuple[str, ...]:
        if type(value) is not list:
            raise WrongShape
        found = tuple(value)
        # Equal to a tuple of checked strings is only a tuple of the same strings.
        known = kept.get(found)
        if known is None:
            known = tuple([strict_str(item) for item in found])
            if len(kept) < _MOST_KEPT and sum(map(len, known)) <= _SHORT:
                kept[known] = known
        return known

    return texts
