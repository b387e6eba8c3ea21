"""Verifying many recordings: chosen, spread over processes, taken up again, and grouped by what is wrong."""

from __future__ import annotations

import hashlib
import multiprocessing
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import orjson

from events.encoding import plain
from events.errors import MalformedLine, RefoldError, UnknownSecret, UnreadableFile, UnsupportedVersion
from events.frozen import frozen
from replay import library
from replay.foreign import Foreign, NoEngine
from replay.golden import golden_path
from replay.logs import read_log
from replay.regress import SCRIPT, log_of_script, verify_script
from replay.verify import Report, verify_log

BROKEN = "the rules break down"
"""How a message begins that tells of a defect of the rules themselves."""

CHUNK = 16
"""Recordings that a process takes at a time."""


@frozen(kw_only=True)
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


@frozen(kw_only=True)
class How:
    """How a batch is verified. content: a pack to use instead of those the logs name, "" for theirs.

    engine: the command of another engine to ask, none for these rules; scripts are not put to it.
    """

    content: str = ""
    engine: tuple[str, ...] = ()


AS_IS = How()
"""By the rules here, with the packs that the logs name."""


def verify_one(path: Path, how: How = AS_IS) -> Report:
    """Verify a log, or play a script and hold it against its recordings; never raises for what is in the file.

    Raises: NoEngine for an engine that does not start.
    """
    try:
        if path.name.endswith(SCRIPT):
            return verify_script(path)
        return verify_log(path, content=how.content, engine=_engine(how.engine))
    except UnreadableFile as error:
        return Report(path=str(path), verdict="damaged", message=str(error))
    except NoEngine as error:
        _stop_engines()
        return Report(path=str(path), verdict="unavailable", message=str(error))
    except RefoldError as error:
        elsewhere = isinstance(error, UnsupportedVersion | UnknownSecret) or getattr(error, "unknown", False)
        message = str(error) if str(error).startswith(str(path)) else f"{path}: {error}"
        return Report(path=str(path), verdict="unavailable" if elsewhere else "damaged", message=message)
    except Exception as error:  # noqa: BLE001 - a rule that breaks down in one game says nothing of the others
        where = traceback.extract_tb(error.__traceback__)[-1]
        message = f"{BROKEN}: {type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"
        return Report(path=str(path), verdict="impossible", message=message)


_ENGINES: dict[tuple[str, ...], Foreign] = {}
"""The other engine that this process asks, once it was started."""


def _engine(command: tuple[str, ...]) -> Foreign | None:
    if not command:
        return None
    if command not in _ENGINES:
        _ENGINES[command] = Foreign(command)
    return _ENGINES[command]


def _stop_engines() -> None:
    while _ENGINES:
        _, engine = _ENGINES.popitem()
        engine.close()


def verify_all(
    paths: Sequence[Path],
    how: How = AS_IS,
    *,
    jobs: int = 1,
    state: State | None = None,
) -> Iterator[Report]:
    """Verify recordings, in their order. jobs: processes. state: what was verified before, and what will be.

    A report that `state` knows for the same bytes, the same rules and the same way is given again without work.
    """
    known = {path: state.known(path, how) for path in paths} if state else {}
    left = [path for path in paths if known.get(path) is None]
    fresh = iter(_spread(left, how, jobs))
    try:
        for path in paths:
            report = known.get(path)
            if report is None:
                report = next(fresh)
                if state:
                    state.keep(path, how, report)
            yield report
    finally:
        _stop_engines()


def _spread(paths: Sequence[Path], how: How, jobs: int) -> Iterable[Report]:
    if jobs <= 1 or len(paths) <= 1:
        return (verify_one(path, how) for path in paths)
    return _in_processes(paths, how, jobs)


def _in_processes(paths: Sequence[Path], how: How, jobs: int) -> Iterator[Report]:
    from concurrent.futures import ProcessPoolExecutor

    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
    chunk = max(1, min(CHUNK, len(paths) // (4 * jobs)))
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context(method)) as pool:
        try:
            yield from pool.map(verify_one, paths, [how] * len(paths), chunksize=chunk)
        finally:
            # Who stops listening does not wait for what nobody will hear.
            pool.shutdown(wait=False, cancel_futures=True)


STATE = "state/1"


class State:
    """What a batch has verified so far, in a file of JSON Lines, so that it can be taken up again."""

    def __init__(self, path: Path) -> None:
        """Read what is there; a torn last line is left out.

        Raises: UnreadableFile; MalformedLine for a file that is something else.
        """
        self._path = path
        self._known: dict[str, dict[str, Any]] = {}
        self._torn = False
        if path.exists():
            self._read(library.read_bytes(path, 1 << 30))
        else:
            self._append({"refold": STATE})

    def _read(self, text: bytes) -> None:
        first, *lines = text.split(b"\n")
        if _parsed(first).get("refold") != STATE:
            msg = f'expected "refold":"{STATE}"; this is no file of a batch to take up again'
            raise MalformedLine(msg, place=f"{self._path}:1", pointer="$.refold")
        for line in lines:
            record = _parsed(line)
            if "key" in record and "report" in record:
                self._known[record["key"]] = record["report"]
        self._torn = not text.endswith(b"\n")

    def known(self, path: Path, how: How) -> Report | None:
        """Return the report on these very bytes under these very rules, None where there is none."""
        record = self._known.get(_key(path, how))
        return None if record is None else _report(record)

    def keep(self, path: Path, how: How, report: Report) -> None:
        """Add a report to the file; one of a file whose name is no text cannot be kept, and is made again."""
        with suppress(orjson.JSONEncodeError):
            self._append({"key": _key(path, how), "report": plain(report)})

    def _append(self, record: Mapping[str, Any]) -> None:
        try:
            with self._path.open("ab") as file:
                file.write((b"\n" if self._torn else b"") + orjson.dumps(record) + b"\n")
        except OSError as error:
            raise UnreadableFile(self._path, (error.strerror or str(error)).lower()) from error
        self._torn = False


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        record = orjson.loads(line)
    except orjson.JSONDecodeError:
        return {}
    return record if isinstance(record, dict) else {}


def _key(path: Path, how: How) -> str:
    digest = hashlib.blake2b(digest_size=16)
    digest.update(orjson.dumps([str(path).encode("utf-8", "backslashreplace").decode(), how.content, how.engine]))
    own = path.read_bytes() if path.is_file() else b""
    beside = [golden_path(path)]
    if path.name.endswith(SCRIPT):
        # What a script includes lies in its folder, or below.
        included = sorted(path.parent.rglob("*.json")) if b'"include"' in own else []
        beside += [log_of_script(path), *included]
    if how.content.endswith(".json"):
        beside.append(Path(how.content))
    for text in (own, *(file.read_bytes() if file.is_file() else b"" for file in beside)):
        digest.update(len(text).to_bytes(8) + text)
    game = _game_in(own)
    digest.update(library.rules_digest(game).encode() if game else b"")
    return digest.hexdigest()


def _game_in(text: bytes) -> str:
    """Return the game that a log or a script names, "" where it names none that is here."""
    name = _parsed(text.split(b"\n", 1)[0] if text.startswith(b'{"refold":"log/') else text).get("game", "")
    try:
        library.game(name)
    except (TypeError, RefoldError):
        return ""
    return str(name)


def by_game(paths: Iterable[Path]) -> dict[str, list[Path]]:
    """Part recordings by their games, in the order in which these are met; under "" those that name none here.

    Raises: UnreadableFile.
    """
    found: dict[str, list[Path]] = {}
    for path in paths:
        found.setdefault(_game_in(library.read_bytes(path, 1 << 30)), []).append(path)
    return found


def _report(record: Mapping[str, Any]) -> Report:
    from events import strict

    report: Report = strict.converter(detailed=False).structure(record, Report)
    return report


@frozen(kw_only=True)
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
    """Name what is wrong with a recording so that the like of it is named alike: no numbers of entries, no paths.

    The first difference counts, and a refusal only where nothing differs before it: later ones follow from the first.
    """
    if report.differences:
        first = report.differences[0]
        field = "/".join("*" if part.isdecimal() else part for part in first.pointer.split("/"))
        return " ".join(part for part in (first.kind, first.event, field) if part)
    if report.clause:
        return f"refused by {report.clause}"
    if report.message.startswith(BROKEN):
        return report.message
    return "golden differs" if report.golden == "differs" else report.verdict
