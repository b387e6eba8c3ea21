"""A step through a content pack that knows where it is, so that a fault can be named with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from kernel.errors import BadContent


class Node:
    """A value of a pack and its JSON pointer."""

    def __init__(self, value: Any, pointer: str = "/content") -> None:
        """Stand at `value`."""
        self.value = value
        self.pointer = pointer

    def bad(self, problem: str) -> NoReturn:
        """Refuse the value.

        Raises: BadContent.
        """
        raise BadContent(self.pointer, problem)

    def must(self, holds: object, problem: str) -> None:
        """Refuse the value unless something holds.

        Raises: BadContent.
        """
        if not holds:
            self.bad(problem)

    def fields(self, needed: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
        """Ask for an object with exactly these keys.

        Raises: BadContent.
        """
        found = self.object()
        for name in needed:
            if name not in found:
                self.bad(f'"{name}" is missing')
        for name in found:
            if name not in needed and name not in optional:
                self[name].bad(f'there is no "{name}" here; there is {", ".join((*needed, *optional))}')

    def has(self, name: str) -> bool:
        """Tell whether an object has a key."""
        return name in self.object()

    def __getitem__(self, key: str | int) -> Node:
        """Step into an object or a list."""
        if isinstance(key, int):
            return Node(self._list()[key], f"{self.pointer}/{key}")
        found = self.object()
        if key not in found:
            self.bad(f'"{key}" is missing')
        return Node(found[key], f"{self.pointer}/{key}")

    def object(self) -> Mapping[str, Any]:
        """Return an object."""
        found = self.value
        if not isinstance(found, Mapping):
            self.bad(f"expected an object, found {found!r}")
        return found

    def _list(self) -> Any:
        if not isinstance(self.value, list | tuple):
            self.bad(f"expected a list, found {self.value!r}")
        return self.value

    def items(self) -> Iterator[tuple[str, Node]]:
        """Return the keys and values of an object, in order."""
        for key in self.object():
            yield key, self[key]

    def list(self) -> Iterator[Node]:
        """Return the elements of a list."""
        for place in range(len(self._list())):
            yield self[place]

    def number(self, least: int = 0, most: int = 1000) -> int:
        """Return a whole number within bounds."""
        found = self.value
        if type(found) is not int or not least <= found <= most:
            self.bad(f"expected a whole number from {least} to {most}, found {found!r}")
        return found

    def text(self, allowed: tuple[str, ...] | None = None) -> str:
        """Return a string, one of those allowed."""
        found = self.value
        if not isinstance(found, str) or not found:
            self.bad(f"expected a name, found {found!r}")
        if allowed is not None and found not in allowed:
            self.bad(f'"{found}" is none of {", ".join(allowed)}')
        return found

    def texts(self, allowed: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """Return a list of different strings."""
        found = tuple(item.text(allowed) for item in self.list())
        self.must(len(set(found)) == len(found), "a name stands here twice")
        return found

    def flag(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            self.bad(f"expected true or false, found {self.value!r}")
        return self.value

    def names(self) -> Mapping[str, str]:
        """Return a name by language, English and French at least."""
        for language in ("en", "fr"):
            self[language].text()
        return {language: node.text() for language, node in self.items()}
