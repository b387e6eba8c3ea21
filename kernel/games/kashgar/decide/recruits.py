"""Recruiting: persons that join a caravan, drawn, fetched from the discard or laid aside."""

from __future__ import annotations

from events.games.kashgar import events as happened
from events.games.kashgar.moves import Recruit
from events.vocabulary import Cites, Seat
from kernel.chance import Chance
from kernel.errors import Checks
from kernel.games.kashgar.decide.goods_moves import as_written
from kernel.games.kashgar.decide.guards import awaited
from kernel.games.kashgar.decide.points import card_changed_hands
from kernel.games.kashgar.effects import RecruitCards
from kernel.games.kashgar.possible import own_receiving
from kernel.games.kashgar.state import State, Step


def begin_recruit(state: State, number: int, effect: RecruitCards, chance: Chance) -> Step:
    """Draw, and ask which card joins; what leaves no choice joins at once."""
    if effect.source == "standard":
        state = yield from draw_standard(state, state.mover, effect.draw, chance, (_clause(state, effect),))
    elif effect.source == "special":
        special = state.decks.special
        cards = chance.draw("deck/special", special, count=min(effect.draw, len(special)))
        if cards:
            cites = ("recruit.special_unseen",)
            state = yield happened.CardsDrawn(seat=state.mover, deck="special", cards=cards, cites=cites)
    cards = pool(state, effect)
    if not cards:
        # Rulings special_deck_empty and empty_discard: the action was open all the same.
        return (yield happened.EffectSkipped(seat=state.mover, effect=number, cites=(_clause(state, effect),)))
    if effect.source in ("special", "set_aside") and len(cards) <= effect.keep and not effect.anywhere:
        for card in cards[: effect.keep]:
            state = yield from _join(state, effect, card, state.doing.caravan)
        return state
    return (yield _opened(state, number, 0))


def pool(state: State, effect: RecruitCards) -> tuple[str, ...]:
    """Return the cards of which an effect lets one join."""
    if effect.source == "discard":
        return state.discard
    return state.set_aside if effect.source == "set_aside" else state.drawn


def _opened(state: State, number: int, done: int) -> happened.ChoiceOpened:
    cites = ("effects.in_order", as_written(state))
    return happened.ChoiceOpened(seat=state.mover, choice="recruit", effect=number, done=done, cites=cites)


def may_decline(state: State, effect: RecruitCards) -> bool:
    """Tell whether none of the drawn cards need be taken."""
    return effect.source == "standard" and state.rulings.recruit_binding == "optional"


def answer_recruit(state: State, move: Recruit, effect: RecruitCards) -> Step:
    """Let a card join; what is left of the drawn ones goes to the discard."""
    check = Checks()
    choice = awaited(check, state, move, ("recruit",))
    cards = pool(state, effect)
    if move.card is None:
        check("recruit.one_must_join", may_decline(state, effect), cards=cards)
        check("caravan.recruits_behind", move.caravan is None, caravan=move.caravan)
        check.settle()
        return (yield from _discard_rest(state, effect))
    check(_clause(state, effect), move.card in cards, card=move.card, cards=cards)
    check("removal.out_of_game", move.card not in state.out_of_game, card=move.card)
    rows = own_receiving(state)
    if effect.anywhere and move.caravan is not None and 0 < move.caravan <= len(state.player(state.mover).caravans):
        check("removal.emptied_caravan", move.caravan in rows, caravan=move.caravan)
    elif effect.anywhere:
        check(as_written(state), holds=False, caravan=move.caravan, caravans=rows)
    else:
        check("caravan.recruits_behind", move.caravan is None, caravan=move.caravan)
    check.settle()
    state = yield from _join(state, effect, move.card, move.caravan or state.doing.caravan)
    if choice.done + 1 < effect.keep and pool(state, effect):
        return (yield _opened(state, choice.effect, choice.done + 1))
    return (yield from _discard_rest(state, effect))


def _discard_rest(state: State, effect: RecruitCards) -> Step:
    if effect.source in ("standard", "special") and state.drawn:
        state = yield happened.CardsDiscarded(cards=state.drawn, cites=("recruit.rest_to_discard",))
    return state


def _clause(state: State, effect: RecruitCards) -> str:
    match effect.source:
        case "standard":
            by_patriarch = state.person(state.doing.card).deck == "patriarch"
            return "recruit.patriarch_draws_two" if by_patriarch else as_written(state)
        case "special":
            return "recruit.special_unseen"
        case "discard":
            return "recruit.matriarch_any_discard"
        case "set_aside":
            return "recruit.set_aside_patriarch"


def _join(state: State, effect: RecruitCards, card: str, caravan: int) -> Step:
    before, seat, action = state, state.mover, state.doing
    cites: Cites = (_clause(state, effect),)
    if caravan != action.caravan:
        # The card sends the recruit elsewhere than the general rule would.
        cites += ("general.card_text_first",)
    elif action.ground == "caravan":
        cites += ("caravan.recruits_behind",)
    else:
        cites += ("removal.recruits_last",)
    if not state.caravan(seat, caravan):
        cites += ("removal.emptied_caravan",)
    state = yield happened.CardRecruited(seat=seat, card=card, caravan=caravan, source=effect.source, cites=cites)
    return (yield from card_changed_hands(state, before, card, seat))


def draw_standard(state: State, seat: Seat, count: int, chance: Chance, cites: Cites) -> Step:
    """Draw standard cards; when the deck runs out, go on as the ruling has it."""
    due = count
    for attempt in range(2):
        refills = attempt == 0 or state.rulings.standard_deck_empty == "reshuffle_and_fill"
        if not state.decks.standard_size and refills:
            state = yield from _reshuffle(state)
        cards = _top_standard(state, min(due, state.decks.standard_size), chance)
        if cards:
            state = yield happened.CardsDrawn(seat=seat, deck="standard", cards=cards, cites=cites)
        due -= len(cards)
        if not due:
            break
    return state


def _reshuffle(state: State) -> Step:
    if state.discard and state.rulings.standard_deck_empty != "no_more_cards":
        epoch = state.decks.standard_epoch + 1
        state = yield happened.DiscardReshuffled(epoch=epoch, cites=("recruit.deck_runs_out",))
    return state


def _top_standard(state: State, count: int, chance: Chance) -> tuple[str, ...]:
    decks = state.decks
    stream = f"deck/standard/{decks.standard_epoch}"
    if decks.standard_size == len(decks.standard):
        return chance.draw(stream, decks.standard, count=count)
    # Some additional cards were mixed in, nobody knows which: first the kind is drawn, then the card of that kind.
    cards: list[str] = []
    for _ in range(count):
        left = [card for card in decks.standard if card not in cards]
        extra = [card for card in left if state.person(card).deck == "additional"]
        plain = [card for card in left if card not in extra]
        mixed_in = decks.standard_size - len(cards) - len(plain)
        (kind,) = chance.pick("mix/standard", (("standard", len(plain)), ("additional", mixed_in)))
        cards += chance.draw(stream, plain if kind == "standard" else extra)
    return tuple(cards)
