"""The any-time tiles."""

from __future__ import annotations

from events.games.quetzal import events as e
from events.games.quetzal.moves import Trade
from kernel.chance import Chance
from kernel.decider import Rule
from kernel.errors import Checks, IllegalMove
from kernel.games.quetzal.effects import Exchange
from kernel.games.quetzal.gains import gain, pay
from kernel.games.quetzal.moments import may_trade_now, tradable
from kernel.games.quetzal.readings import works
from kernel.games.quetzal.state import Closing, State


def trade(state: State, move: Trade, chance: Chance) -> Rule[e.Event, State]:  # noqa: ARG001 - no draw
    """Turn coins into VP or Discovery once."""
    if state.phase == "over":
        raise IllegalMove("end.five_rounds", facts={"round": state.round})
    player = state.player(move.seat)
    effect = state.box.upgrade(move.tile).effect if move.tile in state.box.tiles else None
    clause = "upgrade.buy_discovery" if isinstance(effect, Exchange) and effect.gain.discovery else "upgrade.buy_vp"
    check = Checks()
    check(clause, may_trade_now(state, move.seat), moments=state.rulings.any_time)
    owned = isinstance(effect, Exchange) and move.tile in dict(works(state, player))
    check(clause, owned, tile=move.tile, owned=player.upgrades)
    if isinstance(effect, Exchange):
        short = {"coins": effect.coins - player.coins}
        check(clause, player.coins >= effect.coins, remedy=short, needs=effect.coins, has=player.coins)
    check.settle()
    if not isinstance(effect, Exchange):
        return

    state = yield from pay(state, move.seat, effect.coins, clause)
    state = yield from gain(state, move.seat, effect.gain, clause)
    if isinstance(state.pending, Closing) and not tradable(state, state.player(move.seat)):
        yield e.ChoiceClosed(seat=move.seat, cites=(clause,))
