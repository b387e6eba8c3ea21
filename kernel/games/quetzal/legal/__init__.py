"""Every legal move of a seat; pieces that are alike count once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import assert_never

from events.games.quetzal import moves as m
from events.games.quetzal.pieces import Meeple
from events.vocabulary import Seat
from kernel.games.quetzal.effects import Throw
from kernel.games.quetzal.legal.deliveries import deliveries, variants
from kernel.games.quetzal.legal.groups import alike, choices
from kernel.games.quetzal.legal.placements import may_pass, occupations, placements
from kernel.games.quetzal.moments import may_trade_now, to_act, tradable
from kernel.games.quetzal.names import seen_names
from kernel.games.quetzal.rerolls import at_camp
from kernel.games.quetzal.state import (
    CampRerolls,
    Closing,
    Delivering,
    HeldTurn,
    Keeping,
    Pending,
    Picking,
    Player,
    Rerolling,
    Selling,
    State,
    TileChoice,
    known,
)
from kernel.games.quetzal.throwing import reroll_tiles


def legal_moves(state: State, seat: Seat) -> tuple[m.Move, ...]:
    """Return every legal move of a seat, in a stable order."""
    player = state.player(seat)
    moves: list[m.Move] = []
    if seat in to_act(state):
        if state.pending is not None:
            moves += _answers(state, player, state.pending)
        else:
            moves += placements(state, player)
            if may_pass(state, player):
                moves.append(m.Pass(seat=seat))
    if player.upgrades and may_trade_now(state, seat):
        moves += [m.Trade(seat=seat, tile=tile) for tile, _ in tradable(state, player)]
    return tuple(moves)


def _answers(state: State, player: Player, pending: Pending) -> Iterator[m.Move]:  # noqa: C901 - a case a choice
    seat = player.seat
    match pending:
        case Rerolling():
            yield from _rerolls(state, player)
            yield m.Decline(seat=seat)
        case CampRerolls():
            for group in alike(state, player, at_camp(state, player, pending.thrown)):
                yield m.CampReroll(seat=seat, meeple=group[0])
            yield m.Decline(seat=seat)
        case HeldTurn():
            yield from occupations(state, player, pending.place)
            yield m.Decline(seat=seat)
        case Picking():
            for cards in variants(state, state.laid("temple")):
                yield m.TakeArtifact(seat=seat, card=cards[0])
        case Keeping():
            for name in seen_names(pending):
                yield m.KeepDrawn(seat=seat, card=name)
        case Selling():
            for cards in variants(state, [known(card) for card in player.hand]):
                yield m.SellArtifact(seat=seat, card=cards[0])
            yield m.Decline(seat=seat)
        case TileChoice():
            for tile in _by_kind(state, state.tiles):
                yield m.TakeUpgrade(seat=seat, tile=tile)
        case Delivering():
            yield from deliveries(state, pending)
        case Closing():
            yield m.Decline(seat=seat)
        case _:
            assert_never(pending)


def _rerolls(state: State, player: Player) -> Iterator[m.UseReroll]:
    groups = alike(state, player, player.reserve)
    for tile in _by_kind(state, reroll_tiles(state, player)):
        effect = state.box.upgrade(tile).effect
        most = effect.meeples if isinstance(effect, Throw) else 0
        if most:
            ways: Iterator[tuple[Meeple, ...]] = choices(groups, 1, most)
        elif state.rulings.reroll_all_partial == "part":
            ways = choices(groups, 1, len(player.reserve))
        else:
            ways = iter((player.reserve,))
        for meeples in ways:
            yield m.UseReroll(seat=player.seat, tile=tile, meeples=meeples)


def _by_kind(state: State, tiles: tuple[str, ...]) -> tuple[str, ...]:
    first: dict[str, str] = {}
    for tile in tiles:
        first.setdefault(state.box.tiles[tile], tile)
    return tuple(first.values())


def sample(state: State, seat: Seat, choose: Callable[[int], int]) -> m.Move:
    """Return one legal move; `choose(n)` gives a number from 0 to n - 1."""
    moves = legal_moves(state, seat)
    return moves[choose(len(moves))]
