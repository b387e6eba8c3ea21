"""What an entry costs does not grow with its log (lesson U64): counted in calls, which no busy machine disturbs."""

from __future__ import annotations

import cProfile
from collections.abc import Callable
from pathlib import Path

import pytest

from events.secrets import Secret
from replay import edits
from replay.audit import audit
from replay.bisect import first_broken, read_expectation
from replay.blame import blame
from replay.branch import branch
from replay.diff import compare
from replay.logs import Log, read_log
from replay.rebase import DROP, rebase
from replay.recompute import Recomputation
from replay.recorder import Recorder
from tests.making import SEED, log_lines, recorder_of
from tests.toy.words import Bid


def long_log(folder: Path, length: int) -> Log:
    """A game of many bids, most of them taken back."""
    header, recorder = recorder_of("toy", ("a", "b"), bytes.fromhex(SEED))
    while recorder.timeline.last < length:
        to = recorder.timeline.last
        recorder.move(Bid(seat="a", coins=Secret(seat="a", value=to % 3)))
        recorder.undo(to)
    path = folder / f"{length}.log.jsonl"
    path.write_bytes(b"".join(log_lines(recorder.game.vocabulary, header, recorder.timeline.entries)))
    return read_log(path)


def undo_far(log: Log) -> None:
    timeline = log.timeline()
    Recorder.resumed(timeline, timeline.last).move(Bid(seat="a", coins=Secret(seat="a", value=1, commitment="ab" * 32)))


def rebased(log: Log) -> None:
    made = rebase(log, [edits.read_otherwise(4, {"ties": "first"})], on_conflict=DROP, seeds=[SEED])
    made.content()
    compare(log.timeline(), made.recorder.timeline, ("recorded", "recomputed"))


WORK: dict[str, Callable[[Log], object]] = {
    "read": lambda log: read_log(Path(log.path)),
    "fold": lambda log: log.timeline(),
    "decide anew": lambda log: Recomputation(log).report(),
    "take up": undo_far,
    "branch": lambda log: branch(log, len(log.entries) // 2),
    "rebase and diff": rebased,
    "blame": lambda log: blame(log.timeline(), "/players/*/bid"),
    "bisect": lambda log: first_broken(log.timeline(), read_expectation("/round<1")),
    "audit": lambda log: audit(Path(log.path), seeds=[SEED]),
}


def calls(work: Callable[[], object]) -> int:
    """How many functions are called."""
    profile = cProfile.Profile()
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize(
    ("short", "long"), [(500, 2000), pytest.param(2500, 10_000, marks=pytest.mark.soak)], ids=["2000", "10000"]
)
def test_an_entry_costs_the_same_in_a_long_log(short: int, long: int, tmp_path: Path) -> None:
    logs = [long_log(tmp_path, length) for length in (short, long)]
    found = {}
    for name, work in WORK.items():
        work(logs[0])
        few, many = (calls(lambda log=log, work=work: work(log)) for log in logs)  # type: ignore[misc]
        found[name] = many / few

    assert {} == {name: ratio for name, ratio in found.items() if ratio > long / short * 1.15}
