"""Start-up: what a command costs before it does anything, beside an interpreter that does nothing."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

from benchmarks import recordings
from benchmarks.rounds import BUILD, ROOT, Group, Round, Row, Settings, Skipped

ROWS = (
    Row(name="start-help", measure="`refold --help` / `python -c pass`", least=6, aim=4.5, smaller=True),
    Row(name="start-log", measure="`refold show LOG --at 0` / `python -c pass`", least=10, aim=7, smaller=True),
)
# Compiled modules are kept, as they are where refold is installed, whatever this environment says.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
ENVIRONMENT["PYTHONPYCACHEPREFIX"] = str(BUILD / "bytecode")
REFOLD = [sys.executable, "-c", "from cli.main import main; main()"]


def _seconds(command: Sequence[str]) -> float:
    start = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Skipped(f"{' '.join(command[3:])}: {done.stderr.strip()}")
    return time.perf_counter() - start


def rounds(_: Settings) -> Iterator[Round]:
    """Start each in turn."""
    games = recordings.playable()
    if not games:
        raise Skipped("no game can be played here")
    log = recordings.log_of("marco_polo" if "marco_polo" in games else games[0])
    commands = {"help": [*REFOLD, "--help"], "log": [*REFOLD, "show", str(log), "--at", "0"]}
    bare = [sys.executable, "-c", "pass"]
    for command in (bare, *commands.values()):
        _seconds(command)
    while True:
        nothing = min(_seconds(bare) for _ in range(3))
        taken = {name: min(_seconds(command) for _ in range(3)) for name, command in commands.items()}
        yield Round(
            ratios={f"start-{name}": seconds / nothing for name, seconds in taken.items()},
            figures={
                "python -c pass, ms": nothing * 1000,
                "refold --help, ms": taken["help"] * 1000,
                "refold show, ms": taken["log"] * 1000,
            },
        )


GROUP = Group(name="start", rows=ROWS, rounds=rounds)
