from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest

from events.encoding import Encoder
from events.envelope import BranchEntry, EndEntry, MoveEntry, SetupEntry
from events.errors import RefoldError, UnreadableFile
from kernel.chance import outcomes_by_place
from kernel.documents import REFEREE, view
from kernel.errors import BadSeed, DrawNeeded
from replay.branch import FRESH, SCRIPTED, branch
from replay.edits import Edit
from replay.lineage import ClosedLog, old_lines, told_seeds
from replay.logs import Log, read_log
from replay.playing import ScriptFailed
from replay.rebase import DROPPED, rebase
from replay.recompute import Recomputation
from replay.timeline import NoSuchEntry
from tests.making import SEED, bid, lines_of, log_lines, played, read_back

OTHER_SEED = "ab" * 16


def whole_game(folder: Path) -> Log:
    return read_back(folder, lines_of(played({"auto": "random"})))


def undone_game(folder: Path) -> Log:
    steps = [bid("a", 1), bid("b", 0), {"undo": 1, "forced": True}, bid("a", 0), bid("b", 2), {"auto": "random"}]
    return read_back(folder, lines_of(played(*steps)))


def written(folder: Path, content: bytes) -> Log:
    path = folder / "branch.log.jsonl"
    path.write_bytes(content)
    return read_log(path)


def moves_after(log: Log, n: int) -> list[dict]:
    """The moves of a log after an entry, as steps of a script."""
    encoder = Encoder(log.game.vocabulary)
    return [
        {"by": entry.by, **view(encoder.move(entry.move), REFEREE)}
        for entry in log.entries[n:]
        if isinstance(entry, MoveEntry)
    ]


def story(log: Log) -> list[dict]:
    """What the moves of a log led to, whatever their numbers and the salts of secrets."""
    encoder = Encoder(log.game.vocabulary)
    return [
        {key: value for key, value in view(encoder.entry(entry), REFEREE).items() if key != "n"}
        for entry in log.entries
        if isinstance(entry, SetupEntry | MoveEntry)
    ]


def drawn(log: Log) -> dict:
    return outcomes_by_place(draw for entry in log.entries for draw in getattr(entry, "draws", ()))


def tail(folder: Path, *steps: dict, **more: object) -> Path:
    path = folder / "tail.json"
    path.write_text(json.dumps({"steps": steps, **more}))
    return path


def test_a_branch_starts_with_the_very_bytes_of_its_parent(tmp_path):
    """U58; openings included."""
    log = undone_game(tmp_path)
    text = Path(log.path).read_bytes()

    for n in range(1, len(log.entries) - 1):
        content = branch(log, n).content
        made = written(tmp_path, content)

        assert text.startswith(content[: content.rfind(b'{"n":%d,"kind":"branch"' % (n + 1))])
        assert log.timeline().document(n) == made.timeline().document(n + 1)
        mark = made.entries[n]
        assert isinstance(mark, BranchEntry)
        assert log.head == mark.parent


def test_a_branch_with_the_same_moves_has_the_same_events_and_documents(tmp_path):
    """U58, U62: undisturbed draws stay the same draws."""
    log = whole_game(tmp_path)
    timeline = log.timeline()

    for n in range(1, len(log.entries) - 2):
        steps = moves_after(log, n)
        made = branch(log, n, tail=tail(tmp_path, *steps))
        again = written(tmp_path, made.content)

        assert view(timeline.document(timeline.last), REFEREE) == view(
            again.timeline().document(len(again.entries)), REFEREE
        )
        assert story(log) == story(again)
        assert "same" == Recomputation(again).report().verdict


def test_what_closed_a_log_is_not_taken_into_a_branch(tmp_path):
    log = whole_game(tmp_path)

    made = branch(log, len(log.entries))

    assert len(log.entries) - 2 == made.at


def test_the_parents_draws_are_known_to_a_branch_without_its_seed(tmp_path):
    lines = [line for line in lines_of(played({"auto": "random"})) if b'"reveal"' not in line]
    log = read_back(tmp_path, lines)

    made = branch(log, 1)

    assert made.recorder.seeded is None
    assert drawn(log) == made.recorder.known


def test_fresh_luck_needs_a_new_seed_and_draws_other_cards(tmp_path):
    log = whole_game(tmp_path)

    with pytest.raises(BadSeed):
        branch(log, 1, luck=FRESH)
    made = branch(log, 1, luck=FRESH, seeds=[OTHER_SEED], tail=tail(tmp_path, {"auto": "random"}))
    again = written(tmp_path, made.content)

    assert "same" == Recomputation(again).report().verdict
    assert (OTHER_SEED,) == told_seeds(again.entries)
    assert drawn(again) != drawn(log)


def test_a_seed_that_the_log_never_committed_to_is_refused(tmp_path):
    log = read_back(tmp_path, lines_of(played(bid("a", 1))))

    with pytest.raises(BadSeed, match="not the seed"):
        branch(log, 1, seeds=[OTHER_SEED])
    assert branch(log, 1, seeds=[SEED]).recorder.seeded is not None


def test_outcomes_count_only_with_scripted_luck(tmp_path):
    log = read_back(tmp_path, lines_of(played(bid("a", 1))))
    path = tail(tmp_path, chance={"deck/0": ["card_1"]})

    with pytest.raises(RefoldError, match="scripted"):
        branch(log, 2, tail=path)


def test_scripted_outcomes_that_are_left_over_or_missing_are_errors(tmp_path):
    log = read_back(tmp_path, lines_of(played(bid("a", 1))))

    with pytest.raises(ScriptFailed, match="left over"):
        branch(log, 2, luck=SCRIPTED, tail=tail(tmp_path, {"note": "nothing"}, chance={"deck/0": ["card_1"]}))
    made = branch(log, 2, luck=SCRIPTED)
    assert made.recorder.seeded is None
    with pytest.raises(DrawNeeded):
        made.recorder._chance().draw("deck/0", ["card_1"])


def test_there_is_no_branch_before_the_set_up_or_after_the_end(tmp_path):
    log = whole_game(tmp_path)

    for n in (0, 99):
        with pytest.raises(NoSuchEntry):
            branch(log, n)


def test_a_line_left_by_an_undo_can_be_written_out(tmp_path):
    """U12."""
    log = undone_game(tmp_path)
    (line,) = old_lines(log.timeline())

    made = written(tmp_path, branch(log, line.last).content)

    assert 1 == line.shared
    assert log.timeline().document(line.last) == made.timeline().document(len(made.entries))


def test_a_file_that_changed_since_it_was_read_is_not_copied_from(tmp_path):
    log = whole_game(tmp_path)
    undone_game(tmp_path)

    with pytest.raises(UnreadableFile, match="changed"):
        branch(log, 5)


def test_a_line_does_not_go_on_from_after_its_end(tmp_path):
    """Only a forger goes on after the end; what is made of his log does not keep both."""
    log = whole_game(tmp_path)
    end = next(entry for entry in log.entries if isinstance(entry, EndEntry))
    early = [*log.entries[:4], attrs.evolve(end, result="abandoned"), *log.entries[4:]]
    forged = read_back(
        tmp_path,
        log_lines(log.game.vocabulary, log.header, [attrs.evolve(e, n=n) for n, e in enumerate(early, 1)]),
    )

    with pytest.raises(ClosedLog):
        branch(forged, 7)
    with pytest.raises(ClosedLog):
        rebase(forged, [Edit(n=7, kind=DROPPED)])
    assert branch(forged, 5).at == 4
