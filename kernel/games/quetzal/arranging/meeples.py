"""Meeples of a written position: named, and taken from where they were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from events.games.quetzal.pieces import Meeple
from kernel.documents import Document
from kernel.games.quetzal.bidding import common_roles
from kernel.games.quetzal.readings import cost, face_for, layout, roles, space_numbered
from kernel.games.quetzal.state import ANY, AUTOMATON, OPEN, State, is_character

Faces: TypeAlias = dict[str, str]
"""Face by meeple id."""

Written: TypeAlias = tuple[str, Document, bool]
"""Place, stand, and whether the position writes it."""


def settle_meeples(state: State, found: Document, before: Document) -> Document:
    """Return the document with every meeple named by id, and in one place only."""
    places = {name: _row(row) for name, row in found["places"].items()}
    players = dict(found["players"])
    # Asked before anything moves: on a place that several share, what one of them leaves changes the row.
    all_stands = [
        (place, stand, _is_written(before, place, space, row[space]))
        for place, row in places.items()
        for space in row
        for stand in row[space]
    ]
    for owner in (*state.seats, AUTOMATON):
        mine = [one for one in all_stands if one[1]["seat"] == owner]
        faces, used = _known_faces(state, owner), _named_ids(mine)
        if owner == AUTOMATON:
            _settle_stands(state, mine, faces, used)
            continue
        player = players[owner]
        written = player["reserve"] != before["players"][owner]["reserve"]
        if written:
            used.update(name for name, _ in _ids(player["reserve"]))
        _settle_stands(state, mine, faces, used)
        players[owner], idle = _settle_reserve(player, mine, faces, used, written=written)
        if idle:
            places["camp"][""].append({"seat": owner, "role": ANY, "meeples": idle, "paid": 0})
    return {
        **found,
        "players": players,
        "places": {name: _spelled(state, name, row, players) for name, row in places.items()},
    }


def _named_ids(mine: Iterable[Written]) -> set[str]:
    """Return the meeples that written stands name by id."""
    return {name for _, stand, written in mine if written for name, _ in _ids(stand["meeples"])}


def _settle_stands(state: State, mine: Iterable[Written], faces: Faces, used: set[str]) -> None:
    """Name the meeples of written stands, and take them from the other stands."""
    for place, stand, written in mine:
        if written:
            shown = face_for(stand.get("role") or roles(state, place)[0])
            stand["meeples"] = _assigned(stand["meeples"], faces, used, shown)
    _leave(mine, used)


def _leave(mine: Iterable[Written], used: set[str]) -> None:
    """Take meeples that are named elsewhere from the stands that are not written."""
    for _, stand, written in mine:
        if not written:
            stand["meeples"] = {name: face for name, face in stand["meeples"].items() if name not in used}


def _settle_reserve(
    player: Document, mine: Iterable[Written], faces: Faces, used: set[str], *, written: bool
) -> tuple[Document, Faces]:
    """Return a player with its reserve settled, and the meeples that are left for the Camp."""
    if written:
        reserve = _assigned(player["reserve"], faces, used, "black")
        _leave(mine, used)
    else:
        reserve = {name: face for name, face in player["reserve"].items() if name not in used}
    standing = {name for _, stand, _ in mine for name in stand["meeples"]}
    idle = {name: face for name, face in faces.items() if name not in standing and name not in reserve}
    if not written:
        reserve, idle = {**reserve, **idle}, {}
    came_back = {name: role for name, role in player["came_back"].items() if name in reserve}
    return {**player, "reserve": reserve, "came_back": came_back}, idle


def _row(row: Any) -> dict[str, list[Document]]:
    """Return the stands of a place by space, "" where it has none; one stand may be written without its list."""
    if isinstance(row, dict) and "seat" not in row:
        return {space: _listed(stands) for space, stands in row.items()}
    return {"": _listed(row)}


def _listed(stands: Any) -> list[Document]:
    if isinstance(stands, dict):
        stands = [stands]
    return [{**stand, "meeples": stand.get("meeples", {})} for stand in stands or ()]


def _is_written(before: Document, place: str, space: str, stands: list[Document]) -> bool:
    row = before["places"].get(place, [])
    return bool((row.get(space, []) if isinstance(row, dict) else row) != stands)


def _known_faces(state: State, owner: str) -> Faces:
    """Return the meeples of an owner, on the faces they lie on now."""
    if owner == AUTOMATON:
        ids = range(1, state.box.automaton_meeples + 1) if layout(state).automaton else range(0)
        faces = {f"{AUTOMATON}.{n}": "black" for n in ids}
    else:
        board = layout(state)
        faces = {f"{owner}.{n}": "black" for n in range(1, board.team + 1)}
        faces |= {f"{owner}.character": "black"} if board.characters else {}
        faces |= {meeple.id: meeple.face for meeple in state.player(owner).reserve}
    faces |= {m.id: m.face for stand in state.board if stand.seat == owner for m in stand.meeples}
    return faces


def _ids(listed: Any) -> Iterator[tuple[str, str]]:
    """Yield (id, face or "") of the meeples that are named by id."""
    if isinstance(listed, dict):
        yield from listed.items()
        return
    for entry in listed if isinstance(listed, list) else ():
        if isinstance(entry, dict) and entry.get("id"):
            yield entry["id"], entry.get("face", "")
        elif isinstance(entry, str) and "." in entry:
            yield entry, ""


def _assigned(listed: Any, faces: Faces, used: set[str], automaton_face: str) -> Faces:
    """Return the meeples of a written list by id; a number stands for that many, as the automaton's lie."""
    if isinstance(listed, int):
        listed = [automaton_face] * listed
    found = {name: face or faces.get(name, "") for name, face in _ids(listed)}
    if isinstance(listed, dict):
        return found
    for entry in listed:
        face = entry.get("face", "") if isinstance(entry, dict) else entry
        if "." in face or (isinstance(entry, dict) and entry.get("id")):
            continue
        character = face == "character"
        free = [name for name in faces if name not in used and is_character(name) == character]
        if not free:
            msg = f"there is no {face} meeple left"
            raise ValueError(msg)
        name = min(free, key=lambda other: (not character and faces[other] != face, free.index(other)))
        used.add(name)
        found[name] = faces[name] if character else face
    return found


def _spelled(state: State, place: str, row: dict[str, list[Document]], players: Document) -> Any:
    """Return the stands of a place as the document spells them, what was left out filled in."""
    spelled = {
        space: [
            _whole(state, place, space, stand, players) for stand in stands if stand["meeples"] or stand.get("tile")
        ]
        for space, stands in row.items()
    }
    return spelled.get("", spelled)


def _whole(state: State, place: str, space: str, stand: Document, players: Document) -> Document:
    location = state.box.locations[place]
    meeples = [Meeple(name, face) for name, face in stand["meeples"].items()]
    paid = stand.get("paid")
    if paid is None:
        paid = location.cost * len(meeples)
        numbered = space_numbered(state, place, int(space)) if space else None
        if numbered is not None and stand["seat"] in players:
            paid = cost(state, state.player(stand["seat"]), place, numbered)
    role = stand.get("role") or _role(state, stand["seat"], place, meeples)
    return {**stand, "role": role, "paid": paid}


def _role(state: State, seat: str, place: str, meeples: Iterable[Meeple]) -> str:
    """Return the role that meeples stand in where none is written."""
    location = state.box.locations[place]
    if location.kind == "free":
        return ANY
    bidders = tuple(meeples)
    if len(bidders) == 1 and is_character(bidders[0].id) and location.kind == "bidding":
        return OPEN
    admitted = roles(state, place)
    if seat == AUTOMATON:
        return admitted[0]
    common = [role for role in common_roles(state, state.player(seat), bidders) if role in admitted]
    return common[0] if common else admitted[0]
