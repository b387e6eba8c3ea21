"""Short ways to what tests start from: a played script, the bytes of its log, a log read back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from events.envelope import Entry, Header
from events.journal import Lines
from events.vocabulary import Vocabulary
from replay import library
from replay.logs import Log, read_log
from replay.playing import Playthrough, play
from replay.recorder import Recorder, new_header
from replay.script import Script, read_script

SEED = "000102030405060708090a0b0c0d0e0f"


def script(*steps: Mapping[str, Any], **top: Any) -> Script:
    """A script of the toy for two seats, as if read from a file."""
    record = {"refold": "script/1", "game": "toy", "seats": ["a", "b"], "seed": SEED, **top, "steps": list(steps)}
    return read_script(None, json.dumps(record).encode())


def played(*steps: Mapping[str, Any], **top: Any) -> Playthrough:
    """Such a script, played."""
    return play(script(*steps, **top))


def bid(seat: str, coins: int, **more: Any) -> dict[str, Any]:
    """A step of the toy."""
    return {"by": seat, "do": "bid", "coins": coins, **more}


def recorder_of(game: str, seats: tuple[str, ...], seed: bytes, **rulings: str) -> tuple[Header, Recorder]:
    """A game set up from a seed, and the header of its log."""
    pack = library.pack(game)
    table = library.table(game, seats, {}, rulings, pack)
    header = new_header(game, seats, setup={}, pack=pack, rulings=rulings, seed=seed)
    recorder = Recorder(library.game(game), table, seed=seed)
    recorder.set_up()
    return header, recorder


def log_lines(vocabulary: Vocabulary, header: Header, entries: Iterable[Entry]) -> list[bytes]:
    """The lines of a log, openings and all, each with its line feed."""
    lines = Lines(vocabulary)
    parts = [lines.header(header)[1], *(lines.entry(entry)[1] for entry in entries)]
    return b"".join(parts).splitlines(keepends=True)


def lines_of(run: Playthrough) -> list[bytes]:
    """The lines of a playthrough's log."""
    return log_lines(run.recorder.game.vocabulary, run.header, run.entries)


def redacted(lines: Iterable[bytes]) -> list[bytes]:
    """A log's lines without the openings."""
    return [line for line in lines if not line.startswith(b'{"open":')]


def rechained(lines: Iterable[bytes]) -> list[bytes]:
    """A log's lines with every digest worked out anew, as a forger would."""
    from events.digests import START, chained, split_digest, with_digest

    previous, anew = START, []
    for line in lines:
        if line.startswith(b'{"open":'):
            anew.append(line)
            continue
        body, _ = split_digest(line.rstrip(b"\n"))
        previous = chained(previous, body)
        anew.append(with_digest(body, previous))
    return anew


def read_back(folder: Path, lines: Iterable[bytes], **how: Any) -> Log:
    """A log read from a file with these lines."""
    path = folder / "a.log.jsonl"
    path.write_bytes(b"".join(lines))
    return read_log(path, **how)
