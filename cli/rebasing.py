"""What a rebase did, in words and as JSON: which entries were kept, changed and dropped, and why."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import clauses, exit_codes, output, story, telling

if TYPE_CHECKING:
    from replay.rebase import Fate, Rebased


def finish(
    made: Rebased, target: Path | None, *, force: bool, language: str, wants_json: bool, ctx: click.Context
) -> None:
    """Write a rebased log, unless it stopped or nothing changes, and tell what became of its entries.

    Raises: NotOverwritten, UnreadableFile; Exit with 1 when it stopped.
    """
    writes = target is not None and made.stopped is None and not made.nothing
    if writes and target is not None:
        output.write(target, made.content(), force=force)
    if wants_json and not output.is_dash(target):
        output.say_json(as_json(made, target if writes else None))
    else:
        say = output.note if output.is_dash(target) else output.say
        for line in in_words(made, target if writes else None, language):
            say(line)
    if made.stopped is not None:
        ctx.exit(exit_codes.NO)


def in_words(made: Rebased, target: Path | None, language: str) -> Iterator[str]:
    """Spell what a rebase did. target: where it was written, None for nowhere."""
    from events.encoding import Encoder
    from replay import library

    encoder = Encoder(made.log.game.vocabulary)
    if made.nothing:
        yield "nothing changes: every later move leads to the same events" + (", and nothing is written" * (not target))
        return
    counts = _counts(made)
    yield f"from entry {made.at} on: " + ", ".join(f"{count} {fate}" for fate, count in counts.items())
    for fate in made.fates:
        if fate.fate != "kept" and fate is not made.stopped:
            now = f" -> {_named(made.entries[fate.new - 1], encoder)}" if fate.fate == "replaced" and fate.new else ""
            why = f" ({fate.reason})" if fate.reason else ""
            told = "" if fate.fate == "read otherwise" else f"{fate.fate}: "
            yield f"  {_place(fate)}{': ' if not told else ' '}{told}{_named(fate.entry, encoder)}{now}{why}"
    if made.stopped is not None:
        yield from _conflict(made.stopped, encoder, library.rulebook(made.log.header.game), language)
    label = "after" if made.stopped is None else "so far"
    yield f"standings before: {telling.standings_line(made.before)}"
    yield f"standings {label + ':':7} {telling.standings_line(made.after)}"
    if made.winner_changed and made.stopped is None:
        yield "the winner is another one"
    if target is not None:
        yield f"{target}: {len(made.entries)} entries; parent {made.parent}"


def _named(entry: Any, encoder: Any) -> str:
    from kernel.documents import REFEREE

    actor = story.actor(entry)
    told = story.happening(entry, encoder, REFEREE)
    return f"{actor}, {told}" if actor else told


def _counts(made: Rebased) -> dict[str, int]:
    """Count the fates of old entries that were decided, the one that stopped it left out."""
    decided = [fate.fate for fate in made.fates if fate is not made.stopped]
    return {fate: decided.count(fate) for fate in ("kept", "changed", "dropped")}


def _place(fate: Fate) -> str:
    return f"entry {fate.n}" if fate.n is not None else f"new entry {fate.new}"


def _conflict(stopped: Fate, encoder: Any, rulebook: Any, language: str) -> Iterator[str]:
    yield f"stopped at entry {stopped.n}, {_named(stopped.entry, encoder)}: {stopped.reason}"
    if stopped.refusal is not None:
        yield f"  {clauses.quoted(rulebook, stopped.refusal.clause, language)}"
        if stopped.refusal.remedy:
            yield f"  it would be legal with: {clauses.facts_in_words(stopped.refusal.remedy.items())}"
    yield "  nothing is written; --on-conflict drop leaves such moves out, --on-conflict cut ends the line before it"


def as_json(made: Rebased, target: Path | None) -> dict[str, Any]:
    """Return what a rebase did as JSON."""
    return {
        "log": str(target) if target is not None else None,
        "at": made.at,
        "parent": made.parent,
        "nothing": made.nothing,
        "stopped": _fate_as_json(made.stopped) if made.stopped else None,
        "counts": _counts(made),
        "entries": [_fate_as_json(fate) for fate in made.fates],
        "standings": {
            "before": story.standings_as_json(made.before),
            "after": story.standings_as_json(made.after),
        },
        "winner_changed": made.winner_changed,
    }


def _fate_as_json(fate: Fate) -> dict[str, Any]:
    refusal = fate.refusal
    return {
        "n": fate.n,
        "new": fate.new,
        "fate": fate.fate,
        "by": story.actor(fate.entry) or None,
        "reason": fate.reason or None,
        "clause": refusal.clause if refusal else None,
        "also": list(refusal.also) if refusal else [],
        "facts": dict(refusal.facts) if refusal else {},
        "remedy": dict(refusal.remedy) if refusal else {},
    }
