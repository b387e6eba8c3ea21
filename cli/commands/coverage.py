"""`refold coverage`: which clauses recordings exercise, and which few recordings exercise them all."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import exit_codes, options, output

if TYPE_CHECKING:
    from replay.choosing import Choice
    from replay.coverage import Coverage


@click.command("coverage")
@click.argument("paths", nargs=-1, required=True, type=options.FILE)
@click.option("--choose", "most", type=click.IntRange(min=1), metavar="N", help="Choose at most N that show as much.")
@options.as_json
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], most: int | None, as_json: bool) -> None:
    """Say which clauses recorded games exercise, and which none does.

    PATHS are logs, scripts, and folders, which are searched. Of each clause it counts the entries that cite it and the
    refusals by it; only scripts keep refusals. With --choose it picks few recordings that show all that the corpus
    shows: every clause in an accepted move, every clause that refuses, every way to end. The choice is greedy, near the
    fewest and not always the fewest. The exit code is 1 when a citation names no clause, 3 for what cannot be read.

    \b
    Example:
      refold coverage fixtures/
      refold coverage corpus/ --choose 10 --json
    """
    from replay.batch import by_game
    from replay.choosing import choose
    from replay.coverage import coverage
    from replay.verify import find_logs

    parted = by_game(find_logs(paths))
    if not any(parted):
        msg = f"{', '.join(map(str, paths))}: there is no recording of a game that is here"
        raise click.UsageError(msg)
    found = [coverage(game, recordings) for game, recordings in sorted(parted.items()) if game]
    choices = [None if most is None else choose(one.shows, most) for one in found]
    unread = {str(path): "it names no game that is here" for path in parted.get("", ())}
    if as_json:
        games = {one.game: _as_json(one, choice) for one, choice in zip(found, choices, strict=True)}
        output.say_json({"games": games, "unread": unread})
    else:
        for one, choice in zip(found, choices, strict=True):
            _tell(one, choice)
        _list("cannot be read", [f"{path}: {why}" for path, why in unread.items()])
    codes = {exit_codes.NO for one in found if one.unknown} | {exit_codes.BAD_FILE for one in found if one.failed}
    ctx.exit(exit_codes.of_batch(codes | ({exit_codes.NOT_HERE} if unread else set())))


def _tell(found: Coverage, choice: Choice | None) -> None:
    from replay.coverage import missing

    seats = ", ".join(f"{count} with {number} seats" for number, count in found.seats.items())
    ends = ", ".join(f"{count} {end}" for end, count in found.ends.items())
    output.say(f"{found.game}: {found.recordings} recording{'s' * (found.recordings != 1)}; {seats}; {ends}")
    if choice is None:
        rows = [
            (clause, f"{use.accepted}", f"{use.refused}", f"{len(use.recordings)}", Path(use.recordings[0]).name)
            for clause, use in found.clauses.items()
            if use.recordings
        ]
        output.table(("clause", "accepted", "refused", "recordings", "first"), rows, right=(1, 2, 3))
        gaps = missing(found)
        _list("never in an accepted move", gaps.accept)
        _list("never in a refusal", gaps.reject)
        _list("readings that no tried line tells from the default", gaps.rulings)
    else:
        what = f"all but {len(choice.left_out)} of what" if choice.left_out else "all that"
        output.say(f"{len(choice.chosen)} chosen greedily, which show {what} the {found.recordings} show:")
        for one in choice.chosen:
            output.say(f"  {one.recording} (+{len(one.adds)})")
        _list("shown only by others", choice.left_out)
    _list("cited, and no clause", found.unknown)
    _list("cannot be read", [f"{path}: {why}" for path, why in found.failed.items()])


def _list(what: str, items: Sequence[str]) -> None:
    if items:
        output.say(f"{what} ({len(items)}):")
    for item in items:
        output.say(f"  {item}")


def _as_json(found: Coverage, choice: Choice | None) -> dict[str, Any]:
    import attrs

    from replay.coverage import missing

    return {
        "recordings": found.recordings,
        "seats": {f"{seats}": count for seats, count in found.seats.items()},
        "ends": dict(found.ends),
        "clauses": {clause: attrs.asdict(use) for clause, use in found.clauses.items()},
        "never": [clause for clause, use in found.clauses.items() if not use.recordings],
        "missing": attrs.asdict(missing(found)),
        "unknown": list(found.unknown),
        "failed": dict(found.failed),
        "choice": None if choice is None else attrs.asdict(choice),
    }
