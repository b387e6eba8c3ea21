"""Every recording under fixtures/ plays, verifies and looks as its golden says; nothing lists them, they are found.

    pytest tests/test_fixtures.py -k NAME --snapshot-update --because "REASON"

writes the golden of a new or changed recording and, for a whole game, its log.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from replay.golden import golden_of_log
from replay.logs import read_log, write_whole
from replay.playing import play
from replay.regress import LOG, SCRIPT, golden_of_play, log_bytes, log_of_script, update, verify_script
from replay.script import read_script
from replay.verify import Report, verify_log
from tests.recordings import games, of_each_kind, parametrized


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    root = metafunc.config.getoption("recordings")
    for name, paths in of_each_kind(root).items():
        if name in metafunc.fixturenames:
            parametrized(metafunc, name, paths)
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games(root))


@pytest.fixture(autouse=True)
def brought_up_to_date(request: pytest.FixtureRequest, pytestconfig: pytest.Config) -> None:
    """Under --snapshot-update logs follow, too, before anything is compared with them; a new game gets its log."""
    if not pytestconfig.option.update_snapshots:
        return
    for name in ("script", "log"):
        if name in request.fixturenames:
            path = request.getfixturevalue(name)
            if must_have_a_log(path) and not log_of_script(path).is_file():
                run = play(read_script(path))
                write_whole(log_of_script(path), log_bytes(run.header, run.entries, run.recorder.game))
            update(path, pytestconfig.option.because)


def must_have_a_log(path: Path) -> bool:
    """Whether it is a whole game: logs of past versions are what upcasters and rule changes are tried on."""
    return path.parent.name == "games" and path.name.endswith(SCRIPT)


def findings(report: Report) -> list[str]:
    """What a report finds wrong, in words; a game that is not over is not wrong."""
    words = [report.message, *map(str, report.differences)]
    if report.golden != "same":
        words.append(f"golden {report.golden or 'missing'}: {report.golden_difference}")
    if not report.held == report.events > 0:
        words.append(f"{report.events} of {report.held} events were executed")
    if not report.sound:
        words.append(report.verdict)
    return [word for word in words if word]


def test_a_recording_looks_as_its_golden_says(recording: Path, golden) -> None:
    if recording.name.endswith(SCRIPT):
        assert golden_of_play(play(read_script(recording))) == golden
    else:
        assert golden_of_log(read_log(recording)) == golden


def test_a_script_plays_as_its_golden_and_its_log_say(script: Path) -> None:
    assert [] == findings(verify_script(script))


def test_a_log_verifies_as_the_same(log: Path) -> None:
    """U26: and every event in it was executed."""
    assert [] == findings(verify_log(log))


def test_a_game_is_kept_as_a_log_too(script: Path) -> None:
    assert not must_have_a_log(script) or log_of_script(script).is_file()


def test_a_golden_belongs_to_a_recording(golden_file: Path) -> None:
    beside = [golden_file.with_name(golden_file.stem + suffix) for suffix in (SCRIPT, LOG)]

    assert any(path.is_file() for path in beside)


def test_a_recording_names_its_own_game(recording: Path) -> None:
    read = read_script(recording) if recording.name.endswith(SCRIPT) else read_log(recording).header

    assert recording.parents[1].name == read.game
