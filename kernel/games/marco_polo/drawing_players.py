"""What lies before each player, drawn as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kernel.documents import Document
from kernel.drawing import Words, counted, heading, is_sealed, listed, table, wrapped
from kernel.games.marco_polo.box import Box
from kernel.games.marco_polo.document import NAMES, PARTS
from kernel.games.marco_polo.texts import named, titles


def players(box: Box, say: Words, document: Document) -> Iterator[list[str]]:
    """Draw a table of what all players have, then each player."""
    found = document["players"]
    things = ["vp", *(one for one in box.resources if one != "vp")]
    heads = ["", *(say.many("thing", one) for one in things), say("posts left"), say("filled")]
    rows = [heads]
    for seat, player in found.items():
        stock = [str(player[NAMES.get(one, one)]) for one in things]
        rows.append([say.seat(seat), *stock, str(player["posts_left"]), str(len(player["completed"]))])
    yield [heading(say("players")), *table(rows, right=range(1, len(heads)))]
    for seat, player in found.items():
        character = player["character"]
        name = say.name("character", character) if character else say("no character")
        yield [f"{say.seat(seat)} · {name}", *_before(box, say, player)]


def _before(box: Box, say: Words, player: Mapping[str, Any]) -> list[str]:
    rows = [
        ["dice", _dice(say, player["dice"])],
        ["at", listed(say.name("place", place) for place in player["figures"].values())],
        ["own posts", listed(counted(say.name("place", place) for place in player["posts"]))],
        *(["active", *named(box, say, one)] for one in player["contracts"]),
    ]
    if player["completed"]:
        rows.append(["filled", titles(say, player["completed"])])
    if player["drawn"]:
        rows.append(["drawn", *named(box, say, player["drawn"])])
    if player["compensation"]:
        rows.append(["compensation", say("compensation due", n=player["compensation"])])
    rows += [["goals dealt", *goal] for goal in _goals(box, say, player["goals_dealt"])]
    rows += [["goals", *goal] for goal in _goals(box, say, player["goals"])]
    if player["final_scoring"]:
        parts = player["final_scoring"]
        rows.append(["scored", listed(say(f"part {part}", n=parts[part]) for part in PARTS if part in parts)])
    width = max(len(say(name)) for name, *_ in rows)
    inner = max((len(told[0]) for _, *told in rows if len(told) > 1), default=0)
    lines: list[str] = []
    before = ""
    for name, *told in rows:
        lead = f"  {'' if name == before else say(name):{width}}  "
        lines += wrapped(f"{lead}{told[0]:{inner}}  ", told[1]) if len(told) > 1 else wrapped(lead, told[0])
        before = name
    return lines


def _dice(say: Words, dice: Mapping[str, int | None]) -> str:
    """Return the dice not placed yet, those of the own colour by their faces alone."""
    own = sorted(face or 0 for die, face in dice.items() if die.partition(".")[0] not in {"black", "white"})
    told = [" ".join(str(face or "?") for face in own)] if own else []
    told += [
        say("die", colour=say.seat(die.partition(".")[0]), face=face or "?")
        for die, face in dice.items()
        if die.partition(".")[0] in {"black", "white"}
    ]
    return listed(told)


def _goals(box: Box, say: Words, goals: Any) -> list[list[str]]:
    if goals is None:
        return []
    if is_sealed(goals):
        return [[say("hidden")]]
    return [named(box, say, goal) for goal in goals]
