"""What every game must hold, unwritten by its author: each one is played by chance and looked at from all sides."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from events.decoding import Decoder
from events.encoding import Encoder, plain, secrets_in
from events.envelope import CheckpointEntry, MoveEntry, SetupEntry
from events.errors import RefoldError, UnknownSecret
from kernel.chance import Chance
from kernel.decider import decided, must_choose, set_up
from kernel.documents import REFEREE, view
from kernel.errors import IllegalMove
from kernel.games import GAMES
from replay import library
from replay.recorder import NothingToUndo
from replay.timeline import Timeline
from replay.witness import checkpoint
from tests.making import read_back, redacted
from tests.walking import COLOURS, Walk, Walker, key, spread, walk

NAMES = sorted({*GAMES, "toy"})
ROOT = Path(__file__).parents[2]
LOOKS = 12
"""Places of a game that are looked at closely in the normal run."""


def tables() -> list[Any]:
    """Every game with every number of seats: one seed each, more when there is time."""
    found = []
    for name in NAMES:
        least, most = library.game(name).seats
        for seats in range(least, most + 1):
            found.append(pytest.param((name, seats, 1), id=f"{name}-{seats}"))
            more = range(2, 8)
            found += [pytest.param((name, seats, n), id=f"{name}-{seats}-{n}", marks=pytest.mark.soak) for n in more]
    return found


@pytest.fixture(params=tables(), scope="module")
def played(request: pytest.FixtureRequest) -> Walk:
    """A game played to its end by chance."""
    return walk(*request.param)


def moves_before(played: Walk, most: int = LOOKS) -> list[tuple[MoveEntry, Any]]:
    """Some moves of a game, each with the position before it."""
    found = [(entry, before) for entry, before, _ in played.recorder.timeline.steps() if isinstance(entry, MoveEntry)]
    return [found[place - 1] for place in spread(len(found), most)]


def test_a_game_played_by_chance_comes_to_its_end(played: Walk) -> None:
    """Nobody is left without a choice, and everybody stands somewhere."""
    game, state = played.game, played.recorder.state
    standings = game.standings(state)

    assert game.is_over(state)
    assert () == game.to_act(state)
    assert played.header.seats == tuple(standing.seat for standing in standings)
    assert 1 == min(standing.rank for standing in standings)
    assert [] == [one for one in standings if one.parts and one.score != sum(points for _, points in one.parts)]


def test_a_move_of_whatever_values_is_decided_or_refused(played: Walk) -> None:
    """What a platform's player sends is data: no value of the right shape is more than the game can judge."""
    game = played.game
    strange: dict[type, tuple[Any, ...]] = {str: ("", "strange", "a.2", "blue.1"), int: (-1, 0, 99, 2**63 - 1)}
    strange |= {list: ([],), type(None): ("strange", 0)}
    for entry, before in moves_before(played):
        encoder, decoder = Encoder(game.vocabulary), Decoder(game.vocabulary)
        legal = must_choose(game, before.state)
        moves = [entry.move, *(moves[place - 1] for _, moves in legal for place in spread(len(moves), 3))]
        for move in moves:
            record = view(encoder.move(move), REFEREE)
            for changed in with_values(record, strange):
                try:
                    asked = game.resolve(before.state, decoder.move(move.seat, changed))
                    decided(game, before.state, asked, Chance(before.drawn, seeded=played.recorder.seeded))
                except RefoldError:
                    continue


def with_values(record: Any, strange: dict[type, tuple[Any, ...]]) -> Iterator[Any]:
    """The record with each value in it replaced by strange ones of its type."""
    items = enumerate(record) if isinstance(record, list) else record.items()
    for at, value in [*items]:
        for other in () if at == "do" else strange.get(type(value), ()):
            yield changed_at(record, at, other)
        if isinstance(value, dict | list):
            for inner in with_values(value, strange):
                yield changed_at(record, at, inner)


def changed_at(record: Any, at: Any, value: Any) -> Any:
    """A copy with one value replaced."""
    copy = record.copy()
    copy[at] = value
    return copy


def test_no_reachable_position_has_a_fault(played: Walk) -> None:
    """Nothing is lost, doubled or owed: `faults` is empty after every entry."""
    found = [(entry.n, played.game.faults(after.state)) for entry, _, after in played.recorder.timeline.steps()]

    assert [] == [fault for fault in found if fault[1]]


def test_a_log_read_back_folds_to_the_same_positions(played: Walk, tmp_path: Path) -> None:
    """U62: save, load, continue equals play straight through; every line is in its canonical spelling."""
    log = read_back(tmp_path, played.lines)
    timeline = log.timeline()

    assert [] == list(log.not_canonical())
    assert list(played.recorder.timeline.entries) == [entry.__class__(**_undigested(entry)) for entry in log.entries]
    for n in range(timeline.last + 1):
        assert played.recorder.timeline.at(n).state == timeline.at(n).state
        assert dict(played.recorder.timeline.at(n).drawn) == dict(timeline.at(n).drawn)


def _undigested(entry: Any) -> dict[str, Any]:
    return {
        field.name: "" if field.name == "digest" else getattr(entry, field.name) for field in attrs.fields(type(entry))
    }


def test_a_fold_may_be_cut_anywhere(played: Walk) -> None:
    """fold(prefix) + rest = fold(all)."""
    whole = played.recorder.timeline
    for cut in [0, *spread(whole.last, LOOKS)]:
        timeline = Timeline(whole.game, whole.table, None, whole.entries[:cut])
        assert whole.at(cut).state == timeline.now.state
        for entry in whole.entries[cut:]:
            timeline.append(entry)
        assert whole.now.state == timeline.now.state


def test_a_document_describes_its_state(played: Walk) -> None:
    """restore(state, document(state)) = state; as JSON it comes through a file unchanged."""
    game = played.game
    for _, _, after in played.recorder.timeline.steps():
        document = game.document(after.state)
        assert after.state == game.restore(after.state, document)
        seen = view(document, REFEREE)
        assert seen == json.loads(json.dumps(seen))
        assert "rulings" in seen


def test_what_was_decided_is_decided_again_from_the_recorded_draws(played: Walk) -> None:
    """U30: the same events and draws, without the seed."""
    for entry, before, _ in played.recorder.timeline.steps():
        if isinstance(entry, MoveEntry):
            again = decided(played.game, before.state, entry.move, Chance(before.drawn, recorded=entry.draws))
        elif isinstance(entry, SetupEntry):
            again = set_up(played.game, played.recorder.timeline.table, Chance({}, recorded=entry.draws))
        else:
            continue
        assert (entry.events, entry.draws) == (again.events, again.draws)


def test_deciding_changes_no_state_that_was_there_before(played: Walk) -> None:
    """Purity: the positions of a game say at its end what they said when they were new."""
    game = played.game
    for entry, before in moves_before(played):
        said = plain(game.document(before.state))
        chance = Chance(before.drawn, recorded=entry.draws)
        decided(game, before.state, entry.move, chance)
        for seat in game.to_act(before.state):
            game.legal_moves(before.state, seat)
        assert said == plain(game.document(before.state))


def test_the_moves_that_are_listed_are_legal(played: Walk) -> None:
    """Each is accepted, none is there twice, there are at most 2,000, and the one that was played is among them."""
    game, encoder = played.game, Encoder(played.game.vocabulary)
    for entry, before in moves_before(played):
        for seat, moves in must_choose(game, before.state):
            keys = [key(encoder, move) for move in moves]
            assert 0 < len(moves) <= 2000
            assert len(keys) == len(set(keys))
            assert {seat} == {move.seat for move in moves}
            for place in spread(len(moves), 40):
                chance = Chance(before.drawn, seeded=played.recorder.seeded)
                assert decided(game, before.state, moves[place - 1], chance).events
        listed = game.legal_moves(before.state, entry.by)
        assert key(encoder, entry.move) in {key(encoder, move) for move in listed}


def test_other_moves_are_refused_with_a_clause_that_there_is(played: Walk) -> None:
    """Moves of other moments and other seats: what is not listed is refused, and the rulebook says why."""
    game, encoder = played.game, Encoder(played.game.vocabulary)
    clauses = library.rulebook(game.name).clauses
    pool = {key(encoder, entry.move): entry.move for entry, _ in moves_before(played, 40)}
    refused = 0
    for _, before in moves_before(played):
        listed = {key(encoder, move) for seat in played.header.seats for move in game.legal_moves(before.state, seat)}
        for move in (move for name, move in pool.items() if name not in listed):
            found = _tried(played, before, move)
            if isinstance(found, IllegalMove):
                refused += 1
                assert [] == [clause for clause in (found.clause, *found.also) if clause not in clauses]
                json.dumps([dict(found.facts), dict(found.remedy)])
            else:
                # Interchangeable pieces are listed once: the move must amount to one that is listed.
                same = {
                    _tried(played, before, other) for _, moves in must_choose(game, before.state) for other in moves
                }
                assert found in same, f"accepted but not listed: {encoder.move(move)}"
    assert refused


def _tried(played: Walk, before: Any, move: Any) -> IllegalMove | str:
    """What the rules say to a move: their refusal, or what it amounts to."""
    try:
        chance = Chance(before.drawn, seeded=played.recorder.seeded)
        return _amounts_to(played.game, decided(played.game, before.state, move, chance).state)
    except IllegalMove as refusal:
        return refusal


def _amounts_to(game: Any, state: Any) -> str:
    """What a position is worth to each seat and what may be done in it: the same for interchangeable pieces."""
    choices = [(seat, len(game.legal_moves(state, seat))) for seat in game.to_act(state)]
    return repr((game.standings(state), choices, game.round(state)))


def test_an_undo_brings_the_document_back_and_a_redo_too(played: Walk) -> None:
    """U12, U60: to any entry of the line; past a draw only when forced, and then flagged; the old line stays."""
    recorder = played.recorder.fork()
    game, timeline = played.game, recorder.timeline
    end, whole = timeline.last, game.document(recorder.state)
    for to in spread(end - 1, LOOKS):
        drew = any(getattr(entry, "draws", ()) for entry in timeline.entries[to:end])
        told = any(getattr(e, "reveals", False) for x in timeline.entries[to:end] for e in getattr(x, "events", ()))
        if drew or told:
            with pytest.raises(NothingToUndo):
                recorder.undo(to)
        undo = recorder.undo(to, forced=True)
        assert (drew or told) == undo.forced  # type: ignore[union-attr]
        assert game.document(timeline.at(to).state) == game.document(recorder.state)
        assert timeline.at(to).drawn == timeline.now.drawn
        recorder.redo(end)
        assert whole == game.document(recorder.state)


def test_a_new_move_after_an_undo_goes_on_from_there(played: Walk) -> None:
    """The same move again gives the same events; what was undone cannot be taken up after it."""
    entry, _ = moves_before(played)[len(moves_before(played)) // 2]
    recorder = played.recorder.fork()
    end = recorder.timeline.last
    recorder.undo(entry.n - 1, forced=True)

    again = recorder.move(entry.move)

    assert entry.events == again.events  # type: ignore[union-attr]
    assert entry.draws == again.draws  # type: ignore[union-attr]
    with pytest.raises(NothingToUndo):
        recorder.redo(end)


def test_a_redacted_log_tells_no_secret_and_shows_the_same_public_game(played: Walk, tmp_path: Path) -> None:
    """U54, U55: the chain holds without the openings; neither salt nor seed nor a hidden card is in the bytes."""
    full, closed = read_back(tmp_path, played.lines), read_back(tmp_path, redacted(played.lines))
    bytes_left = b"".join(redacted(played.lines))
    secrets = {secret.commitment: secret for entry in full.entries for secret in secrets_in(entry)}
    one, other = full.timeline(), closed.timeline()

    assert full.head == closed.head
    assert played.recorder.seeded is not None
    assert played.recorder.seeded.seed.hex().encode() not in bytes_left
    assert [] == [secret for secret in secrets.values() if secret.salt.encode() in bytes_left]
    assert [] == [secret for entry in closed.entries for secret in secrets_in(entry) if secret.known]
    for n in range(one.last + 1):
        assert view(one.document(n)) == view(other.document(n)), f"the public view after {n} depends on a secret"


def test_what_a_seat_sees_rests_on_its_own_openings(played: Walk, tmp_path: Path) -> None:
    """U56: a log with one seat's openings alone shows that seat all it sees in the full log."""
    full = read_back(tmp_path, played.lines)
    owner = {secret.commitment: secret.seat for entry in full.entries for secret in secrets_in(entry)}
    if not owner:
        pytest.skip("this game has no secrets")
    one = full.timeline()
    for seat in played.header.seats:
        kept = []
        for line in played.lines:
            opening = json.loads(line)
            if "open" not in opening or owner[opening["sealed"]] == seat:
                kept.append(line)
        other = read_back(tmp_path, kept).timeline()
        for n in spread(one.last, LOOKS):
            assert view(one.document(n), seat) == view(other.document(n), seat)


def test_witnesses_are_found_again(played: Walk) -> None:
    """U57: digest of the public document, number and digest of the legal moves, at round ends and every 50 entries."""
    encoder = Encoder(played.game.vocabulary)
    entries = played.recorder.timeline.entries
    places = [entry.n for entry in entries if isinstance(entry, CheckpointEntry)]

    assert places
    assert 51 >= max(b - a for a, b in zip([0, *places], [*places, len(entries)], strict=True))
    for entry, before, _ in played.recorder.timeline.steps():
        if isinstance(entry, CheckpointEntry):
            assert entry == checkpoint(played.game, encoder, before.state, entry.n)


def test_a_redacted_position_refuses_to_guess(played: Walk, tmp_path: Path) -> None:
    """A rule that needs a secret that is not told says so, and never takes None for a value."""
    closed = read_back(tmp_path, redacted(played.lines))
    for entry, before, _ in closed.timeline().steps():
        if isinstance(entry, MoveEntry):
            try:
                again = decided(closed.game, before.state, entry.move, Chance(before.drawn, recorded=entry.draws))
            except UnknownSecret:
                continue
            assert (entry.events, entry.draws) == (again.events, again.draws)


@pytest.mark.parametrize("name", NAMES)
def test_two_games_in_one_process_do_not_touch(name: str) -> None:
    """Interleaved, move by move, each has the bytes it has alone."""
    least, _ = library.game(name).seats
    one, other, toy = Walker(name, least, 5), Walker(name, least, 6), Walker("toy", 3, 7)
    for _ in range(40):
        for walker in (one, other, toy):
            if not walker.recorder.over:
                walker.step()

    assert tuple(one.lines) == Walker(name, least, 5).walk(40).lines
    assert tuple(other.lines) == Walker(name, least, 6).walk(40).lines
    assert tuple(toy.lines) == Walker("toy", 3, 7).walk(40).lines


ELSEWHERE = """
import hashlib, sys
from kernel.games import GAMES
GAMES["toy"] = "tests.toy.game"
from events.digests import split_digest
from kernel.documents import view
from replay import library
from tests.walking import Walker
for name in sys.argv[1:]:
    for seats in library.game(name).seats:
        for seed in range(9, 29 if name == "toy" else 10):
            walk = Walker(name, seats, seed).walk(60)
            told = [split_digest(line[:-1])[0] for line in walk.lines[1:]]
            timeline = walk.recorder.timeline
            told += [repr(view(timeline.document(n))).encode() for n in range(timeline.last + 1)]
            print(name, hashlib.sha256(b"".join(told)).hexdigest())
"""
"""Without the header, whose digest of the rules' source changes while somebody edits them, and so without the chain."""


def test_no_hash_seed_changes_a_byte() -> None:
    """U19: three processes with three hash seeds write the same logs."""
    found = set()
    for seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", ELSEWHERE, *NAMES]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert 0 == done.returncode, done.stderr
        found.add(done.stdout)

    assert 1 == len(found)
    assert 2 * (len(NAMES) - 1) + 40 == len(found.pop().splitlines())


@pytest.mark.parametrize("name", NAMES)
def test_the_header_decides_the_set_up(name: str) -> None:
    """U13: the same header, the same set-up; another seed, other draws."""
    least, _ = library.game(name).seats
    one, same, other = Walker(name, least, 5), Walker(name, least, 5), Walker(name, least, 6)

    assert one.lines == same.lines
    assert one.recorder.timeline.entries[0].draws != other.recorder.timeline.entries[0].draws  # type: ignore[union-attr]
    assert COLOURS[:least] == one.header.seats
