"""The Temple: choosing cards, drawing from the deck, keeping one of those seen."""

from __future__ import annotations

from events.games.quetzal import events as e
from events.vocabulary import Seat
from kernel.chance import Chance
from kernel.games.quetzal.deck import Step, dealt, drawn, draws_hidden, renewed, size
from kernel.games.quetzal.gains import gain_coins
from kernel.games.quetzal.readings import extra_cards, reward, space_numbered
from kernel.games.quetzal.state import Stand, State


def activate(state: State, stand: Stand, chance: Chance) -> Step:
    """Let a seat choose among the cards that are left, then draw."""
    space = space_numbered(state, stand.place, stand.space)
    if space is None:
        return state
    owed, draws = reward(state, space)
    picks = min(owed, len(state.laid(stand.place)))
    if picks < owed and state.rulings.temple_short == "refund":
        state = yield from gain_coins(state, stand.seat, stand.paid, "temple.rewards")
    if picks:
        example = ("temple.example_three",) if space.number in (2, 4, 5) else ()
        cites = ("temple.rewards", "temple.no_refill_between", *example)
        return (yield e.PicksGranted(seat=stand.seat, space=stand.space, picks=picks, draws=draws, cites=cites))
    return (yield from draw(state, stand.seat, stand.space, draws, chance))


def draw(state: State, seat: Seat, space: int, count: int, chance: Chance) -> Step:
    """Draw from the deck; with the tile for it, look at more cards and keep one of them."""
    for left in range(count - 1, -1, -1):
        state = yield from renewed(state)
        if not size(state):
            return (yield e.NothingLeft(what="artifacts", missing=left + 1, cites=("round.deck_empty",)))
        more = extra_cards(state, state.player(seat), space)
        if more:
            cites = ("upgrade.temple_draw",)
            state = yield e.KeepGranted(seat=seat, space=space, draws=left, cites=cites)
            return (yield from _look(state, seat, 1 + more, chance))
        if draws_hidden(state):
            card, under = dealt(state, chance, seat)
            state = yield e.ArtifactDealt(
                seat=seat, card=card, under=under, cites=("temple.deck_draw", "deliver.own_hand")
            )
        else:
            (top,), from_under = drawn(state, chance, 1)
            state = yield e.ArtifactDrawn(seat=seat, card=top, under=from_under > 0, cites=("temple.deck_draw",))
    return state


def _look(state: State, seat: Seat, count: int, chance: Chance) -> Step:
    cites = ("upgrade.temple_draw",)
    for _ in range(min(count, size(state))):
        if draws_hidden(state):
            card, under = dealt(state, chance, seat)
            state = yield e.CardPeeked(seat=seat, card=card, under=under, cites=cites)
        else:
            (top,), from_under = drawn(state, chance, 1)
            state = yield e.CardSeen(seat=seat, card=top, under=from_under > 0, cites=cites)
    return state
