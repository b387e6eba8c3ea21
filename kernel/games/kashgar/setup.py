"""Set-up: decks shuffled, boards, patriarchs and start cards dealt, four orders turned up."""

from __future__ import annotations

from events.games.kashgar import events as happened
from events.games.kashgar import opening as prepared
from events.vocabulary import Cites
from kernel.chance import Chance
from kernel.decider import Table
from kernel.errors import BadSetup
from kernel.games.kashgar.box import Box
from kernel.games.kashgar.decide.opening import lay_start_cards
from kernel.games.kashgar.decide.orders import top_orders
from kernel.games.kashgar.evolve import unpacked
from kernel.games.kashgar.rulings import Rulings
from kernel.games.kashgar.state import Decks, Player, Rule, State, Step
from kernel.rulings import in_force, listed

NUMBER = "additional_number"
"""The set-up option that says how many additional cards are mixed in where only some are."""


def initial(table: Table) -> State:
    """Return the table before anything is laid out.

    Raises: BadSetup for a pack whose start cards share a rank, unless the ruling on it has lots drawn.
    """
    box: Box = table.box
    rulings = in_force(Rulings, table.rulings)
    ranks = [box.person[card].rank for card in box.decks["start"].cards]
    if rulings.start_rank_equal == "pack_refused" and len(set(ranks)) < len(ranks):
        raise BadSetup("two start cards of this pack share a rank: setup.ranks_differ")
    rows = 2 if rulings.patriarch_count == "two" else box.caravans
    bare = State(
        box=box,
        rulings=rulings,
        seats=table.seats,
        players=tuple(Player((0,) * len(box.resources), ((),) * rows, (), (), 0, is_out=False) for _ in table.seats),
        round=0,
        turn=None,
        first=None,
        additional=0,
        display=(),
        decks=Decks((), 0, 0, box.decks["special"].cards, box.order_deck, (), 0),
        set_aside=(),
        discard=(),
        out_of_game=(),
        unused=(),
        drawn=(),
        turned_up=(),
        action=None,
        choice=None,
        last=None,
        scorings=0,
        end=None,
        over=False,
    )
    return unpacked(bare, _additional(box, rulings, table.options.get(NUMBER, "0")))


def _additional(box: Box, rulings: Rulings, agreed: str) -> int:
    cards = len(box.decks["additional"].cards)
    match rulings.additional_cards:
        case "none":
            return 0
        case "all":
            return cards
        case "some":
            if int(agreed) > cards:
                raise BadSetup(f"there are {cards} additional cards in this pack, {agreed} were asked for")
            return int(agreed)


def setup(state: State, chance: Chance) -> Rule:
    """Set the game up; the owners lay their start cards out where the ruling lets them."""
    variant = "variant.mixed_in" if state.additional else "variant.left_out_first"
    decks = ("components.card_total", "components.person_decks", "setup.four_face_down_decks")
    rulings = tuple(sorted(listed(state.rulings)))
    state = yield prepared.GameBegan(
        rulings=rulings, additional=state.additional, cites=(*decks, "game.player_count", variant)
    )
    state = yield from _display(state, chance)
    patriarchs = iter(sorted(state.box.decks["patriarch"].cards, key=_number))
    for _ in range(state.box.set_aside):
        cites: Cites = ("setup.set_aside_patriarch",)
        state = yield prepared.PatriarchSetAside(card=next(patriarchs), cites=cites)
    for seat in state.seats:
        levels = tuple(zip(state.box.resources, state.box.starts, strict=True))
        cites = ("setup.tracks_at_three", "components.player_sets")
        state = yield prepared.TracksLaid(seat=seat, levels=levels, cites=cites)
        for caravan in range(1, len(state.player(seat).caravans) + 1):
            cites = ("setup.three_patriarchs",)
            state = yield prepared.PatriarchLaid(seat=seat, card=next(patriarchs), caravan=caravan, cites=cites)
    if state.rulings.set_aside_supply == "leftovers_too":
        for card in patriarchs:
            cites = ("setup.set_aside_patriarch", "setup.unused_material")
            state = yield prepared.PatriarchSetAside(card=card, cites=cites)
    state = yield from _start_cards(state, chance)
    left = tuple(card for card in state.unused if state.person(card).deck in ("patriarch", "start"))
    if left:
        state = yield prepared.MaterialLeftOver(cards=left, cites=("setup.unused_material",))
    if state.rulings.start_card_assignment == "deal_order":
        for seat in state.seats:
            state = yield from lay_start_cards(state, seat, state.player(seat).hand)


def _display(state: State, chance: Chance) -> Step:
    for order in top_orders(state, state.box.display, chance):
        state = yield happened.OrderTurnedUp(order=order, cites=("setup.display_four",))
    return state


def _start_cards(state: State, chance: Chance) -> Step:
    for seat in state.seats:
        pool = tuple(card for card in state.unused if state.person(card).rank)
        cards = chance.draw("deck/start", pool, count=len(state.player(seat).caravans))
        cites = ("setup.start_card_behind_each",)
        state = yield prepared.StartCardsDealt(seat=seat, cards=cards, cites=cites)
    return state


def _number(card: str) -> int:
    _, _, number = card.partition(".")
    return int(number or 1)
