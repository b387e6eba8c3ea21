"""What the pytest plugin asks, answered: one JSON object a line in, one a line out, in a process of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from events.encoding import Encoder, plain, plain_record
from events.errors import RecordError, RefoldError
from kernel.documents import REFEREE, view
from replay import library
from replay.playing import Playthrough, Refusal, ScriptFailed, play
from replay.regress import log_bytes, report_of_play
from replay.report import Report
from replay.script import Script, read_script


def main() -> None:
    """Answer until there is nothing more to read."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever prints by accident must not stand between the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for line in sys.stdin.buffer:
        answers.write(orjson.dumps(answer(orjson.loads(line)), default=plain_record) + b"\n")
        answers.flush()


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """Answer one request: ``check`` a script by its `path`, or ``play`` one by its `path` or as `script`."""
    try:
        script = _script(request)
        run = play(script)
        if request["ask"] == "check":
            report = report_of_play(Path(request["path"]), run)
            return {"passed": True} if report.sound else {"failed": _differs(report, script.path)}
        return _played(run)
    except ScriptFailed as error:
        return {"failed": _failed(error)}
    except RefoldError as error:
        return {"failed": _wrong(error)}


def _script(request: Mapping[str, Any]) -> Script:
    if "script" in request:
        return read_script(None, orjson.dumps(request["script"]), name="script")
    return read_script(Path(request["path"]), name=request.get("name", ""))


def _played(run: Playthrough) -> dict[str, Any]:
    timeline, game = run.recorder.timeline, run.recorder.game
    encoder = Encoder(game.vocabulary)
    return {
        "header": plain(run.header),
        "entries": [plain(encoder.entry(entry)) for entry in run.entries],
        "documents": [view(timeline.document(n), REFEREE) for n in range(timeline.last + 1)],
        "standings": [plain(standing) for standing in game.standings(run.recorder.state)],
        "refusals": [
            {
                "by": item.by,
                "move": item.move,
                "clause": item.refusal.clause,
                "also": item.refusal.also,
                "facts": item.refusal.facts,
                "remedy": item.refusal.remedy,
            }
            for item in run.items
            if isinstance(item, Refusal)
        ],
        "log": log_bytes(run.header, run.entries, game).decode(),
    }


def _failed(error: ScriptFailed) -> dict[str, Any]:
    """Tell of a step that went otherwise."""
    file, _, pointer = error.place.rpartition(": ")
    told: dict[str, Any] = {"problem": error.problem, "file": file, "pointer": pointer}
    if step := _step(pointer):
        told["step"] = step
    if error.label:
        told["label"] = error.label
    if error.clause:
        told["clause"] = _clause(error)
    if error.expected is not None:
        told |= {"expected": error.expected, "found": error.found}
    if error.refusal is not None:
        told |= {name: getattr(error.refusal, name) for name in ("facts", "remedy") if getattr(error.refusal, name)}
    return told


def _step(pointer: str) -> str:
    """Return the number of a step, from 1, as people count: ``4``, and ``4.variation.1`` inside of one."""
    parts = pointer.split("/")[2:]
    counted = [str(int(part) + 1) if part.isdecimal() else part for part in parts]
    last = max((place for place, part in enumerate(parts) if part.isdecimal()), default=-1)
    return ".".join(counted[: last + 1])


def _clause(error: ScriptFailed) -> str:
    """Return a clause with its text, where the rulebook has it."""
    game = error.played.script.game if error.played else ""
    clauses = library.rulebook(game).clauses if game else {}
    found = clauses.get(error.clause)
    return f"{error.clause}: {found.en}" if found else error.clause


def _wrong(error: RefoldError) -> dict[str, Any]:
    """Tell of a script that cannot be read or set up."""
    if isinstance(error, RecordError):
        return {"problem": error.problem, "file": error.place, "pointer": error.pointer}
    return {"problem": str(error)}


def _differs(report: Report, file: str) -> dict[str, Any]:
    """Tell of a script that plays otherwise than its golden or its log say."""
    difference = report.golden_difference if report.golden == "differs" else None
    what = "golden" if difference else "log"
    difference = difference or next(iter(report.differences), None)
    told: dict[str, Any] = {"problem": report.message or f"the {what} beside it differs", "file": file}
    if difference:
        told |= {
            "step": f"entry {difference.n}",
            "pointer": difference.pointer,
            "expected": difference.recorded,
            "found": difference.recomputed,
        }
    return {**told, "verdict": report.verdict}
