"""What a card says, in words a person can read, made from the data alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from kernel.games.kashgar import effects
from kernel.games.kashgar.box import Box, OrderKind, Person
from kernel.games.kashgar.card_phrases import PHRASES, Phrases
from kernel.games.kashgar.effects import CardAction, Effect, Goods

LANGUAGES = ("en", "fr")


def card_text(box: Box, card_id: str, language: str) -> str:
    """Return the text of a card: title, points, one line an action. card_id: a card, an order, or a title of either.

    Raises: KeyError for a card that is not in the box, or a language other than ``en`` and ``fr``.
    """
    words = PHRASES[language]
    person = box.person.get(card_id) or box.persons.get(card_id)
    if person is not None:
        return "\n".join(_Writer(box, language, words).person(person))
    order = box.order.get(card_id) or box.orders[card_id]
    return "\n".join(_Writer(box, language, words).order(order))


def components(box: Box) -> tuple[str, ...]:
    """Return the titles of all persons and orders, in the order of the pack."""
    return (*box.persons, *box.orders)


def actions_text(box: Box, card_id: str, language: str) -> list[str]:
    """Return the actions of a person, a line each."""
    return _Writer(box, language, PHRASES[language]).actions(box.person[card_id])


def cost_text(box: Box, card_id: str, language: str) -> tuple[str, str]:
    """Return what an order asks for: goods to hand over, and mules to hold, "" for none."""
    return _Writer(box, language, PHRASES[language]).needs(box.order[card_id])


class _Writer:
    def __init__(self, box: Box, language: str, words: Phrases) -> None:
        self._box = box
        self._language = language
        self._words = words

    def _named(self, names: Mapping[str, str]) -> str:
        return names[self._language]

    def person(self, person: Person) -> list[str]:
        say = self._words
        mark = say["mark"] if person.marked else ""
        lines = [say["person"].format(title=self._named(person.names) + mark, deck=say[f"deck {person.deck}"])]
        lines.append(self._points(person))
        if person.rank:
            lines.append(say["rank"].format(rank=person.rank))
        if person.marked:
            lines.append(say["no pass"])
        if person.reverse:
            lines.append(say["reverse"].format(title=self._named(self._box.persons[person.reverse].names)))
        return lines + self.actions(person)

    def actions(self, person: Person) -> list[str]:
        say = self._words
        lines = [self._action(say["caravan"], action) for action in person.caravan]
        return lines + [self._action(say["removal"], action) for action in person.removal]

    def needs(self, order: OrderKind) -> tuple[str, str]:
        goods = self._goods(order.cost) or self._words["nothing"]
        return goods, self._amount("mule", order.mules) if order.mules else ""

    def _points(self, person: Person) -> str:
        say = self._words
        if person.per_order is not None:
            title, each = person.per_order
            return say["points per order"].format(n=each, order=self._named(self._box.orders[title].names))
        return say["points"].format(n=person.points)

    def order(self, order: OrderKind) -> list[str]:
        say = self._words
        lines = [
            say["order"].format(title=self._named(order.names), kind=self._named(self._box.classes[order.kind])),
            say["points"].format(n=order.points),
            say["hand over"].format(goods=self._goods(order.cost) or say["nothing"]),
        ]
        if order.mules:
            lines.append(say["mules held"].format(goods=self._amount("mule", order.mules)))
        return lines

    def _amount(self, resource: str, units: int) -> str:
        one, many = self._words.get(f"resource {resource}", f"{resource.replace('_', ' ')}|").split("|")
        return f"{units} {one if units == 1 else many or one}"

    def _goods(self, goods: Goods) -> str:
        parts = [self._amount(resource, units) for resource, units in goods.named]
        if goods.any:
            parts.append(self._amount("any_spice", goods.any))
        return self._list(parts)

    def _list(self, parts: list[str], joined: str = "and") -> str:
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self._words[joined]} {parts[-1]}"

    def _action(self, ground: str, action: CardAction) -> str:
        say = self._words
        cost = self._goods(action.cost)
        done = [self._effect(effect) for effect in action.effects] or [say["nothing happens"]]
        sentence = say["then"].join(done)
        return say["action"].format(
            ground=ground, cost=say["pay"].format(goods=cost) if cost else say["free"], effect=sentence
        )

    def _effect(self, effect: Effect) -> str:
        say = self._words
        match effect:
            case effects.Gain():
                return say["others gain" if effect.others else "gain"].format(goods=self._goods(effect.goods))
            case effects.Lose():
                return say["others lose"].format(goods=self._goods(effect.goods))
            case effects.SetTracks():
                levels = [say["level"].format(track=self._track(name), n=level) for name, level in effect.levels]
                return say["others set"].format(levels=self._list(levels))
            case effects.TakeGoods():
                return say["take"].format(goods=self._goods(effect.goods))
            case effects.Convert():
                return say["exchange"].format(
                    give=self._goods(effect.give),
                    get=self._goods(effect.get),
                    times=self._range("times", effect.least, effect.most),
                )
            case effects.UseStock():
                return say["use stock"].format(n=effect.most)
            case effects.RecruitCards():
                return self._recruit(effect)
            case effects.Flip():
                return say["flip"]
            case effects.CompleteOrders():
                return self._complete(effect)
            case effects.TakeOut():
                return self._take_out(effect)
            case effects.Shift():
                return self._shift(effect)
            case _:
                assert_never(effect)

    def _track(self, resource: str) -> str:
        return self._words.get(f"track {resource}", resource.replace("_", " "))

    def _range(self, what: str, least: int, most: int | None) -> str:
        say = self._words
        if most is None:
            return say[f"{what} any"] if not least else say[f"{what} at least"].format(n=least)
        if least == most:
            return say[f"{what} one"] if most == 1 else say[f"{what} exact"].format(n=most)
        name = "either" if most == least + 1 else "range"
        return say[f"{what} {name}"].format(least=least, most=most)

    def _recruit(self, effect: effects.RecruitCards) -> str:
        say = self._words
        where = say["into any" if effect.anywhere else "into this"]
        kept = say["card"] if effect.keep == 1 else say["cards"].format(n=effect.keep)
        if effect.source in ("standard", "special") and effect.draw > effect.keep:
            return say["draw and keep"].format(n=effect.draw, deck=say[f"of {effect.source}"], kept=kept, where=where)
        return say[f"recruit {effect.source}"].format(kept=kept, where=where)

    def _complete(self, effect: effects.CompleteOrders) -> str:
        say = self._words
        which = ""
        if effect.orders is not None:
            names = [self._named(self._box.orders[order].names) for order in effect.orders]
            which = say["only"].format(names=self._list(names, "or"))
        elif effect.classes is not None:
            kinds = [_class_name(self._box, kind, self._language) for kind in effect.classes]
            which = say["only"].format(names=self._list(kinds, "or"))
        count = self._range("orders", effect.least, effect.most)
        paid = say["free of charge" if effect.free else "paid"]
        said = say["complete deck" if effect.source == "deck" else "complete display"]
        for use, sought in effect.substitutes:
            paid += say["stands for"].format(use=self._amount(use, 1), sought=self._amount(sought, 1))
        return said.format(n=effect.draw, count=count, which=which, paid=paid)

    def _take_out(self, effect: effects.TakeOut) -> str:
        say = self._words
        cards = say["other card"] if effect.count == 1 else say["other cards"].format(n=effect.count)
        if effect.others:
            cards = say["front card"] if effect.count == 1 else say["front cards"].format(n=effect.count)
        phrase = say["take out others" if effect.others else "take out"].format(cards=cards)
        return (say["you may"] if effect.optional else "") + phrase + self._spared(effect.spared)

    def _spared(self, spared: tuple[str, ...]) -> str:
        decks = self._list([self._words[f"deck {deck}"] for deck in spared], "or")
        return self._words["spared"].format(decks=decks) if spared else ""

    def _shift(self, effect: effects.Shift) -> str:
        say = self._words
        card = say[f"move {effect.place}"]
        where = say[f"to {effect.owner} {effect.caravan}"]
        return say["move"].format(card=card, where=where) + self._spared(effect.spared)


def _class_name(box: Box, kind: str, language: str) -> str:
    """Return the name of an order class, as it stands within a sentence."""
    name = box.classes[kind][language]
    return name[:1].lower() + name[1:]
