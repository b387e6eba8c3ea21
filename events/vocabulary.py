"""The words of one game: its moves and events by their names on the wire."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from events.frozen import field, frozen

Seat: TypeAlias = str
"""A player's place at the table, e.g. ``blue``."""

Cites: TypeAlias = tuple[str, ...]
"""Clause ids that an event rests on, the chief one first."""

Wire: TypeAlias = dict[str, Any]
"""A record as JSON gives it."""

Upcaster: TypeAlias = Callable[[Wire], Wire]
"""From the record of one version to that of the next, its ``type`` included."""


@frozen(kw_only=True)
class Vocabulary:
    """What a game's log may hold.

    game: its name. moves: by their name on the wire (``do``). events: by name and version (``coins_paid/1``),
    current versions only. upcasters: by the old name and version; each leads one version further. A move whose fields
    change gets a new name, and an upcaster by its old one that says the new one.
    """

    game: str
    moves: Mapping[str, type]
    events: Mapping[str, type]
    upcasters: Mapping[str, Upcaster] = field(factory=dict)


@frozen(kw_only=True)
class Arranged:
    """A position was put in place by hand: by a script's ``given`` or by an arbiter. Every game has this event.

    changes: (JSON pointer, value before, value after) in the document, in the order of the pointers; a value that is
    not there is `MISSING`.
    """

    changes: tuple[tuple[str, Any, Any], ...]
    cites: Cites = ()


MISSING = {"missing": True}
"""Stands for "nothing here" where a change adds or removes a key."""

ARRANGED = "arranged/1"
