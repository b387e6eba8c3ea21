"""One game of the toy, told so that other programs can play it too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import attrs

from benchmarks.recordings import TOY, new_game
from benchmarks.rounds import BUILD
from benchmarks.toy.game import DECK
from benchmarks.toy.state import KINDS, State
from events.envelope import MoveEntry
from kernel.chance import Seeded
from replay.recorder import Recorder


def ending(state: State) -> list[Any]:
    """Return what all contenders must agree on at the end."""
    board = state.board
    players = zip(state.setting.seats, state.bags, state.hands, board.moves, strict=True)
    seats = [[seat, list(bag), list(hand), moves] for seat, bag, hand, moves in players]
    spaces = [list(space) for space in board.spaces]
    return [state.turn, state.round, board.placed, board.last, seats, spaces]


def told() -> tuple[Recorder, Path]:
    """Play the game; return its recorder and the folder that holds it as `toy.json`."""
    recorder = new_game(TOY, 1)
    state: State = recorder.state
    box = state.setting.box
    moves = [entry for entry in recorder.timeline.entries if isinstance(entry, MoveEntry)]
    events = [event for entry in moves for event in entry.events]
    story = {
        "seats": state.setting.seats,
        "kinds": KINDS,
        "counters": box.counters,
        "spaces": [attrs.asdict(space) for space in box.spaces],
        "deck": cast("Seeded", recorder.seeded).tops(DECK, box.cards, len(box.cards)),
        "moves": [box.place_of[entry.move.space] for entry in moves],  # type: ignore[attr-defined]
        "events": [[type(event).__name__, _fields(event)] for event in events],
        "ending": ending(state),
    }
    for event in story["events"]:
        event[0] = "".join(f"_{char.lower()}" if char.isupper() else char for char in event[0]).lstrip("_")
    folder = BUILD / "toy"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "toy.json").write_text(json.dumps(story), encoding="utf-8")
    return recorder, folder


def _fields(event: Any) -> dict[str, Any]:
    return {field.name: getattr(event, field.name) for field in attrs.fields(type(event))}
