"""Rebasing: an old entry is changed, and every move after it is decided anew, with its own draws where they agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from events.encoding import Encoder, plain
from events.envelope import (
    BranchEntry,
    CheckpointEntry,
    EndEntry,
    Entry,
    Header,
    MoveEntry,
    OverrideEntry,
    Parent,
    PositionEntry,
    RebaseEntry,
    RedoEntry,
    RevealEntry,
    RulesUsed,
    SetupEntry,
    UndoEntry,
)
from events.errors import UnknownSecret
from events.frozen import frozen
from events.journal import Lines
from events.vocabulary import MISSING, Arranged
from kernel.decider import Standing, Table
from kernel.documents import REFEREE, Document, NoSuchPointer, at_pointer, view
from kernel.errors import DrawConflict, DrawNeeded, IllegalMove, ImpossibleEvent, ImpossiblePosition
from replay import library
from replay.branch import drawn_by_place, lines_after
from replay.edits import Edit, checked
from replay.lineage import prefix_bytes, seed_of, still_open, told_seeds
from replay.logs import Log
from replay.recorder import NothingToUndo, Recorder
from replay.timeline import NoSuchEntry

STOP, DROP, CUT = "stop", "drop", "cut"
ON_CONFLICT = (STOP, DROP, CUT)
"""At a move that is no longer legal: write nothing, leave that move out and go on, or end the line before it."""

KEPT, CHANGED, DROPPED = "kept", "changed", "dropped"

_CONFLICTS = (
    IllegalMove,
    DrawNeeded,
    DrawConflict,
    ImpossibleEvent,
    ImpossiblePosition,
    NothingToUndo,
    NoSuchPointer,
    UnknownSecret,
)


@frozen(kw_only=True)
class Fate:
    """What became of an entry. n: in the old log, None for a new one. new: in the new log, None when it is not there.

    fate: ``kept``, ``changed`` (same move, other events), ``dropped``, or the kind of the edit. entry: the old entry,
    or the new one where there is no old one. reason: why it was dropped, in one sentence. refusal: what the rules said.
    """

    n: int | None
    new: int | None
    fate: str
    entry: Entry
    reason: str = ""
    refusal: IllegalMove | None = None


@frozen(kw_only=True)
class Rebased:
    """A log with an old entry changed. at: the first entry concerned. parent: head of the log it comes from.

    nothing: whether nothing changed. stopped: the conflict at which it stopped, None when it went through; then there
    is no log. header, entries: of the new log, the old entries before `at` included. before, after: standings of both.
    """

    log: Log
    at: int
    parent: str
    header: Header
    entries: Sequence[Entry]
    fates: tuple[Fate, ...]
    nothing: bool
    stopped: Fate | None
    before: tuple[Standing, ...]
    after: tuple[Standing, ...]
    recorder: Recorder

    @property
    def winner_changed(self) -> bool:
        """Whether other seats lead now."""
        return [s.rank == 1 for s in self.before] != [s.rank == 1 for s in self.after]

    def count(self, fate: str) -> int:
        """Return how many entries had a fate."""
        return sum(one.fate == fate for one in self.fates)

    def content(self) -> bytes:
        """Spell the new log; what is before `at` is copied byte for byte.

        Raises: as `prefix_bytes`.
        """
        if self.header is self.log.header:
            kept = self.at - 1
            return prefix_bytes(self.log, kept) + lines_after(self.log, kept, self.entries[kept:])
        lines = Lines(self.log.game.vocabulary)
        return lines.header(self.header)[1] + b"".join(lines.entry(entry)[1] for entry in self.entries)


def rebase(  # noqa: PLR0913 - a rebase is asked for with these
    log: Log,
    edits: Sequence[Edit],
    *,
    on_conflict: str = STOP,
    seeds: Sequence[str] = (),
    editor: str = "",
    reason: str = "",
) -> Rebased:
    """Change entries of a log and decide every later move anew.

    Raises: NoSuchEntry, NotPossible; ClosedLog where the log was closed before; BadSeed for a seed that is not the
    log's; what the edit itself raises, such as IllegalMove for a replacement that is refused.
    """
    for edit in edits:
        if not 1 <= edit.n <= len(log.entries):
            raise NoSuchEntry(edit.n, len(log.entries))
    by_entry = checked(edits, log.entries)
    at = min(by_entry)
    still_open(log.entries[: at - 1])
    recorder = Recorder.resumed(log.timeline(), at - 1, seed=seed_of(log.header, log.entries, at - 1, seeds))
    mark = RebaseEntry(n=at, parent=log.head, at=at, editor=editor, reason=reason)
    return _Rebase(log, log.header, recorder, by_entry, on_conflict).run(at, mark)


def reread(  # noqa: PLR0913 - as `rebase`
    log: Log,
    rulings: Mapping[str, str],
    *,
    on_conflict: str = STOP,
    seeds: Sequence[str] = (),
    editor: str = "",
    reason: str = "",
) -> Rebased:
    """Decide a whole log anew with other readings from the set-up on.

    Raises: BadSetup for a ruling or option that there is not; as `rebase`.
    """
    header, table = _read_otherwise(log, rulings)
    recorder = Recorder(log.game, table, seed=seed_of(log.header, log.entries, 0, seeds))
    mark = RebaseEntry(n=2, parent=log.head, at=1, editor=editor, reason=reason)
    return _Rebase(log, header, recorder, {}, on_conflict).run(1, mark)


def without(log: Log, n: int) -> Rebased:
    """Decide a log anew as if entry `n`, an arbiter's decision, had never been.

    Raises: as `rebase`.
    """
    return rebase(log, [Edit(n=n, kind=DROPPED)])


class _StopHere(Exception):
    def __init__(self, fate: Fate) -> None:
        super().__init__()
        self.fate = fate


class _Rebase:
    """One rebase on its way."""

    def __init__(
        self, log: Log, header: Header, recorder: Recorder, edits: Mapping[int, Edit], on_conflict: str
    ) -> None:
        self._log = log
        self._header = header
        self._recorder = recorder
        self._edits = edits
        self._on_conflict = on_conflict
        self._encoder = Encoder(log.game.vocabulary)
        self._timeline = log.timeline()
        self._recorder.known = drawn_by_place(self._timeline)
        self._fates: list[Fate] = []
        self._new_number: dict[int, int] = {}
        self._cut: Fate | None = None

    def run(self, at: int, mark: RebaseEntry) -> Rebased:
        stopped = None
        rereading = self._header is not self._log.header
        if not rereading:
            self._recorder.add(mark)
        self._new_number[at - 1] = at - 1
        try:
            for entry in self._log.entries[at - 1 :]:
                self._step(entry)
                if rereading and entry.n == 1:
                    self._recorder.add(mark)
            self._close()
        except _StopHere as stop:
            stopped = stop.fate
            self._fates.append(stopped)
        game = self._log.game
        timeline = self._recorder.timeline
        return Rebased(
            log=self._log,
            at=at,
            parent=self._log.head,
            header=self._header,
            entries=tuple(timeline.entries),
            fates=tuple(self._fates),
            nothing=stopped is None and all(fate.fate == KEPT for fate in self._fates) and self._same_start(rereading),
            stopped=stopped,
            before=game.standings(self._timeline.now.state),
            after=game.standings(timeline.now.state),
            recorder=self._recorder,
        )

    def _same_start(self, rereading: bool) -> bool:  # noqa: FBT001 - one caller
        """Whether set-up led to the same, but for the readings themselves."""
        if not rereading:
            return True
        ours, theirs = (dict(timeline.document(1)) for timeline in (self._timeline, self._recorder.timeline))
        return view({**ours, "rulings": None}, REFEREE) == view({**theirs, "rulings": None}, REFEREE)

    def _step(self, entry: Entry) -> None:
        edit = self._edits.get(entry.n)
        if edit is None:
            self._carry(entry)
            return
        made = edit.make(self._recorder) if edit.make is not None else None
        if made is not None and not edit.keeps:
            same = self._same(entry, made)
            self._note(entry, made, KEPT if same else edit.kind)
        elif made is not None:
            self._fates.append(Fate(n=None, new=made.n, fate=edit.kind, entry=made))
            self._carry(entry)
        else:
            self._note(entry, None, DROPPED, "as asked")

    def _carry(self, entry: Entry) -> None:
        """Let an entry happen again after what came before it now."""
        if self._cut is not None:
            self._note(entry, None, DROPPED, f"it comes after entry {self._cut.n}, where the line ends now")
            return
        try:
            self._again(entry)
        except _CONFLICTS as error:
            refusal = error if isinstance(error, IllegalMove) else None
            self._conflict(entry, str(error), refusal)

    def _again(self, entry: Entry) -> None:
        recorder = self._recorder
        match entry:
            case SetupEntry():
                made = recorder.set_up(entry.draws)
                same = self._header is not self._log.header or self._same(entry, made)
                self._note(entry, made, KEPT if same else CHANGED)
            case MoveEntry() if recorder.over:
                self._conflict(entry, "the game is over")
            case MoveEntry():
                made = recorder.move(entry.move, entry.draws)
                self._note(entry, made, KEPT if self._same(entry, made) else CHANGED)
            case UndoEntry() | RedoEntry():
                self._back(entry)
            case OverrideEntry() | PositionEntry():
                self._by_hand(entry)
            case BranchEntry() if entry.chance is not None:
                self._note(entry, recorder.add(entry), KEPT)
            case CheckpointEntry():
                last = recorder.timeline.entries[-1]
                taken = isinstance(last, CheckpointEntry)
                self._new_number[entry.n] = last.n if taken else self._new_number[entry.n - 1]
            case _:
                self._new_number[entry.n] = self._new_number[entry.n - 1]

    def _by_hand(self, entry: OverrideEntry | PositionEntry) -> None:
        """Put in place again what was put in place by hand, whatever stands there now."""
        try:
            made, fate = self._recorder.add(entry), KEPT
        except ImpossibleEvent:
            document = self._recorder.game.document(self._recorder.state)
            events = tuple(_put_again(event, document) for event in entry.events)
            made, fate = self._recorder.add(attrs.evolve(entry, events=events)), CHANGED
        self._note(entry, made, fate)

    def _back(self, entry: UndoEntry | RedoEntry) -> None:
        timeline = self._recorder.timeline
        to = self._new_number.get(entry.to, entry.to)
        if timeline.stands(to) == timeline.stands(timeline.last):
            self._note(entry, None, DROPPED, f"the game stands after entry {to} already")
        elif isinstance(entry, UndoEntry):
            self._note(entry, self._recorder.undo(to, by=entry.by, forced=entry.forced), KEPT)
        else:
            self._note(entry, self._recorder.redo(to, by=entry.by), KEPT)

    def _close(self) -> None:
        """Close the new line as the old one was closed, where that still fits."""
        old = next((entry for entry in self._log.entries if isinstance(entry, EndEntry)), None)
        recorder = self._recorder
        if recorder.over:
            recorder.end()
        elif old is not None and old.result == "finished":
            self._note(old, None, DROPPED, "the game is not over now")
        elif old is not None:
            recorder.end(old.result, by=old.by)
        for seed in told_seeds(self._log.entries):
            recorder.add(RevealEntry(n=0, seed=seed))

    def _conflict(self, entry: Entry, reason: str, refusal: IllegalMove | None = None) -> None:
        fate = Fate(n=entry.n, new=None, fate=DROPPED, entry=entry, reason=reason, refusal=refusal)
        if self._on_conflict == STOP:
            raise _StopHere(fate)
        if self._on_conflict == CUT:
            self._cut = fate
        self._new_number[entry.n] = self._new_number[entry.n - 1]
        self._fates.append(fate)

    def _note(self, entry: Entry, made: Entry | None, fate: str, reason: str = "") -> None:
        self._new_number[entry.n] = made.n if made is not None else self._new_number[entry.n - 1]
        new = made.n if made is not None else None
        self._fates.append(Fate(n=entry.n, new=new, fate=fate, entry=entry, reason=reason))

    def _same(self, old: Entry, new: Entry) -> bool:
        """Whether two entries say the same, whatever their numbers and the salts of their secrets."""
        return bool(self._told(old) == self._told(new))

    def _told(self, entry: Entry) -> Any:
        record = view(self._encoder.entry(entry), REFEREE)
        return {key: value for key, value in record.items() if key != "n"}


def _put_again(event: Any, document: Document) -> Any:
    """Return an event with the values before as they are now, where it puts values in place."""
    if not isinstance(event, Arranged):
        return event
    found = ((pointer, _value_at(document, pointer), after) for pointer, _, after in event.changes)
    return attrs.evolve(event, changes=tuple(change for change in found if plain(change[1]) != plain(change[2])))


def _value_at(document: Document, pointer: str) -> Any:
    try:
        return at_pointer(document, pointer)
    except NoSuchPointer:
        return MISSING


def _read_otherwise(log: Log, rulings: Mapping[str, str]) -> tuple[Header, Table]:
    """Return the header and the table of a log under other readings."""
    name = log.header.game
    rulebook = library.rulebook(name)
    defaults = rulebook.in_force({})
    chosen = {**log.header.rules.rulings, **rulings}
    table = attrs.evolve(log.table, rulings=rulebook.in_force(chosen))
    rules = RulesUsed(
        version=log.game.rules_version,
        digest=library.rules_digest(name),
        rulings={key: option for key, option in sorted(chosen.items()) if defaults[key] != option},
    )
    return attrs.evolve(log.header, rules=rules, parent=Parent(head=log.head, n=0), digest=""), table
