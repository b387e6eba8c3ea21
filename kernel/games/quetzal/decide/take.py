"""Choosing cards of the Temple, a tile of the Village, and selling at the Black Market."""

from __future__ import annotations

from events.games.quetzal import events as e
from events.games.quetzal.moves import KeepDrawn, SellArtifact, TakeArtifact, TakeUpgrade
from kernel.chance import Chance
from kernel.decider import Rule
from kernel.errors import Checks
from kernel.games.quetzal import temple
from kernel.games.quetzal.activation import hide
from kernel.games.quetzal.decide.guards import due
from kernel.games.quetzal.decide.hands import lacking, shown
from kernel.games.quetzal.effects import GainNow, Sell
from kernel.games.quetzal.gains import gain, gain_coins
from kernel.games.quetzal.names import seen_names
from kernel.games.quetzal.state import Keeping, Picking, Selling, State, TileChoice


def take_artifact(state: State, move: TakeArtifact, chance: Chance) -> Rule[e.Event, State]:
    """Take a face-up card; after the last one, draw what the space gives."""
    pending = due(state, move.seat, Picking, "temple.rewards")
    check = Checks()
    laid = state.laid("temple")
    check("temple.rewards", move.card in laid, card=move.card, face_up=laid)
    check.settle()
    state = yield e.ArtifactTaken(seat=move.seat, place="temple", card=move.card, cites=("temple.rewards",))
    state = yield from hide(state, move.seat, move.card, chance)
    if pending.picks == 1:
        state = yield e.ChoiceClosed(seat=move.seat, cites=("temple.rewards",))
        yield from temple.draw(state, move.seat, pending.space, pending.draws, chance)


def keep_drawn(state: State, move: KeepDrawn, chance: Chance) -> Rule[e.Event, State]:
    """Keep one of the deck cards seen; the others go under the deck."""
    pending = due(state, move.seat, Keeping, "upgrade.temple_draw")
    names = seen_names(pending)
    check = Checks()
    check("upgrade.temple_draw", move.card in names, card=move.card, seen=names)
    check.settle()
    cites = ("upgrade.temple_draw",)
    state = yield e.CardKept(seat=move.seat, nth=names.index(move.card) + 1, cites=cites)
    if len(names) > 1:
        state = yield e.CardsLaidUnder(seat=move.seat, cites=cites)
    state = yield e.ChoiceClosed(seat=move.seat, cites=cites)
    yield from temple.draw(state, move.seat, pending.space, pending.draws, chance)


def sell_artifact(state: State, move: SellArtifact, chance: Chance) -> Rule[e.Event, State]:  # noqa: ARG001 - no draw
    """Give up a card for coins; it yields nothing else."""
    due(state, move.seat, Selling, "market.seven_coins")
    check = Checks()
    check("market.seven_coins", not lacking(state.player(move.seat), (move.card,)), card=move.card)
    check.settle()
    state = yield from shown(state, move.seat, move.card)
    cites = ("market.seven_coins", "market.no_vp_no_icon")
    state = yield e.ArtifactSold(seat=move.seat, card=move.card, cites=cites)
    for effect in state.box.locations["black_market"].effects:
        if isinstance(effect, Sell):
            state = yield from gain_coins(state, move.seat, effect.coins, *cites)
    yield e.ChoiceClosed(seat=move.seat, cites=("market.seven_coins",))


def take_upgrade(state: State, move: TakeUpgrade, chance: Chance) -> Rule[e.Event, State]:  # noqa: ARG001 - no draw
    """Take a face-up tile; an immediate one gives its gains at once."""
    due(state, move.seat, TileChoice, "village.take_one")
    check = Checks()
    check("village.take_one", move.tile in state.tiles, tile=move.tile, face_up=state.tiles)
    check.settle()
    upgrade = state.box.upgrade(move.tile)
    clause = "upgrade.from_next_use" if upgrade.lasting else "upgrade.immediate"
    state = yield e.UpgradeTaken(
        seat=move.seat, tile=move.tile, lasting=upgrade.lasting, cites=("village.take_one", clause)
    )
    if not upgrade.lasting and isinstance(upgrade.effect, GainNow):
        state = yield from gain(state, move.seat, upgrade.effect.gain, clause)
    yield e.ChoiceClosed(seat=move.seat, cites=("village.take_one",))
