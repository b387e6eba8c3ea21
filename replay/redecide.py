"""A log's moves decided anew from its recorded draws, into new entries."""

from __future__ import annotations

import attrs

from events.encoding import Encoder
from events.envelope import (
    BranchEntry,
    ChanceUsed,
    CheckpointEntry,
    Entry,
    Header,
    MoveEntry,
    SetupEntry,
)
from kernel.chance import Chance, Seeded
from kernel.decider import decided, set_up
from replay import library
from replay.lineage import seed_of
from replay.logs import Log
from replay.timeline import Position, Timeline
from replay.witness import checkpoint


def redecided(log: Log) -> tuple[Header, Timeline]:
    """Return a log as the rules here would have written it: same moves and draws, events and witnesses anew.

    Raises: IllegalMove, DrawNeeded, DrawConflict, ImpossibleEvent when an entry is not possible any more.
    """
    game = log.game
    seeded = _seeded(log, 0)
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
            case BranchEntry(chance=ChanceUsed()):
                timeline.append(entry)
                seeded = _seeded(log, entry.n)
            case CheckpointEntry():
                timeline.append(checkpoint(game, encoder, now.state, entry.n))
            case _:
                timeline.append(entry)
    rules = attrs.evolve(log.header.rules, version=game.rules_version, digest=library.rules_digest(log.header.game))
    return attrs.evolve(log.header, rules=rules), timeline


def _seeded(log: Log, n: int) -> Seeded | None:
    """Return what is drawn from after entry `n`, where the log tells it."""
    seed = seed_of(log.header, log.entries, n)
    return Seeded(seed) if seed else None
