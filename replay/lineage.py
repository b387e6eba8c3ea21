"""Where a line of play comes from and where it can go on: its bytes so far, its luck, the lines it left behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from events.digests import seed_commitment
from events.envelope import BranchEntry, ChanceUsed, EndEntry, Entry, Header, RedoEntry, RevealEntry, UndoEntry
from events.errors import RefoldError, UnreadableFile
from events.frozen import frozen
from events.journal import open_log, read_lines
from kernel.chance import read_seed
from kernel.errors import BadSeed
from replay.logs import Log
from replay.timeline import Timeline


class ClosedLog(RefoldError):
    """A log was closed, and nothing is added to it any more. n: the entry that closed it."""

    def __init__(self, n: int, result: str) -> None:
        """Name the entry and the way out."""
        super().__init__(f"entry {n} closed this log ({result}); `refold branch` goes on from an entry before it")
        self.n = n


@frozen(kw_only=True)
class OldLine:
    """A line of play that was left by an undo.

    last: its last entry. shared: the last entry it shares with the log's present line, 0 for none. entries: how many
    entries are its own.
    """

    last: int
    shared: int
    entries: int


def closed_by(entries: Sequence[Entry]) -> EndEntry | None:
    """Return the entry that closed a log, None while it is open."""
    return next((entry for entry in reversed(entries) if isinstance(entry, EndEntry)), None)


def still_open(entries: Sequence[Entry]) -> None:
    """Make sure that a log may be added to.

    Raises: ClosedLog.
    """
    if end := closed_by(entries):
        raise ClosedLog(end.n, end.result)


def going_on(entries: Sequence[Entry], at: int) -> int:
    """Return the last of entries 1 to `at` that a line which goes on may keep: not what closed the log at its tail."""
    while at and isinstance(entries[at - 1], EndEntry | RevealEntry):
        at -= 1
    return at


def prefix_bytes(log: Log, n: int) -> bytes:
    """Return a log's header and entries 1 to `n` as they stand in its file, openings included.

    Raises: UnreadableFile, also when the file has changed since the log was read; MalformedLine, BrokenChain, TornTail.
    """
    path = Path(log.path)
    head = (log.lines[n - 1] if n else log.header_line).digest
    found = b""
    kept: list[bytes] = []
    waiting: list[bytes] = []
    entries = -1
    with open_log(path) as file:
        for line, record in read_lines(file, str(path)):
            waiting.append(line.raw)
            if "open" not in record:
                kept += waiting
                waiting.clear()
                entries += 1
                found = line.digest
                if entries == n:
                    break
    if found != head:
        raise UnreadableFile(path, "the file has changed since it was read")
    return b"".join(raw + b"\n" for raw in kept)


def chance_in_force(header: Header, entries: Sequence[Entry], at: int) -> ChanceUsed:
    """Return how draws come about after entry `at`: as the header says, or as the last branch before says."""
    for entry in reversed(entries[:at]):
        if isinstance(entry, BranchEntry) and entry.chance is not None:
            return entry.chance
    return header.chance


def told_seeds(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return the seeds that a log tells, as hex digits."""
    return tuple(entry.seed for entry in entries if isinstance(entry, RevealEntry))


def known_seeds(entries: Sequence[Entry]) -> Iterator[bytes]:
    """Read the seeds that a log tells; what is no seed is left out, and is for verifying to find."""
    for text in told_seeds(entries):
        try:
            yield read_seed(text)
        except BadSeed:
            continue


def seed_of(header: Header, entries: Sequence[Entry], at: int, offered: Sequence[str] = ()) -> bytes | None:
    """Return the seed that is drawn from after entry `at`, None where it is not known.

    offered: seeds as hex digits, to be looked at beside those that the log tells.

    Raises: BadSeed for what is offered and is no seed, or none that the log committed to.
    """
    wanted = chance_in_force(header, entries, at).commitment
    seeds = {seed_commitment(seed): seed for seed in (*known_seeds(entries), *map(read_seed, offered))}
    committed = {
        header.chance.commitment,
        *(e.chance.commitment for e in entries if isinstance(e, BranchEntry) and e.chance is not None),
    }
    for text in offered:
        if seed_commitment(read_seed(text)) not in committed:
            msg = "this is not the seed that the log commits to"
            raise BadSeed(msg)
    return seeds.get(wanted) if wanted else None


def old_lines(timeline: Timeline) -> Iterator[OldLine]:
    """List the lines that undos left behind, in the order in which they were left.

    Each can be written out: a branch after its last entry is that line.
    """
    present = set(timeline.live())
    seen: set[int] = set(present)
    for entry in timeline.entries:
        if not isinstance(entry, UndoEntry | RedoEntry):
            continue
        line = timeline.live(entry.n - 1)
        if not line or line[-1] in seen:
            continue
        seen.update(line)
        own = [n for n in line if n not in present]
        shared = max((n for n in line if n in present), default=0)
        yield OldLine(last=line[-1], shared=shared, entries=len(own))
