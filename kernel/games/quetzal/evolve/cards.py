"""Bookkeeping of cards and tiles that change hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.games.quetzal import events as e
from events.secrets import Secret
from events.vocabulary import Seat
from kernel.copies import replace
from kernel.games.quetzal.state import Card, Delivering, Keeping, Picking, State, pending_of


def artifact_taken(state: State, event: e.ArtifactTaken) -> State:
    """Move a face-up card to a hand, and count the pick."""
    display = tuple(
        (place, tuple(card for card in cards if card != event.card) if place == event.place else cards)
        for place, cards in state.display
    )
    pending = state.pending
    if isinstance(pending, Picking):
        pending = replace(pending, picks=pending.picks - 1)
    return _to_hand(replace(state, display=display, pending=pending), event.seat, event.card)


def artifact_drawn(state: State, event: e.ArtifactDrawn) -> State:
    """Move the top card of the deck to a hand."""
    return _to_hand(_from_deck(state, under=event.under), event.seat, event.card)


def artifact_dealt(state: State, event: e.ArtifactDealt) -> State:
    """Move the top card of the deck to a hand, unseen."""
    return _to_hand(_from_deck(state, under=event.under), event.seat, event.card)


def _to_hand(state: State, seat: Seat, card: Card) -> State:
    return state.but(seat, hand=(*state.player(seat).hand, card))


def _from_deck(state: State, *, under: bool) -> State:
    return replace(state, bottom=state.bottom[1:]) if under else state


def artifact_hidden(state: State, event: e.ArtifactHidden) -> State:
    """Turn a card in hand away."""
    hand = state.player(event.seat).hand
    return state.but(event.seat, hand=tuple(event.hidden if card == event.card else card for card in hand))


def artifact_shown(state: State, event: e.ArtifactShown) -> State:
    """Turn a hidden card in hand up."""
    hand = state.player(event.seat).hand
    return state.but(event.seat, hand=tuple(event.card if _is(card, event.commitment) else card for card in hand))


def _is(card: Card, commitment: str) -> bool:
    return isinstance(card, Secret) and card.commitment == commitment


def card_seen(state: State, event: e.CardSeen | e.CardPeeked) -> State:
    """Add a card to those looked at."""
    pending = pending_of(state, Keeping)
    state = _from_deck(state, under=event.under)
    return replace(state, pending=replace(pending, seen=(*pending.seen, event.card)))


def card_kept(state: State, event: e.CardKept) -> State:
    """Move one of the cards looked at to the hand."""
    pending = pending_of(state, Keeping)
    kept = pending.seen[event.nth - 1]
    seen = pending.seen[: event.nth - 1] + pending.seen[event.nth :]
    return _to_hand(replace(state, pending=replace(pending, seen=seen)), event.seat, kept)


def cards_laid_under(state: State, _: e.CardsLaidUnder) -> State:
    """Lay the other cards under the deck."""
    pending = pending_of(state, Keeping)
    return replace(state, bottom=(*state.bottom, *pending.seen), pending=replace(pending, seen=()))


def artifact_sold(state: State, event: e.ArtifactSold) -> State:
    """Take a card out of the game."""
    state = _from_hand(state, event.seat, event.card)
    return replace(state, out=tuple(sorted((*state.out, (event.card, "sold")))))


def _from_hand(state: State, seat: Seat, card: str) -> State:
    hand = list(state.player(seat).hand)
    hand.remove(card)
    return state.but(seat, hand=tuple(hand))


def artifact_loaded(state: State, event: e.ArtifactLoaded) -> State:
    """Move a card from the hand to the delivery."""
    pending = pending_of(state, Delivering)
    state = _from_hand(state, event.seat, event.card)
    return replace(state, pending=replace(pending, loaded=(*pending.loaded, event.card)))


def artifacts_delivered(state: State, event: e.ArtifactsDelivered) -> State:
    """Take the delivery out of the game and go to the next one."""
    pending = pending_of(state, Delivering)
    out = tuple(sorted((*state.out, *((card, "delivered") for card in event.cards))))
    return replace(state, out=out, pending=replace(pending, limits=pending.limits[1:], loaded=()))


def upgrade_taken(state: State, event: e.UpgradeTaken) -> State:
    """Move a tile to a seat."""
    player = state.player(event.seat)
    state = replace(state, tiles=tuple(tile for tile in state.tiles if tile != event.tile))
    if event.lasting:
        return state.but(event.seat, upgrades=(*player.upgrades, event.tile))
    return state.but(event.seat, discard=(*player.discard, event.tile))


CARDS: dict[type, Callable[[State, Any], State]] = {
    e.ArtifactTaken: artifact_taken,
    e.ArtifactDrawn: artifact_drawn,
    e.ArtifactDealt: artifact_dealt,
    e.ArtifactHidden: artifact_hidden,
    e.ArtifactShown: artifact_shown,
    e.CardSeen: card_seen,
    e.CardPeeked: card_seen,
    e.CardKept: card_kept,
    e.CardsLaidUnder: cards_laid_under,
    e.ArtifactSold: artifact_sold,
    e.ArtifactLoaded: artifact_loaded,
    e.ArtifactsDelivered: artifacts_delivered,
    e.UpgradeTaken: upgrade_taken,
}
"""Events of cards and tiles."""
