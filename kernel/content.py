"""Content packs: the component data that the rules read, with where each value comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from events import strict
from events.decoding import record_of
from events.digests import fingerprint
from events.errors import RecordError
from events.frozen import field, frozen
from kernel.documents import NoSuchPointer, at_pointer
from kernel.errors import BadContent

STATUSES = ("seed", "attested", "invented")


@frozen(kw_only=True)
class Provenance:
    """Where values come from. at: JSON pointer in the pack; the most specific one holds.

    status: seed, attested or invented. confidence: high, medium or low. sources: keys of the sources.
    """

    at: str
    status: str
    confidence: str
    sources: tuple[str, ...] = ()
    note: str = ""


@frozen(kw_only=True)
class Pack:
    """A content pack. content: what the game reads.

    about: texts by language, and notes for people under other keys. effects: what the words of the content mean, for
    people.
    """

    pack: str
    game: str
    version: int
    about: Mapping[str, Any]
    content: Mapping[str, Any]
    provenance: tuple[Provenance, ...]
    effects: Mapping[str, Any] = field(factory=dict)

    @cached_property
    def digest(self) -> str:
        """Fingerprint of the content: 64 hex digits."""
        return fingerprint(self.content, b"refold/pack/1")

    def origin(self, pointer: str) -> Provenance | None:
        """Return where the value at a pointer into the pack (``/content/…``) comes from."""
        best = None
        for entry in self.provenance:
            within = pointer == entry.at or pointer.startswith(f"{entry.at}/")
            if within and (best is None or len(entry.at) > len(best.at)):
                best = entry
        return best

    def invented(self) -> tuple[Provenance, ...]:
        """Return what no source gives."""
        return tuple(entry for entry in self.provenance if entry.status == "invented")


def read_pack(record: Any) -> Pack:
    """Read a pack from its JSON value; the game's own `box` checks the content.

    Raises: BadContent.
    """
    try:
        pack: Pack = record_of(Pack, record, complete=False)
    except RecordError as error:
        raise BadContent(strict.as_pointer(error.pointer), error.problem) from error
    for pointer, problem in _faults(pack):
        raise BadContent(pointer, problem)
    return pack


def _faults(pack: Pack) -> Iterator[tuple[str, str]]:
    for place, entry in enumerate(pack.provenance):
        if entry.status not in STATUSES:
            yield f"/provenance/{place}/status", f'"{entry.status}" is none of {", ".join(STATUSES)}'
        try:
            at_pointer({"content": pack.content}, entry.at)
        except NoSuchPointer as error:
            yield f"/provenance/{place}/at", str(error)
