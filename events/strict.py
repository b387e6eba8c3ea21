"""A cattrs converter that takes nothing for granted: exact types, exact keys, no silent conversion."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from events.errors import MalformedLine, RecordError, UnknownType, UnsupportedVersion, did_you_mean
from events.frozen import defaults, field_names, is_record
from events.secrets import Secret

if TYPE_CHECKING:
    import cattrs

MAX_DEPTH = 32
MAX_STRING = 64 * 1024
_LARGEST = 2**63


class WrongShape(ValueError):
    """A value is not of the type asked for."""


def found(value: object) -> str:
    """Name a JSON value for a message: ``true``, ``a list``, ``"blue"``."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{value[:40]}…"' if len(value) > 40 else f'"{value}"'
        case list() | tuple():
            return "a list"
        case dict():
            return "an object"
        case _:
            return str(value)


def strict_int(value: object, _: object = int) -> int:
    """Take a whole number of at most 64 bits; raise WrongShape for anything else."""
    if type(value) is not int:
        msg = f"expected a whole number, found {found(value)}"
        raise WrongShape(msg)
    if not -_LARGEST <= value < _LARGEST:
        msg = f"expected a whole number of at most 64 bits, found {value}"
        raise WrongShape(msg)
    return value


def strict_str(value: object, _: object = str) -> str:
    """Take a string of at most 64 KiB; raise WrongShape for anything else."""
    if type(value) is not str:
        msg = f"expected a string, found {found(value)}"
        raise WrongShape(msg)
    if len(value) > MAX_STRING:
        msg = f"expected a string of at most {MAX_STRING} characters, found {len(value)}"
        raise WrongShape(msg)
    if not value.isascii():
        _check_text(value)
    return value


def _check_text(value: str) -> None:
    """Refuse what no UTF-8 file can hold, such as half of a surrogate pair."""
    try:
        value.encode()
    except UnicodeEncodeError as error:
        msg = f"expected text, found half a surrogate pair at character {error.start + 1}"
        raise WrongShape(msg) from error


def strict_bool(value: object, _: object = bool) -> bool:
    """Take true or false; raise WrongShape for anything else."""
    if type(value) is not bool:
        msg = f"expected true or false, found {found(value)}"
        raise WrongShape(msg)
    return value


def strict_float(value: object, _: object = float) -> float:
    """Refuse every value: no record holds fractions, whose spelling differs between programs."""
    msg = f"expected no fractions, found {found(value)}"
    raise WrongShape(msg)


def strict_literal(value: object, kind: Any) -> Any:
    """Take one of the strings of a ``Literal``; raise WrongShape for anything else."""
    options = get_args(kind)
    if type(value) is str and value in options:
        return value
    msg = f"expected one of {', '.join(options)}, found {found(value)}{did_you_mean(value, options)}"
    raise WrongShape(msg)


def plain_json(value: object, depth: int = 0) -> Any:
    """Take any JSON value without fractions, at most 32 levels deep; raise WrongShape else."""
    if depth > MAX_DEPTH:
        msg = f"expected at most {MAX_DEPTH} levels of nesting"
        raise WrongShape(msg)
    match value:
        case None | bool() | Secret():
            return value
        case int():
            return strict_int(value)
        case str():
            return strict_str(value)
        case list() | tuple():
            return [stepping(f"[{place}]", plain_json, item, depth + 1) for place, item in enumerate(value)]
        case dict():
            return {strict_str(key): stepping(step_to(key), plain_json, item, depth + 1) for key, item in value.items()}
    msg = f"expected no fractions, found {found(value)}"
    raise WrongShape(msg)


class Step(str):
    """A note on an error: the step of the JSON path that leads to where it was raised."""

    __slots__ = ()


def step_to(key: str) -> str:
    """Return the step of a JSON path to a key of an object."""
    return f".{key}" if key.isidentifier() else f"[{json.dumps(key, ensure_ascii=False)}]"


def stepping(step: str, read: Callable[..., Any], *values: Any) -> Any:
    """Call `read`; whatever it raises is told the step that led there."""
    try:
        return read(*values)
    except Exception as error:
        error.add_note(Step(step))
        raise


def converter(*, detailed: bool, complete: bool = True) -> cattrs.Converter:
    """Build a converter with the strict hooks.

    detailed: collect where an error lies (slower). complete: every field must be there, those with a default too.
    """
    import cattrs  # slow to import, and what is sound is read without it

    made = cattrs.Converter(detailed_validation=detailed)
    made.register_structure_hook(int, strict_int)
    made.register_structure_hook(str, strict_str)
    made.register_structure_hook(bool, strict_bool)
    made.register_structure_hook(float, strict_float)
    made.register_structure_hook_func(lambda kind: _origin(kind) is Literal, strict_literal)
    made.register_structure_hook_func(lambda kind: kind is Any, lambda value, _: plain_json(value))
    made.register_structure_hook_factory(lambda kind: _origin(kind) is tuple, _tuples(made, detailed=detailed))
    made.register_structure_hook_factory(lambda kind: _origin(kind) is Mapping, _mappings(made))
    made.register_structure_hook_factory(is_record, lambda cls: _records(made, cls, complete=complete))
    return made


def _origin(kind: Any) -> Any:
    return get_origin(kind)


def _tuples(made: cattrs.Converter, *, detailed: bool) -> Callable[[Any], Callable[[Any, Any], Any]]:
    def factory(kind: Any) -> Callable[[Any, Any], Any]:
        arguments = get_args(kind)
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return _many(made, arguments[0], detailed=detailed)
        return _row(made, arguments)

    return factory


def _many(made: cattrs.Converter, kind: Any, *, detailed: bool) -> Callable[[Any, Any], Any]:
    one = made.get_structure_hook(kind)

    def structure(value: object, _: object) -> tuple[Any, ...]:
        if type(value) is not list:
            msg = f"expected a list, found {found(value)}"
            raise WrongShape(msg)
        if detailed:
            return tuple([stepping(f"[{place}]", one, item, kind) for place, item in enumerate(value)])
        return tuple([one(item, kind) for item in value])

    return structure


def _row(made: cattrs.Converter, kinds: tuple[Any, ...]) -> Callable[[Any, Any], Any]:
    hooks = [(made.get_structure_hook(kind), kind) for kind in kinds]

    def structure(value: object, _: object) -> tuple[Any, ...]:
        if type(value) is not list or len(value) != len(hooks):
            size = f" of {len(value)}" if type(value) is list else ""
            msg = f"expected a list of {len(hooks)}, found {found(value)}{size}"
            raise WrongShape(msg)
        return tuple(
            [
                stepping(f"[{place}]", hook, item, kind)
                for place, ((hook, kind), item) in enumerate(zip(hooks, value, strict=True))
            ]
        )

    return structure


def _mappings(made: cattrs.Converter) -> Callable[[Any], Callable[[Any, Any], Any]]:
    def factory(kind: Any) -> Callable[[Any, Any], Any]:
        values = get_args(kind)[1]
        one = made.get_structure_hook(values)

        def structure(value: object, _: object) -> dict[str, Any]:
            if type(value) is not dict:
                msg = f"expected an object, found {found(value)}"
                raise WrongShape(msg)
            return {strict_str(key): stepping(step_to(key), one, item, values) for key, item in value.items()}

        return structure

    return factory


def _records(made: cattrs.Converter, cls: type, *, complete: bool) -> Callable[[Any, Any], Any]:
    from cattrs.gen import make_dict_structure_fn

    generated: Callable[[Any, Any], Any] = make_dict_structure_fn(
        cls, made, _cattrs_detailed_validation=made.detailed_validation
    )
    fields = frozenset(field_names(cls))
    needed = fields if complete else fields - defaults(cls).keys()

    def structure(value: Any, _: object) -> Any:
        if type(value) is not dict:
            msg = f"expected an object, found {found(value)}"
            raise WrongShape(msg)
        if value.keys() != fields:
            _name_fault(value, fields, needed)
        return generated(value, cls)

    return structure


def _name_fault(value: Mapping[str, Any], fields: frozenset[str], needed: frozenset[str]) -> None:
    unknown, missing = value.keys() - fields, needed - value.keys()
    if unknown:
        name = min(unknown)
        msg = f'the field "{name}" is not known here{did_you_mean(name, sorted(fields))}'
        raise WrongShape(msg)
    if missing:
        msg = f'the field "{min(missing)}" is missing'
        raise WrongShape(msg)


def explain(error: BaseException) -> RecordError:
    """Turn what a detailed converter raised into one error with the JSON path of the first fault."""
    pointer = "$" + _steps(error)
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
        pointer += _steps(error)
    if isinstance(error, UnknownType | UnsupportedVersion):
        return type(error)(error.problem, pointer=pointer)
    problem = str(error) if isinstance(error, WrongShape) else f"{type(error).__name__}: {error}"
    return MalformedLine(problem, pointer=pointer)


def _steps(error: BaseException) -> str:
    """Return the part of a path that the notes on an error tell; they were added from the inside out."""
    from cattrs import AttributeValidationNote

    steps: list[str] = []
    for note in getattr(error, "__notes__", ()):
        if isinstance(note, Step):
            steps.append(note)
        elif isinstance(note, AttributeValidationNote):
            steps.append(f".{note.name}")
    return "".join(reversed(steps))


def as_pointer(path: str) -> str:
    """Turn a JSON path into a JSON pointer: ``$.steps[3].by`` into ``/steps/3/by``, ``$`` into nothing."""
    parts = _PARTS.findall(path)
    keys = [name or (json.loads(rest) if rest.startswith('"') else rest) for name, rest in parts]
    return "".join(f"/{key.replace('~', '~0').replace('/', '~1')}" for key in keys)


_PARTS = re.compile(r'\.(\w+)|\[(\d+|"(?:[^"\\]|\\.)*")\]')
