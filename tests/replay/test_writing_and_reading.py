"""What refold writes it can read: an entry that no reader would take is refused before anything is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cli.main import refold
from events.envelope import EndEntry, OverrideEntry, SetupEntry
from events.errors import BrokenChain, MalformedLine
from events.journal import Lines
from events.secrets import Secret
from events.strict import MAX_STRING
from events.vocabulary import Arranged
from kernel.copies import replace
from replay.adding import add_to
from replay.arbiter import Authority, set_values
from replay.logs import read_log
from replay.verify import verify_log
from tests.making import bid, lines_of, log_lines, played
from tests.toy.words import VOCABULARY

FIXTURES = Path(__file__).parents[2] / "fixtures"
LEE = Authority(arbiter="lee", reason="both missed it", clause="setup.start_player")
LONG = "x" * (MAX_STRING + 1)


def run(*words: object) -> Any:
    return CliRunner().invoke(refold, [str(word) for word in words])


def changing(value: Any) -> SetupEntry:
    """An entry in which something becomes a value."""
    event: Any = Arranged(changes=(("/a", 1, value),))
    return SetupEntry(n=1, events=(event,), draws=())


@pytest.fixture
def scored(tmp_path: Path) -> Path:
    """A game of Marco Polo after its scoring, its log not closed yet."""
    log = read_log(FIXTURES / "marco_polo" / "games" / "two_players.log.jsonl")
    entries = [entry for entry in log.entries if entry.n < min(e.n for e in log.entries if isinstance(e, EndEntry))]
    path = tmp_path / "scored.log.jsonl"
    path.write_bytes(b"".join(log_lines(log.game.vocabulary, log.header, entries)))
    return path


def test_goals_that_were_turned_over_can_be_changed(scored: Path) -> None:
    """end.final_scoring names them sorted; the commitment is to the order of the deal."""
    add_to(scored, set_values(LEE, {"/players/blue/goals": None}))

    assert "same" == verify_log(scored).verdict
    assert any(isinstance(entry, OverrideEntry) for entry in read_log(scored).entries)


@pytest.mark.parametrize(
    "words",
    [
        ["override", "--arbiter", "lee", "--reason", LONG, "--clause", "bid.tie", "--set", "/players/a/coins=7"],
        ["override", "--arbiter", LONG, "--reason", "so", "--clause", "bid.tie", "--set", "/players/a/coins=7"],
        ["branch", "--at", "1", "--reason", LONG, "-o", "out.log.jsonl"],
        ["branch", "--at", "1", "--reason", "so", "--editor", LONG, "-o", "out.log.jsonl"],
    ],
    ids=["reason", "arbiter", "branch", "editor"],
)
def test_a_text_over_the_limit_is_refused_and_nothing_is_written(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    content = b"".join(lines_of(played(bid("a", 2))))
    Path("game.log.jsonl").write_bytes(content)
    answer = run(words[0], "game.log.jsonl", *words[1:])

    assert 3 == answer.exit_code, answer.output[-200:]
    assert "expected a string of at most 65536 characters, found 65537" in answer.stderr
    assert content == Path("game.log.jsonl").read_bytes()
    assert [Path("game.log.jsonl")] == list(Path().iterdir())


def test_a_number_that_grew_too_large_is_refused_and_not_written(tmp_path: Path) -> None:
    """Stocks add up; what an arbiter replaces stands in the entry, and a line holds 64 bits."""
    most = 2**63 - 1
    at = {"round": 2, "to_act": "blue"}
    given = {"at": at, "/players/blue/coins": most, "/players/blue/dice": [{"id": "blue.1", "face": 3}]}
    change = {"arbiter": "lee", "reason": "so", "clause": "coins5.one_die", "set": {"/players/blue/coins": 3}}
    record = {
        "refold": "script/1",
        "game": "marco_polo",
        "seats": ["blue", "yellow"],
        "seed": "00" * 16,
        "given": given,
        "steps": [{"by": "blue", "do": "take_five_coins", "die": {"id": "blue.1", "face": 3}}, {"override": change}],
    }
    path = tmp_path / "large.game.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    answer = run("play", path, "-o", tmp_path / "large.log.jsonl")

    assert answer.exit_code in {1, 3}, answer.output
    assert "64 bits" in answer.stderr
    assert not (tmp_path / "large.log.jsonl").exists()


def test_an_opening_that_does_not_fit_its_commitment_is_never_written() -> None:
    sealed = Secret(seat="a", value=("x", "y")).sealed("00" * 16)
    entry = changing(replace(sealed, value=("y", "x")))

    with pytest.raises(BrokenChain, match="does not fit its commitment"):
        Lines(VOCABULARY).entry(entry)


def test_what_no_line_can_hold_is_refused_by_who_spells_it() -> None:
    for number in (2**63, 2**64):
        with pytest.raises(MalformedLine, match="64 bits"):
            Lines(VOCABULARY).entry(changing(number))
