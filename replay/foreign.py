"""Verifying logs by another engine: another revision of these rules, or another program that speaks the protocol."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self, cast

import orjson

from events.encoding import Encoder, plain
from events.envelope import CheckpointEntry, MoveEntry, RevealEntry, SetupEntry
from events.errors import RefoldError
from events.journal import open_log
from kernel.decider import Standing
from replay.logs import Log
from replay.report import Difference, Report, how_far, parting


class NoEngine(RefoldError):
    """The other engine does not start, does not answer, or does not speak the protocol."""


class Foreign:
    """An engine in a process of its own, asked line by line."""

    def __init__(
        self, command: Sequence[str], *, cwd: Path | None = None, env: Mapping[str, str] | None = None
    ) -> None:
        """Start `command`.

        Raises: NoEngine.
        """
        self.name = " ".join(command)
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user names the command
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=cwd, env=env
            )
        except OSError as error:
            msg = f"{self.name}: {(error.strerror or str(error)).lower()}"
            raise NoEngine(msg) from error
        self._asked, self._answers = cast("IO[bytes]", self._process.stdin), cast("IO[bytes]", self._process.stdout)

    def ask(self, line: bytes) -> dict[str, Any]:
        """Ask one line (with its line feed) and return the answer.

        Raises: NoEngine.
        """
        try:
            self._asked.write(line)
            self._asked.flush()
            found = orjson.loads(self._answers.readline())
        except (OSError, orjson.JSONDecodeError) as error:
            msg = f"{self.name}: it does not answer in the engine protocol"
            raise NoEngine(msg) from error
        if not isinstance(found, dict):
            msg = f"{self.name}: it does not answer in the engine protocol"
            raise NoEngine(msg)
        return found

    def __enter__(self) -> Self:
        """Return itself; the process runs already."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the process end."""
        with contextlib.suppress(OSError):
            self._asked.close()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._answers.close()


def answers(log: Log, engine: Foreign) -> Iterator[tuple[int, dict[str, Any]]]:
    """Ask an engine for every entry of a log; give its answers by n, the standings last under 0.

    Raises: NoEngine.
    """
    reveal = next((entry.seed for entry in log.entries if isinstance(entry, RevealEntry)), None)
    with open_log(Path(log.path)) as file:
        ready = engine.ask(file.readline())
        if "ready" not in ready:
            raise NoEngine(f"{engine.name}: {ready.get('error', 'it is not ready')}")
        if reveal:
            engine.ask(orjson.dumps({"seed": reveal}) + b"\n")
        for line in file:
            answer = engine.ask(line)
            if "opened" not in answer:
                yield int(answer.get("n", -1)), answer
            if not answer.keys().isdisjoint({"refused", "stopped", "error"}):
                break
    yield 0, engine.ask(b'{"done":true}\n')


def verify_by(log: Log, engine: Foreign) -> Report:
    """Verify a log by another engine.

    Raises: NoEngine.
    """
    encoder = Encoder(log.game.vocabulary)
    differences: list[Difference] = []
    refused: Mapping[str, Any] = {}
    message, executed, events = "", 0, 0
    recorded_standings = log.game.standings(log.timeline().now.state)
    recomputed: tuple[Standing, ...] = ()
    for n, answer in answers(log, engine):
        if n == 0:
            recomputed = tuple(Standing(**standing) for standing in answer.get("standings", ()))
            continue
        if stopped := answer.get("stopped") or answer.get("error"):
            message = f"entry {n} cannot be decided there: {stopped}"
            break
        if refused := answer.get("refused", {}):
            message = f"entry {n} is refused there: {refused.get('clause', '')}"
            break
        entry = log.entries[n - 1]
        executed += 1
        events += len(answer.get("events", getattr(entry, "events", ())))
        match entry:
            case SetupEntry() | MoveEntry():
                ours = [plain(encoder.event(event)) for event in entry.events]
                if ours != answer["events"]:
                    differences.append(parting(n, ours, answer["events"]))
            case CheckpointEntry():
                for name in ("document", "legal", "moves"):
                    if getattr(entry, name) != answer.get(name):
                        found = Difference(
                            n=n,
                            kind="mismatch",
                            pointer=f"/{name}",
                            recorded=getattr(entry, name),
                            recomputed=answer.get(name),
                        )
                        differences.append(found)
                        break
            case _:
                pass
    return Report(
        path=log.path,
        verdict="impossible" if message else how_far(recorded_standings, recomputed) if differences else "same",
        entries=executed,
        events=events,
        held=sum(len(getattr(entry, "events", ())) for entry in log.entries),
        differences=tuple(differences),
        clause=str(refused.get("clause", "")),
        facts=refused.get("facts", {}),
        remedy=refused.get("remedy", {}),
        message=message,
        recorded_standings=recorded_standings,
        recomputed_standings=recomputed,
        rules_version=log.header.rules.version,
        rules_digest=log.header.rules.digest,
        head=log.head,
    )
