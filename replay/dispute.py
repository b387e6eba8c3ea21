"""A disputed move under several readings: legal or not, what follows from it, and how the game goes on from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from events.encoding import Encoder, plain
from events.envelope import MoveEntry
from events.vocabulary import Wire
from kernel.chance import Chance, Seeded
from kernel.decider import Standing, decided, folded
from kernel.documents import Document
from kernel.errors import DrawConflict, DrawNeeded, IllegalMove
from kernel.rulebook import Rulebook
from replay import library
from replay.diff import leaders
from replay.edits import NotPossible, read_otherwise, ruling_changes
from replay.lineage import seed_of
from replay.logs import Log
from replay.rebase import Rebased, rebase
from replay.recorder import Recorder


@attrs.frozen(kw_only=True)
class Reading:
    """A disputed move under one reading. rulings: options by ruling id; empty for the readings in force.

    refusal: None where the move is legal. cites: clauses its events rest on. events: what follows from it, as JSON.
    needs: the draw that is not known, "" where all is. rest: the game from there on, None where the reading changes
    nothing about it and the log itself tells it. standings: at the end of that.
    """

    rulings: Mapping[str, str]
    refusal: IllegalMove | None
    cites: tuple[str, ...]
    events: tuple[Wire, ...]
    needs: str
    rest: Rebased | None
    standings: tuple[Standing, ...]

    @property
    def name(self) -> str:
        """The rulings in words: ``ties=first``."""
        return ", ".join(f"{name}={option}" for name, option in sorted(self.rulings.items())) or "as it was played"

    @property
    def stopped(self) -> str:
        """Why the game cannot go on as recorded, "" where it can."""
        if self.rest is None or self.rest.stopped is None:
            return ""
        return f"entry {self.rest.stopped.n}: {self.rest.stopped.reason}"


@attrs.frozen(kw_only=True)
class Dispute:
    """A disputed move and its readings. entry: of the log. before: the document before it."""

    log: Log
    entry: MoveEntry
    before: Document
    readings: tuple[Reading, ...]

    @property
    def winner_differs(self) -> bool:
        """Whether the readings have different seats lead at the end."""
        return len({leaders(reading.standings) for reading in self.readings}) > 1

    def clauses(self, rulebook: Rulebook) -> list[str]:
        """List the clauses that the dispute turns on, in the order of the rulebook."""
        met = {clause for event in self.entry.events for clause in getattr(event, "cites", ())}
        for reading in self.readings:
            met.update(reading.cites)
            met.update(rulebook.rulings[name].clause for name in reading.rulings)
            if reading.refusal:
                met.update((reading.refusal.clause, *reading.refusal.also))
        return [clause for clause in rulebook.clauses if clause in met]


def dispute(log: Log, n: int, readings: Sequence[Mapping[str, str]], *, seeds: Sequence[str] = ()) -> Dispute:
    """Look at the move of entry `n` under several readings, and at the game after it.

    Raises: NoSuchEntry; NotPossible for an entry that is no move; BadSetup for a ruling or option that there is not.
    """
    timeline = log.timeline()
    entry = timeline.entry(n)
    if not isinstance(entry, MoveEntry):
        msg = f"entry {n} is no move, and only a move can be disputed"
        raise NotPossible(msg)
    rulebook = library.rulebook(log.header.game)
    for reading in readings:
        rulebook.in_force(reading)
    recorder = Recorder.resumed(timeline, n - 1)
    return Dispute(
        log=log,
        entry=entry,
        before=timeline.document(n - 1),
        readings=tuple(_read(log, entry, recorder, reading, seeds) for reading in readings),
    )


def _read(log: Log, entry: MoveEntry, recorder: Recorder, rulings: Mapping[str, str], seeds: Sequence[str]) -> Reading:
    game = log.game
    change = ruling_changes(recorder, rulings)
    state = folded(game, recorder.state, (change,) if change.changes else ())
    seed = seed_of(log.header, log.entries, entry.n - 1, seeds)
    chance = Chance(recorder.timeline.now.drawn, recorded=entry.draws, seeded=Seeded(seed) if seed else None)
    refusal, needs, made = None, "", ()
    try:
        made = decided(game, state, entry.move, chance).events
    except IllegalMove as error:
        refusal = error
    except (DrawNeeded, DrawConflict) as error:
        needs = str(error)
    reason = "under " + ", ".join(f"{name}={option}" for name, option in sorted(rulings.items()))
    edit = read_otherwise(entry.n, rulings)
    rest = rebase(log, [edit], seeds=seeds, reason=reason) if change.changes else None
    encoder = Encoder(game.vocabulary)
    events: Sequence[Any] = made
    return Reading(
        rulings=dict(rulings),
        refusal=refusal,
        cites=tuple(dict.fromkeys(clause for event in events for clause in event.cites)),
        events=tuple(plain(encoder.event(event)) for event in events),
        needs=needs,
        rest=rest,
        standings=rest.after if rest else game.standings(log.timeline().now.state),
    )
