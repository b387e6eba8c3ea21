"""Laying cards and tiles face up, at set-up and at the end of a round."""

from __future__ import annotations

from events.games.quetzal import events as e
from kernel.chance import Chance
from kernel.games.quetzal.deck import Step, drawn, renewed, size, stacked
from kernel.games.quetzal.readings import layout
from kernel.games.quetzal.state import State


def lay_artifacts(state: State, chance: Chance, place: str, *cites: str) -> Step:
    """Fill the empty card spots of a place from the deck, as far as it goes."""
    while missing := state.box.locations[place].display - len(state.laid(place)):
        state = yield from renewed(state)
        if not size(state):
            return (yield e.NothingLeft(what="artifacts", missing=missing, cites=("round.deck_empty",)))
        cards, under = drawn(state, chance, missing)
        state = yield e.ArtifactsLaid(place=place, cards=cards, under=under, cites=cites)
    return state


def lay_tiles(state: State, chance: Chance, *cites: str) -> Step:
    """Fill the empty upgrade spots of the Village from the stack, as far as it goes."""
    missing = layout(state).display - len(state.tiles)
    stack = stacked(state)
    tiles = chance.draw("deck/upgrades", stack, count=min(missing, len(stack)))
    if tiles:
        state = yield e.UpgradesLaid(tiles=tiles, cites=cites)
    if len(tiles) < missing:
        state = yield e.NothingLeft(what="upgrades", missing=missing - len(tiles), cites=("round.deck_empty",))
    return state


def refill(state: State, chance: Chance) -> Step:
    """Fill the board at the end of a round; what nobody took stays, unless the ruling has it renewed."""
    if state.rulings.untaken == "renewed":
        for place, cards in state.display:
            if cards:
                state = yield e.CardsRemoved(place=place, cards=cards, how="renewed", cites=("round.untaken_stay",))
        if state.tiles:
            state = yield e.TilesRemoved(tiles=state.tiles, how="renewed", cites=("round.untaken_stay",))
    for place, _ in state.display:
        state = yield from lay_artifacts(state, chance, place, "round.refill_artifacts", "round.untaken_stay")
    return (yield from lay_tiles(state, chance, "round.refill_village", "round.untaken_stay"))
