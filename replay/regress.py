"""Scripts held against their recordings, and recordings brought up to date on purpose."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from events.encoding import Encoder, plain
from events.envelope import EndEntry, Entry, Header
from events.errors import RecordError, UnsupportedVersion
from events.frozen import frozen
from events.journal import Lines
from kernel.decider import AnyGame
from kernel.errors import BadContent, BadSeed, BadSetup
from replay.golden import Comparison, Golden, first_differing_line, golden_of, golden_path, read_golden, told
from replay.logs import OTHER_PACK, Log, read_log, write_whole
from replay.playing import Playthrough, ScriptFailed, play
from replay.redecide import redecided
from replay.report import Difference, Report, parting
from replay.script import read_script

LOG = ".log.jsonl"
SCRIPT = ".game.json"
OLD = "old"
"""Folders of logs as they were recorded under past rules: read and verified, and never brought up to date."""


@frozen(kw_only=True)
class Update:
    """A recording brought up to date. changed: files that were written, none when all was as it should be.

    before, after: first line of the golden that differs, "" where there was none.
    """

    path: str
    changed: tuple[str, ...] = ()
    before: str = ""
    after: str = ""


def log_bytes(header: Header, entries: Sequence[Entry], game: AnyGame) -> bytes:
    """Spell a whole log."""
    lines = Lines(game.vocabulary)
    return lines.header(header)[1] + b"".join(lines.entry(entry)[1] for entry in entries)


def log_of_script(path: Path) -> Path:
    """Return where the log of a script stands when it is kept beside it."""
    return path.with_name(path.name.removesuffix(SCRIPT) + LOG)


def verify_script(path: Path) -> Report:
    """Play a script, and hold it against the golden and the log beside it where there are such.

    Raises: UnreadableFile.
    """
    try:
        return report_of_play(path, play(read_script(path)))
    except ScriptFailed as error:
        refused = error.refusal
        return Report(
            path=str(path),
            verdict="impossible" if refused else "path",
            message=str(error),
            clause=error.clause,
            facts=refused.facts if refused else {},
            remedy=refused.remedy if refused else {},
        )
    except UnsupportedVersion as error:
        return Report(path=str(path), verdict="unavailable", message=str(error))
    except BadSetup as error:
        return Report(path=str(path), verdict="unavailable" if error.unknown else "damaged", message=str(error))
    except (RecordError, BadSeed, BadContent) as error:
        return Report(path=str(path), verdict="damaged", message=str(error))


def report_of_play(path: Path, run: Playthrough) -> Report:
    """Hold a script that was played against the golden and the log beside it where there are such.

    Raises: UnreadableFile; MalformedLine and what `read_log` raises.
    """
    report = _played(path, run)
    found = golden_path(path)
    if not found.is_file():
        return report
    compared = compare_played(read_golden(found), golden_of_play(run))
    if compared.same:
        return attrs.evolve(report, golden="same")
    difference = Difference(
        n=compared.n, kind="mismatch", pointer=compared.pointer, recorded=compared.golden, recomputed=compared.log
    )
    return attrs.evolve(report, golden="differs", golden_difference=difference)


def golden_of_play(run: Playthrough) -> Golden:
    """Write the golden of a script that was played, without a history."""
    return golden_of(run.header, run.recorder.timeline, run.items)


def compare_played(stored: Golden, now: Golden) -> Comparison:
    """Compare two goldens whole, their history left out."""
    return first_differing_line(stored.text_lines(), now.text_lines())


def _played(path: Path, run: Playthrough) -> Report:
    """Report on a script, its entries held against the log beside it."""
    events = sum(len(getattr(entry, "events", ())) for entry in run.entries)
    standings = run.recorder.game.standings(run.recorder.state)
    ended = any(isinstance(entry, EndEntry) for entry in run.entries)
    report = Report(
        path=str(path),
        verdict="same" if ended else "unfinished",
        entries=len(run.entries),
        events=events,
        held=events,
        recorded_standings=standings,
        recomputed_standings=standings,
        rules_version=run.header.rules.version,
        rules_digest=run.header.rules.digest,
        rules_here=run.header.rules.version,
        game=run.header.game,
    )
    beside = log_of_script(path)
    if not beside.is_file():
        return report
    log = read_log(beside, content=run.script.content)
    difference = differing(log, run.header, run.entries)
    if difference is None:
        return attrs.evolve(report, head=log.head)
    where = f"at entry {difference.n}" if difference.n else "in the header"
    message = f"{path.name} and {beside.name} part {where}"
    return attrs.evolve(report, verdict="path", differences=(difference,), message=message)


def differing(log: Log, header: Header, entries: Sequence[Entry]) -> Difference | None:
    """Return where a log and a game played anew part, in the header (n is 0) or later; None when they are the same."""
    recorded, recomputed = (plain(_what_counts(side)) for side in (log.header, header))
    key = next((key for key in recorded if recorded[key] != recomputed[key]), None)
    if key is not None:
        return Difference(n=0, kind="mismatch", pointer=f"/{key}", recorded=recorded[key], recomputed=recomputed[key])
    return differing_entry(log.game, log.entries, entries)


def _what_counts(header: Header) -> Header:
    """Return a header without what changes by itself: the digest of the rules, their version, its own digest."""
    return attrs.evolve(header, rules=attrs.evolve(header.rules, version=0, digest=""), digest="")


def differing_entry(game: AnyGame, recorded: Sequence[Entry], recomputed: Sequence[Entry]) -> Difference | None:
    """Return where two lists of entries part, None when they are the same; digests are left out."""
    encoder = Encoder(game.vocabulary)
    ours, theirs = ([plain(encoder.entry(entry)) for entry in side] for side in (recorded, recomputed))
    for place, (one, other) in enumerate(zip(ours, theirs, strict=False)):
        if one == other:
            continue
        if one.get("events") != other.get("events") and "events" in one and "events" in other:
            return parting(place + 1, one["events"], other["events"])
        key = next(key for key in (*one, *other) if one.get(key) != other.get(key))
        kind = "draw" if key == "draws" else "mismatch"
        return Difference(n=place + 1, kind=kind, pointer=f"/{key}", recorded=one.get(key), recomputed=other.get(key))
    if len(ours) == len(theirs):
        return None
    place = min(len(ours), len(theirs))
    left, right = (side[place] if place < len(side) else None for side in (ours, theirs))
    kind = "extra" if left is None else "missing"
    return Difference(n=place + 1, kind=kind, pointer="", recorded=left, recomputed=right)


def update_script(path: Path, reason: str) -> Update:
    """Play a script anew and write the log and the golden beside it where they differ; the reason joins the history.

    Raises: ScriptFailed, UnreadableFile and what `play` raises; nothing is written then.
    """
    run = play(read_script(path))
    beside = log_of_script(path)
    log = None
    if beside.is_file() and not _holds(beside, run):
        log = log_bytes(run.header, run.entries, run.recorder.game)
    return _written(path, beside, log, golden_of_play(run), reason)


def _holds(beside: Path, run: Playthrough) -> bool:
    """Whether the log beside a script is what was played; never when it is of another content of the script's pack."""
    try:
        stored = read_log(beside, content=run.script.content)
    except UnsupportedVersion as error:
        if error.pointer == OTHER_PACK:
            return False
        raise
    return differing(stored, run.header, run.entries) is None


def update_log(path: Path, reason: str) -> Update:
    """Decide a log's moves anew, and write log and golden where they differ; the moves stay as they are.

    Raises: RefoldError when a move is not possible any more; nothing is written then.
    """
    script = path.with_name(path.name.removesuffix(LOG) + SCRIPT)
    if script.is_file():
        return update_script(script, reason)
    stored = read_log(path)
    header, timeline = redecided(stored)
    log = None
    if differing_entry(stored.game, stored.entries, timeline.entries) is not None:
        log = log_bytes(header, timeline.entries, stored.game)
    return _written(path, path, log, golden_of(header, timeline, timeline.entries), reason)


def _written(path: Path, beside: Path, log: bytes | None, golden: Golden, reason: str) -> Update:
    """Write the log, where there is a new one, and the golden, where it differs."""
    found = golden_path(path)
    stored = read_golden(found) if found.is_file() else None
    compared = compare_played(stored, golden) if stored else Comparison(same=False, log="a new golden")
    changed: list[str] = []
    if log is not None:
        write_whole(beside, log, force=True)
        changed.append(str(beside))
    if not compared.same:
        write_golden(found, golden, reason)
        changed.append(str(found))
    return Update(path=str(path), changed=tuple(changed), before=compared.golden or "", after=compared.log or "")


def write_golden(path: Path, golden: Golden, reason: str) -> None:
    """Write a golden; the reason joins the history of the one that is there.

    Raises: RefoldError for an empty reason; MalformedLine, UnreadableFile.
    """
    line = told(reason)
    before = read_golden(path).history if path.is_file() else ()
    write_whole(path, attrs.evolve(golden, history=(*before, line)).text().encode(), force=True)


def update(path: Path, reason: str) -> Update:
    """Bring the recordings of a log or a script up to date; what is kept as it was stays so."""
    if path.parent.name == OLD:
        return Update(path=str(path))
    return update_script(path, reason) if path.name.endswith(SCRIPT) else update_log(path, reason)
