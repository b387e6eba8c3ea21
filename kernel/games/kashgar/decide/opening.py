"""The start of the game: start cards laid out, the first player found."""

from __future__ import annotations

from events.games.kashgar import events as happened
from events.games.kashgar import opening as prepared
from events.games.kashgar.moves import AssignStartCards
from kernel.chance import Chance
from kernel.errors import Checks, ImpossibleEvent
from kernel.games.kashgar.decide.recruits import draw_standard
from kernel.games.kashgar.state import Rule, State, Step


def assign_start_cards(state: State, move: AssignStartCards) -> Rule:
    """Lay one's start cards behind the patriarchs."""
    check = Checks()
    hand = state.player(move.seat).hand if move.seat in state.seats else ()
    check("setup.start_card_behind_each", hand, seat=move.seat)
    check("setup.start_card_behind_each", sorted(move.cards) == sorted(hand), cards=move.cards, dealt=hand)
    check.settle()
    before = next(seat for seat, player in zip(state.seats, state.players, strict=True) if player.hand)
    check("turn.clockwise", move.seat == before, to_act=before)
    check.settle()
    yield from lay_start_cards(state, move.seat, move.cards)


def lay_start_cards(state: State, seat: str, cards: tuple[str, ...]) -> Step:
    """Lay start cards out, that for caravan 1 first."""
    cites = ("setup.start_card_behind_each",)
    for caravan, card in enumerate(cards, 1):
        state = yield prepared.StartCardLaid(seat=seat, card=card, caravan=caravan, cites=cites)
    return state


def open_game(state: State, chance: Chance) -> Rule:
    """Find the first player, once all start cards are laid out."""
    if state.rulings.opening_caravan == "three_cards":
        state = yield from _third_cards(state, chance)
    yield from _first_player(state, chance)


def _third_cards(state: State, chance: Chance) -> Step:
    cites = ("setup.start_card_behind_each",)
    for seat, player in zip(state.seats, state.players, strict=True):
        for caravan in range(1, len(player.caravans) + 1):
            state = yield from draw_standard(state, seat, 1, chance, cites)
            (card,) = state.drawn
            state = yield happened.CardRecruited(seat=seat, card=card, caravan=caravan, source="standard", cites=cites)
    return state


def _first_player(state: State, chance: Chance) -> Rule:
    ranked = [
        (person.rank, seat, card)
        for seat, player in zip(state.seats, state.players, strict=True)
        for row in player.caravans
        for card in row
        if (person := state.person(card)).rank
    ]
    if not ranked:
        raise ImpossibleEvent("nobody holds a start card")
    lowest = min(rank for rank, _, _ in ranked)
    holders = {seat: card for rank, seat, card in ranked if rank == lowest}
    if len(holders) > 1:
        # Ruling start_rank_equal: with equal ranks in the pack, lots are drawn.
        (first,) = chance.pick("first_player", tuple((seat, 1) for seat in holders))
    else:
        (first,) = holders
    cites = ("setup.first_player",)
    yield prepared.FirstPlayerFound(seat=first, card=holders[first], rank=lowest, cites=cites)
