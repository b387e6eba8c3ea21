"""What commands that change a game share: who does it and why, the seed, a move on the command line, what was added."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli import options, output, story

if TYPE_CHECKING:
    from replay.adding import Added
    from replay.timeline import Timeline

F = TypeVar("F", bound=Callable[..., Any])

LOG_SUFFIX, SEED_SUFFIX = ".log.jsonl", ".seed"

editor = click.option("--editor", default="", metavar="NAME", help="Who does this; it stands in the log.")
reason = click.option("--reason", default="", metavar="TEXT", help="Why; it stands in the log.")
on_conflict = click.option(
    "--on-conflict",
    type=click.Choice(["stop", "drop", "cut"]),
    default="stop",
    show_default=True,
    help="At a later move that is not legal any more: write nothing, leave it out, or end the line before it.",
)
new_file = click.option(
    "-o",
    "--output",
    "target",
    type=options.FILE,
    metavar="FILE",
    help='Write a longer copy there, "-" for stdout; the log stays.',
)


def seeded(command: F) -> F:
    """Give a command the options by which a seed is named."""
    told = click.option("--seed", metavar="HEX", help="The seed, where the log does not tell it.")
    kept = click.option(
        "--seed-file", type=options.FILE, metavar="FILE", help="A file with the seed; else NAME.seed beside the log."
    )
    return told(kept(command))


def seeds(log: Path, seed: str | None, seed_file: Path | None) -> tuple[str, ...]:
    """Return the seeds that the command line and the file beside the log give, as hex digits.

    Raises: UsageError for a seed that is none; UnreadableFile, BadSeed.
    """
    from kernel.chance import read_seed
    from kernel.errors import BadSeed

    found = []
    beside = log.with_name(log.name.removesuffix(LOG_SUFFIX) + SEED_SUFFIX)
    if seed_file is not None:
        found.append(options.read_seed_file(seed_file))
    elif seed is None and beside.is_file():
        found.append(options.read_seed_file(beside))
    if seed is not None:
        try:
            read_seed(seed)
        except BadSeed as error:
            msg = f"--seed: {error}"
            raise click.UsageError(msg) from error
        found.append(seed)
    return tuple(found)


def must_be_new(path: Path | None, *, force: bool) -> None:
    """Make sure before any work that a file may be written.

    Raises: NotOverwritten.
    """
    from events.errors import NotOverwritten
    from replay.logs import in_the_way

    if path is not None and in_the_way(path) and not force and not output.is_dash(path):
        raise NotOverwritten(path)


def read_step(text: str, option: str, timeline: Timeline, n: int, by: str | None = None) -> dict[str, Any]:
    """Read a move from the command line, to be made after entry `n`. by: whose it is where it does not say.

    Raises: UsageError for what is no move of the game; NoMoveThere where it is not clear whose it is.
    """
    from events.decoding import Decoder
    from events.errors import RecordError
    from replay.judge import seat_of
    from replay.library import parse_json

    try:
        record = parse_json(text.encode(), option)
        if not isinstance(record, dict):
            msg = f"{option}: expected an object"
            raise click.UsageError(msg)
        seat = record.get("by") or by or seat_of(timeline, n, record)
        seat = options.known_seat(str(seat), timeline.table.seats, option)
        fields = {key: value for key, value in record.items() if key not in ("by", "label", "note", "refused")}
        Decoder(timeline.game.vocabulary).move(seat, fields)
    except RecordError as error:
        raise click.UsageError(str(error.at(option))) from error
    return {"by": seat, **fields}


def add(
    log: Path,
    make: Callable[[Any], object],
    *,
    content: str,
    as_json: bool,
    target: Path | None,
    force: bool = False,
    given: Sequence[str] = (),
) -> None:
    """Add to a log and tell what was added.

    Raises: as `add_to`.
    """
    from replay.adding import add_to

    must_be_new(target, force=force)
    with options.naming(log):
        added = add_to(log, make, content=content, seeds=given, output=target, force=force)
    if output.is_dash(target) and target is not None:
        output.write(target, added.content, force=force)
        _tell(added, log, output.note)
    elif as_json:
        output.say_json(_as_json(added, target or log))
    else:
        _tell(added, target or log, output.say)


def _as_json(added: Added, path: Path) -> dict[str, Any]:
    from events.encoding import Encoder, plain

    encoder = Encoder(added.log.game.vocabulary)
    game, state = added.timeline.game, added.timeline.now.state
    return {
        "log": str(path),
        "head": added.head,
        "entries": [plain(encoder.entry(entry)) for entry in added.entries],
        "to_act": list(game.to_act(state)),
        "over": game.is_over(state),
        "standings": story.standings_as_json(game.standings(state)),
    }


def _tell(added: Added, path: Path, say: Callable[[str], None]) -> None:
    from events.encoding import Encoder
    from kernel.documents import REFEREE

    timeline, game = added.timeline, added.timeline.game
    encoder = Encoder(game.vocabulary)
    for entry in added.entries:
        actor = story.actor(entry)
        told = story.happening(entry, encoder, REFEREE)
        say(f"{path}: entry {entry.n}: {told}" + (f" ({actor})" if actor else ""))
    before = timeline.at(added.entries[0].n - 1).state
    for change in story.changed(game, before, timeline.now.state, REFEREE):
        say(f"  {story.change_in_words(change)}")
    to_act = game.to_act(timeline.now.state)
    say(f"  to act: {', '.join(to_act)}" if to_act else "  nobody is to act")
    say(f"  head {added.head}")
