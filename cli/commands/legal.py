"""`refold legal`: what may be done in a position."""

from __future__ import annotations

from pathlib import Path

import click

from cli import exit_codes, options, output


@click.command("legal")
@options.log_argument
@options.at
@click.option("--seat", metavar="SEAT", help="Of one seat; else of all seats to act.")
@options.content
@options.as_json
@click.pass_context
def command(ctx: click.Context, log: Path, at: int | None, seat: str | None, content: str, as_json: bool) -> None:
    """List the legal moves in a position.

    Each move stands on a line of its own as a script's step: it may be pasted into a script or sent to `record`.
    The exit code is 1 when there is none.

    \b
    Example:
      refold legal game.log.jsonl --at 20
      refold legal game.log.jsonl --at 20 --seat blue --json
    """
    from replay.judge import steps_of
    from replay.salvage import whole

    with options.naming(log):
        found = whole(log, content=content)
    game, n = found.log.game, found.timeline.last if at is None else at
    state = found.timeline.at(n).state
    seats = (options.known_seat(seat, found.log.header.seats, "--seat"),) if seat else game.to_act(state)
    some = False
    for name in seats:
        moves = steps_of(game, state, name)
        some = some or bool(moves)
        if not as_json:
            output.note(f"{name}, after entry {n}: {len(moves)} legal {'move' if len(moves) == 1 else 'moves'}")
        for move in moves:
            output.say_line(move)
    if not seats and not as_json:
        output.note(f"after entry {n} nobody is to act")
    if not some:
        ctx.exit(exit_codes.NO)
