"""Reading the box from a content pack, with a word about whatever is wrong in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush
from typing import Any, TypeVar

from kernel.errors import BadContent
from kernel.games.marco_polo.box import (
    BOARD_SPACES,
    Bag,
    Box,
    Character,
    CityCard,
    Goal,
    Place,
    Routes,
    Row,
    Tile,
    Trade,
    Watch,
)

T = TypeVar("T")

SYMBOLS = frozenset(
    {
        "good_any",
        "goods_two_different",
        "contract_draw",
        "move_step",
        "black_die",
        "income_of_own_small_city",
        "income_of_any_other_small_city",
        "row_item",
    }
)
PAYABLE_SYMBOLS = frozenset({"good_any", "goods_two_different"})
KINDS = ("start", "beijing", "large_city", "small_city", "oasis")
MODES = (
    "exchange_up_to_die",
    "choice_up_to_die",
    "reversible_up_to_die",
    "count_up_to_die",
    "die_multiple",
    "die_table",
)


class At:
    """A value of the pack and the JSON pointer to it; reads what is in it strictly."""

    def __init__(self, value: Any, pointer: str = "") -> None:
        """Stand at `pointer`."""
        self.value = value
        self.pointer = pointer

    def wrong(self, problem: str) -> BadContent:
        """Say that the value here is wrong."""
        return BadContent(f"/content{self.pointer}", problem)

    def __getitem__(self, key: str | int) -> At:
        """Go to a member that must be there."""
        try:
            return At(self.value[key], f"{self.pointer}/{key}")
        except (KeyError, TypeError, IndexError) as error:
            raise self.wrong(f'"{key}" is missing') from error

    def each(self) -> list[At]:
        """List the items of a list."""
        if not isinstance(self.value, list):
            raise self.wrong("this must be a list")
        return [At(item, f"{self.pointer}/{place}") for place, item in enumerate(self.value)]

    def number(self, least: int = 0) -> int:
        """Read a whole number of at least `least`."""
        if type(self.value) is not int or self.value < least:
            raise self.wrong(f"this must be a whole number of at least {least}")
        return self.value

    def text(self, known: Iterable[str] | None = None) -> str:
        """Read a string, one of `known` where that is given."""
        if type(self.value) is not str:
            raise self.wrong("this must be a string")
        if known is not None and self.value not in known:
            raise self.wrong(f'"{self.value}" is not known; there are: {", ".join(known)}')
        return self.value

    def flag(self) -> bool:
        """Read true or false."""
        if type(self.value) is not bool:
            raise self.wrong("this must be true or false")
        return self.value

    def bag(self, known: Iterable[str]) -> Bag:
        """Read amounts by resource or symbol."""
        if not isinstance(self.value, dict):
            raise self.wrong("this must be an object of amounts")
        keys = tuple(known)
        for key in self.value:
            At(key, f"{self.pointer}/{key}").text(keys)
        return tuple((key, self[key].number(1)) for key in self.value)

    def by_id(self, read: Callable[[At], T]) -> dict[str, T]:
        """Read a list of records with ids."""
        met: dict[str, T] = {}
        for item in self.each():
            name = item["id"].text()
            if name in met:
                raise item["id"].wrong(f'"{name}" is there twice')
            met[name] = read(item)
        return met


def box(content: Mapping[str, Any]) -> Box:
    """Read the content of a pack.

    Raises: BadContent with the pointer to the first value that is wrong.
    """
    at = At(content)
    resources = tuple(at["resources"].by_id(lambda r: r["good"].flag()).items())
    names = tuple(name for name, _ in resources)
    for name in ("coin", "camel", "vp"):
        if name not in names:
            raise at["resources"].wrong(f'the rules need the resource "{name}"')
    goods = tuple(name for name, good in resources if good)
    gains = (*names, *sorted(SYMBOLS))
    setup, scoring = at["setup"], at["scoring"]
    spaces = at["action_spaces"].by_id(lambda s: s)
    for name in BOARD_SPACES:
        if name not in spaces and not name.startswith("bazaar_"):
            raise at["action_spaces"].wrong(f'the rules need the space "{name}"')
    rows = at["bazaar"].by_id(lambda r: _row(r, names, gains, tuple(spaces)))
    cards = at["city_cards"].by_id(lambda c: _city_card(c, names, gains))
    places = at["map"]["nodes"].by_id(_place)
    routes, jumps = _routes(at["map"]["edges"], places)
    regular = at["contracts"]["regular"].by_id(lambda c: _tile(c, names, gains, starting=False))
    starting = at["contracts"]["starting"].by_id(lambda c: _tile(c, names, gains, starting=True))
    characters = at["characters"].by_id(lambda c: _character(c, gains, places))
    board = tuple(name for name in spaces if name != "city_card")
    players = range(at["game"]["players_min"].number(1), at["game"]["players_max"].number(1) + 1)
    by_players = setup["by_players"]
    bonus = {b["id"].text(): b["cost"].bag(names) for b in at["bonus_actions"].each()}
    bonuses = at["bonus_actions"]
    incomes = at["incomes"].by_id(lambda i: i)
    piles = setup["contract_piles"]
    made = Box(
        resources=names,
        goods=goods,
        index={name: place for place, name in enumerate(names)},
        seats=tuple(seat.text() for seat in at["game"]["player_colours"].each()),
        rounds=at["game"]["rounds"].number(1),
        own_dice=at["components"]["own_dice_per_player"].number(1),
        black_dice={n: by_players[str(n)]["black_dice"].number() for n in players},
        neutral_dice={n: _neutral(by_players[str(n)]["neutral_dice"], board) for n in players},
        posts=at["components"]["posts_per_player"].number(1),
        coins_by_turn_order=tuple(coins.number() for coins in setup["coins_by_turn_order"].each()),
        stock=_stock(setup, goods),
        slots=setup["active_contract_slots"].number(1),
        piles=piles["piles"].number(1),
        tiles_per_pile=piles["tiles_per_pile"].number(1),
        city_cards_dealt=setup["city_cards_dealt"].number(),
        spaces=(*board, *cards),
        space_index={name: place for place, name in enumerate((*board, *cards))},
        dice_on={name: spaces[name]["dice"].number(1) for name in board},
        khan_slots=spaces["khans_favor"]["slots"].number(1),
        coins5=spaces["take_5_coins"]["reward"].bag(names),
        bag=spaces["money_bag"]["reward"].bag(names),
        khan=tuple((key, n) for key, n in spaces["khans_favor"]["reward"].bag(gains) if key != "good_any"),
        rows=rows,
        take_min=at["take_contracts"]["take_min"].number(1),
        take_max=at["take_contracts"]["take_max"].number(1),
        column_bonus={
            b["column"].number(1): tuple(choice.bag(names) for choice in b["choose_one"].each())
            for b in at["take_contracts"]["column_bonuses"].each()
        },
        refill=at["take_contracts"]["refill_when_empty"]["tiles"].number(1),
        prices=(0, *(band["coin"].number() for band in at["travel"]["coins_by_steps"].each())),
        reroll_cost=_named(bonuses, bonus, "reroll_die"),
        adjust_cost=_named(bonuses, bonus, "adjust_die"),
        black_cost=_named(bonuses, bonus, "take_black_die"),
        full_roll=at["compensation"]["full_at"].number(),
        places=places,
        routes=routes,
        jumps=jumps,
        far={place: _efforts(routes, place) for place in places},
        beijing=at["beijing"]["place"].text(places),
        beijing_vp=tuple(vp.number() for vp in at["beijing"]["slot_vp"].each()),
        vp_on_post=_vp_on_post(at["posts"]["vp_on_nth_post"]),
        contracts={**starting, **regular},
        regular=tuple(regular),
        starting=tuple(starting),
        city_cards=cards,
        outposts=at["outpost_bonuses"].by_id(lambda o: o["reward"].bag(gains)),
        incomes={name: income["reward"].bag(gains) for name, income in incomes.items()},
        basic_place={name: income["basic_place"].text(places) for name, income in incomes.items()},
        goals=at["goals"]["cards"].by_id(lambda g: _goal(g, places)),
        goals_dealt={
            name: setup["variants"][variant]["goal_cards_dealt"].number(1)
            for name, variant in (("basic", "basic"), ("choose", "expert"))
        },
        goals_kept=setup["variants"]["basic"]["goal_cards_kept"].number(1),
        vp_by_places=tuple(row["vp"].number() for row in at["goals"]["vp_by_distinct_places"].each()),
        characters=characters,
        basic_characters=tuple(c.text(characters) for c in setup["basic_characters_by_turn_order"].each()),
        coins_per_vp=scoring["coins_per_vp"].number(1),
        goods_per_vp=scoring["goods_per_vp"].number(1),
        goods_need=scoring["goods_need_post_at"].text(places),
        most_contracts_vp=scoring["most_contracts_vp"].number(),
        large_cities=tuple(name for name, place in places.items() if place.kind == "large_city"),
        small_cities=tuple(name for name, place in places.items() if place.kind == "small_city"),
    )
    _check_counts(at, made)
    return made


def _check_counts(at: At, made: Box) -> None:
    """Refuse a pack that cannot be set up."""
    needs = (
        ("/contracts/regular", len(made.regular), made.piles * made.tiles_per_pile),
        ("/contracts/starting", len(made.starting), len(made.seats)),
        ("/city_cards", len(made.city_cards), sum(made.places[name].cards for name in made.large_cities)),
        ("/outpost_bonuses", len(made.outposts), len(made.large_cities)),
        ("/incomes", len(made.incomes), len(made.small_cities)),
        ("/goals/cards", len(made.goals), max(made.goals_dealt.values()) * len(made.seats)),
        ("/characters", len(made.characters), len(made.seats) + 1),
        ("/setup/coins_by_turn_order", len(made.coins_by_turn_order), len(made.seats)),
        ("/setup/basic_characters_by_turn_order", len(made.basic_characters), len(made.seats)),
        ("/game/rounds", made.piles, made.rounds),
        ("/travel/coins_by_steps", len(made.prices), 7),
    )
    for pointer, has, wants in needs:
        if has < wants:
            raise At(at.value, pointer).wrong(f"{wants} are needed, there are {has}")


def _named(at: At, bags: Mapping[str, Bag], name: str) -> Bag:
    if name not in bags:
        raise at.wrong(f'the rules need "{name}"')
    return bags[name]


def _stock(setup: At, goods: tuple[str, ...]) -> Bag:
    return (
        ("camel", setup["camels"].number()),
        *((good, setup["goods"][good].number()) for good in goods),
        ("vp", setup["vp"].number()),
    )


def _neutral(at: At, board: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((d["space"].text(board), 0 if d["face"].value is None else d["face"].number(1)) for d in at.each())


def _vp_on_post(at: At) -> tuple[tuple[int, int], ...]:
    return tuple((row["post"].number(1), row["vp"].number()) for row in at.each())


def _tile(at: At, names: tuple[str, ...], gains: tuple[str, ...], *, starting: bool) -> Tile:
    return Tile(id=at["id"].text(), cost=at["cost"].bag(names), reward=at["reward"].bag(gains), starting=starting)


def _row(at: At, names: tuple[str, ...], gains: tuple[str, ...], spaces: tuple[str, ...]) -> Row:
    columns = tuple(column["reward"].bag(gains) for column in at["columns"].each())
    return Row(id=at["id"].text(), space=at["space"].text(spaces), item=at["id"].text(names), columns=columns)


def _city_card(at: At, names: tuple[str, ...], gains: tuple[str, ...]) -> CityCard:
    payable = (*names, *sorted(PAYABLE_SYMBOLS))
    trades = tuple(Trade(cost=t["cost"].bag(payable), reward=t["reward"].bag(gains)) for t in at["trades"].each())
    table = tuple((t["from"].number(1), t["to"].number(1), t["reward"].bag(gains)) for t in at["die_table"].each())
    counts = at["counts"]
    mode = at["mode"].text(MODES)
    if mode == "die_table" and not table:
        raise at["die_table"].wrong("a table card needs a table")
    if len(trades) < {"die_table": 0, "choice_up_to_die": 2, "reversible_up_to_die": 2}.get(mode, 1):
        raise at["trades"].wrong(f"there are too few trades for {mode}")
    return CityCard(
        id=at["id"].text(),
        mode=mode,
        trades=trades,
        table=table,
        counts=counts.text(("completed_contracts", "placed_posts")) if counts.value is not None else "",
    )


def _place(at: At) -> Place:
    return Place(
        id=at["id"].text(),
        kind=at["kind"].text(KINDS),
        cards=at["city_card_slots"].number(),
        outpost=at["outpost_bonus"].flag(),
        income=at["income"].flag(),
        takes_post=at["post_allowed"].flag(),
    )


def _goal(at: At, places: Mapping[str, Place]) -> Goal:
    named = tuple(place.text(places) for place in at["places"].each())
    return Goal(id=at["id"].text(), places=named, vp=at["vp"].number())


def _routes(at: At, places: Mapping[str, Place]) -> tuple[Routes, Routes]:
    routes: dict[str, dict[str, tuple[int, int]]] = {place: {} for place in places}
    for edge in at.each():
        ends = [end.text(places) for end in edge["between"].each()]
        if len(ends) != 2 or ends[0] == ends[1]:
            raise edge["between"].wrong("a route joins two places")
        cost = dict(edge["cost"].bag(("coin", "camel")))
        for one, other in (ends, ends[::-1]):
            routes[one][other] = (cost.get("coin", 0), cost.get("camel", 0))
    oases = [name for name, place in places.items() if place.kind == "oasis"]
    jumps = {
        place: {**ways, **{other: (0, 0) for other in oases if other != place}} if place in oases else ways
        for place, ways in routes.items()
    }
    return _sorted(routes), _sorted(jumps)


def _efforts(routes: Routes, start: str) -> dict[str, int]:
    """Return the least effort from a place to every other: 100 a step, 10 a coin, 30 a camel on the way."""
    found = {start: 0}
    waiting = [(0, start)]
    while waiting:
        effort, place = heappop(waiting)
        for to, coins, camels in routes[place]:
            longer = effort + 100 + 10 * coins + 30 * camels
            if longer < found.get(to, longer + 1):
                found[to] = longer
                heappush(waiting, (longer, to))
    return found


def _sorted(ways: Mapping[str, Mapping[str, tuple[int, int]]]) -> Routes:
    return {place: tuple((to, *cost) for to, cost in sorted(all_to.items())) for place, all_to in ways.items()}


def _character(at: At, gains: tuple[str, ...], places: Mapping[str, Place]) -> Character:
    return Character(
        id=at["id"].text(),
        exclamation=at["exclamation"].flag(),
        round_start=at["round_start"].bag(gains),
        white_dice=at["round_start_white_dice"].number(),
        start_place=at["start_place"].text(places),
        figures=at["figures_on_map"].number(1),
        extra_posts=at["extra_posts"].number(),
        posts_at_start=tuple(place.text(places) for place in at["posts_at_start"].each()),
        rolls=at["rolls_dice"].flag(),
        compensated=at["may_get_compensation"].flag(),
        pays_occupied=at["pays_when_occupied"].flag(),
        posts_in_passing=at["posts_when_passing"].flag(),
        jumps=at["oasis_to_oasis_step"].flag(),
        vp_on_post=_vp_on_post(at["vp_on_nth_post"]),
        watches=tuple(
            Watch(
                spaces=frozenset(space.text() for space in watch["spaces"].each()),
                players=frozenset(n.number(1) for n in watch["players"].each()),
                reward=watch["reward"].bag(gains),
            )
            for watch in at["when_another_player_acts"].each()
        ),
    )
