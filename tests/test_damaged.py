"""Logs that are wrong on purpose, one of each kind, in fixtures/damaged: what is said of each, and the exit code."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import refold
from replay.verify import find_logs
from tools.damage import DAMAGED, damaged
from tools.forge import forged

NO_LOG, DIFFERS, UNAVAILABLE, SOUND = 3, 1, 4, 0

SAID: dict[str, tuple[int, str, str]] = {
    "empty": (NO_LOG, "damaged", ":1: the file is empty"),
    "binary": (NO_LOG, "damaged", ":1: this is not JSON"),
    "text": (NO_LOG, "damaged", ":1: this is not JSON"),
    "no_header": (NO_LOG, "damaged", ":1: $: expected a log's header"),
    "torn_tail": (NO_LOG, "damaged", ":11: the last line is unfinished; `refold log repair` keeps what stands before"),
    "no_last_line_feed": (NO_LOG, "damaged", ":11: the last line is unfinished"),
    # Without a head known from elsewhere nobody can tell that a game went on: docs/formats.md, "The chain".
    "cut_tail": (SOUND, "unfinished", "5 entries"),
    "flipped_bit": (NO_LOG, "damaged", ":6: $.digest: the digest does not fit"),
    "missing_line": (NO_LOG, "damaged", ":6: $.digest: the digest does not fit"),
    "reordered_lines": (NO_LOG, "damaged", ":6: $.digest: the digest does not fit"),
    "line_twice": (NO_LOG, "damaged", ":7: $.digest: the digest does not fit"),
    "line_ends_of_another_system": (NO_LOG, "damaged", ":1: $.digest: the digest does not fit"),
    "byte_order_mark": (NO_LOG, "damaged", ":1: this is not JSON: UTF-8 byte order mark"),
    "spaces": (NO_LOG, "damaged", ":5: $.digest: the digest does not fit"),
    "wrong_utf8": (NO_LOG, "damaged", ":5: this is not JSON"),
    "changed_event": (NO_LOG, "damaged", ":5: $.digest: the digest does not fit"),
    "changed_event_chained_anew": (DIFFERS, "path", "entry 2, mismatch at /events/2/amount (gained/1)"),
    "changed_last_event_chained_anew": (DIFFERS, "path", "entry 6, mismatch at /events/1/amount (gained/1)"),
    "event_missing_chained_anew": (DIFFERS, "path", "entry 2, extra at /events/0 (die_placed/1)"),
    "event_twice_chained_anew": (DIFFERS, "winner", "entry 2, missing at /events/1 (die_placed/1)"),
    "citation_changed_chained_anew": (DIFFERS, "cites", "entry 2, mismatch at /events/0/cites (die_placed/1)"),
    "draw_changed_chained_anew": (DIFFERS, "chance", "entry 1, draw at /draws"),
    "two_keys": (NO_LOG, "damaged", ":5: the line is not in its canonical spelling"),
    "unknown_key": (NO_LOG, "damaged", ':5: $: the field "remark" is not known here'),
    "missing_key": (NO_LOG, "damaged", ':5: $: the field "draws" is missing'),
    "unknown_kind": (NO_LOG, "damaged", ':5: $: "mvoe" is no kind of entry; did you mean "move"?'),
    "unknown_event": (NO_LOG, "damaged", ':5: $.events[0]: "die_palced/1" is no event of marco_polo'),
    "unknown_move": (NO_LOG, "damaged", ':5: $.move: "take_six_coins" is no move of marco_polo'),
    "text_for_a_number": (NO_LOG, "damaged", ':5: $.events[2].amount: expected a whole number, found "5"'),
    "fraction": (NO_LOG, "damaged", ":5: $.events[2].amount: expected a whole number, found 5.0"),
    "number_too_large": (NO_LOG, "damaged", ":5: $.events[2].amount: expected a whole number"),
    "negative_die": (DIFFERS, "impossible", "entry 2 is refused here: char.raschid"),
    "strange_seat": (NO_LOG, "damaged", ':5: $.by: expected one of blue, yellow, found "mauve"'),
    "secret_opened_otherwise": (NO_LOG, "damaged", ":2: $.sealed: the opening does not fit its commitment"),
    "later_format": (UNAVAILABLE, "unavailable", ':1: $.refold: this refold reads "log/1", the file is "log/9"'),
    "later_event": (
        UNAVAILABLE,
        "unavailable",
        ':5: $.events[0]: "die_placed/99" is a later version than is known here',
    ),
    "another_game": (UNAVAILABLE, "unavailable", ':1: there is no game "chess" here'),
    # Rules of another version that lead to the same are no fault; that they are others is told.
    "later_rules": (SOUND, "same", "recorded under rules version 99, here is version 1"),
    "strange_pack": (UNAVAILABLE, "unavailable", 'with pack "bass", which is not here'),
    "strange_ruling": (UNAVAILABLE, "unavailable", ':1: marco_polo has no ruling "dice"'),
}
"""By kind: exit code, verdict, and what must be said."""


def path_of(kind: str) -> Path:
    return DAMAGED / f"{kind}.log.jsonl"


@pytest.mark.parametrize("kind", SAID)
def test_what_is_wrong_is_said(kind: str) -> None:
    code, verdict, words = SAID[kind]
    answer = CliRunner().invoke(refold, ["verify", str(path_of(kind))])

    assert code == answer.exit_code, answer.output
    assert f"{path_of(kind)}: {verdict} (" in answer.output
    assert words in answer.output


def test_each_kind_is_there_and_can_be_made_anew() -> None:
    """`python -m tools.damage` writes them when the events of the sound game have changed."""
    assert SAID.keys() == damaged().keys()
    assert {f"{kind}.log.jsonl" for kind in SAID} == {path.name for path in DAMAGED.glob("*.log.jsonl")}


def test_a_batch_of_them_ends_with_the_gravest_code() -> None:
    answer = CliRunner().invoke(refold, ["verify", str(DAMAGED)])
    paths = [str(path_of(kind)) for kind in ("changed_event_chained_anew", "later_format")]

    assert NO_LOG == answer.exit_code, "a folder that is named itself is looked into"
    assert DIFFERS == CliRunner().invoke(refold, ["verify", *paths]).exit_code


def test_a_folder_called_damaged_is_passed_over() -> None:
    inside = find_logs([DAMAGED.parent])

    assert inside
    assert [] == [path for path in inside if DAMAGED in path.parents]


def test_what_is_no_file_is_passed_over(tmp_path: Path) -> None:
    """Whoever opened a pipe of such a name would wait for a writer; a folder of such a name is looked into."""
    inner = tmp_path / "folder.log.jsonl" / "inner.log.jsonl"
    inner.parent.mkdir()
    inner.touch()
    os.mkfifo(tmp_path / "pipe.log.jsonl")

    assert [inner] == find_logs([tmp_path])


def test_a_forger_changes_what_is_there() -> None:
    with pytest.raises(ValueError, match="entry 2 does not hold"):
        forged(path_of("cut_tail").read_bytes(), 2, "no such text", "")
