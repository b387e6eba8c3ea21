"""How good a position looks to a seat: what the greedy policy goes by. Hundredths of a VP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from events.vocabulary import Seat
from kernel.games.quetzal.box import ANNEXES, SHIPS
from kernel.games.quetzal.readings import reward, space_numbered
from kernel.games.quetzal.scoring import final_parts, points_of
from kernel.games.quetzal.state import Delivering, Keeping, Picking, Player, Selling, Stand, State, TileChoice, known

VP = 100
_COIN = (75, 70, 65, 55, 36)
"""What a coin is worth in each of the last five rounds."""
_HOPE = (80, 76, 70, 55, 0)
"""Per cent of what a card in hand may still score, by round."""
_TILE = (420, 340, 250, 170, 100)
"""What it is worth to choose a tile, by round."""
_LATE_CARD = 90
"""What a card is worth that comes in the last round, if there is a delivery for it."""
_SPARE = 60
"""What a meeple in reserve is worth: the Camp at least."""


def worth(state: State, seat: Seat) -> int:
    """Return how good a position is for a seat, against the best of the others by the discs alone."""
    player = state.player(seat)
    if state.phase == "over":
        return VP * player.vp
    now = _stage(state)
    pace = 0
    for other in state.players:
        if other.seat != seat:
            pace = max(pace, other.vp)
    return VP * player.vp - 10 * pace + _held(state, player, now) + _hoped(state, player, now)


def _stage(state: State) -> int:
    """Return where the game is: 0 with four rounds to come, 4 in the last."""
    return max(0, min(4, 4 - (state.box.rounds - state.round)))


def _held(state: State, player: Player, now: int) -> int:
    """Return the worth of coins, tracks and tiles."""
    first, _, upgrades, _ = (points for _, points in final_parts(state, player))
    lasting = sum(_TILE[now] // 3 for _ in player.upgrades) if now < 4 else 0
    return (
        player.coins * _COIN[now]
        + player.discovery * (45 if player.discovery < state.box.last_space else 40)
        + first * VP * (now + 1) // 5
        + upgrades * VP
        + lasting
        + len(player.reserve) * (_SPARE if state.phase == "place" else 0)
    )


def _hoped(state: State, player: Player, now: int) -> int:
    """Return the worth of cards in hand, and of what the own stands will give."""
    counted: dict[str, int] = {}
    for card in player.hand:
        if known(card):
            kind = state.box.cards[known(card)].kind
            counted[kind] = counted.get(kind, 0) + 1
    hope = _HOPE[now]
    total = sum(_potential(state, kind, count) for kind, count in counted.items()) * hope // 100
    room = 0
    coming = 0
    for stand in state.board:
        if stand.seat == player.seat and not stand.done:
            chance = _holds(state, player, stand)
            total += _gives(state, stand, now) * chance // 100
            coming += _cards_of(state, stand) * chance // 100
            room += _room(stand) * chance // 100
    room += _pending_room(state, player)
    total += _delivered(state, counted, room) * (100 - hope) // 100
    late = min(coming, max(0, room - len(player.hand))) * _LATE_CARD if now == 4 else 0
    return total + coming * 2 * hope + late + _pending_gain(state, player, now)


def _potential(state: State, kind: str, count: int) -> int:
    """Return what cards of a kind may score once they make full lots."""
    best = len(state.box.points[kind])
    each = VP * points_of(state, kind, best) // best
    return max(each * count * 9 // 10, VP * points_of(state, kind, count))


def _delivered(state: State, counted: Mapping[str, int], room: int) -> int:
    """Return about what the best delivery of `room` cards scores, the richest kinds first."""
    total = 0
    best = sorted(counted.items(), key=lambda item: -points_of(state, item[0], min(3, item[1])) * 12 // item[1])
    for kind, count in best:
        taken = min(count, room)
        room -= taken
        total += VP * points_of(state, kind, taken)
    return total


def _holds(state: State, player: Player, stand: Stand) -> int:
    """Return the chance in per cent that a stand is not taken over."""
    if state.phase != "place" or stand.place not in (*ANNEXES, *SHIPS, "black_market"):
        return 100
    rivals = [other for other in state.players if other.seat != player.seat and len(other.reserve) > stand.number]
    return max(40, 100 - len(rivals) * (36 if stand.number == 1 else 18 if stand.number == 2 else 6))


def _gives(state: State, stand: Stand, now: int) -> int:
    """Return what a stand gives besides cards and deliveries."""
    match stand.place:
        case "stela":
            return 120 + 40 * now
        case "black_market":
            return 5 * _COIN[now] if state.player(stand.seat).hand else 0
        case "village":
            return _TILE[now] - 25 * stand.space
        case place if place in ANNEXES:
            return VP
    return 0


def _cards_of(state: State, stand: Stand) -> int:
    if stand.place in ANNEXES:
        return len(state.laid(stand.place))
    space = space_numbered(state, stand.place, stand.space) if stand.place == "temple" else None
    return sum(reward(state, space)) if space is not None else 0


def _room(stand: Stand) -> int:
    if stand.place in SHIPS:
        return 6
    return 3 * len(stand.meeples) if stand.place == "harbour_office" else 0


def _pending_room(state: State, player: Player) -> int:
    pending = state.pending
    if isinstance(pending, Delivering) and pending.seat == player.seat:
        return sum(pending.limits) - len(pending.loaded)
    return 0


def _pending_gain(state: State, player: Player, now: int) -> int:
    """Return the worth of a choice that is still to be made."""
    pending = state.pending
    if pending is None or getattr(pending, "seat", "") != player.seat:
        return 0
    match pending:
        case Picking():
            return (pending.picks + pending.draws) * 2 * _HOPE[now]
        case Keeping():
            return (1 + pending.draws) * 2 * _HOPE[now]
        case Selling():
            return 4 * _COIN[now]
        case TileChoice():
            return _TILE[now]
        case Delivering():
            return _delivered(state, _kinds(state, pending.loaded), len(pending.loaded))
        case _:
            return 0


def _kinds(state: State, cards: Sequence[str]) -> dict[str, int]:
    counted: dict[str, int] = {}
    for card in cards:
        kind = state.box.cards[card].kind
        counted[kind] = counted.get(kind, 0) + 1
    return counted
