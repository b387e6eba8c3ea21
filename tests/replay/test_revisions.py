"""Other revisions of the rules: which of them changed a log, and what two make of it; tried on a small repository."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import refold as command_line
from tests.making import bid, lines_of, played

ROOT = Path(__file__).parents[2]
COMMITS = 6
CHANGED = 4
"""The commit, counted from 0, that makes cards free."""


def git(tree: Path, *words: str) -> str:
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", "-C", str(tree), *identity, *words], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def commit(tree: Path, title: str) -> None:
    git(tree, "add", "--all")
    git(tree, "commit", "--quiet", "--allow-empty", "--message", title)
    git(tree, "tag", title.replace(" ", "-"))


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout of these packages and the toy, with six commits: one changes a rule by a line, later ones the lock."""
    tree = tmp_path_factory.mktemp("checkout")
    for package in ("events", "kernel", "replay", "cli", "tests/toy"):
        shutil.copytree(ROOT / package, tree / package, ignore=shutil.ignore_patterns("__pycache__"))
    (tree / "tests" / "__init__.py").touch()
    games = tree / "kernel" / "games" / "__init__.py"
    games.write_text(games.read_text() + '\nGAMES["toy"] = "tests.toy.game"\n')
    (tree / "requirements.lock").write_text("attrs\n")
    git(tree, "init", "--quiet", "--initial-branch=main")
    (tree / "notes").write_text("")
    for number in range(COMMITS):
        if number == CHANGED:
            cards_are_free(tree / "tests" / "toy" / "game.py")
        (tree / "notes").write_text(f"{number}\n")
        commit(tree, f"commit {number}")
    (tree / "requirements.lock").write_text("attrs\nanother\n")
    commit(tree, "other packages")
    git(tree, "rm", "--quiet", "replay/engine.py")
    (tree / "requirements.lock").write_text("attrs\n")
    commit(tree, "no engine")
    git(tree, "checkout", "--quiet", "commit-5")
    return tree


def cards_are_free(rules: Path) -> None:
    """Change one line of the rules: who bids most pays nothing."""
    before = rules.read_text()
    after = before.replace('coins=best, cites=("bid.highest",)', 'coins=0, cites=("bid.highest",)')
    assert before != after
    rules.write_text(after)


@pytest.fixture
def log(tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("replay.revisions.checkout", lambda: repository)
    monkeypatch.setattr("replay.impact.checkout", lambda: repository)
    path = tmp_path / "a.log.jsonl"
    path.write_bytes(b"".join(lines_of(played(*[bid("a", 1), bid("b", 0)] * 4))))
    return path


def refold(*words: str | Path) -> Result:
    return CliRunner().invoke(command_line, [str(word) for word in words], prog_name="refold")


def bisected(log: Path, good: str, bad: str) -> Result:
    return refold("bisect", log, "--good", good, "--bad", bad, "--json")


def test_the_revision_that_changed_a_log_is_found_in_few_looks(log: Path, repository: Path) -> None:
    """U28: five candidates take three looks."""
    done = bisected(log, "commit-0", "commit-5")
    found = json.loads(done.stdout)

    assert 1 == done.exit_code
    assert (git(repository, "rev-parse", "commit-4"), "commit 4") == (found["revision"], found["title"])
    assert (5, True) == (found["candidates"], found["looks"] <= 3)
    assert ("card_won/2", 1, 0) == tuple(found["difference"][key] for key in ("event", "recorded", "recomputed"))
    assert "a.log.jsonl: score (looked at" in refold("bisect", log, "--good", "commit-0", "--bad", "commit-5").stdout


@pytest.mark.parametrize(
    ("good", "bad", "code", "said"),
    [
        ("commit-0", "commit-3", 0, None),
        ("commit-4", "commit-5", 2, "does not verify under commit-4 either"),
        ("commit-3", "commit-3", 2, "there is no revision after commit-3"),
        ("commit-0", "nowhere", 2, "nowhere"),
        ("commit-5", "other-packages", 4, "asks for other packages"),
        ("other-packages", "no-engine", 4, "has no engine"),
    ],
)
def test_what_cannot_be_bisected_is_said(good: str, bad: str, code: int, said: str | None, log: Path) -> None:
    done = bisected(log, good, bad)

    assert code == done.exit_code, done.output
    assert said is None or said in done.stderr
    assert code or json.loads(done.stdout)["revision"] is None


def test_good_and_bad_go_together(log: Path) -> None:
    assert 2 == refold("bisect", log, "--good", "commit-0").exit_code
    assert 2 == refold("bisect", log, "--good", "a", "--bad", "b", "--expect", "/a=1").exit_code


def test_no_worktree_is_left_behind(log: Path, repository: Path) -> None:
    bisected(log, "commit-3", "commit-4")

    assert 1 == len(git(repository, "worktree", "list").splitlines())


def test_impact_holds_two_revisions_against_each_other(log: Path) -> None:
    """U4: the score changes by one coin a card."""
    done = refold("impact", log, "--from", "commit-3", "--to", "commit-4", "--json")
    (effect,) = json.loads(done.stdout)["effects"]

    assert (1, "score") == (done.exit_code, effect["verdict"])
    assert effect["exercised"]
    assert {"a": 4} == effect["scores"]
    assert 0 == refold("impact", log, "--from", "commit-0", "--to", "commit-3").exit_code
