"""The commands that travel through a log: what they answer, how they exit, what they leave alone."""

from __future__ import annotations

import contextlib
import io
import json
import zipfile
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.cli.conftest import Refold, write_script
from tests.making import SEED, bid, rechained

OTHER_SEED = "ab" * 16
BY_LEE = ["--arbiter", "lee", "--reason", "both missed it", "--clause", "bid.tie"]
BID_2 = '{"by":"b","do":"bid","coins":2}'

ANSWERS = [
    ["undo", "open.log.jsonl"],
    ["undo", "open.log.jsonl", "--to", "1", "--forced", "--by", "a"],
    ["redo", "undone.log.jsonl"],
    ["branch", "undone.log.jsonl", "--lines"],
    ["branch", "tied.log.jsonl", "--at", "5", "--reason", "what if", "--editor", "kim", "-o", "new.log.jsonl"],
    ["branch", "tied.log.jsonl", "--at", "4", "--script", "tail.json", "-o", "new.log.jsonl"],
    ["rebase", "tied.log.jsonl", "--entry", "3", "--replace", '{"do":"bid","coins":3}'],
    ["rebase", "tied.log.jsonl", "--entry", "3", "--replace", '{"do":"bid","coins":3}', "--on-conflict", "drop"],
    ["rebase", "tied.log.jsonl", "--entry", "3", "--replace", '{"do":"bid","coins":3}', "--on-conflict", "cut"],
    ["rebase", "tied.log.jsonl", "--entry", "3", "--replace", '{"do":"bid","coins":2}', "-o", "new.log.jsonl"],
    ["rebase", "tied.log.jsonl", "--ruling", "ties=first", "-o", "new.log.jsonl"],
    ["rebase", "tied.log.jsonl", "--entry", "5", "--ruling", "ties=first"],
    ["rebase", "tied.log.jsonl", "--without", "5", "--without", "6", "--on-conflict", "drop"],
    ["diff", "tied.log.jsonl", "tied.log.jsonl"],
    ["diff", "tied.log.jsonl", "other.log.jsonl"],
    ["diff", "tied.log.jsonl", "other.log.jsonl", "--as", "b"],
    ["diff", "tied.log.jsonl", "--at", "2", "--to", "5", "--as", "a"],
    ["diff", "tied.log.jsonl", "--ruling", "ties=first"],
    ["blame", "tied.log.jsonl", "/players/b/coins"],
    ["blame", "tied.log.jsonl", "/players/*/cards", "--at", "9"],
    ["blame", "tied.log.jsonl", "--piece", "card_6"],
    ["blame", "tied.log.jsonl", "/players/a/bid", "--as", "b"],
    ["bisect", "tied.log.jsonl", "--expect", "/players/b/coins>=3"],
    ["bisect", "tied.log.jsonl", "--expect", "/round>=0"],
    ["bisect", "tied.log.jsonl", "other.log.jsonl"],
    ["audit", "tied.log.jsonl", "--seal", "tied.seal"],
    ["audit", "decided.log.jsonl", "forged.log.jsonl"],
    ["override", "open.log.jsonl", "--let-stand", BID_2, "--under", "ties=first", *BY_LEE, "--seed", SEED],
    ["override", "open.log.jsonl", "--set", "/players/a/coins=7", *BY_LEE],
    ["override", "open.log.jsonl", "--ruling", "ties=first", *BY_LEE],
    ["override", "open.log.jsonl", "--events", "events.json", *BY_LEE],
    ["note", "open.log.jsonl"],
    ["note", "open.log.jsonl", "--entry", "2", "--mark", "disputed", "--author", "kim", "--text", "too late?"],
    ["bundle", "tied.log.jsonl", "--entry", "3", "--reading", "ties=nobody", "--reading", "ties=first", "-o", "d.zip"],
    [
        "bundle",
        "open.log.jsonl",
        "--at",
        "2",
        "--move",
        '{"do":"bid","coins":9}',
        "--reading",
        "ties=first",
        "-o",
        "d.zip",
    ],
]

TRAVELLERS = [
    ["undo"],
    ["redo"],
    ["branch", "--at", "1", "-o", "out"],
    ["branch", "--lines"],
    ["rebase", "--entry", "2", "--drop", "-o", "out"],
    ["rebase", "--ruling", "ties=first", "-o", "out"],
    ["diff", "--at", "0", "--to", "1"],
    ["diff", "--ruling", "ties=first"],
    ["blame", "/round"],
    ["bisect", "--expect", "/round>=0"],
    ["audit"],
    ["override", "--set", "/round=1", *BY_LEE],
    ["note", "--entry", "1", "--text", "so"],
    ["bundle", "--entry", "2", "--reading", "ties=first", "-o", "out"],
]
"""Every command of these that opens a log."""


_MADE: dict[str, bytes] = {}


@pytest.fixture(autouse=True)
def logs(refold: Refold, folder: Path) -> None:
    """Logs of some short games, played once."""
    if not _MADE:
        _play(refold)
        _MADE.update({path.name: path.read_bytes() for path in folder.iterdir()})
    for name, content in _MADE.items():
        Path(name).write_bytes(content)


def _play(refold: Refold) -> None:
    tie = [bid("a", 2), bid("b", 2)]
    games = {
        "open": [bid("a", 2)],
        "undone": [*tie, bid("a", 0), {"undo": None}],
        "tied": [*tie, bid("a", 1), bid("b", 3), {"auto": "first"}],
        "other": [*tie, bid("a", 0), {"undo": None}, bid("a", 1), bid("b", 2), {"auto": "first"}],
        "decided": [
            *tie,
            {"override": {"arbiter": "Ann", "reason": "so", "clause": "bid.tie", "set": {"/players/b/coins": 9}}},
            {"auto": "first"},
        ],
    }
    for name, steps in games.items():
        done = refold("play", write_script(f"{name}.game.json", steps), "-o", f"{name}.log.jsonl")
        assert 0 == done.exit_code, done.output
    lines = Path("tied.log.jsonl").read_bytes().splitlines(keepends=True)
    forged = [line.replace(b'"type":"card_won/2","seat":"b"', b'"type":"card_won/2","seat":"a"') for line in lines]
    Path("forged.log.jsonl").write_bytes(b"".join(rechained(forged)))
    Path("tied.seal").write_text(refold("log", "seal", "tied.log.jsonl").stdout)
    Path("events.json").write_text('[{"type":"card_discarded/1","card":"card_6"}]')
    Path("tail.json").write_text(json.dumps({"steps": [bid("a", 1), bid("b", 3), {"auto": "first"}]}))


@pytest.mark.parametrize("words", ANSWERS, ids=" ".join)
def test_what_people_read(words: list[str], refold: Refold, snapshot: SnapshotAssertion) -> None:
    answer = refold(*words)

    assert snapshot == {"exit": answer.exit_code, "out": answer.stdout, "err": answer.stderr}


@pytest.mark.parametrize("words", ANSWERS, ids=" ".join)
def test_what_programs_read(words: list[str], refold: Refold, snapshot: SnapshotAssertion) -> None:
    answer = refold(*words, "--json")

    assert snapshot == json.loads(answer.stdout)


@pytest.mark.parametrize("words", TRAVELLERS, ids=" ".join)
@pytest.mark.parametrize("content", [b"", b"\x00\xff\n", b"{}\n", b'{"refold":"log/1"}\n'], ids=repr)
def test_what_is_no_log_is_3_at_line_1(words: list[str], content: bytes, refold: Refold) -> None:
    Path("bad.log.jsonl").write_bytes(content)
    answer = refold(words[0], "bad.log.jsonl", *words[1:])

    assert 3 == answer.exit_code, answer.output
    assert "bad.log.jsonl:1" in answer.output
    assert "Traceback" not in answer.output
    assert content == Path("bad.log.jsonl").read_bytes()
    assert not Path("out").exists()


@pytest.mark.parametrize("words", TRAVELLERS, ids=" ".join)
def test_torn_damaged_missing_and_foreign_logs(words: list[str], refold: Refold) -> None:
    whole = Path("undone.log.jsonl").read_bytes()
    bad = Path("bad.log.jsonl")
    lines = whole.splitlines(keepends=True)
    foreign = b"".join(rechained([lines[0].replace(b'"game":"toy"', b'"game":"chess"'), *lines[1:]]))
    for text, code in [
        (whole[:-7], 3),
        (whole.replace(b'"by":"a"', b'"by":"b"', 1), 3),
        (whole[: len(whole) // 2], 3),
        (foreign, 4),
    ]:
        bad.write_bytes(text)
        answer = refold(words[0], "bad.log.jsonl", *words[1:])

        assert code == answer.exit_code, answer.output
        assert "bad.log.jsonl" in answer.output
        assert "Traceback" not in answer.output
        assert text == bad.read_bytes()
        assert not Path("out").exists()
    assert 3 == refold(words[0], "none.log.jsonl", *words[1:]).exit_code


@pytest.mark.parametrize("words", TRAVELLERS, ids=" ".join)
def test_an_unfinished_log_is_no_fault(words: list[str], refold: Refold) -> None:
    answer = refold(words[0], "undone.log.jsonl", *words[1:])

    assert answer.exit_code in (0, 1), answer.output


WRONG = [
    ["undo", "open.log.jsonl", "--by", "c"],
    ["branch", "tied.log.jsonl"],
    ["branch", "tied.log.jsonl", "--at", "3"],
    ["branch", "tied.log.jsonl", "--at", "0", "-o", "out"],
    ["branch", "tied.log.jsonl", "--at", "99", "-o", "out"],
    ["branch", "tied.log.jsonl", "--at", "3", "-o", "open.log.jsonl"],
    ["branch", "tied.log.jsonl", "--at", "3", "--luck", "fresh", "-o", "out"],
    ["branch", "tied.log.jsonl", "--at", "3", "--luck", "fresh", "--seed", "xyz", "-o", "out"],
    ["rebase", "tied.log.jsonl"],
    ["rebase", "tied.log.jsonl", "--entry", "3"],
    ["rebase", "tied.log.jsonl", "--drop"],
    ["rebase", "tied.log.jsonl", "--entry", "3", "--drop", "--ruling", "ties=first"],
    ["rebase", "tied.log.jsonl", "--entry", "4", "--drop"],
    ["rebase", "tied.log.jsonl", "--entry", "1", "--insert", BID_2],
    ["rebase", "tied.log.jsonl", "--entry", "99", "--drop"],
    ["rebase", "tied.log.jsonl", "--entry", "3", "--replace", "{"],
    ["rebase", "tied.log.jsonl", "--entry", "3", "--replace", '{"do":"bit"}'],
    ["rebase", "tied.log.jsonl", "--entry", "3", "--drop", "-o", "open.log.jsonl"],
    ["diff", "tied.log.jsonl"],
    ["diff", "tied.log.jsonl", "--at", "2"],
    ["diff", "tied.log.jsonl", "--at", "2", "--to", "99"],
    ["diff", "tied.log.jsonl", "other.log.jsonl", "--as", "c"],
    ["blame", "tied.log.jsonl"],
    ["blame", "tied.log.jsonl", "/players/*/coin"],
    ["blame", "tied.log.jsonl", "--piece", "card_9"],
    ["blame", "tied.log.jsonl", "/round", "--at", "99"],
    ["bisect", "tied.log.jsonl"],
    ["bisect", "tied.log.jsonl", "--expect", "round"],
    ["bisect", "tied.log.jsonl", "--expect", "/rounds>=1"],
    ["bisect", "tied.log.jsonl", "--expect", "/round contains 1"],
    ["bisect", "tied.log.jsonl", "--expect", "/round>=1", "--from", "9", "--to", "3"],
    ["audit", "tied.log.jsonl", "open.log.jsonl", "--seal", "tied.seal"],
    ["override", "open.log.jsonl", *BY_LEE],
    ["override", "open.log.jsonl", "--set", "players=1", *BY_LEE],
    ["override", "open.log.jsonl", "--set", "/players/c/coins=1", *BY_LEE],
    ["override", "open.log.jsonl", "--set", "/round=1", *BY_LEE[:-1], "bid.ti"],
    ["override", "open.log.jsonl", "--set", "/round=1", "--arbiter", "lee"],
    ["override", "open.log.jsonl", "--ruling", "ties=nobody", *BY_LEE],
    ["note", "open.log.jsonl", "--entry", "2"],
    ["note", "open.log.jsonl", "--entry", "99", "--text", "so"],
    ["bundle", "tied.log.jsonl", "--entry", "4", "--reading", "ties=first", "-o", "out"],
    ["bundle", "tied.log.jsonl", "--entry", "3", "--reading", "ties", "-o", "out"],
    ["bundle", "tied.log.jsonl", "--entry", "3", "--at", "2", "--reading", "ties=first", "-o", "out"],
    ["bundle", "tied.log.jsonl", "--move", BID_2, "--reading", "ties=first", "-o", "out"],
    ["bundle", "tied.log.jsonl", "--entry", "3", "--reading", "ties=first", "-o", "open.log.jsonl"],
]


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_a_wrong_command_line_is_2_and_changes_nothing(words: list[str], refold: Refold, folder: Path) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    answer = refold(*words)

    assert (2, "") == (answer.exit_code, answer.stdout), answer.output
    assert before == {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["undo", "tied.log.jsonl"], 1),
        (["redo", "open.log.jsonl"], 1),
        (["undo", "open.log.jsonl", "--to", "2"], 1),
        (["rebase", "tied.log.jsonl", "--entry", "2", "--replace", '{"do":"bid","coins":9}'], 1),
        (["rebase", "tied.log.jsonl", "--ruling", "tie=first"], 4),
        (["diff", "tied.log.jsonl", "--ruling", "ties=last"], 4),
        (["bundle", "tied.log.jsonl", "--entry", "3", "--reading", "tie=first", "-o", "out"], 4),
        (["override", "open.log.jsonl", "--set", "/players/a/coins=-1", *BY_LEE], 1),
        (["override", "open.log.jsonl", "--let-stand", '{"by":"b","do":"bid","coins":9}', *BY_LEE, "--seed", SEED], 1),
        (["override", "tied.log.jsonl", "--set", "/players/a/coins=1", *BY_LEE], 1),
        (["override", "open.log.jsonl", "--events", "tail.json", *BY_LEE], 3),
        (["branch", "open.log.jsonl", "--at", "1", "--seed", OTHER_SEED, "-o", "out"], 3),
        (["branch", "open.log.jsonl", "--at", "1", "--script", "tied.seal", "-o", "out"], 3),
        (["audit", "tied.log.jsonl", "--seal", "tail.json"], 3),
        (["audit", "forged.log.jsonl"], 1),
        (["audit", "decided.log.jsonl"], 0),
        (["audit", "decided.log.jsonl", "--strict"], 1),
        (["audit", "."], 1),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_answers_and_exit_codes(words: list[str], code: int, refold: Refold, folder: Path) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    answer = refold(*words)

    assert code == answer.exit_code, answer.output
    assert "Traceback" not in answer.output
    assert before == {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_branch_to_standard_output_is_a_log(refold: Refold) -> None:
    answer = refold("branch", "tied.log.jsonl", "--at", "3", "-o", "-")
    Path("piped.log.jsonl").write_text(answer.stdout)

    assert 0 == refold("log", "check", "piped.log.jsonl").exit_code


def test_a_branch_with_the_same_moves_is_the_same_game(refold: Refold) -> None:
    """Lesson U58."""
    refold("branch", "tied.log.jsonl", "--at", "4", "--script", "tail.json", "-o", "new.log.jsonl")

    assert 0 == refold("diff", "tied.log.jsonl", "new.log.jsonl").exit_code
    assert 0 == refold("audit", "new.log.jsonl").exit_code


def test_a_seed_beside_the_log_is_used(refold: Refold) -> None:
    Path("open.seed").write_text(SEED + "\n")

    assert 0 == refold("override", "open.log.jsonl", "--let-stand", BID_2, "--under", "ties=first", *BY_LEE).exit_code
    assert "3 of 4 draws" in refold("audit", "open.log.jsonl").stdout


@pytest.mark.parametrize("readings", [["ties=nobody", "ties=first"], ["ties=first"]])
def test_a_bundle_is_checked_offline_and_made_again_to_the_byte(readings: list[str], refold: Refold) -> None:
    """One reading alone is held against the game as it was played."""
    chosen = [word for reading in readings for word in ("--reading", reading)]
    told = refold("bundle", "tied.log.jsonl", "--entry", "3", *chosen, "-o", "d.zip").stdout
    assert "1. a 9, 2. b 5" in told
    assert "1. a 21, 2. b 5" in told
    with zipfile.ZipFile(io.BytesIO(Path("d.zip").read_bytes())) as archive:
        archive.extractall("bundle")

    answer = refold("audit", "bundle/game.log.jsonl", "--seal", "bundle/game.seal", "--content", "bundle/pack.json")
    assert 0 == answer.exit_code, answer.output
    told = Path("bundle/README.txt").read_text(encoding="utf-8")
    command = next(line.split() for line in told.splitlines() if line.startswith("  refold bundle game.log.jsonl"))
    with contextlib.chdir("bundle"):
        assert 0 == refold(*command[1:]).exit_code
        assert Path("../d.zip").read_bytes() == Path("again.zip").read_bytes()
    assert '{"do":"bid","coins"' in told


def test_what_a_seat_may_not_see_is_in_no_report_made_for_it(refold: Refold) -> None:
    """Lesson U54."""
    for words in [
        ["diff", "open.log.jsonl", "--at", "1", "--to", "2", "--as", "b", "--json"],
        ["blame", "open.log.jsonl", "/players/a/bid", "--as", "b", "--json"],
        ["blame", "open.log.jsonl", "/players/a/hand", "--as", "public", "--json"],
    ]:
        answer = refold(*words)

        assert '"sealed"' in answer.stdout
        assert '"coins": 2' not in answer.stdout
        assert "card_4" not in answer.stdout
    assert 2 == refold("bisect", "open.log.jsonl", "--expect", "/players/a/bid>=2", "--as", "b").exit_code
    told = refold("bisect", "open.log.jsonl", "--expect", "/players/a/bid=null", "--as", "b").stdout
    assert "(secret of a)" in told
    assert "coins 2" not in told


def test_a_replay_stops_at_the_next_dispute_that_is_not_settled(refold: Refold) -> None:
    for n, mark in [(2, "remark"), (3, "disputed"), (5, "disputed"), (3, "settled")]:
        refold("note", "tied.log.jsonl", "--entry", str(n), "--mark", mark, "--text", "so", "--author", "kim")

    answer = refold("replay", "tied.log.jsonl", "--to", "next-mark")

    assert "entry 5 is disputed (kim): so" in answer.stderr
    assert answer.stdout.splitlines()[-1].lstrip().startswith("5")
    assert 2 == refold("replay", "tied.log.jsonl", "--from", "6", "--to", "next-mark").exit_code


def test_a_note_on_an_entry_that_was_written_anew_is_told(refold: Refold) -> None:
    refold("note", "tied.log.jsonl", "--entry", "5", "--text", "so")
    Path("other.notes.jsonl").write_bytes(Path("tied.notes.jsonl").read_bytes())

    answer = refold("note", "other.log.jsonl")

    assert 0 == refold("note", "tied.log.jsonl").exit_code
    assert (1, True) == (answer.exit_code, "does not fit" in answer.stdout)


def test_a_live_game_goes_on_from_a_branch_with_luck_of_its_own(refold: Refold) -> None:
    refold("branch", "tied.log.jsonl", "--at", "2", "--luck", "fresh", "--seed", OTHER_SEED, "-o", "new.log.jsonl")
    Path("new.seed").write_text(OTHER_SEED)

    answer = refold("record", "new.log.jsonl", given=BID_2 + "\n")

    assert 0 == answer.exit_code, answer.output
    assert "deck/0" in answer.stdout
    Path("new.seed").write_text(SEED)
    assert 3 == refold("record", "new.log.jsonl").exit_code


def test_a_decision_takes_the_place_of_an_old_entry(refold: Refold) -> None:
    """Lesson U44."""
    words = ["override", "tied.log.jsonl", "--entry", "3", "--let-stand", BID_2, "--under", "ties=first", *BY_LEE]

    assert 2 == refold(*words).exit_code
    answer = refold(*words, "-o", "new.log.jsonl")

    assert 0 == answer.exit_code, answer.output
    assert "entry 3 replaced: b, bid: coins 2 -> lee, override under bid.tie: both missed it" in answer.stdout
    assert "lee decided by bid.tie" in refold("audit", "new.log.jsonl").stdout
    assert 0 == refold("verify", "new.log.jsonl").exit_code
    assert 1 == refold("verify", "new.log.jsonl", "--strict").exit_code


def test_a_longer_copy_is_written_elsewhere(refold: Refold) -> None:
    before = Path("open.log.jsonl").read_bytes()
    copied = refold("undo", "open.log.jsonl", "-o", "new.log.jsonl")
    piped = refold("undo", "open.log.jsonl", "-o", "-")

    assert (0, 0) == (copied.exit_code, piped.exit_code)
    assert before == Path("open.log.jsonl").read_bytes()
    assert piped.stdout.encode() == Path("new.log.jsonl").read_bytes()
    assert 2 == refold("undo", "open.log.jsonl", "-o", "new.log.jsonl").exit_code
    assert 0 == refold("undo", "open.log.jsonl", "-o", "new.log.jsonl", "--force").exit_code


def test_a_refusal_under_another_reading_tells_a_seat_no_secret_bid(refold: Refold) -> None:
    """Lesson U54."""
    steps = [bid("a", 3), bid("b", 3), bid("a", 4), bid("b", 0)]
    refold("play", write_script("bids.game.json", steps), "-o", "bids.log.jsonl")
    words = ["diff", "bids.log.jsonl", "--ruling", "ties=first"]

    assert "needs 4, has 2" in refold(*words).stderr
    assert "bid.affordable" in refold(*words, "--as", "b").stderr
    assert "needs" not in refold(*words, "--as", "b", "--json").output
