"""Other revisions of these rules, each in a worktree of its own and asked through the engine protocol."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from events.errors import RefoldError, UnsupportedVersion
from events.frozen import frozen
from kernel.decider import Standing
from replay.foreign import Foreign, NoEngine, answers, verify_by
from replay.logs import Log
from replay.report import Difference, Report, how_far, parting

LOCK = "requirements.lock"


class NoRevision(RefoldError):
    """A revision is not known, or this is no checkout."""


def _git(root: Path, *arguments: str) -> str:
    git = shutil.which("git")
    if git is None:
        msg = "git is not installed; comparing revisions needs it"
        raise NoRevision(msg)
    done = subprocess.run([git, "-C", str(root), *arguments], capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        msg = f"git {arguments[0]}: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else 'failed'}"
        raise NoRevision(msg)
    return done.stdout.strip()


def checkout() -> Path:
    """Return the top of the checkout that this program runs from, or of the current folder.

    Raises: NoRevision.
    """
    here = Path(__file__).resolve().parent.parent
    return Path(_git(here if (here / ".git").exists() else Path.cwd(), "rev-parse", "--show-toplevel"))


def revision_here() -> str:
    """Return the commit that this program runs from, marked where files were changed since; "" outside a checkout."""
    here = Path(__file__).resolve().parent.parent
    if not (here / ".git").exists():
        return ""
    try:
        return _git(here, "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")
    except NoRevision:
        return ""


def commit_of(root: Path, revision: str) -> str:
    """Return the commit that a name of a revision means.

    Raises: NoRevision.
    """
    if revision.startswith("-"):
        msg = f'"{revision}" is no revision'
        raise NoRevision(msg)
    try:
        return _git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    except NoRevision as error:
        msg = f'there is no revision "{revision}" in this checkout'
        raise NoRevision(msg) from error


@contextmanager
def engine_at(root: Path, revision: str) -> Iterator[Foreign]:
    """Run the engine of a revision, with the environment of this program.

    Raises: NoRevision; UnsupportedVersion when the revision has no engine or asks for other packages.
    """
    commit = commit_of(root, revision)
    folder = Path(tempfile.mkdtemp(prefix="refold-"))
    tree = folder / "tree"
    try:
        _git(root, "worktree", "add", "--detach", "--quiet", str(tree), commit)
        _check_runs_here(root, tree, revision)
        environment = {**os.environ, "PYTHONPATH": str(tree)}
        command = [sys.executable, "-c", "from cli.main import main; main()", "engine"]
        with Foreign(command, cwd=tree, env=environment) as engine:
            yield engine
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        _git(root, "worktree", "prune")


def _check_runs_here(root: Path, tree: Path, revision: str) -> None:
    if not (tree / "replay" / "engine.py").is_file():
        msg = f"revision {revision} has no engine"
        raise UnsupportedVersion(msg, pointer="")
    ours, theirs = (path / LOCK for path in (root, tree))
    if theirs.is_file() and ours.is_file() and theirs.read_bytes() != ours.read_bytes():
        msg = f"revision {revision} asks for other packages ({LOCK} differs); run it in an environment of its own"
        raise UnsupportedVersion(msg, pointer="")


@frozen(kw_only=True)
class Found:
    """The revision that changed a log.

    first: the first one under which it does not verify; where it does under all of them, the last, and the report is
    sound. title: the subject of that commit.
    looks: revisions that were run. candidates: revisions after the good one, up to the bad one.
    """

    first: str
    title: str
    looks: int
    candidates: int
    report: Report


def bisect_revisions(root: Path, log: Log, good: str, bad: str, told: Callable[[str, str], None]) -> Found:
    """Find the first revision after `good`, up to `bad`, under which a log does not verify.

    told(commit, verdict): called after each look.

    Raises: NoRevision, also when the good one is none; UnsupportedVersion; NoEngine.
    """
    start = commit_of(root, good)
    candidates = _git(root, "rev-list", "--reverse", "--first-parent", f"{start}..{commit_of(root, bad)}").split()
    if not candidates:
        msg = f"there is no revision after {good} up to {bad}"
        raise NoRevision(msg)
    reports: dict[str, Report] = {}

    def sound(commit: str) -> bool:
        reports[commit] = _looked_at(root, log, commit, told)
        return reports[commit].sound

    low, high = 0, len(candidates) - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if sound(candidates[middle]) else (low, middle)
    first = candidates[low]
    if first not in reports:
        sound(first)
    if low == 0 and not reports[first].sound and not sound(start):
        msg = f"{log.path} does not verify under {good} either; name an earlier revision"
        raise NoRevision(msg)
    title = _git(root, "show", "--no-patch", "--format=%s", first)
    return Found(first=first, title=title, looks=len(reports), candidates=len(candidates), report=reports[first])


def _looked_at(root: Path, log: Log, commit: str, told: Callable[[str, str], None]) -> Report:
    with engine_at(root, commit) as engine:
        report = verify_by(log, engine)
    told(commit, report.verdict)
    return report


def compare_engines(log: Log, before: Foreign, after: Foreign) -> Report:
    """Hold what two engines make of a log's moves against each other: `before` counts as recorded.

    Raises: NoEngine.
    """
    differences: list[Difference] = []
    sides: list[Sequence[dict[str, Any]]] = []
    executed, events, message = 0, 0, ""
    refused: dict[str, Any] = {}
    for (n, ours), (_, theirs) in zip(answers(log, before), answers(log, after), strict=False):
        if "ready" in theirs and "ready" in ours:
            continue
        if n == 0 or "standings" in theirs:
            sides = [ours.get("standings", []), theirs.get("standings", [])]
            break
        executed += 1
        events += len(theirs.get("events", ()))
        if stopped := theirs.get("refused") or theirs.get("stopped") or theirs.get("error"):
            refused = stopped if isinstance(stopped, dict) else {}
            message = f"entry {n} is not possible after the change: {refused.get('clause', stopped)}"
            break
        if ours.get("events") != theirs.get("events"):
            differences.append(parting(n, ours.get("events", []), theirs.get("events", [])))
        elif ours != theirs:
            key = next(key for key in (*ours, *theirs) if ours.get(key) != theirs.get(key))
            differences.append(
                Difference(n=n, kind="mismatch", pointer=f"/{key}", recorded=ours.get(key), recomputed=theirs.get(key))
            )
    recorded, recomputed = (tuple(Standing(**standing) for standing in side) for side in sides or ((), ()))
    return Report(
        path=log.path,
        verdict="impossible" if message else how_far(recorded, recomputed) if differences else "same",
        entries=executed,
        events=events,
        held=0,
        differences=tuple(differences),
        clause=str(refused.get("clause", "")),
        facts=refused.get("facts", {}),
        message=message,
        recorded_standings=recorded,
        recomputed_standings=recomputed,
    )


__all__ = [
    "Found",
    "NoEngine",
    "NoRevision",
    "bisect_revisions",
    "checkout",
    "compare_engines",
    "engine_at",
    "revision_here",
]
