"""The places, the cards on display and what lies before the players, drawn as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kernel.documents import Document
from kernel.drawing import NONE, Words, counted, heading, is_sealed, joined, listed, table, wrapped
from kernel.games.quetzal.box import PLACES, Box, Location
from kernel.games.quetzal.texts import artifact, automaton_card, coins, gain, space_gives, tile_text, words


def drawing(box: Box, document: Document, language: str) -> str:
    """Draw a position. document: as somebody sees it. language: ``en`` or ``fr``."""
    say = words(language)
    return joined(
        [
            _moment(box, say, document),
            _places(box, say, document),
            _display(box, say, document),
            _table(box, say, document["players"]),
            *(_player(box, say, seat, player) for seat, player in document["players"].items()),
        ]
    )


def _moment(box: Box, say: Words, document: Document) -> Iterator[str]:
    told = [say(f"phase {document['phase']}")]
    if document["round"]:
        told.insert(0, say("round", n=document["round"], of=box.rounds))
    if document["turn"]:
        told.append(say("turn", seat=say.seat(document["turn"])))
    told.append(say("first", seat=say.seat(document["first_player"])))
    if document["leader"] and document["leader"] != document["first_player"]:
        told.append(say("leader", seat=say.seat(document["leader"])))
    if document["winners"]:
        told.append(say("won", seats=say.seats(document["winners"])))
    yield from wrapped("", listed(told, " · "))
    if document["choice"]:
        yield from wrapped("", say("choice", what=_choice(box, say, document["choice"])))
    automaton = document["automaton"]
    if automaton and automaton["card"]:
        title, text = automaton_card(box, say, automaton["card"])
        yield from wrapped("", say("text", title=title, text=text))


def _choice(box: Box, say: Words, choice: Mapping[str, Any]) -> str:
    told = {"seat": say.seat(choice.get("seat")), "seats": say.seats(choice.get("seats", ()))}
    if choice["of"] == "delivery":
        first, *more = choice["limits"] or (0,)
        told["most"] = say.amount(first, "thing", "card")
        told["cards"] = _cards(box, say, choice["loaded"])
        after = say("choice more", n=len(more)) if more else ""
    else:
        told["cards"] = _cards(box, say, choice.get("seen", ()))
        after = ""
    told["place"] = say.name("place", choice.get("place", ""))
    numbers = {name: choice[name] for name in ("left", "space", "picks", "draws") if name in choice}
    return say(f"choice {choice['of']}", **told, **numbers) + after


def _cards(box: Box, say: Words, cards: Iterable[Any]) -> str:
    """Return cards in words; those that are hidden are only counted."""
    shown, hidden = [], 0
    for card in cards:
        if is_sealed(card):
            hidden += 1
        else:
            shown.append(artifact(box, say, card if isinstance(card, str) else card[0]))
    one, _, many = say("hidden", n=hidden).partition("|")
    return listed([*counted(sorted(shown)), *([one if hidden == 1 else many] if hidden else [])])


def _places(box: Box, say: Words, document: Document) -> list[str]:
    rows: list[list[str]] = []
    for name in (place for place in PLACES if place in box.locations):
        location, stands = box.locations[name], document["places"].get(name)
        title = say.name("place", name)
        if stands is None:
            rows.append([title, say("covered"), ""])
        elif isinstance(stands, Mapping):
            rows += _spaces(say, title, location, stands)
        else:
            rows += _rows([title, _terms(say, location)], [_stand(say, stand) for stand in stands])
    return [heading(say("places")), *table(rows)]


def _rows(lead: list[str], lines: list[str]) -> Iterator[list[str]]:
    for n, line in enumerate(lines or [NONE]):
        yield [*(lead if n == 0 else [""] * len(lead)), line]


def _spaces(say: Words, title: str, location: Location, stands: Mapping[str, Any]) -> Iterator[list[str]]:
    for space in location.spaces:
        name = say("at space", place=title, n=space.number) if len(location.spaces) > 1 else title
        if str(space.number) not in stands:
            yield [name, say("covered"), ""]
            continue
        terms = coins(say, space.cost) if space.cost else say("no cost")
        gives = space_gives(say, space)
        lines = [_stand(say, stand) for stand in stands[str(space.number)]]
        yield from _rows([name, f"{terms}, {gives}" if gives else terms], lines)


def _terms(say: Words, location: Location) -> str:
    if location.kind == "bidding":
        return say("bidding")
    return say("cost each", coins=coins(say, location.cost)) if location.cost else say("no cost")


def _stand(say: Words, stand: Mapping[str, Any]) -> str:
    number = len(stand["meeples"]) + stand.get("tile", 0)
    faces = _faces(say, stand["meeples"].items())
    if stand.get("tile"):
        faces = [*faces, say("market tile")]
    told = say("faces", meeples=say.amount(number, "role", stand["role"]), faces=listed(faces))
    paid = say("paid", coins=coins(say, stand["paid"])) if stand["paid"] else ""
    return (
        say("stand", seat=_holder(say, stand["seat"]), meeples=told) + paid + (say("done") if stand.get("done") else "")
    )


def _holder(say: Words, seat: str) -> str:
    return say.name("seat", seat) if seat == "automaton" else say.seat(seat)


def _faces(say: Words, meeples: Iterable[tuple[str, str]]) -> list[str]:
    """Return how meeples lie, the Character last."""
    team, character = [], []
    for meeple, face in meeples:
        told = say.name("face", face)
        if meeple.endswith(".character"):
            character.append(say("the character", face=told))
        else:
            team.append(told)
    return [*counted(sorted(team)), *character]


def _display(box: Box, say: Words, document: Document) -> list[str]:
    display, deck = document["display"], document["deck"]
    rows = [[say.name("place", place), _cards(box, say, display[place])] for place in display if place != "village"]
    tiles = [
        say("text", title=say.name("tile", box.tiles[tile]), text=tile_text(box, say, box.tiles[tile]))
        for tile in display["village"]
    ]
    rows += _rows([say.name("place", "village")], tiles)
    under = say("deck under", n=deck["artifacts"], cards=_cards(box, say, deck["under"]))
    rows.append([say("deck"), under if deck["under"] else str(deck["artifacts"])])
    rows.append([say("tile pile"), str(deck["upgrades"])])
    for how in ("delivered", "sold"):
        cards = [card for card, gone in document["out"].items() if gone == how and card in box.cards]
        if cards:
            rows.append([say(f"gone {how}"), _cards(box, say, cards)])
    return [heading(say("display")), *table(rows)]


def _table(box: Box, say: Words, players: Mapping[str, Any]) -> list[str]:
    names = ("vp", "coins", "discovery", "next", "reserve", "cards", "tiles")
    rows = [["", *(say(f"head {name}") for name in names)]]
    for seat, player in players.items():
        counts = (len(player[name]) for name in ("reserve", "artifacts"))
        tiles = len(player["upgrades"]) + len(player["discard"])
        following = [space for space in box.rewards if space > player["discovery"]]
        reward = say("reward at", gain=gain(say, box.rewards[min(following)]), n=min(following)) if following else NONE
        points = (player["vp"], player["coins"], player["discovery"])
        rows.append([say.seat(seat), *map(str, points), reward, *map(str, counts), str(tiles)])
    return [heading(say("players")), *table(rows, right=range(1, len(names) + 1))]


def _player(box: Box, say: Words, seat: str, player: Mapping[str, Any]) -> list[str]:
    reserve = listed(_faces(say, player["reserve"].items()))
    rows = [[say("reserve"), f"{reserve}, {say('passed')}" if player["passed"] else reserve]]
    if player["came_back"]:
        rows.append([say("came back"), listed(counted(_returned(say, player)))])
    rows.append([say("cards"), _cards(box, say, player["artifacts"])])
    tiles = (box.tiles[tile] for tile in player["upgrades"])
    told = [say("text", title=say.name("tile", kind), text=tile_text(box, say, kind)) for kind in tiles]
    rows += _rows([say("tiles")], told)
    for name, key in (("used", "discard"), ("rerolled", "rerolled")):
        if player[key]:
            rows.append([say(name), listed(say.name("tile", box.tiles[tile]) for tile in player[key])])
    return [say.seat(seat), *table(rows)]


def _returned(say: Words, player: Mapping[str, Any]) -> Iterator[str]:
    """Yield the meeples that were displaced this round, with the role they stood in."""
    for meeple, role in player["came_back"].items():
        (face,) = _faces(say, [(meeple, player["reserve"].get(meeple, ""))])
        yield say("stood as", face=face, role=say.name("role", role).partition("|")[0]).strip(" ,")
