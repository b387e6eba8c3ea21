"""`refold content`: the commands about content packs."""

from __future__ import annotations

import click

from cli.lazy import LazyGroup

SENTENCES = {
    "check": "Check a content pack that you wrote.",
    "show": "Show a content pack, which of its values no source gives, and what its components say.",
}


@click.group("content", cls=LazyGroup, package="cli.commands", prefix="content_", sentences=SENTENCES)
def command() -> None:
    """Check and show content packs.

    \b
    Example:
      refold content show marco_polo
      refold content check mine.json
    """
