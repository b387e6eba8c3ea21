"""Choosing few recordings that show as much as many do."""

from __future__ import annotations

from collections.abc import Mapping

from events.frozen import frozen


@frozen(kw_only=True)
class Chosen:
    """A recording that was chosen. adds: what it shows that none before it does, sorted."""

    recording: str
    adds: tuple[str, ...]


@frozen(kw_only=True)
class Choice:
    """Recordings chosen. left_out: what the corpus shows and these do not, sorted; empty when there were enough."""

    chosen: tuple[Chosen, ...]
    left_out: tuple[str, ...]


def choose(shows: Mapping[str, frozenset[str]], most: int) -> Choice:
    """Choose at most `most` recordings that show all that the whole corpus does, or as much of it as they can.

    Greedy: the next is always the one that adds most, of those level the first by name; one that the others made
    superfluous is dropped at the end. That is near the fewest, and not always the fewest: finding those is NP-hard.
    """
    wanted = frozenset().union(*shows.values())
    left, picked = set(wanted), list[str]()
    while left and len(picked) < most:
        best = min(shows, key=lambda name: (-len(shows[name] & left), name))
        picked.append(best)
        left -= shows[best]
    kept = _needed(shows, picked)
    seen: set[str] = set()
    chosen = []
    for name in kept:
        chosen.append(Chosen(recording=name, adds=tuple(sorted(shows[name] - seen))))
        seen |= shows[name]
    return Choice(chosen=tuple(chosen), left_out=tuple(sorted(wanted - seen)))


def _needed(shows: Mapping[str, frozenset[str]], picked: list[str]) -> list[str]:
    """Drop what the others show too, the last first."""
    kept = list(picked)
    for name in reversed(picked):
        others = frozenset().union(*(shows[other] for other in kept if other != name))
        if shows[name] <= others:
            kept.remove(name)
    return kept
