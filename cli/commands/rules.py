"""`refold rules`: clauses and rulings in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from cli import clauses, options, output

if TYPE_CHECKING:
    from kernel.rulebook import Clause, Rulebook, Ruling


@click.command("rules")
@click.argument("game")
@click.argument("clause", nargs=-1)
@click.option("--section", metavar="S", help="The clauses of one section.")
@click.option("--rulings", is_flag=True, help="The rulings: what clauses leave open, and how it may be read.")
@options.language
@options.as_json
def command(game: str, clause: tuple[str, ...], section: str | None, rulings: bool, lang: str, as_json: bool) -> None:
    """Print clauses and rulings of a game.

    CLAUSE is an id such as "bid.once", or the beginning of ids such as "bid."; with none all are printed.
    In brackets stands where a clause comes from: lines of the rules text that the game began with ("seed line 12"), or
    keys of other sources, which docs/sources.md lists.

    \b
    Example:
      refold rules marco_polo travel.two_dice --lang fr
      refold rules marco_polo --rulings
    """
    from replay import library

    library.game(game)
    book = library.rulebook(game)
    found = list(_chosen(book, clause, section))
    readings = [ruling for ruling in book.rulings.values() if not (clause or section) or _reads(ruling, found)]
    if as_json:
        output.say_json(
            {
                "game": game,
                "clauses": [] if rulings else [clauses.as_json(one) for one in found],
                "rulings": [_ruling_as_json(one) for one in readings],
            }
        )
        return
    if not rulings:
        _print_clauses(found, lang)
    if rulings or clause:
        _print_rulings(readings, lang, spaced=not rulings)
    elif readings and not section:
        output.note(f"how open clauses are read: refold rules {game} --rulings ({len(readings)} in all)")


def _chosen(book: Rulebook, wanted: tuple[str, ...], section: str | None) -> Iterable[Clause]:
    """List the clauses asked for, each once, in the order of the rulebook.

    Raises: UnknownClause; UsageError for a section that is not there.
    """
    if section is not None:
        sections = tuple(dict.fromkeys(one.section for one in book.clauses.values()))
        if section not in sections:
            msg = f'--section: there is no section "{section}"; there are: {", ".join(sections)}'
            raise click.UsageError(msg)
    for asked in wanted:
        if not (asked.endswith(".") and any(known.startswith(asked) for known in book.clauses)):
            book.clause(asked)
    for one in book.clauses.values():
        named = not wanted or any(one.id == want or (want.endswith(".") and one.id.startswith(want)) for want in wanted)
        if named and section in (None, one.section):
            yield one


def _reads(ruling: Ruling, found: Iterable[Clause]) -> bool:
    return any(ruling.clause == clause.id for clause in found)


def _print_clauses(found: Iterable[Clause], language: str) -> None:
    section = None
    for clause in found:
        if clause.section != section:
            if section is not None:
                output.say()
            section = clause.section
            output.say(f"[{section}]")
        origin = clauses.source_of(clause, language)
        output.say(f"{clause.id}: {clause.text(language)}" + (f" ({origin})" if origin else ""))


def _print_rulings(readings: Iterable[Ruling], language: str, *, spaced: bool) -> None:
    for place, ruling in enumerate(readings):
        if place or spaced:
            output.say()
        fixed = ", fixed" if ruling.fixed else ""
        output.say(f"{ruling.id} (reads {ruling.clause}; {ruling.status.replace('_', ' ')}{fixed})")
        output.say(f"  {_in(ruling.question, language)}")
        for option, text in ruling.options.items():
            mark = "*" if option == ruling.default else " "
            output.say(f"  {mark} {option}: {_in(text, language)}")
        output.say(f"  The default (*) rests on: {ruling.basis}")


def _in(texts: Any, language: str) -> str:
    return str(texts.get(language) or texts.get("en") or next(iter(texts.values()), ""))


def _ruling_as_json(ruling: Ruling) -> dict[str, Any]:
    return {
        "id": ruling.id,
        "clause": ruling.clause,
        "question": dict(ruling.question),
        "options": {option: dict(text) for option, text in ruling.options.items()},
        "default": ruling.default,
        "basis": ruling.basis,
        "status": ruling.status,
        "fixed": ruling.fixed,
    }
