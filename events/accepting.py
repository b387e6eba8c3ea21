"""Sound records accepted fast: functions generated per class, which check as strictly as events/strict.py does.

They know no mercy and give no reasons: whatever is not exactly as it must be raises something, and the slow reader then
says what and where. They may refuse what the slow reader accepts, never the other way round; a test holds them to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType, UnionType
from typing import Any, Literal, NewType, TypeAlias, Union, get_args, get_origin

from events.frozen import defaults, frozen, is_record
from events.generated import defined
from events.records import field_types, filler, filling
from events.strict import MAX_STRING, WrongShape, strict_bool, strict_int, strict_str
from events.vocabulary import Wire

Hook: TypeAlias = Callable[[Any], Any]
"""Checks and turns one value."""

_MOST_KEPT = 4096
_SHORT = 256


@frozen
class ByName:
    """What reads a record that names its type in `key`. readers: by that name; a plain dict is looked into fastest."""

    key: str
    readers: dict[str, Hook]


class Accepting:
    """Generates readers of records. A type in `own` is read by its hook there, one not known here by `other`."""

    def __init__(
        self,
        own: Mapping[Any, Hook | ByName],
        other: Callable[[Any], Hook],
        *,
        complete: bool = True,
        short: bool = False,
    ) -> None:
        """Take the hooks. complete: every field must be there, those with a default too.

        short: what is read was read by orjson from a line of at most `MAX_STRING` bytes.
        """
        self._complete = complete
        self._simple = _OF_SHORT_LINES if short else _SIMPLE
        self._own = list(own.items())
        self._other = other
        self._records: dict[type, Hook] = {}
        self._kept: dict[tuple[str, ...] | str, tuple[str, ...]] = {}

    def record(self, cls: type) -> Hook:
        """Return what reads a record of `cls`: every field there, none beside them."""
        if cls not in self._records:
            self._records[cls] = self._reader(cls, ())
        return self._records[cls]

    def tagged(self, cls: type) -> Callable[[Wire], Any]:
        """Return what reads a record of `cls` that names its type in one key more, and was looked up by that name."""
        return self._reader(cls, (), more=1)

    def seated(self, cls: type) -> Callable[[Wire, str], Any]:
        """Return what reads a record of `cls` that names its type, and whose field `seat` is given beside it."""
        return self._reader(cls, ("seat",), more=1)

    def _reader(self, cls: type, given: tuple[str, ...], more: int = 0) -> Callable[..., Any]:
        """Return what reads a record. given: fields not in it. more: how many keys are in it besides."""
        scope = dict(_SCOPE)
        function: Callable[..., Any] = defined(
            "accepted",
            ", ".join(("record", *given)),
            lambda: self._source(cls, given, more, scope),
            scope,
            lambda: self._slowly(cls, given, more),
        )
        return function

    def _slowly(self, cls: type, given: tuple[str, ...], more: int) -> Callable[..., Any]:
        """Return what reads as `_source` does, put together from functions."""
        if set(given) - set(field_types(cls)):
            raise WrongShape
        fill, usual = filler(cls), {} if self._complete else defaults(cls)
        hooks = {name: self._plainly(kind) for name, kind in field_types(cls).items() if name not in given}
        read, known = [*hooks.items()], hooks.keys()

        def accepted(record: Any) -> Any:
            if type(record) is not dict or len(record) != len(read) + more:
                raise WrongShape
            return fill([hook(record[name]) for name, hook in read])

        def partly(record: Any) -> Any:
            if type(record) is not dict or not known >= record.keys():
                raise WrongShape
            return fill([hook(record[name]) if name in record else usual[name]() for name, hook in read])

        def seated(record: Any, seat: Any) -> Any:
            if type(record) is not dict or len(record) != len(read) + more:
                raise WrongShape
            return fill([hooks[name](record[name]) if name in known else seat for name in field_types(cls)])

        return seated if given else accepted if self._complete else partly

    def _source(self, cls: type, given: tuple[str, ...], more: int, scope: dict[str, Any]) -> list[str]:
        fields = field_types(cls)
        read = [name for name in fields if name not in given]
        usual = defaults(cls)
        # Who was found by the name of its type can only be a dict.
        sort = "" if more else "type(record) is not dict or "
        lines = [f"if {sort}len(record) != {len(read) + more}: raise WrongShape"]
        if not self._complete:
            known = _named(set(fields), scope)
            lines = [f"if type(record) is not dict or not {known}.issuperset(record): raise WrongShape"]
        for place, name in enumerate(read):
            checked = [f"v{place} = record[{name!r}]", *self._checked(fields[name], f"v{place}", scope)]
            if self._complete or name not in usual:
                lines += checked
                continue
            lines += [f"if {name!r} in record:", *(f"    {line}" for line in checked), "else:"]
            lines.append(f"    v{place} = {_named(usual[name], scope)}()")
        if set(given) - set(fields):
            lines = ["raise WrongShape"]
        values = [name if name in given else f"v{read.index(name)}" for name in fields]
        return [*lines, *filling(cls, values, scope), "return new"]

    def _plainly(self, kind: Any) -> Hook:
        """Return what reads a value of a type, put together from functions and not from source."""
        own = self._own_hook(kind)
        arguments = get_args(kind)
        origin = get_origin(kind)
        if isinstance(own, ByName):
            key, readers = own.key, own.readers
            return lambda value: readers[value[key]](value)
        if own is not None:
            return own
        if isinstance(kind, NewType):
            return self._plainly(kind.__supertype__)
        if origin is Literal and all(type(option) is str for option in arguments):
            return {option: option for option in arguments}.__getitem__
        if origin in (Union, UnionType) and len(arguments) == 2 and NoneType in arguments:
            (some,) = (self._plainly(argument) for argument in arguments if argument is not NoneType)
            return lambda value: None if value is None else some(value)
        if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
            return self._texts if arguments[0] is str else _listed(self._plainly(arguments[0]))
        return self._hook(kind)

    def _checked(self, kind: Any, value: str, scope: dict[str, Any]) -> list[str]:
        """Return source that checks the variable `value` and turns it into what the field holds."""
        if self._own_hook(kind) is None:
            if kind in self._simple:
                return [self._simple[kind].format(v=value)]
            if isinstance(kind, NewType):
                return self._checked(kind.__supertype__, value, scope)
            arguments = get_args(kind)
            if get_origin(kind) in (Union, UnionType) and len(arguments) == 2 and NoneType in arguments:
                (some,) = (argument for argument in arguments if argument is not NoneType)
                return [f"if {value} is not None:", *(f"    {line}" for line in self._checked(some, value, scope))]
            if get_origin(kind) is Mapping:
                one = self._turned(arguments[1], "item", scope)
                pairs = f"{{strict_str(key): {one} for key, item in {value}.items()}}"
                return [f"if type({value}) is not dict: raise WrongShape", f"{value} = {pairs}"]
            if get_origin(kind) is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
                return [f"if type({value}) is not list: raise WrongShape", *self._many(arguments[0], value, scope)]
        return [f"{value} = {self._turned(kind, value, scope)}"]

    def _many(self, kind: Any, value: str, scope: dict[str, Any]) -> list[str]:
        if kind is str:
            kept, texts = _named(self._kept, scope), _named(self._texts, scope)
            return [f"{value} = {kept}.get({value}[0] if len({value}) == 1 else tuple({value})) or {texts}({value})"]
        return [
            "many = []",
            f"for item in {value}: many.append({self._turned(kind, 'item', scope)})",
            f"{value} = tuple(many)",
        ]

    def _turned(self, kind: Any, value: str, scope: dict[str, Any]) -> str:
        """Return an expression for a value read from the variable `value`."""
        own = self._own_hook(kind)
        arguments = get_args(kind)
        if isinstance(own, ByName):
            return f"{_named(own.readers, scope)}[{value}[{own.key!r}]]({value})"
        if own is None and get_origin(kind) is Literal and all(type(option) is str for option in arguments):
            return f"{_named({option: option for option in arguments}, scope)}[{value}]"
        return f"{_named(own or self._hook(kind), scope)}({value})"

    def _own_hook(self, kind: Any) -> Hook | ByName | None:
        return next((hook for met, hook in self._own if met == kind), None)

    def _hook(self, kind: Any) -> Hook:
        """Return what reads a value of a type that has no hook of its own."""
        arguments = get_args(kind)
        if isinstance(kind, type) and is_record(kind):
            return self.record(kind)
        if kind in _STRICT:
            return _STRICT[kind]
        if get_origin(kind) is tuple and arguments[1:] != (Ellipsis,):
            return self._row(arguments)
        known = get_origin(kind) in (tuple, Mapping) or isinstance(kind, NewType) or NoneType in arguments[:2]
        if not known or len(arguments) > 2:
            return self._other(kind)
        scope = dict(_SCOPE)
        function: Hook = defined(
            "accepted", "value", lambda: [*self._checked(kind, "value", scope), "return value"], scope
        )
        return function

    def _row(self, kinds: tuple[Any, ...]) -> Hook:
        """Return what reads a list of so many values into a tuple."""
        scope = dict(_SCOPE)

        def slowly() -> Hook:
            hooks = [self._plainly(kind) for kind in kinds]

            def accepted(value: Any) -> tuple[Any, ...]:
                if type(value) is not list:
                    raise WrongShape
                return tuple([hook(item) for hook, item in zip(hooks, value, strict=True)])

            return accepted

        def body() -> list[str]:
            lines = [f"if type(value) is not list or len(value) != {len(kinds)}: raise WrongShape"]
            for place, kind in enumerate(kinds):
                lines += [f"v{place} = value[{place}]", *self._checked(kind, f"v{place}", scope)]
            return [*lines, f"return ({''.join(f'v{place}, ' for place in range(len(kinds)))})"]

        function: Hook = defined("accepted", "value", body, scope, slowly)
        return function

    def _texts(self, value: Any) -> tuple[str, ...]:
        """Read a list of strings and keep it: the same list shall give the same tuple, as most citations do."""
        if type(value) is not list:
            raise WrongShape
        known = tuple([strict_str(item) for item in value])
        if len(self._kept) < _MOST_KEPT and sum(map(len, known)) <= _SHORT:
            # What equals a checked string, or a tuple of them, can only be the same.
            self._kept[known[0] if len(known) == 1 else known] = known
        return known


_STRICT: dict[Any, Hook] = {int: strict_int, str: strict_str, bool: strict_bool}
_SCOPE: dict[str, Any] = {
    "WrongShape": WrongShape,
    "strict_int": strict_int,
    "strict_str": strict_str,
    "strict_bool": strict_bool,
}

_SIMPLE = {
    int: f"if type({{v}}) is not int or not {-(2**63)} <= {{v}} < {2**63}: strict_int({{v}})",
    str: f"if type({{v}}) is not str or len({{v}}) > {MAX_STRING} or not {{v}}.isascii(): strict_str({{v}})",
    bool: "if type({v}) is not bool: strict_bool({v})",
}
"""What is accepted at once; else the strict hook has the word, and mostly refuses."""

_OF_SHORT_LINES = {
    int: f"if type({{v}}) is not int or {{v}} >= {2**63}: strict_int({{v}})",
    str: "if type({v}) is not str: strict_str({v})",
    bool: _SIMPLE[bool],
}
"""The same for what orjson read from a line of at most `MAX_STRING` bytes: no string in it is longer, all of them are
text, and no whole number is less than -2**63 (it would be a fraction).
"""


def _listed(one: Hook) -> Hook:
    def accepted(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise WrongShape
        return tuple([one(item) for item in value])

    return accepted


def _named(value: object, scope: dict[str, Any]) -> str:
    """Put a value into the scope of a generated function; return its name there."""
    name = f"known{len(scope)}"
    scope[name] = value
    return name
