"""From the content of a pack to the box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kernel.games.quetzal.box import PLACES, ROLES, SHIPS, Artifact, Box, Layout, Location, Placement, Space, Upgrade
from kernel.games.quetzal.effects import Effect, Gain, read_effect, read_gain
from kernel.games.quetzal.values import Place, at, inside, items, names, text, whole

FACES = ("black", "white", "side", "standing")
KINDS_OF_PLACE = ("unique", "bidding", "free")


def box(content: Mapping[str, Any]) -> Box:
    """Read the content of a pack.

    Raises: BadContent at the first value that is wrong.
    """
    top = Place()
    players = inside(content, "players", top)
    setup, meeples, scoring = (inside(content, key, top) for key in ("setup", "meeples", "scoring"))
    artifacts, track = inside(content, "artifacts", top), inside(content, "discovery_track", top)
    automaton = inside(content, "automaton", top)
    components = inside(content, "components", top)
    kinds = inside(artifacts, "kinds", top.to("artifacts"))
    bonuses = inside(artifacts, "bonuses", top.to("artifacts"))
    cards = {card.id: card for card in _cards(artifacts, kinds, bonuses)}
    upgrades = dict(_upgrades(inside(content, "upgrades", top)))
    tiles = {f"{kind}.{n}": kind for kind, copies in _copies(content["upgrades"]) for n in range(1, copies + 1)}
    _check_total(len(cards), components, "artifact_cards", top)
    _check_total(len(tiles), components, "upgrade_tiles", top)
    weights = inside(meeples, "roll_weights", top.to("meeples"))
    most = whole(players, "max", top.to("players"), least=2)
    coins_by_seat = tuple(items(setup, "coins_by_seat", top.to("setup")))
    if len(coins_by_seat) < most or any(type(coins) is not int or coins < 0 for coins in coins_by_seat):
        raise top.to("setup", "coins_by_seat").wrong(f"expected {most} whole numbers")
    return Box(
        colours=tuple(map(str, items(players, "colours", top.to("players")))),
        least=whole(players, "min", top.to("players"), least=2),
        most=most,
        rounds=whole(content, "rounds", top, least=1),
        coins=whole(components, "coins", top.to("components"), least=1),
        coins_by_seat=coins_by_seat,
        layouts=_layouts(setup, most),
        faces={
            face: names(inside(meeples, "faces", top.to("meeples")), face, top.to("meeples", "faces"), ROLES)
            for face in FACES
        },
        character_roles=names(meeples, "character_roles", top.to("meeples"), ROLES),
        standing_coins=whole(meeples, "standing_coins", top.to("meeples"), least=0),
        team_weights=_weights(weights, "team"),
        character_weights=_weights(weights, "character"),
        locations=dict(_locations(inside(content, "locations", top))),
        order=names(content, "activation_order", top, PLACES[1:]),
        points={kind: _points(kinds, kind) for kind in kinds},
        bonuses={name: read_gain(gain, top.to("artifacts", "bonuses", name)) for name, gain in bonuses.items()},
        cards=cards,
        last_space=whole(track, "last_space", top.to("discovery_track"), least=1),
        rewards=dict(_rewards(inside(track, "rewards", top.to("discovery_track")))),
        upgrades=upgrades,
        tiles=tiles,
        automaton_meeples=whole(automaton, "meeples", top.to("automaton"), least=1),
        automaton_cards=dict(_automaton_cards(automaton)),
        market_tile=_placement(automaton.get("market_tile"), top.to("automaton", "market_tile")),
        first_player_vp=whole(scoring, "first_player_vp", top.to("scoring"), least=0),
        coins_per_vp=whole(scoring, "coins_per_vp", top.to("scoring"), least=1),
        undelivered=whole(scoring, "undelivered_vp", top.to("scoring"), least=0),
    )


def _check_total(found: int, components: Mapping[str, Any], key: str, top: Place) -> None:
    stated = whole(components, key, top.to("components"), least=1)
    if found != stated:
        raise top.to("components", key).wrong(f"the copies sum to {found}, not to {stated}")


def _weights(weights: Mapping[str, Any], which: str) -> tuple[tuple[str, int], ...]:
    place = Place().to("meeples", "roll_weights", which)
    given = inside(weights, which, Place().to("meeples", "roll_weights"))
    found = tuple((face, whole(given, face, place, least=0)) for face in FACES)
    if not any(weight for _, weight in found):
        raise place.wrong("at least one face needs a weight above 0")
    return found


def _layouts(setup: Mapping[str, Any], most: int) -> dict[int, Layout]:
    place = Place().to("setup", "by_players")
    tables = inside(setup, "by_players", Place().to("setup"))
    made = {}
    for count in range(2, most + 1):
        table, here = inside(tables, str(count), place), place.to(count)
        made[count] = Layout(
            team=whole(table, "team_meeples", here, least=1),
            characters=whole(table, "character_meeples", here, least=0),
            display=whole(table, "upgrade_display", here, least=0),
            village=tuple(map(int, items(table, "village_spaces", here))),
            ships=names(table, "ships", here, SHIPS),
            automaton=table.get("automaton") is True,
            market_tile=table.get("market_tile") is True,
        )
    return made


def _locations(tables: Mapping[str, Any]) -> Iterator[tuple[str, Location]]:
    place = Place().to("locations")
    if unknown := sorted(set(tables) - set(PLACES)):
        raise place.to(unknown[0]).wrong(f"there is no such place; there are: {', '.join(PLACES)}")
    for name in PLACES:
        table, here = inside(tables, name, place), place.to(name)
        kind = text(table, "kind", here)
        if kind not in KINDS_OF_PLACE:
            raise here.to("kind").wrong(f"expected one of {', '.join(KINDS_OF_PLACE)}")
        immediate = table.get("activation") == "immediate"
        yield (
            name,
            Location(
                id=name,
                kind=kind,
                order=0 if immediate else whole(table, "activation", here, least=1),
                roles=names(table, "roles", here, ROLES),
                spaces=_spaces(table, here) if kind == "unique" else (),
                display=whole(table, "display", here, least=1) if "display" in table else 0,
                cost=whole(table, "cost_per_meeple", here, least=0) if "cost_per_meeple" in table else 0,
                bar_holder=at(table.get("condition", {}), here).get("op") == "not_first_player",
                effects=_effects(table, here),
            ),
        )


def _effects(table: Mapping[str, Any], here: Place) -> tuple[Effect, ...]:
    listed = items(table, "effects", here)
    return tuple(read_effect(effect, here.to("effects", n)) for n, effect in enumerate(listed))


def _spaces(table: Mapping[str, Any], here: Place) -> tuple[Space, ...]:
    spaces = []
    for n, space in enumerate(items(table, "spaces", here), start=1):
        there = here.to("spaces", n - 1)
        if whole(space, "space", there, least=1) != n:
            raise there.to("space").wrong(f"spaces are numbered from 1 at the top: expected {n}")
        picks = whole(space, "pick", there, least=0) if "pick" in space else 0
        draws = whole(space, "draw", there, least=0) if "draw" in space else 0
        spaces.append(Space(n, whole(space, "cost", there, least=0), picks, draws))
    return tuple(spaces)


def _points(kinds: Mapping[str, Any], kind: str) -> tuple[int, ...]:
    place = Place().to("artifacts", "kinds", kind)
    table = inside(kinds[kind], "vp", place)
    return tuple(whole(table, str(n), place.to("vp"), least=0) for n in range(1, len(table) + 1))


def _cards(artifacts: Mapping[str, Any], kinds: Mapping[str, Any], bonuses: Mapping[str, Any]) -> Iterator[Artifact]:
    place = Place().to("artifacts", "deck")
    counted = dict.fromkeys(kinds, 0)
    for n, card in enumerate(items(artifacts, "deck", Place().to("artifacts"))):
        here = place.to(n)
        variant, kind, bonus = text(card, "id", here), text(card, "kind", here), card.get("bonus") or ""
        if kind not in kinds:
            raise here.to("kind").wrong(f'"{kind}" is none of {", ".join(kinds)}')
        if bonus and bonus not in bonuses:
            raise here.to("bonus").wrong(f'"{bonus}" is none of {", ".join(bonuses)}')
        copies = whole(card, "copies", here, least=1)
        counted[kind] += copies
        for copy in range(1, copies + 1):
            yield Artifact(f"{variant}.{copy}", variant, kind, bonus)
    for kind, count in counted.items():
        here = Place().to("artifacts", "kinds", kind)
        if whole(kinds[kind], "cards", here, least=0) != count:
            raise here.to("cards").wrong(f"the deck holds {count} of them")


def _rewards(table: Mapping[str, Any]) -> Iterator[tuple[int, Gain]]:
    place = Place().to("discovery_track", "rewards")
    for space, gain in table.items():
        if not space.isdecimal():
            raise place.to(space).wrong("expected the number of a space")
        yield int(space), read_gain(gain, place.to(space))


def _copies(table: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    for kind in table:
        yield kind, whole(table[kind], "copies", Place().to("upgrades", kind), least=1)


def _upgrades(table: Mapping[str, Any]) -> Iterator[tuple[str, Upgrade]]:
    for kind in table:
        here = Place().to("upgrades", kind)
        record = at(table[kind], here)
        yield (
            kind,
            Upgrade(
                kind=kind,
                vp=whole(record, "vp", here, least=0),
                lasting=record.get("lasting") is True,
                effect=read_effect(record.get("effect"), here.to("effect")),
            ),
        )


def _placement(value: Any, here: Place) -> Placement:
    table = at(value, here)
    (place,) = names({"location": [table.get("location")]}, "location", here, PLACES)
    (role,) = names({"colour": [table.get("colour")]}, "colour", here, ROLES)
    space = whole(table, "space", here, least=1) if "space" in table else 0
    return Placement(place, space, whole(table, "meeples", here, least=1), role)


def _automaton_cards(automaton: Mapping[str, Any]) -> Iterator[tuple[str, tuple[Placement, ...]]]:
    place = Place().to("automaton", "cards")
    meeples = whole(automaton, "meeples", Place().to("automaton"), least=1)
    for n, card in enumerate(items(automaton, "cards", Place().to("automaton"))):
        here = place.to(n)
        listed = items(card, "placements", here)
        placements = tuple(_placement(item, here.to("placements", k)) for k, item in enumerate(listed))
        if sum(placement.meeples for placement in placements) != meeples:
            raise here.to("placements").wrong(f"the meeples sum up to {meeples}")
        yield text(card, "id", here), placements
