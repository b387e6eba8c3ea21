"""What the drawings and texts of all games are put together from: phrases in two languages, headings, tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from kernel.rulebook import LANGUAGES

WIDTH = 108
"""Columns that a drawing may take."""

Phrases: TypeAlias = Mapping[str, tuple[str, str]]
"""Phrases by name, in English and in French; what is counted has its name for one and, after a bar, for several."""

COLOURS: Phrases = {
    "black": ("black", "noir"),
    "blue": ("blue", "bleu"),
    "green": ("green", "vert"),
    "neutral": ("neutral", "neutre"),
    "orange": ("orange", "orange"),
    "purple": ("purple", "violet"),
    "red": ("red", "rouge"),
    "white": ("white", "blanc"),
    "yellow": ("yellow", "jaune"),
}
"""Colours of seats and pieces."""


def seat_name(seat: str, language: str) -> str:
    """Return what a seat is called: a colour has a name in each language, any other name stays."""
    return COLOURS[seat][LANGUAGES.index(language)] if seat in COLOURS else seat


class Words:
    """The phrases of a game in one language."""

    def __init__(self, phrases: Phrases, language: str) -> None:
        """Take the phrases. language: ``en`` or ``fr``."""
        self._phrases = phrases
        self._place = LANGUAGES.index(language)
        self.language = language

    def __call__(self, phrase: str, /, **values: object) -> str:
        """Return a phrase with its values.

        Raises: KeyError.
        """
        return self._phrases[phrase][self._place].format(**values)

    def name(self, kind: str, piece: str) -> str:
        """Return the name of a piece of a kind; one that an owner's pack brings is called by its id."""
        phrase = f"{kind} {piece}"
        return self(phrase) if phrase in self._phrases else piece.replace("_", " ")

    def amount(self, units: int, kind: str, piece: str) -> str:
        """Return a number with what it counts."""
        one, _, many = self.name(kind, piece).partition("|")
        alone = units in {1, -1} or (units == 0 and self.language == "fr")
        return f"{units} {one if alone or not many else many}"

    def many(self, kind: str, piece: str) -> str:
        """Return what a piece is called where there are several."""
        return self.name(kind, piece).rpartition("|")[2]

    def seat(self, seat: str | None) -> str:
        """Return what a seat is called; a dash for none."""
        return seat_name(seat, self.language) if seat else NONE

    def seats(self, seats: Iterable[str]) -> str:
        """Return what seats are called, in order; a dash for none."""
        return listed(map(self.seat, seats))


NONE = "-"
"""Stands where there is nothing."""


GLUE = "\u00a0"
"""Stands for a blank at which no line ends, until a text is finished."""

SHORT = 36
"""Characters of a part that stays on one line."""


def glued(part: str) -> str:
    """Keep a short part together when lines are broken."""
    return part.replace(" ", GLUE) if len(part) <= SHORT else part


def finished(text: str) -> str:
    """Return a text with plain blanks."""
    return text.replace(GLUE, " ")


def listed(parts: Iterable[str], between: str = ", ") -> str:
    """Return parts in a row, short ones kept together; a dash for none."""
    return between.join(map(glued, parts)) or NONE


def counted(parts: Iterable[str]) -> list[str]:
    """Return each part once, in order, with how often it is there where that is more than once."""
    parts = list(parts)
    return [part if parts.count(part) == 1 else f"{parts.count(part)} x {part}" for part in dict.fromkeys(parts)]


def is_sealed(value: Any) -> bool:
    """Whether a value of a document is hidden from who looks at it."""
    return isinstance(value, Mapping) and "sealed" in value


def heading(title: str) -> str:
    """Return a line that begins a part of a drawing."""
    return f"── {title} ".ljust(WIDTH, "─")


def table(rows: Iterable[Sequence[str]], *, right: Iterable[int] = (), indent: str = "  ") -> list[str]:
    """Return rows with their columns aligned; the last column is wrapped. right: columns of numbers."""
    rows, numbers = [list(row) for row in rows], set(right)
    columns = max(map(len, rows), default=0)
    widths = [max((len(row[place]) for row in rows if place < len(row)), default=0) for place in range(columns)]
    lines: list[str] = []
    for row in rows:
        cells = [
            cell.rjust(width) if place in numbers else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=False))
        ]
        lead = indent + "  ".join([*cells[:-1], ""]) if len(row) == columns else indent + "  ".join(cells)
        lines += wrapped(lead, cells[-1].rstrip()) if len(row) == columns else [lead.rstrip()]
    return lines


def wrapped(lead: str, text: str) -> list[str]:
    """Return a text after its lead; further lines begin below the text, none with a mark of punctuation."""
    import textwrap

    text = re.sub(" (?=[:;!?])", GLUE, text)
    if len(lead) + len(text) <= WIDTH:
        return [(lead + text).rstrip()]
    room = max(WIDTH - len(lead), 24)
    first, *rest = textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False) or [""]
    return [lead + first, *(" " * len(lead) + line for line in rest)]


def joined(parts: Iterable[Iterable[str]]) -> str:
    """Return the parts of a drawing as one text, an empty line between them."""
    return finished("\n\n".join("\n".join(lines) for lines in map(list, parts) if lines))
