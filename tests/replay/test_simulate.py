"""Whole games from one seed: the same ones each time, and what goes wrong is kept."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

from events.errors import UnsupportedVersion
from kernel.errors import BadSetup
from kernel.games import GAMES
from replay.logs import read_log
from replay.simulate import Plan, Spread, seed_of_game, simulate, simulate_one, summed_up
from replay.verify import verify_log
from tests.cli.conftest import Refold
from tests.toy.game import GAME

SEED = bytes(range(16))
TOY = Plan(game="toy", seats=("a", "b"), policy="random", seed=SEED)


def broken(monkeypatch: pytest.MonkeyPatch, **members: Any) -> None:
    monkeypatch.setattr("tests.toy.game.GAME", attrs.evolve(GAME, **members))


def test_the_same_plan_plays_the_same_games_however_many_processes_do_it() -> None:
    numbers = range(1, 13)
    alone = [game.log for game in simulate(TOY, numbers)]

    assert alone == [game.log for game in simulate(TOY, numbers, jobs=2)]
    assert 12 == len(set(alone))


def test_a_game_has_a_seed_of_its_own_that_its_number_gives() -> None:
    """So that one game of many is played again alone, and more games do not change the first ones."""
    (fifth,) = simulate(TOY, [5])

    assert seed_of_game(SEED, 5).hex() == fifth.seed
    assert fifth == list(simulate(TOY, range(1, 7)))[4]
    assert seed_of_game(SEED, 5) != seed_of_game(SEED[::-1], 5)


@pytest.mark.parametrize("policy", ["random", "greedy", "first"])
def test_a_simulated_game_is_a_log_that_verifies(tmp_path: Path, policy: str) -> None:
    game = simulate_one(attrs.evolve(TOY, policy=policy, check=True, rulings={"ties": "first"}), 1)
    path = tmp_path / "a.log.jsonl"
    path.write_bytes(game.log)

    assert "same" == verify_log(path).verdict
    log = read_log(path)
    assert ({"policy": policy}, {"ties": "first"}) == (log.header.meta, log.header.rules.rulings)
    assert (len(log.entries), "") == (game.entries, game.error)


def test_a_check_counts_legal_moves_in_every_state() -> None:
    witnessed, checked = simulate_one(TOY, 1), simulate_one(attrs.evolve(TOY, check=True), 1)

    assert witnessed.log == checked.log
    assert 3 == len(witnessed.legal)
    # Two seats choose at a time, then one.
    assert 12 == len(checked.legal)


def test_a_fault_stops_a_game_and_its_log_is_kept_so_far(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken(monkeypatch, faults=lambda state: ("a card is gone",) if state.round == 2 else ())

    game = simulate_one(attrs.evolve(TOY, check=True), 1)

    assert "after entry 4: a card is gone" == game.error
    assert "Fault" in game.trace
    path = tmp_path / "a.log.jsonl"
    path.write_bytes(game.log)
    assert 4 == len(read_log(path).entries)
    assert "" == simulate_one(TOY, 1).error


def test_whatever_a_rule_raises_is_a_failed_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def decide(state: Any, move: Any, chance: Any) -> Any:
        if state.round == 3:
            raise ZeroDivisionError
        yield from GAME.decide(state, move, chance)

    broken(monkeypatch, decide=decide)

    played = list(simulate(TOY, range(1, 4)))

    assert ["ZeroDivisionError: "] * 3 == [game.error for game in played]
    assert 'File "replay/simulate.py"' in played[0].trace
    assert "in decide" in played[0].trace
    found = summed_up(TOY, played)
    assert (0, None) == (found.games, found.winning)
    assert {game.seed for game in played} == found.failed.keys()


def test_too_many_or_no_legal_moves_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch, legal_moves=lambda state, seat: [*GAME.legal_moves(state, seat)] * 1_000)

    assert (
        "after entry 1: a has 6000 legal moves; b has 6000 legal moves"
        in simulate_one(attrs.evolve(TOY, check=True), 1).error
    )


def test_events_that_fold_otherwise_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    folds = {"n": 0}

    def evolve(state: Any, event: Any) -> Any:
        folds["n"] += 1
        after = GAME.evolve(state, event)
        return attrs.evolve(after, epoch=7) if folds["n"] > 40 else after

    broken(monkeypatch, reducers=dict.fromkeys(GAME.reducers, evolve))

    assert "fold to another document" in simulate_one(attrs.evolve(TOY, check=True), 1).error


def test_a_game_without_an_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replay.simulate.MOST_MOVES", 5)

    assert "there is no end in 5 moves" == simulate_one(TOY, 1).error


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"game": "tow"}, UnsupportedVersion),
        ({"seats": ("a",)}, BadSetup),
        ({"rulings": {"ties": "x"}}, BadSetup),
        ({"content": "none"}, UnsupportedVersion),
    ],
)
def test_a_plan_that_cannot_be_is_refused_before_the_first_game(change: dict[str, Any], error: type) -> None:
    with pytest.raises(error):
        simulate(attrs.evolve(TOY, **change), range(1, 3))


def test_games_are_summed_up() -> None:
    played = list(simulate(attrs.evolve(TOY, policy="first"), range(1, 4)))
    found = summed_up(TOY, played)

    assert (3, {}, ("a", "b")) == (found.games, found.failed, found.seats)
    assert Spread(least=4, low=4.0, median=4.0, high=4.0, most=4, mean=4.0) == found.rounds
    scores = sorted(standing.score for game in played for standing in game.standings if standing.seat == "a")
    assert found.scores["a"] is not None
    assert (scores[0], scores[1], scores[2]) == (
        found.scores["a"].least,
        found.scores["a"].median,
        found.scores["a"].most,
    )
    assert 3 == sum(found.won.values()) - found.shared


# the command


SIMULATE = ("simulate", "toy", "--games", "5", "--seed", SEED.hex())


@pytest.fixture(name="refold")
def _refold() -> Refold:
    from click.testing import CliRunner

    from cli.main import refold as command_line

    return lambda *words, **more: CliRunner().invoke(command_line, [str(word) for word in words], **more)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_command_answers_alike_each_time_and_time_stands_beside_the_answer(refold: Refold) -> None:
    one, other = refold(*SIMULATE, "--json"), refold(*SIMULATE, "--json", "--jobs", "2")

    assert (0, one.stdout) == (one.exit_code, other.stdout)
    assert "5 games in " in one.stderr
    answer = json.loads(one.stdout)
    assert (5, ["blue", "yellow"], SEED.hex()) == (answer["games"], answer["seats"], answer["seed"])
    assert {"least", "low", "median", "high", "most", "mean"} == answer["scores"]["blue"].keys()
    assert [] == list(Path.cwd().iterdir())


def test_the_summary_is_a_table(refold: Refold) -> None:
    told = refold(*SIMULATE, "--summary", "--seats", "anna,ben,cy").stdout

    for word in ("anna", "share", "median", "winning score", "rounds", "entries", "legal moves"):
        assert word in told
    assert f"toy, anna, ben, cy, random, seed {SEED.hex()}: 5 games played to their end" in told


def test_a_fresh_seed_is_told(refold: Refold) -> None:
    one, other = (json.loads(refold("simulate", "toy", "--games", "1", "--json").stdout)["seed"] for _ in range(2))

    assert one != other


def test_logs_are_kept_and_nothing_is_overwritten(refold: Refold) -> None:
    assert 0 == refold(*SIMULATE, "-o", "corpus").exit_code
    first = {path.name: path.read_bytes() for path in Path("corpus").iterdir()}
    assert [f"random-2-00010203-000{n}.log.jsonl" for n in range(1, 6)] == sorted(first)
    assert 0 == refold("verify", "corpus").exit_code

    again = refold(*SIMULATE, "-o", "corpus")
    assert 2 == again.exit_code
    assert "use --force" in again.stderr
    assert 0 == refold(*SIMULATE, "-o", "corpus", "--force").exit_code
    assert first == {path.name: path.read_bytes() for path in Path("corpus").iterdir()}


@pytest.mark.parametrize("options", [(), ("-o", "corpus")])
def test_failing_games_are_kept_by_their_seed_with_the_error(
    refold: Refold, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    broken(
        monkeypatch, faults=lambda state: ("a card is gone",) if state.round == 2 and state.shown == "card_1" else ()
    )

    done = refold(*SIMULATE, "--check", *options)

    assert 1 == done.exit_code
    failed = Path("corpus/failed" if options else "failed-games")
    names = {path.name for path in failed.iterdir()}
    seeds = {seed for seed in (seed_of_game(SEED, n).hex() for n in range(1, 6)) if f"{seed}.log.jsonl" in names}
    assert seeds
    assert {f"{seed}.{end}" for seed in seeds for end in ("log.jsonl", "txt")} == names
    for seed in seeds:
        assert f"failed {seed}: after entry" in done.stdout
        assert "a card is gone" in (failed / f"{seed}.txt").read_text()
        assert "random" == read_log(failed / f"{seed}.log.jsonl").header.meta["policy"]


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("--seats", "9"), 2, "there are names for 6 seats only"),
        (("--seats", "5"), 2, "toy is played by 2 to 4"),
        (("--seed", "00"), 2, "a seed has at least"),
        (("--ruling", "ties=x"), 4, 'no option "x"'),
        (("--setup", "variant=x"), 4, 'no value "x"'),
        (("--games", "0"), 2, "x>=1"),
        (("-o", "file/corpus"), 3, "not a directory"),
    ],
)
def test_a_command_line_that_cannot_be_followed_is_told(
    refold: Refold, words: tuple[str, ...], code: int, told: str
) -> None:
    Path("file").touch()
    done = refold("simulate", "toy", *words)

    assert code == done.exit_code
    assert told in done.stderr
    assert ["file"] == [path.name for path in Path.cwd().iterdir()]


ROOT = Path(__file__).parents[2]


def spawned(*words: str, hash_seed: str = "0") -> tuple[bytes, bytes]:
    """The command in a process of its own, a terminal at its standard error: what it prints to either."""
    main, other = os.openpty()
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "80"}
    command = [sys.executable, "-c", "from cli.main import main; main()", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=other, env=env) as process:
        os.close(other)
        told = b""
        with contextlib.suppress(OSError):  # what Linux says when the other end is closed
            while part := os.read(main, 1024):
                told += part
        assert process.stdout is not None
        answer = process.stdout.read()
    os.close(main)
    assert 0 == process.returncode, told
    return answer, told


@pytest.mark.parametrize("game", [name for name, module in GAMES.items() if not module.startswith("tests.")])
def test_progress_is_for_terminals_and_the_order_of_sets_for_nobody(game: str) -> None:
    """U19: the same games under any hash seed; and the bar, with rate and time left, stands beside the answer."""
    words = ("simulate", game, "--games", "2", "--seed", SEED.hex(), "--json", "-o")
    one, told = spawned(*words, "one", hash_seed="1")
    other, _ = spawned(*words, "other", hash_seed="2")

    assert one == other
    assert b"2/2" in told
    assert b"games/s" in told
    assert b"\x1b" not in one
    ones, others = ({path.name: path.read_bytes() for path in Path(name).iterdir()} for name in ("one", "other"))
    assert 2 == len(ones)
    assert ones == others
