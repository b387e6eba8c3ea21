"""Progress of long work: on standard error, and only where a person watches it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from rich.progress import Progress

T = TypeVar("T")

PAUSE = 0.1
"""Seconds between two pictures."""


def watched(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """Hand on items while their number, rate and remaining time stand on the terminal. what: they are, as "logs"."""
    if total < 2 or not sys.stderr.isatty():
        yield from items
        return
    from time import monotonic

    # No thread refreshes it: the items may come from processes that are forked on the way.
    progress = _progress(what)
    task, shown = progress.add_task(what, total=total), monotonic()
    with progress:
        for item in items:
            now = monotonic()
            progress.update(task, advance=1, refresh=now - shown > PAUSE)
            if now - shown > PAUSE:
                shown = now
            yield item


def _progress(what: str) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        """Items a second."""

        def render(self, task: Any) -> Text:
            return Text(f"{task.speed:.0f} {what}/s" if task.speed else "")

    ctx = click.get_current_context(silent=True)
    console = Console(stderr=True, no_color=True if ctx is not None and ctx.color is False else None)
    columns = (BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    return Progress(*columns, console=console, auto_refresh=False, transient=True)
