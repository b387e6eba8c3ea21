"""Placing dice: what all spaces have in common."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias

from events.frozen import frozen
from events.games.marco_polo import Event
from events.games.marco_polo.moves import DieRef
from events.games.marco_polo.turns import DiePlaced, Paid
from events.vocabulary import Cites, Seat
from kernel.errors import Checks
from kernel.games.marco_polo.box import Bag
from kernel.games.marco_polo.state import Placed, State, at_place, colour_of

Part: TypeAlias = Generator[Event, State, State]
"""A part of a rule; it returns the state it leads to."""

COUNT_CLAUSES = {
    "take_5_coins": "coins5.one_die",
    "khans_favor": "khan.one_die",
    "take_contracts": "contracts.one_die",
    "travel": "travel.two_dice",
    "money_bag": "bag.three_coins",
}
"""What says how many dice a space takes, where it is not the general clause alone."""

FREE = frozenset({"khans_favor", "money_bag"})
"""Spaces that never cost coins: khan.free, bag.three_coins."""


@frozen
class Placing:
    """Dice about to be placed.

    dice: (id, face as placed). price: coins for an occupied space. cites: what they rest on.
    """

    space: str
    dice: tuple[tuple[str, int], ...]
    price: int
    cites: Cites

    @property
    def lowest(self) -> int:
        """The lowest face placed, 0 without dice."""
        return lowest(self.dice)


def lowest(dice: tuple[tuple[str, int], ...]) -> int:
    """Return the lowest face of dice, 0 without any."""
    return min([face for _, face in dice], default=0)


def on_turn(state: State, seat: Seat) -> None:
    """Refuse what is out of turn, or inside an action that is not finished.

    Raises: IllegalMove.
    """
    check = Checks()
    on = state.phase == "turns" and state.turn.seat == seat
    check("turn.clockwise", on, to_act=state.turn.seat)
    check("turn.auto_pass", on or state.phase != "turns" or state.player(seat).dice, dice=0)
    first = due(state)
    check("turn.bonus_around_main", not first, first=first)
    check.settle()


def in_action(state: State) -> bool:
    """Tell whether an action is not finished yet."""
    return bool(due(state))


def due(state: State) -> str:
    """Name what has to be chosen first, "" for nothing."""
    for player in state.players:
        if player.drawn:
            return "contract"
    if state.journey is not None:
        return "steps"
    return state.owing[0].kind if state.owing else ""


def is_occupied(state: State, seat: Seat, space: str) -> bool:
    """Tell whether a seat has to pay for a space because of the dice there."""
    dice = state.on(space)
    if state.rulings.own_dice_occupy == "no":
        dice = tuple(die for die in dice if die.by != seat)
    return bool(dice)


def is_barred(state: State, seat: Seat, space: str) -> bool:
    """Tell whether a seat's own colour has used a space and may not use it again."""
    if state.rulings.colour_limit_span == "turn":
        return False  # a turn has one main action, so no colour can come back to a space in it
    return any(colour_of(die.id) == seat for die in state.on(space))


def price_of(state: State, seat: Seat, space: str, lowest: int) -> int:
    """Return the coins due for using a space with a lowest die."""
    if space in FREE or not state.character(seat).pays_occupied:
        return 0
    return lowest if is_occupied(state, seat, space) else 0


def placing(check: Checks, state: State, seat: Seat, refs: tuple[DieRef, ...], space: str) -> Placing:
    """Check the dice for a shared space, and say what placing them costs.

    The price is not checked here: `affordable` does, with whatever else is due.
    """
    dice = own_dice(check, state, seat, refs)
    needs, has = state.box.dice_on[space], len([face for _, face in dice if face])
    clause = COUNT_CLAUSES.get(space, "space.exact_dice_count")
    check(clause, has == len(refs) == needs, needs=needs, has=len(refs))
    check("space.exact_dice_count", len(refs) == needs, needs=needs, has=len(refs))
    price = price_of(state, seat, space, lowest(dice))
    return Placing(space, dice, price, ("turn.place_dice", clause, *_reasons(state, seat, space, dice)))


def colour_free(check: Checks, state: State, seat: Seat, placing: Placing) -> None:
    """Check that the own colour has not used the space."""
    own = [die for die, _ in placing.dice if colour_of(die) == seat]
    mixed = bool(own) and len(own) < len(placing.dice)
    barred = bool(own) and is_barred(state, seat, placing.space)
    check("space.colour_once", not barred, colour=seat)
    check("dice.black_white_no_colour", not barred, colour=seat)
    check("dice.mix", not (barred and mixed), colour=seat)


def affordable(check: Checks, state: State, seat: Seat, placing: Placing) -> None:
    """Check the price of an occupied space."""
    price, coins = placing.price, state.has(seat, "coin")
    if coins >= price:
        return
    check("occupied.pay", holds=False, needs=price, has=coins, remedy={"coins": price - coins})
    check("occupied.lowest_own", holds=False, needs=price, has=coins)
    check("space.place_pay_act", holds=False, needs=price, has=coins)
    neutral = any(colour_of(die.id) == "neutral" for die in state.on(placing.space))
    check("setup.neutral_2p", not neutral, needs=price, has=coins)


def own_dice(check: Checks, state: State, seat: Seat, refs: tuple[DieRef, ...]) -> tuple[tuple[str, int], ...]:
    """Check that dice are unplaced ones of the seat; return them with the faces they are placed with."""
    hand = dict(state.player(seat).dice)
    dice: list[tuple[str, int]] = []
    for ref in refs:
        face = hand.get(ref.id)
        if face is None:
            foreign = colour_of(ref.id) in state.seats and colour_of(ref.id) != seat
            check("space.own_dice_only" if foreign else "turn.place_dice", holds=False, die=ref.id or ref.face)
        elif face == 0:
            check("char.raschid", 1 <= ref.face <= 6, has=ref.face)
            face = ref.face
        else:
            check("turn.place_dice", ref.face in {0, face}, needs=ref.face, has=face)
        dice.append((ref.id, face or 0))
    ids = tuple([ref.id for ref in refs])
    check("turn.place_dice", len({*ids}) == len(ids), dice=ids)
    return tuple(dice)


def place(state: State, seat: Seat, placing: Placing, *, main: bool = True, cites: Cites = ()) -> Part:
    """Place the dice, then pay for the space."""
    for die, face in placing.dice:
        state = yield DiePlaced(
            seat=seat, die=die, face=face, space=placing.space, main=main, cites=(*cites, *placing.cites)
        )
    limits = () if state.character(seat).rolls else ("char.raschid_limits",)
    reasons = ("occupied.pay", "occupied.lowest_own", "space.place_pay_act", *limits)
    return (yield from pay(state, seat, (("coin", placing.price),), reasons))


def pay(state: State, seat: Seat, bag: Bag, cites: Cites) -> Part:
    """Pay resources to the supply."""
    for resource, amount in bag:
        if amount:
            state = yield Paid(seat=seat, resource=resource, amount=amount, cites=cites)
    return state


def _reasons(state: State, seat: Seat, space: str, dice: tuple[tuple[str, int], ...]) -> Cites:
    there: tuple[Placed, ...] = state.on(space)
    own = [die for die, _ in dice if colour_of(die) == seat]
    cites = []
    if there and space not in FREE:
        cites += ["occupied.stack", "space.empty_or_occupied"]
        if not state.character(seat).pays_occupied:
            cites.append("char.berke")
    if own and len(own) < len(dice):
        cites.append("dice.mix")
    if not own and any(colour_of(die.id) == seat for die in there):
        cites.append("dice.black_white_no_colour")
    hand = state.player(seat).dice
    if any((die, 0) in hand for die, _ in dice):
        cites.append("char.raschid")
    return tuple(cites)


def why_nothing_is_due(check: Checks, state: State, seat: Seat) -> None:
    """Say, to a seat that asks for more than it gets, what may have kept it from it where its figures stand."""
    player = state.player(seat)
    if not player.character:
        return
    traits = state.character(seat)
    for place in dict.fromkeys(player.figures):
        posted = place in player.posts
        check("post.none_in_venezia", state.box.places[place].kind != "start", place=place)
        check("post.one_per_place", not posted, place=place)
        tile = at_place(state.board.outposts, place)
        check("outpost.first_only", tile or not posted or not state.box.places[place].outpost, place=place)
    check("char.wilhelm_passing", player.posts_left or not traits.posts_in_passing, posts_left=player.posts_left)
    check("char.mercator_few", not traits.watches, players=len(state.seats))
    stepping = [
        card for card in state.box.city_cards.values() if any("move_step" in dict(t.reward) for t in card.trades)
    ]
    used = [card.id for card in stepping if any(die.by == seat for die in state.on(card.id))]
    check("city.one_journey", not used, cards=tuple(used))
