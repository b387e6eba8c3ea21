"""Bookkeeping of set-up, rounds and throws, of coins and tracks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.games.quetzal import events as e
from events.games.quetzal.pieces import Meeple
from kernel.copies import replace
from kernel.games.quetzal.rulings import Rulings
from kernel.games.quetzal.state import AUTOMATON, Automaton, Player, Stand, State, meeple_order, with_stand
from kernel.rulings import in_force


def begun(state: State, event: e.GameBegun) -> State:
    """Put the rulings in force."""
    return replace(state, rulings=in_force(Rulings, event.rulings))


def seat_prepared(state: State, event: e.SeatPrepared) -> State:
    """Give a seat its coins and meeples, not thrown yet: black side up."""
    reserve = tuple(Meeple(meeple, "black") for meeple in event.meeples)
    return state.but(event.seat, coins=event.coins, reserve=reserve)


def artifacts_laid(state: State, event: e.ArtifactsLaid) -> State:
    """Lay cards face up."""
    display = tuple((place, cards + event.cards if place == event.place else cards) for place, cards in state.display)
    return replace(state, display=display, bottom=state.bottom[event.under :])


def upgrades_laid(state: State, event: e.UpgradesLaid) -> State:
    """Lay tiles face up."""
    return replace(state, tiles=state.tiles + event.tiles)


def unchanged(state: State, _: object) -> State:
    """Leave all as it is: the event tells that something did not happen."""
    return state


def deck_reshuffled(state: State, event: e.DeckReshuffled) -> State:
    """Bring the cards that left the game back into the deck."""
    out = tuple((piece, how) for piece, how in state.out if piece not in state.box.cards)
    return replace(state, out=out, epoch=event.epoch)


def automaton_card_turned(state: State, event: e.AutomatonCardTurned) -> State:
    """Put the card used so far aside."""
    before = state.automaton or Automaton()
    used = (*before.used, before.card) if before.card else before.used
    return replace(state, automaton=Automaton(event.card, used))


def automaton_placed(state: State, event: e.AutomatonPlaced) -> State:
    """Put the automaton on a space, or in the lead of a bid."""
    stand = Stand(event.place, event.space, AUTOMATON, event.role, event.meeples, 0, event.tile)
    return replace(state, board=with_stand(state.board, stand))


def round_began(state: State, event: e.RoundBegan) -> State:
    """Open the round's throw."""
    return replace(state, round=event.round, leader=event.leader, phase="throw")


def board_cleared(state: State, _: e.BoardCleared) -> State:
    """Give all meeples back to their owners."""
    players = []
    for player in state.players:
        placed = [meeple for stand in state.board if stand.seat == player.seat for meeple in stand.meeples]
        reserve = tuple(sorted((*player.reserve, *placed), key=meeple_order))
        players.append(_fresh(replace(player, reserve=reserve)))
    return replace(state, board=(), players=tuple(players))


def _fresh(player: Player) -> Player:
    return replace(player, came_back=(), paid_for=(), rerolled=(), passed=False)


def cards_removed(state: State, event: e.CardsRemoved) -> State:
    """Take face-up cards out of the game."""
    gone = set(event.cards)
    display = tuple((place, tuple(card for card in cards if card not in gone)) for place, cards in state.display)
    return replace(state, display=display, out=_out(state, event.cards, event.how))


def tiles_removed(state: State, event: e.TilesRemoved) -> State:
    """Take face-up tiles out of the game."""
    tiles = tuple(tile for tile in state.tiles if tile not in event.tiles)
    return replace(state, tiles=tiles, out=_out(state, event.tiles, event.how))


def _out(state: State, pieces: tuple[str, ...], how: str) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((*state.out, *((piece, how) for piece in pieces))))


def game_ended(state: State, event: e.GameEnded) -> State:
    """Close the game."""
    return replace(state, phase="over", winners=event.winners)


def meeples_thrown(state: State, event: e.MeeplesThrown) -> State:
    """Turn the meeples as they fell."""
    player = state.player(event.seat)
    fallen = {meeple.id: meeple for meeple in event.meeples}
    reserve = tuple(fallen.get(meeple.id, meeple) for meeple in player.reserve)
    came_back = tuple((meeple, role) for meeple, role in player.came_back if meeple not in fallen)
    paid_for = tuple(dict.fromkeys((*player.paid_for, *event.paid)))
    return state.but(event.seat, reserve=reserve, came_back=came_back, paid_for=paid_for)


def coins_gained(state: State, event: e.CoinsGained) -> State:
    """Add coins."""
    return state.but(event.seat, coins=state.player(event.seat).coins + event.amount)


def coins_paid(state: State, event: e.CoinsPaid) -> State:
    """Take coins away."""
    return state.but(event.seat, coins=state.player(event.seat).coins - event.amount)


def points_scored(state: State, event: e.PointsScored) -> State:
    """Move the disc on the Score track."""
    return state.but(event.seat, vp=state.player(event.seat).vp + event.amount)


def discovery_gained(state: State, event: e.DiscoveryGained) -> State:
    """Move the disc on the Discovery track."""
    return state.but(event.seat, discovery=event.to)


def marker_taken(state: State, event: e.MarkerTaken) -> State:
    """Hand the First Player marker over."""
    return replace(state, first=event.seat)


ROUNDS: dict[type, Callable[[State, Any], State]] = {
    e.GameBegun: begun,
    e.SeatPrepared: seat_prepared,
    e.ArtifactsLaid: artifacts_laid,
    e.UpgradesLaid: upgrades_laid,
    e.NothingLeft: unchanged,
    e.DeckReshuffled: deck_reshuffled,
    e.AutomatonCardTurned: automaton_card_turned,
    e.AutomatonPlaced: automaton_placed,
    e.RoundBegan: round_began,
    e.PlaneMoved: unchanged,
    e.BoardCleared: board_cleared,
    e.CardsRemoved: cards_removed,
    e.TilesRemoved: tiles_removed,
    e.GameEnded: game_ended,
    e.MeeplesThrown: meeples_thrown,
    e.CoinsGained: coins_gained,
    e.CoinsPaid: coins_paid,
    e.PointsScored: points_scored,
    e.DiscoveryGained: discovery_gained,
    e.MarkerTaken: marker_taken,
}
"""Events of the rounds, of coins and tracks."""
