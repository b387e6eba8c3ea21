"""The pytest plugin: scripts (`*.game.json`) are collected as tests, and the fixture `refold` plays them.

It stands beside the packages under a name of its own, and plays in a process of its own: a project whose tests are run
may well have packages called `events` or `cli`, and neither may be mistaken for the other.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import pytest

SUFFIX = ".game.json"

_START = """
import os, sys
later = [os.path.abspath(path) for path in os.environ.get("PYTHONPATH", "").split(os.pathsep)]
sys.path[:] = [path for path in sys.path if path not in later] + [{home!r}] + [p for p in sys.path if p in later]
from cli.pytest_worker import main
main()
"""
"""How the process starts: what refold needs comes before whatever the environment adds to the path."""


class ScriptFailure(AssertionError):
    """A script that does not hold. record: what the worker told of it."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        """Spell it out."""
        super().__init__(_told(record))
        self.record = record


class Worker:
    """The process that plays scripts; it starts when it is needed first."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._process: subprocess.Popen[bytes] | None = None
        self._complaints: IO[bytes] | None = None

    def ask(self, **request: Any) -> dict[str, Any]:
        """Send a request and return the answer.

        Raises: ScriptFailure when the script does not hold.
        """
        process = self._running()
        line = b""
        if process.stdin and process.stdout:
            with suppress(BrokenPipeError):
                process.stdin.write(json.dumps(request).encode() + b"\n")
                process.stdin.flush()
                line = process.stdout.readline()
        if not line:
            msg = f"the process that plays scripts has stopped:\n{self._complained()}"
            self.close()
            raise RuntimeError(msg)
        answer: dict[str, Any] = json.loads(line)
        if "failed" in answer:
            raise ScriptFailure(answer["failed"])
        return answer

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
            start = _START.format(home=str(Path(__file__).resolve().parent))
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and words
                [sys.executable, "-P", "-c", start],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            )
        return self._process

    def _complained(self) -> str:
        if self._complaints is None:
            return ""
        self._complaints.seek(0)
        return self._complaints.read().decode(errors="replace")

    def close(self) -> None:
        """Let the process end by itself, so that its coverage is written."""
        if self._process is not None:
            for pipe in (self._process.stdin, self._process.stdout):
                with suppress(BrokenPipeError):
                    if pipe is not None:
                        pipe.close()
            self._process.wait()
            self._process = None
        if self._complaints is not None:
            self._complaints.close()
            self._complaints = None


class Played:
    """A script that was played.

    header: the log's. entries: one object each, as a log spells them. documents: by entry, the one at 0 is before
    set-up; secrets that are known stand in them. standings: at the end. refusals: moves refused as the script wanted.
    log: the log as text.
    """

    def __init__(self, answer: Mapping[str, Any]) -> None:
        """Take the worker's answer."""
        self.header: dict[str, Any] = answer["header"]
        self.entries: list[dict[str, Any]] = answer["entries"]
        self.documents: list[dict[str, Any]] = answer["documents"]
        self.standings: list[dict[str, Any]] = answer["standings"]
        self.refusals: list[dict[str, Any]] = answer["refusals"]
        self.log: str = answer["log"]

    @property
    def document(self) -> dict[str, Any]:
        """The document at the end."""
        return self.documents[-1]


class Refold:
    """What the fixture `refold` offers."""

    def __init__(self, worker: Worker) -> None:
        """Play by `worker`."""
        self._worker = worker

    def play(self, script: Mapping[str, Any] | str | os.PathLike[str]) -> Played:
        """Play a script: a path, or the script itself as a mapping.

        Raises: ScriptFailure (an AssertionError) at the first step that goes otherwise.
        """
        if isinstance(script, Mapping):
            return Played(self._worker.ask(ask="play", script={"refold": "script/1", **script}))
        return Played(self._worker.ask(ask="play", path=str(Path(script).resolve())))


_WORKER: pytest.StashKey[Worker] = pytest.StashKey()


def pytest_configure(config: pytest.Config) -> None:
    """Have a worker at hand."""
    config.stash[_WORKER] = Worker()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Let the worker go."""
    worker = config.stash.get(_WORKER, None)
    if worker is not None:
        worker.close()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect scripts."""
    if file_path.name.endswith(SUFFIX):
        collector: pytest.Collector = ScriptFile.from_parent(parent, path=file_path)
        return collector
    return None


class ScriptFile(pytest.File):
    """A file with a script in it."""

    def collect(self) -> Iterator[pytest.Item]:
        """Make one test of it."""
        yield ScriptItem.from_parent(self, name=self.path.name.removesuffix(SUFFIX))


class ScriptItem(pytest.Item):
    """A script as a test: it must play, and match the golden and the log beside it where there are such."""

    def runtest(self) -> None:
        """Play it."""
        name = os.path.relpath(self.path, self.config.rootpath)
        self.config.stash[_WORKER].ask(ask="check", path=str(self.path), name=name)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Spell a failing script out in its own terms, anything else as usual."""
        if isinstance(excinfo.value, ScriptFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Name it."""
        return self.path, None, f"script {self.name}"


@pytest.fixture(scope="session")
def refold(pytestconfig: pytest.Config) -> Refold:
    """Play refold scripts: `refold.play(path or dict)` gives entries, documents and standings."""
    return Refold(pytestconfig.stash[_WORKER])


def _told(record: Mapping[str, Any]) -> str:
    """Spell a failure: a line for each thing known of it."""
    names = ("file", "step", "label", "pointer", "clause", "expected", "found", "facts", "remedy", "verdict")
    lines = [record["problem"]]
    for name in names:
        if record.get(name, "") != "":
            value = record[name]
            spelled = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            lines.append(f"  {name:<9}{spelled}")
    return "\n".join(lines)
