"""What the rules can refuse, and what can go wrong while they run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from events.errors import RefoldError

Fact: TypeAlias = int | str | tuple[str, ...] | tuple[int, ...] | None
"""A number or a name that a refusal turns on."""


class IllegalMove(RefoldError):
    """The rules refuse a move.

    clause: id of the clause that a player would be told first. also: the other clauses that forbid it too, in order.
    facts: what the clause turns on, such as ``needs`` and ``has``. remedy: what would make the move legal, by name,
    where that can be computed (e.g. ``{"coins": 2}``: two more coins); empty where it cannot.
    """

    def __init__(
        self,
        clause: str,
        *,
        also: tuple[str, ...] = (),
        facts: Mapping[str, Fact] | None = None,
        remedy: Mapping[str, Fact] | None = None,
    ) -> None:
        """Name the clause and the facts."""
        super().__init__(clause)
        self.clause = clause
        self.also = tuple(dict.fromkeys(other for other in also if other != clause))
        self.facts: Mapping[str, Fact] = facts or {}
        self.remedy: Mapping[str, Fact] = remedy or {}

    @property
    def message(self) -> str:
        """One clause and its facts: ``khan.ascending: needs 3, has 2``."""
        facts = ", ".join(f"{name.replace('_', ' ')} {spelled(value)}" for name, value in self.facts.items())
        return f"{self.clause}: {facts}" if facts else self.clause

    def __str__(self) -> str:
        """The message."""
        return self.message


def spelled(fact: Fact) -> str:
    """Spell a fact for a sentence."""
    if fact is None:
        return "nothing"
    return (", ".join(map(str, fact)) if isinstance(fact, tuple) else str(fact)) or "nothing"


class Checks:
    """Gathers the guards of one rule, in the order in which a player would be told of them.

    Call it once a guard, then `settle`: the first guard that fails names the refusal, the others stand beside it.
    """

    _failed: tuple[tuple[str, Mapping[str, Fact], Mapping[str, Fact]], ...] = ()

    def __call__(self, clause: str, holds: object, *, remedy: Mapping[str, Fact] | None = None, **facts: Fact) -> bool:
        """Note whether a guard holds. clause: the clause that asks for it. Return whether it holds."""
        if holds:
            return True
        self._failed = (*self._failed, (clause, facts, remedy or {}))
        return False

    def settle(self) -> None:
        """Refuse the move if any guard failed.

        Raises: IllegalMove.
        """
        if self._failed:
            (clause, facts, remedy), *others = self._failed
            raise IllegalMove(clause, also=tuple(other for other, _, _ in others), facts=facts, remedy=remedy)


class ImpossibleEvent(RefoldError):
    """An event cannot follow from the state it met: the log, or a reducer, is wrong."""


class DrawNeeded(RefoldError):
    """A rule needs an outcome that no recording, script or seed gives.

    stream: the stream. index: place in it, from 0.
    """

    def __init__(self, stream: str, index: int) -> None:
        """Name the place."""
        super().__init__(f"draw needed: {stream}, {index}")
        self.stream = stream
        self.index = index


class DrawConflict(RefoldError):
    """A recorded or scripted outcome is not possible here.

    outcome: what was given. pool: what is possible.
    """

    def __init__(self, stream: str, index: int, outcome: object, pool: tuple[object, ...]) -> None:
        """Name the place and both sides."""
        super().__init__(f"{stream}, {index}: {outcome} cannot be drawn; possible: {_few(pool)}")
        self.stream = stream
        self.index = index
        self.outcome = outcome
        self.pool = pool


def _few(pool: tuple[object, ...], most: int = 12) -> str:
    shown = ", ".join(map(str, pool[:most])) or "nothing"
    return f"{shown} and {len(pool) - most} more" if len(pool) > most else shown


class BadSeed(RefoldError):
    """A seed is malformed or too short, or its algorithm is not known."""


class BadContent(RefoldError):
    """A content pack or a rulebook is not what its format or its game asks for.

    pointer: JSON pointer to the value concerned. place: the file, "" while unknown.
    """

    def __init__(self, pointer: str, problem: str) -> None:
        """Say what is wrong, and where."""
        super().__init__(problem)
        self.pointer = pointer
        self.problem = problem
        self.place = ""

    def __str__(self) -> str:
        """One sentence: file, JSON pointer, problem."""
        return ": ".join(part for part in (self.place, self.pointer or "/", self.problem) if part)

    def at(self, place: str) -> BadContent:
        """Return this error with its file filled in, for raising again."""
        self.place = self.place or place
        return self


class BadSetup(RefoldError):
    """A game cannot be set up as asked: seats, options or rulings. `unknown`: a name that is not available here."""

    def __init__(self, problem: str, *, unknown: bool = False) -> None:
        """Say what is wrong."""
        super().__init__(problem)
        self.unknown = unknown


class ImpossiblePosition(RefoldError):
    """A position asks for what the box cannot make. faults: each broken invariant."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        """List the faults."""
        super().__init__("this position cannot be: " + "; ".join(faults))
        self.faults = faults
