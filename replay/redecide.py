"""A log's moves decided anew from its recorded draws, into new entries."""

from __future__ import annotations

import attrs

from events.encoding import Encoder
from events.envelope import (
    CheckpointEntry,
    Entry,
    Header,
    MoveEntry,
    RevealEntry,
    SetupEntry,
)
from kernel.chance import Chance, Seeded, read_seed
from kernel.decider import decided, set_up
from replay import library
from replay.logs import Log
from replay.timeline import Position, Timeline
from replay.witness import checkpoint


def redecided(log: Log) -> tuple[Header, Timeline]:
    """Return a log as the rules here would have written it: same moves and draws, events and witnesses anew.

    Raises: IllegalMove, DrawNeeded, DrawConflict, ImpossibleEvent when an entry is not possible any more.
    """
    game = log.game
    reveal = next((entry for entry in log.entries if isinstance(entry, RevealEntry)), None)
    seeded = Seeded(read_seed(reveal.seed)) if reveal else None
    timeline = Timeline(game, log.table, log.header)
    encoder = Encoder(game.vocabulary)
    for entry in log.entries:
        now = timeline.now
        match entry:
            case SetupEntry() | MoveEntry():
                chance = Chance(now.drawn, recorded=entry.draws, seeded=seeded)
                decision = (
                    set_up(game, log.table, chance)
                    if isinstance(entry, SetupEntry)
                    else decided(game, now.state, entry.move, chance)
                )
                anew: Entry = attrs.evolve(entry, events=decision.events, draws=decision.draws)
                timeline.append(anew, Position(decision.state, chance.drawn))
            case CheckpointEntry():
                timeline.append(checkpoint(game, encoder, now.state, entry.n))
            case _:
                timeline.append(entry)
    rules = attrs.evolve(log.header.rules, version=game.rules_version, digest=library.rules_digest(log.header.game))
    return attrs.evolve(log.header, rules=rules), timeline
