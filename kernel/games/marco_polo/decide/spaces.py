"""Take 5 Coins, the bazaar, Khan's Favor and the money bag."""

from __future__ import annotations

from collections.abc import Iterator

from events.games.marco_polo.moves import Bazaar, MoneyBag, TakeFiveCoins, TakeKhansFavor
from events.games.marco_polo.turns import Owing
from events.vocabulary import Cites, Seat
from kernel.chance import Chance
from kernel.errors import Checks
from kernel.games.marco_polo.box import Bag
from kernel.games.marco_polo.decide.mains import has_main_action
from kernel.games.marco_polo.decide.placing import affordable, colour_free, on_turn, place, placing
from kernel.games.marco_polo.decide.rewards import Gain, rewards
from kernel.games.marco_polo.state import Rule, State, colour_of, from_start


def take_five_coins(state: State, move: TakeFiveCoins, chance: Chance) -> Rule:
    """Place one die of any value; take 5 coins."""
    seat = move.seat
    on_turn(state, seat)
    check = Checks()
    check("turn.exactly_one_main", not state.turn.main_done)
    dice = placing(check, state, seat, (move.die,), "take_5_coins")
    colour_free(check, state, seat, dice)
    affordable(check, state, seat, dice)
    check.settle()

    state = yield from place(state, seat, dice)
    gain = Gain(seat, state.box.coins5, "take_5_coins", ("coins5.one_die",))
    yield from rewards(state, (gain, *watchers(state, seat, "take_5_coins")), chance)


def money_bag(state: State, move: MoneyBag, chance: Chance) -> Rule:
    """Place one die of any value on the bag, at no cost; take 3 coins."""
    seat = move.seat
    on_turn(state, seat)
    last = len(state.player(seat).dice) == 1 and not state.turn.main_done
    check = Checks()
    dice = placing(check, state, seat, (move.die,), "money_bag")
    # Where the last die may not go there, it still may when it can go nowhere else.
    check("bag.last_die", not last or state.rulings.bag_last_die == "allowed" or not has_main_action(state, seat))
    check.settle()

    cites: Cites = ("turn.bonus_around_main", *(("bag.last_die",) if last else ()))
    cites += ("bag.repeat",) if state.on("money_bag") else ()
    state = yield from place(state, seat, dice, main=False, cites=cites)
    yield from rewards(state, (Gain(seat, state.box.bag, "money_bag", ("bag.three_coins",)),), chance)


def bazaar(state: State, move: Bazaar, chance: Chance) -> Rule:
    """Place as many dice as the row asks for; take a column up to the lowest die."""
    seat = move.seat
    on_turn(state, seat)
    check = Checks()
    check("turn.exactly_one_main", not state.turn.main_done)
    row = state.box.rows.get(move.row)
    check("bazaar.four_rows", row, has=move.row, rows=tuple(state.box.rows))
    if row is None:
        return check.settle()
    dice = placing(check, state, seat, move.dice, row.space)
    colour_free(check, state, seat, dice)
    most = min(dice.lowest, len(row.columns))
    check("space.at_least_once", move.column >= 1, needs=1, has=move.column)
    check("bazaar.column_by_lowest", move.column <= most, most=most, has=move.column)
    if row.item == "camel":
        check("bazaar.camels", move.column <= most, most=most, has=move.column)
    affordable(check, state, seat, dice)
    check.settle()

    state = yield from place(state, seat, dice)
    column = row.columns[move.column - 1]
    clause = "bazaar.camels" if row.item == "camel" else "bazaar.column_by_lowest"
    less = ("bazaar.lower_column", "space.fewer_allowed", "occupied.price_not_column")
    gain = Gain(seat, column, row.space, (clause, *(less if move.column < dice.lowest else ())))
    chosen = _left_to_mercator(state, seat, row.space, column)
    watching = () if chosen else watchers(state, seat, row.space, row.item)
    yield from rewards(state, (gain, *watching), chance, first=chosen)


def take_khans_favor(state: State, move: TakeKhansFavor, chance: Chance) -> Rule:
    """Place one die on the next slot; take 2 camels and 1 good of choice."""
    seat, box = move.seat, state.box
    on_turn(state, seat)
    slots = state.on("khans_favor")
    check = Checks()
    check("turn.exactly_one_main", not state.turn.main_done)
    dice = placing(check, state, seat, (move.die,), "khans_favor")
    own = any(colour_of(die) == seat for die, _ in dice.dice)
    left = slots[-1].face if slots else 1
    rising = own or state.rulings.khan_black_die_order == "ascending"
    once = not (own and any(colour_of(die.id) == seat for die in slots))
    check("khan.four_slots", len(slots) < box.khan_slots, slots=box.khan_slots)
    for number, clause in ((1, "setup.neutral_3p"), (2, "setup.neutral_2p")):
        neutral = sum(colour_of(die.id) == "neutral" for die in slots)
        check(clause, len(slots) < box.khan_slots or neutral != number, neutral_dice=neutral)
    check("khan.colour_once", once, colour=seat)
    check("khan.black_or_white_again", once, colour=seat)
    check("khan.ascending", dice.lowest >= left or not rising, needs=left, has=dice.lowest)
    check("khan.one_die", move.good in box.goods, has=move.good, goods=box.goods)
    check.settle()

    again = not own and any(colour_of(die.id) == seat for die in slots)
    last = len(slots) + 1 == box.khan_slots
    cites: Cites = ("khan.next_slot", "khan.free", "khan.ascending")
    cites += (*(("khan.black_or_white_again",) if again else ()), *(("khan.four_slots",) if last else ()))
    state = yield from place(state, seat, dice, cites=cites)
    gain = Gain(seat, (*box.khan, (move.good, 1)), "khans_favor", ("khan.one_die",))
    yield from rewards(state, (gain, *watchers(state, seat, "khans_favor")), chance)


def watchers(state: State, seat: Seat, space: str, item: str = "") -> Iterator[Gain]:
    """List what other seats get because `seat` used a space. item: what a bazaar row is named after."""
    for other in from_start(state):
        if other == seat:
            continue
        for watch in state.character(other).watches:
            if space in watch.spaces and len(state.seats) in watch.players:
                bag = tuple((item if key == "row_item" else key, amount) for key, amount in watch.reward)
                clause = "char.mercator_bazaar" if item else "char.mercator_few"
                yield Gain(other, bag, space, (clause,))


def _left_to_mercator(state: State, seat: Seat, space: str, column: Bag) -> tuple[Owing, ...]:
    """Return what a watcher of the bazaar has to choose where a mixed column leaves a choice."""
    kinds = tuple(key for key, _ in column if key in state.box.index)
    if state.rulings.mercator_mixed == "row_item" or len(kinds) < 2:
        return ()
    return tuple(
        Owing(kind="bonus", seat=gain.seat, amount=1, source=space, options=kinds)
        for gain in watchers(state, seat, space, kinds[0])
    )
