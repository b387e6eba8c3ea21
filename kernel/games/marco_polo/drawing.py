"""The board and what lies before the players, drawn as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kernel.documents import Document
from kernel.drawing import NONE, Words, counted, glued, heading, joined, listed, table, wrapped
from kernel.games.marco_polo.box import Box
from kernel.games.marco_polo.drawing_players import players
from kernel.games.marco_polo.texts import BOARD_ORDER, bag, named, text, title, titles, words


def drawing(box: Box, document: Document, language: str) -> str:
    """Draw a position. document: as somebody sees it. language: ``en`` or ``fr``."""
    say = words(language)
    return joined(
        [
            _moment(box, say, document),
            _spaces(box, say, document),
            _contracts(box, say, document["contracts"]),
            _cities(box, say, document),
            *players(box, say, document),
        ]
    )


def _moment(box: Box, say: Words, document: Document) -> Iterator[str]:
    phase = say(f"phase {document['phase']}")
    told = [phase, say("first", seat=say.seat(document["start_player"]))]
    if document["round"]:
        told.insert(0, say("round", n=document["round"], of=box.rounds))
    if document["last_traveller"]:
        told.append(say("traveller", seat=say.seat(document["last_traveller"])))
    yield from wrapped("", listed(told, " · "))
    turn = document["turn"]
    if turn["seat"]:
        done = [say("main done" if turn["main_action_done"] else "main open")]
        if turn["black_die_bought"]:
            done.append(say("black bought"))
        if turn["posts_placed"]:
            done.append(say("posts placed", places=_places(say, turn["posts_placed"])))
        yield from wrapped("", listed([say("turn", seat=say.seat(turn["seat"])), *done], " · "))
    journey = document["journey"]
    if journey:
        places = _places(say, journey["places"])
        yield from wrapped("", say("journey", seat=say.seat(journey["seat"]), places=places, left=journey["left"]))
    for due in document["due"]:
        source = _source(box, say, due["source"])
        yield from wrapped("", say("due", seat=say.seat(due["seat"]), what=_due(say, due), source=source))
    if document["characters_on_offer"]:
        names = listed(say.name("character", one) for one in document["characters_on_offer"])
        yield from wrapped("", say("offer", names=names))


def _places(say: Words, places: list[str]) -> str:
    return listed(say.name("place", place) for place in places)


def _due(say: Words, due: Mapping[str, Any]) -> str:
    options = listed(say.many("thing", one) for one in due.get("options", ()))
    return say(f"due {due['kind']}", n=due["amount"], options=options, bag=bag(say, tuple(due.get("bag", {}).items())))


def _source(box: Box, say: Words, source: str) -> str:
    """Return what something is due from: a card, a character, a space or a place."""
    if source in box.places:
        return say.name("place", source)
    if source in box.characters:
        return say.name("character", source)
    return say.name("space", source) if source in BOARD_ORDER else title(say, source)


def _spaces(box: Box, say: Words, document: Document) -> list[str]:
    spaces = document["spaces"]
    rows = []
    for space in [*BOARD_ORDER, *(one for one in spaces if one not in BOARD_ORDER and one not in box.city_cards)]:
        dice = [die(say, one) for one in spaces.get(space, ())]
        if space == "khans_favor":
            slots = [*dice, *[NONE] * (box.khan_slots - len(dice))]
            placed = " │ ".join(slots)
        else:
            placed = listed(dice)
        rows.append([say.name("space", space), say.amount(box.dice_on.get(space, 1), "thing", "die"), placed])
    left = document["black_dice"]
    rows.append([say("black dice"), str(len(left)), ""])
    return [heading(say("spaces")), *table(rows)]


def die(say: Words, placed: Mapping[str, Any]) -> str:
    """Return a die on a space: colour, face, and who placed it where the colour does not tell."""
    colour = say.seat(placed["id"].partition(".")[0])
    shown = say("die", colour=colour, face=placed["face"] or "").rstrip()
    return say("by", die=shown, seat=say.seat(placed["by"])) if placed.get("by") else shown


def _contracts(box: Box, say: Words, contracts: Mapping[str, Any]) -> Iterator[str]:
    yield heading(say("contracts"))
    rows = []
    for column, contract in contracts["board"].items():
        if contract is None:
            rows.append([column, NONE, ""])
            continue
        told = text(box, say, contract)
        bonus = box.column_bonus.get(int(column))
        if bonus:
            told = say("column bonus", contract=told, bonus=say("or").join(bag(say, one) for one in bonus))
        rows.append([column, title(say, contract), told])
    yield from table(rows)
    pile = contracts["special_pile"]
    yield f"  {say('piles', piles=listed(map(str, contracts['piles'])), size=pile['size'])}"
    for name, found in (("bottom", pile["bottom"]), ("out", contracts["out_of_game"])):
        if found:
            yield from wrapped("  ", say(name, contracts=titles(say, found)))


def _cities(box: Box, say: Words, document: Document) -> list[str]:
    seats = {
        place: [seat for seat, player in document["players"].items() for post in player["posts"] if post == place]
        for place in box.places
    }
    slots = [say.many("thing", "vp"), _slots(box, say, document["beijing"])]
    rows = [[say.name("place", box.beijing), _posts(say, seats[box.beijing]), *slots]]
    for city in box.large_cities:
        tile = document["outposts"].get(city)
        lines = [named(box, say, tile)] if tile else []
        lines += [_city_card(box, say, document, card) for card in document["city_cards"].get(city, ())]
        rows += _rows(say.name("place", city), _posts(say, seats[city]), lines)
    for city in box.small_cities:
        income = document["incomes"].get(city)
        rows += _rows(say.name("place", city), _posts(say, seats[city]), [named(box, say, income)] if income else [])
    return [heading(say("cities")), *table(rows)]


def _rows(place: str, posts: str, lines: list[list[str]]) -> list[list[str]]:
    first, *rest = lines or [[""]]
    return [[place, posts, *first], *(["", "", *line] for line in rest)]


def _posts(say: Words, seats: list[str]) -> str:
    return listed(counted(map(say.seat, seats)))


def _slots(box: Box, say: Words, slots: Mapping[str, str | None]) -> str:
    told = (
        say("slot", points=points, seat=say.seat(seat))
        for points, seat in zip(box.beijing_vp, slots.values(), strict=True)
    )
    return " │ ".join(told)


def _city_card(box: Box, say: Words, document: Document, card: str) -> list[str]:
    name, told = named(box, say, card)
    dice = document["spaces"].get(card)
    if dice:
        told += f"   {glued(say('closed by', dice=listed(die(say, one) for one in dice)))}"
    return [name, told]
