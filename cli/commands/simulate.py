"""`refold simulate`: whole games played by a policy."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import exit_codes, options, output

if TYPE_CHECKING:
    from replay.simulate import Plan, Simulated, Spread, Summary

FAILED = Path("failed-games")
"""Where failing games are kept when no folder is named."""


@click.command("simulate")
@click.argument("game")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="How many.")
@click.option("--seats", metavar="K|A,B,...", help="How many seats, or their names; else as few as may play.")
@click.option("--seed", metavar="HEX", help="Where all games come from; else a fresh one, which is told.")
@click.option(
    "--policy", type=click.Choice(["random", "greedy", "first"]), default="random", show_default=True, help="Who plays."
)
@click.option("--setup", "setup", multiple=True, type=options.Pairs(), help="An option of the set-up. May be repeated.")
@options.rulings
@options.content
@click.option("-o", "--output", "folder", type=options.FILE, metavar="DIR", help="Keep the logs in this folder.")
@click.option("--check", is_flag=True, help="Look for faults in every state, and fold each log anew.")
@click.option("--summary", is_flag=True, help="Tell winners, scores, rounds, entries and legal moves.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes that play.")
@options.force
@options.as_json
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    games: int,
    seats: str | None,
    seed: str | None,
    policy: str,
    setup: tuple[tuple[str, str], ...],
    rulings: tuple[tuple[str, str], ...],
    content: str,
    folder: Path | None,
    check: bool,
    summary: bool,
    jobs: int,
    force: bool,
    as_json: bool,
) -> None:
    """Play whole games by a policy.

    All of them come from one seed: the same command plays the same games. A game that fails is kept under its own seed,
    as far as it went, with the error beside it: in DIR/failed, or in failed-games. The exit code is 1 then.

    \b
    Example:
      refold simulate marco_polo --games 1000 --seats 4 --seed 000102030405060708090a0b0c0d0e0f --summary
      refold simulate marco_polo --games 50 --policy greedy --check -o corpus/ --jobs 2
    """
    import secrets
    from time import perf_counter

    from kernel.chance import read_seed
    from replay.simulate import Plan, simulate, summed_up

    with options.from_command_line():
        plan = Plan(
            game=game,
            seats=_seats(game, seats),
            policy=policy,
            seed=read_seed(seed or secrets.token_hex(16)),
            setup=options.paired(setup, "--setup"),
            rulings=options.paired(rulings, "--ruling"),
            content=content,
            check=check,
        )
        played = simulate(plan, range(1, games + 1), jobs)
    keeper = _Keeper(plan, folder, force=force)
    keeper.make_room(games)
    begun = perf_counter()
    found = summed_up(plan, keeper.kept(_shown(played, games)))
    took = perf_counter() - begun
    output.note(f"{games} games in {took:.1f} s, {games / took:.1f} games/s")
    if as_json:
        output.say_json(_as_json(found))
    else:
        _tell(found, whole=summary)
    ctx.exit(exit_codes.NO if found.failed else exit_codes.YES)


def _seats(game: str, wanted: str | None) -> tuple[str, ...]:
    from replay import library
    from replay.simulate import SEATS

    least, _ = library.game(game).seats
    if wanted is None:
        return SEATS[:least]
    if not wanted.isdecimal():
        return tuple(wanted.split(","))
    if int(wanted) > len(SEATS):
        msg = f"--seats: there are names for {len(SEATS)} seats only; name them: A,B,..."
        raise click.UsageError(msg)
    return SEATS[: int(wanted)]


class _Keeper:
    """Writes games to files: each one where a folder is named, and those that fail in any case."""

    def __init__(self, plan: Plan, folder: Path | None, *, force: bool) -> None:
        self._plan = plan
        self._folder = folder
        self._failed = folder / "failed" if folder else FAILED
        self._force = force

    def make_room(self, games: int) -> None:
        """See that nothing is overwritten before the first game is played.

        Raises: NotOverwritten, UnreadableFile.
        """
        from events.errors import NotOverwritten, UnreadableFile

        if self._folder is None:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UnreadableFile(self._folder, (error.strerror or str(error)).lower()) from error
        taken = next((path for path in map(self._path, range(1, games + 1)) if path.exists()), None)
        if taken and not self._force:
            raise NotOverwritten(taken)

    def _path(self, number: int) -> Path:
        plan = self._plan
        name = f"{plan.policy}-{len(plan.seats)}-{plan.seed.hex()[:8]}-{number:04}.log.jsonl"
        return (self._folder or FAILED) / name

    def kept(self, played: Iterable[Simulated]) -> Iterator[Simulated]:
        """Pass games on; their logs are in files then, and not kept in memory."""
        import attrs

        for game in played:
            if game.error:
                self._failed.mkdir(parents=True, exist_ok=True)
                # What failed before may be replaced: the same seed fails alike, or differently now.
                output.write(self._failed / f"{game.seed}.log.jsonl", game.log, force=True)
                output.write(self._failed / f"{game.seed}.txt", f"{game.error}\n\n{game.trace}".encode(), force=True)
                output.note(f"game {game.number} failed, kept as {self._failed / game.seed}.log.jsonl: {game.error}")
            elif self._folder is not None:
                output.write(self._path(game.number), game.log, force=self._force)
            yield attrs.evolve(game, log=b"", trace="")


def _shown(played: Iterator[Simulated], games: int) -> Iterator[Simulated]:
    """Pass games on, and show how far it is where a terminal reads."""
    import os

    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield from played
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    rate = TextColumn("{task.fields[rate]}")
    console = Console(stderr=True, no_color=bool(os.environ.get("NO_COLOR")))
    with Progress(BarColumn(), MofNCompleteColumn(), rate, TimeRemainingColumn(), console=console) as progress:
        task = progress.add_task("", total=games, rate="")
        for game in played:
            yield game
            speed = progress.tasks[0].speed
            progress.update(task, advance=1, rate=f"{speed:.1f} games/s" if speed else "")


def _as_json(found: Summary) -> dict[str, Any]:
    import attrs

    return attrs.asdict(found)


def _tell(found: Summary, *, whole: bool) -> None:
    if whole and found.games:
        _tables(found)
    seats = ", ".join(found.seats)
    output.say(f"{found.game}, {seats}, {found.policy}, seed {found.seed}: {found.games} games played to their end")
    for seed, error in found.failed.items():
        output.say(f"failed {seed}: {error}")


def _tables(found: Summary) -> None:
    share = {seat: f"{100 * won / found.games:.1f} %" for seat, won in found.won.items()}
    output.table(
        ("seat", "won", "share", "least", "low", "median", "high", "most", "mean"),
        [(seat, str(found.won[seat]), share[seat], *_row(found.scores[seat])) for seat in found.seats],
        right=range(1, 9),
    )
    per_game = (
        ("winning score", found.winning),
        ("rounds", found.rounds),
        ("entries", found.entries),
        ("moves", found.moves),
        ("legal moves", found.legal),
    )
    output.say()
    output.table(
        ("of a game", "least", "low", "median", "high", "most", "mean"),
        [(name, *_row(spread)) for name, spread in per_game],
        right=range(1, 7),
    )
    output.say()
    if found.shared:
        output.say(f"{found.shared} games had several winners")


def _row(spread: Spread | None) -> tuple[str, ...]:
    if spread is None:
        return ("-",) * 6
    numbers = (spread.least, spread.low, spread.median, spread.high, spread.most, spread.mean)
    return tuple(f"{number:g}" if isinstance(number, int) else f"{number:.1f}" for number in numbers)
