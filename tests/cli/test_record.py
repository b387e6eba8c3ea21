"""`refold record`: a live game survives bad requests, restarts and other writers."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from events.errors import UnreadableFile
from events.journal import Appender
from tests.cli.conftest import Refold
from tests.making import SEED, bid

NEW = ["record", "live.log.jsonl", "--game", "toy", "--seats", "a,b", "--seed", SEED]


def lines(*requests: Any) -> str:
    """Requests as standard input."""
    return "".join(f"{request if isinstance(request, str) else json.dumps(request)}\n" for request in requests)


def verdicts(answer: Any) -> list[dict[str, Any]]:
    """Standard output, a verdict a line."""
    return [json.loads(line) for line in answer.stdout.splitlines()]


def test_every_line_in_has_a_line_out_and_the_game_goes_on(refold: Refold) -> None:
    asked = [
        bid("a", 9),
        "nonsense",
        "[]",
        "{}",
        '{"by":"a","do":"bid","coins":1,"coins":2}',
        "[" * 5000,
        {"by": "a", "do": "bid", "coins": 1.5},
        {"by": "a", "do": "bid", "coins": 2**64},
        {"by": "z", "do": "bid", "coins": 1},
        {"do": "bid", "coins": 1},
        {"by": "a", "do": "bit"},
        {"by": 3, "do": "bid"},
        {"undo": None},
        {"undo": 77},
        {"undo": "x"},
        {"redo": None},
        {"end": "finished"},
        {"end": "lost"},
        {"override": {"arbiter": "Ann"}},
        {"override": {"arbiter": "Ann", "reason": "r", "clause": "none", "set": {}}},
        {"override": {"arbiter": "Ann", "reason": "r", "clause": "bid.once", "set": {"/players/a/coins": "x"}}},
        {"override": {"arbiter": "Ann", "reason": "r", "clause": "bid.once", "set": {"/nowhere/x": 1}}},
        {"undo": None, "to": 3},
        "x" * 1_200_000,
        bid("a", 1),
    ]
    answer = refold(*NEW, given=lines(*asked))
    told = verdicts(answer)

    assert 1 == answer.exit_code
    assert len(asked) + 1 == len(told)
    assert [True, *[False] * (len(asked) - 1), True] == [verdict["ok"] for verdict in told]
    assert ("bid.affordable", {"needs": 9, "has": 5}) == (told[1]["refused"], told[1]["facts"])
    assert (2, ["b"]) == (told[-1]["n"], told[-1]["to_act"])
    assert "" == answer.stderr
    assert 0 == refold("log", "check", "live.log.jsonl").exit_code


def test_the_seed_of_a_running_game_is_its_owners_alone_and_is_gone_when_the_log_tells_it(refold: Refold) -> None:
    refold(*NEW, given=lines(bid("a", 1)))

    assert (f"{SEED}\n", 0o600) == (Path("live.seed").read_text(), stat.S_IMODE(Path("live.seed").stat().st_mode))
    assert SEED not in Path("live.log.jsonl").read_text()

    answer = refold("record", "live.log.jsonl", given=lines(bid("b", 2), {"end": "resigned", "by": "a"}, bid("a", 1)))

    assert [True, True, True, False] == [verdict["ok"] for verdict in verdicts(answer)]
    assert not Path("live.seed").exists()
    assert SEED in Path("live.log.jsonl").read_text()


def test_a_game_continued_move_by_move_is_the_game_played_straight_through(refold: Refold) -> None:
    """Lesson U62."""
    moves = [bid(seat, coins) for coins in (2, 1, 0, 1) for seat in ("a", "b")]
    refold(*NEW, given=lines(*moves))
    Path("live.log.jsonl").rename("straight.log.jsonl")
    refold(*NEW, given="")
    for move in moves:
        assert 0 == refold("record", "live.log.jsonl", given=lines(move)).exit_code

    assert Path("straight.log.jsonl").read_bytes() == Path("live.log.jsonl").read_bytes()
    assert 0 == refold("verify", "live.log.jsonl").exit_code


def test_undo_redo_and_an_arbiters_decision_are_recorded(refold: Refold) -> None:
    decision = {"arbiter": "Ann", "reason": "a coin fell", "clause": "setup.coins", "set": {"/players/a/coins": 4}}
    answer = refold(*NEW, given=lines(bid("a", 1), {"undo": None, "by": "a"}, {"redo": None}, {"override": decision}))

    assert 0 == answer.exit_code, answer.stdout
    assert ["setup", "move", "undo", "redo", "override"] == [one["entries"][0]["kind"] for one in verdicts(answer)]


def test_no_verdict_and_no_log_tells_a_secret_before_its_time(refold: Refold) -> None:
    """Lesson U54: what goes out while a game runs holds sealed values only."""
    answer = refold(*NEW, given=lines(bid("a", 3)))
    sealed = verdicts(answer)[-1]["entries"][0]["move"]["coins"]

    assert {"sealed", "for"} == sealed.keys()
    assert SEED not in answer.stdout


def test_a_log_is_continued_only_with_its_seed_and_by_one_process(refold: Refold) -> None:
    refold(*NEW, given="")
    before = Path("live.log.jsonl").read_bytes()
    with Appender(Path("live.log.jsonl"), new=False):
        busy = refold("record", "live.log.jsonl", given=lines(bid("a", 1)))
    Path("other.seed").write_text("ff" * 16)
    wrong = refold("record", "live.log.jsonl", "--seed-file", "other.seed", given=lines(bid("a", 1)))
    Path("live.seed").unlink()
    missing = refold("record", "live.log.jsonl", given=lines(bid("a", 1)))

    assert [3, 3, 3] == [busy.exit_code, wrong.exit_code, missing.exit_code]
    assert "another process" in busy.stderr
    assert "other.seed: this is not the seed" in wrong.stderr
    assert "live.seed" in missing.stderr
    assert before == Path("live.log.jsonl").read_bytes()


def test_a_new_game_replaces_neither_a_log_nor_a_seed(refold: Refold) -> None:
    Path("live.seed").write_text("mine")
    answer = refold(*NEW, given="")

    assert (2, "mine", False) == (answer.exit_code, Path("live.seed").read_text(), Path("live.log.jsonl").exists())
    assert "--seed-file names another place" in answer.stderr

    Path("live.seed").unlink()
    Path("live.log.jsonl").write_text("mine")
    answer = refold(*NEW, given="")

    assert 2 == answer.exit_code
    assert "without --game a log is continued" in answer.stderr


def test_a_seed_file_that_was_named_is_kept(refold: Refold) -> None:
    refold(*NEW, "--seed-file", "my.seed", given=lines({"end": "abandoned"}))

    assert Path("my.seed").exists()


def test_a_torn_log_is_not_continued_before_it_is_repaired(refold: Refold) -> None:
    refold(*NEW, given=lines(bid("a", 1)))
    log = Path("live.log.jsonl")
    log.write_bytes(log.read_bytes()[:-9])
    answer = refold("record", "live.log.jsonl", given=lines(bid("b", 1)))

    assert 3 == answer.exit_code
    assert "repair" in answer.stderr
    assert 0 == refold("log", "repair", "live.log.jsonl", "--write").exit_code
    assert 0 == refold("record", "live.log.jsonl", given=lines(bid("a", 2), bid("b", 1))).exit_code
    assert 0 == refold("verify", "live.log.jsonl").exit_code


def test_what_was_answered_is_in_the_log_whatever_happens_next(refold: Refold) -> None:
    """A server that is killed loses no move that it was told of."""
    main = "import kernel.games; kernel.games.GAMES['toy'] = 'tests.toy.game'; from cli.main import main; main()"
    command = [sys.executable, "-c", main, *NEW, "--durable"]
    root = str(Path(__file__).parents[2])
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={"PYTHONPATH": root}, text=True
    ) as running:
        assert running.stdin
        assert running.stdout
        heads = [json.loads(running.stdout.readline())["head"]]
        for move in (bid("a", 2), bid("b", 1), bid("b", 0)):
            running.stdin.write(lines(move))
            running.stdin.flush()
            heads.append(json.loads(running.stdout.readline())["head"])

            assert heads[-1] == json.loads(refold("log", "seal", "live.log.jsonl", "--json").stdout)["head"]
            assert 3 == refold("record", "live.log.jsonl").exit_code
        running.kill()

    assert len(heads) == len(set(heads))

    goes_on = refold("record", "live.log.jsonl", given=lines(bid("a", 0)))

    assert 0 == goes_on.exit_code, goes_on.output
    assert heads[-1] == verdicts(goes_on)[0]["head"]


def test_what_could_not_be_written_did_not_happen(monkeypatch: pytest.MonkeyPatch, refold: Refold) -> None:
    """A disk that is full for a while costs the requests of that while, and the log stays a log."""
    calls = iter(range(100))
    write = Appender.append

    def full_for_a_while(appender: Appender, text: bytes) -> None:
        if next(calls) in (2, 3):
            raise UnreadableFile("live.log.jsonl", "no space left on device")
        write(appender, text)

    monkeypatch.setattr(Appender, "append", full_for_a_while)
    told = verdicts(refold(*NEW, given=lines(bid("a", 2), bid("b", 1), bid("b", 1), bid("b", 1), bid("b", 0))))

    assert [True, True, False, False, True, True] == [one["ok"] for one in told]
    assert (told[1]["n"] + 1, told[1]["head"]) != (told[2].get("n"), told[-1]["head"])
    assert 3 == told[4]["n"]
    assert 0 == refold("verify", "live.log.jsonl").exit_code


def test_a_line_that_is_too_long_to_write_changes_nothing(refold: Refold) -> None:
    long = {"override": {"arbiter": "é" * 60_000, "reason": "r" * 60_000, "clause": "setup.coins", "set": {}}}
    longer = {"override": {**long["override"], "set": {f"/{'x' * 60_000}{n}": 1 for n in range(13)}}}
    told = verdicts(refold(*NEW, given=lines(bid("a", 2), longer, bid("b", 1))))

    assert [True, True, False, True] == [one["ok"] for one in told]
    assert 0 == refold("verify", "live.log.jsonl").exit_code


def test_who_resigns_is_told_and_nobody_in_particular_abandons_a_game(refold: Refold) -> None:
    asked = [{"end": "resigned"}, {"end": "abandoned", "by": "a"}, {"end": "resigned", "by": "a"}]

    assert [True, False, False, True] == [one["ok"] for one in verdicts(refold(*NEW, given=lines(*asked)))]
