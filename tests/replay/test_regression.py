"""A changed rule: what it does to a corpus, what is meant and what is not, the shortest example, other engines."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import orjson
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it ships no types

from events.envelope import Entry, MoveEntry
from kernel.errors import BadSetup
from replay import expected
from replay.batch import How, Selection, State, signature, totals, verify_all
from replay.engine import serve
from replay.engine_schema import engine_schema
from replay.foreign import Foreign, NoEngine, verify_by
from replay.impact import Impact, impact
from replay.logs import read_log
from replay.minimise import NothingToShrink, minimise_log, minimise_script, shortest
from replay.regress import log_bytes
from replay.report import Report
from replay.verify import find_logs, verify_log
from tests.making import SEED, bid, lines_of, played
from tests.toy import words

ALWAYS_FIRST = [bid("a", 1), bid("b", 0)] * 4
"""A wins every card."""

ONE_TIE = [bid("a", 1), bid("b", 1), bid("a", 1), bid("b", 0), bid("a", 1), bid("b", 0), bid("a", 1), bid("b", 0)]
"""Nobody pays in the first round; A wins the others with the 4 coins that are left after it."""

A_TIE_THAT_MATTERS = [bid("a", 2), bid("b", 2), bid("a", 4), bid("b", 0), bid("a", 0), bid("b", 1)]
"""A's bid of 4 in the second round needs the 2 coins of the first."""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Three games: one without level bids, one with, one in which A could not pay under the other reading."""
    for name, steps in (("none", ALWAYS_FIRST), ("one", ONE_TIE), ("matters", A_TIE_THAT_MATTERS)):
        (tmp_path / f"{name}.log.jsonl").write_bytes(b"".join(lines_of(played(*steps))))
    return tmp_path


def named(corpus: Path, name: str) -> Path:
    return corpus / f"{name}.log.jsonl"


def test_impact_tells_who_exercised_who_breaks_and_whose_score_changes(corpus: Path) -> None:
    """U4, U5: counts, and the list of games in a stable order."""
    found = Impact(effects=tuple(impact(find_logs([corpus]), rulings={"ties": "first"})))

    verdicts = {Path(effect.path).name.split(".")[0]: effect.verdict for effect in found.effects}
    assert verdicts == {"matters": "impossible", "none": "same", "one": "score"}
    assert [Path(path).name.split(".")[0] for path in found.exercised] == ["matters", "one"]


def test_impact_names_the_clause_that_refuses_and_the_shortest_example(corpus: Path) -> None:
    """Under the other reading A pays 2 for the tie and has 3 left for a bid of 4."""
    found = Impact(effects=tuple(impact(find_logs([corpus]), rulings={"ties": "first"})))

    broken = found.shortest("impossible")
    assert broken is not None
    assert (broken.report.clause, dict(broken.report.facts)) == ("bid.affordable", {"needs": 4, "has": 3})


def test_impact_of_the_reading_in_force_is_nothing(corpus: Path) -> None:
    """A change that is none changes no game."""
    assert {effect.verdict for effect in impact(find_logs([corpus]), rulings={"ties": "nobody"})} <= {
        "same",
        "unfinished",
    }


def test_impact_of_an_unknown_option_lists_what_there_is(corpus: Path) -> None:
    """A wrong name is an error, not an empty answer."""
    with pytest.raises(BadSetup, match="there are: nobody, first"):
        list(impact(find_logs([corpus]), rulings={"ties": "all"}))


def planted(path: Path) -> Path:
    """Make a log's first card won dearer, chained anew."""
    log = read_log(path)
    entries: list[Entry] = []
    done = False
    for entry in log.entries:
        if isinstance(entry, MoveEntry) and not done and any(isinstance(e, words.CardWon) for e in entry.events):
            found: tuple[Any, ...] = entry.events
            events: list[Any] = [attrs.evolve(e, coins=0) if isinstance(e, words.CardWon) else e for e in found]
            entries.append(attrs.evolve(entry, events=tuple(events)))
            done = True
        else:
            entries.append(entry)
    path.write_bytes(log_bytes(log.header, entries, log.game))
    return path


def test_failures_are_grouped_by_what_is_wrong(corpus: Path) -> None:
    """U22: one fault in two logs is one group, whatever the numbers of the entries."""
    planted(named(corpus, "none"))
    planted(named(corpus, "one"))

    found = totals(list(verify_all(find_logs([corpus]))))

    assert [len(paths) for paths in found.groups.values()] == [2]
    assert next(iter(found.groups)) == "mismatch card_won/2 /events/*/coins"


def test_two_processes_tell_the_same_as_one(corpus: Path) -> None:
    """The order and the content of the reports do not hang on how the work is spread."""
    lines = named(corpus, "one").read_bytes()
    for number in range(40):
        (corpus / f"copy_{number:02}.log.jsonl").write_bytes(lines)
    paths = find_logs([corpus])

    assert list(verify_all(paths, jobs=2)) == list(verify_all(paths))


def test_a_batch_is_taken_up_again_without_doing_work_twice(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was verified for the same bytes is not verified again; what changed since is."""
    paths = find_logs([corpus])
    kept = corpus / "state.jsonl"
    first = list(verify_all(paths, state=State(kept)))
    planted(named(corpus, "one"))
    looked_at: list[Path] = []

    def look(path: Path, how: How) -> Report:
        looked_at.append(path)
        return verify_log(path, content=how.content)

    monkeypatch.setattr("replay.batch.verify_one", look)

    second = list(verify_all(paths, state=State(kept)))

    assert looked_at == [named(corpus, "one")]
    assert [new == old for new, old in zip(second, first, strict=True)] == [True, True, False]


def test_recordings_are_selected_by_what_is_in_them(corpus: Path) -> None:
    """By game, seats, clause cited, and each N-th."""
    paths = find_logs([corpus])

    assert Selection(clause="bid.tie").of(paths) == [named(corpus, "matters"), named(corpus, "one")]
    assert Selection(seats=3).of(paths) == []
    assert Selection(ruling="ties=first").of(paths) == []
    assert Selection(every=2).of(paths) == paths[::2]


def write_expected(folder: Path, *patterns: dict[str, str]) -> Path:
    path = folder / "meant.json"
    path.write_text(json.dumps({"refold": "expected/1", "expected": list(patterns)}))
    return path


def test_what_is_meant_is_counted_apart_and_the_rest_stands_out(corpus: Path) -> None:
    """An intended change leaves only the unintended differences to read."""
    planted(named(corpus, "none"))
    reports = list(verify_all(find_logs([corpus])))
    patterns = expected.read_expected(
        write_expected(
            corpus, {"event": "card_won/*", "reason": "cards are free now"}, {"clause": "bid.tie", "reason": "-"}
        )
    )

    found = expected.sort(reports, patterns)

    assert [len(matched) for _, matched in found.meant] == [1, 0]
    assert found.other == ()
    assert [pattern.clause for pattern in found.idle] == ["bid.tie"]


def test_a_pattern_without_a_reason_is_refused(corpus: Path) -> None:
    """Expected differences are reviewed: each says why."""
    with pytest.raises(Exception, match="names its reason"):
        expected.read_expected(write_expected(corpus, {"event": "*", "reason": " "}))


def test_a_diverging_log_is_shrunk_to_one_move(corpus: Path) -> None:
    """Set-up, position, and the entry that differs, in the same way."""
    path = planted(named(corpus, "one"))
    wrong = signature(verify_log(path))

    found = minimise_log(read_log(path))
    path.write_bytes(found.text)

    assert found.after == 3
    assert signature(verify_log(path)) == wrong


def test_a_sound_log_is_not_shrunk(corpus: Path) -> None:
    """There is nothing wrong to keep."""
    with pytest.raises(NothingToShrink):
        minimise_log(read_log(named(corpus, "one")))


def test_a_failing_script_is_shrunk_to_the_steps_that_fail(tmp_path: Path) -> None:
    """Of seven steps two are enough to bid twice."""
    path = tmp_path / "failing.game.json"
    steps = [*ONE_TIE[:5], bid("a", 0), bid("b", 0)]
    path.write_text(
        json.dumps({"refold": "script/1", "game": "toy", "seats": ["a", "b"], "seed": SEED, "steps": steps})
    )

    found = minimise_script(path)

    assert (found.before, found.after, found.signature) == (7, 2, "bid.once")


def test_shortest_leaves_only_what_is_needed() -> None:
    """Delta debugging keeps exactly the items that are wrong together, in their order."""
    looks = []

    def wrong(items: Sequence[int]) -> bool:
        looks.append(items)
        return {3, 77} <= set(items)

    assert shortest(range(100), wrong) == [3, 77]
    assert len(looks) < 100


def asked(path: Path) -> list[bytes]:
    return [*path.read_bytes().splitlines(keepends=True), b'{"done":true}\n']


def test_an_engine_answers_each_line_of_a_log(corpus: Path) -> None:
    """Events come back as they were recorded, and the standings at the end."""
    path = named(corpus, "one")
    answers = [orjson.loads(answer) for answer in serve(asked(path))]
    records = [orjson.loads(line) for line in path.read_bytes().splitlines()]

    for record, answer in zip(records, answers, strict=False):
        if record.get("kind") == "move":
            assert (answer["n"], answer["events"]) == (record["n"], record["events"])
    assert {standing["seat"] for standing in answers[-1]["standings"]} == {"a", "b"}


def test_an_engine_answers_nonsense_with_an_error_and_goes_on(corpus: Path) -> None:
    """A bad line ends neither the engine nor the game."""
    lines = asked(named(corpus, "one"))
    answers = [orjson.loads(answer) for answer in serve([b"{\n", b'{"n":1}\n', *lines[:1], b"[]\n", *lines[1:]])]

    assert [answer.get("code") for answer in answers[:2]] == [3, 3]
    assert answers[3]["code"] == 3
    assert "standings" in answers[-1]


def test_every_answer_is_as_the_schema_says(corpus: Path) -> None:
    """One of each kind, and each of exactly one."""
    lines = asked(named(corpus, "one"))
    place = next(place for place, line in enumerate(lines) if b'"by":"a"' in line)
    again = orjson.dumps({**orjson.loads(lines[place]), "n": 3}) + b"\n"
    seed = f'{{"seed":"{SEED}"}}\n'.encode()
    games = [[b"{\n", *lines[:1], seed, *lines[1:]], [*lines[: place + 1], again]]
    validator = Draft202012Validator(engine_schema())

    met = set()
    for answer in (orjson.loads(answer) for game in games for answer in serve(game)):
        assert [] == [error.message for error in validator.iter_errors(answer)], answer
        met.add(frozenset(answer))

    assert {frozenset(kind["required"]) for name, kind in engine_schema()["$defs"].items() if name != "stopped"} == met


ENGINE = "from tests import conftest; import sys; from replay.engine import serve; \
[(sys.stdout.buffer.write(a), sys.stdout.buffer.flush()) for a in serve(iter(sys.stdin.buffer.readline, b''))]"


def test_another_process_verifies_a_log(corpus: Path) -> None:
    """A foreign engine is held to the same log."""
    with Foreign([sys.executable, "-c", ENGINE]) as engine:
        sound = verify_by(read_log(named(corpus, "one")), engine)
        wrong = verify_by(read_log(planted(named(corpus, "none"))), engine)

    assert (sound.verdict, sound.differences) == ("same", ())
    assert (wrong.differences[0].event, wrong.differences[0].recorded) == ("card_won/2", 0)


@pytest.mark.parametrize("command", [["/no/such/program"], [sys.executable, "-c", "print('hello')"]])
def test_what_is_no_engine_is_said_so(corpus: Path, command: list[str]) -> None:
    """A wrong command is one sentence."""
    with pytest.raises(NoEngine), Foreign(command) as engine:
        verify_by(read_log(named(corpus, "one")), engine)
