from __future__ import annotations

import math
from pathlib import Path

import jsonpointer
import pytest

from kernel.documents import REFEREE, NoSuchPointer, at_pointer, view
from replay import edits
from replay.bisect import BadExpectation, first_broken, first_difference_of, read_expectation
from replay.blame import blame, whereabouts
from replay.branch import branch
from replay.diff import between, compare, patch, unsalted
from replay.logs import Log, read_log
from replay.rebase import DROP, rebase, reread
from replay.timeline import NoSuchEntry
from tests.making import bid, lines_of, played, read_back

LABELS = ("recorded", "recomputed")


def tied_game(folder: Path) -> Log:
    steps = [bid("a", 2), bid("b", 2), bid("a", 0), {"undo": None}, bid("a", 1), bid("b", 3), {"auto": "random"}]
    return read_back(folder, lines_of(played(*steps)))


def test_a_log_does_not_differ_from_itself(tmp_path):
    timeline = tied_game(tmp_path).timeline()

    found = compare(timeline, timeline, LABELS)

    assert found.same
    assert LABELS == (found.left.label, found.right.label)


def test_one_entry_more_does_not_make_all_the_rest_differ(tmp_path):
    """U29: aligned by cause, not by index."""
    log = tied_game(tmp_path)
    path = tmp_path / "b.log.jsonl"
    steps = [bid("a", 1), {"undo": None}, bid("a", 2), bid("b", 2), bid("a", 1), bid("b", 3), {"auto": "random"}]
    path.write_bytes(b"".join(lines_of(played(*steps))))

    found = compare(log.timeline(), read_log(path).timeline(), LABELS)
    lonely = [(one.left.n if one.left else None, one.right.n if one.right else None) for one in found.entries]

    assert (None, 2) in lonely
    assert len(found.entries) <= 6
    assert found.shared >= 8


def test_an_event_more_is_reported_alone(tmp_path):
    """U29, U30."""
    log = tied_game(tmp_path)
    other = reread(log, {"ties": "first"}, on_conflict=DROP)

    found = compare(log.timeline(), other.recorder.timeline, ("recorded", "ties=first"))
    changed = next(one for one in found.entries if one.left is not None and one.left.n == 3)
    kinds = [((one.left or {}).get("type"), (one.right or {}).get("type")) for one in changed.events]

    assert ("card_discarded/1", None) in kinds
    assert (None, "card_won/2") in kinds
    assert found.document


def test_the_patch_leads_from_the_left_document_to_the_right_one(tmp_path):
    """RFC 6902."""
    log = tied_game(tmp_path)
    found = compare(log.timeline(), reread(log, {"ties": "first"}, on_conflict=DROP).recorder.timeline, LABELS)
    document = unsalted(view(log.timeline().document(len(log.entries)), REFEREE))

    for operation in patch(found.document):
        pointer = jsonpointer.JsonPointer(operation["path"])
        holder, key = pointer.to_last(document)
        if operation["op"] == "remove":
            del holder[key]
        else:
            assert ("replace" == operation["op"]) == (key in holder)
            holder[key] = operation["value"]

    assert at_pointer(document, "/rulings/ties") == "first"
    other = reread(log, {"ties": "first"}, on_conflict=DROP).recorder.timeline
    assert unsalted(view(other.document(other.last), REFEREE)) == document


def test_two_entries_of_a_log_are_compared_both_ways(tmp_path):
    timeline = tied_game(tmp_path).timeline()

    there, back = between(timeline, 2, 5), between(timeline, 5, 2)

    assert [(pointer, after, before) for pointer, before, after in there.document] == list(back.document)
    assert len(there.entries) == len(back.entries)
    with pytest.raises(NoSuchEntry):
        between(timeline, 0, 99)


def test_deltas_of_a_blame_sum_up_to_the_value_at_every_entry(tmp_path):
    timeline = tied_game(tmp_path).timeline()
    causes = blame(timeline, "/players/*/coins")

    for n in range(timeline.last + 1):
        document = view(timeline.document(n), REFEREE)
        for seat in ("a", "b"):
            pointer = f"/players/{seat}/coins"
            told = sum(cause.delta or 0 for cause in causes if cause.pointer == pointer and cause.n <= n)
            assert at_pointer(document, pointer) == told


def test_a_blame_names_event_clause_and_seat(tmp_path):
    timeline = tied_game(tmp_path).timeline()

    paid = next(cause for cause in blame(timeline, "/players/b/coins") if cause.kind == "move")

    assert ("card_won/2", "bid.highest", "b", -3) == (paid.event, paid.clause, paid.by, paid.delta)


def test_a_blame_of_what_an_undo_brought_back(tmp_path):
    timeline = tied_game(tmp_path).timeline()

    undone = next(cause for cause in blame(timeline, "/players/a/bid") if cause.kind == "undo")

    assert "" == undone.event


def test_a_pointer_that_leads_nowhere_is_told_with_what_is_near(tmp_path):
    timeline = tied_game(tmp_path).timeline()

    with pytest.raises(NoSuchPointer, match="there is"):
        blame(timeline, "/players/*/coin")
    with pytest.raises(NoSuchPointer):
        blame(timeline, "coins")
    with pytest.raises(NoSuchPointer, match="card_99"):
        whereabouts(timeline, "card_99")


def test_a_card_is_followed_through_its_places(tmp_path):
    timeline = tied_game(tmp_path).timeline()
    shown = timeline.document(1)["shown"]

    places = [(cause.pointer, cause.after is True, cause.clause) for cause in whereabouts(timeline, shown)]

    assert ("/shown", True, "round.card") in places
    assert ("/deck/discards", True, "bid.tie") in places


def test_the_first_broken_entry_is_found_in_few_looks(tmp_path):
    """U28."""
    timeline = tied_game(tmp_path).timeline()

    found = first_broken(timeline, read_expectation("/players/b/coins >= 3"))

    assert found.n is not None
    assert timeline.document(found.n)["players"]["b"]["coins"] < 3
    assert timeline.document(found.good)["players"]["b"]["coins"] >= 3
    assert found.looks <= math.ceil(math.log2(timeline.last)) + 1
    assert first_broken(timeline, read_expectation("/round>=0")).n is None


@pytest.mark.parametrize("text", ["", "coins>=0", "/coins", "/round contains 1"])
def test_an_expectation_is_read_strictly(tmp_path, text):
    timeline = tied_game(tmp_path).timeline()

    with pytest.raises(BadExpectation):
        first_broken(timeline, read_expectation(text))


def test_values_of_an_expectation_are_json_or_a_bare_word():
    assert ("/shown", "=", "card_1") == _parts("/shown=card_1")
    assert ("/over", "!=", True) == _parts("/over != true")
    assert ("/players/a/cards", " contains ", "card_1") == _parts("/players/a/cards contains card_1")


def _parts(text: str) -> tuple:
    found = read_expectation(text)
    return found.pointer, found.operator, found.value


def test_the_first_difference_of_two_logs_is_certain_where_they_share_a_header(tmp_path):
    log = tied_game(tmp_path)
    for n in (1, 3, 6):
        path = tmp_path / "b.log.jsonl"
        path.write_bytes(branch(log, n).content)

        found = first_difference_of(log, read_log(path))

        assert (n + 1, True) == (found.n, found.certain)
        assert found.looks <= math.ceil(math.log2(len(log.entries) + 1)) + 1


def test_logs_with_other_headers_are_compared_by_their_documents(tmp_path):
    log = tied_game(tmp_path)
    path = tmp_path / "b.log.jsonl"
    path.write_bytes(reread(log, {"ties": "first"}, on_conflict=DROP).content())

    found = first_difference_of(log, read_log(path))

    assert not found.certain
    assert (3, 4) == (found.n, found.other)
    assert first_difference_of(log, log).n is None
    assert rebase(log, [edits.drop(5)], on_conflict=DROP).before
