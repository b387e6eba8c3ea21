"""The moves of a delivery."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.games.quetzal.moves import Deliver, LoadArtifact
from kernel.games.quetzal.state import Delivering, State, known

MOST_LISTED = 600
"""Whole deliveries that are listed; where there are more, cards are loaded one by one."""


def deliveries(state: State, pending: Delivering) -> Iterator[Deliver | LoadArtifact]:
    """Yield the ways to go on with a delivery: to close it, to close it with more cards, to load one more."""
    seat = pending.seat
    yield Deliver(seat=seat)
    room = pending.limits[0] - len(pending.loaded)
    if room <= 0:
        return
    groups = variants(state, [known(card) for card in state.player(seat).hand])
    if _ways([len(group) for group in groups], room) <= MOST_LISTED:
        for cards in _choices(groups, room):
            if cards:
                yield Deliver(seat=seat, cards=cards)
    for group in groups:
        yield LoadArtifact(seat=seat, card=group[0])


def variants(state: State, cards: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Group cards that show the same."""
    groups: dict[str, list[str]] = {}
    for card in cards:
        if card:
            groups.setdefault(state.box.cards[card].variant, []).append(card)
    return tuple(map(tuple, groups.values()))


def _ways(sizes: Sequence[int], room: int) -> int:
    """Return in how many ways up to `room` cards can be chosen from groups of these sizes."""
    ways = [1] + [0] * room
    for size in sizes:
        ways = [sum(ways[total - count] for count in range(min(size, total) + 1)) for total in range(room + 1)]
    return sum(ways)


def _choices(groups: Sequence[Sequence[str]], room: int) -> Iterator[tuple[str, ...]]:
    if not groups:
        yield ()
        return
    first, rest = groups[0], groups[1:]
    for count in range(min(len(first), room) + 1):
        for others in _choices(rest, room - count):
            yield (*first[:count], *others)
