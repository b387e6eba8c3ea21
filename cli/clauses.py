"""Clauses in words, as a report quotes them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kernel.errors import Fact, spelled
from kernel.rulebook import Clause, Rulebook


def quoted(rulebook: Rulebook, clause_id: str, language: str) -> str:
    """Return a clause with its id and where it comes from; only the id where the rulebook does not have it."""
    clause = rulebook.clauses.get(clause_id)
    if clause is None:
        return clause_id
    origin = source_of(clause, language)
    return f"{clause.id}: {clause.text(language)}" + (f" ({origin})" if origin else "")


def source_of(clause: Clause, language: str) -> str:
    """Say where a clause comes from: lines of the seed text, or its sources."""
    if not clause.seed_lines:
        return ", ".join(clause.source)
    line, lines = ("seed line", "seed lines") if language == "en" else ("ligne du texte", "lignes du texte")
    return f"{line if len(clause.seed_lines) == 1 else lines} {', '.join(map(str, clause.seed_lines))}"


def as_json(clause: Clause) -> dict[str, Any]:
    """Return a clause as JSON."""
    return {
        "id": clause.id,
        "section": clause.section,
        "kind": clause.kind,
        "checkable": clause.checkable,
        "en": clause.en,
        "fr": clause.fr,
        "seed_lines": list(clause.seed_lines),
        "source": list(clause.source),
    }


def facts_in_words(facts: Iterable[tuple[str, Fact]]) -> str:
    """Spell facts: ``needs 3, has 2``."""
    return ", ".join(f"{name.replace('_', ' ')} {spelled(value)}" for name, value in facts)
