"""Playing a game into a log: each move is decided once, and the entry it makes is the truth from then on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from events.decoding import Decoder
from events.digests import seed_commitment
from events.encoding import Encoder, secrets_in
from events.envelope import (
    ChanceUsed,
    CheckpointEntry,
    Draw,
    EndEntry,
    Entry,
    Header,
    MoveEntry,
    OverrideEntry,
    PackUsed,
    PositionEntry,
    RedoEntry,
    Result,
    RevealEntry,
    RulesUsed,
    SetupEntry,
    UndoEntry,
)
from events.errors import RefoldError
from events.frozen import field_names
from events.secrets import Secret
from events.vocabulary import Seat, Wire
from kernel.chance import ALGORITHM, Chance, Scripted, Seeded
from kernel.content import Pack
from kernel.copies import replace
from kernel.decider import AnyGame, Decision, Table, decided, set_up
from kernel.documents import Document, arranged, with_values
from kernel.errors import ImpossiblePosition
from replay import library
from replay.timeline import Position, Timeline, after
from replay.witness import checkpoint

WITNESS_EVERY = 50
"""Entries between two checkpoints, where no round ends before."""


class NothingToUndo(RefoldError):
    """The game cannot go back, or forth, as asked."""


def new_header(  # noqa: PLR0913 - a header has these parts
    name: str,
    seats: tuple[Seat, ...],
    *,
    setup: Mapping[str, str],
    pack: Pack,
    rulings: Mapping[str, str],
    seed: bytes | None,
    meta: Mapping[str, str] | None = None,
) -> Header:
    """Return the header of a new log; rulings and options that are the default are left out."""
    game = library.game(name)
    defaults = library.rulebook(name).in_force({})
    return Header(
        game=name,
        seats=seats,
        setup=dict(sorted(setup.items())),
        content=PackUsed(pack=pack.pack, digest=pack.digest),
        rules=RulesUsed(
            version=game.rules_version,
            digest=library.rules_digest(name),
            rulings={key: value for key, value in sorted(rulings.items()) if defaults.get(key) != value},
        ),
        chance=ChanceUsed(algorithm=ALGORITHM, commitment=seed_commitment(seed) if seed else None),
        meta=dict(meta or {}),
    )


class Recorder:
    """A game in the making. Every method that adds entries returns the first of them."""

    def __init__(
        self, game: AnyGame, table: Table, *, seed: bytes | None = None, scripted: Scripted | None = None
    ) -> None:
        """Start before set-up. seed, scripted: where outcomes come from; `known` outcomes come before either."""
        self.game = game
        self.timeline = Timeline(game, table, None)
        self.seeded = Seeded(seed) if seed else None
        self.scripted = scripted
        self.known: Mapping[tuple[str, int], Any] = {}
        self.on_entry: Callable[[Entry], None] = _ignore
        self._decoder = Decoder(game.vocabulary)
        self._encoder = Encoder(game.vocabulary)
        self._witnessed = 0

    @property
    def state(self) -> Any:
        """The state of the game now."""
        return self.timeline.now.state

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_over(self.state)

    def fork(self) -> Recorder:
        """Return a recorder that stands at the same place and goes its own way."""
        other = Recorder(self.game, self.timeline.table, scripted=self.scripted)
        other.seeded, other.known = self.seeded, self.known
        other._take_up(self.timeline, self.timeline.last)
        other._witnessed = self._witnessed
        return other

    @classmethod
    def resumed(
        cls, timeline: Timeline, n: int, *, seed: bytes | None = None, scripted: Scripted | None = None
    ) -> Recorder:
        """Return a recorder that stands after entry `n` of a recorded game.

        Raises: NoSuchEntry.
        """
        timeline.at(n)
        recorder = cls(timeline.game, timeline.table, seed=seed, scripted=scripted)
        recorder._take_up(timeline, n)
        for entry in recorder.timeline.entries:
            if isinstance(entry, CheckpointEntry):
                recorder._witnessed = entry.n
        return recorder

    def forget(self, n: int) -> None:
        """Forget what came after entry `n`, as when it could not be written."""
        self.timeline.cut(n)
        self._witnessed = min(self._witnessed, n)

    def _take_up(self, timeline: Timeline, n: int) -> None:
        for entry, _, position in islice(timeline.steps(), n):
            self.timeline.append(entry, position)

    def set_up(self, recorded: Iterable[Draw] = ()) -> Entry:
        """Set the game up. recorded: draws that it made before.

        Raises: BadSetup, DrawNeeded, DrawConflict.
        """
        chance = self._chance(recorded)
        decision = set_up(self.game, self.timeline.table, chance)
        entry = SetupEntry(n=1, events=decision.events, draws=decision.draws)
        return self._add(entry, Position(decision.state, chance.drawn))

    def read_move(self, seat: Seat, record: Wire) -> Any:
        """Read a move as a script writes it, pieces named by what they show found.

        Raises: MalformedLine, UnknownType.
        """
        return self.game.resolve(self.state, self._decoder.move(seat, record))

    def move(self, move: Any, recorded: Iterable[Draw] = ()) -> Entry:
        """Decide a move and what follows from it. recorded: draws that it made before.

        Raises: IllegalMove, DrawNeeded, DrawConflict; nothing is added then.
        """
        chance = self._chance(recorded)
        sealed = _sealed(move, chance, self.timeline.last + 1)
        decision = decided(self.game, self.state, sealed, chance)
        entry = MoveEntry(
            n=self.timeline.last + 1, by=move.seat, move=sealed, events=decision.events, draws=decision.draws
        )
        begun = self.game.round(self.state)
        added = self._add(entry, Position(decision.state, chance.drawn))
        self._witness(begun)
        return added

    def decided_in(self, state: Any, move: Any) -> Decision[Any, Any]:
        """Decide a move in another state than the present one, as the next entry, and add nothing.

        Raises: as `move`.
        """
        chance = self._chance()
        return decided(self.game, state, _sealed(move, chance, self.timeline.last + 1), chance)

    def arrange(self, at: Mapping[str, Any], values: Mapping[str, Any]) -> Entry:
        """Put a position in place. at: the named point. values: by JSON pointer.

        Raises: ImpossiblePosition, NoSuchPointer.
        """
        before = self.game.document(self.state)
        state = self._placed(before, values, at)
        after = self.game.document(state)
        chance = self._chance()
        event = arranged(before, _sealed_tree(after, chance, f"position\0{self.timeline.last + 1}"))
        entry = PositionEntry(n=self.timeline.last + 1, at=dict(at), events=(event,))  # type: ignore[arg-type]
        return self._add(entry)

    def undo(self, to: int, *, by: Seat | None = None, forced: bool = False) -> Entry:
        """Go back to the position after entry `to`; where that is an undo itself, to where it went.

        Raises: NothingToUndo: past a draw or an opening unless forced, or to no entry of this line.
        """
        timeline = self.timeline
        asked, to = to, timeline.stands(to) if 0 < to <= timeline.last else 0
        undone = timeline.path(to, timeline.last) if to else None
        if not undone:
            there = _ranges(timeline.live()[:-1])
            msg = f"entry {asked} is no entry to go back to; this line is made of {there}"
            msg = msg if asked else "there is no move to take back"
            raise NothingToUndo(msg)
        revealing = timeline.course.told_on(undone)
        if revealing and not forced:
            msg = f"entry {revealing} drew or opened something that is known now; an undo past it must be forced"
            raise NothingToUndo(msg)
        return self._add(UndoEntry(n=self.timeline.last + 1, by=by, to=to, forced=bool(revealing)))

    def redo(self, to: int, *, by: Seat | None = None) -> Entry:
        """Return to the position after entry `to`, which was undone and from which nothing was played since.

        Raises: NothingToUndo.
        """
        timeline = self.timeline
        if not 0 < to <= timeline.last or not timeline.path(timeline.last, to):
            msg = f"entry {to} is not ahead of this line" if to else "nothing was undone that could be taken up again"
            raise NothingToUndo(msg)
        return self._add(RedoEntry(n=self.timeline.last + 1, by=by, to=to))

    def override(self, *, arbiter: str, reason: str, clause: str, values: Mapping[str, Any]) -> Entry:
        """Change the position by an arbiter's word. values: by JSON pointer.

        Raises: ImpossiblePosition, NoSuchPointer, UnknownClause.
        """
        library.rulebook(self.game.name).clause(clause)
        before = self.game.document(self.state)
        state = self._placed(before, values, {})
        after = _sealed_tree(self.game.document(state), self._chance(), f"override\0{self.timeline.last + 1}")
        events = (arranged(before, after, (clause,)),)
        return self.decree(arbiter=arbiter, reason=reason, clause=clause, events=events)

    def _placed(self, before: Document, values: Mapping[str, Any], at: Mapping[str, Any]) -> Any:
        """Return the state with values put in place; people write them, and they may be of any shape.

        Raises: ImpossiblePosition, NoSuchPointer.
        """
        patched = with_values(before, values)
        try:
            return self.game.arrange(self.state, patched, at)
        except RefoldError:
            raise
        except Exception as error:
            given = ", ".join([*values, *(f"at {name}" for name in at)])
            raise ImpossiblePosition((f"a value is of another kind than belongs there ({given})",)) from error

    def decree(
        self, *, arbiter: str, reason: str, clause: str, events: Sequence[Any], draws: Sequence[Draw] = ()
    ) -> Entry:
        """Let events happen by an arbiter's word.

        Raises: ImpossiblePosition for a position that cannot be, UnknownClause, ImpossibleEvent; nothing is added then.
        """
        library.rulebook(self.game.name).clause(clause)
        entry = OverrideEntry(
            n=self.timeline.last + 1,
            arbiter=arbiter,
            reason=reason,
            clause=clause,
            events=tuple(events),
            draws=tuple(draws),
        )
        return self.add(entry)

    def add(self, entry: Entry) -> Entry:
        """Add an entry as it stands, under the next number.

        Raises: ImpossibleEvent, MalformedLine; ImpossiblePosition for a position that cannot be.
        """
        numbered = replace(entry, n=self.timeline.last + 1, digest="")
        position = after(self.game, self.timeline.now, numbered, {})
        if faults := self.game.faults(position.state):
            raise ImpossiblePosition(faults)
        return self._add(numbered, position)

    def end(self, result: Result = "finished", *, by: Seat | None = None) -> Entry:
        """Close the log."""
        return self._add(EndEntry(n=self.timeline.last + 1, result=result, by=by))

    def reveal(self) -> Entry | None:
        """Tell the seed, where there is one."""
        if self.seeded is None:
            return None
        return self._add(RevealEntry(n=self.timeline.last + 1, seed=self.seeded.seed.hex()))

    def _chance(self, recorded: Iterable[Draw] = ()) -> Chance:
        now = self.timeline.now
        return Chance(now.drawn, recorded=recorded, known=self.known, scripted=self.scripted, seeded=self.seeded)

    def _witness(self, begun: int) -> None:
        """Take a checkpoint where a move ended the round it was made in, or the game, or none was taken for long."""
        state, last = self.state, self.timeline.last
        ended = self.game.round(state) != begun or self.game.is_over(state)
        if ended or last - self._witnessed >= WITNESS_EVERY:
            self._witnessed = last + 1
            self._add(checkpoint(self.game, self._encoder, state, last + 1))

    def _add(self, entry: Entry, position: Position[Any] | None = None) -> Entry:
        self.timeline.append(entry, position)
        self.on_entry(entry)
        return entry


def _ignore(_: Entry) -> None:
    """Do nothing with an entry."""


def _sealed(move: Any, chance: Chance, n: int) -> Any:
    """Seal the hidden choices of a move."""
    changes = {}
    for name in field_names(type(move)):
        value = getattr(move, name)
        if isinstance(value, Secret):
            changes[name] = chance.seal(value, f"move\0{n}\0{name}")
    return replace(move, **changes) if changes else move


def _sealed_tree(document: Any, chance: Chance, label: str) -> Any:
    """Seal the secrets of a document that are not sealed yet."""
    if next(secrets_in(document), None) is None:
        return document
    if isinstance(document, Secret):
        return chance.seal(document, label)
    if isinstance(document, dict):
        return {key: _sealed_tree(value, chance, f"{label}\0{key}") for key, value in document.items()}
    return [_sealed_tree(value, chance, f"{label}\0{place}") for place, value in enumerate(document)]


def _ranges(numbers: list[int]) -> str:
    """Spell numbers as ranges: ``1-4, 7``."""
    parts: list[str] = []
    start = 0
    for place, n in enumerate(numbers):
        if place + 1 == len(numbers) or numbers[place + 1] != n + 1:
            parts.append(f"{numbers[start]}-{n}" if place > start else str(n))
            start = place + 1
    return ", ".join(parts) or "nothing"
