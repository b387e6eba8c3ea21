"""`refold record`: a live game, move by move."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from cli import exit_codes, options, output

if TYPE_CHECKING:
    from replay.live import Live
    from replay.logs import Log

SEED_SUFFIX = ".seed"
LOG_SUFFIX = ".log.jsonl"


@click.command("record")
@options.log_argument
@click.option("--game", metavar="GAME", help="The game of a new log.")
@click.option("--seats", metavar="A,B,...", help="The seats of a new log, clockwise, the first one starts.")
@click.option("--setup", multiple=True, type=options.Pairs(), help="A set-up option of a new log. May be repeated.")
@click.option("--meta", multiple=True, type=options.Pairs(), help="A remark in the header of a new log.")
@options.rulings
@options.content
@click.option("--seed", metavar="HEX", help="The seed of a new log; else a fresh one.")
@click.option("--seed-file", type=options.FILE, metavar="FILE", help="Where the seed is kept; else beside the log.")
@click.option("--durable", is_flag=True, help="Answer only when the move has reached the disk.")
@click.pass_context
def command(
    ctx: click.Context,
    log: Path,
    game: str | None,
    seats: str | None,
    setup: tuple[tuple[str, str], ...],
    meta: tuple[tuple[str, str], ...],
    rulings: tuple[tuple[str, str], ...],
    content: str,
    seed: str | None,
    seed_file: Path | None,
    durable: bool,
) -> None:
    """Record a live game: moves in, verdicts out, one JSON object a line.

    Moves come on standard input as steps of a script. The first line out tells where the game stands, then each line
    in has its line out, when the move is in the log; a refused or malformed one changes nothing and the game goes on.
    Beside moves there are {"undo": null}, {"redo": null}, {"override": {...}} and {"end": "resigned", "by": ...}.

    With --game a new log begins; else the log is continued. Until the game is over its seed is kept in NAME.seed, which
    only its owner may read.

    \b
    Example:
      refold record game.log.jsonl --game marco_polo --seats blue,yellow < moves.jsonl
      refold record game.log.jsonl < more_moves.jsonl
    """
    kept = seed_file or log.with_name(log.name.removesuffix(LOG_SUFFIX) + SEED_SUFFIX)
    ours = seed_file is None
    if game is None:
        if seats or setup or meta or rulings or seed:
            msg = "--seats, --setup, --meta, --ruling and --seed belong to a new log, which --game begins"
            raise click.UsageError(msg)
        refused = _continued(log, kept, content, durable=durable, ours=ours)
    else:
        header_options = {
            "setup": options.paired(setup, "--setup"),
            "meta": options.paired(meta, "--meta"),
            "rulings": options.paired(rulings, "--ruling"),
        }
        refused = _begun(log, kept, game, seats or "", seed, content, header_options, durable=durable, ours=ours)
    if refused:
        ctx.exit(exit_codes.NO)


def _begun(
    log: Path,
    kept: Path,
    game: str,
    seats: str,
    seed: str | None,
    content: str,
    header_options: dict[str, dict[str, str]],
    *,
    durable: bool,
    ours: bool,
) -> bool:
    """Begin a log and record into it. ours: the seed's file goes with the game. Return whether any was refused."""
    from events.journal import Appender, Lines
    from kernel.chance import read_seed
    from replay import library
    from replay.live import Live
    from replay.recorder import Recorder, new_header

    found = library.game(game)
    pack = library.pack(game, content)
    names = tuple(seats.split(","))
    if "" in names:
        msg = "a new log needs its seats: --seats blue,yellow"
        raise click.UsageError(msg)
    with options.from_command_line():
        raw = read_seed(seed) if seed else secrets.token_bytes(16)
        table = library.table(game, names, header_options["setup"], header_options["rulings"], pack)
        header = new_header(game, names, pack=pack, seed=raw, **header_options)
    _not_there(log)
    _keep_seed(kept, raw)
    begun = False
    try:
        with Appender(log, new=True, durable=durable) as appender:
            live = Live(Recorder(found, table, seed=raw), Lines(found.vocabulary), appender.append)
            standing = live.begin(header)
            begun = True
            output.say_line(standing)
            return _served(live, kept if ours else None)
    finally:
        if not begun:
            # No game began: what was made for it goes, so that it can be asked for again.
            kept.unlink(missing_ok=True)
            if log.exists() and log.stat().st_size == 0:
                log.unlink()


def _continued(log: Path, kept: Path, content: str, *, durable: bool, ours: bool) -> bool:
    """Go on with a log. Return whether any request was refused."""
    from events.errors import UnreadableFile
    from events.journal import Appender, Lines
    from replay.live import Live
    from replay.recorder import Recorder
    from replay.salvage import whole

    if not log.exists():
        raise UnreadableFile(log, "there is no such log; --game begins one")
    with Appender(log, new=False, durable=durable) as appender:
        with options.naming(log):
            found = whole(log, content=content)
        seed = _seed_of(found.log, kept)
        recorder = Recorder.resumed(found.timeline, found.timeline.last, seed=seed)
        lines = Lines(found.log.game.vocabulary, bytes.fromhex(found.log.head))
        live = Live(recorder, lines, appender.append)
        output.say_line(live.standing())
        return _served(live, kept if ours else None)


def _seed_of(log: Log, kept: Path) -> bytes | None:
    """Return the seed of a running game: as its header says, or the branch that it is.

    Raises: UnreadableFile, BadSeed when it is not the one the log commits to.
    """
    from events.digests import seed_commitment
    from kernel.errors import BadSeed
    from replay.lineage import chance_in_force

    committed = chance_in_force(log.header, log.entries, len(log.entries)).commitment
    if committed is None:
        return None
    seed = bytes.fromhex(options.read_seed_file(kept))
    if seed_commitment(seed) != committed:
        msg = f"{kept}: this is not the seed that the log commits to"
        raise BadSeed(msg)
    return seed


def _served(live: Live, kept: Path | None) -> bool:
    """Answer every line of standard input. kept: our own file of the seed. Return whether any request was refused."""
    refused = False
    for line in _lines(sys.stdin.buffer):
        verdict = live.answer(line)
        refused = refused or not verdict["ok"]
        output.say_line(verdict)
        sys.stdout.flush()
    if live.closed and kept is not None:
        # The log tells the seed now.
        kept.unlink(missing_ok=True)
    return refused


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Read lines; of one that is too long only so much that it is seen to be."""
    from events.journal import MAX_LINE

    while line := stream.readline(MAX_LINE + 2):
        rest = line
        while rest and not rest.endswith(b"\n") and len(rest) == MAX_LINE + 2:
            rest = stream.readline(MAX_LINE + 2)
        if line.strip():
            yield line.removesuffix(b"\n")


def _not_there(log: Path) -> None:
    if log.exists():
        msg = f"{log}: there is such a file already; without --game a log is continued"
        raise click.UsageError(msg)


def _keep_seed(path: Path, seed: bytes) -> None:
    """Write the seed where only its owner may read it.

    Raises: UsageError when there is a file already; UnreadableFile.
    """
    from events.errors import UnreadableFile

    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(seed.hex() + "\n")
    except FileExistsError as error:
        msg = f"{path}: there is such a file already, perhaps the seed of another game; --seed-file names another place"
        raise click.UsageError(msg) from error
    except OSError as error:
        raise UnreadableFile(path, (error.strerror or str(error)).lower()) from error
