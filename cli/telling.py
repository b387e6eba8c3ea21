"""Two sides of a comparison in words and as JSON, always labelled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cli import story

if TYPE_CHECKING:
    from events.encoding import Encoder
    from events.vocabulary import Seat, Wire
    from kernel.decider import Standing
    from replay.diff import Diff, EntryDifference

MOST = 12
"""Entries that differ, and changes of the document, that are listed unless all are asked for."""


def standings_line(standings: Sequence[Standing]) -> str:
    """Spell standings in a line, the best first."""
    return ", ".join(f"{one.rank}. {one.seat} {one.score}" for one in sorted(standings, key=lambda one: one.rank))


def diff_in_words(diff: Diff, encoder: Encoder, eyes: Seat | None, *, full: bool) -> Iterator[str]:
    """Spell a comparison: ``-`` is the left side alone, ``+`` the right side alone."""
    yield f"- {diff.left.label}"
    yield f"+ {diff.right.label}"
    yield f"{diff.shared} entries are the same, {len(diff.entries)} are not"
    for one in diff.entries if full else diff.entries[:MOST]:
        yield from _entry_in_words(one, encoder, eyes)
    if not full and len(diff.entries) > MOST:
        yield f"  ... and {len(diff.entries) - MOST} entries more (--full)"
    if diff.document:
        yield f"document ({diff.left.label} -> {diff.right.label}):"
        shown = diff.document if full else diff.document[:MOST]
        for change in shown:
            yield f"  {story.change_in_words(change)}"
        if len(shown) < len(diff.document):
            yield f"  ... and {len(diff.document) - len(shown)} more (--full)"
    width = max(len(diff.left.label), len(diff.right.label)) + 1
    yield "standings:"
    yield f"  {diff.left.label + ':':{width}} {standings_line(diff.left.standings)}"
    yield f"  {diff.right.label + ':':{width}} {standings_line(diff.right.standings)}"
    if diff.winner_differs:
        yield "  the winner differs"


def _entry_in_words(one: EntryDifference, encoder: Encoder, eyes: Seat | None) -> Iterator[str]:
    if one.left is not None and one.right is not None:
        entry, numbers = one.left, f"{one.left.n}" + (f"/{one.right.n}" if one.left.n != one.right.n else "")
        yield f"  entry {numbers}: {_who(entry)}{story.happening(entry, encoder, eyes)}"
        for event in one.events:
            yield from _event_in_words(event.left, event.right)
        return
    for sign, lone in (("-", one.left), ("+", one.right)):
        if lone is not None:
            yield f"{sign} entry {lone.n}: {_who(lone)}{story.happening(lone, encoder, eyes)}"


def _who(entry: Any) -> str:
    actor = story.actor(entry)
    return f"{actor}, " if actor else ""


def _event_in_words(left: Wire | None, right: Wire | None) -> Iterator[str]:
    if left is not None and right is not None:
        keys = [key for key in (*left, *right) if left.get(key) != right.get(key)]
        told = ", ".join(_parted(key, left.get(key), right.get(key)) for key in dict.fromkeys(keys))
        yield f"      {left['type']}: {told}"
        return
    for sign, event in (("-", left), ("+", right)):
        if event is not None:
            fields = {key: value for key, value in event.items() if key not in ("type", "cites")}
            yield f"    {sign} {event['type']} {story.fields_in_words(fields)}"


def _parted(key: str, left: Any, right: Any) -> str:
    """Spell both sides of a field; of a list of names with values only those that differ."""
    if _names_values(left) and _names_values(right) and [name for name, _ in left] == [name for name, _ in right]:
        pairs = [(name, one, other) for (name, one), (_, other) in zip(left, right, strict=True) if one != other]
        return ", ".join(
            f"{key} {name} {story.value_in_words(one)} -> {story.value_in_words(other)}" for name, one, other in pairs
        )
    return f"{key} {story.value_in_words(left)} -> {story.value_in_words(right)}"


def _names_values(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, list) and len(item) == 2 for item in value)


def diff_as_json(diff: Diff, encoder: Encoder, eyes: Seat | None) -> dict[str, Any]:
    """Return a comparison as JSON; the change of the document is a JSON Patch (RFC 6902)."""
    from replay.diff import patch

    return {
        "same": diff.same,
        "left": _side_as_json(diff.left),
        "right": _side_as_json(diff.right),
        "shared": diff.shared,
        "entries": [
            {
                "left": _entry_as_json(one.left, encoder, eyes),
                "right": _entry_as_json(one.right, encoder, eyes),
                "events": [{"left": event.left, "right": event.right} for event in one.events],
            }
            for one in diff.entries
        ],
        "patch": patch(diff.document),
        "winner_differs": diff.winner_differs,
    }


def _side_as_json(side: Any) -> dict[str, Any]:
    return {"label": side.label, "n": side.n, "standings": story.standings_as_json(side.standings)}


def _entry_as_json(entry: Any, encoder: Encoder, eyes: Seat | None) -> dict[str, Any] | None:
    if entry is None:
        return None
    record = story.seen(encoder.entry(entry), eyes)
    return {key: value for key, value in record.items() if key not in ("events", "draws")}
