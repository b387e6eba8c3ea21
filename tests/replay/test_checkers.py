"""Our checkers are checked: each thing changed alone is caught by its own comparison, and missed without it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import orjson
import pytest

from events.envelope import CheckpointEntry, MoveEntry, RevealEntry
from events.secrets import Secret
from replay import verify
from replay.golden import golden_of_log, golden_path
from replay.logs import Log, read_log
from replay.recompute import Recomputation
from replay.regress import log_bytes, write_golden
from replay.report import Report
from replay.verify import verify_log
from tests.making import bid, lines_of, played, rechained

ROOT = Path(__file__).parents[2]
STEPS = [bid("a", 2), bid("b", 2), bid("a", 1), bid("b", 3), bid("a", 0), bid("b", 1), bid("a", 2), bid("b", 0)]

Change = Callable[[Log], None]


@pytest.fixture
def log(tmp_path: Path) -> Log:
    """A finished game of the toy, with its golden."""
    path = tmp_path / "a.log.jsonl"
    path.write_bytes(b"".join(lines_of(played(*STEPS))))
    found = read_log(path)
    write_golden(golden_path(path), golden_of_log(found), "first recorded")
    return found


def entry_of(log: Log, kind: type, *, last: bool = False) -> Any:
    found = [entry for entry in log.entries if isinstance(entry, kind)]
    return found[-1 if last else 0]


def rewritten(log: Log, changed: Any) -> None:
    """Write the log with one entry changed, chained anew, and a golden that says the same: the log alone must tell."""
    entries = [changed if entry.n == changed.n else entry for entry in log.entries]
    Path(log.path).write_bytes(log_bytes(log.header, entries, log.game))
    golden_path(Path(log.path)).unlink()


def last_event(log: Log) -> None:
    entry = entry_of(log, MoveEntry, last=True)
    rewritten(log, attrs.evolve(entry, events=(*entry.events[:-1], attrs.evolve(entry.events[-1], card="card_6"))))


def citation(log: Log) -> None:
    entry = entry_of(log, MoveEntry)
    cited = attrs.evolve(entry.events[0], cites=(*entry.events[0].cites, "bid.tie"))
    rewritten(log, attrs.evolve(entry, events=(cited, *entry.events[1:])))


def draw(log: Log) -> None:
    """Another card is said to have been drawn than the one that was turned up."""
    entry: Any = log.entries[0]
    place = next(place for place, (*_, cards) in enumerate(entry.draws) if not isinstance(cards, Secret))
    stream, index, (card, *rest) = entry.draws[place]
    other = (stream, index, ("card_6" if card != "card_6" else "card_5", *rest))
    rewritten(log, attrs.evolve(entry, draws=(*entry.draws[:place], other, *entry.draws[place + 1 :])))


def checkpoint(log: Log) -> None:
    rewritten(log, attrs.evolve(entry_of(log, CheckpointEntry), document="0" * 64))


def count_of_moves(log: Log) -> None:
    entry = entry_of(log, CheckpointEntry)
    rewritten(log, attrs.evolve(entry, legal=entry.legal + 1))


def witness(log: Log) -> None:
    rewritten(log, attrs.evolve(entry_of(log, CheckpointEntry), moves="0" * 64))


def seed(log: Log) -> None:
    rewritten(log, attrs.evolve(entry_of(log, RevealEntry), seed="f" * 32))


def golden(log: Log) -> None:
    path = golden_path(Path(log.path))
    path.write_bytes(path.read_bytes().replace(b'["/players/a/bid",null', b'["/players/a/bid",0', 1))


def with_lines(log: Log, change: Callable[[bytes], bytes], *, anew: bool = True) -> None:
    """Change the first line for which `change` does so."""
    path = Path(log.path)
    lines = path.read_bytes().splitlines(keepends=True)
    place = next(place for place, line in enumerate(lines) if change(line) != line)
    lines[place] = change(lines[place])
    path.write_bytes(b"".join(rechained(lines) if anew else lines))
    golden_path(path).unlink()


def spelling(log: Log) -> None:
    with_lines(log, lambda line: line.replace(b'"kind":"move"', b'"kind": "move"'))


def one_byte(log: Log) -> None:
    with_lines(log, lambda line: line.replace(b'"by":"a"', b'"by":"b"'), anew=False)


def opening(log: Log) -> None:
    def other(line: bytes) -> bytes:
        if not line.startswith(b'{"open":'):
            return line
        record = orjson.loads(line)
        return orjson.dumps({**record, "value": record["value"] + 1}) + b"\n" if record["value"] == 2 else line

    with_lines(log, other)


CAUGHT: dict[Change, tuple[str, str]] = {
    last_event: ("winner", "mismatch /events/"),
    citation: ("cites", "mismatch /events/0/cites"),
    draw: ("chance", "draw /draws"),
    checkpoint: ("path", "mismatch /document"),
    count_of_moves: ("path", "mismatch /legal"),
    witness: ("path", "mismatch /moves"),
    seed: ("chance", "draw /seed"),
    golden: ("same", "golden"),
    spelling: ("damaged", "not in its canonical spelling"),
    one_byte: ("damaged", "digest"),
    opening: ("damaged", "opening"),
}
"""What is changed alone: the verdict, and what the report says of it."""


def said(report: Report) -> str:
    if report.differences:
        return f"{report.differences[0].kind} {report.differences[0].pointer}"
    return "golden" if report.golden == "differs" else report.message


@pytest.mark.parametrize("change", CAUGHT, ids=lambda change: change.__name__)
def test_what_is_changed_alone_is_caught_in_its_own_class(change: Change, log: Log) -> None:
    """U23, U29: one difference, at its own entry."""
    verdict, words = CAUGHT[change]
    change(log)

    report = verify_log(Path(log.path))

    assert not report.sound
    assert verdict == report.verdict
    assert words in said(report)
    assert len(report.differences) <= 1


def nothing(*_: Any, **__: Any) -> None:
    """A comparison left out."""


RESTS_ON: dict[Change, tuple[Any, str, Any]] = {
    last_event: (Recomputation, "_compare", nothing),
    citation: (Recomputation, "_compare", nothing),
    draw: (Recomputation, "_compare", nothing),
    checkpoint: (Recomputation, "_witness", nothing),
    count_of_moves: (Recomputation, "_witness", nothing),
    witness: (Recomputation, "_witness", nothing),
    seed: (Recomputation, "_other", nothing),
    golden: (verify, "compare_golden", nothing),
    spelling: (Log, "not_canonical", lambda _: iter(())),
}
"""The comparison that alone catches it."""


@pytest.mark.parametrize("change", RESTS_ON, ids=lambda change: change.__name__)
def test_without_its_comparison_it_would_be_missed(change: Change, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the test above fails as soon as a comparison is left out."""
    owner, name, stub = RESTS_ON[change]
    change(log)
    monkeypatch.setattr(owner, name, stub)

    assert verify_log(Path(log.path)).sound


STUBBED = """
import sys
import pytest
from events import journal
from replay import verify
from replay.logs import Log
from replay.recompute import Recomputation
class Anything:
    def __ne__(self, _):
        return False
{stub}
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "tests/replay/test_checkers.py", "-k", "own_class"]))
"""


@pytest.mark.soak
@pytest.mark.parametrize(
    "stub",
    [
        "Recomputation._compare = lambda *_: None",
        "Recomputation._witness = lambda *_: None",
        "Recomputation._other = lambda *_: None",
        "Recomputation._by_the_seed = lambda *_: None",
        "verify.compare_golden = lambda *_: None",
        "Log.not_canonical = lambda _: iter(())",
        "journal._broken = lambda previous, *_: previous",
        "journal.commitment_of = lambda *_: Anything()",
    ],
)
def test_the_suite_fails_when_a_comparison_is_stubbed_out(stub: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", STUBBED.format(stub=stub)], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert 1 == done.returncode, done.stdout
    assert "failed" in done.stdout
