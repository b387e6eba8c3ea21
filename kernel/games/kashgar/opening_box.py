"""From a content pack to the box: everything that does not fit is refused with its place and the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kernel.games.kashgar.box import Box, Deck, OrderKind, Person, copies
from kernel.games.kashgar.effects import CardAction, CompleteOrders
from kernel.games.kashgar.goods import n_payments
from kernel.games.kashgar.reading import Node
from kernel.games.kashgar.reading_actions import ActionReader, Names
from kernel.games.kashgar.strength import strength

DECKS = ("patriarch", "start", "standard", "special", "additional")
MOST_SEATS = 4
MOST_PAYMENTS = 2000


def box(content: Mapping[str, Any]) -> Box:
    """Read the content of a pack.

    Raises: BadContent, with the JSON pointer in the pack.
    """
    root = Node(content)
    root.fields(
        ("resources", "spices", "wildcard", "tracks", "setup", "end", "decks", "order_classes", "cards", "orders")
    )
    resources = root["resources"].texts()
    spices = root["spices"].texts(resources)
    root["resources"].must("mule" in resources, 'there is no "mule" among the resources')
    root["spices"].must(len(spices) > 1, "a spice of choice needs two spices at least")
    root["wildcard"].text(("any_spice",))
    starts, tops = _tracks(root["tracks"], resources)
    classes = {name: node["title"].names() for name, node in root["order_classes"].items()}
    titles = tuple(node["id"].text() for node in root["orders"].list())
    reader = ActionReader(
        Names(resources=resources, spices=spices, tops=tops, classes=tuple(classes), orders=titles, decks=DECKS)
    )
    orders = _orders(root, reader, tuple(classes))
    persons = _persons(root["cards"], reader, tuple(orders))
    decks = _decks(root["decks"], persons)
    _deck_totals(root, decks, orders)
    person, face = _faces(root["cards"], persons)
    setup, mark = root["setup"], root["end"]
    mark.fields(("trigger_vp",))
    found = Box(
        resources=resources,
        spices=spices,
        starts=starts,
        tops=tops,
        **_set_up(setup, decks, orders),
        mark=mark["trigger_vp"].number(1),
        persons=persons,
        orders=orders,
        classes=classes,
        person=person,
        order={card: kind for kind in orders.values() for card in copies(kind.title, kind.count)},
        face=face,
        decks=decks,
        order_deck=tuple(sorted(card for kind in orders.values() for card in copies(kind.title, kind.count))),
        places={resource: place for place, resource in enumerate(resources)},
        spice_places=tuple(place for place, resource in enumerate(resources) if resource in spices),
    )
    _few_payments(root["orders"], found)
    return found


def _tracks(tracks: Node, resources: tuple[str, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    tracks.fields(resources)
    for name in resources:
        tracks[name].fields(("start", "min", "max"))
        tracks[name]["min"].number(0, 0)
    tops = tuple(tracks[name]["max"].number(1, 99) for name in resources)
    starts = tuple(tracks[name]["start"].number(0, top) for name, top in zip(resources, tops, strict=True))
    return starts, tops


def _orders(root: Node, reader: ActionReader, classes: tuple[str, ...]) -> dict[str, OrderKind]:
    orders: dict[str, OrderKind] = {}
    for node in root["orders"].list():
        node.fields(("id", "title", "class", "count", "vp", "cost", "requires_mules"))
        title = node["id"].text()
        node["id"].must(title not in orders, f'there are two orders called "{title}"')
        cost = reader.payable(node["cost"])
        orders[title] = OrderKind(
            title=title,
            names=node["title"].names(),
            kind=node["class"].text(classes),
            count=node["count"].number(1),
            points=node["vp"].number(-99, 99),
            cost=cost,
            mules=node["requires_mules"].number(0, 99),
        )
        top = reader.top("mule")
        held = orders[title].mules
        node["requires_mules"].must(held <= top, f"the order is unpayable: {held} mules, the track ends at {top}")
    return orders


def _persons(cards: Node, reader: ActionReader, orders: tuple[str, ...]) -> dict[str, Person]:
    persons: dict[str, Person] = {}
    for node in cards.list():
        node.fields(("id", "title", "deck", "count", "vp", "must_act", "caravan", "removal"), ("rank", "reverse"))
        title = node["id"].text()
        node["id"].must(title not in persons, f'there are two cards called "{title}"')
        node["id"].must(title not in orders, f'an order is called "{title}" too')
        points, per_order = 0, None
        if isinstance(node["vp"].value, Mapping):
            node["vp"].fields(("per_order", "each"))
            per_order = (node["vp"]["per_order"].text(orders), node["vp"]["each"].number(-99, 99))
        else:
            points = node["vp"].number(-99, 99)
        deck = node["deck"].text(DECKS)
        turns = node.has("reverse")
        node.must(node.has("rank") == (deck == "start"), "start cards have a rank, other cards have none")
        caravan = tuple(reader.action(action, turns=turns) for action in node["caravan"].list())
        removal = tuple(reader.action(action, turns=turns) for action in node["removal"].list())
        persons[title] = Person(
            title=title,
            names=node["title"].names(),
            deck=deck,
            count=node["count"].number(0),
            points=points,
            per_order=per_order,
            marked=node["must_act"].flag(),
            rank=node["rank"].number(1) if deck == "start" else 0,
            reverse=node["reverse"].text() if turns else "",
            caravan=caravan,
            removal=removal,
            strength=strength(caravan, removal),
            opens_orders=any(_opens_orders(action) for action in caravan),
        )
    return persons


def _opens_orders(action: CardAction) -> bool:
    return any(isinstance(effect, CompleteOrders) and effect.source == "display" for effect in action.effects)


def _faces(cards: Node, persons: Mapping[str, Person]) -> tuple[dict[str, Person], dict[str, str]]:
    person: dict[str, Person] = {}
    face: dict[str, str] = {}
    for node in cards.list():
        front = persons[node["id"].value]
        back = persons.get(front.reverse)
        if front.reverse:
            node["reverse"].must(back is not None and back.reverse == front.title, "the two faces must name each other")
        if front.count == 0:
            node["count"].must(back is not None and back.count > 0, "no copy of this card exists")
            continue
        ids = copies(front.title, front.count)
        person.update(dict.fromkeys(ids, front))
        if back is not None:
            node["reverse"].must(back.count == 0, "both faces carry a count; only the front does")
            others = copies(back.title, front.count)
            person.update(dict.fromkeys(others, back))
            face.update(zip(ids, others, strict=True))
            face.update(zip(others, ids, strict=True))
    return person, face


def _decks(decks: Node, persons: Mapping[str, Person]) -> dict[str, Deck]:
    decks.fields(DECKS)
    found = {}
    for name in DECKS:
        cards = [card for kind in persons.values() if kind.deck == name for card in copies(kind.title, kind.count)]
        names = decks[name]["variant"].names() if decks[name].has("variant") else {}
        found[name] = Deck(cards=tuple(sorted(cards)), names=names)
    return found


def _deck_totals(root: Node, decks: Mapping[str, Deck], orders: Mapping[str, OrderKind]) -> None:
    for name in DECKS:
        node = root["decks"][name]["count"]
        has = len(decks[name].cards)
        node.must(node.number() == has, f"the {name} deck should have {node.value} cards, the list has {has}")
    for name, kind in root["order_classes"].items():
        kind.fields(("title", "count"))
        has = sum(order.count for order in orders.values() if order.kind == name)
        said = kind["count"].number()
        kind["count"].must(said == has, f"there should be {said} {name} orders, the list has {has}")


def _set_up(setup: Node, decks: Mapping[str, Deck], orders: Mapping[str, OrderKind]) -> dict[str, int]:
    names = ("caravans", "patriarchs", "start_cards", "set_aside_patriarchs", "display")
    setup.fields(("players", *names, "additional_cards"))
    setup["players"].must(setup["players"].value == [2, MOST_SEATS], "the game is for 2 to 4 players")
    setup["additional_cards"].number(0, len(decks["additional"].cards))
    caravans = setup["caravans"].number(1, 9)
    for name in ("patriarchs", "start_cards"):
        setup[name].must(setup[name].number() == caravans, "each caravan opens with one of them")
    aside = setup["set_aside_patriarchs"].number()
    needs = MOST_SEATS * caravans
    setup["patriarchs"].must(len(decks["patriarch"].cards) >= needs + aside, "there are not enough patriarchs")
    setup["start_cards"].must(len(decks["start"].cards) >= needs, "there are not enough start cards")
    display = setup["display"].number(1, sum(kind.count for kind in orders.values()))
    return {
        "caravans": caravans,
        "patriarchs": caravans,
        "start_cards": caravans,
        "set_aside": aside,
        "display": display,
    }


def _few_payments(orders: Node, found: Box) -> None:
    """An order that can be paid in more ways than a list of legal moves may hold is refused."""
    substitutes = {
        effect.substitutes
        for kind in found.persons.values()
        for action in (*kind.caravan, *kind.removal)
        for effect in action.effects
        if isinstance(effect, CompleteOrders)
    }
    for node, kind in zip(orders.list(), found.orders.values(), strict=True):
        for standing in sorted(substitutes):
            ways = n_payments(found, kind.cost, standing, MOST_PAYMENTS)
            node["cost"].must(ways <= MOST_PAYMENTS, f"the order can be paid in {ways} ways, over {MOST_PAYMENTS}")
