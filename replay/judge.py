"""Judging a move: legal or refused, by which clause, on which facts, and what else was legal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from events.decoding import Decoder
from events.encoding import Encoder, plain
from events.envelope import Entry, MoveEntry
from events.errors import RefoldError
from events.frozen import frozen
from events.vocabulary import Seat, Wire
from kernel.chance import Chance, Seeded
from kernel.decider import AnyGame, decided
from kernel.documents import REFEREE, view
from kernel.errors import DrawConflict, DrawNeeded, IllegalMove
from replay.lineage import seed_of
from replay.timeline import Timeline

NEAREST = 5
"""Legal moves that are told with a refusal."""


class NoMoveThere(RefoldError):
    """There is no move to judge: an entry of another kind, or a seat that has to be named."""


@frozen(kw_only=True)
class Judgement:
    """What the rules say of a move. n: the entry after which it is judged. move: as a script writes it.

    refusal: why it is refused, None when it is legal. cites: clauses that its events rest on. events: what follows from
    it as JSON, secrets sealed. needs: the draw that is not known here, "" when all is. nearest: legal moves that differ
    least from a refused one, as steps of a script. legal: how many legal moves the seat has.
    """

    n: int
    by: Seat
    move: Mapping[str, Any]
    refusal: IllegalMove | None = None
    cites: tuple[str, ...] = ()
    events: tuple[Wire, ...] = ()
    needs: str = ""
    nearest: tuple[Wire, ...] = ()
    legal: int = 0


def judge(timeline: Timeline, n: int, by: Seat, record: Mapping[str, Any]) -> Judgement:
    """Judge a move, as a script writes it, in the position after entry `n`; what the log drew later is drawn again.

    Raises: NoSuchEntry; MalformedLine, UnknownType for what is no move of the game; UnknownSecret.
    """
    game, position = timeline.game, timeline.at(n)
    move = game.resolve(position.state, Decoder(game.vocabulary).move(by, dict(record)))
    drawn = [draw for entry in timeline.entries for draw in getattr(entry, "draws", ())]
    return _judged(timeline, n, by, move, Chance(position.drawn, recorded=drawn, seeded=_seeded(timeline, n)))


def judge_entry(timeline: Timeline, n: int) -> Judgement:
    """Judge the move that entry `n` records, in the position before it, with the draws it records.

    Raises: NoSuchEntry; NoMoveThere for an entry that is no move; UnknownSecret.
    """
    entry = timeline.entry(n)
    if not isinstance(entry, MoveEntry):
        msg = f"entry {n} is no move{_instead(timeline.entries)}"
        raise NoMoveThere(msg)
    chance = Chance(timeline.at(n - 1).drawn, recorded=entry.draws)
    return _judged(timeline, n - 1, entry.by, entry.move, chance)


def steps_of(game: AnyGame, state: Any, seat: Seat) -> list[Wire]:
    """List the legal moves of a seat as steps of a script."""
    encoder = Encoder(game.vocabulary)
    return [_step(encoder, seat, move) for move in game.legal_moves(state, seat)]


def seat_of(timeline: Timeline, n: int, record: Mapping[str, Any]) -> Seat:
    """Return the seat that a move without one is meant for: the one seat to act.

    Raises: NoSuchEntry, NoMoveThere when there is none or more than one.
    """
    acting = timeline.game.to_act(timeline.at(n).state)
    if "by" in record:
        return str(record["by"])
    if len(acting) != 1:
        which = f"{', '.join(acting)} are to act" if acting else "nobody is to act"
        msg = f"after entry {n} {which}; say whose move it is"
        raise NoMoveThere(msg)
    return acting[0]


def _judged(timeline: Timeline, n: int, by: Seat, move: Any, chance: Chance) -> Judgement:
    game, state = timeline.game, timeline.at(n).state
    encoder = Encoder(game.vocabulary)
    told = _step(encoder, by, move)
    record = {key: value for key, value in told.items() if key != "by"}
    try:
        decision = decided(game, state, move, chance)
    except IllegalMove as error:
        legal = steps_of(game, state, by)
        return Judgement(n=n, by=by, move=record, refusal=error, nearest=_nearest(legal, told), legal=len(legal))
    except (DrawNeeded, DrawConflict) as error:
        return Judgement(n=n, by=by, move=record, needs=str(error))
    cites = tuple(dict.fromkeys(clause for event in decision.events for clause in event.cites))
    events = tuple(plain(encoder.event(event)) for event in decision.events)
    return Judgement(n=n, by=by, move=record, cites=cites, events=events)


def _step(encoder: Encoder, seat: Seat, move: Any) -> Wire:
    """Spell a move as a step of a script, hidden choices in the clear where they are known."""
    return {"by": seat, **view(encoder.typed(move), REFEREE)}


def _nearest(legal: Sequence[Wire], asked: Wire) -> tuple[Wire, ...]:
    """Return the legal moves that differ least from one that is not, in the order of the list among equals."""
    ranked = sorted(enumerate(legal), key=lambda pair: (_distance(pair[1], asked), pair[0]))
    return tuple(move for _, move in ranked[:NEAREST])


def _distance(one: Any, other: Any) -> float:
    """How far two values are apart: 0 when equal, up to 1 for a field that differs, the name of a move most of all."""
    if one == other:
        return 0
    if isinstance(one, dict) and isinstance(other, dict):
        keys = one.keys() | other.keys()
        apart = sum(_distance(one.get(key), other.get(key)) for key in sorted(keys))
        return apart + (100 if one.get("do") != other.get("do") else 0)
    if isinstance(one, list) and isinstance(other, list):
        rest = list(other)
        for item in one:
            if item in rest:
                rest.remove(item)
        most = max(len(one), len(other))
        return 1 - (len(other) - len(rest)) / (most + 1)
    if type(one) is int and type(other) is int:
        return 1 - 1 / (1 + abs(one - other))
    return 1


def _seeded(timeline: Timeline, n: int) -> Seeded | None:
    """Return the seed that is drawn from after entry `n`, where the log tells it."""
    seed = seed_of(timeline.header, timeline.entries, n) if timeline.header is not None else None
    return Seeded(seed) if seed else None


def _instead(entries: Sequence[Entry]) -> str:
    moves = [entry.n for entry in entries if isinstance(entry, MoveEntry)]
    return f"; moves stand from entry {moves[0]} to {moves[-1]}" if moves else "; this log has no move"
