"""Verifying: each kind of difference is found at its own entry, classed, and labelled."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import attrs
import pytest

from events.envelope import (
    CheckpointEntry,
    EndEntry,
    Entry,
    MoveEntry,
    PositionEntry,
    RedoEntry,
    RevealEntry,
    UndoEntry,
)
from replay.logs import Log
from replay.regress import log_bytes
from replay.report import Report
from replay.verify import verify_log
from tests.making import bid, lines_of, played, read_back, rechained, redacted
from tests.toy import words

TIE_THEN_WIN = [
    bid("a", 2),
    bid("b", 2),
    bid("a", 1),
    bid("b", 3),
    bid("a", 0),
    bid("b", 1),
    bid("a", 2),
    bid("b", 0),
]
"""Four rounds of the toy: level bids, then three cards won."""


@pytest.fixture
def log(tmp_path: Path) -> Log:
    """A finished game of the toy."""
    return read_back(tmp_path, lines_of(played(*TIE_THEN_WIN)))


def changed(log: Log, entry: Entry) -> Report:
    """Verify the log with one entry replaced, chained anew."""
    entries = [entry if old.n == entry.n else old for old in log.entries]
    path = Path(log.path)
    path.write_bytes(log_bytes(log.header, entries, log.game))
    return verify_log(path)


def winning_move(log: Log) -> Any:
    """The move that wins the first card: entry 6, two bids and a checkpoint after the two of the tie."""
    found = next(e for e in log.entries if isinstance(e, MoveEntry) and any(_won(event) for event in e.events))
    assert found.n == 6
    return found


def _won(event: object) -> bool:
    return isinstance(event, words.CardWon)


def with_events(entry: MoveEntry, events: Iterable[Any]) -> MoveEntry:
    return attrs.evolve(entry, events=tuple(events))


def test_an_untouched_log_is_the_same(log: Log) -> None:
    """Every event that the log holds is executed, and counted."""
    report = verify_log(Path(log.path))

    assert (report.verdict, report.differences, report.sound) == ("same", (), True)
    assert report.events == report.held == sum(len(getattr(e, "events", ())) for e in log.entries)
    assert report.entries == len(log.entries)


def test_a_changed_event_is_a_mismatch_with_both_sides(log: Log) -> None:
    """U31, U32: recorded and recomputed stand in the report as data, with the pointer that leads there."""
    entry = winning_move(log)
    events = [attrs.evolve(event, coins=1) if _won(event) else event for event in entry.events]

    first = changed(log, with_events(entry, events)).differences[0]

    assert (first.n, first.kind, first.pointer, first.event) == (6, "mismatch", "/events/2/coins", "card_won/2")
    assert (first.recorded, first.recomputed) == (1, 3)


def test_a_removed_event_is_extra_in_what_is_recomputed(log: Log) -> None:
    """U29, U30: an event that the rules make and the log lacks is told at its own entry."""
    entry = winning_move(log)

    first = changed(log, with_events(entry, [e for e in entry.events if not _won(e)])).differences[0]

    assert (first.n, first.kind, first.event, first.recorded) == (6, "extra", "card_won/2", None)


def test_an_added_event_is_missing_in_what_is_recomputed(log: Log) -> None:
    """U29: an event that the log holds and the rules do not make."""
    entry = winning_move(log)
    doubled = [*entry.events[:2], entry.events[1], *entry.events[2:]]

    first = changed(log, with_events(entry, doubled)).differences[0]

    assert (first.n, first.kind, first.event, first.recomputed) == (6, "missing", "bids_revealed/1", None)


def test_reordered_events_are_a_mismatch(log: Log) -> None:
    """U29: the order of facts is part of what happened."""
    entry = winning_move(log)
    first, second, *rest = entry.events

    report = changed(log, with_events(entry, [second, first, *rest]))

    assert report.differences[0].n == 6
    assert not report.sound


def test_only_the_last_event_changed_is_seen(log: Log) -> None:
    """U23: a difference at the very end counts."""
    last: Any = next(e for e in reversed(log.entries) if isinstance(e, MoveEntry))
    events = [*last.events[:-1], attrs.evolve(last.events[-1], card="card_6")]

    report = changed(log, with_events(last, events))

    assert report.differences[0].pointer == f"/events/{len(last.events) - 1}/card"
    assert report.verdict in ("score", "winner", "path")
    assert not report.sound


def test_only_a_citation_changed_is_cites(log: Log) -> None:
    """A citation is no part of the outcome: it has a verdict of its own, and is a finding."""
    entry = winning_move(log)
    events = [attrs.evolve(event, cites=("bid.tie",)) if _won(event) else event for event in entry.events]

    report = changed(log, with_events(entry, events))

    assert (report.verdict, report.sound) == ("cites", False)
    assert report.differences[0].pointer == "/events/2/cites"


def test_only_a_draw_added_is_chance(log: Log) -> None:
    """A draw that no rule asked for is found though no event differs."""
    entry = next(e for e in log.entries if isinstance(e, MoveEntry))
    report = changed(log, attrs.evolve(entry, draws=(("dice/nobody", 0, (3,)),)))

    assert (report.verdict, report.differences[0].kind) == ("chance", "draw")


@pytest.mark.parametrize("field", ["document", "moves"])
def test_only_a_witness_changed_is_seen(log: Log, field: str) -> None:
    """A checkpoint speaks of what the played moves never touch."""
    entry: Any = next(e for e in log.entries if isinstance(e, CheckpointEntry))

    report = changed(log, attrs.evolve(entry, **{field: "0" * 64}))

    assert report.differences[0].pointer == f"/{field}"
    assert (report.differences[0].n, report.sound) == (entry.n, False)


def test_only_the_number_of_legal_moves_changed_is_seen(log: Log) -> None:
    """The witness counts them too."""
    entry = next(e for e in log.entries if isinstance(e, CheckpointEntry))

    assert changed(log, attrs.evolve(entry, legal=entry.legal + 1)).differences[0].pointer == "/legal"


def test_another_seed_told_is_seen(log: Log) -> None:
    """The seed that is told must be the one the header commits to."""
    entry = next(e for e in log.entries if isinstance(e, RevealEntry))

    report = changed(log, attrs.evolve(entry, seed="f" * 32))

    assert (report.differences[0].pointer, report.sound) == ("/seed", False)


def test_a_game_said_to_be_finished_too_early_is_seen(log: Log) -> None:
    """The end of a log is held against the rules."""
    cut = [*log.entries[:5], EndEntry(n=6, result="finished")]
    path = Path(log.path)
    path.write_bytes(log_bytes(log.header, cut, log.game))

    report = verify_log(path)

    assert (report.differences[0].pointer, report.sound) == ("/result", False)


def test_a_log_that_ends_early_is_unfinished_and_sound(log: Log) -> None:
    """An unfinished game is no fault."""
    path = Path(log.path)
    path.write_bytes(log_bytes(log.header, log.entries[:4], log.game))

    report = verify_log(path)

    assert (report.verdict, report.sound) == ("unfinished", True)


def test_a_move_that_the_rules_refuse_is_impossible_and_names_the_clause(log: Log) -> None:
    """U1: the step and the clause stand in the report."""
    entry = next(e for e in log.entries if isinstance(e, MoveEntry))
    again = attrs.evolve(entry, n=entry.n + 1)
    entries = [*log.entries[: entry.n], again]
    path = Path(log.path)
    path.write_bytes(log_bytes(log.header, entries, log.game))

    report = verify_log(path)

    assert (report.verdict, report.clause) == ("impossible", "bid.once")
    assert report.message.startswith(f"entry {again.n} is refused here")


def test_a_difference_that_heals_says_where(tmp_path: Path) -> None:
    """U27: two events swapped inside an entry lead to the same state after it."""
    log = read_back(tmp_path, lines_of(played(*TIE_THEN_WIN)))
    entry: Any = log.entries[0]
    first, second = entry.events[1], entry.events[2]
    swapped = attrs.evolve(entry, events=(entry.events[0], second, first, *entry.events[3:]))

    report = changed(log, swapped)

    assert (report.differences[0].n, report.heals, report.verdict) == (1, 1, "path")


def test_a_redacted_log_verifies_and_says_what_rests_on_secrets(log: Log) -> None:
    """What a log does not tell is taken as recorded, and the report says so."""
    path = Path(log.path)
    path.write_bytes(b"".join(redacted(path.read_bytes().splitlines(keepends=True))))

    report = verify_log(path)

    assert report.sound
    assert any("taken as recorded" in notice for notice in report.notices)


def test_a_line_spelled_otherwise_is_damage(log: Log) -> None:
    """Only one spelling of a line is accepted, though its chain is sound."""
    path = Path(log.path)
    lines = path.read_bytes().splitlines(keepends=True)
    place = next(place for place, line in enumerate(lines) if b'"kind":"move"' in line)
    lines[place] = lines[place].replace(b'"kind":"move"', b'"kind": "move"')
    path.write_bytes(b"".join(rechained(lines)))

    report = verify_log(path)

    assert report.verdict == "damaged"
    assert f":{place + 1}: the line is not in its canonical spelling" in report.message


def test_a_key_that_is_there_twice_is_damage(log: Log) -> None:
    """U50: JSON would keep the last of them in silence."""
    path = Path(log.path)
    lines = path.read_bytes().splitlines(keepends=True)
    place = next(place for place, line in enumerate(lines) if b'"by":"a"' in line)
    lines[place] = lines[place].replace(b'"by":"a"', b'"by":"b","by":"a"')
    path.write_bytes(b"".join(rechained(lines)))

    assert verify_log(path).verdict == "damaged"


def entered(log: Log, at: int, *entries: Entry) -> Report:
    """Verify the log with entries put in after entry `at`, numbered and chained anew as a forger would."""
    forged = [*log.entries[:at], *entries, *log.entries[at:]]
    path = Path(log.path)
    numbered = [attrs.evolve(entry, n=n) for n, entry in enumerate(forged, 1)]
    path.write_bytes(log_bytes(log.header, numbered, log.game))
    return verify_log(path)


def test_an_undo_that_hides_that_it_was_forced_is_found(log: Log) -> None:
    """Nobody looks at what was drawn, goes back, and has it verified as an innocent undo."""
    back = (UndoEntry(n=0, by="a", to=4, forced=False), RedoEntry(n=0, by="a", to=6))
    told = attrs.evolve(back[0], forced=True)

    report, honest = entered(log, 6, *back), entered(log, 6, told, back[1])

    assert ("/forced", False, True) == _of(report)
    assert (7, "path", False) == (report.differences[0].n, report.verdict, report.sound)
    assert (True, 1) == (honest.sound, len(honest.notices))


@pytest.mark.parametrize(
    ("at", "entry", "pointer"),
    [
        (6, RedoEntry(n=0, by=None, to=4), "/to"),
        (6, RedoEntry(n=0, by=None, to=6), "/to"),
        (6, UndoEntry(n=0, by=None, to=6, forced=True), "/to"),
        (6, UndoEntry(n=0, by=None, to=-1, forced=True), "/to"),
        (6, UndoEntry(n=0, by=None, to=99, forced=True), "/to"),
        (6, RedoEntry(n=0, by=None, to=0), "/to"),
        (6, RedoEntry(n=0, by=None, to=7), "/to"),
        (6, EndEntry(n=0, result="abandoned"), ""),
        (6, EndEntry(n=0, result="resigned", by="a"), ""),
        (0, PositionEntry(n=0, at={}, events=()), ""),
    ],
)
def test_an_entry_out_of_course_is_found(log: Log, at: int, entry: Entry, pointer: str) -> None:
    """A redo of nothing, an undo of nothing, moves after the end, what comes before the set-up."""
    report = entered(log, at, entry)

    assert pointer in [difference.pointer for difference in report.differences]
    assert not report.sound


def test_a_game_set_up_twice_is_found(log: Log) -> None:
    assert not entered(log, 6, log.entries[0]).sound


def test_nobody_resigns_and_somebody_abandons_is_found(log: Log) -> None:
    cut = read_back(Path(log.path).parent, lines_of(played(*TIE_THEN_WIN[:4])))
    ends = EndEntry(n=0, result="resigned"), EndEntry(n=0, result="abandoned", by="a")

    assert ["/by", "/by"] == [_of(entered(cut, len(cut.entries), end))[0] for end in ends]


def test_a_game_that_is_over_was_not_resigned(log: Log) -> None:
    """A loser does not turn a finished game into another kind of end."""
    end = next(entry for entry in log.entries if isinstance(entry, EndEntry))
    report = changed(log, attrs.evolve(end, result="resigned", by="a"))

    assert ("/result", "resigned", "finished") == _of(report)


def _of(report: Report) -> tuple[str, object, object]:
    first = report.differences[0]
    return first.pointer, first.recorded, first.recomputed
