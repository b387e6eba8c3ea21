"""Frozen records made and copied fast.

A frozen record pays for each field when it is made, because its class guards it from the first one on. Here one
function is generated for each use that fills an unguarded twin of the class, and hands it its class when it is
complete. The twin is a subclass that adds nothing but leave to assign, so the object is the very one that the class
would have made: equal, hashable, frozen. Classes with validators, converters or ``__attrs_post_init__`` are made by
calling them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

from events.frozen import field_names, is_frozen, twin
from events.generated import defined

__all__ = ["changer", "field_types", "filler", "filling", "maker", "plainly_made", "replace"]

R = TypeVar("R")


def plainly_made(cls: type) -> bool:
    """Whether making a record is no more than filling its fields."""
    if is_frozen(cls):
        return True
    import attrs

    fields: Sequence[attrs.Attribute[Any]] = attrs.fields(cls)
    plain = all(field.init and field.converter is None and field.validator is None for field in fields)
    return plain and not any(hasattr(cls, name) for name in _MORE_THAN_FIELDS)


_MORE_THAN_FIELDS = ("__attrs_pre_init__", "__attrs_post_init__", "_attrs_cached_hash")


def filling(cls: type, values: Sequence[str], scope: dict[str, Any]) -> list[str]:
    """Return source that makes a record `new` of `cls` from an expression for each field, in their order.

    What the source refers to is put into `scope`.
    """
    if not plainly_made(cls):
        import attrs

        scope["make_whole"] = cls
        pairs = zip(attrs.fields(cls), values, strict=True)
        given = ", ".join(f"{field.alias}={value}" for field, value in pairs if field.init)
        return [f"new = make_whole({given})"]
    scope |= {"twin": twin(cls), "own_class": cls}
    filled = [f"new.{name} = {value}" for name, value in zip(field_names(cls), values, strict=True)]
    return ["new = twin()", *filled, "new.__class__ = own_class"]


def field_types(cls: type) -> dict[str, Any]:
    """Return the type of each field, annotations that are text resolved; each spelling is looked at once a module."""
    told = {
        name: (kind, base.__module__)
        for base in reversed(cls.__mro__)
        for name, kind in vars(base).get("__annotations__", {}).items()
    }
    spelled = {name: told[name] for name in field_names(cls)}
    return {name: _resolved(*kind) if isinstance(kind[0], str) else kind[0] for name, kind in spelled.items()}


@cache
def _resolved(annotation: str, module: str) -> Any:
    return eval(annotation, vars(sys.modules[module]))  # noqa: S307 - the annotation is our own source


def filler(cls: type) -> Callable[[Iterable[Any]], Any]:
    """Return what makes a record of `cls` from values in the order of its fields: `filling`, done without source."""
    names = field_names(cls)
    if not plainly_made(cls):
        import attrs

        aliases = [(field.alias, field.init) for field in attrs.fields(cls)]
        return lambda values: cls(
            **{name: value for (name, taken), value in zip(aliases, values, strict=True) if taken}
        )
    unguarded = twin(cls)

    def filled(values: Iterable[Any]) -> Any:
        new = unguarded()
        for name, value in zip(names, values, strict=True):
            setattr(new, name, value)
        new.__class__ = cls
        return new

    return filled


def maker(cls: type) -> Callable[..., Any]:
    """Return what makes a record of `cls` from the values of all its fields, in their order."""
    names = field_names(cls)
    scope: dict[str, Any] = {}
    function: Callable[..., Any] = defined(
        "made",
        ", ".join(names),
        lambda: [*filling(cls, names, scope), "return new"],
        scope,
        lambda: _from_values(cls),
    )
    return function


def _from_values(cls: type) -> Callable[..., Any]:
    fill = filler(cls)
    return lambda *values: fill(values)


if TYPE_CHECKING:
    from attrs import evolve as replace
else:

    def replace(record: Any, /, **changes: Any) -> Any:
        """Return a copy of a frozen record with some fields changed.

        Raises: TypeError for a field that the record does not have.
        """
        try:
            copy = _COPIES[(record.__class__, *changes)]
        except KeyError:
            taken = [f"changes[{name!r}]" for name in changes]
            copy = _copier(record.__class__, tuple(changes), "record, changes", taken, dict.values)
            _COPIES[(record.__class__, *changes)] = copy
        return copy(record, changes)


_COPIES: dict[tuple[Any, ...], Callable[[Any, dict[str, Any]], Any]] = {}


def _copier(
    cls: type, changed: Sequence[str], parameters: str, values: Sequence[str], given: Callable[..., Iterable[Any]]
) -> Callable[..., Any]:
    """Return what copies a record of `cls` with the fields `changed` set to the expressions `values`.

    given: the new values in that order, from the arguments after the record.
    """
    fields = field_names(cls)
    unknown = set(changed) - set(fields)
    if unknown:
        msg = f"{cls.__name__} has no field {min(unknown)!r}"
        raise TypeError(msg)
    scope: dict[str, Any] = {}

    def body() -> list[str]:
        new = dict(zip(changed, values, strict=True))
        return [*filling(cls, [new.get(name, f"record.{name}") for name in fields], scope), "return new"]

    def slowly() -> Callable[..., Any]:
        fill, all_of, places = filler(cls), attrgetter(*fields, *fields[:1]), [fields.index(name) for name in changed]

        def copied(record: Any, *arguments: Any) -> Any:
            found = [*all_of(record)[:-1]]
            for place, value in zip(places, given(*arguments), strict=True):
                found[place] = value
            return fill(found)

        return copied

    function: Callable[..., Any] = defined("copied", parameters, body, scope, slowly)
    return function


def changer(cls: type[R], *changed: str) -> Callable[..., R]:
    """Return what copies a record of `cls` with new values for the fields `changed`, given in that order.

    It is `replace` for one class and one set of fields, in half the time.

    Raises: TypeError for a field that the class does not have.
    """
    parameters = ", ".join(("record", *changed))
    function: Callable[..., R] = _copier(cls, changed, parameters, changed, lambda *values: values)
    return function
