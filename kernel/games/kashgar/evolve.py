"""The bookkeeping of each event, without a rule or a choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.games.kashgar import events as happened
from events.games.kashgar import opening as prepared
from events.vocabulary import Seat
from kernel.copies import replace, replaced_at
from kernel.errors import ImpossibleEvent
from kernel.games.kashgar.rulings import Rulings
from kernel.games.kashgar.state import Action, Choice, End, LastTurn, State
from kernel.rulings import in_force


def _without(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    left = tuple(card for card in cards if card not in gone)
    if len(left) != len(cards) - len(gone):
        msg = f"{', '.join(gone)} should lie among {', '.join(cards) or 'nothing'}"
        raise ImpossibleEvent(msg)
    return left


def _with_caravan(state: State, seat: Seat, caravan: int, cards: tuple[str, ...]) -> State:
    rows = state.player(seat).caravans
    return state.but(seat, caravans=replaced_at(rows, caravan - 1, cards))


def _joined(state: State, seat: Seat, caravan: int, card: str) -> State:
    return _with_caravan(state, seat, caravan, (*state.caravan(seat, caravan), card))


def _left(state: State, seat: Seat, caravan: int, card: str) -> State:
    return _with_caravan(state, seat, caravan, _without(state.caravan(seat, caravan), (card,)))


def _with_track(state: State, seat: Seat, resource: str, level: int) -> State:
    place = state.box.places[resource]
    tracks = state.player(seat).tracks
    if not 0 <= level <= state.box.tops[place]:
        msg = f"{seat}'s {resource} would stand at {level}"
        raise ImpossibleEvent(msg)
    return state.but(seat, tracks=replaced_at(tracks, place, level))


def unpacked(state: State, additional: int) -> State:
    """Return the state with all cards in their decks. additional: number of additional cards mixed in."""
    mixed_in = state.box.decks["additional"].cards if additional else ()
    standard = state.box.decks["standard"].cards
    out = ("patriarch", "start") if additional else ("patriarch", "start", "additional")
    decks = replace(
        state.decks,
        standard=tuple(sorted((*standard, *mixed_in))),
        standard_size=len(standard) + additional,
    )
    unused = tuple(sorted(card for deck in out for card in state.box.decks[deck].cards))
    return replace(state, additional=additional, decks=decks, unused=unused)


def _game_began(state: State, event: prepared.GameBegan) -> State:
    return replace(unpacked(state, event.additional), rulings=in_force(Rulings, event.rulings))


def _patriarch_set_aside(state: State, event: prepared.PatriarchSetAside) -> State:
    return replace(state, unused=_without(state.unused, (event.card,)), set_aside=(*state.set_aside, event.card))


def _tracks_laid(state: State, event: prepared.TracksLaid) -> State:
    levels = dict(event.levels)
    return state.but(event.seat, tracks=tuple(levels[resource] for resource in state.box.resources))


def _patriarch_laid(state: State, event: prepared.PatriarchLaid) -> State:
    state = replace(state, unused=_without(state.unused, (event.card,)))
    return _joined(state, event.seat, event.caravan, event.card)


def _start_cards_dealt(state: State, event: prepared.StartCardsDealt) -> State:
    state = replace(state, unused=_without(state.unused, event.cards))
    return state.but(event.seat, hand=event.cards)


def _start_card_laid(state: State, event: prepared.StartCardLaid) -> State:
    state = state.but(event.seat, hand=_without(state.player(event.seat).hand, (event.card,)))
    return _joined(state, event.seat, event.caravan, event.card)


def _material_left_over(state: State, event: prepared.MaterialLeftOver) -> State:
    _without(state.unused, event.cards)
    return state


def _first_player_found(state: State, event: prepared.FirstPlayerFound) -> State:
    return replace(state, first=event.seat, turn=event.seat, round=1)


def _action_used(state: State, event: happened.ActionUsed) -> State:
    return replace(
        state,
        action=Action(event.card, event.caravan, event.ground, event.action, None),
        last=LastTurn(event.seat, event.card, event.ground),
    )


def _passed(state: State, event: happened.Passed) -> State:
    return replace(state, last=LastTurn(event.seat, event.card, "pass"))


def _card_sent_to_tail(state: State, event: happened.CardSentToTail) -> State:
    cards = _without(state.caravan(event.seat, event.caravan), (event.card,))
    return _with_caravan(state, event.seat, event.caravan, (*cards, event.card))


def _card_removed(state: State, event: happened.CardRemoved) -> State:
    state = _left(state, event.seat, event.caravan, event.card)
    card = state.box.front(event.card)
    if event.to == "discard":
        return replace(state, discard=(*state.discard, card))
    return replace(state, out_of_game=(*state.out_of_game, card))


def _card_moved(state: State, event: happened.CardMoved) -> State:
    state = _left(state, event.seat, event.caravan, event.card)
    return _joined(state, event.to_seat, event.to_caravan, event.card)


def _goods_paid(state: State, event: happened.GoodsPaid) -> State:
    return _with_track(state, event.seat, event.resource, state.level(event.seat, event.resource) - event.amount)


def _goods_gained(state: State, event: happened.GoodsGained) -> State:
    return _with_track(state, event.seat, event.resource, state.level(event.seat, event.resource) + event.amount)


def _goods_lost(state: State, event: happened.GoodsLost) -> State:
    return _with_track(state, event.seat, event.resource, state.level(event.seat, event.resource) - event.amount)


def _track_set(state: State, event: happened.TrackSet) -> State:
    return _with_track(state, event.seat, event.resource, event.level)


def _opponent_named(state: State, event: happened.OpponentNamed) -> State:
    return replace(state, action=replace(state.doing, opponent=event.opponent))


def _cards_drawn(state: State, event: happened.CardsDrawn) -> State:
    decks = state.decks
    if event.deck == "standard":
        decks = replace(
            decks,
            standard=_without(decks.standard, event.cards),
            standard_size=decks.standard_size - len(event.cards),
        )
    else:
        decks = replace(decks, special=_without(decks.special, event.cards))
    return replace(state, decks=decks, drawn=(*state.drawn, *event.cards))


def _discard_reshuffled(state: State, event: happened.DiscardReshuffled) -> State:
    # The deck was drawn to its end: what it might still have held was never mixed in.
    unused = tuple(sorted((*state.unused, *state.decks.standard)))
    decks = replace(
        state.decks,
        standard=tuple(sorted(state.discard)),
        standard_size=len(state.discard),
        standard_epoch=event.epoch,
    )
    return replace(state, decks=decks, discard=(), unused=unused)


def _card_recruited(state: State, event: happened.CardRecruited) -> State:
    if event.source == "discard":
        state = replace(state, discard=_without(state.discard, (event.card,)))
    elif event.source == "set_aside":
        state = replace(state, set_aside=_without(state.set_aside, (event.card,)))
    else:
        state = replace(state, drawn=_without(state.drawn, (event.card,)))
    return _joined(state, event.seat, event.caravan, event.card)


def _cards_discarded(state: State, event: happened.CardsDiscarded) -> State:
    return replace(state, drawn=_without(state.drawn, event.cards), discard=(*state.discard, *event.cards))


def _card_turned_over(state: State, event: happened.CardTurnedOver) -> State:
    rows = state.player(event.seat).caravans
    turned = tuple(tuple(event.into if card == event.card else card for card in row) for row in rows)
    return state.but(event.seat, caravans=turned)


def _off_order_deck(state: State, orders: tuple[str, ...]) -> State:
    decks = state.decks
    seen = tuple(order for order in orders if order in decks.orders)
    known = tuple(order for order in orders if order not in decks.orders)
    decks = replace(decks, orders=_without(decks.orders, seen), bottom=_without(decks.bottom, known))
    return replace(state, decks=decks)


def _order_turned_up(state: State, event: happened.OrderTurnedUp) -> State:
    state = _off_order_deck(state, (event.order,))
    return replace(state, display=(*state.display, event.order))


def _orders_drawn(state: State, event: happened.OrdersDrawn) -> State:
    state = _off_order_deck(state, event.orders)
    return replace(state, turned_up=(*state.turned_up, *event.orders))


def _order_completed(state: State, event: happened.OrderCompleted) -> State:
    if event.source == "display":
        state = replace(state, display=_without(state.display, (event.order,)))
    else:
        state = replace(state, turned_up=_without(state.turned_up, (event.order,)))
    return state.but(event.seat, orders=(*state.player(event.seat).orders, event.order))


def _orders_put_back(state: State, event: happened.OrdersPutBack) -> State:
    state = replace(state, turned_up=_without(state.turned_up, event.orders))
    if event.to == "out_of_game":
        return replace(state, out_of_game=(*state.out_of_game, *event.orders))
    return replace(state, decks=replace(state.decks, bottom=(*state.decks.bottom, *event.orders)))


def _order_deck_shuffled(state: State, event: happened.OrderDeckShuffled) -> State:
    decks = state.decks
    orders = tuple(sorted((*decks.orders, *decks.bottom)))
    return replace(state, decks=replace(decks, orders=orders, bottom=(), orders_epoch=event.epoch))


def _choice_opened(state: State, event: happened.ChoiceOpened) -> State:
    choice = Choice(event.seat, event.choice, event.effect, event.done, event.order, event.spice)
    return replace(state, choice=choice)


def _effect_skipped(state: State, event: happened.EffectSkipped) -> State:  # noqa: ARG001 - it left no trace
    return state


def _points_changed(state: State, event: happened.PointsChanged) -> State:
    if not event.scored:
        return state
    scorings = state.scorings + 1
    return replace(state.but(event.seat, last_scored=scorings), scorings=scorings)


def _end_set_off(state: State, event: happened.EndSetOff) -> State:
    return replace(state, end=End(event.seat, event.during))


def _end_called_off(state: State, event: happened.EndCalledOff) -> State:  # noqa: ARG001 - the event says it all
    return replace(state, end=None)


def _turn_resumed(state: State, event: happened.TurnResumed) -> State:  # noqa: ARG001 - the same seat goes on
    return replace(state, choice=None)


def _turn_skipped(state: State, event: happened.TurnSkipped) -> State:  # noqa: ARG001 - the next event moves on
    return state


def _player_out(state: State, event: happened.PlayerOut) -> State:
    return state.but(event.seat, is_out=True)


def _turn_ended(state: State, event: happened.TurnEnded) -> State:
    return replace(state, turn=event.next, round=event.round, action=None, choice=None)


def _game_ended(state: State, event: happened.GameEnded) -> State:  # noqa: ARG001 - the event says it all
    return replace(state, turn=None, action=None, choice=None, over=True)


REDUCERS: dict[type, Callable[[State, Any], State]] = {
    prepared.GameBegan: _game_began,
    prepared.PatriarchSetAside: _patriarch_set_aside,
    prepared.TracksLaid: _tracks_laid,
    prepared.PatriarchLaid: _patriarch_laid,
    prepared.StartCardsDealt: _start_cards_dealt,
    prepared.StartCardLaid: _start_card_laid,
    prepared.MaterialLeftOver: _material_left_over,
    prepared.FirstPlayerFound: _first_player_found,
    happened.ActionUsed: _action_used,
    happened.Passed: _passed,
    happened.CardSentToTail: _card_sent_to_tail,
    happened.CardRemoved: _card_removed,
    happened.CardMoved: _card_moved,
    happened.GoodsPaid: _goods_paid,
    happened.GoodsGained: _goods_gained,
    happened.GoodsLost: _goods_lost,
    happened.TrackSet: _track_set,
    happened.OpponentNamed: _opponent_named,
    happened.CardsDrawn: _cards_drawn,
    happened.DiscardReshuffled: _discard_reshuffled,
    happened.CardRecruited: _card_recruited,
    happened.CardsDiscarded: _cards_discarded,
    happened.CardTurnedOver: _card_turned_over,
    happened.OrderTurnedUp: _order_turned_up,
    happened.OrdersDrawn: _orders_drawn,
    happened.OrderCompleted: _order_completed,
    happened.OrdersPutBack: _orders_put_back,
    happened.OrderDeckShuffled: _order_deck_shuffled,
    happened.ChoiceOpened: _choice_opened,
    happened.EffectSkipped: _effect_skipped,
    happened.PointsChanged: _points_changed,
    happened.EndSetOff: _end_set_off,
    happened.EndCalledOff: _end_called_off,
    happened.TurnResumed: _turn_resumed,
    happened.TurnSkipped: _turn_skipped,
    happened.PlayerOut: _player_out,
    happened.TurnEnded: _turn_ended,
    happened.GameEnded: _game_ended,
}
"""The reducer of each event; its keys are exactly the members of `Event`."""
