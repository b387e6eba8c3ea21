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
from events.envelope import CheckpointEntry, EndEntry, Entry, MoveEntry, RevealEntry, SetupEntry
from events.errors import RefoldError
from events.journal import open_log
from kernel.decider import Standing
from replay.logs import Log
from replay.report import Difference, Report, how_far, parting, uncited


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
            raise self.misspoken() from error
        if not isinstance(found, dict) or not _is_answer(found):
            raise self.misspoken()
        return found

    def misspoken(self) -> NoEngine:
        """Return the error for an engine that answers otherwise than the protocol says."""
        return NoEngine(f"{self.name}: it does not answer in the engine protocol")

    def __enter__(self) -> Self:
        """Return itself; the process runs already."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the process end."""
        self.close()

    def close(self) -> None:
        """Let the process end."""
        with contextlib.suppress(OSError):
            self._asked.close()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._answers.close()


def _is_answer(found: Mapping[str, Any]) -> bool:
    """Whether an answer has the parts that are read of it, each of its type."""
    ready, refused, standings = found.get("ready", {"rules": 0}), found.get("refused", {}), found.get("standings", [])
    lists = [found.get("events", []), standings]
    return (
        isinstance(ready, dict)
        and isinstance(ready.get("rules"), int)
        and isinstance(refused, dict)
        and all(isinstance(one, list) and all(isinstance(item, dict) for item in one) for one in lists)
        and all(one.keys() == {"seat", "score", "rank"} for one in standings)
    )


def answers(log: Log, engine: Foreign) -> Iterator[tuple[int, dict[str, Any]]]:
    """Ask an engine for every entry of a log; give its answers by n; under 0 that it is ready, and last the standings.

    Raises: NoEngine.
    """
    reveal = next((entry.seed for entry in log.entries if isinstance(entry, RevealEntry)), None)
    with open_log(Path(log.path)) as file:
        ready = engine.ask(file.readline())
        if "ready" not in ready:
            raise NoEngine(f"{engine.name}: {ready.get('error', 'it is not ready')}")
        yield 0, ready
        if reveal:
            engine.ask(orjson.dumps({"seed": reveal}) + b"\n")
        number = 0
        for line in file:
            number += "opened" not in (answer := engine.ask(line))
            if "opened" in answer:
                continue
            if answer.get("n", number) != number:
                raise engine.misspoken()
            yield number, answer
            if not answer.keys().isdisjoint({"refused", "stopped", "error"}):
                break
    yield 0, engine.ask(b'{"done":true}\n')


def verify_by(log: Log, engine: Foreign) -> Report:
    """Verify a log by another engine.

    Raises: NoEngine.
    """
    compared = _Compared(log)
    message, refused, here = "", {}, 0
    executed, events = 0, 0
    recomputed: tuple[Standing, ...] = ()
    for n, answer in answers(log, engine):
        if "ready" in answer:
            here = answer["ready"]["rules"]
        elif "standings" in answer:
            recomputed = tuple(Standing(**standing) for standing in answer["standings"])
        elif stopped := answer.get("stopped") or answer.get("error"):
            message = f"entry {n} cannot be decided there: {stopped}"
            break
        elif refused := answer.get("refused", {}):
            message = f"entry {n} is refused there: {refused.get('clause', '')}"
            break
        else:
            entry = log.entries[n - 1]
            executed += 1
            events += len(answer.get("events", getattr(entry, "events", ())))
            compared.add(entry, answer)
    recorded = log.game.standings(log.timeline().now.state)
    return Report(
        path=log.path,
        game=log.header.game,
        verdict="impossible" if message else compared.verdict(recorded, recomputed),
        entries=executed,
        events=events,
        held=sum(len(getattr(entry, "events", ())) for entry in log.entries),
        differences=tuple(compared.differences),
        clause=str(refused.get("clause", "")),
        facts=refused.get("facts", {}),
        remedy=refused.get("remedy", {}),
        message=message,
        recorded_standings=recorded,
        recomputed_standings=recomputed,
        rules_version=log.header.rules.version,
        rules_digest=log.header.rules.digest,
        rules_here=here,
        head=log.head,
    )


class _Compared:
    """What an engine answered, held against a log entry by entry."""

    def __init__(self, log: Log) -> None:
        self._encoder = Encoder(log.game.vocabulary)
        self._ended = any(isinstance(entry, EndEntry) for entry in log.entries)
        self._kinds: set[str] = set()
        self.differences: list[Difference] = []

    def add(self, entry: Entry, answer: Mapping[str, Any]) -> None:
        match entry:
            case SetupEntry() | MoveEntry():
                self._events(entry, answer)
            case CheckpointEntry():
                self._first_of(entry, answer, ("document", "legal", "moves"))
            case _:
                pass

    def _events(self, entry: SetupEntry | MoveEntry, answer: Mapping[str, Any]) -> None:
        ours, theirs = [plain(self._encoder.event(event)) for event in entry.events], answer.get("events", [])
        if ours != theirs:
            only_cites = [uncited(event) for event in ours] == [uncited(event) for event in theirs]
            self._kinds.add("cites" if only_cites else "path")
            self.differences.append(parting(entry.n, ours, theirs))
        elif "draws" in answer and plain(entry.draws) != answer["draws"]:
            self._kinds.add("chance")
            self._add(entry, "draw", "draws", plain(entry.draws), answer["draws"])

    def _first_of(self, entry: Entry, answer: Mapping[str, Any], names: Sequence[str]) -> None:
        for name in names:
            if getattr(entry, name) != answer.get(name):
                self._kinds.add("path")
                self._add(entry, "mismatch", name, getattr(entry, name), answer.get(name))
                return

    def _add(self, entry: Entry, kind: str, name: str, recorded: Any, recomputed: Any) -> None:
        self.differences.append(
            Difference(n=entry.n, kind=kind, pointer=f"/{name}", recorded=recorded, recomputed=recomputed)
        )

    def verdict(self, recorded: Sequence[Standing], recomputed: Sequence[Standing]) -> str:
        if "path" in self._kinds:
            return how_far(recorded, recomputed)
        for kind in ("cites", "chance"):
            if kind in self._kinds:
                return kind
        return "same" if self._ended else "unfinished"
