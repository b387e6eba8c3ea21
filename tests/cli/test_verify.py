"""`refold verify` at full strength: many recordings, chosen, spread, taken up again, sorted, reported."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import attrs
import pytest

from events.envelope import MoveEntry
from kernel.errors import IllegalMove
from replay import library
from replay.logs import read_log
from replay.regress import log_bytes
from replay.report import Report
from tests.cli.conftest import Refold, write_script
from tests.making import bid, lines_of, played
from tests.toy import words

ROUNDS = [bid("a", 1), bid("b", 0)] * 4
ENGINE = f"{sys.executable} -c \"import kernel.games; kernel.games.GAMES['toy'] = 'tests.toy.game'; \
from cli.main import main; main()\" engine"


def write(name: str, *, wrong: bool = False) -> Path:
    """A log of a whole game, in which cards are free from the second round on when it is to be wrong."""
    path = Path(name)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"".join(lines_of(played(*ROUNDS))))
    if wrong:
        log = read_log(path)
        entries = [_free(entry) if entry.n > 4 else entry for entry in log.entries]
        path.write_bytes(log_bytes(log.header, entries, log.game))
    return path


def _free(entry: Any) -> Any:
    if not isinstance(entry, MoveEntry):
        return entry
    return attrs.evolve(entry, events=tuple(map(_free_of_charge, entry.events)))


def _free_of_charge(event: Any) -> Any:
    return attrs.evolve(event, coins=0) if isinstance(event, words.CardWon) else event


@pytest.fixture
def corpus() -> str:
    """25 logs, two of which are wrong in the same way."""
    for number in range(25):
        write(f"corpus/{number:02}.log.jsonl", wrong=number in (3, 17))
    return "corpus"


def told(refold: Refold, *options: str | Path) -> Any:
    return json.loads(refold("verify", *options, "--json").stdout)


def test_of_one_log_the_first_difference_is_told_and_the_others_are_counted(refold: Refold) -> None:
    path = write("a.log.jsonl", wrong=True)
    answer = refold("verify", path)

    assert 1 == answer.exit_code
    assert 1 == answer.stdout.count("recorded:   0")
    assert "2 more entries differ (--keep-going); it persists to the end" in answer.stdout
    assert (1, 3) == (
        len(told(refold, path)["reports"][0]["differences"]),
        told(refold, path)["reports"][0]["differing"],
    )


def test_keep_going_tells_every_entry_that_differs(refold: Refold) -> None:
    """U27: and whether it persists."""
    path = write("a.log.jsonl", wrong=True)

    assert 3 == refold("verify", path, "--keep-going").stdout.count("recorded:   0")
    (report,) = told(refold, path, "--keep-going")["reports"]
    assert (3, True) == (len(report["differences"]), report["persists"])


def test_keep_going_says_where_a_difference_heals(refold: Refold) -> None:
    """U27: two facts of the set-up swapped lead to the same position."""
    path = write("a.log.jsonl")
    log = read_log(path)
    first: Any = log.entries[0]
    one, two, three, *rest = first.events
    swapped = attrs.evolve(first, events=(one, three, two, *rest))
    path.write_bytes(log_bytes(log.header, [swapped, *log.entries[1:]], log.game))

    assert "it heals at entry 1" in refold("verify", path, "--keep-going").stdout


def test_of_many_logs_only_what_is_wrong_is_told_the_like_of_it_together(corpus: str, refold: Refold) -> None:
    """U22: one fault in two logs is one group, with one example."""
    answer = refold("verify", corpus)

    assert 1 == answer.exit_code
    assert "FAIL  2 logs: mismatch card_won/2 /events/*/coins (2 score)" in answer.stdout
    assert "corpus/03.log.jsonl, corpus/17.log.jsonl" in answer.stdout
    assert "shows soonest in corpus/03.log.jsonl" in answer.stdout
    assert "corpus/04" not in answer.stdout
    assert len(answer.stdout.splitlines()) < 15
    assert "25 logs" in answer.stdout.splitlines()[-1]
    assert [["corpus/03.log.jsonl", "corpus/17.log.jsonl"]] == list(told(refold, corpus)["groups"].values())


def test_jobs_change_nothing_that_is_told(corpus: str, refold: Refold) -> None:
    one, two = refold("verify", corpus), refold("verify", corpus, "--jobs", "2")

    assert (one.stdout, one.exit_code, "") == (two.stdout, two.exit_code, two.stderr)


def test_a_batch_is_taken_up_again(corpus: str, refold: Refold, monkeypatch: pytest.MonkeyPatch) -> None:
    first = refold("verify", corpus, "--state", "kept.state")
    text = Path("kept.state").read_bytes()
    Path("kept.state").write_bytes(text[:-20])
    looked_at = []

    def look(path: Path, **_: Any) -> Report:
        looked_at.append(path)
        return Report(path=str(path), verdict="damaged", message="not looked at")

    monkeypatch.setattr("replay.batch.verify_log", look)
    again = refold("verify", corpus, "--state", "kept.state")

    assert [Path("corpus/24.log.jsonl")] == looked_at
    assert first.stdout.splitlines()[:5] == again.stdout.splitlines()[:5]


def test_what_is_no_state_is_left_alone(refold: Refold) -> None:
    """Nothing is appended to a log that was named by mistake."""
    path = write("a.log.jsonl")
    before = path.read_bytes()
    answer = refold("verify", path, "--state", path)

    assert 3 == answer.exit_code
    assert "no file of a batch to take up again" in answer.stderr
    assert before == path.read_bytes()


@pytest.mark.parametrize(
    ("options", "logs"),
    [
        (["--every", "5"], 5),
        (["--game", "toy", "--seats", "2"], 25),
        (["--ruling", "ties=nobody", "--every", "25"], 1),
        (["--clause", "bid.once", "--every", "2"], 13),
    ],
)
def test_recordings_are_selected(options: list[str], logs: int, corpus: str, refold: Refold) -> None:
    found = told(refold, corpus, *options)

    assert (logs, 25) == (found["logs"], found["candidates"])
    assert options[1] in found["options"].values()


def test_a_selection_that_fits_nothing_is_no_success(refold: Refold) -> None:
    """U26: nothing was executed."""
    write("a.log.jsonl")
    answer = refold("verify", "a.log.jsonl", "--seats", "3")

    assert 1 == answer.exit_code
    assert "nothing was verified: the selection fits none of 1 log" in answer.stdout
    assert 4 == refold("verify", "a.log.jsonl", "--game", "tiy").exit_code


def test_a_rule_that_breaks_down_in_one_game_does_not_hide_the_others(
    corpus: str, refold: Refold, monkeypatch: pytest.MonkeyPatch
) -> None:
    """U67: no traceback; the place is told, and the rest is verified."""
    from replay import batch

    def break_down(path: Path, **_: Any) -> Report:
        if path.name.startswith("0"):
            raise KeyError(path)
        return Report(path=str(path), verdict="same", entries=1, events=1)

    monkeypatch.setattr(batch, "verify_log", break_down)
    answer = refold("verify", corpus)

    assert 1 == answer.exit_code
    assert "10 impossible, 15 same" in answer.stdout
    assert "the rules break down: KeyError" in answer.stdout
    assert "(test_verify.py:" in answer.stdout


def test_a_log_without_entries_is_no_success(refold: Refold) -> None:
    """U26."""
    path = write("a.log.jsonl")
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])

    assert 1 == refold("verify", path).exit_code


def test_a_report_is_written_for_build_servers(corpus: str, refold: Refold) -> None:
    Path("corpus/24.log.jsonl").write_bytes(b"{}\n")
    refold("verify", corpus, "--junit", "report.xml")
    suite = ET.parse("report.xml").getroot()[0]  # noqa: S314 - our own file

    counts = {name: suite.get(name) for name in ("tests", "failures", "errors")}
    assert {"tests": "25", "failures": "2", "errors": "1"} == counts
    failed = {case.get("name"): case[0] for case in suite.iter("testcase") if case[0].tag != "system-out"}
    assert {f"corpus/{n}.log.jsonl" for n in ("03", "17", "24")} == failed.keys()
    assert "recomputed: 1" in (failed["corpus/03.log.jsonl"].text or "")
    assert "score" == failed["corpus/03.log.jsonl"].get("type")
    properties = {one.get("name"): one.get("value") for one in suite.iter("property")}
    assert {"rules.toy", "revision"} == properties.keys()


def test_a_report_is_not_overwritten_unless_asked(refold: Refold) -> None:
    path = write("a.log.jsonl")
    Path("report.xml").write_text("mine")

    assert 2 == refold("verify", path, "--junit", "report.xml").exit_code
    assert "mine" == Path("report.xml").read_text()
    assert 0 == refold("verify", path, "--junit", "report.xml", "--force").exit_code


def expected(*patterns: dict[str, str]) -> Path:
    path = Path("meant.json")
    path.write_text(json.dumps({"refold": "expected/1", "expected": patterns}))
    return path


def test_what_is_meant_is_no_failure_and_is_counted_apart(corpus: str, refold: Refold) -> None:
    meant = expected({"event": "card_won/*", "pointer": "*/coins", "reason": "cards are free now"})
    answer = refold("verify", corpus, "--expected", meant)

    assert 0 == answer.exit_code, answer.stdout
    assert "2 logs by event card_won/*, pointer */coins: cards are free now" in answer.stdout
    reports = told(refold, corpus, "--expected", meant)["reports"]
    assert 2 == sum(report["meant"] for report in reports)


def test_what_is_not_meant_stands_out(corpus: str, refold: Refold) -> None:
    write("corpus/05.log.jsonl").write_bytes(b"".join(lines_of(played(*ROUNDS)))[:-9])
    answer = refold("verify", corpus, "--expected", expected({"event": "card_won/*", "reason": "free"}))

    assert 3 == answer.exit_code
    assert "FAIL  1 log: damaged" in answer.stdout
    assert "FAIL  2 logs" not in answer.stdout


def test_a_pattern_that_matches_nothing_is_a_failure(refold: Refold) -> None:
    answer = refold("verify", write("a.log.jsonl"), "--expected", expected({"clause": "bid.tie", "reason": "gone"}))

    assert 1 == answer.exit_code
    assert "nothing, which is a failure, by clause bid.tie: gone" in answer.stdout


def test_another_engine_is_asked(refold: Refold, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    write("a.log.jsonl")
    write("b.log.jsonl", wrong=True)

    assert 0 == refold("verify", "a.log.jsonl", "--engine", ENGINE).exit_code
    for jobs in ("1", "2"):
        found = told(refold, "a.log.jsonl", "b.log.jsonl", "--engine", ENGINE, "--jobs", jobs)
        assert {"same": 1, "score": 1} == found["verdicts"]
        assert {"toy": {"version": 1, "digest": None}} == found["rules"]


@pytest.mark.parametrize("engine", ["/no/such/program", "false", "echo {}", "echo 'unfinished"])
def test_what_is_no_engine_is_said_so(engine: str, refold: Refold) -> None:
    answer = refold("verify", write("a.log.jsonl"), "--engine", engine)

    assert answer.exit_code == (2 if engine.endswith("unfinished") else 4)
    assert "Traceback" not in answer.stdout + answer.stderr


def under_version_2(monkeypatch: pytest.MonkeyPatch, **changed: Any) -> None:
    """From here on the toy is of rules version 2."""
    newer = attrs.evolve(library.game("toy"), rules_version=2, **changed)
    monkeypatch.setattr("replay.library.game_named", lambda _: newer)


def test_a_log_of_another_rules_version_under_which_the_same_comes_out_is_fine(
    refold: Refold, monkeypatch: pytest.MonkeyPatch
) -> None:
    """U66: told before the first entry."""
    path = write("a.log.jsonl")
    under_version_2(monkeypatch)
    answer = refold("verify", path)

    assert 0 == answer.exit_code
    assert "version 1, here is version 2: fine, the same comes out" in answer.stdout.splitlines()[1]


def test_a_log_of_another_rules_version_names_what_makes_it_risky(
    refold: Refold, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("a.log.jsonl", wrong=True)
    under_version_2(monkeypatch)
    line = refold("verify", path).stdout.splitlines()[1]

    assert "here is version 2: risky, something else comes out; clauses concerned: bid." in line
    assert ("risky", True) == ((report := told(refold, path)["reports"][0])["compatible"], bool(report["concerned"]))


def test_a_log_of_another_rules_version_says_where_it_becomes_impossible(
    refold: Refold, monkeypatch: pytest.MonkeyPatch
) -> None:
    """U1: at which step, by which clause, and what to do; what only reads goes on working."""

    def decide(*_: Any) -> Any:
        raise IllegalMove("bid.affordable", facts={"needs": 2, "has": 1})

    path = write("a.log.jsonl")
    under_version_2(monkeypatch, decide=decide)
    answer = refold("verify", path)

    assert 1 == answer.exit_code
    line = answer.stdout.splitlines()[1]
    assert "impossible at entry 2, by bid.affordable; --engine asks the rules it was recorded under" in line
    for reading in (["show", path], ["replay", path], ["log", "check", path], ["blame", path, "/players/a/coins"]):
        assert 0 == refold(*reading).exit_code


def test_an_update_tells_what_it_cannot_bring_up_to_date_and_does_the_rest(refold: Refold) -> None:
    """What a script itself expects is for people to change."""
    write_script("holds.game.json", ROUNDS)
    write_script("fails.game.json", [{"expect": {"/players/a/coins": 99}}])
    answer = refold("verify", ".", "--update", "--because", "try")

    assert 1 == answer.exit_code
    assert "1 of 2 brought up to date" in answer.stdout
    assert "not yet    fails.game.json" in answer.stdout
    assert Path("holds.golden").is_file()
    assert not Path("fails.golden").exists()
    updated = json.loads(refold("verify", ".", "--update", "--because", "try", "--json").stdout)
    assert [None, []] == [updated[0]["error"], updated[1]["changed"]]


def test_an_update_takes_a_changed_pack_over(refold: Refold) -> None:
    """The log beside a script names its pack by digest; the script is played with the pack as it is now."""
    path = Path(write_script("game.game.json", [{"auto": "first"}]))
    refold("play", path, "-o", "game.log.jsonl")
    before = read_log(Path("game.log.jsonl"))
    other = attrs.evolve(before.header, content=attrs.evolve(before.header.content, digest="0" * 64), digest="")
    Path("game.log.jsonl").write_bytes(log_bytes(other, before.entries, before.game))
    missed = refold("impact", "game.log.jsonl", "--ruling", "ties=nobody")

    assert 4 == missed.exit_code
    assert "unavailable: 1" in missed.stdout
    assert 0 == refold("verify", path, "--update", "--because", "another pack").exit_code
    assert before.head == read_log(Path("game.log.jsonl")).head


def test_an_update_says_what_changes_by_it(refold: Refold) -> None:
    """U36: a semantic difference, not two long lines."""
    write_script("game.game.json", [bid("a", 1), bid("b", 0)])
    refold("verify", ".", "--update", "--because", "new")
    write_script("game.game.json", [bid("a", 2), bid("b", 0)])
    told_ = refold("verify", ".", "--update", "--because", "a bids more").stdout.splitlines()

    assert "      entry 2:" in told_
    assert any(line.strip().startswith("move: ") for line in told_)
    assert max(map(len, told_)) < 120
