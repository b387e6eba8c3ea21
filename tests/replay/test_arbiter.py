from __future__ import annotations

import json
from pathlib import Path

import pytest

from events.envelope import OverrideEntry
from events.errors import MalformedLine, NotOverwritten, TornTail, UnknownType
from kernel.documents import NoSuchPointer
from kernel.errors import BadSetup, ImpossiblePosition
from kernel.rulebook import UnknownClause
from replay.adding import add_to
from replay.arbiter import (
    Authority,
    StillRefused,
    decisions,
    happen,
    let_stand,
    outcome_without,
    read_events,
    rule_from_here,
    set_values,
)
from replay.edits import NotPossible, decreed
from replay.lineage import ClosedLog
from replay.logs import read_log
from replay.rebase import rebase
from replay.recompute import Recomputation
from replay.recorder import NothingToUndo
from tests.making import SEED, bid, lines_of, played

LEE = Authority(arbiter="lee", reason="both missed it", clause="bid.tie")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A running game: a has bid 2."""
    path = tmp_path / "a.log.jsonl"
    path.write_bytes(b"".join(lines_of(played(bid("a", 2)))))
    return path


def test_a_move_stands_as_if_read_otherwise_and_the_reading_returns(log):
    """U44."""
    added = add_to(log, let_stand(LEE, bid("b", 2), {"ties": "first"}), seeds=[SEED])
    document = added.timeline.document(added.timeline.last)

    assert 3 == document["players"]["a"]["coins"]
    assert "nobody" == document["rulings"]["ties"]
    again = read_log(log)
    (entry,) = decisions(again)
    assert ("lee", "both missed it", "bid.tie") == (entry.arbiter, entry.reason, entry.clause)
    assert added.head == again.head
    assert any("lee" in notice for notice in Recomputation(again).report().notices)


def test_a_move_refused_under_the_other_reading_too_does_not_stand(log):
    with pytest.raises(StillRefused, match=r"bid\.affordable"):
        add_to(log, let_stand(LEE, bid("b", 9), {"ties": "first"}), seeds=[SEED])
    with pytest.raises(BadSetup):
        add_to(log, let_stand(LEE, bid("b", 2), {"ties": "last"}), seeds=[SEED])


def test_a_reading_holds_from_here_on(log):
    added = add_to(log, rule_from_here(LEE, {"ties": "first"}))

    assert "first" == added.timeline.document(added.timeline.last)["rulings"]["ties"]
    with pytest.raises(NotPossible, match="already"):
        add_to(log, rule_from_here(LEE, {"ties": "first"}))


def test_a_value_is_set_and_checked(log):
    before = log.read_bytes()

    with pytest.raises(ImpossiblePosition):
        add_to(log, set_values(LEE, {"/players/a/coins": -1}))
    with pytest.raises(NoSuchPointer):
        add_to(log, set_values(LEE, {"/players/c/coins/x": 1}))
    assert before == log.read_bytes()
    assert 7 == add_to(log, set_values(LEE, {"/players/a/coins": 7})).timeline.now.state.player("a").coins


def test_events_happen_by_an_arbiters_word(log, tmp_path):
    path = tmp_path / "events.json"
    path.write_text(json.dumps([{"type": "card_discarded/1", "card": read_log(log).timeline().document(1)["shown"]}]))

    added = add_to(log, happen(LEE, read_events(path)))

    entry = added.entries[0]
    assert isinstance(entry, OverrideEntry)
    assert ("bid.tie",) == entry.events[0].cites  # type: ignore[attr-defined]
    with pytest.raises(UnknownType, match="card_discarded"):
        add_to(log, happen(LEE, [{"type": "card_discard/1", "card": "card_1"}]))
    with pytest.raises(ImpossiblePosition):
        add_to(log, happen(LEE, [{"type": "card_won/2", "seat": "a", "card": "card_99", "coins": 0}]))
    path.write_text("{}")
    with pytest.raises(MalformedLine):
        read_events(path)


def test_a_decision_rests_on_a_clause_there_is(log):
    with pytest.raises(UnknownClause):
        add_to(log, rule_from_here(Authority(arbiter="lee", reason="", clause="bid.ties"), {"ties": "first"}))


def test_the_outcome_without_a_decision_is_told(tmp_path):
    decision = {"override": {"arbiter": "lee", "reason": "so", "clause": "bid.tie", "set": {"/players/b/coins": 9}}}
    path = tmp_path / "a.log.jsonl"
    path.write_bytes(b"".join(lines_of(played(bid("a", 2), decision, bid("b", 2), {"auto": "first"}))))

    diff, stopped = outcome_without(read_log(path), 3)

    assert "" == stopped
    assert ["/players/b/coins"] == [pointer for pointer, _, _ in diff.document]
    assert "without entry 3" == diff.right.label


def test_a_decision_can_take_the_place_of_an_old_move(tmp_path):
    path = tmp_path / "a.log.jsonl"
    path.write_bytes(b"".join(lines_of(played(bid("a", 2), bid("b", 2), {"auto": "first"}))))
    log = read_log(path)

    made = rebase(log, [decreed(3, let_stand(LEE, bid("b", 2), {"ties": "first"}))])

    assert made.stopped is None
    assert [s.score for s in made.before] != [s.score for s in made.after]


def test_undo_and_redo_are_added_to_the_file(log):
    add_to(log, lambda recorder: recorder.undo(recorder.timeline.before_last_move()))
    added = add_to(log, lambda recorder: recorder.redo(recorder.timeline.undone_last()))

    assert 4 == len(read_log(log).entries)
    assert 2 == added.timeline.now.state.player("a").bid.value
    with pytest.raises(NothingToUndo):
        add_to(log, lambda recorder: recorder.redo(2))


def test_a_new_file_leaves_the_log_as_it_is(log, tmp_path):
    before, other = log.read_bytes(), tmp_path / "b.log.jsonl"

    added = add_to(log, rule_from_here(LEE, {"ties": "first"}), output=other)

    assert before == log.read_bytes()
    assert added.head == read_log(other).head
    with pytest.raises(NotOverwritten):
        add_to(log, rule_from_here(LEE, {"ties": "first"}), output=other)


def test_nothing_is_added_to_a_closed_or_a_torn_log(tmp_path):
    path = tmp_path / "a.log.jsonl"
    text = b"".join(lines_of(played({"auto": "first"})))
    path.write_bytes(text)
    with pytest.raises(ClosedLog, match="branch"):
        add_to(path, rule_from_here(LEE, {"ties": "first"}))

    path.write_bytes(text[:-10])
    with pytest.raises(TornTail):
        add_to(path, rule_from_here(LEE, {"ties": "first"}))
    assert text[:-10] == path.read_bytes()
