"""Looking after the file of a log: its seal, the repair of a torn end, and a copy without secrets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from events import encoding
from events.envelope import Entry, OpeningLine, RevealEntry
from events.errors import MalformedLine, RefoldError, TornTail
from events.frozen import frozen
from events.vocabulary import Seat
from replay import library
from replay.logs import Log
from replay.salvage import sound, whole

MAX_LOG = 1024 * 1024 * 1024
"""Bytes of a log that is read whole to be copied."""

SEAL = "refold/seal/1"


class NotRepaired(RefoldError):
    """A log is damaged otherwise than by a torn end, and nothing would be gained by cutting it there."""


@frozen(kw_only=True)
class Seal:
    """What stands for a log as it is. entries: how many it has. head: its last digest, 64 hex digits."""

    game: str
    entries: int
    head: str

    def text(self) -> str:
        """Spell the seal, to be printed, signed and kept."""
        return f"{SEAL}\ngame {self.game}\nentries {self.entries}\nhead {self.head}\n"


@frozen(kw_only=True)
class Checked:
    """What checking a log showed. openings: secrets told. revealed: whether the seed is told.

    anchor: how an outside digest fits: "" where none was given, ``head`` when the log ends there, ``extended`` when it
    goes on after it, ``missing`` when it does not hold it. after: entries after the anchor.
    """

    seal: Seal
    lines: int
    openings: int
    revealed: bool
    anchor: str = ""
    after: int = 0


@frozen(kw_only=True)
class Repair:
    """What of a log with a torn end is kept. kept: its bytes. dropped: bytes after them. fault: what was found."""

    seal: Seal
    kept: bytes
    dropped: int
    fault: str


@frozen(kw_only=True)
class Redaction:
    """A log without secrets. content: its bytes. openings: how many were left out. cut: entries left out at the end."""

    seal: Seal
    content: bytes
    openings: int
    cut: int


def seal_of(log: Log) -> Seal:
    """Return the seal of a log."""
    return Seal(game=log.header.game, entries=len(log.entries), head=log.head)


def check(path: Path, *, content: str = "", anchor: str = "") -> Checked:
    """Check a log's form, chain, spelling and fold. anchor: a head digest kept elsewhere.

    Raises: the first fault, with its place.
    """
    log = whole(path, content=content).log
    wrong = next(log.not_canonical(), None)
    if wrong is not None:
        msg = "the line is not in its canonical spelling: keys in another order, twice, or a value spelled otherwise"
        raise MalformedLine(msg, place=f"{path}:{wrong.number}", pointer="")
    digests = [log.header_line.digest.hex(), *(line.digest.hex() for line in log.lines)]
    last = log.lines[-1].number if log.lines else 1
    found = Checked(
        seal=seal_of(log),
        lines=last,
        openings=last - 1 - len(log.entries),
        revealed=any(isinstance(entry, RevealEntry) for entry in log.entries),
    )
    if not anchor:
        return found
    if anchor not in digests:
        return attrs.evolve(found, anchor="missing")
    after = len(digests) - 1 - digests.index(anchor)
    return attrs.evolve(found, anchor="extended" if after else "head", after=after)


def repair(path: Path, *, content: str = "") -> Repair | None:
    """Return what is kept of a log whose end is torn, None when nothing is amiss.

    Openings whose entry did not reach the file are cut off too: they tell a secret of something that did not happen.

    Raises: NotRepaired for damage before the end; UnreadableFile, and the fault of a header.
    """
    found = sound(path, content=content)
    fault, log = found.fault, found.log
    if fault is not None and not isinstance(fault, TornTail):
        msg = f"{fault}; only a torn end is repaired; the log is sound up to entry {len(found.timeline.entries)}"
        raise NotRepaired(msg)
    raw = library.read_bytes(path, MAX_LOG)
    number = log.lines[-1].number if log.lines else 1
    kept = b"".join(line + b"\n" for line in raw.split(b"\n")[:number])
    if len(kept) == len(raw):
        return None
    reason = str(fault) if fault else f"{path}: the last entry is missing, only its openings are there"
    return Repair(seal=seal_of(log), kept=kept, dropped=len(raw) - len(kept), fault=reason)


def redact(log: Log, seat: Seat | None = None) -> Redaction:
    """Return a log without openings, and without the seed: everything from its telling on is cut off.

    seat: its own secrets stay open, None for nobody's.

    Raises: NotRepaired where the seed stands elsewhere too.
    """
    end = next((place for place, entry in enumerate(log.entries) if isinstance(entry, RevealEntry)), len(log.entries))
    kept = [log.header_line, *log.lines[:end]]
    own = [_openings_of(seat, entry) for entry in log.entries[:end]]
    opened = (b"", *(b"".join(map(encoding.opening_line, openings)) for openings in own))
    redacted = b"".join(before + line.raw + b"\n" for before, line in zip(opened, kept, strict=True))
    for entry in log.entries[end:]:
        if isinstance(entry, RevealEntry) and entry.seed.encode() in redacted:
            msg = f"{log.path}: the seed stands in the log outside its telling; it cannot be left out of the chain"
            raise NotRepaired(msg)
    last = log.lines[-1].number if log.lines else 1
    return Redaction(
        seal=Seal(game=log.header.game, entries=end, head=kept[-1].digest.hex()),
        content=redacted,
        openings=last - 1 - len(log.entries) - sum(map(len, own)),
        cut=len(log.entries) - end,
    )


def _openings_of(seat: Seat | None, entry: Entry) -> list[OpeningLine]:
    """List what opens the secrets of one seat in an entry."""
    own = {secret.commitment for secret in encoding.secrets_in(entry) if secret.seat == seat}
    return [opening for opening in encoding.openings(entry) if opening.sealed in own]


def read_anchor(text: str) -> str:
    """Read a head digest from a seal's text or from its bare 64 hex digits.

    Raises: MalformedLine.
    """
    lines: Sequence[str] = text.split("\n")
    digest = next((line.removeprefix("head ") for line in lines if line.startswith("head ")), text.strip())
    if len(digest) != 64 or any(char not in "0123456789abcdef" for char in digest):
        msg = "expected a seal, or a head digest of 64 hex digits"
        raise MalformedLine(msg, pointer="")
    return digest
