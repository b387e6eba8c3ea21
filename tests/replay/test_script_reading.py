"""Scripts that are wrong: each fault is told with file, JSON pointer, what was expected and what was found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from events.errors import MalformedLine, RecordError, RefoldError, UnknownType, UnreadableFile, UnsupportedVersion
from kernel.errors import BadContent, BadSeed, BadSetup
from replay.playing import ScriptFailed, play
from replay.script import read_script
from replay.steps import Play
from tests.making import SEED, bid, played, script

TOP = {"refold": "script/1", "game": "toy", "seats": ["a", "b"], "seed": SEED}


def written(folder: Path, record: Any, name: str = "x.game.json") -> Path:
    path = folder / name
    path.write_text(record if isinstance(record, str) else json.dumps(record), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "x.game.json:1:1: this is not JSON: Expecting value"),
        ("[]", "x.game.json: /: expected an object, found a list"),
        ('{"refold":"script/1","refold":"script/1"}', 'x.game.json: the key "refold" is there twice'),
        ('{"game":"toy"}', 'x.game.json: /refold: expected "refold":"script/1", found null'),
        ('{"refold":"log/1"}', 'x.game.json: /refold: expected "refold":"script/1", found "log/1"'),
        ('{"refold":"script/1","game":"toy"}', 'x.game.json: /: the field "seats" is missing'),
        (
            '{"refold":"script/1","game":"toy","seats":["a"],"step":[]}',
            'x.game.json: /: the field "step" is not known here; did you mean "steps"?',
        ),
        ('{"refold":"script/1","game":"toy","seats":["a",1]}', "x.game.json: /seats/1: expected a string, found 1"),
        (
            '{"refold":"script/1","game":"toy","seats":["a"],"chance":{"dice/1":3}}',
            "x.game.json: /chance/dice~11: expected a list, found 3",
        ),
        (
            '{"refold":"script/1","game":"toy","seats":["a"],"given":{"players":3}}',
            'x.game.json: /given: expected "at" or a JSON pointer such as "/players", found "players"',
        ),
        ('{"refold":"script/1","game":"toy","seats":["a"],"steps":[{"expect":{"/x":1.5}}]}', "/steps/0/expect/~1x"),
        ('{"refold":"script/1","game":"toy","seats":["a"],"seed":NaN}', "NaN is no JSON number"),
    ],
)
def test_a_malformed_script_is_told_by_file_and_pointer(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(MalformedLine) as caught:
        read_script(written(tmp_path, text))

    assert told in str(caught.value)


def test_another_version_is_not_malformed_but_not_here(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedVersion, match="script/2"):
        read_script(written(tmp_path, {**TOP, "refold": "script/2"}))


def test_bytes_that_are_no_text_and_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "x.game.json").write_bytes(b'{"\xff')

    with pytest.raises(MalformedLine, match="not UTF-8: byte 3"):
        read_script(tmp_path / "x.game.json")
    with pytest.raises(UnreadableFile, match="folder"):
        read_script(tmp_path)
    with pytest.raises(UnreadableFile, match="no such file"):
        read_script(tmp_path / "none.game.json")


def test_a_script_that_is_too_large_or_too_deep_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="larger than"):
        read_script(written(tmp_path, '{"refold":"' + "x" * 5_000_000))
    with pytest.raises(MalformedLine, match=r"deep|levels"):
        read_script(written(tmp_path, {**TOP, "steps": [{"expect": {"/a": json.loads("[" * 40 + "]" * 40)}}]}))
    with pytest.raises(MalformedLine, match="deep"):
        read_script(written(tmp_path, "[" * 200_000))


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (3, "/steps/0: expected a step, found 3"),
        ({}, "/steps/0: expected a step with one of do, expect, given"),
        ({"expects": {}}, 'found expects; did you mean "expect"?'),
        ({"do": "bid", "coins": 1}, '/steps/0: the field "by" is missing'),
        ({"by": 1, "do": "bid"}, "/steps/0/by: expected a string, found 1"),
        ({"by": "a", "do": "bid", "label": 3}, "/steps/0/label: expected a string, found 3"),
        ({"by": "a", "do": "bid", "then": {}}, "/steps/0/then: expected a list, found an object"),
        ({"by": "a", "do": "bid", "then": [3]}, "/steps/0/then/0: expected an object, found 3"),
        ({"by": "a", "do": "bid", "then": [{"by": "a"}]}, '/steps/0/then/0: the field "by" stands once'),
        ({"by": "a", "do": "bid", "refused": ["x"]}, "/steps/0/refused: expected a string, found a list"),
        ({"by": "a", "do": "bid", "refused": {"last": "x"}}, '/steps/0/refused: the field "last" is not known here'),
        ({"expect": []}, "/steps/0/expect: expected an object, found a list"),
        ({"expect": {"round": 1}}, '/steps/0/expect: expected a JSON pointer such as "/players", found "round"'),
        ({"expect": {"/a~2": 1}}, '/steps/0/expect: expected a JSON pointer such as "/players", found "/a~2"'),
        ({"expect": {"/a": {"min": "x"}}}, '/steps/0/expect/~1a/min: expected a whole number, found "x"'),
        ({"expect": {}, "lable": "x"}, '/steps/0: the field "lable" is not known here; did you mean "label"?'),
        ({"given": {"at": 3}}, "/steps/0/given/at: expected an object, found 3"),
        ({"variation": {}}, "/steps/0/variation: expected a list, found an object"),
        ({"variation": [{"expect": 1}]}, "/steps/0/variation/0/expect: expected an object, found 1"),
        ({"under": {"ties": "first"}}, '/steps/0: the field "steps" is missing'),
        ({"under": {}, "steps": []}, "/steps/0/under: expected at least one ruling, found none"),
        ({"under": {"ties": 1}, "steps": []}, "/steps/0/under/ties: expected a string, found 1"),
        ({"auto": "best"}, '/steps/0/auto: expected one of random, greedy, first, found "best"'),
        ({"auto": "random", "until": 0}, '/steps/0/until: expected "end", "round_end", a number of moves'),
        ({"auto": "random", "until": True}, "/steps/0/until: expected"),
        ({"auto": "random", "until": {"round": "2"}}, "found an object"),
        ({"undo": 1.0}, "/steps/0"),
        ({"undo": True}, "/steps/0/undo: expected a label, the number of an entry, or null, found true"),
        ({"undo": None, "forced": 1}, "/steps/0/forced: expected true or false, found 1"),
        ({"redo": None, "forced": True}, '/steps/0: the field "forced" is not known here'),
        ({"undo": None, "redo": None}, '/steps/0: the field "undo" is not known here'),
        ({"override": {"arbiter": "x"}}, '/steps/0/override: the field "clause" is missing'),
        ({"override": []}, "/steps/0/override: expected an object, found a list"),
        ({"end": "finished"}, '/steps/0/end: expected one of resigned, abandoned, found "finished"'),
        ({"end": "resigned"}, '/steps/0: who resigned? "by" goes with "resigned"'),
        ({"end": "abandoned", "by": "a"}, '"by" goes with "resigned"'),
        ({"note": 3}, "/steps/0/note: expected a string, found 3"),
        ({"include": "x.json"}, "/steps/0: a script from standard input cannot include files"),
        ({"include": 3}, "/steps/0/include: expected a string, found 3"),
    ],
)
def test_a_malformed_step_is_told_by_its_pointer(step: Any, told: str) -> None:
    with pytest.raises(MalformedLine) as caught:
        script(step)

    assert told in str(caught.value)
    assert str(caught.value).startswith("-: /steps/0")


def test_a_label_is_given_once() -> None:
    with pytest.raises(MalformedLine, match='/steps/1/label: the label "x" is there already, at -: /steps/0'):
        script(bid("a", 1, label="x"), bid("b", 1, label="x"))


@pytest.mark.parametrize(
    ("move", "kind", "told"),
    [
        ({"do": "bid"}, MalformedLine, '/steps/0: the field "coins" is missing'),
        ({"do": "bet", "coins": 1}, UnknownType, '/steps/0: "bet" is no move of toy'),
        ({"do": "bid", "coin": 1}, MalformedLine, '/steps/0: the field "coin" is not known here'),
        ({"do": "bid", "coins": 1, "seat": "b"}, MalformedLine, '/steps/0: the field "seat" is not known here'),
        ({"do": None}, UnknownType, "/steps/0: null is no move of toy"),
    ],
)
def test_a_move_of_the_wrong_shape_is_told_by_its_pointer(move: dict[str, Any], kind: type, told: str) -> None:
    """U45: one wrong name, and the script stops there with the JSON path."""
    with pytest.raises(RecordError) as caught:
        played({"by": "a", **move})

    assert type(caught.value) is kind
    assert f"-: {told}" in str(caught.value)


def test_a_choice_of_the_wrong_shape_is_told_by_its_own_pointer() -> None:
    with pytest.raises(MalformedLine, match=r'^-: /steps/0/then/0: the field "coins" is missing'):
        played(bid("a", 1, then=[{"do": "bid"}]))


@pytest.mark.parametrize(
    ("top", "kind", "told"),
    [
        ({"game": "tow"}, UnsupportedVersion, '-: /game: there is no game "tow" here; did you mean "toy"?'),
        ({"seats": ["a"]}, BadSetup, "-: /seats: toy is played by 2 to 4, there are 1 seats"),
        ({"seats": ["a", "a"]}, BadSetup, "-: /seats: a seat is named twice"),
        ({"setup": {"variant": "x"}}, BadSetup, '-: /setup: the option variant has no value "x"'),
        ({"rulings": {"tie": "first"}}, BadSetup, '-: /rulings: toy has no ruling "tie"; did you mean "ties"?'),
        ({"rulings": {"ties": "last"}}, BadSetup, '-: /rulings: the ruling ties has no option "last"'),
        ({"seed": "00"}, BadSeed, "-: /seed: a seed has at least 32 hex digits"),
        ({"seed": "", "chance": {"deck/hands/": [["card_1"]]}}, BadSeed, "-: /seed: this game holds secrets"),
        ({"content": "none"}, UnsupportedVersion, '-: /content: toy has no content pack "none"'),
    ],
)
def test_a_table_that_cannot_be_set_is_told_by_its_pointer(top: dict[str, Any], kind: type, told: str) -> None:
    with pytest.raises(RefoldError) as caught:
        played(**top)

    assert type(caught.value) is kind
    assert told in str(caught.value)


def test_a_pack_of_ones_own_is_found_beside_the_script_and_checked(tmp_path: Path) -> None:
    written(tmp_path, {"pack": "own"}, "own.json")
    path = written(tmp_path, {**TOP, "content": "own.json"})

    with pytest.raises(BadContent, match=r"own\.json: /: the field"):
        play(read_script(path))


def test_steps_are_included_from_beside_the_file_that_includes_them(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    written(tmp_path, [{"include": "bids.json"}, {"expect": {"/players/a/bid": 2}}], "parts/opening.json")
    written(tmp_path, {"steps": [bid("a", 2, label="first")]}, "parts/bids.json")
    path = written(tmp_path, {**TOP, "steps": [{"include": "parts/opening.json", "note": "as always"}, bid("b", 1)]})

    read = read_script(path)

    places = [step.place.removeprefix(f"{tmp_path}/") for step in read.steps]
    assert ["parts/bids.json: /steps/0", "parts/opening.json: /1/expect", "x.game.json: /steps/1"] == places
    assert isinstance(read.steps[0], Play)
    assert 2 == sum(entry.n > 1 for entry in play(read).entries if hasattr(entry, "by"))


@pytest.mark.parametrize("name", ["../out.json", "/etc/hostname", "parts/../../out.json", "link.json"])
def test_nothing_is_included_from_outside_the_scripts_folder(tmp_path: Path, name: str) -> None:
    inside = tmp_path / "inside"
    (inside / "parts").mkdir(parents=True)
    written(tmp_path, [], "out.json")
    (inside / "link.json").symlink_to(tmp_path / "out.json")
    path = written(inside, {**TOP, "steps": [{"include": name}]})

    with pytest.raises(MalformedLine, match=r"/steps/0/include: .* lies outside the script's folder"):
        read_script(path)


def test_a_file_does_not_include_itself_by_any_detour(tmp_path: Path) -> None:
    written(tmp_path, [{"include": "b.json"}], "a.json")
    written(tmp_path, [{"include": "./a.json"}], "b.json")

    with pytest.raises(MalformedLine, match=r"b\.json: /0/include: \"./a\.json\" includes itself"):
        read_script(written(tmp_path, {**TOP, "steps": [{"include": "a.json"}]}))
    with pytest.raises(MalformedLine, match="includes itself"):
        read_script(written(tmp_path, {**TOP, "steps": [{"include": "x.game.json"}]}))


def test_includes_that_double_stop_at_a_limit(tmp_path: Path) -> None:
    for n in range(20):
        written(tmp_path, [{"include": f"{n + 1}.json"}] * 2, f"{n}.json")
    written(tmp_path, [{"note": "x"}], "20.json")

    with pytest.raises(MalformedLine, match="at most 100000 steps"):
        read_script(written(tmp_path, {**TOP, "steps": [{"include": "0.json"}]}))


@pytest.mark.parametrize(
    ("text", "told"),
    [("{}", "holds no list of steps"), ("[1.5]", "expected no fractions"), ("[", "part.json:1:2: this is not JSON")],
)
def test_an_included_file_is_read_as_strictly(tmp_path: Path, text: str, told: str) -> None:
    written(tmp_path, text, "part.json")

    with pytest.raises(MalformedLine, match=told):
        read_script(written(tmp_path, {**TOP, "steps": [{"include": "part.json"}]}))


def test_an_included_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match=r"none\.json: no such file"):
        read_script(written(tmp_path, {**TOP, "steps": [{"include": "none.json"}]}))


def test_the_first_failing_step_stops_a_script_and_what_was_played_is_kept() -> None:
    """U41: nothing after a bad step is applied."""
    with pytest.raises(ScriptFailed) as caught:
        played(bid("a", 1), bid("a", 1, label="again"), bid("b", 1))

    assert "-: /steps/1 (again): the move is refused by bid.once" == str(caught.value)
    assert ("bid.once", "again") == (caught.value.clause, caught.value.label)
    assert 2 == len(caught.value.played.entries)
