"""The shelf: games, rulebooks and content packs, read from where they lie."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import orjson

from events.errors import MalformedLine, UnreadableFile, UnsupportedVersion, did_you_mean
from events.journal import standard_input
from kernel.content import Pack, read_pack
from kernel.decider import AnyGame, Table
from kernel.errors import BadContent, BadSetup
from kernel.games import GAMES, game_named
from kernel.rulebook import Rulebook, read_rulebook

MAX_FILE = 4 * 1024 * 1024


def game(name: str) -> AnyGame:
    """Return a game's record.

    Raises: UnsupportedVersion for a game that is not here.
    """
    if name not in GAMES:
        hint = did_you_mean(name, GAMES) or "."
        msg = f'there is no game "{name}" here{hint} There are: {", ".join(GAMES)}'
        raise UnsupportedVersion(msg, pointer="")
    return game_named(name)


def _folder(name: str) -> Path:
    """Return where a game's files lie: in the folder of its package; importlib.resources is slow to start."""
    return _folder_of(GAMES[name].rpartition(".")[0])


def _folder_of(package: str) -> Path:
    return Path(str(import_module(package).__file__)).parent


@cache
def rulebook(name: str) -> Rulebook:
    """Return the rulebook of a game.

    Raises: BadContent.
    """
    return read_rulebook(orjson.loads((_folder(name) / "rules.json").read_bytes()))


@cache
def pack(name: str, wanted: str = "") -> Pack:
    """Return a content pack of a game. wanted: the name of a shipped pack, or a path to a file; "" is the default.

    Raises: UnsupportedVersion for a pack that is not here, UnreadableFile, BadContent.
    """
    packs = game(name).packs
    wanted = wanted or packs[0]
    if wanted in packs:
        return read_pack(orjson.loads((_folder(name) / "content" / f"{wanted}.json").read_bytes()))
    if not wanted.endswith(".json"):
        msg = f'{name} has no content pack "{wanted}"; there are: {", ".join(packs)}, or a path to a .json file'
        raise UnsupportedVersion(msg, pointer="")
    try:
        return _own_pack(name, Path(wanted))
    except BadContent as error:
        raise error.at(wanted) from error


def _own_pack(name: str, path: Path) -> Pack:
    """Read a pack that somebody wrote, whole."""
    found = read_pack(read_json(path))
    if found.game != name:
        raise BadContent("/game", f'this pack is for "{found.game}", the game is "{name}"')
    game(name).box(found.content)
    return found


def table(
    name: str, seats: tuple[str, ...], setup: Mapping[str, str], chosen: Mapping[str, str], content: Pack
) -> Table:
    """Return what a game is set up with.

    Raises: BadSetup for seats, options or rulings that it does not have; BadContent.
    """
    found = game(name)
    check_seats(found, seats)
    return Table(
        seats=seats,
        options=_options(found, setup),
        rulings=rulebook(name).in_force(chosen),
        box=_box(name, content),
    )


def _box(name: str, content: Pack) -> Any:
    """Return a pack as its game reads it, read once: a batch plays many games from the same box.

    Raises: BadContent.
    """
    key = name, content.digest
    if key not in _BOXES:
        _BOXES[key] = game(name).box(content.content)
    return _BOXES[key]


_BOXES: dict[tuple[str, str], Any] = {}


def check_seats(found: AnyGame, seats: Sequence[str]) -> None:
    """Refuse seats that a game cannot be played with.

    Raises: BadSetup.
    """
    least, most = found.seats
    if not least <= len(seats) <= most:
        msg = f"{found.name} is played by {least} to {most}, there are {len(seats)} seats"
        raise BadSetup(msg)
    if len(set(seats)) != len(seats):
        msg = "a seat is named twice"
        raise BadSetup(msg)


def _options(found: AnyGame, setup: Mapping[str, str]) -> dict[str, str]:
    for option, value in setup.items():
        if option not in found.options:
            msg = f'{found.name} has no set-up option "{option}"; there are: {", ".join(found.options)}'
            raise BadSetup(msg, unknown=True)
        if value not in found.options[option]:
            msg = f'the option {option} has no value "{value}"; there are: {", ".join(found.options[option])}'
            raise BadSetup(msg, unknown=True)
    return {option: setup.get(option, values[0]) for option, values in found.options.items()}


@cache
def rules_digest(name: str) -> str:
    """Digest of the source that a game's rules run on: 64 hex digits. Information only, never compared."""
    digest = hashlib.blake2b(digest_size=32, person=b"refold/rules/1")
    game_folder = GAMES[name].rpartition(".")[0]
    vocabulary = game(name).vocabulary.events
    words = next(iter(vocabulary.values())).__module__.rpartition(".")[0]
    for folder in dict.fromkeys(("kernel", game_folder, words)):
        deep = folder != "kernel"
        for file in _sources(_folder_of(folder), deep=deep):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def _sources(folder: Path, *, deep: bool) -> Iterable[Path]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_file() and item.name.endswith((".py", "rules.json")):
            yield item
        elif deep and item.is_dir() and item.name not in ("__pycache__", "content"):
            yield from _sources(item, deep=True)


def read_json(path: Path, limit: int = MAX_FILE) -> Any:
    """Read a JSON file from a stranger: no duplicate keys, no fractions beyond 64 bits, at most `limit` bytes.

    Raises: UnreadableFile, MalformedLine with the line concerned.
    """
    return parse_json(read_bytes(path, limit), str(path))


def read_bytes(path: Path, limit: int = MAX_FILE) -> bytes:
    """Read a whole file of at most `limit` bytes; ``-`` is standard input.

    Raises: UnreadableFile.
    """
    try:
        if path.is_dir():
            raise UnreadableFile(path, "this is a folder, not a file")
        if str(path) == "-":
            found = standard_input()
        else:
            with path.open("rb") as file:
                found = file.read(limit + 1)
    except OSError as error:
        raise UnreadableFile(path, (error.strerror or str(error)).lower()) from error
    except ValueError as error:
        raise UnreadableFile(path, "no file can have this name") from error
    if len(found) > limit:
        raise UnreadableFile(path, f"the file is larger than {limit} bytes")
    return found


def parse_json(text: bytes, name: str) -> Any:
    """Read JSON; `name` is what messages call the text.

    Raises: MalformedLine for what is no UTF-8, no JSON, nested too deep, or names a key twice.
    """
    try:
        return json.loads(text.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        msg = f"this is not UTF-8: byte {error.start + 1}"
        raise MalformedLine(msg, place=name, pointer="") from error
    except json.JSONDecodeError as error:
        log = "this is a log, not a script: `refold log to-script` makes a script of it"
        msg = log if name.endswith(".log.jsonl") else f"this is not JSON: {error.msg}"
        raise MalformedLine(msg, place=f"{name}:{error.lineno}:{error.colno}", pointer="") from error
    except RecursionError as error:
        msg = "this is nested too deep"
        raise MalformedLine(msg, place=name, pointer="") from error
    except _DuplicateKeyError as error:
        msg = f'the key "{error}" is there twice in one object'
        raise MalformedLine(msg, place=name, pointer="") from error
    except ValueError as error:
        # Python reads no number of more than some thousand digits.
        msg = "expected a whole number of at most 64 bits, found one of thousands of digits"
        raise MalformedLine(msg, place=name, pointer="") from error


class _DuplicateKeyError(ValueError):
    pass


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _DuplicateKeyError(next(key for key in keys if keys.count(key) > 1))
    return record


def _no_constant(name: str) -> Any:
    msg = f"{name} is no JSON number"
    raise json.JSONDecodeError(msg, name, 0)
