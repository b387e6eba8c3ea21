"""What an audit finds: findings, notices, and what a seal proves."""

from __future__ import annotations

import re
from typing import Any

from events.errors import MalformedLine
from events.frozen import frozen
from replay.diff import Diff
from replay.keeping import SEAL, Seal
from replay.report import Report

CHECKS = (
    "chain",
    "seal",
    "canonical form",
    "draws",
    "moves",
    "citations",
    "checkpoints",
    "faults",
)
"""What is looked at, in this order."""

DAMAGE = frozenset({"chain", "canonical form", "form"})
"""Checks whose findings mean that the file is damaged."""

_SEAL = re.compile(rb"%b\ngame ([a-z0-9_]+)\nentries (\d{1,9})\nhead ([0-9a-f]{64})\s*" % SEAL.encode())

NO_SEAL = "without a seal kept elsewhere it cannot be proven that no entries were cut off the end"


@frozen(kw_only=True)
class Finding:
    """One thing that was found. check: one of `CHECKS` or ``form``. n: the entry, 0 for the log as a whole.

    recorded, recomputed: both sides where there are two, None for nothing.
    """

    check: str
    n: int
    message: str
    recorded: Any = None
    recomputed: Any = None


@frozen(kw_only=True)
class Notice:
    """One thing one should know that is no fault. kind: ``override``, ``undo``, ``position`` and such."""

    kind: str
    n: int
    message: str


@frozen(kw_only=True)
class Without:
    """A game without one decision of an arbiter. stopped: why it cannot go on without it, "" where it can."""

    n: int
    diff: Diff
    stopped: str


@frozen(kw_only=True)
class Audit:
    """What auditing one log showed. report: of deciding it anew, None where that was not possible.

    unavailable: what is not here, "" where all is. draws: (checked against a seed, recorded). citations: resolved.
    """

    path: str
    findings: tuple[Finding, ...] = ()
    notices: tuple[Notice, ...] = ()
    unavailable: str = ""
    report: Report | None = None
    head: str = ""
    entries: int = 0
    draws: tuple[int, int] = (0, 0)
    citations: int = 0
    checkpoints: int = 0
    sealed: str = ""
    without: tuple[Without, ...] = ()

    @property
    def damaged(self) -> bool:
        """Whether the file itself is damaged."""
        return any(finding.check in DAMAGE for finding in self.findings)


def read_seal(text: bytes, name: str) -> Seal:
    """Read a seal as `refold log seal` prints it.

    Raises: MalformedLine.
    """
    found = _SEAL.fullmatch(text)
    if found is None:
        msg = f'expected a seal: "{SEAL}", then game, entries and head, a line each'
        raise MalformedLine(msg, place=f"{name}:1", pointer="")
    game, entries, head = (part.decode() for part in found.groups())
    return Seal(game=game, entries=int(entries), head=head)
