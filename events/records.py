"""Frozen records made and copied fast.

A frozen record pays for each field when it is made, because its class guards it from the first one on. Here one
function is generated for each use that fills an unguarded twin of the class, and hands it its class when it is
complete. The twin is a subclass that adds nothing but leave to assign, so the object is the very one that the class
would have made: equal, hashable, frozen. Classes with validators, converters or ``__attrs_post_init__`` are made by
calling them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from types import CodeType
from typing import Any

import attrs


def plainly_made(cls: type) -> bool:
    """Whether making a record is no more than filling its fields."""
    fields: Sequence[attrs.Attribute[Any]] = attrs.fields(cls)
    plain = all(field.init and field.converter is None and field.validator is None for field in fields)
    return plain and not any(hasattr(cls, name) for name in _MORE_THAN_FIELDS)


_MORE_THAN_FIELDS = ("__attrs_pre_init__", "__attrs_post_init__", "_attrs_cached_hash")


def filling(cls: type, values: Sequence[str], scope: dict[str, Any]) -> list[str]:
    """Return source that makes a record `new` of `cls` from an expression for each field, in their order.

    What the source refers to is put into `scope`.
    """
    fields = attrs.fields(cls)
    if not plainly_made(cls):
        scope["make_whole"] = cls
        given = ", ".join(f"{field.alias}={value}" for field, value in zip(fields, values, strict=True) if field.init)
        return [f"new = make_whole({given})"]
    scope |= {"make": object.__new__, "twin": _twin(cls), "own_class": cls}
    filled = [f"new.{field.name} = {value}" for field, value in zip(fields, values, strict=True)]
    return ["new = make(twin)", *filled, "new.__class__ = own_class"]


def defined(name: str, parameters: str, body: Sequence[str], scope: dict[str, Any]) -> Any:
    """Return the function that `body` is the source of; its names come from `scope`."""
    source = f"def {name}({parameters}):\n" + "".join(f"    {line}\n" for line in body)
    exec(_compiled(source), scope)  # noqa: S102 - the source is made of the names of fields and of our own words
    return scope[name]


@cache
def _compiled(source: str) -> CodeType:
    """Compile once what every reader of the same record needs."""
    return compile(source, "<generated>", "exec")


def maker(cls: type) -> Callable[..., Any]:
    """Return what makes a record of `cls` from the values of all its fields, in their order."""
    names = [field.name for field in attrs.fields(cls)]
    scope: dict[str, Any] = {}
    function: Callable[..., Any] = defined("made", ", ".join(names), [*filling(cls, names, scope), "return new"], scope)
    return function


def copier(cls: type, changed: Sequence[str]) -> Callable[[Any, dict[str, Any]], Any]:
    """Return what copies a record of `cls` with the fields `changed` taken from a dict.

    Raises: TypeError for a field that the class does not have.
    """
    names = [field.name for field in attrs.fields(cls)]
    unknown = set(changed) - set(names)
    if unknown:
        msg = f"{cls.__name__} has no field {min(unknown)!r}"
        raise TypeError(msg)
    values = [f"changes[{name!r}]" if name in changed else f"record.{name}" for name in names]
    scope: dict[str, Any] = {}
    function: Callable[[Any, dict[str, Any]], Any] = defined(
        "copied", "record, changes", [*filling(cls, values, scope), "return new"], scope
    )
    return function


@cache
def _twin(cls: type) -> type:
    """Return a subclass of the same layout whose instances may be assigned to."""
    leave = {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    return type(f"_{cls.__name__}Twin", (cls,), {"__slots__": (), "__module__": cls.__module__, **leave})
