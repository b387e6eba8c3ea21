"""City cards."""

from __future__ import annotations

from events.games.marco_polo.moves import UseCityCard
from events.games.marco_polo.turns import Owed, Owing, Paid
from events.vocabulary import Cites, Seat
from kernel.chance import Chance
from kernel.errors import Checks
from kernel.games.marco_polo.box import Bag, CityCard
from kernel.games.marco_polo.decide.placing import Part, Placing, on_turn, own_dice, place
from kernel.games.marco_polo.decide.rewards import Gain, rewards, times
from kernel.games.marco_polo.state import Rule, State, at_place, city_of

CLAUSES = {
    "exchange_up_to_die": "city.times_by_die",
    "choice_up_to_die": "city.choice_card",
    "reversible_up_to_die": "city.reversible_card",
    "count_up_to_die": "city.count_card",
    "die_multiple": "city.die_value_card",
    "die_table": "city.die_value_card",
}
"""The clause of each kind of card."""

GOODS = {"good_any": "pay_goods", "goods_two_different": "pay_different_goods"}
"""What a cost that leaves the goods open makes due."""


def use_city_card(state: State, move: UseCityCard, chance: Chance) -> Rule:
    """Place one die on a free card in a city with an own post; trade up to as often as it shows."""
    seat = move.seat
    on_turn(state, seat)
    check = Checks()
    check("turn.exactly_one_main", not state.turn.main_done)
    city = city_of(state, move.card)
    check("city.need_post", city, has=move.card)
    check("city.need_post", not city or city in state.player(seat).posts, city=city)
    check("post.none_in_passing", not city or city in state.player(seat).posts, city=city)
    check.settle()
    check("city.once_per_round", not state.on(move.card), dice=len(state.on(move.card)))
    check("space.empty_or_occupied", not state.on(move.card), dice=len(state.on(move.card)))
    check("char.berke", not state.on(move.card) or state.character(seat).pays_occupied, dice=len(state.on(move.card)))
    fresh = state.rulings.card_after_step == "next_turn" and city in state.turn.posts
    check("city.from_next_turn", not fresh, city=city)
    dice = own_dice(check, state, seat, (move.die,))
    card = state.box.city_cards[move.card]
    face = min((face for _, face in dice), default=0)
    _check_use(check, state, move, card, face)
    check.settle()

    cites = ("turn.place_dice", "city.once_per_round", "city.need_post", "city.from_next_turn")
    state = yield from place(state, seat, Placing(move.card, dice, 0, cites))
    yield from _carry_out(state, move, card, face, chance)


def uses(state: State, card: CityCard, face: int, seat: Seat) -> range:
    """Return how often a card's trade can be done by its die and its count, the cost left aside."""
    match card.mode:
        case "die_multiple" | "die_table":
            return range(1, 2)
        case "count_up_to_die":
            count = counted(state, card, seat)
            least = 0 if not count and state.rulings.count_zero == "allowed" else 1
            return range(least, min(face, count) + 1)
        case _:
            return range(1, face + 1)


def counted(state: State, card: CityCard, seat: Seat) -> int:
    """Return how many things a counting card counts."""
    player = state.player(seat)
    return len(player.completed) if card.counts == "completed_contracts" else len(player.posts)


def own_small_cities(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the small cities with an income where a seat has a post."""
    return tuple(place for place in state.player(seat).posts if at_place(state.board.incomes, place))


def reward_of(card: CityCard, trade: int, count: int, face: int) -> Bag:
    """Return what a card gives for a number of uses of one of its trades."""
    if card.mode == "die_table":
        return next((bag for least, most, bag in card.table if least <= face <= most), ())
    return times(card.trades[trade].reward, face if card.mode == "die_multiple" else count)


def _check_use(check: Checks, state: State, move: UseCityCard, card: CityCard, face: int) -> None:
    trades = max(1, len(card.trades))
    clause = CLAUSES[card.mode]
    total = move.times + move.other_times
    possible = uses(state, card, face, move.seat)
    least = min(1, possible.start) if card.mode == "count_up_to_die" else 1
    check("space.at_least_once", move.times >= least and total >= least, needs=least, has=total)
    check(clause, total < possible.stop, most=possible.stop - 1, has=total)
    check("city.times_by_die", total < possible.stop, most=possible.stop - 1, has=total)
    check(clause, 0 <= move.trade < trades, trades=trades, has=move.trade)
    one_way = "city.choice_card" if card.mode == "choice_up_to_die" else "city.reversible_card"
    check(one_way, move.other_times == 0 or (move.other_times > 0 and may_mix(state, card)), has=move.other_times)
    check.settle()
    for key, needs, has in shortfalls(state, move, card):
        check("city.pay_then_receive", holds=False, resource=key, needs=needs, has=has, remedy={key: needs - has})
    picks, cities = picks_and_cities(state, move, card, face)
    check("city.income_card", not picks or picks <= cities, needs=picks, has=cities)


def may_mix(state: State, card: CityCard) -> bool:
    """Tell whether both directions of a two-way card may be used at once."""
    return card.mode == "reversible_up_to_die" and state.rulings.two_way_mixing == "mixed"


def picks_and_cities(state: State, move: UseCityCard, card: CityCard, face: int) -> tuple[int, int]:
    """Return how many incomes of own small cities a use needs, and how many such cities there are.

    A card that costs nothing is content with one: what it gives beyond is lost.
    """
    picks = dict(reward_of(card, move.trade, move.times, face)).get("income_of_own_small_city", 0)
    return (picks if card.trades else min(picks, 1)), len(own_small_cities(state, move.seat))


def shortfalls(state: State, move: UseCityCard, card: CityCard) -> list[tuple[str, int, int]]:
    """List what is missing of the cost: (resource, needed, there).

    The cost of all repeats has to be there before anything comes in, unless gains may pay for what follows.
    """
    if not card.trades:
        return []
    first = card.trades[move.trade]
    one = times(first.cost, move.times)
    two = times(card.trades[1 - move.trade].cost, move.other_times) if move.other_times else ()
    if state.rulings.card_feeding == "pay_all_first":
        return _missing(state, move.seat, _sum(one, two), ())
    gained = times(first.reward, move.times)
    return _missing(state, move.seat, one, ()) or (two and _missing(state, move.seat, _sum(one, two), gained)) or []


def _sum(one: Bag, two: Bag) -> Bag:
    keys = dict.fromkeys(key for key, _ in (*one, *two))
    return tuple((key, dict(one).get(key, 0) + dict(two).get(key, 0)) for key in keys)


def _missing(state: State, seat: Seat, cost: Bag, gained: Bag) -> list[tuple[str, int, int]]:
    """List what a seat is short of for a cost, with what it has gained meanwhile."""
    plus, named = dict(gained), dict(cost)
    goods = {good: state.has(seat, good) + plus.get(good, 0) - named.get(good, 0) for good in state.box.goods}
    short = []
    for key, amount in cost:
        if key == "good_any":
            has = sum(goods.values()) + plus.get("good_any", 0)
        elif key == "goods_two_different":
            has = _pairs(tuple(goods.values()), amount)
        else:
            has = state.has(seat, key) + plus.get(key, 0)
        if has < amount and not (key == "vp" and state.rulings.vp_debt == "debt"):
            short.append((key, amount, has))
    return short


def _pairs(amounts: tuple[int, ...], wanted: int) -> int:
    """Return how many pairs of different goods can be paid at once, at most `wanted`."""
    return max(pairs for pairs in range(wanted + 1) if sum(min(amount, pairs) for amount in amounts) >= 2 * pairs)


def _carry_out(state: State, move: UseCityCard, card: CityCard, face: int, chance: Chance) -> Part:
    """Pay, then receive; goods that are left open are chosen in between."""
    seat = move.seat
    cites: Cites = (CLAUSES[card.mode], "city.times_by_die")
    stages: list[tuple[Bag, Bag]]
    if not card.trades:
        stages = [((), reward_of(card, 0, 1, face))]
    else:
        trade = card.trades[move.trade]
        stages = [(times(trade.cost, move.times), reward_of(card, move.trade, move.times, face))]
        if move.other_times:
            other = card.trades[1 - move.trade]
            stages.append((times(other.cost, move.other_times), times(other.reward, move.other_times)))
    if move.times < face and card.mode not in {"die_multiple", "die_table"}:
        cites = (*cites, "space.fewer_allowed")
    if state.rulings.card_feeding == "pay_all_first" and len(stages) == 2:
        (one, gain), (two, more) = stages
        stages = [(_sum(one, two), _sum(gain, more))]
    owing: list[Owing] = []
    for number, (cost, reward) in enumerate(stages, 1):
        for key, amount in cost:
            if key in GOODS:
                owing.append(Owing(kind=GOODS[key], seat=seat, amount=amount, source=card.id))
            elif owing:
                owing.append(Owing(kind="pay", seat=seat, amount=1, source=card.id, bag=((key, amount),)))
            else:
                state = yield Paid(seat=seat, resource=key, amount=amount, cites=("city.pay_then_receive",))
        if reward and (owing or number < len(stages)):
            owing.append(Owing(kind="reward", seat=seat, amount=1, source=card.id, bag=reward))
        elif reward:
            state = yield from rewards(state, (Gain(seat, reward, card.id, cites),), chance)
    if owing:
        state = yield Owed(owing=tuple(owing), cites=("city.pay_then_receive",))
    return state
