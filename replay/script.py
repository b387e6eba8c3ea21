"""Scripts: games written by hand as JSON, step by step, with what is expected of them. This module reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import attrs

from events import strict
from events.decoding import explained
from events.errors import MalformedLine, RecordError, UnsupportedVersion
from replay import library

FORMAT = "script/1"
RESERVED = frozenset({"by", "do", "then", "refused", "label", "note"})
POLICIES = ("random", "greedy", "first")


@attrs.frozen(kw_only=True)
class Play:
    """A seat moves. move: its record, ``do`` and the move's own fields. then: records of the choices that follow.

    refused: clause that must refuse it, "" when it must be accepted. first: whether that clause must be the first told.
    """

    place: str
    by: str
    move: Mapping[str, Any]
    then: tuple[Mapping[str, Any], ...] = ()
    refused: str = ""
    first: bool = False
    label: str = ""
    note: str = ""


@attrs.frozen(kw_only=True)
class Expect:
    """Values that the document must have. values: by pointer."""

    place: str
    values: Mapping[str, Any]
    label: str = ""


@attrs.frozen(kw_only=True)
class Given:
    """A position put in place. at: the named point. values: by pointer."""

    place: str
    at: Mapping[str, Any]
    values: Mapping[str, Any]
    label: str = ""


@attrs.frozen(kw_only=True)
class Variation:
    """Steps that are tried and taken back. rulings: readings that differ while they are tried."""

    place: str
    steps: tuple[Step, ...]
    rulings: Mapping[str, str] = attrs.field(factory=dict)
    label: str = ""


@attrs.frozen(kw_only=True)
class Auto:
    """Moves chosen by a policy.

    until: ``end``, ``round_end``, a number of moves, ``{"round": N}`` or ``{"to_act": SEAT}``.
    """

    place: str
    policy: str
    until: str | int | Mapping[str, Any]
    label: str = ""


@attrs.frozen(kw_only=True)
class Back:
    """An undo or redo. to: a label, or the number of an entry; None for one move back."""

    place: str
    redo: bool
    to: str | int | None
    by: str | None = None
    forced: bool = False
    label: str = ""


@attrs.frozen(kw_only=True)
class Override:
    """An arbiter's decision. values: by pointer."""

    place: str
    arbiter: str
    reason: str
    clause: str
    values: Mapping[str, Any]
    label: str = ""


@attrs.frozen(kw_only=True)
class Note:
    """A remark that stands in the script alone."""

    place: str
    text: str


Step: TypeAlias = Play | Expect | Given | Variation | Auto | Back | Override | Note


@attrs.frozen(kw_only=True)
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


@attrs.frozen(kw_only=True)
class _Top:
    refold: str
    game: str
    seats: tuple[str, ...]
    title: str = ""
    setup: Mapping[str, str] = attrs.field(factory=dict)
    content: str = ""
    seed: str = ""
    rulings: Mapping[str, str] = attrs.field(factory=dict)
    chance: Mapping[str, tuple[Any, ...]] = attrs.field(factory=dict)
    meta: Mapping[str, str] = attrs.field(factory=dict)
    given: Mapping[str, Any] = attrs.field(factory=dict)
    steps: tuple[Any, ...] = ()
    note: str = ""


def read_script(path: Path | None, text: bytes | None = None) -> Script:
    """Read a script file, or the text of one from standard input.

    Raises: UnreadableFile; MalformedLine, UnsupportedVersion with file and JSON pointer.
    """
    name = str(path) if path else "-"
    record = library.parse_json(text, name) if path is None else library.read_json(path)  # type: ignore[arg-type]
    if not isinstance(record, dict):
        msg = "expected an object"
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
    folder = path.resolve().parent if path else None
    steps = _Steps(name, folder)
    given = (steps.given(top.given, f"{name}: /given"),) if top.given else ()
    return Script(
        path=name,
        title=top.title,
        game=top.game,
        seats=top.seats,
        setup=top.setup,
        content=_content(top.content, folder),
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
    chance = _object(record.get("chance", {}), f"{name}: /chance")
    wrong = next((key for key, outcomes in chance.items() if type(outcomes) is not list), None)
    if wrong is not None:
        raise _wrong("expected a list of outcomes", f"{name}: /chance/{wrong}")
    steps = _Steps(name, path.resolve().parent).read(record["steps"], f"{name}: /steps")
    return attrs.evolve(of, path=name, chance=chance, steps=steps)


def _content(content: str, folder: Path | None) -> str:
    """Find a pack that a script names by a path, from the script's folder."""
    return str(folder / content) if folder is not None and content.endswith(".json") else content


class _Steps:
    """Reads steps, those of included files too."""

    def __init__(self, name: str, folder: Path | None) -> None:
        self._folder = folder
        self._open = [name]

    def read(self, records: Sequence[Any], place: str) -> tuple[Step, ...]:
        steps: list[Step] = []
        for number, record in enumerate(records):
            at = f"{place}/{number}"
            if type(record) is not dict:
                raise _wrong("expected a step", at)
            if "include" in record:
                steps += self._included(record, at)
            else:
                steps.append(self._step(record, at))
        return tuple(steps)

    def _step(self, record: dict[str, Any], at: str) -> Step:
        kind = next((key for key in _KINDS if key in record), None)
        if kind is None:
            raise _wrong(f"expected a step with one of {', '.join((*_KINDS, 'include'))}", at)
        read = getattr(self, _KINDS[kind])
        step: Step = read(record, at)
        return step

    def _play(self, record: dict[str, Any], at: str) -> Step:
        refused = record.get("refused", "")
        first = type(refused) is dict
        if first:
            refused = _only(refused, {"first"}, f"{at}/refused").get("first")
        then = record.get("then", [])
        if type(then) is not list or not all(type(item) is dict for item in then):
            raise _wrong("expected a list of choices", f"{at}/then")
        if "by" not in record:
            raise _wrong('the field "by" is missing', at)
        return Play(
            place=at,
            by=_text(record["by"], f"{at}/by"),
            move={key: value for key, value in record.items() if key not in RESERVED or key == "do"},
            then=tuple(then),
            refused=_text(refused, f"{at}/refused"),
            first=first,
            label=_label(record, at),
            note=_text(record.get("note", ""), f"{at}/note"),
        )

    def _expect(self, record: dict[str, Any], at: str) -> Step:
        _only(record, {"expect", "label", "note"}, at)
        return Expect(place=f"{at}/expect", values=_object(record["expect"], f"{at}/expect"), label=_label(record, at))

    def _given(self, record: dict[str, Any], at: str) -> Step:
        _only(record, {"given", "label", "note"}, at)
        given = self.given(_object(record["given"], f"{at}/given"), f"{at}/given")
        return attrs.evolve(given, label=_label(record, at))

    def given(self, record: Mapping[str, Any], at: str) -> Given:
        values = {key: value for key, value in record.items() if key != "at"}
        wrong = next((key for key in values if not key.startswith("/")), None)
        if wrong is not None:
            raise _wrong(f'expected "at" or a JSON pointer such as "/players", found "{wrong}"', at)
        return Given(place=at, at=_object(record.get("at", {}), f"{at}/at"), values=values)

    def _variation(self, record: dict[str, Any], at: str) -> Step:
        _only(record, {"variation", "label", "note"}, at)
        if type(record["variation"]) is not list:
            raise _wrong("expected a list of steps", f"{at}/variation")
        steps = self.read(record["variation"], f"{at}/variation")
        return Variation(place=f"{at}/variation", steps=steps, label=_label(record, at))

    def _under(self, record: dict[str, Any], at: str) -> Step:
        _only(record, {"under", "steps", "label", "note"}, at)
        rulings = {key: _text(value, f"{at}/under/{key}") for key, value in _object(record["under"], at).items()}
        if type(record.get("steps")) is not list:
            raise _wrong('expected "steps", a list', at)
        steps = self.read(record["steps"], f"{at}/steps")
        return Variation(place=f"{at}/under", steps=steps, rulings=rulings, label=_label(record, at))

    def _auto(self, record: dict[str, Any], at: str) -> Step:
        _only(record, {"auto", "until", "label", "note"}, at)
        if record["auto"] not in POLICIES:
            raise _wrong(f"expected one of {', '.join(POLICIES)}, found {strict.found(record['auto'])}", f"{at}/auto")
        until = record.get("until", "end")
        if not (until in ("end", "round_end") or (type(until) is int and until > 0) or _is_until(until)):
            options = '"end", "round_end", a number of moves, {"round": N} or {"to_act": SEAT}'
            raise _wrong(f"expected {options}, found {strict.found(until)}", f"{at}/until")
        return Auto(place=at, policy=record["auto"], until=until, label=_label(record, at))

    def _undo(self, record: dict[str, Any], at: str) -> Step:
        _only(record, {"undo", "redo", "by", "forced", "label", "note"}, at)
        redo = "redo" in record
        to = record["redo" if redo else "undo"]
        if not (to is None or type(to) in (int, str)):
            raise _wrong("expected a label, the number of an entry, or null", at)
        by, forced = record.get("by"), record.get("forced", False)
        if type(forced) is not bool:
            raise _wrong(f"expected true or false, found {strict.found(forced)}", f"{at}/forced")
        by = None if by is None else _text(by, f"{at}/by")
        return Back(place=at, redo=redo, to=to, by=by, forced=forced, label=_label(record, at))

    def _override(self, record: dict[str, Any], at: str) -> Step:
        _only(record, {"override", "label", "note"}, at)
        fields = _only(_object(record["override"], at), {"arbiter", "reason", "clause", "set"}, f"{at}/override")
        missing = {"arbiter", "reason", "clause", "set"} - fields.keys()
        if missing:
            raise _wrong(f'the field "{min(missing)}" is missing', f"{at}/override")
        return Override(
            place=f"{at}/override",
            arbiter=_text(fields["arbiter"], f"{at}/override/arbiter"),
            reason=_text(fields["reason"], f"{at}/override/reason"),
            clause=_text(fields["clause"], f"{at}/override/clause"),
            values=_object(fields["set"], f"{at}/override/set"),
            label=_label(record, at),
        )

    def _note(self, record: dict[str, Any], at: str) -> Step:
        _only(record, {"note", "label"}, at)
        return Note(place=at, text=_text(record["note"], f"{at}/note"))

    def _included(self, record: dict[str, Any], at: str) -> tuple[Step, ...]:
        _only(record, {"include", "label", "note"}, at)
        name = _text(record["include"], f"{at}/include")
        if self._folder is None:
            raise _wrong("a script from standard input cannot include files", at)
        path = (self._folder / name).resolve()
        if not path.is_relative_to(self._folder):
            raise _wrong(f'"{name}" lies outside the script\'s folder', f"{at}/include")
        if name in self._open:
            raise _wrong(f'"{name}" includes itself', f"{at}/include")
        found = library.read_json(path)
        records = found.get("steps") if type(found) is dict else found
        if type(records) is not list:
            raise _wrong(f'"{name}" holds no list of steps', f"{at}/include")
        self._open.append(name)
        steps = self.read(records, f"{name}: /steps")
        self._open.pop()
        return steps


_KINDS = {
    "do": "_play",
    "expect": "_expect",
    "given": "_given",
    "variation": "_variation",
    "under": "_under",
    "auto": "_auto",
    "undo": "_undo",
    "redo": "_undo",
    "override": "_override",
    "note": "_note",
}
"""What reads a step, by the key that tells its kind."""


def _is_until(value: Any) -> bool:
    if type(value) is not dict or len(value) != 1:
        return False
    return type(value.get("round")) is int or type(value.get("to_act")) is str


def _wrong(problem: str, place: str) -> MalformedLine:
    name, _, pointer = place.rpartition(": ")
    return MalformedLine(problem, place=name, pointer=pointer)


def _label(record: Mapping[str, Any], at: str) -> str:
    return _text(record.get("label", ""), f"{at}/label")


def _text(value: Any, place: str) -> str:
    if type(value) is not str:
        raise _wrong(f"expected a string, found {strict.found(value)}", place)
    return value


def _object(value: Any, place: str) -> dict[str, Any]:
    if type(value) is not dict:
        raise _wrong(f"expected an object, found {strict.found(value)}", place)
    return value


def _only(record: Any, keys: set[str], place: str) -> dict[str, Any]:
    fields = _object(record, place)
    unknown = fields.keys() - keys
    if unknown:
        raise _wrong(f'the field "{min(unknown)}" is not known here', place)
    return fields
