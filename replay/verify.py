"""Verifying a log: every move is decided once more, and what was recorded is held against what comes out."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import attrs

from events.errors import RecordError, UnsupportedVersion
from kernel.errors import BadContent, BadSetup
from replay.foreign import Foreign, verify_by
from replay.golden import compare_golden
from replay.logs import Log, read_log
from replay.recompute import Recomputation
from replay.report import VERDICTS, Difference, Report

__all__ = ["VERDICTS", "Difference", "Report", "find_logs", "verify_log"]


def find_logs(paths: Sequence[Path]) -> list[Path]:
    """List the recordings that paths name: files as they are, folders with every log and every script in them, sorted.

    A folder named ``damaged`` inside a folder holds logs that are wrong on purpose and is passed over.
    """
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            found.append(path)
            continue
        inside = (*path.rglob("*.log.jsonl"), *path.rglob("*.game.json"))
        # A pipe of such a name would be waited for.
        found += sorted(f for f in inside if f.is_file() and "damaged" not in f.relative_to(path).parts[:-1])
    return list(dict.fromkeys(found))


@contextmanager
def _uncollected() -> Iterator[None]:
    """Let no garbage be looked for: a log's records live to the end of its verification, and hold no circles."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@_uncollected()
def verify_log(path: Path, *, content: str = "", engine: Foreign | None = None) -> Report:
    """Verify one log, and the golden beside it where there is one.

    content: a pack for a log that was played with one's own. engine: another engine to ask, instead of these rules; the
    golden is theirs, and is left alone then.

    Raises: UnreadableFile; NoEngine.
    """
    try:
        log = read_log(path, content=content)
        wrong = next(log.not_canonical(), None)
    except UnsupportedVersion as error:
        return Report(path=str(path), verdict="unavailable", message=str(error))
    except (RecordError, BadSetup, BadContent) as error:
        return Report(path=str(path), verdict="damaged", message=str(error))
    if wrong is not None:
        message = f"{path}:{wrong.number}: the line is not in its canonical spelling"
        return Report(path=str(path), verdict="damaged", message=message)
    return _verified(log) if engine is None else verify_by(log, engine)


def _verified(log: Log) -> Report:
    report = Recomputation(log).report()
    found = compare_golden(log)
    if found is None:
        return report
    difference = Difference(
        n=found.n, kind="mismatch", pointer=found.pointer, recorded=found.golden, recomputed=found.log
    )
    if found.same:
        return attrs.evolve(report, golden="same")
    return attrs.evolve(report, golden="differs", golden_difference=difference)
