"""The caravans, the tracks and the cards on the table, drawn as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kernel.documents import Document
from kernel.drawing import GLUE, NONE, Words, counted, glued, heading, joined, listed, table, wrapped
from kernel.games.kashgar.box import Box
from kernel.games.kashgar.card_phrases import PHRASES, Phrases
from kernel.games.kashgar.card_text import actions_text, cost_text
from kernel.games.kashgar.names import BOARD


def drawing(box: Box, document: Document, language: str) -> str:
    """Draw a position. document: as somebody sees it. language: ``en`` or ``fr``."""
    return joined(_Drawing(box, document, language).parts())


class _Drawing:
    def __init__(self, box: Box, document: Document, language: str) -> None:
        self._box = box
        self._document = document
        self._say = Words(BOARD, language)
        self._language = language

    def parts(self) -> Iterator[Iterable[str]]:
        document, say = self._document, self._say
        yield self._moment()
        yield [heading(say("display")), *self._orders(document["display"])]
        if document["turned_up"]:
            yield [heading(say("turned up")), *self._orders(document["turned_up"])]
        if document["drawn"]:
            yield [heading(say("drawn")), *(f"  {self._card(card)}" for card in document["drawn"])]
        yield self._tracks()
        yield [heading(say("caravans")), *self._caravans()]
        yield self._fronts()
        yield self._piles()

    def _moment(self) -> Iterator[str]:
        document, say = self._document, self._say
        told = [say("round", n=document["round"]) if document["round"] else say("before")]
        if document["over"]:
            told.append(say("over"))
        elif document["turn"]:
            told.append(say("turn", seat=say.seat(document["turn"])))
        told.append(say("first", seat=say.seat(document["first_player"])))
        end = document["end"]
        if end is None:
            told.append(say("mark", n=self._mark()))
        else:
            told.append(say("end", seat=say.seat(end["by"])) if end["by"] else say("end deck"))
        yield from wrapped("", listed(told, " · "))
        yield from self._doing()

    def _mark(self) -> int:
        more: bool = self._document["rulings"]["end_threshold"] == "more_than_25"
        return self._box.mark + more

    def _doing(self) -> Iterator[str]:
        document, say = self._document, self._say
        last, action, choice = document["last_turn"], document["action"], document["choice"]
        if last and not action:
            yield say(f"last {last['ground']}", seat=say.seat(last["seat"]), card=self._title(last["card"]))
        if action:
            doing = say(
                f"action {action['ground']}",
                card=self._title(action["card"]),
                caravan=action["caravan"],
                n=action["number"],
            )
            aim = [say("against", seat=say.seat(action["opponent"]))] if action["opponent"] else []
            yield from wrapped("", ", ".join([doing, *aim]))
        if choice:
            what = say(f"choice {choice['kind']}")
            if choice["order"]:
                what = say("of order", what=what, order=self._title(choice["order"]))
            yield say("choice", seat=say.seat(choice["seat"]), what=what)

    def _title(self, card: str) -> str:
        kind = self._box.order.get(card) or self._box.person[card]
        return kind.names[self._language]

    def _titles(self, cards: Iterable[str]) -> str:
        return listed(counted(map(self._title, cards)))

    def _card(self, card: str) -> str:
        person, say = self._box.person[card], self._say
        title = person.names[self._language] + (PHRASES[self._language]["mark"] if person.marked else "")
        if person.per_order is not None:
            order, each = person.per_order
            points = say("each", n=each, order=self._box.orders[order].names[self._language])
            return say("card", title=title, points=points)
        return say("card", title=title, points=person.points) if person.points else title

    def _worth(self, card: str) -> int:
        """Return what an order counts; the ruling may cap it."""
        points = self._box.order[card].points
        return min(points, 5) if self._document["rulings"]["top_order_value"] == "five" else points

    def _orders(self, orders: Iterable[str]) -> list[str]:
        say, rows = self._say, []
        for card in orders:
            order = self._box.order[card]
            goods, held = cost_text(self._box, card, self._language)
            rows.append(
                [
                    order.names[self._language],
                    self._box.classes[order.kind][self._language],
                    say.amount(self._worth(card), "thing", "point"),
                    say("held", goods=goods, mules=held) if held else goods,
                ]
            )
        return table(rows) or [f"  {NONE}"]

    def _tracks(self) -> Iterator[str]:
        say, document, phrases = self._say, self._document, PHRASES[self._language]
        heads = ["", *(_track(phrases, resource) for resource in self._box.resources)]
        heads += [say("head orders"), say("head points")]
        rows = [heads]
        for seat, player in document["players"].items():
            name = say.seat(seat) + (f" ({say('out')})" if player["out"] else "")
            levels = [str(player["tracks"][resource]) for resource in self._box.resources]
            rows.append([name, *levels, str(len(player["orders"])), str(player["score"])])
        yield heading(say("players"))
        yield from table(rows, right=range(1, len(heads)))
        scored = {player["last_scored"]: seat for seat, player in document["players"].items()}
        if max(scored):
            yield f"  {say('last scored', seat=say.seat(scored[max(scored)]))}"

    def _caravans(self) -> Iterator[str]:
        say = self._say
        places = [say("caravan", n=number) for number in range(1, self._box.caravans + 1)]
        names = [*places, say("completed"), say("start cards")]
        width = max(map(len, names))
        for seat, player in self._document["players"].items():
            yield f"  {say.seat(seat)} · {say.amount(player['score'], 'thing', 'point')}"
            for name, cards in zip(places, player["caravans"].values(), strict=True):
                row = f"{GLUE}◂ ".join(glued(self._card(card)) for card in cards) or say("empty")
                yield from wrapped(f"    {name:{width}}  ", row)
            if player["orders"]:
                yield from wrapped(
                    f"    {say('completed'):{width}}  ", listed(counted(map(self._order, player["orders"])))
                )
            if player["start_cards"]:
                cards = listed(map(self._card, player["start_cards"]))
                yield from wrapped(f"    {say('start cards'):{width}}  ", cards)

    def _order(self, card: str) -> str:
        order = self._box.order[card]
        return self._say("card", title=order.names[self._language], points=self._worth(card))

    def _fronts(self) -> Iterator[str]:
        say, seat = self._say, self._document["turn"]
        if not seat or self._document["action"] or self._document["over"]:
            return
        rows: Mapping[str, Any] = self._document["players"][seat]["caravans"]
        fronts = dict.fromkeys(cards[0] for cards in rows.values() if cards)
        told: dict[str, list[str]] = {}
        for card in fronts:
            told.setdefault(self._title(card), actions_text(self._box, card, self._language))
        if told:
            yield heading(say("front", seat=say.seat(seat)))
            yield from table(
                [title if n == 0 else "", line] for title, lines in told.items() for n, line in enumerate(lines)
            )

    def _piles(self) -> Iterator[str]:
        say, document, decks = self._say, self._document, self._document["decks"]
        unseen = {name: sum(decks[name]["unseen"].values()) for name in ("special", "orders")}
        bottom = decks["orders"]["bottom"]
        orders = str(unseen["orders"] + len(bottom))
        if bottom:
            orders = say("bottom", n=orders, orders=self._titles(bottom))
        rows = [
            [say("pile standard"), str(decks["standard"]["size"])],
            [say("pile special"), str(unseen["special"])],
            [say("pile orders"), orders],
            [say("discard"), self._titles(document["discard"])],
            [say("set aside"), self._titles(document["set_aside"])],
        ]
        rows += [[say(name), self._titles(document[name])] for name in ("out_of_game", "unused") if document[name]]
        yield heading(say("piles"))
        yield from table(rows)


def _track(phrases: Phrases, resource: str) -> str:
    """Return what a track is called."""
    one, many = phrases.get(f"resource {resource}", f"{resource.replace('_', ' ')}|").split("|")
    return phrases.get(f"track {resource}", many or one)
