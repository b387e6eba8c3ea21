"""What was recorded stays readable: the schema of each game's logs, and a log of every past version of its rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cli.main import refold
from events.schema import breaks
from kernel.games import GAMES
from replay.library import game as game_named
from replay.logs import read_log
from replay.regress import LOG, OLD, update
from replay.verify import verify_log
from tools.vocabulary import FIXTURES, HEADS, SCHEMA, schema, shipped

KEPT = sorted(FIXTURES.glob(f"*/{OLD}/*{LOG}"))


def golden(game: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FIXTURES / game / SCHEMA).read_bytes())
    return found


@pytest.mark.parametrize("game", shipped())
def test_no_type_changes_without_a_new_version(game: str) -> None:
    assert () == breaks(golden(game), schema(game))


@pytest.mark.parametrize("game", shipped())
def test_the_schema_names_all_there_is(game: str) -> None:
    assert golden(game) == schema(game), "python -m tools.vocabulary writes what is new"


def test_each_kind_of_change_is_seen() -> None:
    """The check itself, tried: a field more, less or of another type, a type gone, a record changed."""
    before = schema("marco_polo")

    def told(change: Any) -> tuple[str, ...]:
        now = json.loads(json.dumps(before))
        change(now)
        return breaks(before, now)

    other = " has other fields than before: give it a new name or version, and an upcaster"
    assert ("paid/1" + other,) == told(lambda now: now["events"]["paid/1"].update(why="string"))
    assert ("paid/1" + other,) == told(lambda now: now["events"]["paid/1"].pop("amount"))
    assert ("paid/1" + other,) == told(lambda now: now["events"]["paid/1"].update(amount="string"))
    assert ("travel" + other,) == told(lambda now: now["moves"]["travel"].update(band="int = 1"))
    assert ("DieRef" + other,) == told(lambda now: now["records"]["DieRef"].pop("face"))
    assert ("paid/1 has gone from the events, and no upcaster reads it",) == told(
        lambda now: now["events"].pop("paid/1")
    )
    assert () == told(upcast)
    assert () == told(lambda now: now["events"].update({"lent/1": {"amount": "int"}}))
    assert ("paid/0 was read too, and is no more",) == breaks({**before, "read_too": ["paid/0"]}, before)


def upcast(now: dict[str, Any]) -> None:
    """Raise a version as it should be done."""
    now["events"]["paid/2"] = now["events"].pop("paid/1")
    now["read_too"].append("paid/1")


@pytest.mark.parametrize("game", shipped())
def test_a_log_of_every_rules_version_is_kept(game: str) -> None:
    """U9: `python -m tools.vocabulary --keep` puts it there, before the version is raised."""
    versions = range(1, game_named(game).rules_version + 1)
    names = [f"rules_{version}{LOG}" for version in versions]

    assert names == [path.name for path in KEPT if path.parents[1].name == game]


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.parents[1].name)
def test_a_kept_log_is_what_was_recorded(path: Path) -> None:
    assert json.loads(path.with_name(HEADS).read_bytes())[path.name] == read_log(path).head
    assert () == update(path, "nobody brings these up to date").changed


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.parents[1].name)
def test_a_kept_log_opens_whatever_the_rules_say_now(path: Path) -> None:
    """U1: every reading command answers; verification says the same, or names the clause and the entry."""
    for words in (["log", "check"], ["show", "--json"], ["replay", "--to", "5", "--json"], ["legal", "--at", "3"]):
        answer = CliRunner().invoke(refold, [*words, str(path)])
        assert 0 == answer.exit_code, answer.output

    report = verify_log(path)
    if report.rules_version == game_named(path.parents[1].name).rules_version:
        assert "same" == report.verdict
    else:
        assert report.verdict in ("same", "cites", "path", "score", "winner", "impossible")
        assert report.message or report.differences or report.sound


def test_every_shipped_game_is_looked_at() -> None:
    assert set(shipped()) == {name for name, module in GAMES.items() if module.startswith("kernel.")}
