"""Options and arguments that commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from replay.logs import Log

F = TypeVar("F", bound=Callable[..., Any])

PUBLIC = "public"
FILE = click.Path(path_type=Path)


class Text(click.ParamType[Any]):
    """Text: what can be written to a file. A command line may hold any bytes."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Refuse what is no UTF-8."""
        text = str(value)
        if any("\ud800" <= char <= "\udfff" for char in text):
            self.fail(f'expected text in UTF-8, found "{text}"', param, ctx)
        return text


class Pairs(click.ParamType[Any]):
    """``NAME=VALUE``."""

    name = "NAME=VALUE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """Part the two."""
        if isinstance(value, tuple):
            return value
        name, equals, rest = Text().convert(value, param, ctx).partition("=")
        if not (name and equals and rest):
            self.fail(f'expected {self.name}, found "{value}"', param, ctx)
        return name, rest


class RulingPairs(Pairs):
    """``ID=OPTION``."""

    name = "ID=OPTION"


log_argument = click.argument("log", type=FILE)
as_json = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
at = click.option(
    "--at", type=click.IntRange(min=0), metavar="N", help="After entry N; 0 is before set-up, no N the end."
)
content = click.option("--content", default="", metavar="PACK", help="A pack of the game, or a file with one.")
rulings = click.option(
    "--ruling", "rulings", multiple=True, type=RulingPairs(), help="Read a clause otherwise. May be repeated."
)
language = click.option(
    "--lang",
    type=click.Choice(["en", "fr"]),
    default="en",
    show_default=True,
    help="Language of clauses, cards and drawings.",
)
force = click.option("--force", is_flag=True, help="Replace a file that is there already.")
seat = click.option(
    "--as", "seen_by", metavar="SEAT", help='As SEAT may see it; "public" as anybody may. Else with all that is known.'
)


def output(what: str, *, required: bool = True) -> Callable[[F], F]:
    """Return the option for the file to write. what: it holds, for the help."""
    return click.option(
        "-o", "--output", "target", type=FILE, required=required, metavar="FILE", help=f'{what}; "-" is stdout.'
    )


def paired(pairs: Iterable[tuple[str, str]], option: str) -> dict[str, str]:
    """Return pairs as a mapping.

    Raises: UsageError for a name given twice.
    """
    found: dict[str, str] = {}
    for name, value in pairs:
        if name in found:
            msg = f"{option} {name} is given twice"
            raise click.UsageError(msg)
        found[name] = value
    return found


def viewer(seen_by: str | None, seats: Iterable[str]) -> str | None:
    """Return whose eyes `--as` asks for: a seat, None for the public, `REFEREE` where nothing was asked.

    Raises: UsageError for a seat that is not in the game.
    """
    from kernel.documents import REFEREE

    if seen_by is None:
        return REFEREE
    if seen_by == PUBLIC:
        return None
    return known_seat(seen_by, seats, "--as")


def known_seat(name: str, seats: Iterable[str], option: str) -> str:
    """Return a seat of the game.

    Raises: UsageError.
    """
    from difflib import get_close_matches

    seats = tuple(seats)
    if name not in seats:
        near = get_close_matches(name, seats, 1)
        hint = f' Did you mean "{near[0]}"?' if near else ""
        msg = f'{option}: there is no seat "{name}"; the seats are {", ".join(seats)}.{hint}'
        raise click.UsageError(msg)
    return name


def opened(log: Path, content: str = "", *, salvage: bool = False) -> Log:
    """Read a log.

    Raises: as `read_log`, each error with the log's name in it.
    """
    from replay.logs import read_log

    with naming(log):
        return read_log(log, content=content, salvage=salvage)


def read_seed_file(path: Path) -> str:
    """Read a seed from a file of its own.

    Raises: UnreadableFile; BadSeed with the file's name.
    """
    from kernel.chance import read_seed
    from replay.library import read_bytes

    text = read_bytes(path, 4096).decode("utf-8", "replace").strip()
    with naming(path):
        read_seed(text)
    return text


@contextmanager
def naming(path: Path | str) -> Iterator[None]:
    """Name a file in errors that know of none."""
    from events.errors import UnknownSecret
    from kernel.errors import BadContent, BadSeed, BadSetup, ImpossibleEvent

    try:
        yield
    except BadContent as error:
        raise error.at(str(path)) from error
    except (BadSeed, BadSetup, ImpossibleEvent, UnknownSecret) as error:
        if not str(error).startswith(str(path)):
            error.args = (f"{path}: {error}",)
        raise


@contextmanager
def from_command_line() -> Iterator[None]:
    """Blame the command line for a table that cannot be set, when it was described there.

    Raises: UsageError.
    """
    from kernel.errors import BadSeed, BadSetup

    try:
        yield
    except (BadSeed, BadSetup) as error:
        if getattr(error, "unknown", False):
            raise
        raise click.UsageError(str(error)) from error
