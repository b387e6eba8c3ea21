"""JSON Schemas of records, made from the types of their fields."""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from events.encoding import plain

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_PLAIN: Mapping[Any, str] = {int: "integer", str: "string", bool: "boolean", NoneType: "null"}


class Records:
    """Describes records; those that fields are made of are described once, under ``$defs``.

    complete: whether fields with a default must be there too, as in a log. special: schemas of types that JSON spells
    otherwise than by their fields. schemas: of the records met, by the name of their definition.
    """

    def __init__(self, special: Mapping[Any, Mapping[str, Any]], *, complete: bool) -> None:
        """Start with no record met."""
        self._special = special
        self._complete = complete
        self.schemas: dict[str, dict[str, Any]] = {}

    def record(
        self, cls: type, first: Mapping[str, Any] | None = None, *, without: str = "", last: tuple[str, ...] = ()
    ) -> dict[str, Any]:
        """Describe a record by its fields. first: fields before its own. without: a field that does not stand in it.

        last: fields that stand after the others where there are such.
        """
        hints = get_type_hints(cls)
        properties, needed = dict(first or {}), list(first or {})
        fields = [field for field in attrs.fields(cls) if field.name != without]
        for field in sorted(fields, key=lambda field: field.name in last):
            described = self.described(hints[field.name])
            if field.default is attrs.NOTHING or self._complete:
                needed.append(field.name)
            elif not isinstance(field.default, attrs.Factory):  # type: ignore[arg-type]
                described = {**described, "default": plain(field.default)}
            properties[field.name] = described
        description = " ".join((cls.__doc__ or "").split())
        return {"description": description, **closed(properties, needed=tuple(needed))}

    def described(self, kind: Any) -> dict[str, Any]:
        """Describe a type; one that may be anything is described by nothing."""
        arguments, origin = get_args(kind), get_origin(kind)
        if (special := next((schema for met, schema in self._special.items() if met == kind), None)) is not None:
            return dict(special)
        if kind in _PLAIN:
            return {"type": _PLAIN[kind]}
        if hasattr(kind, "__supertype__"):
            return self.described(kind.__supertype__)
        if origin is Literal:
            return {"enum": list(arguments)}
        if origin in (Union, UnionType):
            return {"anyOf": [self.described(argument) for argument in arguments]}
        if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
            return {"type": "array", "items": self.described(arguments[0])}
        if origin is tuple:
            kinds = [self.described(argument) for argument in arguments]
            return {"type": "array", "prefixItems": kinds, "items": False, "minItems": len(kinds)}
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.described(arguments[1])}
        if attrs.has(kind):
            return self._met(kind)
        return {}

    def _met(self, cls: type) -> dict[str, Any]:
        name = f"record.{cls.__name__}"
        if name not in self.schemas:
            self.schemas[name] = {}
            self.schemas[name] = self.record(cls)
        return ref(name)


def closed(properties: Mapping[str, Any], needed: tuple[str, ...] = ()) -> dict[str, Any]:
    """Describe an object that has these fields and no others."""
    schema: dict[str, Any] = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    return {**schema, "required": list(needed)} if needed else schema


def ref(name: str) -> dict[str, Any]:
    """Refer to a definition."""
    return {"$ref": f"#/$defs/{name}"}
