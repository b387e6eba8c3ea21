"""What cards and the end of the game score."""

from __future__ import annotations

from functools import cache

from events.vocabulary import Seat
from kernel.decider import Standing
from kernel.games.quetzal.state import Player, State, known


@cache
def _best_split(points: tuple[int, ...], count: int) -> int:
    if not count:
        return 0
    sizes = range(1, min(count, len(points)) + 1)
    return max(points[size - 1] + _best_split(points, count - size) for size in sizes)


def points_of(state: State, kind: str, count: int) -> int:
    """Return the VP of `count` cards of a kind within one delivery."""
    points = state.box.points[kind]
    most = len(points)
    match state.rulings.lots_above_three:
        case "best_split":
            return _best_split(points, count)
        case "singles_after_three":
            return points[min(count, most) - 1] + max(0, count - most) * points[0] if count else 0
        case "three_only":
            return points[min(count, most) - 1] if count else 0


def final_parts(state: State, player: Player) -> tuple[tuple[str, int], ...]:
    """Return what final scoring gives a player, in the rulebook's order."""
    box = state.box
    cards = [known(card) for card in player.hand]
    if state.rulings.undelivered == "singles":
        held = sum(box.points[box.cards[card].kind][0] for card in cards if card)
    else:
        held = box.undelivered * len(cards)
    return (
        ("first_player", box.first_player_vp if state.first == player.seat else 0),
        ("coins", player.coins // box.coins_per_vp),
        ("upgrades", sum(box.upgrade(tile).vp for tile in player.upgrades + player.discard)),
        ("artifacts", held),
    )


def standings(state: State) -> tuple[Standing, ...]:
    """Return how the seats stand: as if final scoring came now. Ties go to who is further on the Discovery track."""
    rows = []
    for player in state.players:
        parts = final_parts(state, player)
        total = sum(points for _, points in parts)
        track = player.vp - total if state.phase == "over" else player.vp
        rows.append((player.seat, track + total, player.discovery, (("track", track), *parts)))
    return tuple(
        Standing(
            seat=seat,
            score=score,
            rank=1 + sum((other, further) > (score, discovery) for _, other, further, _ in rows),
            parts=parts,
        )
        for seat, score, discovery, parts in rows
    )


def winners(state: State) -> tuple[tuple[Seat, ...], tuple[str, ...]]:
    """Return who wins by the discs as they stand, and the clauses that say so."""
    best = max(player.vp for player in state.players)
    level = [player for player in state.players if player.vp == best]
    cites = ["end.most_vp"]
    if len(level) > 1:
        cites.append("end.tie_discovery")
        furthest = max(player.discovery for player in level)
        level = [player for player in level if player.discovery == furthest]
    if len(level) > 1:
        cites.append("end.tie_shared")
    return tuple(player.seat for player in level), tuple(cites)
