"""From the actions of a content pack to effects: one small reader for each operation."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any, Literal, cast

from events.frozen import frozen
from kernel.games.kashgar import effects
from kernel.games.kashgar.effects import CardAction, Effect, Goods
from kernel.games.kashgar.reading import Node

ANY = "any_spice"
MOST_CHOICES = 2000


@frozen(kw_only=True)
class Names:
    """What a pack declares. tops: of the tracks, in the order of the resources. classes: of orders, by their ids."""

    resources: tuple[str, ...]
    spices: tuple[str, ...]
    tops: tuple[int, ...]
    classes: tuple[str, ...]
    orders: tuple[str, ...]
    decks: tuple[str, ...]


class ActionReader:
    """Reads actions against the names that the pack has declared."""

    def __init__(self, names: Names) -> None:
        """Take what may be named."""
        self._resources = names.resources
        self._spices = names.spices
        self._tops = dict(zip(names.resources, names.tops, strict=True))
        self._classes = names.classes
        self._orders = names.orders
        self._decks = names.decks
        self._readers: dict[str, Callable[[Node], Effect]] = {
            "gain": self._gain,
            "lose": self._lose,
            "set": self._set,
            "take": self._take,
            "convert": self._convert,
            "recruit": self._recruit,
            "flip": self._flip,
            "complete_order": self._complete_order,
            "remove_card": self._remove_card,
            "move_card": self._move_card,
            "use_stock": self._use_stock,
        }

    def top(self, resource: str) -> int:
        """Return where a track ends."""
        return self._tops[resource]

    def action(self, node: Node, *, turns: bool) -> CardAction:
        """Read one action. turns: whether its card has a reverse."""
        node.fields(("cost", "effect"))
        found = []
        for effect in node["effect"].list():
            name = effect["op"].text()
            effect["op"].must(
                name in self._readers, f'there is no operation "{name}"; there are {", ".join(self._readers)}'
            )
            effect["op"].must(name != "flip" or turns, "a card without a reverse cannot turn over")
            found.append(self._readers[name](effect))
        return CardAction(self.payable(node["cost"]), tuple(found))

    def goods(self, node: Node) -> Goods:
        """Read an amount of goods."""
        for name, amount in node.items():
            amount.must(name == ANY or name in self._resources, f'there is no resource "{name}"')
        named = tuple((name, node[name].number(1)) for name in self._resources if node.has(name))
        units = node[ANY].number(1) if node.has(ANY) else 0
        return Goods(named, self._choosable(node, units))

    def payable(self, node: Node) -> Goods:
        """Read goods that somebody must be able to hand over."""
        found = self.goods(node)
        for name, units in found.named:
            top = self._tops[name]
            node[name].must(units <= top, f"this is unpayable: {units} {name}, the track ends at {top}")
        room = sum(self._tops[spice] for spice in self._spices)
        spiced = found.any + sum(units for name, units in found.named if name in self._spices)
        node.must(spiced <= room, f"this is unpayable: {spiced} spices, the tracks hold {room}")
        return found

    def _choosable(self, node: Node, units: int) -> int:
        ways = comb(units + len(self._spices) - 1, len(self._spices) - 1)
        node.must(ways <= MOST_CHOICES, f"{units} spices of choice can be chosen in {ways} ways, over {MOST_CHOICES}")
        return units

    def _gain(self, node: Node) -> Effect:
        node.fields(("op", "who", "resources"))
        others = node["who"].text(("self", "each_other")) == "each_other"
        return effects.Gain(others=others, goods=self.goods(node["resources"]))

    def _lose(self, node: Node) -> Effect:
        node.fields(("op", "who", "resources"))
        node["who"].text(("each_other",))
        return effects.Lose(goods=self.goods(node["resources"]))

    def _set(self, node: Node) -> Effect:
        node.fields(("op", "who", "resources"))
        node["who"].text(("each_other",))
        levels = node["resources"]
        for name, level in levels.items():
            level.must(name in self._resources, f'there is no resource "{name}"')
        named = (name for name in self._resources if levels.has(name))
        return effects.SetTracks(levels=tuple((name, levels[name].number(0, self._tops[name])) for name in named))

    def _take(self, node: Node) -> Effect:
        node.fields(("op", "who", "resources"))
        node["who"].text(("chosen_other",))
        return effects.TakeGoods(goods=self.goods(node["resources"]))

    def _convert(self, node: Node) -> Effect:
        node.fields(("op", "from", "to", "times"))
        node["times"].fields(("min", "max"))
        give, get = self.payable(node["from"]), self.goods(node["to"])
        kinds = len(self._spices) - 1
        ways = comb(give.any + kinds, kinds) * comb(get.any + kinds, kinds)
        node.must(ways < MOST_CHOICES, f"one exchange can be made in {ways} ways, over {MOST_CHOICES - 1}")
        least = node["times"]["min"].number(0)
        return effects.Convert(give=give, get=get, least=least, most=node["times"]["max"].number(max(least, 1)))

    def _recruit(self, node: Node) -> Effect:
        source = node["from"].text(("standard", "special", "discard", "set_aside"))
        draws = source in ("standard", "special")
        node.fields(("op", "from", "keep", "to"), ("draw",) if draws else ())
        keep = node["keep"].number(1, 10)
        draw = node["draw"].number(keep, 20) if draws else keep
        node["keep"].must(source != "set_aside" or keep == 1, "the set-aside patriarch comes alone")
        to = node["to"].text(("this_caravan", "any_own_caravan"))
        return effects.RecruitCards(
            source=cast(Literal["standard", "special", "discard", "set_aside"], source),
            draw=draw,
            keep=keep,
            anywhere=to == "any_own_caravan",
        )

    def _flip(self, node: Node) -> Effect:
        node.fields(("op",))
        return effects.Flip()

    def _complete_order(self, node: Node) -> Effect:
        source = node["from"].text(("display", "deck"))
        node.fields(
            ("op", "from", "min", "max", "pay", *(("draw",) if source == "deck" else ())),
            ("classes", "orders", "substitute"),
        )
        least = node["min"].number(0, 0 if source == "deck" else 99)
        substitutes = (
            tuple(self._substitute(item) for item in node["substitute"].list()) if node.has("substitute") else ()
        )
        return effects.CompleteOrders(
            source=cast(Literal["display", "deck"], source),
            draw=node["draw"].number(1, 20) if source == "deck" else 0,
            classes=node["classes"].texts(self._classes) if node.has("classes") else None,
            orders=node["orders"].texts(self._orders) if node.has("orders") else None,
            least=least,
            most=None if node["max"].value == "all" else node["max"].number(max(least, 1)),
            free=node["pay"].text(("printed", "free")) == "free",
            substitutes=substitutes,
        )

    def _substitute(self, node: Node) -> tuple[str, str]:
        node.fields(("use", "for"))
        return node["use"].text(self._resources), node["for"].text((*self._resources, ANY))

    def _remove_card(self, node: Node) -> Effect:
        node.fields(("op", "owner", "pos", "n", "optional"), ("except_decks",))
        return effects.TakeOut(
            others=node["owner"].text(("self", "chosen_other")) == "chosen_other",
            front=node["pos"].text(("any", "front")) == "front",
            count=node["n"].number(1, 10),
            optional=node["optional"].flag(),
            spared=node["except_decks"].texts(self._decks) if node.has("except_decks") else (),
        )

    def _move_card(self, node: Node) -> Effect:
        played = node["card"].text(("played", "chosen")) == "played"
        node.fields(("op", "card", "to", *(() if played else ("from",))), ("except_decks",))
        place: Any = "played"
        if not played:
            node["from"].fields(("owner", "pos"))
            node["from"]["owner"].text(("chosen_other",))
            place = node["from"]["pos"].text(("front", "tail"))
        to = node["to"]
        to.fields(("owner", "caravan", "pos"))
        to["pos"].text(("tail",))
        owner: Any = to["owner"].text(("self", "chosen_other", "same"))
        owner = "opponent" if owner == "chosen_other" else owner
        caravan: Any = to["caravan"].text(("this", "any", "same"))
        to["caravan"].must(caravan != "this" or owner == "self", "this caravan is one's own")
        to["caravan"].must(caravan != "same" or owner == "same", "the same caravan is its owner's")
        return effects.Shift(
            place=place,
            owner=owner,
            caravan=caravan,
            spared=node["except_decks"].texts(self._decks) if node.has("except_decks") else (),
        )

    def _use_stock(self, node: Node) -> Effect:
        node.fields(("op", "who", "resource", "max"))
        node["who"].text(("chosen_other",))
        node["resource"].text((ANY,))
        return effects.UseStock(most=node["max"].number(1, 99))
