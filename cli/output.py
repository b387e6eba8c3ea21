"""What reaches the user: the answer on standard output, everything else on standard error."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]")
"""Characters that begin a line, move a terminal's cursor, colour it, turn the direction of text, or are none at all."""

PIPED_WIDTH = 120
"""Columns of a table that no terminal reads."""


def clean(text: str) -> str:
    """Escape what a name from a stranger's file could do to a terminal."""
    return _UNSAFE.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"


def say(text: str = "") -> None:
    """Print a line of the answer."""
    click.echo(clean(text))


def note(text: str) -> None:
    """Print a line that is not the answer."""
    click.echo(clean(text), err=True)


def say_json(value: Any) -> None:
    """Print the answer as one JSON document."""
    _print(value, indent=True)


def say_line(value: Any, indent: str = "") -> None:
    """Print one JSON object of many, on a line of its own."""
    _print(value, lead=indent)


def _print(value: Any, *, indent: bool = False, lead: str = "") -> None:
    import orjson

    from events.encoding import dumped

    option = orjson.OPT_INDENT_2 if indent else 0
    try:
        text = dumped(value, option).decode()
    except orjson.JSONEncodeError:
        # The name of a file may be no text.
        text = orjson.dumps(_spelled(value), option=option).decode()
    # JSON escapes line feeds inside strings; those that are left stand between values. It is UTF-8 wherever it goes.
    click.echo("\n".join(lead + clean(line) for line in text.split("\n")).encode())


def _spelled(value: Any) -> Any:
    """Escape in all strings what cannot be written as UTF-8."""
    from events.encoding import plain_record

    if isinstance(value, dict):
        return {_spelled(key): _spelled(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_spelled(item) for item in value]
    if value is None or isinstance(value, int):
        return value
    return clean(value) if isinstance(value, str) else _spelled(plain_record(value))


def write(path: Path, content: bytes, *, force: bool) -> None:
    """Write a file whole, or to standard output for ``-``.

    Raises: NotOverwritten, UnreadableFile.
    """
    from replay.logs import write_whole

    if is_dash(path):
        sys.stdout.buffer.write(content)
        sys.stdout.flush()
    else:
        write_whole(path, content, force=force)


def is_dash(path: Path | None) -> bool:
    """Whether a path stands for standard input or output."""
    return path is not None and str(path) == "-"


def table(headings: Iterable[str], rows: Iterable[Iterable[str | list[str]]], *, right: Iterable[int] = ()) -> None:
    """Print a table: as wide as the terminal, or of a fixed width where none reads.

    rows: a cell is a line, or a list of lines. right: columns of numbers.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = _console(Console)
    drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    numbers = set(right)
    for place, heading in enumerate(headings):
        drawn.add_column(Text(heading), justify="right" if place in numbers else "left", overflow="fold")
    for row in rows:
        drawn.add_row(*(Text(_cell(cell)) for cell in row))
    with console.capture() as captured:
        console.print(drawn)
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))


def _cell(cell: str | list[str]) -> str:
    return clean(cell) if isinstance(cell, str) else "\n".join(map(clean, cell))


def _console(cls: Any) -> Any:
    ctx = click.get_current_context(silent=True)
    coloured = sys.stdout.isatty() and (ctx is None or ctx.color is not False)
    width = None if sys.stdout.isatty() else PIPED_WIDTH
    return cls(width=width, force_terminal=coloured, no_color=not coloured, highlight=False, emoji=False, markup=False)
