"""Scripts: games written by hand as JSON, step by step, with what is expected of them. This module reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from events import strict
from events.decoding import explained
from events.errors import MalformedLine, RecordError, UnsupportedVersion
from events.frozen import field, frozen
from kernel.documents import pointer_to
from replay import library
from replay.steps import Step, StepReader, listed, mapping, wrong

FORMAT = "script/1"


@frozen(kw_only=True)
class Script:
    """A script as read. path: as the user named it. seed: hex digits, "" for none. chance: scripted outcomes."""

    path: str
    title: str
    game: str
    seats: tuple[str, ...]
    setup: Mapping[str, str]
    content: str
    seed: str
    rulings: Mapping[str, str]
    chance: Mapping[str, Sequence[Any]]
    meta: Mapping[str, str]
    steps: tuple[Step, ...]


@frozen(kw_only=True)
class _Top:
    refold: str
    game: str
    seats: tuple[str, ...]
    title: str = ""
    setup: Mapping[str, str] = field(factory=dict)
    content: str = ""
    seed: str = ""
    rulings: Mapping[str, str] = field(factory=dict)
    chance: Mapping[str, tuple[Any, ...]] = field(factory=dict)
    meta: Mapping[str, str] = field(factory=dict)
    given: Mapping[str, Any] = field(factory=dict)
    steps: tuple[Any, ...] = ()
    note: str = ""


def read_script(path: Path | None, text: bytes | None = None, *, name: str = "") -> Script:
    """Read a script file, or the text of one.

    text: instead of the file's. name: what messages call the script, its path where nothing else is given.

    Raises: UnreadableFile; MalformedLine, UnsupportedVersion with file and JSON pointer.
    """
    name = name or (str(path) if path else "-")
    if text is None:
        text = library.read_bytes(path or Path("-"))
    record = library.parse_json(text, name)
    if not isinstance(record, dict):
        msg = f"expected an object, found {strict.found(record)}"
        raise MalformedLine(msg, place=name, pointer="/")
    found = record.get("refold")
    if found != FORMAT:
        kind = UnsupportedVersion if isinstance(found, str) and found.startswith("script/") else MalformedLine
        msg = f'expected "refold":"{FORMAT}", found {strict.found(found)}'
        raise kind(msg, place=name, pointer="/refold")
    record.pop("$schema", None)
    try:
        reader = strict.converter(detailed=True, complete=False)
        top: _Top = explained(lambda: reader.structure(record, _Top))
    except RecordError as error:
        error.pointer = strict.as_pointer(error.pointer) or "/"
        raise error.at(name) from error
    steps = StepReader(name, path)
    given = (steps.given(top.given, f"{name}: /given"),) if top.given else ()
    return Script(
        path=name,
        title=top.title,
        game=top.game,
        seats=top.seats,
        setup=top.setup,
        content=_content(top.content, path),
        seed=top.seed,
        rulings=top.rulings,
        chance=top.chance,
        meta=top.meta,
        steps=(*given, *steps.read(top.steps, f"{name}: /steps")),
    )


def read_tail(path: Path, of: Script) -> Script:
    """Read steps that go on with a game: a list of them, or an object with ``steps`` and ``chance``; a script will do.

    of: the game they go on with, without steps.

    Raises: UnreadableFile, MalformedLine with file and JSON pointer.
    """
    name = str(path)
    record = library.read_json(path)
    if isinstance(record, list):
        record = {"steps": record}
    if not isinstance(record, dict) or type(record.get("steps")) is not list:
        msg = 'expected a list of steps, or an object with "steps"'
        raise MalformedLine(msg, place=name, pointer="/")
    if (game := record.get("game", of.game)) != of.game:
        msg = f'expected steps of "{of.game}", found {strict.found(game)}'
        raise MalformedLine(msg, place=name, pointer="/game")
    chance = mapping(record.get("chance", {}), f"{name}: /chance")
    for key, outcomes in chance.items():
        listed(outcomes, f"{name}: /chance{pointer_to(key)}")
    try:
        plain = explained(lambda: strict.plain_json(record["steps"]))
    except RecordError as error:
        raise wrong(error.problem, f"{name}: /steps") from error
    return attrs.evolve(of, path=name, chance=chance, steps=StepReader(name, path).read(plain, f"{name}: /steps"))


def _content(content: str, path: Path | None) -> str:
    """Find a pack that a script names by a path, from the script's folder."""
    return str(path.resolve().parent / content) if path is not None and content.endswith(".json") else content
