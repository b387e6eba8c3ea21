"""Any course a recording can take: moves, undos, redos, positions and decisions in whatever order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.encoding import plain
from events.envelope import MoveEntry, RedoEntry, UndoEntry
from events.errors import MalformedLine
from kernel.documents import view
from kernel.errors import ImpossibleEvent, ImpossiblePosition
from replay.recorder import NothingToUndo, Recorder
from replay.timeline import NoSuchEntry, Timeline
from tests.making import SEED, log_lines, read_back, recorder_of, redacted

STEPS = st.lists(
    st.tuples(
        st.sampled_from(["move", "move", "move", "undo", "redo", "arrange", "override", "fork", "resume"]),
        st.integers(0, 60),
    ),
    max_size=25,
)
"""What is done, and a number that says how."""


def new(seats: tuple[str, ...] = ("a", "b")) -> tuple[Any, Recorder]:
    return recorder_of("toy", seats, bytes.fromhex(SEED))


def take(recorder: Recorder, what: str, number: int) -> Recorder:
    """Carry a step out, as far as it is possible here."""
    game, timeline = recorder.game, recorder.timeline
    try:
        match what:
            case "move" if not recorder.over:
                recorder.move(game.sample(recorder.state, game.to_act(recorder.state)[0], lambda n: number % n))
            case "undo":
                live = timeline.live()
                recorder.undo(live[number % len(live)], forced=number % 2 == 0)
            case "redo":
                recorder.redo(timeline.undone_last())
            case "arrange":
                recorder.arrange({}, {"/players/a/coins": number - 5})
            case "override":
                values = {"/players/b/coins": number, "/players/a/hand": ["card_1"]}
                recorder.override(arbiter="Ada", reason="so", clause="bid.tie", values=values)
            case "fork":
                return recorder.fork()
            case "resume":
                return Recorder.resumed(timeline, timeline.last, seed=bytes.fromhex(SEED))
    except (NothingToUndo, ImpossiblePosition):
        pass
    return recorder


@settings(max_examples=60)
@given(steps=STEPS)
def test_any_course_is_kept_whole(tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int]]) -> None:
    """U60, U62: written and read back, every position is the one that was there; redacted, the public view is."""
    header, recorder = new()
    seen = [plain(recorder.game.document(recorder.game.initial(recorder.timeline.table)))]
    for what, number in [("", 0), *steps]:
        recorder = take(recorder, what, number)
        assert () == recorder.game.faults(recorder.state)
        # A move may have added its checkpoint too.
        while len(seen) <= recorder.timeline.last:
            seen.append(plain(recorder.timeline.document(len(seen))))
        assert seen[-1] == plain(recorder.game.document(recorder.state))

    lines = log_lines(recorder.game.vocabulary, header, recorder.timeline.entries)
    folder = tmp_path_factory.mktemp("course")
    log = read_back(folder, lines)
    timeline, closed = log.timeline(), read_back(folder, redacted(lines)).timeline()

    assert [] == list(log.not_canonical())
    assert lines == log_lines(recorder.game.vocabulary, log.header, log.entries)
    for n in range(timeline.last + 1):
        assert seen[n] == plain(timeline.document(n))
        assert recorder.timeline.at(n).state == timeline.at(n).state
        assert view(timeline.document(n)) == view(closed.document(n))
    for entry in log.entries:
        if isinstance(entry, UndoEntry | RedoEntry):
            assert seen[entry.n] == seen[entry.to]


@given(steps=STEPS, more=STEPS)
def test_a_game_taken_up_again_goes_on_as_if_never_left(
    steps: list[tuple[str, int]], more: list[tuple[str, int]]
) -> None:
    """U62: save, load and continue gives the bytes of the game played straight through."""
    header, straight = new()
    for what, number in steps:
        straight = take(straight, what, number)
    left = Recorder.resumed(straight.timeline, straight.timeline.last, seed=bytes.fromhex(SEED))
    for what, number in more:
        straight, left = take(straight, what, number), take(left, what, number)

    vocabulary = straight.game.vocabulary
    assert log_lines(vocabulary, header, straight.timeline.entries) == log_lines(
        vocabulary, header, left.timeline.entries
    )


@given(steps=STEPS)
def test_the_live_line_leads_to_where_the_game_stands(steps: list[tuple[str, int]]) -> None:
    """Folding only what was not undone gives the same position."""
    _, recorder = new()
    for what, number in steps:
        recorder = take(recorder, what, number)
    timeline = recorder.timeline
    for n in range(1, timeline.last + 1):
        live = timeline.live(n)
        again = Timeline(recorder.game, timeline.table, None)
        for place in live:
            again.append(timeline.entry(place))
        assert timeline.at(n).state == again.now.state
        assert dict(timeline.at(n).drawn) == dict(again.now.drawn)
        assert not any(isinstance(timeline.entry(place), UndoEntry | RedoEntry) for place in live)


def test_undone_moves_are_taken_up_one_after_the_other() -> None:
    """Undo, undo, redo, redo: back where it began; a third redo finds nothing."""
    _, recorder = new()
    for number in (1, 2):
        take(recorder, "move", number)
    whole, end = recorder.state, recorder.timeline.last
    for _ in range(2):
        recorder.undo(recorder.timeline.before_last_move(), forced=True)
    assert 1 == len([n for n in recorder.timeline.live() if n <= end])
    for _ in range(2):
        recorder.redo(recorder.timeline.undone_last())

    assert whole == recorder.state
    with pytest.raises(NothingToUndo):
        recorder.redo(recorder.timeline.undone_last())


@pytest.mark.parametrize("to", [-1, 0, 99])
def test_there_is_nothing_outside_the_log_to_go_back_to(to: int) -> None:
    """Nor forth; nothing is added."""
    _, recorder = new()
    take(recorder, "move", 1)
    last = recorder.timeline.last

    with pytest.raises(NothingToUndo):
        recorder.undo(to)
    with pytest.raises(NothingToUndo):
        recorder.redo(to)
    assert last == recorder.timeline.last


def test_an_undo_that_a_log_should_not_hold_is_malformed() -> None:
    """To itself, ahead, or before the set-up."""
    _, recorder = new()
    for to in (0, 2, 3, -1):
        with pytest.raises(MalformedLine, match=rf"\$\.to: there is no entry {to} to return to"):
            recorder.timeline.append(UndoEntry(n=2, by=None, to=to, forced=False))


def test_a_position_may_hold_a_hand_and_its_opening_is_kept(tmp_path: Path) -> None:
    """A secret that a script puts in place is sealed, opened beside its line, and read back as what it was."""
    header, recorder = new()
    recorder.arrange({}, {"/players/a/hand": ["card_2"]})
    lines = log_lines(recorder.game.vocabulary, header, recorder.timeline.entries)
    closed = read_back(tmp_path, redacted(lines)).timeline()
    hand = read_back(tmp_path, lines).timeline().document(2)["players"]["a"]["hand"]

    assert (["card_2"], "a") == (list(hand.opened()), hand.seat)
    assert not closed.document(2)["players"]["a"]["hand"].known
    assert b"card_2" not in b"".join(redacted(lines)[2:])


def test_there_is_no_entry_beyond_the_last() -> None:
    """Named with the numbers that there are."""
    _, recorder = new()
    for look in (recorder.timeline.at, recorder.timeline.entry):
        with pytest.raises(NoSuchEntry, match="there is no entry 2; the log has entries 1 to 1"):
            look(2)
    with pytest.raises(NoSuchEntry):
        recorder.timeline.entry(0)


def test_events_that_cannot_follow_are_impossible() -> None:
    """A log can hold what no game does; it is told by its entry and leaves no traceback."""
    _, recorder = new()
    first: Any = recorder.timeline.entry(1)
    strange = MoveEntry(n=2, by="x", move=None, events=first.events[1:2], draws=())  # type: ignore[arg-type]
    wrong = MoveEntry(n=2, by="x", move=None, events=("no event",), draws=())  # type: ignore[arg-type]

    with pytest.raises(ImpossibleEvent, match="entry 2: its events cannot follow"):
        recorder.timeline.append(wrong)
    recorder.timeline.append(strange)
