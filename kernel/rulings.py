"""The options in force as a game holds them: a record of one field a ruling, so a misspelt one is a type error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeVar, get_args

from events.frozen import field_names
from events.records import field_types
from kernel.errors import ImpossiblePosition

R = TypeVar("R")


def in_force(record: type[R], chosen: Mapping[str, str] | Iterable[tuple[str, str]]) -> R:
    """Return the record of the option chosen for each ruling, all of them.

    Raises: ImpossiblePosition for a ruling too many or too few, and for an option that there is not.
    """
    options = dict(chosen)
    known = _options(record)  # type: ignore[arg-type] # a class is hashable
    if missing := known.keys() - options.keys():
        raise ImpossiblePosition((f'nothing is said on the ruling "{min(missing)}"',))
    for ruling, option in options.items():
        if option not in known.get(ruling, ()):
            what = f'has no option "{option}"' if ruling in known else "is not known here"
            raise ImpossiblePosition((f'the ruling "{ruling}" {what}',))
    return record(**options)


def listed(record: Any) -> tuple[tuple[str, str], ...]:
    """Return the options in force as (ruling, option), in the order of the record's fields."""
    return tuple((ruling, getattr(record, ruling)) for ruling in field_names(type(record)))


@cache
def _options(record: type) -> Mapping[str, tuple[str, ...]]:
    """Return the options of each ruling, by the type of its field: a ``Literal``."""
    return {ruling: get_args(kind) for ruling, kind in field_types(record).items()}
