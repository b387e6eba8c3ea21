"""Effects on cards that lie in caravans: taken out, moved, turned over."""

from __future__ import annotations

from events.games.kashgar import events as happened
from events.games.kashgar.moves import MoveCard, RemoveCard
from events.vocabulary import Cites
from kernel.errors import Checks
from kernel.games.kashgar.decide.goods_moves import as_written, struck
from kernel.games.kashgar.decide.guards import awaited
from kernel.games.kashgar.decide.points import card_changed_hands
from kernel.games.kashgar.effects import Shift, TakeOut
from kernel.games.kashgar.possible import is_fair_aim, movable, removable
from kernel.games.kashgar.state import State, Step


def begin_take_out(state: State, number: int, effect: TakeOut) -> Step:
    """Ask which card leaves."""
    return (yield from _offer(state, number, effect, 0))


def _offer(state: State, number: int, effect: TakeOut, done: int) -> Step:
    if done < effect.count and removable(state, effect):
        cites = ("effects.in_order", as_written(state))
        state = yield happened.ChoiceOpened(seat=state.mover, choice="remove", effect=number, done=done, cites=cites)
    return state


def answer_remove(state: State, move: RemoveCard, effect: TakeOut) -> Step:
    """Take a card out of its caravan and out of the game."""
    check = Checks()
    choice = awaited(check, state, move, ("remove",))
    cards = removable(state, effect)
    aims = struck(state) if effect.others else ("effects.remove_own",)
    if move.card not in cards:
        own = move.card == state.played() and not effect.others
        check("effects.not_the_played_card", not own or is_fair_aim(state, move.card, state.played()), card=move.card)
        for aim in aims:
            check(aim, holds=False, card=move.card, cards=cards)
        check.settle()
    before, place = state, state.place_of(move.card)
    assert place is not None  # noqa: S101 - it is among the removable cards, which lie in caravans
    owner, caravan = place
    cites: Cites = struck(state, as_written(state)) if effect.others else (*aims, "removal.out_of_game")
    state = yield happened.CardRemoved(seat=owner, card=move.card, caravan=caravan, to="out_of_game", cites=cites)
    state = yield from card_changed_hands(state, before, move.card, None)
    return (yield from _offer(state, choice.effect, effect, choice.done + 1))


def begin_shift(state: State, number: int) -> Step:
    """Ask which card moves where."""
    cites = ("effects.in_order", as_written(state))
    return (yield happened.ChoiceOpened(seat=state.mover, choice="move", effect=number, done=0, cites=cites))


def answer_move(state: State, move: MoveCard, effect: Shift) -> Step:
    """Move a card to the tail of a caravan."""
    check = Checks()
    awaited(check, state, move, ("move",))
    found = dict(movable(state, effect))
    check(as_written(state), move.card in found, card=move.card, cards=tuple(found))
    check.settle()
    rows = found[move.card]
    before, place = state, state.place_of(move.card)
    assert place is not None  # noqa: S101 - it is among the movable cards, which lie in caravans
    owner, caravan = place
    to_seat = owner if effect.owner == "same" else state.mover
    if effect.owner == "opponent":
        to_seat = state.doing.opponent or owner
    if effect.caravan != "any":
        check(as_written(state), move.caravan is None, caravan=move.caravan)
        target = rows[0]
    else:
        target = move.caravan or 0
        closed = 0 < target <= len(state.player(to_seat).caravans) and not state.caravan(to_seat, target)
        check("removal.emptied_caravan" if closed else as_written(state), target in rows, caravan=target, caravans=rows)
    check.settle()
    hits_other = owner != state.mover or to_seat != state.mover
    cites = struck(state, as_written(state)) if hits_other else (as_written(state),)
    if move.card == state.played():
        cites = (*cites, "general.card_text_first")
    if not state.caravan(to_seat, target):
        cites = (*cites, "removal.emptied_caravan")
    if (to_seat, target) == (owner, caravan):
        return (yield happened.CardSentToTail(seat=owner, card=move.card, caravan=caravan, cites=cites))
    state = yield happened.CardMoved(
        seat=owner, card=move.card, caravan=caravan, to_seat=to_seat, to_caravan=target, cites=cites
    )
    return (yield from card_changed_hands(state, before, move.card, to_seat))


def turn_over(state: State) -> Step:
    """Turn the played card over where it lies."""
    card, before = state.played(), state
    into = state.box.face[card]
    place = state.place_of(card)
    assert place is not None  # noqa: S101 - an effect that turns nothing over is left out before
    person = state.person(card)
    clause = as_written(state)
    if person.deck == "patriarch":
        clause = "recruit.patriarch_turns" if person.count else "recruit.matriarch_turns_back"
    state = yield happened.CardTurnedOver(seat=place[0], card=card, into=into, cites=(clause,))
    return (yield from card_changed_hands(state, before, into, None))
