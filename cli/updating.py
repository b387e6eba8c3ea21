"""Recordings brought up to date on purpose: what changed by it, and what people must change themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli import exit_codes, options, output, story

if TYPE_CHECKING:
    from events.errors import RefoldError
    from replay.regress import Update

FEW = 20
"""Recordings of which is told, too, when they stay as they are; of more these are only counted."""

LONGEST = 300


def update_all(found: Sequence[Path], reason: str, *, as_json: bool) -> int:
    """Bring recordings up to date, and return the exit code; one that cannot be is told, and left as it is."""
    from events.errors import RefoldError
    from replay.regress import update

    done: list[Update] = []
    failed: dict[Path, RefoldError] = {}
    for path in _once(found):
        try:
            with options.naming(path):
                done.append(update(path, reason))
        except RefoldError as error:
            failed[path] = error
    if as_json:
        told = [{"path": one.path, "changed": list(one.changed), "error": None} for one in done]
        output.say_json(told + [{"path": str(path), "changed": [], "error": str(why)} for path, why in failed.items()])
    else:
        for one in done:
            if one.changed or len(done) <= FEW:
                _tell(one)
        for path, why in failed.items():
            output.say(f"not yet    {path}")
            output.say(f"      {why}")
        output.say(f"{sum(bool(one.changed) for one in done)} of {len(done) + len(failed)} brought up to date")
        if failed:
            output.say(f"{len(failed)} cannot be, for the reason told")
    return exit_codes.of_batch({exit_codes.code_of(why) for why in failed.values()})


def _once(found: Sequence[Path]) -> list[Path]:
    """Leave out logs whose script is there too: playing it writes both."""
    from replay.regress import SCRIPT, log_of_script

    covered = {log_of_script(path) for path in found if path.name.endswith(SCRIPT)}
    return [path for path in found if path not in covered]


def _tell(one: Update) -> None:
    if not one.changed:
        output.say(f"as it was  {one.path}")
        return
    output.say(f"updated    {', '.join(one.changed)}")
    for line in _parted(one.before, one.after):
        output.say(f"      {line}")


def _parted(before: str, after: str) -> Iterator[str]:
    """Say in what the first differing line of a golden is another one: of an entry only what differs."""
    import orjson

    try:
        old, new = (orjson.loads(line.lstrip(" |")) for line in (before, after))
    except orjson.JSONDecodeError:
        old = new = None
    if not isinstance(old, dict) or not isinstance(new, dict):
        yield from (f"{what} {line[:LONGEST]}" for what, line in (("before:", before), ("after: ", after)) if line)
        return
    yield f"entry {new.get('n', old.get('n'))}:"
    for key in dict.fromkeys((*old, *new)):
        if key == "changes":
            yield from (f"  {line}" for line in _changes(old.get(key, []), new.get(key, [])))
        elif old.get(key) != new.get(key):
            yield f"  {key}: {_short(old.get(key))}, now {_short(new.get(key))}"


def _changes(old: list[Any], new: list[Any]) -> Iterator[str]:
    before, after = ({pointer: rest for pointer, *rest in side} for side in (old, new))
    for pointer in dict.fromkeys((*before, *after)):
        if before.get(pointer) != after.get(pointer):
            yield f"{pointer}: {_step(before.get(pointer))}, now {_step(after.get(pointer))}"


def _step(change: list[Any] | None) -> str:
    return "unchanged" if change is None else " -> ".join(_short(value) for value in change)


def _short(value: Any) -> str:
    return story.value_in_words(value)[:LONGEST]
