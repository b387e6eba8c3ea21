from __future__ import annotations

import hashlib
import io
import json
import zipfile
from pathlib import Path

import pytest

from kernel.errors import BadSetup
from replay.audit import audit
from replay.bundle import bundle
from replay.dispute import dispute, dispute_move
from replay.edits import NotPossible
from replay.findings import read_seal
from replay.logs import Log, read_log
from replay.timeline import NoSuchEntry
from tests.making import SEED, bid, lines_of, played, read_back

READINGS = [{"ties": "nobody"}, {"ties": "first"}]


def tied_game(folder: Path) -> Log:
    return read_back(folder, lines_of(played(bid("a", 2), bid("b", 2), {"auto": "first"})))


def unpacked(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_both_readings_tell_legality_events_and_outcome(tmp_path):
    """U69."""
    found = dispute(tied_game(tmp_path), 3, READINGS)
    ours, theirs = found.readings

    assert ours.rest is None
    assert ["bids_revealed/1", "card_discarded/1"] == [event["type"] for event in ours.events][1:3]
    assert "card_won/2" == theirs.events[2]["type"]
    assert ours.standings != theirs.standings
    assert "" == theirs.stopped


def test_the_same_log_and_readings_give_the_same_bytes(tmp_path):
    log = tied_game(tmp_path)
    content = bundle(dispute(log, 3, READINGS))

    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert {(1980, 1, 1, 0, 0, 0)} == {info.date_time for info in archive.infolist()}
    assert content == bundle(dispute(read_log(Path(log.path)), 3, READINGS))


def test_a_bundle_holds_what_is_needed_to_check_it(tmp_path):
    log = tied_game(tmp_path)
    files = unpacked(bundle(dispute(log, 3, READINGS), signature=b"signed"))

    assert Path(log.path).read_bytes() == files["game.log.jsonl"]
    assert b"signed" == files["game.seal.sig"]
    for line in files["SHA256SUMS"].decode().splitlines():
        digest, name = line.split("  ")
        assert digest == hashlib.sha256(files[name]).hexdigest()
    report = json.loads(files["dispute.json"])
    assert [True, True] == [reading["legal"] for reading in report["readings"]]
    assert "bid.tie" in report["clauses"]
    assert "À égalité" in files["clauses.txt"].decode()
    for name, text in files.items():
        (tmp_path / name).write_bytes(text)
    seal = read_seal(files["game.seal"], "game.seal")
    for name in ("game.log.jsonl", "reading-2.log.jsonl"):
        result = audit(tmp_path / name, content=str(tmp_path / "pack.json"), seal=seal if name[0] == "g" else None)
        assert () == result.findings


def test_a_move_that_was_asked_for_is_disputed_too(tmp_path):
    log = read_back(tmp_path, lines_of(played(bid("a", 2))))

    found = dispute_move(log, 2, bid("b", 9), READINGS, seeds=[SEED])
    legal = dispute_move(log, 2, bid("b", 2), READINGS, seeds=[SEED])
    report = json.loads(unpacked(bundle(found))["dispute.json"])

    assert ["bid.affordable"] * 2 == [reading.refusal.clause for reading in found.readings if reading.refusal]
    # The card on show is worth 6, and a paid 2 of 5 coins for it.
    assert [5, 9] == [reading.standings[0].score for reading in legal.readings]
    assert (None, 2, "b") == (report["entry"], report["at"], report["by"])
    assert "after entry 2" in unpacked(bundle(found))["README.txt"].decode()


def test_only_a_move_is_disputed_and_only_under_readings_there_are(tmp_path):
    log = tied_game(tmp_path)

    with pytest.raises(NotPossible):
        dispute(log, 1, READINGS)
    with pytest.raises(NoSuchEntry):
        dispute(log, 99, READINGS)
    with pytest.raises(BadSetup):
        dispute(log, 3, [{"ties": "last"}])
