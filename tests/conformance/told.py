"""A trace of ``marco-polo-trace/1`` as what refold needs to play it: a set-up and the luck of every stream."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kernel.chance import Scripted
from kernel.errors import DrawNeeded

FORMAT = "marco-polo-trace/1"
GAME = "marco_polo"

Record = dict[str, Any]


def read_trace(path: Path) -> Record:
    """Read one trace, compressed or not.

    Raises: ValueError for a file of another format.
    """
    raw = path.read_bytes()
    trace: Record = json.loads(gzip.decompress(raw) if path.suffix == ".gz" else raw)
    if trace.get("format") != FORMAT:
        message = f'{path}: expected a trace of format "{FORMAT}"'
        raise ValueError(message)
    return trace


def traces_in(folder: Path) -> list[Path]:
    """List the traces of a folder in order; its index is none."""
    files = sorted((*folder.glob("*.json"), *folder.glob("*.json.gz")))
    return [file for file in files if file.name != "index.json"]


class Told(Scripted):
    """Outcomes as a trace tells them; what it does not tell is missing, and never made up."""

    def at(self, stream: str, drawn: Any) -> Any:
        """Return the next outcome of a stream.

        Raises: DrawNeeded where the trace tells none.
        """
        outcome = super().at(stream, drawn)
        if outcome is None:
            raise DrawNeeded(stream, drawn.get(stream, 0))
        return outcome


def luck(trace: Record, large_cities: tuple[str, ...], small_cities: tuple[str, ...], cast: tuple[str, ...]) -> Told:
    """Collect the outcomes of every stream. cast: all characters; one more than are played is revealed."""
    setup = trace["setup"]
    played = [seat["character"] for seat in setup["seats"]]
    spare = next(character for character in cast if character not in played)
    outcomes: dict[str, list[Any]] = defaultdict(list)
    outcomes["deck/city_cards"] = [card for city in large_cities for card in setup["city_cards"][city]]
    outcomes["deck/outposts"] = [setup["outposts"][city] for city in large_cities]
    outcomes["deck/incomes"] = [setup["incomes"][city] for city in small_cities]
    outcomes["deck/starting_contracts"] = [seat["starting_contract"] for seat in setup["seats"]]
    outcomes["deck/characters"] = [*played, spare]
    for seat in setup["seats"]:
        outcomes[f"deck/goals/{seat['seat']}"] = [list(seat["goals"])]
        outcomes[f"reveal/goals/{seat['seat']}"] = list(seat["goals"])
    for number, tiles in enumerate(setup["contract_piles"], 1):
        outcomes[f"deck/contracts/round-{number}"] = list(tiles)
    for round_ in trace["rounds"]:
        for effect in _effects(round_):
            if effect["type"] == "roll":
                stream = f"dice/{effect['seat']}/round-{round_['round']}"
                outcomes[stream] += [die["face"] for die in effect["dice"] if die["face"] is not None]
            elif effect["type"] == "draw":
                outcomes["deck/contracts/special"].append(effect["contract"])
    return Told(outcomes)


def _effects(round_: Record) -> Iterator[Record]:
    """List the effects of a round in order, the tiles of a refill as draws."""
    yield from round_["start"]
    for turn in round_["turns"]:
        for contract in turn.get("refill", ()):
            yield {"type": "draw", "contract": contract}
        for action in turn["actions"]:
            yield from action["effects"]
