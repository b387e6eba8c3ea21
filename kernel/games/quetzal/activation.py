"""Resolving the places in order."""

from __future__ import annotations

from events.games.quetzal import events as e
from events.vocabulary import Seat
from kernel.chance import Chance
from kernel.decider import Rule
from kernel.games.quetzal import temple
from kernel.games.quetzal.box import SHIPS
from kernel.games.quetzal.closing import end_round, final_scoring
from kernel.games.quetzal.deck import Step, hidden
from kernel.games.quetzal.effects import (
    DeliverHere,
    DeliverMore,
    GainNow,
    Sell,
    TakeCards,
    TakeDisplay,
    TakeMarker,
    TakeTile,
)
from kernel.games.quetzal.gains import gain, gain_coins
from kernel.games.quetzal.readings import reward, space_numbered, turn_order, works
from kernel.games.quetzal.state import AUTOMATON, Player, Stand, State

_TOP_DOWN = {"temple": ("temple.top_down",), "village": ("village.top_down",)}


def proceed(state: State, chance: Chance) -> Rule[e.Event, State]:
    """Go on where no seat has a choice: the next stand, the end of the round, the end of the game."""
    if state.phase == "closing":
        yield from final_scoring(state)
        return
    stand = next_stand(state)
    if stand is None:
        yield from end_round(state, chance)
    elif stand.seat == AUTOMATON:
        yield from _pass_over(state, stand)
    else:
        yield from _activate(state, stand, chance)


def next_stand(state: State) -> Stand | None:
    """Return the stand that is resolved next: by place, from the top, then in the order of the round."""
    waiting = [stand for stand in state.board if not stand.done and stand.place in state.box.order]
    if not waiting:
        return None
    place = min((stand.place for stand in waiting), key=state.box.order.index)
    here = [stand for stand in waiting if stand.place == place]
    if place == "harbour_office" and state.rulings.harbour_order == "arrival":
        return here[0]
    ranks = {seat: rank for rank, seat in enumerate(turn_order(state))}
    return min(here, key=lambda stand: (stand.space, ranks.get(stand.seat, -1)))


def _pass_over(state: State, stand: Stand) -> Step:
    """The automaton gains nothing; under the ruling, what its place gives leaves the game."""
    cites = ("automaton.takes_nothing", "automaton.no_turn_no_score")
    state = yield e.StandActivated(seat=AUTOMATON, place=stand.place, space=stand.space, cites=cites)
    if state.rulings.automaton_takes == "blocks_only":
        return state
    cards = state.laid(stand.place)
    space = space_numbered(state, stand.place, stand.space)
    if space is not None:
        cards = cards[: reward(state, space)[0]]
    if cards:
        state = yield e.CardsRemoved(place=stand.place, cards=cards, how="automaton", cites=cites[:1])
    if stand.place == "village" and state.tiles:
        state = yield e.TilesRemoved(tiles=state.tiles[:1], how="automaton", cites=cites[:1])
    return state


def _activate(state: State, stand: Stand, chance: Chance) -> Step:
    seat, place = stand.seat, stand.place
    first = state.first
    cites = ("order.sequence", *_TOP_DOWN.get(place, ()))
    state = yield e.StandActivated(seat=seat, place=place, space=stand.space, cites=cites)
    if state.box.locations[place].bar_holder and first == seat:
        return (yield e.NothingGained(seat=seat, place=place, cites=("stela.not_holder",)))
    for effect in state.box.locations[place].effects:
        match effect:
            case TakeMarker():
                state = yield e.MarkerTaken(seat=seat, cites=("stela.take_marker", "stela.order_from_next_round"))
            case GainNow():
                times = len(stand.meeples) if effect.per_meeple else 1
                for _ in range(times):
                    state = yield from gain(state, seat, effect.gain, _gain_clause(place))
            case TakeCards():
                state = yield from temple.activate(state, stand, chance)
            case TakeDisplay():
                state = yield from _take_display(state, seat, place, chance)
            case Sell():
                state = yield from _offer_sale(state, seat, place)
            case TakeTile():
                state = yield from _offer_tile(state, stand)
            case DeliverHere():
                state = yield from _offer_delivery(state, stand, effect)
            case _:
                continue
    return state


def _gain_clause(place: str) -> str:
    return "stela.discovery" if place == "stela" else "annex.bonus"


def _take_display(state: State, seat: Seat, place: str, chance: Chance) -> Step:
    for card in state.laid(place):
        state = yield e.ArtifactTaken(seat=seat, place=place, card=card, cites=("annex.two_cards",))
        state = yield from hide(state, seat, card, chance)
    return state


def hide(state: State, seat: Seat, card: str, chance: Chance) -> Step:
    """Turn a card just taken away from the others, where the ruling keeps whole hands secret."""
    if state.rulings.hand_secrecy == "secret":
        sealed = hidden(chance, seat, card)
        state = yield e.ArtifactHidden(seat=seat, card=card, hidden=sealed, cites=("deliver.own_hand",))
    return state


def _offer_sale(state: State, seat: Seat, place: str) -> Step:
    if not state.player(seat).hand:
        return (yield e.NothingGained(seat=seat, place=place, cites=("market.optional",)))
    return (yield e.SaleOffered(seat=seat, cites=("market.seven_coins",)))


def _offer_tile(state: State, stand: Stand) -> Step:
    if state.tiles:
        return (yield e.TileChoiceGranted(seat=stand.seat, space=stand.space, cites=("village.take_one",)))
    state = yield e.NothingGained(seat=stand.seat, place=stand.place, cites=("village.take_one", "round.deck_empty"))
    if state.rulings.village_short == "refund":
        state = yield from gain_coins(state, stand.seat, stand.paid, "village.take_one")
    return state


def _offer_delivery(state: State, stand: Stand, effect: DeliverHere) -> Step:
    player = state.player(stand.seat)
    clause = "ships.six_cards" if stand.place in SHIPS else "harbour.three_cards"
    if not player.hand:
        return (yield e.NothingGained(seat=stand.seat, place=stand.place, cites=("deliver.own_hand",)))
    more = _more_cards(state, player, stand.place)
    limits = _limits(state, player, stand.place, effect, more)
    cites = (clause, "upgrade.extra_object") if more else (clause,)
    return (yield e.DeliveryGranted(seat=stand.seat, place=stand.place, limits=limits, cites=cites))


def _more_cards(state: State, player: Player, place: str) -> int:
    """Return how many cards more a delivery at a place may hold, by the player's tiles."""
    effects = [effect for _, effect in works(state, player) if isinstance(effect, DeliverMore)]
    return sum(effect.cards for effect in effects if place in effect.places)


def _limits(state: State, player: Player, place: str, effect: DeliverHere, more: int) -> tuple[int, ...]:
    """Return the most cards of each delivery that a player makes at a place."""
    if not effect.per_meeple:
        return (effect.most + more,)
    meeples = sum(len(stand.meeples) for stand in state.board if (stand.place, stand.seat) == (place, player.seat))
    if state.rulings.harbour_two_meeples == "joint":
        return (effect.most * meeples + more,)
    if state.rulings.extra_object_scope == "per_visit":
        return (effect.most + more,) + (effect.most,) * (meeples - 1)
    return (effect.most + more,) * meeples
