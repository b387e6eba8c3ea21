"""Time travel through a game of each kind there is, played by chance: nothing here knows a game."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonpointer
import pytest

from events.encoding import Encoder
from events.envelope import MoveEntry, SetupEntry
from kernel.documents import REFEREE, NoSuchPointer, at_pointer, view
from kernel.games import GAMES
from replay import edits, library
from replay.adding import add_to
from replay.arbiter import Authority, decisions, outcome_without, rule_from_here
from replay.audit import audit
from replay.bisect import Expectation, first_broken, first_difference_of
from replay.blame import blame
from replay.branch import branch
from replay.bundle import bundle
from replay.diff import compare, patch, unsalted
from replay.dispute import dispute
from replay.logs import Log, read_log
from replay.policies import Policy
from replay.rebase import DROP, rebase, reread
from replay.recompute import Recomputation
from replay.recorder import Recorder
from replay.timeline import Timeline
from tests.making import SEED, log_lines, rechained, recorder_of

NAMES = sorted({*GAMES, "toy"})
COLOURS = ("blue", "yellow", "green", "red")
MOST_MOVES = 400
ROOT = Path(__file__).parents[2] / "fixtures"
FIXTURES = sorted(path for path in ROOT.glob("**/*.log.jsonl") if "damaged" not in path.parts)


@cache
def _lines(name: str) -> tuple[bytes, ...]:
    seats = COLOURS[: 2 if name == "toy" else 3]  # the toy has six cards
    header, recorder = recorder_of(name, seats, bytes.fromhex(SEED))
    policy = Policy("random", bytes.fromhex(SEED))
    for _ in range(MOST_MOVES):
        if recorder.over:
            break
        recorder.move(policy.choose(recorder))
    if recorder.over:
        recorder.end()
    recorder.reveal()
    return tuple(log_lines(recorder.game.vocabulary, header, recorder.timeline.entries))


@pytest.fixture(params=NAMES)
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Log:
    """A game played by chance, to its end or for long."""
    path = tmp_path / "game.log.jsonl"
    path.write_bytes(b"".join(_lines(request.param)))
    return read_log(path)


def spread(numbers: list[int], most: int) -> list[int]:
    """At most `most` of some numbers, evenly."""
    return numbers[:: max(1, len(numbers) // most)][:most]


def moves(log: Log) -> list[int]:
    return [entry.n for entry in log.entries if isinstance(entry, MoveEntry)]


def told(log: Log, entry: Any) -> Any:
    """An entry whatever its number and the salts of its secrets."""
    record = view(Encoder(log.game.vocabulary).entry(entry), REFEREE)
    return unsalted({key: value for key, value in record.items() if key != "n"})


def seen(timeline: Timeline, n: int) -> Any:
    return unsalted(view(timeline.document(n), REFEREE))


def written(folder: Path, content: bytes) -> Log:
    path = folder / "other.log.jsonl"
    path.write_bytes(content)
    return read_log(path)


def _restored(timeline: Timeline, numbers: list[int]) -> None:
    live = set(timeline.live())
    for n in numbers:
        if n not in live or n == timeline.last:
            continue
        recorder = Recorder.resumed(timeline, timeline.last)
        recorder.undo(n, forced=True)

        assert view(timeline.document(n), REFEREE) == view(timeline.game.document(recorder.state), REFEREE)
        assert timeline.at(n).drawn == recorder.timeline.now.drawn


def test_an_undo_restores_the_document_at_every_entry(log: Log) -> None:
    _restored(log.timeline(), spread(list(range(1, len(log.entries))), 60))


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: str(path.relative_to(ROOT)))
def test_an_undo_restores_the_document_at_every_entry_of_every_fixture(path: Path) -> None:
    timeline = read_log(path).timeline()
    _restored(timeline, list(range(1, timeline.last)))


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: str(path.relative_to(ROOT)))
def test_an_audit_of_a_fixture_finds_nothing(path: Path) -> None:
    assert () == audit(path).findings


def test_a_branch_with_the_same_moves_has_the_same_events_and_documents(log: Log) -> None:
    """Lessons U58, U62: and that without the seed, where the log's own draws suffice."""
    timeline = log.timeline()
    for n in spread(moves(log), 4):
        made = branch(log, n - 1).recorder
        for entry in log.entries[n - 1 :]:
            if isinstance(entry, MoveEntry):
                again = made.move(entry.move)

                assert told(log, entry) == told(log, again)

        assert seen(timeline, timeline.last) == seen(made.timeline, made.timeline.last)


def test_the_same_replacement_changes_nothing_and_a_dropped_move_leaves_a_sound_log(log: Log, tmp_path: Path) -> None:
    """Lesson U11."""
    encoder = Encoder(log.game.vocabulary)
    for n in spread(moves(log), 3):
        entry = log.entries[n - 1]
        assert isinstance(entry, MoveEntry)
        step = {"by": entry.by, **view(encoder.move(entry.move), REFEREE)}

        assert rebase(log, [edits.replace(n, step)]).nothing

        made = rebase(log, [edits.drop(n)], on_conflict=DROP)
        again = written(tmp_path, made.content())

        assert Recomputation(again).report().sound, Recomputation(again).report()
        assert all(fate.reason for fate in made.fates if fate.fate == "dropped")
        assert () == audit(Path(again.path)).findings


def readings(name: str, most: int) -> Iterator[dict[str, str]]:
    """Some readings that differ from the default."""
    rulings = [ruling for ruling in library.rulebook(name).rulings.values() if not ruling.fixed]
    for place in spread(list(range(len(rulings))), most):
        ruling = rulings[place]
        yield {ruling.id: next(option for option in ruling.options if option != ruling.default)}


def test_a_game_read_otherwise_is_a_sound_game(log: Log, tmp_path: Path) -> None:
    timeline = log.timeline()
    for reading in readings(log.header.game, 4):
        made = reread(log, reading, on_conflict=DROP)
        again = written(tmp_path, made.content())

        assert Recomputation(again).report().sound
        diff = compare(timeline, again.timeline(), ("recorded", "recomputed"))
        document = seen(timeline, timeline.last)
        for operation in patch(diff.document):
            holder, key = jsonpointer.JsonPointer(operation["path"]).to_last(document)
            if operation["op"] == "remove":
                del holder[key]
            else:
                holder[key] = operation["value"]
        assert seen(again.timeline(), len(again.entries)) == document


def test_a_reading_from_the_middle_on_is_a_sound_game(log: Log, tmp_path: Path) -> None:
    middle = moves(log)[len(moves(log)) // 2]
    for reading in readings(log.header.game, 2):
        made = rebase(log, [edits.read_otherwise(middle, reading)], on_conflict=DROP)

        assert Recomputation(written(tmp_path, made.content())).report().sound


def numbers_in(document: Any, path: tuple[str, ...] = ()) -> Iterator[str]:
    if isinstance(document, dict):
        for key, item in document.items():
            yield from numbers_in(item, (*path, key))
    elif type(document) is int:
        yield jsonpointer.JsonPointer.from_parts(path).path


def test_the_deltas_of_a_blame_sum_up_at_every_entry(log: Log) -> None:
    timeline = log.timeline()
    pointers = list(numbers_in(view(timeline.document(timeline.last), REFEREE)))
    documents = [view(timeline.document(n), REFEREE) for n in range(timeline.last + 1)]
    for place in spread(list(range(len(pointers))), 6):
        pointer = pointers[place]
        causes = blame(timeline, pointer)
        for n, document in enumerate(documents):
            start = _value(documents[0], pointer)
            assert _value(document, pointer) == start + sum(cause.delta or 0 for cause in causes if cause.n <= n)


def _value(document: Any, pointer: str) -> int:
    try:
        found = at_pointer(document, pointer)
    except NoSuchPointer:
        return 0
    return found if type(found) is int else 0


def test_bisecting_takes_few_looks(log: Log, tmp_path: Path) -> None:
    timeline = log.timeline()
    most = math.ceil(math.log2(timeline.last + 1)) + 1
    last = timeline.document(timeline.last)["round"]
    found = first_broken(timeline, Expectation(pointer="/round", operator="<", value=last))

    assert found.looks <= most
    assert found.n is None or timeline.document(found.n)["round"] == last != timeline.document(found.good)["round"]

    for n in spread(moves(log), 3):
        parted = first_difference_of(log, written(tmp_path, branch(log, n).content))
        assert (n + 1, True) == (parted.n, parted.certain)
        assert parted.looks <= most


def test_an_audit_finds_nothing_in_a_sound_log_and_checks_every_draw(log: Log) -> None:
    result = audit(Path(log.path))

    assert () == result.findings
    assert result.draws[0] == result.draws[1] > 0
    assert result.citations > 0
    assert result.report is not None
    assert result.report.events == result.report.held


def test_an_audit_finds_an_event_changed_and_chained_anew(log: Log, tmp_path: Path) -> None:
    """Lessons U23, U29: whichever event it is."""
    lines = Path(log.path).read_bytes().splitlines(keepends=True)
    places = [place for place, line in enumerate(lines) if b'"kind":"move"' in line and b'"cites":["' in line]
    for place in (*spread(places, 3), places[-1]):
        forged = list(lines)
        before, mark, rest = forged[place].rpartition(b'"cites":["')
        forged[place] = before + mark + b"no." + rest
        path = tmp_path / "forged.log.jsonl"
        path.write_bytes(b"".join(rechained(forged)))

        assert {"moves", "citations"} <= {finding.check for finding in audit(path).findings}


def test_an_arbiter_reads_otherwise_from_here_on_and_the_outcome_without_is_told(log: Log, tmp_path: Path) -> None:
    """Lesson U44."""
    name = log.header.game
    (reading,) = readings(name, 1)
    clause = library.rulebook(name).rulings[next(iter(reading))].clause
    authority = Authority(arbiter="lee", reason="so it is read here", clause=clause)
    middle = moves(log)[len(moves(log)) // 2]
    other = written(tmp_path, branch(log, middle).content)

    add_to(Path(other.path), rule_from_here(authority, reading), seeds=[SEED])
    decided = read_log(Path(other.path))
    (entry,) = decisions(decided)
    diff, stopped = outcome_without(decided, entry.n)

    assert "" == stopped
    assert diff.left.standings == diff.right.standings
    assert [f"/rulings/{next(iter(reading))}"] == [pointer for pointer, _, _ in diff.document]


def test_a_dispute_is_bundled_to_the_same_bytes(log: Log) -> None:
    name = log.header.game
    (reading,) = readings(name, 1)
    n = moves(log)[len(moves(log)) // 3]
    both = [{key: library.rulebook(name).rulings[key].default for key in reading}, reading]

    once, again = (bundle(dispute(read_log(Path(log.path)), n, both)) for _ in range(2))

    assert once == again


def test_the_set_up_can_be_kept_and_all_moves_made_anew(log: Log) -> None:
    """Lesson U62: a game taken up again goes on as if it had never been laid down."""
    timeline = log.timeline()
    assert isinstance(log.entries[0], SetupEntry)
    for n in spread(moves(log), 5):
        entry = log.entries[n - 1]
        assert isinstance(entry, MoveEntry)
        recorder = Recorder.resumed(timeline, n - 1, seed=bytes.fromhex(SEED))

        assert told(log, entry) == told(log, recorder.move(entry.move))
