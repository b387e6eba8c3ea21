"""Goldens: what a game is expected to look like, entry by entry, as text that diffs well.

A header and its history of reasons; the opening document over many lines; then a line an entry with what it changed;
at the end the standings. Moves a script wanted refused, and lines it tried, stand among the entries.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from events import strict
from events.encoding import Encoder, plain
from events.envelope import CheckpointEntry, Entry, Header, MoveEntry, SetupEntry
from events.errors import MalformedLine, RefoldError
from events.frozen import frozen
from kernel.decider import AnyGame
from kernel.documents import REFEREE, Document, changed, changes, view
from replay import library
from replay.logs import Log
from replay.playing import Aside, Item, Refusal
from replay.timeline import Timeline

FORMAT = "golden/1"
SUFFIX = ".golden"
REASON = "# "
"""What a line of the history begins with."""

MAX_GOLDEN = 64 * 1024 * 1024


@frozen(kw_only=True)
class Golden:
    """A golden as text in parts. history: reasons, oldest first. lines: all that follows the header."""

    header: dict[str, Any]
    history: tuple[str, ...]
    lines: tuple[str, ...]

    def text(self) -> str:
        """Spell the file."""
        head = [FORMAT, _line(self.header), *(f"{REASON}{reason}" for reason in self.history)]
        return "\n".join([*head, *self.lines, ""])

    def text_lines(self) -> list[str]:
        """Return all lines but the history."""
        return [_line(self.header), *self.lines]

    def entry_lines(self) -> list[str]:
        """Return the lines that a log alone gives: without refusals and tried lines."""
        return [line for line in self.lines if not line.startswith(('{"refused"', '{"tried"', "  | "))]


@frozen(kw_only=True)
class Comparison:
    """A golden held against a log. n: entry of the first differing line, 0 in the opening document.

    golden, log: that line on both sides, None for nothing.
    """

    same: bool
    n: int = 0
    pointer: str = ""
    golden: str | None = None
    log: str | None = None


def golden_path(log_path: Path) -> Path:
    """Return where the golden of a log or a script stands."""
    name = log_path.name
    for suffix in (".log.jsonl", ".game.json"):
        if name.endswith(suffix):
            return log_path.with_name(name.removesuffix(suffix) + SUFFIX)
    return log_path.with_name(name + SUFFIX)


def golden_of(header: Header, timeline: Timeline, items: Sequence[Item], history: tuple[str, ...] = ()) -> Golden:
    """Write the golden of a game. items: its entries in order, with refusals and tried lines among them."""
    facts = {
        "game": header.game,
        "seats": list(header.seats),
        "setup": dict(header.setup),
        "content": header.content.pack,
        "rules": header.rules.version,
        "rulings": dict(header.rules.rulings),
    }
    if title := header.meta.get("title"):
        facts = {"title": title, **facts}
    return Golden(header=facts, history=history, lines=tuple(_Writer(timeline).lines(items)))


def golden_of_log(log: Log) -> Golden:
    """Write the golden that a log alone gives."""
    timeline = log.timeline()
    return golden_of(log.header, timeline, timeline.entries)


def read_golden(path: Path) -> Golden:
    """Read a golden.

    Raises: UnreadableFile, MalformedLine.
    """
    return parse_golden(library.read_bytes(path, MAX_GOLDEN), str(path))


def parse_golden(content: bytes, name: str) -> Golden:
    """Read the text of a golden; `name` is what messages call it.

    Raises: MalformedLine.
    """
    try:
        lines = content.decode().split("\n")
    except UnicodeDecodeError as error:
        msg = f"this is not UTF-8: byte {error.start + 1}"
        raise MalformedLine(msg, place=name, pointer="") from error
    if lines[0] != FORMAT or len(lines) < 3 or lines[-1]:
        msg = f'expected a golden that begins with "{FORMAT}" and ends with a line feed'
        raise MalformedLine(msg, place=f"{name}:1", pointer="")
    header = library.parse_json(lines[1].encode(), f"{name}:2")
    if not isinstance(header, dict):
        msg = f"expected an object, found {strict.found(header)}"
        raise MalformedLine(msg, place=f"{name}:2", pointer="")
    body = lines[2:-1]
    history = tuple(takewhile(lambda line: line.startswith(REASON), body))
    return Golden(
        header=header,
        history=tuple(line.removeprefix(REASON) for line in history),
        lines=tuple(body[len(history) :]),
    )


def told(reason: str) -> str:
    """Return a reason as the history of a golden holds it: on one line.

    Raises: RefoldError for a reason that says nothing.
    """
    line = " ".join(reason.split())
    if not line:
        msg = "a golden is changed for a reason: say which"
        raise RefoldError(msg)
    return line


def compare_golden(log: Log) -> Comparison | None:
    """Hold a log against the golden beside it; None where there is none.

    Raises: MalformedLine.
    """
    path = golden_path(Path(log.path))
    if not path.is_file():
        return None
    stored, now = read_golden(path), golden_of_log(log)
    return first_differing_line([_line(stored.header), *stored.entry_lines()], [_line(now.header), *now.lines])


def first_differing_line(golden: Sequence[str], log: Sequence[str]) -> Comparison:
    """Compare two goldens line by line."""
    n = 0
    for place in range(max(len(golden), len(log))):
        ours = golden[place] if place < len(golden) else None
        theirs = log[place] if place < len(log) else None
        if ours != theirs:
            return Comparison(same=False, n=n, pointer=f"line {place + 1}", golden=ours, log=theirs)
        if ours is not None and ours.startswith('{"n":'):
            n += 1
    return Comparison(same=True)


class _Writer:
    """Writes the lines of one timeline."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._game: AnyGame = timeline.game
        self._encoder = Encoder(timeline.game.vocabulary)

    def lines(self, items: Sequence[Item]) -> Iterator[str]:
        opening = self._document(1) if self._timeline.last else {}
        yield "document after set-up:"
        yield from json.dumps(opening, indent=1, ensure_ascii=False).split("\n")
        yield "entries:"
        yield from self._items(items)
        yield "standings:"
        for standing in self._game.standings(self._timeline.now.state):
            parts = dict(standing.parts)
            yield _line({"seat": standing.seat, "score": standing.score, "rank": standing.rank, "parts": parts})

    def _document(self, n: int) -> Document:
        return view(self._timeline.document(n), REFEREE)

    def _items(self, items: Iterable[Item]) -> Iterator[str]:
        for item in items:
            match item:
                case Refusal():
                    yield _line(self._refusal(item))
                case Aside():
                    yield from self._aside(item)
                case _:
                    yield _line(self._entry(item))

    def _entry(self, entry: Entry) -> dict[str, Any]:
        record = self._encoder.entry(entry)
        events = getattr(entry, "events", ())
        line: dict[str, Any] = {key: value for key, value in record.items() if key not in ("events", "draws", "digest")}
        if isinstance(entry, MoveEntry):
            line["move"] = view(line["move"], REFEREE)
            del line["kind"]
        if isinstance(entry, CheckpointEntry):
            return line
        if not isinstance(entry, SetupEntry):
            before, after = self._document(entry.n - 1), self._document(entry.n)
            made = list(changes(before, after))
            if plain(changed(before, made)) != plain(after):
                msg = f"entry {entry.n}: its changes do not lead from one document to the next"
                raise AssertionError(msg)
            if made:
                line["changes"] = made
        cites = dict.fromkeys(clause for event in events for clause in event.cites)
        if cites:
            line["cites"] = list(cites)
        return line

    def _refusal(self, item: Refusal) -> dict[str, Any]:
        line: dict[str, Any] = {"refused": item.refusal.clause, "by": item.by, "move": dict(item.move)}
        if item.then:
            line["then"] = list(item.then)
        for name in ("also", "facts", "remedy"):
            if value := getattr(item.refusal, name):
                line[name] = value
        return line

    def _aside(self, item: Aside) -> Iterator[str]:
        yield _line({"tried": item.place.rpartition(": ")[2], "under": dict(item.rulings)})
        for line in _Writer(item.recorder.timeline)._items(item.items):  # noqa: SLF001 - its own kind
            yield f"  | {line}"
        for standing in self._game.standings(item.recorder.state):
            yield f"  | {_line({'seat': standing.seat, 'score': standing.score, 'rank': standing.rank})}"


def _line(value: Any) -> str:
    return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))
