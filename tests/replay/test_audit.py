from __future__ import annotations

from pathlib import Path

import pytest

from events.errors import MalformedLine, UnreadableFile
from replay.adding import add_to
from replay.audit import audit
from replay.findings import NO_SEAL, Audit, read_seal
from replay.keeping import Seal
from replay.logs import read_log
from tests.making import SEED, bid, lines_of, log_lines, played, read_back, rechained, recorder_of, redacted

DECISION = {"override": {"arbiter": "lee", "reason": "so", "clause": "bid.tie", "set": {"/players/b/coins": 9}}}


def sound_lines() -> list[bytes]:
    steps = [bid("a", 2), bid("b", 2), bid("a", 0), {"undo": None}, bid("a", 1), bid("b", 3), {"auto": "random"}]
    return lines_of(played(*steps))


def audited(folder: Path, lines: list[bytes], **how: object) -> Audit:
    path = folder / "a.log.jsonl"
    path.write_bytes(b"".join(lines))
    return audit(path, **how)  # type: ignore[arg-type]


def found(result: Audit) -> set[str]:
    return {finding.check for finding in result.findings}


def forged(lines: list[bytes], old: bytes, new: bytes) -> list[bytes]:
    """Lines with some bytes replaced and chained anew; the change must have hit something."""
    anew = [line.replace(old, new) for line in lines]
    assert anew != lines
    return rechained(anew)


def test_a_sound_log_has_no_finding_and_all_its_draws_are_checked(tmp_path):
    result = audited(tmp_path, sound_lines())

    assert () == result.findings
    assert result.draws[0] == result.draws[1] > 0
    assert result.citations > 0
    assert result.checkpoints >= 4
    assert NO_SEAL == result.sealed


def test_a_bit_flipped_breaks_the_chain(tmp_path):
    lines = sound_lines()
    lines[5] = lines[5].replace(b'"by":"a"', b'"by":"b"').replace(b'"by":"b","m', b'"by":"a","m', 0)

    result = audited(tmp_path, lines)

    assert result.damaged
    assert found(result) <= {"chain", "form"}


def test_a_change_that_is_chained_anew_is_seen_by_deciding_anew(tmp_path):
    """U23: also in the last event."""
    lines = sound_lines()

    result = audited(
        tmp_path,
        forged(lines, b'"type":"card_won/2","seat":"b"', b'"type":"card_won/2","seat":"a"'),
    )

    assert "moves" in found(result)
    assert not result.damaged


def test_a_draw_that_the_seed_does_not_give_is_found(tmp_path):
    lines = sound_lines()
    events = [line for line in lines if b'"deck/0",1,["' in line]
    card = events[0].split(b'"deck/0",1,["')[1][:6]
    other = next(name for name in (b"card_1", b"card_2", b"card_3", b"card_4") if name != card)

    result = audited(tmp_path, forged(lines, b'"deck/0",1,["%b"]' % card, b'"deck/0",1,["%b"]' % other))

    draw = next(finding for finding in result.findings if finding.check == "draws")
    assert ([other.decode()], [card.decode()]) == (draw.recorded, draw.recomputed)


def test_another_seed_than_was_committed_to_is_found(tmp_path):
    lines = sound_lines()

    for seed in (b"ff" * 16, b"zz"):
        result = audited(tmp_path, forged(lines, SEED.encode(), seed))

        assert "draws" in found(result)


def test_a_citation_that_dangles_is_found(tmp_path):
    result = audited(tmp_path, forged(sound_lines(), b'"bid.highest"', b'"bid.highst"'))

    assert "citations" in found(result)
    assert "near it: bid.highest" in next(f.message for f in result.findings if f.check == "citations")


def test_a_false_checkpoint_is_found(tmp_path):
    result = audited(tmp_path, forged(sound_lines(), b'"legal":', b'"legal":1'))

    assert {"checkpoints"} == found(result)


def test_another_spelling_is_found(tmp_path):
    result = audited(tmp_path, forged(sound_lines(), b'"kind":"end",', b'"kind": "end",'))

    assert {"canonical form"} == found(result)
    assert result.damaged


def test_a_position_that_cannot_be_is_found(tmp_path):
    lines = lines_of(played(bid("a", 2), DECISION, bid("b", 0)))

    result = audited(tmp_path, forged(lines, b'"/players/b/coins",5,9', b'"/players/b/coins",5,-9'))

    assert "faults" in found(result)


def test_a_cut_tail_is_found_with_a_seal_and_the_report_says_what_is_not_proven_without(tmp_path):
    """U47."""
    lines = sound_lines()
    whole = audited(tmp_path, lines)
    seal = Seal(game="toy", entries=whole.entries, head=whole.head)

    assert f"entries 1 to {whole.entries} are those that were sealed" == audited(tmp_path, lines, seal=seal).sealed
    assert {"seal"} == found(audited(tmp_path, lines[:-3], seal=seal))
    assert () == audited(tmp_path, lines[:-3]).findings
    early = audited(tmp_path, lines[:9])
    assert (
        "came after" in audited(tmp_path, lines, seal=Seal(game="toy", entries=early.entries, head=early.head)).sealed
    )
    wrong = Seal(game="toy", entries=3, head=whole.head)
    assert {"seal"} == found(audited(tmp_path, lines, seal=wrong))


def test_a_seal_is_read_as_it_is_printed():
    seal = Seal(game="toy", entries=12, head="ab" * 32)

    assert seal == read_seal(seal.text().encode(), "a.seal")
    for text in (b"", b"refold/seal/1\n", b"\xff", seal.text().replace("12", "x").encode()):
        with pytest.raises(MalformedLine):
            read_seal(text, "a.seal")


def test_decisions_and_forced_undos_are_told_and_the_outcome_without_them(tmp_path):
    """U44."""
    steps = [bid("a", 2), DECISION, bid("b", 2), {"undo": 1, "forced": True}, bid("a", 0), bid("b", 0)]

    result = audited(tmp_path, lines_of(played(*steps)))

    assert {"override", "undo", "unfinished", "draws"} == {notice.kind for notice in result.notices}
    assert [3] == [without.n for without in result.without]
    assert () == result.findings


def test_draws_are_checked_against_a_seed_that_is_given(tmp_path):
    result = audited(tmp_path, lines_of(played(bid("a", 2))), seeds=[SEED])

    assert result.draws[0] == result.draws[1] == 3


def test_a_redacted_log_is_audited_as_far_as_it_tells(tmp_path):
    """U55."""
    result = audited(tmp_path, redacted(sound_lines()))

    assert () == result.findings


def test_a_torn_log_is_audited_up_to_the_tear(tmp_path):
    """U67."""
    lines = sound_lines()
    lines[-1] = lines[-1][:20]

    result = audited(tmp_path, lines)

    assert {"chain"} == found(result)
    assert result.report is not None
    assert result.report.events > 0


def test_a_log_of_later_events_is_not_available():
    """It is no damage, wherever in the log they begin."""
    result = audit(Path(__file__).parents[2] / "fixtures" / "damaged" / "later_event.log.jsonl")

    assert "a later refold wrote it" in result.unavailable
    assert not result.findings


def test_a_foreign_log_is_not_available(tmp_path):
    result = audited(tmp_path, forged(sound_lines(), b'"game":"toy"', b'"game":"chess"'))

    assert "chess" in result.unavailable
    with pytest.raises(UnreadableFile):
        audit(tmp_path / "missing.log.jsonl")


@pytest.mark.parametrize("game", ["marco_polo", "kashgar", "quetzal"])
def test_a_redacted_log_is_no_forged_one(tmp_path, game):
    """Lesson U55: with the seed told all the same, hands that are not told are no finding."""
    from replay.policies import Policy

    header, recorder = recorder_of(game, ("blue", "yellow"), bytes.fromhex(SEED))
    policy = Policy("random", bytes.fromhex(SEED))
    while not recorder.over:
        recorder.move(policy.choose(recorder))
    lines = log_lines(recorder.game.vocabulary, header, recorder.timeline.entries)

    assert () == audited(tmp_path, redacted(lines), seeds=[SEED]).findings
    assert () == audited(tmp_path, lines, seeds=[SEED]).findings


def test_a_draw_that_a_new_line_kept_is_told_and_no_finding(tmp_path):
    """The seed would give another card where the pool is another one; the parent's card is kept where it can be."""
    from replay.branch import branch

    log = read_back(tmp_path, sound_lines())
    path = tmp_path / "b.log.jsonl"
    path.write_bytes(branch(log, 2).content)
    step = {"do": "bid", "coins": 2}
    made = add_to(path, lambda recorder: recorder.move(recorder.read_move("b", step)), seeds=[SEED])
    card = read_log(path).timeline().document(made.entries[0].n)["shown"]
    other = next(name for name in ("card_1", "card_2", "card_3", "card_4") if name != card)
    forged_lines = path.read_bytes().splitlines(keepends=True)

    result = audited(tmp_path, forged(forged_lines, f'["{card}"]'.encode(), f'["{other}"]'.encode()), seeds=[SEED])

    assert "draws" not in found(result)
    assert any("kept from the game before entry 3" in notice.message for notice in result.notices)
