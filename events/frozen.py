"""Frozen record classes whose methods are written when they are first asked for.

attrs writes and compiles the methods of a class when the class is defined, in a third of a millisecond, and a game is
some hundred classes, of which a run asks few to compare, hash or spell themselves. `frozen` makes a class with the same
slots, as frozen, and leaves the rest for later: `__init__` is generated here, all other methods and what `attrs.fields`
returns are taken from the class that attrs makes of the same definition. To its users, to cattrs and to mypy it is an
attrs class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any, NoReturn

from events.generated import defined

__all__ = ["defaults", "field", "field_names", "frozen", "is_frozen", "is_record", "twin"]

_RECORD = "__record__"
_BY_ATTRS = (
    "__attrs_attrs__",
    "__attrs_props__",
    "__eq__",
    "__getstate__",
    "__hash__",
    "__replace__",
    "__repr__",
    "__setstate__",
)
_MORE_THAN_FIELDS = {"__init__", "__attrs_pre_init__", "__attrs_post_init__"}


class _Field:
    """A field with more than a type: `default` or `factory`, `eq`, `repr`, as attrs takes them."""

    def __init__(self, **options: Any) -> None:
        """Keep the options."""
        self.options = options


if TYPE_CHECKING:
    from attrs import field, frozen
else:
    field = _Field

    def frozen(cls: type | None = None, /, *, kw_only: bool = False) -> Any:
        """Make a record class of a definition, as `attrs.frozen` does."""
        if cls is None:
            return partial(frozen, kw_only=kw_only)
        return _light(cls, kw_only=kw_only)


class _Record:
    """What is known of a record class before attrs has seen it. defaults: what makes the value of a field left out."""

    def __init__(self, definition: type, own: Mapping[str, Any], *, kw_only: bool) -> None:
        """Read a definition. own: the fields it adds, each with what it was assigned."""
        base = getattr(definition, _RECORD, None)
        self.definition = definition
        self.kw_only = kw_only
        self.names: tuple[str, ...] = (*(base.names if base else ()), *own)
        self.defaults: dict[str, Callable[[], Any]] = dict(base.defaults) if base else {}
        for name, value in own.items():
            options = value.options if isinstance(value, _Field) else {"default": value}
            if "factory" in options:
                self.defaults[name] = options["factory"]
            elif options.get("default", _NOTHING) is not _NOTHING:
                self.defaults[name] = partial(_same, options["default"])


class _Later:
    """Stands in a class for what is written when it is first asked for."""

    def __init__(self, name: str, write: Callable[[type], None]) -> None:
        """Stand in for `name`. write: puts what it wrote for a class in the place of this."""
        self._name = name
        self._write = write

    def __get__(self, instance: Any, owner: type) -> Any:
        """Write it and return it."""
        for holder in owner.__mro__:
            if vars(holder).get(self._name) is self:
                self._write(holder)
                if vars(holder).get(self._name) is self:
                    delattr(holder, self._name)
        return getattr(owner if instance is None else instance, self._name)


_NOTHING: Any = object()


def _same(value: Any) -> Any:
    return value


def _light(definition: type, *, kw_only: bool) -> type:
    """Return the class of a definition: its slots, its guards, its own methods, and no other yet."""
    found = vars(definition)
    if more := _MORE_THAN_FIELDS & found.keys():
        msg = f"{definition.__name__} has {min(more)}: to make it takes more than to fill its fields; use attrs.frozen"
        raise TypeError(msg)
    own = {name: found.get(name, _NOTHING) for name in found.get("__annotations__", {})}
    record = _Record(definition, own, kw_only=kw_only)
    slots = [*own]
    if not any("__weakref__" in vars(base) for base in definition.__mro__[1:-1]):
        slots.append("__weakref__")
    if any(isinstance(value, cached_property) for value in found.values()):
        slots.append("__dict__")
    namespace: dict[str, Any] = {
        "__slots__": tuple(slots),
        "__match_args__": () if kw_only else record.names,
        **_LATER,
        **{name: value for name, value in found.items() if name not in {*own, "__dict__", "__weakref__"}},
        "__qualname__": definition.__qualname__,
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        _RECORD: record,
    }
    return type(definition)(definition.__name__, definition.__bases__, namespace)


def _refuse(_: Any, *__: Any) -> NoReturn:
    """Let nothing be assigned."""
    from attrs.exceptions import FrozenInstanceError

    raise FrozenInstanceError


def _write_init(cls: type) -> None:
    """Write what makes a record from the values of its fields: it fills the twin that the object is meanwhile."""
    record: _Record = vars(cls)[_RECORD]
    names, makers, unguarded = record.names, record.defaults, twin(cls)
    known = frozenset(names)
    scope: dict[str, Any] = {"_assign": object.__setattr__, "_twin": unguarded, "_class": cls, "_NOTHING": _NOTHING}
    scope |= {f"_make_{name}": make for name, make in makers.items()}

    def slowly(self: Any, *by_place: Any, **named: Any) -> None:
        given = {**dict(zip(names, by_place, strict=False)), **named} if by_place else named
        missing = known - given.keys()
        if (by_place and record.kw_only) or len(given) + len(missing) != len(names):
            raise TypeError
        new = {**given, **{name: makers[name]() for name in missing}} if missing else given
        object.__setattr__(self, "__class__", unguarded)
        for name in names:
            setattr(self, name, new[name])
        self.__class__ = cls

    def body() -> list[str]:
        values = [f"_make_{name}() if {name} is _NOTHING else {name}" if name in makers else name for name in names]
        filled = [f"self.{name} = {value}" for name, value in zip(names, values, strict=True)]
        return ["_assign(self, '__class__', _twin)", *filled, "self.__class__ = _class"]

    parameters = [f"{name}=_NOTHING" if name in makers else name for name in names]
    star = ["*"] if record.kw_only and names else []
    made = defined("__init__", ", ".join(["self", *star, *parameters]), body, scope, lambda: slowly)
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__module__ = cls.__module__
    cls.__init__ = made  # type: ignore[misc] # this is what it was put off for


def _write_by_attrs(cls: type) -> None:
    """Let attrs make its class of the same definition, and take over what it wrote."""
    import attrs

    record: _Record = vars(cls)[_RECORD]
    definition = record.definition
    for name, value in list(vars(definition).items()):
        if isinstance(value, _Field):
            setattr(definition, name, attrs.field(**value.options))
    made = vars(attrs.frozen(kw_only=record.kw_only)(definition))
    for name in _BY_ATTRS:
        if name in made and isinstance(vars(cls).get(name), _Later):
            setattr(cls, name, made[name])


_LATER = {"__init__": _Later("__init__", _write_init)}
_LATER |= {name: _Later(name, _write_by_attrs) for name in _BY_ATTRS}


def is_frozen(cls: type) -> bool:
    """Whether a class was made by `frozen` here."""
    return hasattr(cls, _RECORD)


def is_record(cls: type) -> bool:
    """Whether a class is one of records, made by `frozen` here or by attrs."""
    return hasattr(cls, _RECORD) or hasattr(cls, "__attrs_attrs__")


def field_names(cls: type) -> tuple[str, ...]:
    """Return the fields of a record class, in their order; of one made by attrs too."""
    record: _Record | None = getattr(cls, _RECORD, None)
    if record is not None:
        return record.names
    import attrs

    return tuple(one.name for one in attrs.fields(cls))


def defaults(cls: type) -> Mapping[str, Callable[[], Any]]:
    """Return what makes the value of a field that is left out, by the field's name; of a class made by attrs too."""
    record: _Record | None = getattr(cls, _RECORD, None)
    if record is not None:
        return record.defaults
    import attrs

    given = {one.name: one.default for one in attrs.fields(cls) if one.default is not attrs.NOTHING}
    return {
        name: value.factory if isinstance(value, attrs.Factory) else partial(_same, value)  # type: ignore[arg-type]
        for name, value in given.items()
    }


@cache
def twin(cls: type) -> type:
    """Return a subclass of the same layout whose instances are made empty and may be assigned to."""
    free = {name: getattr(object, name) for name in ("__init__", "__setattr__", "__delattr__")}
    return type(f"_{cls.__name__}Twin", (cls,), {"__slots__": (), "__module__": cls.__module__, **free})
