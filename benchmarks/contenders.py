"""Other people's programs to compare with: installed below build/ when needed, left out where they cannot be."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

from benchmarks.rounds import BUILD, Rate, Skipped

HERE = Path(__file__).parent
BOARDGAME = "boardgame.io@0.50.2"
EVENTSOURCING = "eventsourcing==9.5.6"


class Contender:
    """A process that is asked for one rate at a time: a line with task and seconds in, a line with the rate out."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        """Speak to `process`."""
        self._process = process

    def rate(self, task: str, seconds: float) -> Rate:
        """Let it run a task for `seconds`.

        Raises: Skipped when it has stopped.
        """
        to, back = cast("IO[str]", self._process.stdin), cast("IO[str]", self._process.stdout)
        to.write(f"{task} {seconds}\n")
        to.flush()
        line = back.readline()
        if not line:
            raise Skipped("the contender stopped: " + " ".join(map(str, self._process.args)))  # type: ignore[arg-type]
        answer = json.loads(line)
        return Rate(answer["wall"], answer["cpu"])


@contextmanager
def boardgame(toy: Path) -> Iterator[Contender]:
    """Run boardgame.io's production build on the toy that lies in the folder `toy`.

    Raises: Skipped where node or the package cannot be had.
    """
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        raise Skipped("boardgame.io needs node and npm, which are not here")
    folder = BUILD / "node"
    if not (folder / "node_modules" / "boardgame.io").is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text('{"private": true}\n', encoding="utf-8")
        _install([npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", BOARDGAME], folder)
    environment = {**os.environ, "NODE_ENV": "production", "NODE_PATH": str(folder / "node_modules")}
    with _running([node, str(HERE / "boardgame.js"), str(toy)], environment) as contender:
        yield contender


@contextmanager
def eventsourcing(toy: Path) -> Iterator[Contender]:
    """Run the package `eventsourcing`, in memory, on the toy that lies in the folder `toy`.

    Raises: Skipped where the package cannot be had.
    """
    folder = BUILD / "eventsourcing"
    python = folder / "bin" / "python"
    if not python.exists():
        _install([sys.executable, "-m", "venv", str(folder)], HERE)
    if subprocess.run([python, "-c", "import eventsourcing"], capture_output=True, check=False).returncode:
        _install([str(python), "-m", "pip", "install", "--quiet", EVENTSOURCING], HERE)
    with _running([str(python), str(HERE / "eventsourced.py"), str(toy)], dict(os.environ)) as contender:
        yield contender


def _install(command: Sequence[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:]
        raise Skipped(f"{Path(command[0]).name} could not install {command[-1]}: {' '.join(last)}")


@contextmanager
def _running(command: Sequence[str], environment: dict[str, str]) -> Iterator[Contender]:
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as process:
        try:
            yield Contender(process)
        finally:
            process.kill()
