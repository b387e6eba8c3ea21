"""A disputed move under several readings: legal or not, what follows from it, and how the game goes on from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from events.decoding import Decoder
from events.encoding import Encoder, plain
from events.envelope import MoveEntry
from events.frozen import frozen
from events.vocabulary import Seat, Wire
from kernel.chance import Chance, Seeded
from kernel.decider import Decision, Standing, decided, folded
from kernel.documents import REFEREE, Document, view
from kernel.errors import DrawConflict, DrawNeeded, IllegalMove
from kernel.rulebook import Rulebook
from replay import library
from replay.diff import leaders
from replay.edits import NotPossible, read_otherwise, ruling_changes
from replay.lineage import seed_of
from replay.logs import Log
from replay.rebase import Rebased, rebase
from replay.recorder import Recorder
from replay.timeline import events_of


@frozen(kw_only=True)
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


@frozen(kw_only=True)
class Dispute:
    """A disputed move and its readings.

    entry: the entry that recorded it, None for a move that was asked for and is not in the log. at: the entry before
    it. by: whose it is. move: as a script writes it. before: the document before it.
    """

    log: Log
    entry: MoveEntry | None
    at: int
    by: Seat
    move: Mapping[str, Any]
    before: Document
    readings: tuple[Reading, ...]

    @property
    def name(self) -> str:
        """The move in words: ``entry 12`` or ``the move asked for after entry 11``."""
        return f"entry {self.entry.n}" if self.entry is not None else f"the move asked for after entry {self.at}"

    @property
    def winner_differs(self) -> bool:
        """Whether the readings have different seats lead at the end."""
        return len({leaders(reading.standings) for reading in self.readings}) > 1

    @property
    def verdict(self) -> str:
        """Whether the readings have the same winner, in a sentence; where the game stops, as far as it goes."""
        differs = "the readings have different seats lead" if self.winner_differs else "the same seats lead"
        if any(reading.stopped for reading in self.readings) or self.entry is None:
            return f"as far as the game goes, {differs}"
        return "the readings have different winners" if self.winner_differs else "the winner is the same"

    def clauses(self, rulebook: Rulebook) -> list[str]:
        """List the clauses that the dispute turns on, in the order of the rulebook."""
        met = {clause for event in events_of(self.entry) for clause in event.cites} if self.entry else set()
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
    entry = log.timeline().entry(n)
    if not isinstance(entry, MoveEntry):
        msg = f"entry {n} is no move, and only a move can be disputed"
        raise NotPossible(msg)
    return _Case(log, n - 1, entry.move, entry, seeds).heard(readings)


def dispute_move(
    log: Log, at: int, step: Mapping[str, Any], readings: Sequence[Mapping[str, str]], *, seeds: Sequence[str] = ()
) -> Dispute:
    """Look at a move that was asked for after entry `at`, as a script writes it, under several readings.

    Raises: NoSuchEntry, BadSetup; MalformedLine, UnknownType for what is no move of the game.
    """
    record = dict(step)
    state = log.timeline().at(at).state
    move = log.game.resolve(state, Decoder(log.game.vocabulary).move(record.pop("by"), record))
    return _Case(log, at, move, None, seeds).heard(readings)


class _Case:
    """A move to be read in several ways."""

    def __init__(self, log: Log, at: int, move: Any, entry: MoveEntry | None, seeds: Sequence[str]) -> None:
        self._log = log
        self._move = move
        self._entry = entry
        self._seeds = seeds
        self._timeline = log.timeline()
        seed = seed_of(log.header, log.entries, at, seeds)
        self._seeded = Seeded(seed) if seed else None
        self._recorder = Recorder.resumed(self._timeline, at, seed=seed)
        self._encoder = Encoder(log.game.vocabulary)

    def heard(self, readings: Sequence[Mapping[str, str]]) -> Dispute:
        """Read the move in each way."""
        rulebook = library.rulebook(self._log.header.game)
        for reading in readings:
            rulebook.in_force(reading)
        at = self._recorder.timeline.last
        return Dispute(
            log=self._log,
            entry=self._entry,
            at=at,
            by=self._move.seat,
            move=view(self._encoder.typed(self._move), REFEREE),
            before=self._timeline.document(at),
            readings=tuple(self._read(reading) for reading in readings),
        )

    def _read(self, rulings: Mapping[str, str]) -> Reading:
        game = self._log.game
        change = ruling_changes(self._recorder, rulings)
        state = folded(game, self._recorder.state, (change,) if change.changes else ())
        refusal, needs, made, after = None, "", (), state
        try:
            decision = self._decided(state)
            made, after = decision.events, decision.state
        except IllegalMove as error:
            refusal = error
        except (DrawNeeded, DrawConflict) as error:
            needs = str(error)
        rest = self._rest(rulings) if change.changes and self._entry is not None else None
        if self._entry is None:
            standings = game.standings(after)
        else:
            standings = rest.after if rest else game.standings(self._timeline.now.state)
        events: Sequence[Any] = made
        return Reading(
            rulings=dict(rulings),
            refusal=refusal,
            cites=tuple(dict.fromkeys(clause for event in events for clause in event.cites)),
            events=tuple(plain(self._encoder.event(event)) for event in events),
            needs=needs,
            rest=rest,
            standings=standings,
        )

    def _decided(self, state: Any) -> Decision[Any, Any]:
        drawn = self._recorder.timeline.now.drawn
        chance = Chance(drawn, recorded=self._entry.draws if self._entry else (), seeded=self._seeded)
        return decided(self._log.game, state, self._move, chance)

    def _rest(self, rulings: Mapping[str, str]) -> Rebased:
        """Decide the rest of the game under a reading."""
        reason = "under " + ", ".join(f"{name}={option}" for name, option in sorted(rulings.items()))
        edit = read_otherwise(self._recorder.timeline.last + 1, rulings)
        return rebase(self._log, [edit], seeds=self._seeds, reason=reason)
