from __future__ import annotations

from pathlib import Path

import pytest

from events.envelope import EndEntry, MoveEntry, RebaseEntry, UndoEntry
from kernel.documents import REFEREE, at_pointer, view
from kernel.errors import BadSetup, IllegalMove
from replay import edits
from replay.edits import NotPossible
from replay.logs import Log, read_log
from replay.playing import Playthrough
from replay.rebase import CUT, DROP, Rebased, rebase, reread, without
from replay.recompute import Recomputation
from replay.timeline import NoSuchEntry
from tests.making import bid, lines_of, played, read_back

FIRST_BID, SECOND_BID = 2, 3


def tied_game_played() -> Playthrough:
    """Four rounds; both bid 2 in the first, and b spends the rest in the second."""
    return played(bid("a", 2), bid("b", 2), bid("a", 0), bid("b", 5), {"auto": "random"})


def tied_game(folder: Path) -> Log:
    return read_back(folder, lines_of(tied_game_played()))


def written(folder: Path, rebased: Rebased) -> Log:
    path = folder / "rebased.log.jsonl"
    path.write_bytes(rebased.content())
    return read_log(path)


def fates(rebased: Rebased) -> list[tuple]:
    return [(fate.n, fate.fate) for fate in rebased.fates]


def test_a_replaced_move_is_decided_and_so_is_all_that_follows(tmp_path):
    """U11."""
    log = tied_game(tmp_path)

    made = rebase(log, [edits.replace(FIRST_BID, bid("a", 1))], on_conflict=DROP, editor="kim", reason="misread")
    again = written(tmp_path, made)

    assert (FIRST_BID, edits.REPLACED) == fates(made)[0]
    assert (SECOND_BID, "changed") == fates(made)[1]
    mark = again.entries[FIRST_BID - 1]
    assert isinstance(mark, RebaseEntry)
    assert (log.head, FIRST_BID, "kim", "misread") == (mark.parent, mark.at, mark.editor, mark.reason)
    assert Recomputation(again).report().sound


def test_it_stops_at_the_first_move_that_is_refused_and_says_why(tmp_path):
    """U11, U41, U53."""
    log = tied_game(tmp_path)

    made = rebase(log, [edits.replace(SECOND_BID, bid("b", 3))])

    assert made.stopped is not None
    refusal = made.stopped.refusal
    assert isinstance(refusal, IllegalMove)
    assert ("bid.affordable", {"needs": 5, "has": 2}) == (refusal.clause, refusal.facts)
    assert made.stopped == made.fates[-1]


def test_moves_in_conflict_are_dropped_with_their_reason(tmp_path):
    """U59."""
    log = tied_game(tmp_path)

    made = rebase(log, [edits.replace(SECOND_BID, bid("b", 3))], on_conflict=DROP)
    dropped = [fate for fate in made.fates if fate.fate == "dropped"]

    assert "bid.affordable: needs 5, has 2" == dropped[0].reason
    assert dropped[0].new is None
    assert made.before != made.after
    assert "the game is not over now" == dropped[-1].reason


def test_cut_ends_the_line_before_the_first_conflict(tmp_path):
    """U41: the good prefix is kept and the rest marked."""
    log = tied_game(tmp_path)

    made = rebase(log, [edits.replace(SECOND_BID, bid("b", 3))], on_conflict=CUT)
    moves = [entry for entry in made.entries if isinstance(entry, MoveEntry)]

    assert 3 == len(moves)
    assert "where the line ends now" in made.fates[-2].reason


def test_nothing_changed_is_known(tmp_path):
    log = tied_game(tmp_path)

    assert rebase(log, [edits.replace(FIRST_BID, bid("a", 2))]).nothing
    assert not rebase(log, [edits.replace(FIRST_BID, bid("a", 1))], on_conflict=DROP).nothing
    assert not rebase(log, [edits.drop(SECOND_BID)], on_conflict=DROP).nothing


def test_a_replacement_that_is_refused_is_an_error_of_its_own(tmp_path):
    log = tied_game(tmp_path)

    with pytest.raises(IllegalMove):
        rebase(log, [edits.replace(FIRST_BID, bid("a", 9))])


def test_only_moves_and_decisions_are_replaced(tmp_path):
    log = tied_game(tmp_path)

    with pytest.raises(NotPossible, match="a checkpoint"):
        rebase(log, [edits.replace(4, bid("a", 1))])
    with pytest.raises(NotPossible, match="set-up"):
        rebase(log, [edits.insert(1, bid("a", 1))])
    with pytest.raises(NotPossible, match="twice"):
        rebase(log, [edits.drop(2), edits.drop(2)])
    with pytest.raises(NoSuchEntry):
        rebase(log, [edits.drop(99)])


def test_an_inserted_move_comes_before_the_entry(tmp_path):
    log = tied_game(tmp_path)

    made = rebase(log, [edits.drop(SECOND_BID), edits.insert(5, bid("b", 1))], on_conflict=DROP)

    assert edits.INSERTED in [fate.fate for fate in made.fates]
    assert Recomputation(written(tmp_path, made)).report().sound


def test_a_reading_from_the_set_up_on_writes_a_new_header(tmp_path):
    log = tied_game(tmp_path)

    made = reread(log, {"ties": "first"}, on_conflict=DROP)
    again = written(tmp_path, made)

    assert {"ties": "first"} == again.header.rules.rulings
    assert again.header.parent is not None
    assert log.head == again.header.parent.head
    assert (SECOND_BID, "changed") in fates(made)
    assert Recomputation(again).report().verdict in ("same", "unfinished")


def test_a_reading_from_an_entry_on_leaves_what_was_before(tmp_path):
    log = tied_game(tmp_path)

    made = rebase(log, [edits.read_otherwise(5, {"ties": "first"})], on_conflict=DROP)

    assert Path(log.path).read_bytes()[:2000] == made.content()[:2000]
    assert "first" == made.recorder.timeline.document(len(made.entries))["rulings"]["ties"]
    assert "same" == Recomputation(written(tmp_path, made)).report().verdict


def test_a_reading_that_changes_nothing_is_known(tmp_path):
    log = read_back(tmp_path, lines_of(played(bid("a", 2), bid("b", 1))))

    assert reread(log, {"ties": "first"}).nothing
    with pytest.raises(BadSetup):
        reread(log, {"ties": "last"})


def test_an_undo_leads_to_the_entry_it_meant(tmp_path):
    steps = [bid("a", 1), {"undo": None}, bid("a", 3), {"undo": None}, {"redo": None}, bid("b", 0), {"auto": "random"}]
    log = read_back(tmp_path, lines_of(played(*steps)))

    made = rebase(log, [edits.replace(2, bid("a", 2))])
    again = written(tmp_path, made)
    undos = [entry.to for entry in again.entries if isinstance(entry, UndoEntry)]

    assert made.stopped is None
    assert [1, 1] == undos
    assert 3 == at_pointer(view(again.timeline().document(7), REFEREE), "/players/a/bid")
    assert "same" == Recomputation(again).report().verdict


def test_a_decision_of_an_arbiter_can_be_thought_away(tmp_path):
    """U44: the outcome without it."""
    decision = {"override": {"arbiter": "lee", "reason": "stands", "clause": "bid.tie", "set": {"/players/a/coins": 9}}}
    steps = [bid("a", 1), bid("b", 0), decision, {"auto": "random"}]
    log = read_back(tmp_path, lines_of(played(*steps)))
    n = next(entry.n for entry in log.entries if hasattr(entry, "arbiter"))

    made = without(log, n)

    assert n == made.at
    assert made.stopped is not None or made.before != made.after


def test_a_game_that_ends_otherwise_is_closed_otherwise(tmp_path):
    log = tied_game(tmp_path)

    made = rebase(log, [edits.drop(len(log.entries) - 4)], on_conflict=DROP)

    assert not any(isinstance(entry, EndEntry) for entry in made.entries)


def test_recorded_draws_do_without_the_seed(tmp_path):
    log = read_back(tmp_path, [line for line in lines_of(tied_game_played()) if b'"reveal"' not in line])

    made = rebase(log, [edits.drop(FIRST_BID)], on_conflict=DROP)

    assert made.recorder.seeded is None
    assert made.count("changed") + made.count("kept") > 0
    assert "draw" not in " ".join(fate.reason for fate in made.fates)


def test_a_draw_that_nothing_gives_is_a_conflict(tmp_path):
    log = read_back(tmp_path, lines_of(played(bid("a", 2), {"undo": 1}, bid("b", 0))))

    made = rebase(log, [edits.drop(3)])

    assert made.stopped is not None
    assert "draw needed: deck/0, 1" == made.stopped.reason


def test_what_was_set_by_hand_is_set_again_whatever_stands_there_now(tmp_path):
    decision = {"override": {"arbiter": "lee", "reason": "so", "clause": "bid.tie", "set": {"/players/b/coins": 4}}}
    log = read_back(tmp_path, lines_of(played(bid("a", 2), bid("b", 3), decision, {"auto": "first"})))

    made = rebase(log, [edits.replace(SECOND_BID, bid("b", 1))])

    assert made.stopped is None
    (fate,) = [fate for fate in made.fates if fate.n == 5]
    assert fate.fate == "changed"
    assert fate.new is not None
    assert 4 == made.recorder.timeline.document(fate.new)["players"]["b"]["coins"]
    assert Recomputation(written(tmp_path, made)).report().sound
