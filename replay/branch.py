"""Branches: the game goes on otherwise from an old entry, and what was before stays as it was, byte for byte."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from events.digests import seed_commitment
from events.envelope import BranchEntry, ChanceUsed, Entry
from events.frozen import frozen
from events.journal import Lines
from kernel.chance import ALGORITHM, Scripted, outcomes_by_place, read_seed
from kernel.errors import BadSeed
from replay.edits import NotPossible
from replay.lineage import going_on, prefix_bytes, seed_of, still_open
from replay.logs import Log
from replay.playing import Item, ScriptFailed, go_on
from replay.recorder import Recorder
from replay.script import Script, read_tail
from replay.timeline import NoSuchEntry, Timeline

SAME, FRESH, SCRIPTED = "same", "fresh", "scripted"
LUCK = (SAME, FRESH, SCRIPTED)
"""Where a branch draws from: the seed of its parent, a seed of its own, or outcomes that a script gives."""


@frozen(kw_only=True)
class Branch:
    """A line that left another one. content: its log. at: the last entry shared. parent: head of the log it left.

    items: what was played after that, refusals and tried lines included. recorder: where it stands now.
    """

    content: bytes
    at: int
    parent: str
    items: Sequence[Item]
    recorder: Recorder


class TailScripted(Scripted):
    """Outcomes given for what comes after some draws; `begun`: how many outcomes each stream had given before."""

    def __init__(self, outcomes: Mapping[str, Sequence[Any]], begun: Mapping[str, int]) -> None:
        """Take `outcomes` by key."""
        super().__init__(outcomes)
        self._begun = begun

    def used(self, key: str, drawn: Mapping[str, int]) -> int:
        """Return how many outcomes of `key` have been taken."""
        return super().used(key, drawn) - super().used(key, self._begun)


def branch(  # noqa: PLR0913 - a branch is asked for with these
    log: Log,
    at: int,
    *,
    luck: str = SAME,
    seeds: Sequence[str] = (),
    editor: str = "",
    reason: str = "",
    tail: Path | None = None,
) -> Branch:
    """Let a game go on from entry `at`, and play a tail where one is given.

    luck: one of `LUCK`. seeds: as hex digits; for ``fresh`` the last one is the new seed, else the log's own, where it
    does not tell it. What closed the log is not taken over.

    Raises: NoSuchEntry; ClosedLog where what is kept was closed before `at`; BadSeed for a seed that is missing or
    another; ScriptFailed and what `read_tail` raises.
    """
    timeline = log.timeline()
    if not 1 <= at <= timeline.last:
        raise NoSuchEntry(at, timeline.last)
    at = going_on(log.entries, at)
    still_open(log.entries[:at])
    script = _tail(log, tail)
    seed, chance = _luck(log, at, luck, seeds, script)
    recorder = Recorder.resumed(timeline, at, seed=seed)
    if luck == SAME:
        recorder.known = drawn_by_place(timeline)
    if script.chance:
        recorder.scripted = TailScripted(script.chance, timeline.at(at).drawn)
    entry = BranchEntry(n=at + 1, parent=log.head, at=at, editor=editor, reason=reason, chance=chance)
    items: list[Item] = [recorder.add(entry)]
    if script.steps:
        items += go_on(recorder, script)
        _all_taken(recorder, script)
    items += _closed(recorder)
    made = recorder.timeline.entries[at:]
    return Branch(
        content=prefix_bytes(log, at) + lines_after(log, at, made),
        at=at,
        parent=log.head,
        items=items,
        recorder=recorder,
    )


def lines_after(log: Log, at: int, entries: Sequence[Entry]) -> bytes:
    """Spell entries that go on after entry `at` of a log."""
    lines = Lines(log.game.vocabulary, (log.lines[at - 1] if at else log.header_line).digest)
    return b"".join(lines.entry(entry)[1] for entry in entries)


def empty_script(log: Log) -> Script:
    """Return a script without steps on the game of a log."""
    header = log.header
    return Script(
        path=log.path,
        title="",
        game=header.game,
        seats=header.seats,
        setup=header.setup,
        content="",
        seed="",
        rulings=header.rules.rulings,
        chance={},
        meta={},
        steps=(),
    )


def _tail(log: Log, tail: Path | None) -> Script:
    nothing = empty_script(log)
    return read_tail(tail, nothing) if tail is not None else nothing


def _luck(log: Log, at: int, luck: str, seeds: Sequence[str], script: Script) -> tuple[bytes | None, ChanceUsed | None]:
    """Return the seed to go on with, and what the branch says of its luck."""
    match luck:
        case "fresh":
            if not seeds:
                msg = "fresh luck comes from a new seed: give one"
                raise BadSeed(msg)
            seed = read_seed(seeds[-1])
            return seed, ChanceUsed(algorithm=ALGORITHM, commitment=seed_commitment(seed))
        case "scripted":
            seed_of(log.header, log.entries, at, seeds)
            return None, ChanceUsed(algorithm=ALGORITHM, commitment=None)
        case _:
            if script.chance:
                msg = f"{script.path}: it gives outcomes, and they count only with scripted luck"
                raise NotPossible(msg)
            return seed_of(log.header, log.entries, at, seeds), None


def drawn_by_place(timeline: Timeline) -> dict[tuple[str, int], Any]:
    """Return each outcome of a log by its place; where lines differ, that of the present line."""
    present = timeline.live()
    others = set(range(1, timeline.last + 1)) - set(present)
    ordered = (timeline.entry(n) for n in (*sorted(others), *present))
    return outcomes_by_place(draw for entry in ordered for draw in getattr(entry, "draws", ()))


def _all_taken(recorder: Recorder, script: Script) -> None:
    left = recorder.scripted.left_over(recorder.timeline.now.drawn) if recorder.scripted else ()
    if left:
        raise ScriptFailed(f"{script.path}: /chance", f"outcomes are left over: {', '.join(left)}")


def _closed(recorder: Recorder) -> list[Item]:
    """Close a game that is over, and tell its seed."""
    if not recorder.over:
        return []
    made = [recorder.end(), recorder.reveal()]
    return [entry for entry in made if entry is not None]
