"""The lines of a log: its header and the kinds of entries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NewType, TypeAlias, get_args

from events.frozen import field, frozen
from events.secrets import Secret
from events.vocabulary import Seat

FORMAT = "log/1"

Move = NewType("Move", object)
"""Stands for "one of the game's moves" in the records below; the codec of a game reads it."""

Event = NewType("Event", object)
"""Stands for "one of the game's events, or `Arranged`"."""

Draw: TypeAlias = tuple[str, int, tuple[Any, ...] | Secret]
"""Stream, index of the first outcome in it, outcomes in order; a secret draw holds them sealed."""


Result: TypeAlias = Literal["finished", "resigned", "abandoned"]
"""How a game came to its end."""

RESULTS: tuple[Result, ...] = get_args(Result)


@frozen(kw_only=True)
class RulesUsed:
    """Which rules a log was played by. version: raised by hand. digest: of the rules' source, never compared.

    rulings: options that differ from the rulebook's defaults, by ruling id.
    """

    version: int
    digest: str
    rulings: Mapping[str, str]


@frozen(kw_only=True)
class PackUsed:
    """Which content pack a log was played with. digest: of its content."""

    pack: str
    digest: str


@frozen(kw_only=True)
class ChanceUsed:
    """How a log's draws come about. commitment: to the seed, 64 hex digits; None where all draws were scripted."""

    algorithm: str
    commitment: str | None


@frozen(kw_only=True)
class Parent:
    """The log that another one comes from. head: its head digest. n: the last entry taken over."""

    head: str
    n: int


@frozen(kw_only=True)
class Header:
    """The first line of a log.

    seats: clockwise, the first one starts. setup: the game's options by name. meta: the platform's strings, ignored by
    every fold. digest: 64 hex digits, "" before the line is written.
    """

    refold: str = FORMAT
    game: str
    seats: tuple[Seat, ...]
    setup: Mapping[str, str]
    content: PackUsed
    rules: RulesUsed
    chance: ChanceUsed
    parent: Parent | None = None
    meta: Mapping[str, str] = field(factory=dict)
    digest: str = ""


@frozen(kw_only=True)
class SetupEntry:
    """The game was set up. n: number of the entry, from 1, all kinds counted."""

    n: int
    events: tuple[Event, ...]
    draws: tuple[Draw, ...]
    digest: str = ""


@frozen(kw_only=True)
class MoveEntry:
    """A seat moved. by: the seat. events: all that followed from it, up to the next choice of a seat."""

    n: int
    by: Seat
    move: Move
    events: tuple[Event, ...]
    draws: tuple[Draw, ...]
    digest: str = ""


@frozen(kw_only=True)
class UndoEntry:
    """The game went back. to: the entry after which it stands again. forced: past a draw or an opening."""

    n: int
    by: Seat | None
    to: int
    forced: bool
    digest: str = ""


@frozen(kw_only=True)
class RedoEntry:
    """An undo was taken back. to: the entry after which the game stands again."""

    n: int
    by: Seat | None
    to: int
    digest: str = ""


@frozen(kw_only=True)
class OverrideEntry:
    """An arbiter decided. clause: the clause the decision rests on. events: what it changed."""

    n: int
    arbiter: str
    reason: str
    clause: str
    events: tuple[Event, ...]
    draws: tuple[Draw, ...]
    digest: str = ""


@frozen(kw_only=True)
class PositionEntry:
    """A script put a position in place. at: the named point, as the script gave it."""

    n: int
    at: Mapping[str, Any]
    events: tuple[Event, ...]
    digest: str = ""


@frozen(kw_only=True)
class BranchEntry:
    """From here on another line of play. parent: head of the log left. at: the last entry shared.

    chance: how draws come about from here on; None where they go on as before.
    """

    n: int
    parent: str
    at: int
    editor: str
    reason: str
    chance: ChanceUsed | None = None
    digest: str = ""


@frozen(kw_only=True)
class RebaseEntry:
    """An old entry was replaced and what follows decided anew. at: the entry replaced in the parent."""

    n: int
    parent: str
    at: int
    editor: str
    reason: str
    digest: str = ""


@frozen(kw_only=True)
class CheckpointEntry:
    """A witness. document: digest of the public document. legal: number of legal moves, all seats to act together.

    moves: digest of these moves.
    """

    n: int
    document: str
    legal: int
    moves: str
    digest: str = ""


@frozen(kw_only=True)
class RevealEntry:
    """The seed is told. seed: lower-case hex."""

    n: int
    seed: str
    digest: str = ""


@frozen(kw_only=True)
class EndEntry:
    """The log is complete. by: who resigned."""

    n: int
    result: Result
    by: Seat | None = None
    digest: str = ""


Entry: TypeAlias = (
    SetupEntry
    | MoveEntry
    | UndoEntry
    | RedoEntry
    | OverrideEntry
    | PositionEntry
    | BranchEntry
    | RebaseEntry
    | CheckpointEntry
    | RevealEntry
    | EndEntry
)

KINDS: Mapping[str, type] = {
    "setup": SetupEntry,
    "move": MoveEntry,
    "undo": UndoEntry,
    "redo": RedoEntry,
    "override": OverrideEntry,
    "position": PositionEntry,
    "branch": BranchEntry,
    "rebase": RebaseEntry,
    "checkpoint": CheckpointEntry,
    "reveal": RevealEntry,
    "end": EndEntry,
}
"""Entry classes by the ``kind`` that a line gives."""


@frozen(kw_only=True)
class OpeningLine:
    """A secret of entry `open` is told, outside the chain. sealed: its commitment. salt: 32 hex digits."""

    open: int
    sealed: str
    salt: str
    value: Any
