"""The state as a document, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from events.frozen import field_names
from events.games.quetzal.pieces import Meeple
from kernel.copies import replace
from kernel.documents import Document
from kernel.games.quetzal.deck import size, stacked
from kernel.games.quetzal.readings import is_covered, spaces
from kernel.games.quetzal.rulings import Rulings
from kernel.games.quetzal.state import (
    Automaton,
    CampRerolls,
    Closing,
    Delivering,
    HeldTurn,
    Keeping,
    Pending,
    Picking,
    Player,
    Rerolling,
    Selling,
    Stand,
    State,
    TileChoice,
    meeple_order,
)
from kernel.rulings import in_force, listed

_CHOICES: dict[str, Callable[..., Pending]] = {
    "rerolls": Rerolling,
    "camp_rerolls": CampRerolls,
    "held_turn": HeldTurn,
    "picks": Picking,
    "keep": Keeping,
    "sale": Selling,
    "tile": TileChoice,
    "delivery": Delivering,
    "closing": Closing,
}
_CHOICE_NAMES = {kind: name for name, kind in _CHOICES.items()}


def document(state: State) -> Document:
    """Return the state as JSON keyed by ids; secrets stand in it as `Secret`."""
    automaton = state.automaton
    return {
        "round": state.round,
        "phase": state.phase,
        "turn": state.turn,
        "leader": state.leader,
        "first_player": state.first,
        "players": {player.seat: _player(player) for player in state.players},
        "places": _places(state),
        "display": {**{place: list(cards) for place, cards in state.display}, "village": list(state.tiles)},
        "deck": {
            "artifacts": size(state),
            "under": list(state.bottom),
            "epoch": state.epoch,
            "upgrades": len(stacked(state)),
        },
        "out": dict(state.out),
        "automaton": {"card": automaton.card, "used": list(automaton.used)} if automaton else None,
        "choice": _choice(state.pending),
        "winners": list(state.winners),
        "rulings": dict(listed(state.rulings)),
    }


def _player(player: Player) -> Document:
    return {
        "coins": player.coins,
        "vp": player.vp,
        "discovery": player.discovery,
        "reserve": _faces(player.reserve),
        "came_back": dict(player.came_back),
        "paid_for": list(player.paid_for),
        "rerolled": list(player.rerolled),
        "passed": player.passed,
        "artifacts": list(player.hand),
        "upgrades": list(player.upgrades),
        "discard": list(player.discard),
    }


def _faces(meeples: Iterable[Meeple]) -> dict[str, str]:
    return {meeple.id: meeple.face for meeple in meeples}


def _places(state: State) -> Document:
    """Return the stands by place, and by space where there are any; covered ones are left out."""
    places: Document = {}
    for name, location in state.box.locations.items():
        if is_covered(state, name):
            continue
        if location.spaces:
            places[name] = {str(space.number): [] for space in spaces(state, name)}
        else:
            places[name] = []
    for stand in state.board:
        row = places[stand.place]
        (row[str(stand.space)] if stand.space else row).append(_stand(stand))
    return places


def _stand(stand: Stand) -> Document:
    spelled: Document = {
        "seat": stand.seat,
        "role": stand.role,
        "meeples": _faces(stand.meeples),
        "paid": stand.paid,
    }
    if stand.tile:
        spelled["tile"] = stand.tile
    if stand.done:
        spelled["done"] = True
    return spelled


def _choice(pending: Pending | None) -> Document | None:
    if pending is None:
        return None
    fields = {name: getattr(pending, name) for name in field_names(type(pending))}
    listed_fields = {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}
    return {"of": _CHOICE_NAMES[type(pending)], **listed_fields}


def restore(state: State, found: Document) -> State:
    """Return the state that a document describes; the box and the order of the seats are taken from `state`."""
    automaton = found["automaton"]
    display = found["display"]
    return replace(
        state,
        rulings=in_force(Rulings, found["rulings"]),
        players=tuple(_read_player(seat, found["players"][seat]) for seat in state.seats),
        round=found["round"],
        phase=found["phase"],
        leader=found["leader"],
        first=found["first_player"],
        turn=found["turn"],
        board=tuple(_read_board(state, found["places"])),
        display=tuple((place, tuple(display[place])) for place, _ in state.display),
        tiles=tuple(display["village"]),
        bottom=tuple(found["deck"]["under"]),
        epoch=found["deck"]["epoch"],
        out=tuple(sorted(found["out"].items())),
        automaton=Automaton(automaton["card"], tuple(automaton["used"])) if automaton else None,
        pending=_read_choice(found["choice"]),
        winners=tuple(found["winners"]),
    )


def _read_player(seat: str, row: Mapping[str, Any]) -> Player:
    return Player(
        seat=seat,
        coins=row["coins"],
        vp=row["vp"],
        discovery=row["discovery"],
        reserve=_read_faces(row["reserve"]),
        hand=tuple(row["artifacts"]),
        upgrades=tuple(row["upgrades"]),
        discard=tuple(row["discard"]),
        came_back=tuple(sorted(row["came_back"].items())),
        paid_for=tuple(row["paid_for"]),
        rerolled=tuple(row["rerolled"]),
        passed=row["passed"],
    )


def _read_faces(faces: Mapping[str, str]) -> tuple[Meeple, ...]:
    return tuple(sorted((Meeple(name, face) for name, face in faces.items()), key=meeple_order))


def _read_board(state: State, places: Mapping[str, Any]) -> Iterable[Stand]:
    for name in state.box.locations:
        row = places.get(name, [])
        if isinstance(row, Mapping):
            for space in sorted(row, key=int):
                yield from (_read_stand(name, int(space), stand) for stand in row[space])
        else:
            yield from (_read_stand(name, 0, stand) for stand in row)


def _read_stand(place: str, space: int, row: Mapping[str, Any]) -> Stand:
    return Stand(
        place=place,
        space=space,
        seat=row["seat"],
        role=row["role"],
        meeples=_read_faces(row["meeples"]),
        paid=row["paid"],
        tile=row.get("tile", 0),
        done=row.get("done", False),
    )


def _read_choice(row: Mapping[str, Any] | None) -> Pending | None:
    if row is None:
        return None
    fields = {name: tuple(value) if isinstance(value, list) else value for name, value in row.items() if name != "of"}
    return _CHOICES[row["of"]](**fields)
