"""The engine protocol: these rules as a server of JSON Lines, for another program, or another revision, to ask.

Asked: the lines of a log as they stand in its file, and two more; each is answered by one line.
The header begins a game: ``{"ready": {"protocol", "game", "rules", "digest"}}``.
``{"seed": hex}`` tells a seed, for draws that no entry records: ``{"seeded": true}``.
An opening: ``{"opened": commitment}``.
An entry, of a move only the move and its draws used: ``{"n", "events", "draws", "document"}``; to a checkpoint ``{"n",
"document", "legal", "moves"}``; or ``{"n", "refused": {"clause", "also", "facts", "remedy"}}``; or ``{"n", "stopped":
why}``.
``{"done": true}``: ``{"standings": [{"seat", "score", "rank"}]}``, and another header may follow.
What cannot be understood is answered by ``{"error": why, "code": exit code}``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import orjson

from events import decoding
from events.decoding import Decoder
from events.encoding import Encoder, plain
from events.envelope import CheckpointEntry, MoveEntry, RevealEntry, SetupEntry
from events.errors import MalformedLine, RecordError, RefoldError, UnknownSecret, UnsupportedVersion
from events.journal import parsed
from events.secrets import Secret, as_tuples, commitment_of
from events.vocabulary import Wire
from kernel.chance import Chance, Seeded, read_seed
from kernel.decider import decided, set_up
from kernel.documents import public_digest
from kernel.errors import DrawConflict, DrawNeeded, IllegalMove, ImpossibleEvent
from replay import library
from replay.logs import opened
from replay.timeline import Position, Timeline
from replay.witness import checkpoint

PROTOCOL = "engine/1"


def serve(lines: Iterable[bytes], content: str = "") -> Iterator[bytes]:
    """Answer each line that is asked, as long as there are any. content: as in `Engine`."""
    engine = Engine(content)
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield orjson.dumps(engine.answer(line, number), option=orjson.OPT_APPEND_NEWLINE)


class Engine:
    """Plays one game after the other as it is asked."""

    def __init__(self, content: str = "") -> None:
        """Use `content` as the pack, "" for the one each header names."""
        self._content = content
        self._timeline: Timeline | None = None
        self._seeded: Seeded | None = None
        self._openings: dict[str, Secret] = {}

    def answer(self, line: bytes, number: int = 0) -> Wire:
        """Answer one line."""
        try:
            asked = parsed(line, f"line {number}")
            if "refold" in asked:
                return self._begin(asked)
            if self._timeline is None:
                return {"error": f"line {number}: a header comes first", "code": 3}
            if "seed" in asked and len(asked) == 1:
                self._seeded = Seeded(read_seed(str(asked["seed"])))
                return {"seeded": True}
            if "open" in asked:
                return self._open(asked)
            if "done" in asked:
                return self._end(self._timeline)
            return self._entry(asked, self._timeline)
        except UnsupportedVersion as error:
            return {"error": str(error), "code": 4}
        except RefoldError as error:
            return {"error": str(error), "code": 3}

    def _begin(self, record: Wire) -> Wire:
        """Begin a game."""
        header = decoding.header(record)
        game, table = opened(header, "header", self._content)
        self._timeline = Timeline(game, table, header)
        self._seeded, self._openings = None, {}
        digest = library.rules_digest(header.game)
        return {"ready": {"protocol": PROTOCOL, "game": header.game, "rules": game.rules_version, "digest": digest}}

    def _open(self, record: Wire) -> Wire:
        """Keep an opening for the entry that comes."""
        opening = decoding.opening(record)
        value = as_tuples(opening.value)
        if commitment_of(opening.salt, value) != opening.sealed:
            msg = "the opening does not fit its commitment"
            raise MalformedLine(msg, pointer="$.sealed")
        self._openings[opening.sealed] = Secret(seat="", value=value, salt=opening.salt, commitment=opening.sealed)
        return {"opened": opening.sealed}

    def _entry(self, record: Wire, timeline: Timeline) -> Wire:
        """Take in one entry."""
        game, now = timeline.game, timeline.now
        encoder = Encoder(game.vocabulary)
        entry = Decoder(game.vocabulary).entry(record, self._openings)
        if isinstance(entry, RevealEntry):
            self._seeded = Seeded(read_seed(entry.seed))
        try:
            match entry:
                case SetupEntry() | MoveEntry():
                    chance = Chance(now.drawn, recorded=entry.draws, seeded=self._seeded)
                    decision = (
                        set_up(game, timeline.table, chance)
                        if isinstance(entry, SetupEntry)
                        else decided(game, now.state, entry.move, chance)
                    )
                    timeline.append(entry, Position(decision.state, chance.drawn))
                    events = [plain(encoder.event(event)) for event in decision.events]
                    return {
                        "n": entry.n,
                        "events": events,
                        "draws": plain(decision.draws),
                        "document": _digest(timeline),
                    }
                case CheckpointEntry():
                    timeline.append(entry)
                    found = checkpoint(game, encoder, now.state, entry.n)
                    return {"n": entry.n, "document": found.document, "legal": found.legal, "moves": found.moves}
                case _:
                    timeline.append(entry)
                    return {"n": entry.n, "document": _digest(timeline)}
        except IllegalMove as error:
            return {"n": entry.n, "refused": refusal_record(error)}
        except (DrawNeeded, DrawConflict, ImpossibleEvent, UnknownSecret, RecordError) as error:
            return {"n": entry.n, "stopped": str(error)}

    def _end(self, timeline: Timeline) -> Wire:
        """Give the standings as they are."""
        standings = timeline.game.standings(timeline.now.state)
        self._timeline = None
        return {"standings": [{"seat": s.seat, "score": s.score, "rank": s.rank} for s in standings]}


def _digest(timeline: Timeline) -> str:
    return public_digest(timeline.game.document(timeline.now.state))


def refusal_record(error: IllegalMove) -> Mapping[str, Any]:
    """Spell a refusal as JSON."""
    record: Mapping[str, Any] = plain(
        {
            "clause": error.clause,
            "also": list(error.also),
            "facts": dict(error.facts),
            "remedy": dict(error.remedy),
        }
    )
    return record
