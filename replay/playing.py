"""Running a script: its game is set up, its steps are played into a log, and the log is closed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import attrs

from events.envelope import EndEntry, Entry, Header
from events.errors import RecordError
from kernel.chance import Scripted, read_seed
from kernel.documents import pointer_to
from kernel.errors import BadContent, BadSeed, BadSetup, DrawConflict, DrawNeeded
from replay import library
from replay.player import Aside, Item, Player, Refusal, ScriptFailed
from replay.recorder import Recorder, new_header
from replay.script import Script

__all__ = ["Aside", "Item", "Playthrough", "Refusal", "ScriptFailed", "go_on", "play", "prepare"]


@attrs.define(kw_only=True)
class Playthrough:
    """A script as it was played. items: entries, refusals and tried lines, in order."""

    script: Script
    header: Header
    recorder: Recorder
    items: list[Item]

    @property
    def entries(self) -> Sequence[Entry]:
        """The entries of the log."""
        return self.recorder.timeline.entries


def prepare(found: Script, *, rulings: Mapping[str, str] | None = None, content: str = "") -> Playthrough:
    """Set a script's game up without a step played. rulings, content: instead of the script's own.

    Raises: BadSetup, BadSeed, BadContent, UnsupportedVersion, ScriptFailed, each with its place in the script.
    """
    with _at(found, "/game"):
        game = library.game(found.game)
    with _at(found, "/content"):
        pack = library.pack(found.game, content or found.content)
    with _at(found, "/seed"):
        seed = read_seed(found.seed) if found.seed else None
    chosen = {**found.rulings, **(rulings or {})}
    with _at(found, "/rulings"):
        library.rulebook(found.game).in_force(chosen)
    with _at(found, "/seats"):
        library.check_seats(game, found.seats)
    with _at(found, "/setup"):
        table = library.table(found.game, found.seats, found.setup, chosen, pack)
    meta = {**({"title": found.title} if found.title else {}), **found.meta}
    header = new_header(found.game, found.seats, setup=found.setup, pack=pack, rulings=chosen, seed=seed, meta=meta)
    scripted = Scripted(found.chance) if found.chance else None
    with _at(found, "/"):
        recorder = Recorder(game, table, seed=seed, scripted=scripted)
    run = Playthrough(script=found, header=header, recorder=recorder, items=[])
    recorder.on_entry = run.items.append
    try:
        with _at(found, "/"):
            recorder.set_up()
    except (DrawNeeded, DrawConflict) as error:
        raise ScriptFailed(f"{found.path}: /chance{_given_for(scripted, error.stream)}", str(error)) from error
    return run


def play(found: Script, *, rulings: Mapping[str, str] | None = None, content: str = "") -> Playthrough:
    """Play a script to its end; where the game is over the log is closed and the seed told.

    Raises: ScriptFailed at the first step that goes otherwise, its `played` the playthrough so far; MalformedLine,
    UnknownType for a move of the wrong shape; and as `prepare`.
    """
    run = prepare(found, rulings=rulings, content=content)
    try:
        Player(run.recorder, found.seats, run.items).play(found.steps)
        _all_taken(run)
    except ScriptFailed as error:
        error.played = run
        raise
    if run.recorder.over and not any(isinstance(entry, EndEntry) for entry in run.entries[-2:]):
        run.recorder.end()
        run.recorder.reveal()
    return run


def go_on(recorder: Recorder, found: Script) -> list[Item]:
    """Play steps that go on with a game, and return what they made.

    Raises: ScriptFailed at the first step that goes otherwise; MalformedLine, UnknownType.
    """
    items: list[Item] = []
    recorder.on_entry = items.append
    Player(recorder, found.seats, items).play(found.steps)
    return items


def _all_taken(run: Playthrough) -> None:
    """Refuse a script that gives outcomes which no line of it draws; what was drawn and undone was used too."""
    scripted = run.recorder.scripted
    if scripted is None:
        return
    left = set(scripted.outcomes)
    for recorder in _recorders(run.recorder, run.items):
        for _, _, position in recorder.timeline.steps():
            left &= set(scripted.left_over(position.drawn))
    if left:
        key = min(left)
        problem = f"outcomes are left over: {', '.join(sorted(left))}"
        raise ScriptFailed(f"{run.script.path}: /chance{pointer_to(key)}", problem)


def _recorders(recorder: Recorder, items: Sequence[Item]) -> Iterator[Recorder]:
    """Find the recorder of each line that was played or tried."""
    yield recorder
    for item in items:
        if isinstance(item, Aside):
            yield from _recorders(item.recorder, item.items)


def _given_for(scripted: Scripted | None, stream: str) -> str:
    """Return the pointer to the outcomes that a script gives for a stream, "" where it gives none."""
    key = scripted.key_of(stream) if scripted else None
    return pointer_to(key) if key else ""


@contextmanager
def _at(found: Script, pointer: str) -> Iterator[None]:
    """Name the place in a script that an error comes from."""
    try:
        yield
    except RecordError as error:
        if not error.place:
            error.pointer = pointer
        raise error.at(found.path) from error
    except BadContent as error:
        raise error.at(f"{found.path}: /content") from error
    except (BadSetup, BadSeed) as error:
        where = "/seed" if isinstance(error, BadSeed) else pointer
        error.args = (f"{found.path}: {where}: {error}",)
        raise
