"""The pytest plugin in a stranger's folder, which has packages called like ours and knows nothing of us."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.making import SEED, bid

SITE = """
import sys
if any("pytest_worker" in word for word in sys.orig_argv):
    import kernel.games
    kernel.games.GAMES["toy"] = "tests.toy.game"
"""
"""Puts the toy into the registry of the process that plays, and of no other."""

OWN_TEST = """
import cli, events, events.deep
def test_own_packages():
    assert ("mine", "mine", "mine") == (cli.WHOSE, events.WHOSE, events.deep.WHOSE)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with packages `cli`, `events` and `kernel` of its own, and a test that imports them."""
    project = tmp_path / "project"
    for name in ("cli", "events", "kernel", "replay"):
        (project / name).mkdir(parents=True)
        (project / name / "__init__.py").write_text('WHOSE = "mine"\n')
    (project / "events" / "deep.py").write_text('WHOSE = "mine"\n')
    (project / "test_own.py").write_text(OWN_TEST)
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(SITE)
    return project


def run(project: Path, *options: str, own_first: bool = False) -> subprocess.CompletedProcess[str]:
    """Run pytest there. own_first: its folder is first on the path, and the toy unknown."""
    path = [str(project) if own_first else str(project.parent / "site")]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path), "COLUMNS": "120"}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", *options]
    return subprocess.run(command, cwd=project, env=env, capture_output=True, text=True, check=False)


def write(project: Path, *steps: Any, name: str = "one", **top: Any) -> Path:
    path = project / f"{name}.game.json"
    record = {"refold": "script/1", "game": "toy", "seats": ["a", "b"], "seed": SEED, **top, "steps": steps}
    path.write_text(json.dumps(record))
    return path


@pytest.mark.parametrize("own_first", [True, False])
@pytest.mark.parametrize("mode", ["prepend", "importlib"])
def test_scripts_are_tests_beside_packages_called_like_ours(project: Path, own_first: bool, mode: str) -> None:
    write(project, {"auto": "first", "until": 1}, game="marco_polo", seats=["blue", "red"])

    done = run(project, "-v", f"--import-mode={mode}", own_first=own_first)

    assert 0 == done.returncode, done.stdout + done.stderr
    assert "one.game.json::one PASSED" in done.stdout
    assert "test_own.py::test_own_packages PASSED" in done.stdout


def test_a_failure_shows_step_pointer_clause_expected_and_found(project: Path) -> None:
    write(project, bid("a", 2), {"expect": {"/players/a/bid": 3}, "label": "a's bid"}, name="value")
    write(project, bid("a", 2), bid("a", 9, refused="bid.affordable"), name="refusal")
    write(project, {"variation": [bid("a", 9)]}, name="refused")
    write(project, {"by": "a", "do": "bit"}, name="word")
    write(project, seats=["a"], name="table")

    done = run(project)
    told = done.stdout

    assert 1 == done.returncode
    assert "5 failed, 1 passed" in told
    for lines in (
        ("/players/a/bid: expected 3, found 2", "step     2", "label    a's bid", "expected 3", "found    2"),
        ("  pointer  /steps/1/expect/~1players~1a~1bid", "  file     value.game.json"),
        (
            "expected a refusal by bid.affordable, it is refused by bid.once",
            "clause   bid.once: All bid once, in secret.",
        ),
        ("expected bid.affordable", "found    bid.once"),
        ("the move is refused by bid.affordable: needs 9, has 5", "step     1.variation.1", '"needs": 9, "has": 5'),
        ('"bit" is no move of toy; did you mean "bid"?', "pointer  /steps/0"),
        ("/seats: toy is played by 2 to 4, there are 1 seats",),
    ):
        for line in lines:
            assert line in told, line
    assert "Traceback" not in told
    assert "FAILED value.game.json::value" in told


def test_a_golden_and_a_log_beside_a_script_are_held_against_it(project: Path) -> None:
    from replay.playing import play
    from replay.regress import golden_of_play, log_bytes, log_of_script, write_golden
    from replay.script import read_script

    script = write(project, {"auto": "first"})
    found = play(read_script(script))
    write_golden(script.with_name("one.golden"), golden_of_play(found), "first")
    log_of_script(script).write_bytes(log_bytes(found.header, found.entries, found.recorder.game))
    assert 0 == run(project).returncode

    write(project, {"auto": "greedy"})
    done = run(project)

    assert 1 == done.returncode
    assert "one.game.json and one.log.jsonl part at entry" in done.stdout
    log_of_script(script).unlink()
    assert "the golden beside it differs" in run(project).stdout


FIXTURE_TEST = """
import pytest
SCRIPT = {"game": "toy", "seats": ["a", "b"], "seed": "000102030405060708090a0b0c0d0e0f", "title": "Bids"}
BID = {"by": "a", "do": "bid", "coins": 2}

def test_a_script_gives_documents(refold):
    played = refold.play({**SCRIPT, "steps": [BID, {**BID, "refused": "bid.once"}]})
    assert [0, 1, 2] == list(range(len(played.documents)))
    assert (None, 2) == (played.documents[1]["players"]["a"]["bid"], played.document["players"]["a"]["bid"])
    assert ["setup", "move"] == [entry["kind"] for entry in played.entries]
    assert "bid.once" == played.refusals[0]["clause"]
    assert {"a", "b"} == {standing["seat"] for standing in played.standings}
    assert ("toy", "Bids") == (played.header["game"], played.header["meta"]["title"])
    assert played.log.startswith('{"refold":"log/1"')

def test_a_file_is_played(refold, tmp_path):
    import json
    (tmp_path / "x.game.json").write_text(json.dumps({"refold": "script/1", **SCRIPT, "steps": [{"auto": "first"}]}))
    assert refold.play(tmp_path / "x.game.json").document["over"]

def test_what_does_not_hold_is_an_assertion_error(refold):
    with pytest.raises(AssertionError, match="expected 3, found 5") as caught:
        refold.play({**SCRIPT, "steps": [{"expect": {"/players/a/coins": 3}}]})
    assert (3, 5) == (caught.value.record["expected"], caught.value.record["found"])
    with pytest.raises(AssertionError, match='"steps"'):
        refold.play({**SCRIPT, "step": []})
"""


def test_the_fixture_plays_scripts_and_gives_documents(project: Path) -> None:
    (project / "test_fixture.py").write_text(FIXTURE_TEST)

    done = run(project)

    assert 0 == done.returncode, done.stdout
    assert "4 passed" in done.stdout


def test_a_process_that_stops_is_told_and_started_anew(project: Path) -> None:
    (project / "test_stop.py").write_text(
        FIXTURE_TEST.partition("def ")[0]
        + """
def test_it(refold):
    played = lambda: refold.play({**SCRIPT, "steps": [{"auto": "first"}]})
    played()
    refold._worker._process.kill()
    refold._worker._process.wait()
    with pytest.raises(RuntimeError, match="has stopped"):
        played()
    played()
"""
    )

    done = run(project)

    assert 0 == done.returncode, done.stdout


def test_without_a_script_no_process_is_started_and_nothing_of_ours_imported(project: Path) -> None:
    (project / "test_lean.py").write_text(
        "import sys\ndef test_it(pytestconfig):\n"
        "    import refold_pytest\n"
        "    assert pytestconfig.stash[refold_pytest._WORKER]._process is None\n"
        "    assert not {'attrs', 'cattrs', 'orjson', 'click'} & sys.modules.keys() - before\n"
        "before = {name for name in sys.modules}\n"
    )

    assert 0 == run(project).returncode


def test_coverage_of_a_run_with_the_plugin_counts_our_modules_from_their_first_line(tmp_path: Path) -> None:
    """`coverage run -m pytest` measures what is imported: the plugin, loaded first, imports nothing of it."""
    root = Path(__file__).parents[2]
    (tmp_path / "test_it.py").write_text("def test_it():\n    import events.secrets\n")
    (tmp_path / "coveragerc").write_text("[run]\nsource_pkgs = events\n")
    env = {**os.environ, "COVERAGE_FILE": str(tmp_path / "data"), "PYTHONPATH": str(root)}
    env.pop("COVERAGE_PROCESS_START", None)
    env.pop("COVERAGE_PROCESS_CONFIG", None)

    def coverage(*words: str) -> str:
        command = [sys.executable, "-m", "coverage", *words, f"--rcfile={tmp_path / 'coveragerc'}"]
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert 0 == done.returncode, done.stdout + done.stderr
        return done.stdout

    command = [sys.executable, "-m", "coverage", "run", f"--rcfile={tmp_path / 'coveragerc'}", "-m", "pytest", "-q"]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout + done.stderr
    files = json.loads(coverage("json", "-o", "-"))["files"]
    (secrets,) = (numbers for name, numbers in files.items() if name.endswith("events/secrets.py"))
    first = next(
        n for n, line in enumerate((root / "events" / "secrets.py").read_text().splitlines(), 1) if "import" in line
    )
    assert first in secrets["executed_lines"]
