"""Verifying many recordings: chosen, spread over processes, taken up again, and grouped by what is wrong."""

from __future__ import annotations

import hashlib
import multiprocessing
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import orjson

from events.encoding import plain
from events.errors import RefoldError, UnreadableFile
from replay import library
from replay.logs import read_log
from replay.regress import SCRIPT, verify_script
from replay.verify import Report, verify_log

CHUNK = 16
"""Recordings that a process takes at a time."""


@attrs.frozen(kw_only=True)
class Selection:
    """Which recordings to look at. game, seats, ruling (``id`` or ``id=option``), clause: "" or 0 for any.

    every: take each N-th of those, 1 for all.
    """

    game: str = ""
    seats: int = 0
    ruling: str = ""
    clause: str = ""
    every: int = 1

    def of(self, paths: Sequence[Path]) -> list[Path]:
        """Return the recordings that are meant; what cannot be read is kept, so that it is reported."""
        if self == Selection(every=self.every):
            return list(paths[:: self.every])
        return [path for path in paths if self._wants(path)][:: self.every]

    def _wants(self, path: Path) -> bool:
        if path.name.endswith(SCRIPT):
            return self._wants_script(path)
        try:
            log = read_log(path)
        except RefoldError:
            return True
        ruling, _, option = self.ruling.partition("=")
        in_force = log.table.rulings.get(ruling)
        cited = {clause for entry in log.entries for event in getattr(entry, "events", ()) for clause in event.cites}
        return (
            self.game in ("", log.header.game)
            and self.seats in (0, len(log.header.seats))
            and (not ruling or (in_force is not None and option in ("", in_force)))
            and (not self.clause or self.clause in cited)
        )

    def _wants_script(self, path: Path) -> bool:
        try:
            record = library.read_json(path)
        except RefoldError:
            return True
        if not isinstance(record, dict) or self.ruling or self.clause:
            return False
        return self.game in ("", record.get("game")) and self.seats in (0, len(record.get("seats", ())))


def verify_one(path: Path, content: str = "") -> Report:
    """Verify a log, or play a script and hold it against its recordings; never raises for what is in the file."""
    try:
        return verify_script(path) if path.name.endswith(SCRIPT) else verify_log(path, content=content)
    except UnreadableFile as error:
        return Report(path=str(path), verdict="damaged", message=str(error))


def verify_all(
    paths: Sequence[Path], *, content: str = "", jobs: int = 1, state: State | None = None
) -> Iterator[Report]:
    """Verify recordings, in their order. jobs: processes. state: what was verified before, and what will be.

    A report that `state` knows for the same bytes and the same rules is given again without work.
    """
    known = {path: state.known(path) for path in paths} if state else {}
    left = [path for path in paths if known.get(path) is None]
    fresh = iter(_spread(left, content, jobs))
    for path in paths:
        report = known.get(path)
        if report is None:
            report = next(fresh)
            if state:
                state.keep(path, report)
        yield report


def _spread(paths: Sequence[Path], content: str, jobs: int) -> Iterable[Report]:
    if jobs <= 1 or len(paths) <= CHUNK:
        return (verify_one(path, content) for path in paths)
    return _in_processes(paths, content, jobs)


def _in_processes(paths: Sequence[Path], content: str, jobs: int) -> Iterator[Report]:
    from concurrent.futures import ProcessPoolExecutor

    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context(method)) as pool:
        yield from pool.map(verify_one, paths, [content] * len(paths), chunksize=CHUNK)


class State:
    """What a batch has verified so far, in a file of JSON Lines, so that it can be taken up again."""

    def __init__(self, path: Path) -> None:
        """Read what is there; a torn last line is left out.

        Raises: UnreadableFile.
        """
        self._path = path
        self._known: dict[str, dict[str, Any]] = {}
        if path.exists():
            for line in library.read_bytes(path, 1 << 30).split(b"\n"):
                try:
                    record = orjson.loads(line)
                    self._known[record["key"]] = record["report"]
                except (orjson.JSONDecodeError, KeyError, TypeError):
                    continue

    def known(self, path: Path) -> Report | None:
        """Return the report on these very bytes under these very rules, None where there is none."""
        record = self._known.get(_key(path))
        return None if record is None else _report(record)

    def keep(self, path: Path, report: Report) -> None:
        """Add a report to the file."""
        with self._path.open("ab") as file:
            file.write(orjson.dumps({"key": _key(path), "report": plain(report)}) + b"\n")


def _key(path: Path) -> str:
    digest = hashlib.blake2b(digest_size=16)
    digest.update(str(path).encode())
    try:
        text = path.read_bytes()
    except OSError:
        text = b""
    digest.update(text)
    golden = path.with_suffix("").with_suffix(".golden")
    digest.update(golden.read_bytes() if golden.is_file() else b"")
    game = _game_in(text)
    digest.update(library.rules_digest(game).encode() if game else b"")
    return digest.hexdigest()


def _game_in(text: bytes) -> str:
    try:
        name = orjson.loads(text.split(b"\n", 1)[0] if text.startswith(b'{"refold":"log/') else text).get("game", "")
        library.game(name)
    except (orjson.JSONDecodeError, AttributeError, RefoldError):
        return ""
    return str(name)


def _report(record: Mapping[str, Any]) -> Report:
    from events import strict

    report: Report = strict.converter(detailed=False).structure(record, Report)
    return report


@attrs.frozen(kw_only=True)
class Totals:
    """Figures of a batch. logs: recordings looked at. entries, events: executed. verdicts: how many of each.

    groups: what is wrong, by signature, with the paths concerned. goldens: how many goldens differ.
    """

    logs: int
    entries: int
    events: int
    verdicts: Mapping[str, int]
    groups: Mapping[str, tuple[str, ...]]
    goldens: int


def totals(reports: Sequence[Report]) -> Totals:
    """Sum up a batch."""
    groups: dict[str, list[str]] = {}
    for report in reports:
        if not report.sound:
            groups.setdefault(signature(report), []).append(report.path)
    return Totals(
        logs=len(reports),
        entries=sum(report.entries for report in reports),
        events=sum(report.events for report in reports),
        verdicts=dict(sorted(Counter(report.verdict for report in reports).items())),
        groups={key: tuple(groups[key]) for key in sorted(groups)},
        goldens=sum(report.golden == "differs" for report in reports),
    )


def signature(report: Report) -> str:
    """Name what is wrong with a recording so that the like of it is named alike: no numbers of entries, no paths."""
    if report.clause:
        return f"{report.verdict}: {report.clause}"
    if report.differences:
        first = report.differences[0]
        field = "/".join("*" if part.isdecimal() else part for part in first.pointer.split("/"))
        return " ".join(part for part in (f"{report.verdict}: {first.kind}", first.event, field) if part)
    if report.golden == "differs":
        return "golden differs"
    return report.verdict
