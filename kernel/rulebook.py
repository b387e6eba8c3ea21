"""The rulebook of a game: its clauses, and the rulings on what they leave open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from events import strict
from events.decoding import record_of
from events.errors import RecordError, RefoldError, did_you_mean
from events.frozen import frozen
from kernel.errors import BadContent, BadSetup

LANGUAGES = ("en", "fr")


@frozen(kw_only=True)
class Clause:
    """One rule. seed_lines: lines of the seed text it comes from, from 1. source: keys of the sources.

    kind: procedure, limit, cost, reward, setup, scoring, exception or definition. checkable: whether it shows in
    accepted moves (accept), in refusals (reject) or in both.
    """

    id: str
    section: str
    en: str
    fr: str
    seed_lines: tuple[int, ...]
    source: tuple[str, ...]
    kind: str
    checkable: str

    def text(self, language: str) -> str:
        """Return the clause in ``en`` or ``fr``."""
        return self.fr if language == "fr" else self.en


@frozen(kw_only=True)
class Ruling:
    """A switchable reading. clause: the clause it reads. question, options: texts by language. default: an option.

    basis: what speaks for the default. status: settled_by_seed, tournament or open. fixed: whether it can be switched.
    """

    id: str
    clause: str
    question: Mapping[str, str]
    options: Mapping[str, Mapping[str, str]]
    default: str
    basis: str
    status: str
    fixed: bool = False


@frozen(kw_only=True)
class Rulebook:
    """All clauses and rulings of a game, by id, in the order of the rulebook."""

    game: str
    clauses: Mapping[str, Clause]
    rulings: Mapping[str, Ruling]

    def clause(self, clause_id: str) -> Clause:
        """Return a clause.

        Raises: UnknownClause.
        """
        if clause_id not in self.clauses:
            raise UnknownClause(self, clause_id)
        return self.clauses[clause_id]

    def in_force(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Return the option in force for every ruling, sorted by id, where `chosen` differ from the defaults.

        Raises: BadSetup for an unknown ruling or option; the message lists what there is.
        """
        for name, option in chosen.items():
            if name not in self.rulings:
                hint = did_you_mean(name, self.rulings) or "."
                msg = f'{self.game} has no ruling "{name}"{hint} There are: {", ".join(self.rulings)}'
                raise BadSetup(msg, unknown=True)
            ruling = self.rulings[name]
            if option not in ruling.options:
                msg = f'the ruling {name} has no option "{option}"; there are: {", ".join(ruling.options)}'
                raise BadSetup(msg, unknown=True)
            if ruling.fixed and option != ruling.default:
                msg = f"the ruling {name} is settled by the rules ({ruling.basis}) and cannot be switched"
                raise BadSetup(msg, unknown=True)
        return {name: chosen.get(name, ruling.default) for name, ruling in sorted(self.rulings.items())}


class UnknownClause(RefoldError):
    """A clause id is not in the rulebook."""

    def __init__(self, rulebook: Rulebook, clause_id: str) -> None:
        """Name it and what is near."""
        from difflib import get_close_matches

        near = get_close_matches(clause_id, rulebook.clauses, 3)
        hint = f"; near it: {', '.join(near)}" if near else ""
        super().__init__(f'{rulebook.game} has no clause "{clause_id}"{hint}')
        self.clause_id = clause_id


def read_rulebook(record: Mapping[str, Any]) -> Rulebook:
    """Read a rulebook from its JSON value.

    Raises: BadContent when a field is missing, an id is there twice or a ruling names no clause.
    """
    if type(record) is not dict:
        raise BadContent("", f"expected an object, found {strict.found(record)}")
    game = record.get("game")
    if type(game) is not str:
        raise BadContent("/game", f"expected a string, found {strict.found(game)}")
    clauses = _by_id(record, "clauses", Clause)
    rulings = _by_id(record, "rulings", Ruling)
    for place, ruling in enumerate(rulings.values()):
        if ruling.clause not in clauses:
            raise BadContent(f"/rulings/{place}/clause", f'there is no clause "{ruling.clause}"')
        if ruling.default not in ruling.options:
            raise BadContent(f"/rulings/{place}/default", f'"{ruling.default}" is none of the options')
    return Rulebook(game=game, clauses=clauses, rulings=rulings)


def _list(record: Mapping[str, Any], key: str) -> list[Any]:
    items = record.get(key)
    if type(items) is not list:
        raise BadContent(f"/{key}", f"expected a list, found {strict.found(items)}")
    return items


def _by_id(record: Mapping[str, Any], key: str, cls: type[Any]) -> dict[str, Any]:
    met: dict[str, Any] = {}
    for place, item in enumerate(_list(record, key)):
        try:
            value = record_of(cls, item, complete=False)
        except RecordError as error:
            raise BadContent(f"/{key}/{place}{strict.as_pointer(error.pointer)}", error.problem) from error
        if value.id in met:
            raise BadContent(f"/{key}/{place}/id", f'"{value.id}" is there twice')
        met[value.id] = value
    return met
