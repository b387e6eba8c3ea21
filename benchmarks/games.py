"""The real games: verifying, loading, listing legal moves, deciding; on recorded random games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from benchmarks import recordings
from benchmarks.contenders import boardgame
from benchmarks.loading import Loaded
from benchmarks.rounds import Group, Rate, Round, Row, Settings, Skipped, rate
from benchmarks.toy.story import told
from events.envelope import MoveEntry
from kernel.chance import Chance
from kernel.decider import decided
from replay.logs import read_log
from replay.verify import verify_log

ROWS = (
    Row(name="verify", measure="Marco Polo verified, moves/s / boardgame.io toy moves/s", least=1.5, aim=5),
    Row(name="marco_polo-decode", measure="load, decode, fold / orjson.loads", least=9, aim=4, smaller=True),
    Row(name="marco_polo-decode-chained", measure="the same with the chain", least=11, aim=5.5, smaller=True),
    Row(name="kashgar-decode-chained", measure="the same on Kashgar", least=11, aim=5.5, smaller=True),
    Row(name="quetzal-decode-chained", measure="the same on Quetzal", least=11, aim=5.5, smaller=True),
)


class Recorded:
    """One recorded game, taken apart."""

    def __init__(self, name: str) -> None:
        """Read its log."""
        self.name = name
        self.path = recordings.log_of(name)
        log = read_log(self.path)
        self.game = log.game
        self.loaded = Loaded(self.path)
        timeline = log.timeline()
        self.decisions = [(entry, timeline.at(entry.n - 1)) for entry in log.entries if isinstance(entry, MoveEntry)]
        self.moves = len(self.decisions)

    def legal(self) -> None:
        """List the legal moves of every seat that moved."""
        for entry, position in self.decisions:
            self.game.legal_moves(position.state, entry.by)

    def decide(self) -> None:
        """Decide every move anew."""
        for entry, position in self.decisions:
            decided(self.game, position.state, entry.move, Chance(position.drawn, recorded=entry.draws))

    def verify(self) -> None:
        """Verify the log."""
        verify_log(self.path)


def _round(game: Recorded, seconds: float) -> Round:
    loaded, name = game.loaded, game.name
    bare = rate(loaded.bare, loaded.events, seconds).cpu
    unchained = rate(loaded.unchained, loaded.events, seconds).cpu
    chained = rate(loaded.chained, loaded.events, seconds).cpu
    verified = rate(game.verify, game.moves, seconds).wall
    return Round(
        ratios={f"{name}-decode": bare / unchained, f"{name}-decode-chained": bare / chained},
        figures={
            f"{name}, moves": game.moves,
            f"{name}, events per move": loaded.events / game.moves,
            f"{name}, bytes per event": len(loaded.content) / loaded.events,
            f"{name}, loaded events/s": chained,
            f"{name}, verified moves/s": verified,
            f"{name}, legal_moves, ms per decision": 1000 / rate(game.legal, game.moves, seconds).cpu,
            f"{name}, decide, ms per move": 1000 / rate(game.decide, game.moves, seconds).cpu,
        },
    )


def rounds(settings: Settings) -> Iterator[Round]:
    """Go through the games that can be played; boardgame.io plays the toy beside them."""
    names = recordings.playable()
    if not names:
        raise Skipped("no game can be played here")
    games = [Recorded(name) for name in names]
    _, folder = told()
    try:
        with boardgame(folder) as other:
            yield from _rounds(games, settings, partial(other.rate, "play"))
    except Skipped:
        yield from _rounds(games, settings, None)


def _rounds(games: list[Recorded], settings: Settings, play: Callable[[float], Rate] | None) -> Iterator[Round]:
    while True:
        ratios: dict[str, float] = {}
        figures: dict[str, float] = {}
        for game in games:
            found = _round(game, settings.seconds)
            ratios |= found.ratios
            figures |= found.figures
        first = next((game for game in games if game.name == "marco_polo"), None)
        if play is not None and first is not None:
            # One right after the other: neighbours that come and go must meet both.
            theirs = play(settings.seconds)
            ours = rate(first.verify, first.moves, settings.seconds)
            ratios["verify"] = ours.wall / theirs.wall
            figures["verify, ratio by processor time"] = ours.cpu / theirs.cpu
        yield Round(ratios=ratios, figures=figures)


GROUP = Group(name="games", rows=ROWS, rounds=rounds)
