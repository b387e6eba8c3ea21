"""Goldens in pytest, tried on a small tree of recordings: what is updated, why, and what is left alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from replay.golden import read_golden
from tests.making import SEED, bid

ROOT = Path(__file__).parents[1]
UPDATE = ("--snapshot-update", "--because")


def pytest_on(tree: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--recordings", str(tree)]
    return subprocess.run(
        [*command, "tests/test_fixtures.py", *options], cwd=ROOT, capture_output=True, text=True, check=False
    )


def write_script(tree: Path, name: str, *steps: object) -> Path:
    path = tree / "toy" / "games" / f"{name}.game.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    record = {"refold": "script/1", "game": "toy", "seats": ["a", "b"], "seed": SEED, "steps": steps}
    path.write_text(json.dumps(record), encoding="utf-8")
    path.with_name(f"{name}.log.jsonl").touch()
    return path


def contents(tree: Path) -> dict[str, bytes]:
    return {path.relative_to(tree).as_posix(): path.read_bytes() for path in tree.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree with two games of the toy, recorded and sound, and files that are nobody's."""
    from replay.playing import play
    from replay.regress import golden_of_play, log_bytes, log_of_script, write_golden
    from replay.script import read_script

    tree = tmp_path_factory.mktemp("fixtures")
    for name, policy in (("one", "first"), ("two", "random")):
        script = write_script(tree, name, bid("a", 9, refused="bid.affordable"), {"auto": policy})
        run = play(read_script(script))
        log_of_script(script).write_bytes(log_bytes(run.header, run.entries, run.recorder.game))
        write_golden(script.with_name(f"{name}.golden"), golden_of_play(run), "first recorded")
    (tree / "toy" / "games" / "notes.txt").write_text("not ours")
    (tree / "toy" / "old").mkdir()
    (tree / "toy" / "old" / "one.golden").write_text("golden of another day")
    return tree


@pytest.fixture
def tree(sound: Path, tmp_path: Path) -> Path:
    import shutil

    copy = tmp_path / "fixtures"
    shutil.copytree(sound, copy)
    return copy


def test_a_sound_tree_passes(tree: Path) -> None:
    before = contents(tree)
    done = pytest_on(tree)

    assert 0 == done.returncode, done.stdout
    assert before == contents(tree)


def test_an_update_demands_a_reason(tree: Path) -> None:
    write_script(tree, "one", {"auto": "greedy"})
    before = contents(tree)

    for options in (["--snapshot-update"], [*UPDATE, " "]):
        done = pytest_on(tree, *options)

        assert 4 == done.returncode
        assert '--snapshot-update changes what is expected: say why with --because "reason"' in done.stderr
        assert before == contents(tree)


def test_a_recording_that_differs_fails_and_nothing_is_written(tree: Path) -> None:
    write_script(tree, "one", {"auto": "greedy"})
    before = contents(tree)
    done = pytest_on(tree)

    assert 1 == done.returncode
    assert "one.game.json" in done.stdout
    assert "two" not in "".join(line for line in done.stdout.splitlines() if line.startswith("FAILED"))
    assert before == contents(tree)


def test_an_update_of_one_game_leaves_every_other_file_alone(tree: Path) -> None:
    """U38: neither the other game, which has become wrong too, nor files that no test knows."""
    write_script(tree, "one", {"auto": "greedy"})
    write_script(tree, "two", {"auto": "greedy"})
    before = contents(tree)

    done = pytest_on(tree, "-k", "one", *UPDATE, "greed\n is tried")

    after = contents(tree)
    assert 0 == done.returncode, done.stdout
    assert before.keys() == after.keys()
    changed = {name for name in after if before[name] != after[name]}
    assert {"toy/games/one.golden", "toy/games/one.log.jsonl"} == changed
    assert ("first recorded", "greed is tried") == read_golden(tree / "toy" / "games" / "one.golden").history


def test_a_second_update_changes_nothing(tree: Path) -> None:
    """U37: nor does one of what is as it should be."""
    before = contents(tree)
    assert 0 == pytest_on(tree, *UPDATE, "nothing new").returncode
    assert before == contents(tree)

    write_script(tree, "one", {"auto": "greedy"})
    assert 0 == pytest_on(tree, *UPDATE, "greed").returncode
    updated = contents(tree)
    assert 0 == pytest_on(tree, *UPDATE, "greed again").returncode
    assert updated == contents(tree)


def test_a_new_recording_gets_its_golden_and_a_damaged_golden_a_new_one(tree: Path) -> None:
    script = write_script(tree, "three", {"auto": "first"})
    script.with_name("three.log.jsonl").unlink()
    damaged = tree / "toy" / "games" / "two.golden"
    damaged.write_bytes(b"golden/1\n\xff")
    before = contents(tree)

    assert 1 == pytest_on(tree, "-k", "golden_says").returncode
    assert before == contents(tree)

    damaged.unlink()
    assert 0 == pytest_on(tree, "-k", "golden_says", *UPDATE, "new").returncode
    assert ("new",) == read_golden(script.with_name("three.golden")).history
    assert ("new",) == read_golden(damaged).history
    assert 0 == pytest_on(tree, *UPDATE, "new").returncode
    assert script.with_name("three.log.jsonl").is_file()
    assert 0 == pytest_on(tree).returncode


def test_a_golden_without_a_recording_and_a_game_without_a_log_fail(tree: Path) -> None:
    (tree / "toy" / "games" / "two.game.json").unlink()
    (tree / "toy" / "games" / "two.log.jsonl").unlink()
    (tree / "toy" / "games" / "one.log.jsonl").unlink()

    done = pytest_on(tree)

    failed = [line.split("::")[1] for line in done.stdout.splitlines() if line.startswith("FAILED")]
    assert [
        "test_a_game_is_kept_as_a_log_too[toy/games/one.game.json]",
        "test_a_golden_belongs_to_a_recording[toy/games/two.golden]",
    ] == sorted(name.split(" - ")[0] for name in failed)


def test_a_changed_log_fails_though_script_and_golden_agree(tree: Path) -> None:
    path = tree / "toy" / "games" / "one.log.jsonl"
    path.write_bytes((tree / "toy" / "games" / "two.log.jsonl").read_bytes())

    done = pytest_on(tree)

    assert 1 == done.returncode
    assert "one.game.json and one.log.jsonl part at entry" in done.stdout
