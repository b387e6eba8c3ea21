"""`refold show`: the position after an entry."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from cli import boards, options, output, story


@click.command("show")
@options.log_argument
@options.at
@options.seat
@click.option("--document", is_flag=True, help="The document that the drawing is made from, as a tree.")
@click.option("--path", "pointer", default="", metavar="POINTER", help="Only what stands at a JSON pointer.")
@options.language
@options.content
@options.as_json
def command(
    log: Path,
    at: int | None,
    seen_by: str | None,
    document: bool,
    pointer: str,
    lang: str,
    content: str,
    as_json: bool,
) -> None:
    """Show the position after an entry: the board drawn, or the document behind it.

    What stands at a pointer such as /players/blue/coins is what scripts expect, goldens hold and reports name.
    All lines of the log must be sound; what follows from those after entry N is not looked at.

    \b
    Example:
      refold show game.log.jsonl --at 20 --as blue
      refold show game.log.jsonl --lang fr
      refold show game.log.jsonl --document
      refold show game.log.jsonl --path /players --json
    """
    from kernel.documents import at_pointer, view
    from replay.salvage import whole

    with options.naming(log):
        found = whole(log, content=content, to=at)
    header, timeline = found.log.header, found.timeline
    n = timeline.last if at is None else at
    eyes = options.viewer(seen_by, header.seats)
    state = timeline.at(n).state
    value = at_pointer(view(found.log.game.document(state), eyes), pointer)
    to_act = found.log.game.to_act(state)
    if as_json:
        report: dict[str, Any] = {
            "game": header.game,
            "at": n,
            "as": seen_by,
            "path": pointer,
            "rules": {"version": header.rules.version, "digest": header.rules.digest},
            "to_act": list(to_act),
            "over": found.log.game.is_over(state),
            "standings": story.standings_as_json(found.log.game.standings(state)) if n else [],
            "value": value,
        }
        output.say_json(report)
        return
    if not pointer:
        for line in (
            *boards.heading(found.log.game, header, lang),
            *boards.moment(found.log.game, state, n, len(found.log.entries), lang),
            "",
        ):
            output.say(line)
    drawn = boards.drawing(found.log.game, timeline.table, state, eyes, lang) if not (pointer or document) else []
    for line in drawn or tree(value):
        output.say(line)
    for flag in story.flags(timeline.entries[:n]):
        output.note(f"note: {flag}")


def tree(value: Any, indent: str = "") -> Iterator[str]:
    """Spell a JSON value as an indented tree, what is short on one line."""
    if not isinstance(value, dict):
        yield indent + story.value_in_words(value)
        return
    width = max((len(key) for key in value), default=0)
    for key, item in value.items():
        if isinstance(item, dict) and item and not _is_short(item):
            yield f"{indent}{key}"
            yield from tree(item, f"{indent}  ")
        elif isinstance(item, list) and any(isinstance(one, dict) and not _is_short(one) for one in item):
            yield f"{indent}{key}"
            for one in item:
                yield f"{indent}  - {story.value_in_words(one)}"
        else:
            yield f"{indent}{key:{width}}  {story.value_in_words(item)}"


def _is_short(item: dict[str, Any]) -> bool:
    """Whether an object reads well on one line."""
    plain = not any(isinstance(value, dict | list) for value in item.values())
    return "sealed" in item or (plain and len(story.value_in_words(item)) <= 60)
