"""Whole games played by a policy from one seed, and what they show between them."""

from __future__ import annotations

import hashlib
import hmac
import multiprocessing
import os
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean, quantiles

from events.encoding import plain
from events.envelope import CheckpointEntry, Header, MoveEntry
from events.errors import RefoldError
from events.frozen import field, frozen
from kernel.decider import AnyGame, Standing, Table, must_choose
from replay import library
from replay.policies import Policy
from replay.recorder import Recorder, new_header
from replay.regress import log_bytes
from replay.timeline import Timeline

SEATS = ("blue", "yellow", "green", "red", "black", "white")
"""Names of the seats where only their number is given."""

MOST_MOVES = 10_000
"""Moves after which a game is taken to have no end."""

MOST_LEGAL = 2_000
"""Legal moves that a seat may have to choose from."""

CHUNK = 4
"""Games that a process takes at a time."""


_HOME = f"{Path(__file__).parents[1]}{os.sep}"
"""Left out of traces: they are the same wherever the program lies."""


class Fault(RefoldError):
    """A state that no rule should lead to."""


@frozen(kw_only=True)
class Plan:
    """Which games to play. seed: all of them come from it. policy: ``random``, ``greedy`` or ``first``.

    setup, rulings, content: as in a script. check: look for faults in every state, list its legal moves, and fold each
    log anew.
    """

    game: str
    seats: tuple[str, ...]
    policy: str
    seed: bytes
    setup: Mapping[str, str] = field(factory=dict)
    rulings: Mapping[str, str] = field(factory=dict)
    content: str = ""
    check: bool = False


@frozen(kw_only=True)
class Simulated:
    """One game. number: from 1. seed: its own, hex digits. log: its bytes, up to the fault where there is one.

    error: what stopped it, in a sentence, "" when it came to its end; trace: where in the program. legal: numbers of
    legal moves: in every state that was checked, else where witnesses were taken.
    """

    number: int
    seed: str
    standings: tuple[Standing, ...]
    rounds: int
    entries: int
    moves: int
    legal: tuple[int, ...]
    log: bytes
    error: str = ""
    trace: str = ""


@frozen(kw_only=True)
class Spread:
    """How numbers are spread. low, high: quartiles."""

    least: int
    low: float
    median: float
    high: float
    most: int
    mean: float


@frozen(kw_only=True)
class Summary:
    """What simulated games show. games: how many came to their end. failed: errors by seed.

    won: games in which a seat was first, alone or not. shared: games with several first. scores: by seat. winning: the
    best score of a game. rounds, entries, moves: of a game. legal: moves to choose from, in the states looked at. None
    where no game came to its end.
    """

    game: str
    seats: tuple[str, ...]
    policy: str
    seed: str
    games: int
    failed: Mapping[str, str]
    won: Mapping[str, int]
    shared: int
    scores: Mapping[str, Spread | None]
    winning: Spread | None
    rounds: Spread | None
    entries: Spread | None
    moves: Spread | None
    legal: Spread | None


def seed_of_game(seed: bytes, number: int) -> bytes:
    """Derive the seed of one game."""
    return hmac.new(seed, b"simulate\0" + number.to_bytes(8), hashlib.sha256).digest()[:16]


def simulate(plan: Plan, numbers: Sequence[int], jobs: int = 1) -> Iterator[Simulated]:
    """Play games, in the order of their numbers, however many processes do it.

    Raises: UnsupportedVersion, BadSetup, BadContent before the first game.
    """
    _table(plan)
    if jobs <= 1 or len(numbers) <= CHUNK:
        return (simulate_one(plan, number) for number in numbers)
    return _in_processes(plan, numbers, jobs)


def _in_processes(plan: Plan, numbers: Sequence[int], jobs: int) -> Iterator[Simulated]:
    from concurrent.futures import ProcessPoolExecutor

    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context(method)) as pool:
        yield from pool.map(simulate_one, [plan] * len(numbers), numbers, chunksize=CHUNK)


def simulate_one(plan: Plan, number: int) -> Simulated:
    """Play one game; whatever stops it is told with the game so far."""
    seed = seed_of_game(plan.seed, number)
    game, header, table = _table(plan, seed)
    recorder = Recorder(game, table, seed=seed)
    error = trace = ""
    counted: list[int] = []
    try:
        _play(plan, recorder, Policy(plan.policy, seed), counted)
    except Exception as fault:  # noqa: BLE001 - a fault of any kind is what one simulates for
        error = str(fault) if isinstance(fault, RefoldError) else f"{type(fault).__name__}: {fault}"
        trace = traceback.format_exc().replace(_HOME, "")
    entries = recorder.timeline.entries
    witnessed = [entry.legal for entry in entries if isinstance(entry, CheckpointEntry) and entry.legal]
    return Simulated(
        number=number,
        seed=seed.hex(),
        standings=() if error else game.standings(recorder.state),
        rounds=0 if error else game.round(recorder.state),
        entries=len(entries),
        moves=sum(isinstance(entry, MoveEntry) for entry in entries),
        legal=tuple(counted or witnessed),
        log=log_bytes(header, entries, game),
        error=error,
        trace=trace,
    )


def _table(plan: Plan, seed: bytes | None = None) -> tuple[AnyGame, Header, Table]:
    game = library.game(plan.game)
    pack = library.pack(plan.game, plan.content)
    table = library.table(plan.game, plan.seats, plan.setup, plan.rulings, pack)
    meta = {"policy": plan.policy}
    header = new_header(plan.game, plan.seats, setup=plan.setup, pack=pack, rulings=plan.rulings, seed=seed, meta=meta)
    return game, header, table


def _play(plan: Plan, recorder: Recorder, policy: Policy, counted: list[int]) -> None:
    """Play a game to its end. counted: gets the number of legal moves in each state that is checked."""
    recorder.set_up()
    for _ in range(MOST_MOVES):
        if plan.check:
            counted += _looked_at(recorder)
        if recorder.over:
            break
        recorder.move(policy.choose(recorder))
    else:
        msg = f"there is no end in {MOST_MOVES} moves"
        raise Fault(msg)
    recorder.end()
    recorder.reveal()
    if plan.check:
        _fold_anew(recorder)


def _looked_at(recorder: Recorder) -> list[int]:
    """Look for faults in the state as it is, and return how many legal moves there are for those to act.

    Raises: Fault.
    """
    game, state = recorder.game, recorder.state
    found = list(game.faults(state))
    counts = []
    for seat, moves in must_choose(game, state):
        counts.append(len(moves))
        if not 0 < len(moves) <= MOST_LEGAL:
            found.append(f"{seat} has {len(moves)} legal moves")
    if found:
        msg = f"after entry {recorder.timeline.last}: {'; '.join(found)}"
        raise Fault(msg)
    return counts


def _fold_anew(recorder: Recorder) -> None:
    """Fold the log from its events: the documents must be those that were there while playing."""
    folded = Timeline(recorder.game, recorder.timeline.table, None, recorder.timeline.entries)
    for n in range(1, folded.last + 1):
        if plain(folded.document(n)) != plain(recorder.timeline.document(n)):
            msg = f"after entry {n} its events fold to another document than was decided"
            raise Fault(msg)


def summed_up(plan: Plan, played: Iterable[Simulated]) -> Summary:
    """Sum games up."""
    done = list(played)
    ended = [game for game in done if not game.error]
    firsts = [[standing.seat for standing in game.standings if standing.rank == 1] for game in ended]
    return Summary(
        game=plan.game,
        seats=plan.seats,
        policy=plan.policy,
        seed=plan.seed.hex(),
        games=len(ended),
        failed={game.seed: game.error for game in done if game.error},
        won={seat: sum(seat in first for first in firsts) for seat in plan.seats},
        shared=sum(len(first) > 1 for first in firsts),
        scores={
            seat: _spread([standing.score for game in ended for standing in game.standings if standing.seat == seat])
            for seat in plan.seats
        },
        winning=_spread([max(standing.score for standing in game.standings) for game in ended]),
        rounds=_spread([game.rounds for game in ended]),
        entries=_spread([game.entries for game in ended]),
        moves=_spread([game.moves for game in ended]),
        legal=_spread([number for game in ended for number in game.legal]),
    )


def _spread(numbers: Sequence[int]) -> Spread | None:
    if not numbers:
        return None
    low, median, high = quantiles(numbers, method="inclusive") if len(numbers) > 1 else [float(numbers[0])] * 3
    return Spread(
        least=min(numbers), low=low, median=median, high=high, most=max(numbers), mean=round(fmean(numbers), 2)
    )
