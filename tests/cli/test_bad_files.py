"""Bad files: a sentence with the place, the right exit code, nothing lost, and never a wrong state."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from events.envelope import MoveEntry
from events.errors import RefoldError
from events.games.marco_polo.turns import Gained
from kernel.copies import replace
from replay.keeping import check
from replay.logs import read_log
from replay.salvage import sound
from tests.cli.conftest import Refold, write_script
from tests.making import bid, log_lines, rechained

ROOT = Path(__file__).parents[2]

READERS = [
    ["show"],
    ["replay"],
    ["legal"],
    ["why", "--entry", "2"],
    ["log", "check"],
    ["log", "seal"],
    ["log", "repair"],
    ["log", "redact", "-o", "out"],
    ["log", "to-script", "-o", "out"],
    ["verify"],
    ["record"],
]
"""Every command that opens a log."""


def edited(path: str, edit) -> Path:
    """A copy of a log with its lines changed by `edit`."""
    lines = Path(path).read_bytes().splitlines(keepends=True)
    bad = Path("bad.log.jsonl")
    bad.write_bytes(b"".join(edit(lines)))
    return bad


def one_sentence(text: str) -> str:
    """The one line of standard error that is the error."""
    lines = [line for line in text.splitlines() if not line.startswith("note: ")]

    assert 1 == len(lines), text
    assert lines[0].startswith("error: ")

    return lines[0]


@pytest.mark.parametrize("words", READERS, ids=" ".join)
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"\x00\xff\xfe\x89PNG\r\n\x1a\n" * 20,
        b"no json\n",
        b"[]\n",
        b"{}\n",
        b'{"refold":"log/1"}\n',
        b'{"refold":1}\n',
        b"[" * 5000 + b"\n",
        b'{"a":' * 5000 + b"1" + b"}" * 5000 + b"\n",
        b'{"refold":"log/1","x":"' + b"x" * 1_100_000 + b'"}\n',
        b'\xef\xbb\xbf{"refold":"log/1"}\n',
    ],
    ids=["empty", "blank", "binary", "text", "list", "object", "bare", "number", "deep", "deep keys", "long", "mark"],
)
def test_what_is_no_log_is_3_at_line_1(words: list[str], content: bytes, refold: Refold, folder: Path) -> None:
    Path("bad.log.jsonl").write_bytes(content)
    answer = refold(*words, "bad.log.jsonl")

    assert 3 == answer.exit_code, answer.output
    assert "Traceback" not in answer.output
    assert "bad.log.jsonl:1" in answer.output
    assert content == Path("bad.log.jsonl").read_bytes()
    assert ["bad.log.jsonl"] == [path.name for path in folder.iterdir()]


@pytest.mark.parametrize("words", READERS, ids=" ".join)
def test_a_folder_and_a_missing_file_are_3(words: list[str], refold: Refold) -> None:
    Path("folder").mkdir()
    if words != ["verify"]:
        assert "this is a folder" in one_sentence(refold(*words, "folder").stderr) or words == ["record"]
        assert 3 == refold(*words, "folder").exit_code
    assert 3 == refold(*words, "none").exit_code


@pytest.mark.parametrize("words", READERS, ids=" ".join)
def test_another_format_game_pack_or_ruling_is_4(words: list[str], short: str, refold: Refold) -> None:
    for old, new in [
        (b'"refold":"log/1"', b'"refold":"log/9"'),
        (b'"game":"toy"', b'"game":"chess"'),
        (b'"pack":"base"', b'"pack":"none"'),
        (b'"rulings":{}', b'"rulings":{"tie":"first"}'),
        (b'"rulings":{}', b'"rulings":{"ties":"third"}'),
        (b'"setup":{}', b'"setup":{"variant":"none"}'),
        (b'"algorithm":"hmac-sha256/1"', b'"algorithm":"dice/7"'),
    ]:
        bad = edited(short, lambda lines, old=old, new=new: rechained([lines[0].replace(old, new), *lines[1:]]))
        answer = refold(*words, bad)

        assert 4 == answer.exit_code, (new, answer.output)
        assert "bad.log.jsonl" in answer.output


def test_a_log_does_not_choose_which_file_is_opened_as_its_pack(short: str, refold: Refold) -> None:
    """A stranger's log names a pack; what stands in a file of the reader's is neither read nor told."""
    Path("mine.json").write_text("mine")
    for name in (b"mine.json", b"/dev/zero.json", b"no\\u0000ne.json"):
        old, new = b'"pack":"base"', b'"pack":"%b"' % name
        bad = edited(short, lambda lines, old=old, new=new: rechained([lines[0].replace(old, new), *lines[1:]]))
        answer = refold("verify", bad)

        assert 4 == answer.exit_code, answer.output
        assert "name it by --content FILE" in answer.output


@pytest.mark.parametrize(
    "words",
    [
        ["why", "--at", "2", "--move", '{"by":"b","do":"bid","coins":1}'],
        ["audit"],
        ["verify"],
        ["log", "redact", "-o", "out"],
    ],
)
def test_a_told_seed_that_is_none_is_no_fault_of_ours(words: list[str], short: str, refold: Refold) -> None:
    n = sum(b'"kind":' in line for line in Path(short).read_bytes().splitlines()) + 1
    reveal = b'{"n":%d,"kind":"reveal","seed":"zz","digest":"%b"}\n' % (n, b"0" * 64)
    bad = edited(short, lambda lines: rechained([*lines, reveal]))

    assert refold(*words, bad).exit_code in (0, 1)


@pytest.mark.parametrize("words", ["show", "show --json", "replay --boards entries", "legal", "verify", "audit"])
def test_a_card_that_does_not_exist_is_the_logs_fault(words: str, short: str, refold: Refold) -> None:
    """A forger records any event, and chains it anew."""
    bad = edited(short, lambda lines: rechained([line.replace(b'"card":"card_', b'"card":"cart_') for line in lines]))

    assert refold(*words.split(), bad).exit_code in (0, 1, 3)


BAD_ENTRIES = [
    (b'"by":"a"', b'"by":"c"'),
    (b'"kind":"move"', b'"kind":"mvoe"'),
    (b'"do":"bid"', b'"do":"bit"'),
    (b'"type":"bid_made/1"', b'"type":"bid_made/0"'),
    (b'"type":"bid_made/1","seat":"a"', b'"type":"bid_made/1","seta":"a"'),
    (b'"draws":[]', b'"draws":[["deck/0",-1,["card_1"]]]'),
    (b'"draws":[]', b'"draws":[["deck/0",18446744073709551616,["card_1"]]]'),
    (b'"draws":[]', b'"draws":[["deck/0",0,[1.5]]]'),
    (b'"draws":[]', b'"draws":[["deck/0",true,[1]]]'),
    (b'"draws":[]', b'"draws":{}'),
    (b'"draws":[]', b'"draws":[],"draws":[]'),
    (b'"draws":[]', b'"draws":[],"more":1'),
    (b'"draws":[],', b""),
    (b'"n":2', b'"n":3'),
    (b'"n":2', b'"n":2.0'),
    (b'"n":2', b'"n": 2'),
    (b'"n":2,"kind":"move"', b'"kind":"move","n":2'),
    (b'"cites":["bid.once"]', b'"cites":"bid.once"'),
]
"""What a forger who keeps the chain could write in an entry."""


@pytest.mark.parametrize(("old", "new"), BAD_ENTRIES, ids=[new.decode() or "missing" for _, new in BAD_ENTRIES])
def test_a_malformed_entry_is_named_by_line(old: bytes, new: bytes, short: str, refold: Refold) -> None:
    at = next(n for n, line in enumerate(Path(short).read_bytes().splitlines()) if line.startswith(b'{"n":2'))

    def edit(lines: list[bytes]) -> list[bytes]:
        assert old in lines[at]
        return rechained([*lines[:at], lines[at].replace(old, new, 1), *lines[at + 1 :]])

    bad = edited(short, edit)
    answer = refold("log", "check", bad)

    assert 3 == answer.exit_code, answer.output
    assert f"bad.log.jsonl:{at + 1}: " in one_sentence(answer.stderr)


def test_an_event_that_cannot_follow_is_damage_and_what_stands_before_it_is_told(short: str, refold: Refold) -> None:
    """A reducer meets what no game does; lesson U67."""
    bad = edited(
        short,
        lambda lines: rechained(
            [line.replace(b'"card_won/2","seat":"a"', b'"card_won/2","seat":"z"') for line in lines]
        ),
    )

    answer = refold("replay", bad)

    assert 3 == answer.exit_code
    assert "its events cannot follow" in one_sentence(answer.stderr)
    assert 3 == refold("show", bad).exit_code
    assert "Traceback" not in answer.output


def test_a_position_before_an_event_that_cannot_follow_is_shown(short: str, refold: Refold) -> None:
    """Who audits a log looks at what stands before the fault; its lines and their chain are sound."""
    bad = edited(
        short,
        lambda lines: rechained(
            [line.replace(b'"card_won/2","seat":"a"', b'"card_won/2","seat":"z"') for line in lines]
        ),
    )
    last = Path(bad).read_bytes().count(b'{"n":')
    answer = refold("show", bad, "--at", "1")

    assert 0 == answer.exit_code, answer.output
    assert f"1 of {last}" in answer.stdout
    assert [3] * (last - 2) == [refold("show", bad, "--at", str(n)).exit_code for n in range(3, last + 1)]
    assert "there is no entry" in one_sentence(refold("show", short, "--at", str(last + 1)).stderr)


@pytest.mark.parametrize("words", [["show", "--json"], ["replay", "--json"], ["verify", "--json"], ["audit", "--json"]])
def test_a_stock_that_grows_beyond_64_bits_is_told(words: list[str], refold: Refold) -> None:
    """Each amount is one that a line may hold; their sum is not."""
    log = read_log(ROOT / "fixtures" / "marco_polo" / "games" / "demo.log.jsonl")
    gained: Any = Gained(seat=log.header.seats[0], resource="vp", amount=2**63 - 1, cites=("coins5.one_die",))
    entries = [
        replace(entry, events=(*entry.events, *[gained] * 4))
        if isinstance(entry, MoveEntry) and entry.n == 2
        else entry
        for entry in log.entries
    ]
    Path("large.log.jsonl").write_bytes(b"".join(log_lines(log.game.vocabulary, log.header, entries)))
    answer = refold(words[0], "large.log.jsonl", *words[1:])

    assert answer.exit_code in {1, 3}, answer.output
    assert "Traceback" not in answer.output


def test_a_script_for_a_log_and_a_log_for_a_script_are_told(short: str, refold: Refold) -> None:
    log_for_script = refold("play", short, "--check")
    script = write_script("mine.game.json", [bid("a", 1)])
    script.write_text(json.dumps(json.loads(script.read_text(encoding="utf-8")), indent=1), encoding="utf-8")
    script_for_log = refold("show", script)

    assert (3, 3) == (log_for_script.exit_code, script_for_log.exit_code)
    assert "this is a log, not a script" in one_sentence(log_for_script.stderr)
    assert "this is a script, not a log" in one_sentence(script_for_log.stderr)


def test_a_damaged_log_is_told_as_far_as_it_goes(short: str, refold: Refold) -> None:
    """Lesson U67: the good prefix, then the reason."""
    bad = edited(short, lambda lines: [*lines[:-1], lines[-1].replace(b'"by":"a"', b'"by":"b"')])
    answer = refold("replay", bad)

    assert 3 == answer.exit_code
    assert "bid: coins 1" in answer.stdout
    assert "the digest does not fit" in one_sentence(answer.stderr)


def test_a_log_cut_at_any_byte_is_recovered_or_refused_and_never_another_state(short: str, refold: Refold) -> None:
    """Lesson U46."""
    whole = Path(short).read_bytes()
    entries = next(n for n, line in enumerate(whole.splitlines()) if line.startswith(b'{"n":2'))
    whole = b"".join(whole.splitlines(keepends=True)[: entries + 1])
    Path("whole.log.jsonl").write_bytes(whole)
    timeline = sound(Path("whole.log.jsonl")).timeline
    ends = {0}
    for place, byte in enumerate(whole):
        if byte == 10:
            ends.add(place + 1)
    cut = Path("cut.log.jsonl")
    for size in range(len(whole)):
        cut.write_bytes(whole[:size])
        try:
            found = sound(cut)
        except RefoldError:
            continue
        last = found.timeline.last

        assert timeline.document(last) == found.timeline.document(last)
        assert (found.fault is None) <= (size in ends)

    for size in (*range(0, len(whole), 97), *(end - 1 for end in ends if end)):
        cut.write_bytes(whole[:size])

        assert 3 == refold("show", cut).exit_code or size in ends


def test_one_bit_flipped_at_any_byte_is_detected(short: str) -> None:
    whole = Path(short).read_bytes()
    whole = b"".join(whole.splitlines(keepends=True)[:6])
    bad = Path("bad.log.jsonl")
    missed = []
    for place in range(len(whole)):
        flipped = bytearray(whole)
        flipped[place] ^= 1 << place % 8
        bad.write_bytes(flipped)
        try:
            check(bad)
        except RefoldError:
            continue
        missed.append(place)

    assert [] == missed


@pytest.mark.parametrize("place", [10, 300, 600, 1200, 1700, 2300])
def test_a_flipped_bit_exits_with_3_or_4_and_one_sentence(place: int, short: str, refold: Refold) -> None:
    whole = bytearray(Path(short).read_bytes())
    whole[place] ^= 4
    Path("bad.log.jsonl").write_bytes(whole)
    for words in READERS:
        answer = refold(*words, "bad.log.jsonl")

        assert answer.exit_code in (3, 4), answer.output
        assert "Traceback" not in answer.output


def test_the_last_event_changed_and_chained_anew_is_found_by_verify(short: str, refold: Refold) -> None:
    """Lesson U23; U32: what is recorded and what is recomputed is told apart."""
    bad = edited(short, lambda lines: rechained([*lines[:-1], lines[-1].replace(b'"seat":"a"', b'"seat":"b"')]))

    assert 0 == refold("log", "check", bad).exit_code

    answer = refold("verify", bad)

    assert 1 == answer.exit_code
    assert "recorded:" in answer.stdout
    assert "recomputed:" in answer.stdout


BAD_SCRIPTS = [
    ({"steps": [{"by": "c", "do": "bid", "coins": 1}]}, 1, "/steps/0/by"),
    ({"steps": [bid("a", -1)]}, 1, "/steps/0"),
    ({"steps": [bid("a", 2**64)]}, 3, "/steps/0"),
    ({"steps": [bid("a", 9)]}, 1, "/steps/0: the move is refused by bid.affordable: needs 9, has 5"),
    ({"steps": [bid("a", 1, refused="bid.affordable")]}, 1, "/steps/0: expected a refusal"),
    ({"steps": [{"by": "a", "do": "bid"}]}, 3, '/steps/0: the field "coins" is missing'),
    ({"steps": [{"by": "a", "do": "bid", "coin": 1}]}, 3, 'did you mean "coins"'),
    ({"steps": [{"by": "a", "do": "bit", "coins": 1}]}, 3, 'did you mean "bid"'),
    ({"steps": [{"expect": {"/players/c/coins": 1}}]}, 1, "/steps/0/expect"),
    ({"steps": [{"expect": {"/players/a/coins": 1}}]}, 1, "expected 1, found 5"),
    ({"steps": [{"given": {"/players/a/coins": "x"}}]}, 1, "/steps/0/given"),
    ({"steps": [{"given": {"/players/a/coins": -3}}]}, 1, "/steps/0/given"),
    ({"steps": [{"given": {"/nowhere/a": 1}}]}, 1, "/steps/0/given"),
    ({"steps": [{"undo": 7}]}, 1, "/steps/0"),
    ({"steps": [{"stepp": 1}]}, 3, "/steps/0"),
    ({"steps": [3]}, 3, "/steps/0"),
    ({"steps": {}}, 3, "/steps"),
    ({"steps": [], "seatz": []}, 3, 'did you mean "seats"'),
    ({"steps": [], "seats": ["a"]}, 3, "bad.game.json"),
    ({"steps": [], "seats": "ab"}, 3, "/seats"),
    ({"steps": [], "seats": ["a", "a"]}, 3, "bad.game.json"),
    ({"steps": [], "seed": "12"}, 3, "bad.game.json"),
    ({"steps": [], "seed": ""}, 1, "draw needed"),
    ({"steps": [], "game": "toyy"}, 4, 'did you mean "toy"'),
    ({"steps": [], "content": "none"}, 4, "base"),
    ({"steps": [], "content": "none.json"}, 3, "none.json"),
    ({"steps": [], "content": "no\0ne.json"}, 3, "no file can have this name"),
    ({"steps": [{"include": "no\0ne"}]}, 3, "no file can have this name"),
    ({"steps": [{"given": {f"/players/a/won/{'9' * 5000}": 1}}]}, 1, "/steps/0/given"),
    ({"steps": [{"expect": {f"/players/a/won/{'9' * 5000}": 1}}]}, 1, "/steps/0/expect"),
    ({"steps": [], "rulings": {"tie": "first"}}, 4, 'did you mean "ties"'),
    ({"steps": [], "setup": {"variant": "none"}}, 4, "basic"),
    ({"steps": [], "refold": "script/9"}, 4, "script/1"),
    ({"steps": [], "meta": {"x": "\ud800"}}, 3, "bad.game.json"),
    ({"steps": [], "chance": {"deck/0": ["card_9"]}}, 1, "/chance"),
    ({"steps": [], "chance": {"deck/9": ["card_1"]}}, 1, "left over"),
]


@pytest.mark.parametrize(("top", "code", "told"), BAD_SCRIPTS, ids=[json.dumps(top)[:60] for top, _, _ in BAD_SCRIPTS])
def test_a_bad_script_is_named_with_its_place_and_writes_nothing(
    top: dict, code: int, told: str, refold: Refold, folder: Path
) -> None:
    top = dict(top)
    write_script("bad.game.json", top.pop("steps"), **top)
    answer = refold("play", "bad.game.json", "-o", "out.log.jsonl")

    assert code == answer.exit_code, answer.output
    assert told in one_sentence(answer.stderr)
    assert ["bad.game.json"] == [path.name for path in folder.iterdir()]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"{",
        b'{"refold":"script/1","game":"toy","game":"toy"}',
        b'{"refold":"script/1","game":NaN}',
        b'{"refold":"script/1","game":"toy","seats":["a","b"],"steps":[{"undo":' + b"9" * 5000 + b"}]}",
        b"[" * 100_000,
        b'{"refold":"script/1","title":"' + b"x" * 5_000_000 + b'"}',
    ],
    ids=["empty", "binary", "list", "torn", "keys", "nan", "digits", "deep", "long"],
)
def test_what_is_no_script_is_3(text: bytes, refold: Refold) -> None:
    Path("bad.game.json").write_bytes(text)
    answer = refold("play", "bad.game.json", "--check")

    assert 3 == answer.exit_code, answer.output
    assert "bad.game.json" in one_sentence(answer.stderr)
