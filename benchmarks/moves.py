"""Playing and replaying the toy, beside boardgame.io doing the same."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.contenders import boardgame
from benchmarks.rounds import Group, Round, Row, Settings, rate
from benchmarks.toy.story import told
from events.envelope import MoveEntry
from events.journal import Lines
from kernel.chance import Chance, Seeded
from kernel.decider import decided, folded
from replay.recorder import Recorder

ROWS = (
    Row(name="moves", measure="moves/s: validate, make events, fold, keep the state / boardgame.io", least=10, aim=20),
    Row(name="moves-logged", measure="the same with lines written and chained / boardgame.io", least=6, aim=13),
    Row(name="replay", measure="replay, a frozen state after each event / boardgame.io's replay", least=10, aim=18),
)


class Played:
    """The toy's recorded game, to be played once more in several ways."""

    def __init__(self, recorder: Recorder) -> None:
        """Take the game apart."""
        self.game = recorder.game
        self.moves = [entry.move for entry in recorder.timeline.entries if isinstance(entry, MoveEntry)]
        self.start = recorder.timeline.at(1).state
        self.events = [e for entry in recorder.timeline.entries[1:] for e in getattr(entry, "events", ())]
        self.seed = recorder.seeded.seed if recorder.seeded else b""

    def play(self) -> object:
        """Decide every move; a frozen state is there after each event."""
        state, drawn = self.start, {}
        seeded = Seeded(self.seed)
        for move in self.moves:
            chance = Chance(drawn, seeded=seeded)
            state, drawn = decided(self.game, state, move, chance).state, chance.drawn
        return state

    def play_logged(self) -> object:
        """Decide every move, and spell and chain its line."""
        state, drawn = self.start, {}
        seeded, lines, log = Seeded(self.seed), Lines(self.game.vocabulary), bytearray()
        for n, move in enumerate(self.moves, 1):
            chance = Chance(drawn, seeded=seeded)
            decision = decided(self.game, state, move, chance)
            entry = MoveEntry(n=n, by=move.seat, move=move, events=decision.events, draws=decision.draws)  # type: ignore[arg-type]
            log += lines.entry(entry)[1]
            state, drawn = decision.state, chance.drawn
        return state

    def replay(self) -> object:
        """Fold the events, with a frozen state after each of them."""
        return folded(self.game, self.start, self.events)


def rounds(settings: Settings) -> Iterator[Round]:
    """Play in turn."""
    recorder, folder = told()
    played = Played(recorder)
    tasks = {"moves": played.play, "moves-logged": played.play_logged, "replay": played.replay}
    for name, task in tasks.items():
        if task() != recorder.state:
            msg = f"{name} ends in another state"
            raise AssertionError(msg)
    moves, seconds = len(played.moves), settings.seconds
    with boardgame(folder) as other:
        other.rate("play", seconds)
        while True:
            theirs = {task: other.rate(task, seconds) for task in ("play", "replay")}
            ours = {name: rate(task, moves, seconds) for name, task in tasks.items()}
            beside = {name: theirs["replay" if name == "replay" else "play"] for name in ours}
            yield Round(
                ratios={name: ours[name].wall / beside[name].wall for name in ours},
                figures={
                    "boardgame.io, moves/s": theirs["play"].wall,
                    "boardgame.io, replayed moves/s": theirs["replay"].wall,
                    **{f"refold, {name}, moves/s": found.wall for name, found in ours.items()},
                    **{f"{name}, ratio by processor time": ours[name].cpu / beside[name].cpu for name in ours},
                },
            )


GROUP = Group(name="boardgame", rows=ROWS, rounds=rounds)
