"""The steps of a script: what each kind holds, and how it is read from JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

import attrs

from events import strict
from events.decoding import explained
from events.errors import MalformedLine, RecordError, did_you_mean
from events.frozen import field, frozen
from kernel.documents import pointer_to
from replay import library

RESERVED = frozenset({"by", "do", "then", "refused", "label", "note"})
POLICIES = ("random", "greedy", "first")
RESULTS = ("resigned", "abandoned")
"""How a script may close a game that is not over."""

MOST_STEPS = 100_000
"""Steps that a script may have, included ones counted as often as they are included."""

_POINTER = re.compile(r"(/([^~/]|~[01])*)*")
_BOUNDS = frozenset({"min", "max", "contains"})


@frozen(kw_only=True)
class Play:
    """A seat moves. move: its record, ``do`` and the move's own fields. then: records of the choices that follow.

    refused: clause that must refuse the last of them, "" when all must be accepted. first: whether that clause must be
    the first told.
    """

    place: str
    by: str
    move: Mapping[str, Any]
    then: tuple[Mapping[str, Any], ...] = ()
    refused: str = ""
    first: bool = False
    label: str = ""


@frozen(kw_only=True)
class Expect:
    """Values that the document must have. values: by pointer."""

    place: str
    values: Mapping[str, Any]
    label: str = ""


@frozen(kw_only=True)
class Given:
    """A position put in place. at: the named point. values: by pointer."""

    place: str
    at: Mapping[str, Any]
    values: Mapping[str, Any]
    label: str = ""


@frozen(kw_only=True)
class Variation:
    """Steps that are tried and taken back. rulings: readings that differ while they are tried."""

    place: str
    steps: tuple[Step, ...]
    rulings: Mapping[str, str] = field(factory=dict)
    label: str = ""


@frozen(kw_only=True)
class Auto:
    """Moves chosen by a policy.

    until: ``end``, ``round_end``, a number of moves, ``{"round": N}`` or ``{"to_act": SEAT}``.
    """

    place: str
    policy: str
    until: str | int | Mapping[str, Any]
    label: str = ""


@frozen(kw_only=True)
class Back:
    """An undo or redo. to: a label, or the number of an entry; None for one move back."""

    place: str
    redo: bool
    to: str | int | None
    by: str | None = None
    forced: bool = False
    label: str = ""


@frozen(kw_only=True)
class Override:
    """An arbiter's decision. values: by pointer."""

    place: str
    arbiter: str
    reason: str
    clause: str
    values: Mapping[str, Any]
    label: str = ""


@frozen(kw_only=True)
class End:
    """The game is closed before it is over. result: ``resigned`` or ``abandoned``. by: who resigned."""

    place: str
    result: Literal["resigned", "abandoned"]
    by: str | None = None
    label: str = ""


@frozen(kw_only=True)
class Note:
    """A remark that stands in the script alone."""

    place: str
    text: str
    label: str = ""


Step: TypeAlias = Play | Expect | Given | Variation | Auto | Back | Override | End | Note


class StepReader:
    """Reads steps, those of included files too."""

    def __init__(self, name: str, path: Path | None) -> None:
        """Read for the script at `path`, None for standard input. name: what messages call it."""
        self._folder = path.resolve().parent if path else None
        self._open = [(name, path.resolve() if path else None)]
        self._labels: dict[str, str] = {}
        self._left = MOST_STEPS

    def read(self, records: Sequence[Any], place: str) -> tuple[Step, ...]:
        """Read a list of steps. place: of the list, file and pointer.

        Raises: UnreadableFile, MalformedLine.
        """
        steps: list[Step] = []
        for number, record in enumerate(records):
            at = f"{place}/{number}"
            self._left -= 1
            if self._left < 0:
                raise wrong(f"expected at most {MOST_STEPS} steps, included ones counted", at)
            if type(record) is not dict:
                raise wrong(f"expected a step, found {strict.found(record)}", at)
            if "include" in record and "do" not in record:
                steps += self._included(record, at)
            else:
                steps.append(self._step(record, at))
        return tuple(steps)

    def _step(self, record: dict[str, Any], at: str) -> Step:
        kind = next((key for key in _KINDS if key in record), None)
        if kind is None:
            kinds = (*_KINDS, "include")
            hint = next(filter(None, (did_you_mean(key, kinds) for key in record)), "")
            raise wrong(
                f"expected a step with one of {', '.join(kinds)}, found {', '.join(record)[:60] or 'none'}{hint}", at
            )
        step: Step = getattr(self, _KINDS[kind])(record, at)
        label = text(record.get("label", ""), f"{at}/label")
        if label and self._labels.setdefault(label, at) != at:
            raise wrong(f'the label "{label}" is there already, at {self._labels[label]}', f"{at}/label")
        text(record.get("note", ""), f"{at}/note")
        return attrs.evolve(step, label=label) if label else step

    def _play(self, record: dict[str, Any], at: str) -> Step:
        refused = record.get("refused", "")
        first = type(refused) is dict
        if first:
            refused = _only(refused, {"first"}, f"{at}/refused").get("first")
        then = listed(record.get("then", []), f"{at}/then")
        for place, choice in enumerate(then):
            taken = min(RESERVED & mapping(choice, f"{at}/then/{place}").keys() - {"do"}, default="")
            if taken:
                raise wrong(f'the field "{taken}" stands once, in the step itself', f"{at}/then/{place}")
        if "by" not in record:
            raise wrong('the field "by" is missing', at)
        return Play(
            place=at,
            by=text(record["by"], f"{at}/by"),
            move={key: value for key, value in record.items() if key not in RESERVED or key == "do"},
            then=tuple(then),
            refused=text(refused, f"{at}/refused"),
            first=first,
        )

    def _expect(self, record: dict[str, Any], at: str) -> Step:
        _step_of(record, {"expect"}, at)
        values = _pointed(record["expect"], f"{at}/expect")
        for pointer, expected in values.items():
            if type(expected) is dict and expected and expected.keys() <= _BOUNDS:
                for name in ("min", "max"):
                    if type(expected.get(name, 0)) is not int:
                        problem = f"expected a whole number, found {strict.found(expected[name])}"
                        raise wrong(problem, f"{at}/expect{pointer_to(pointer)}/{name}")
        return Expect(place=f"{at}/expect", values=values)

    def _given(self, record: dict[str, Any], at: str) -> Step:
        _step_of(record, {"given"}, at)
        return self.given(record["given"], f"{at}/given")

    def given(self, record: Any, at: str) -> Given:
        """Read a position.

        Raises: MalformedLine.
        """
        values = dict(mapping(record, at))
        point = mapping(values.pop("at", {}), f"{at}/at")
        return Given(place=at, at=point, values=_pointed(values, at, '"at" or '))

    def _variation(self, record: dict[str, Any], at: str) -> Step:
        _step_of(record, {"variation"}, at)
        steps = self.read(listed(record["variation"], f"{at}/variation"), f"{at}/variation")
        return Variation(place=f"{at}/variation", steps=steps)

    def _under(self, record: dict[str, Any], at: str) -> Step:
        _step_of(record, {"under", "steps"}, at)
        chosen = mapping(record["under"], f"{at}/under")
        if not chosen:
            raise wrong("expected at least one ruling, found none", f"{at}/under")
        rulings = {key: text(value, f"{at}/under/{key}") for key, value in chosen.items()}
        if "steps" not in record:
            raise wrong('the field "steps" is missing', at)
        steps = self.read(listed(record["steps"], f"{at}/steps"), f"{at}/steps")
        return Variation(place=f"{at}/under", steps=steps, rulings=rulings)

    def _auto(self, record: dict[str, Any], at: str) -> Step:
        _step_of(record, {"auto", "until"}, at)
        if record["auto"] not in POLICIES:
            raise wrong(f"expected one of {', '.join(POLICIES)}, found {strict.found(record['auto'])}", f"{at}/auto")
        until = record.get("until", "end")
        if not (until in ("end", "round_end") or (type(until) is int and until > 0) or _is_until(until)):
            options = '"end", "round_end", a number of moves, {"round": N} or {"to_act": SEAT}'
            raise wrong(f"expected {options}, found {strict.found(until)}", f"{at}/until")
        return Auto(place=at, policy=record["auto"], until=until)

    def _undo(self, record: dict[str, Any], at: str) -> Step:
        redo = "redo" in record
        key = "redo" if redo else "undo"
        _step_of(record, {key, "by"} if redo else {key, "by", "forced"}, at)
        to = record[key]
        if not (to is None or type(to) in (int, str)):
            raise wrong(f"expected a label, the number of an entry, or null, found {strict.found(to)}", f"{at}/{key}")
        by, forced = record.get("by"), record.get("forced", False)
        if type(forced) is not bool:
            raise wrong(f"expected true or false, found {strict.found(forced)}", f"{at}/forced")
        return Back(place=at, redo=redo, to=to, by=_seat(by, at), forced=forced)

    def _override(self, record: dict[str, Any], at: str) -> Step:
        _step_of(record, {"override"}, at)
        at = f"{at}/override"
        fields = _only(mapping(record["override"], at), {"arbiter", "reason", "clause", "set"}, at)
        missing = {"arbiter", "reason", "clause", "set"} - fields.keys()
        if missing:
            raise wrong(f'the field "{min(missing)}" is missing', at)
        return Override(
            place=at,
            arbiter=text(fields["arbiter"], f"{at}/arbiter"),
            reason=text(fields["reason"], f"{at}/reason"),
            clause=text(fields["clause"], f"{at}/clause"),
            values=_pointed(fields["set"], f"{at}/set"),
        )

    def _end(self, record: dict[str, Any], at: str) -> Step:
        _step_of(record, {"end", "by"}, at)
        result, by = record["end"], record.get("by")
        if result not in RESULTS:
            raise wrong(f"expected one of {', '.join(RESULTS)}, found {strict.found(result)}", f"{at}/end")
        if (by is None) == (result == "resigned"):
            problem = "who resigned?" if by is None else "nobody in particular abandons a game"
            raise wrong(f'{problem} "by" goes with "resigned"', at)
        return End(place=at, result=result, by=_seat(by, at))

    def _note(self, record: dict[str, Any], at: str) -> Step:
        _step_of(record, {"note"}, at)
        return Note(place=at, text=text(record["note"], f"{at}/note"))

    def _included(self, record: dict[str, Any], at: str) -> tuple[Step, ...]:
        _only(record, {"include", "note"}, at)
        wanted = text(record["include"], f"{at}/include")
        including, beside = self._open[-1]
        if self._folder is None or beside is None:
            raise wrong("a script from standard input cannot include files", at)
        if "\0" in wanted:
            raise wrong("no file can have this name", f"{at}/include")
        path = (beside.parent / wanted).resolve()
        if not path.is_relative_to(self._folder):
            raise wrong(f'"{wanted}" lies outside the script\'s folder', f"{at}/include")
        if any(path == other for _, other in self._open):
            raise wrong(f'"{wanted}" includes itself', f"{at}/include")
        name = str(Path(including).parent / wanted)
        found = library.parse_json(library.read_bytes(path), name)
        records = found.get("steps") if type(found) is dict else found
        if type(records) is not list:
            raise wrong(f'"{wanted}" holds no list of steps', f"{at}/include")
        place = f"{name}: /steps" if type(found) is dict else f"{name}: "
        try:
            plain = explained(lambda: strict.plain_json(records))
        except RecordError as error:
            raise wrong(error.problem, place) from error
        self._open.append((name, path))
        steps = self.read(plain, place)
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
    "end": "_end",
    "note": "_note",
}
"""What reads a step, by the key that tells its kind."""


def wrong(problem: str, place: str) -> MalformedLine:
    """Return the error that a script is wrong at `place`, file and pointer."""
    name, _, pointer = place.rpartition(": ")
    return MalformedLine(problem, place=name, pointer=pointer)


def text(value: Any, place: str) -> str:
    """Return a string; raise MalformedLine for anything else."""
    if type(value) is not str:
        raise wrong(f"expected a string, found {strict.found(value)}", place)
    return value


def mapping(value: Any, place: str) -> dict[str, Any]:
    """Return an object; raise MalformedLine for anything else."""
    if type(value) is not dict:
        raise wrong(f"expected an object, found {strict.found(value)}", place)
    return value


def listed(value: Any, place: str) -> list[Any]:
    """Return a list; raise MalformedLine for anything else."""
    if type(value) is not list:
        raise wrong(f"expected a list, found {strict.found(value)}", place)
    return value


def _seat(value: Any, place: str) -> str | None:
    return None if value is None else text(value, f"{place}/by")


def _pointed(value: Any, place: str, other: str = "") -> dict[str, Any]:
    """Return values by JSON pointer; `other` may stand there too, for the message."""
    values = mapping(value, place)
    for key in values:
        if not _POINTER.fullmatch(key):
            raise wrong(f'expected {other}a JSON pointer such as "/players", found "{key}"', place)
    return values


def _step_of(record: Any, keys: set[str], place: str) -> dict[str, Any]:
    """Return a step with these keys, and those that any step may have."""
    return _only(record, keys | {"label", "note"}, place)


def _only(record: Any, keys: set[str], place: str) -> dict[str, Any]:
    fields = mapping(record, place)
    unknown = fields.keys() - keys
    if unknown:
        name = min(unknown)
        raise wrong(f'the field "{name}" is not known here{did_you_mean(name, sorted(keys))}', place)
    return fields


def _is_until(value: Any) -> bool:
    if type(value) is not dict or len(value) != 1:
        return False
    return type(value.get("round")) is int or type(value.get("to_act")) is str
