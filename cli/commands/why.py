"""`refold why`: a move judged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import clauses, exit_codes, options, output, story

if TYPE_CHECKING:
    from replay.judge import Judgement
    from replay.timeline import Timeline


@click.command("why")
@options.log_argument
@click.option("--entry", type=click.IntRange(min=1), metavar="N", help="Judge the move of entry N where it was made.")
@click.option("--at", type=click.IntRange(min=0), metavar="N", help="Judge a move in the position after entry N.")
@click.option("--move", metavar="JSON", help='The move, as a script writes it: {"do": ...}.')
@click.option("--by", metavar="SEAT", help="Whose move it is, where it is not clear.")
@options.language
@options.content
@options.as_json
@click.pass_context
def command(
    ctx: click.Context,
    log: Path,
    entry: int | None,
    at: int | None,
    move: str | None,
    by: str | None,
    lang: str,
    content: str,
    as_json: bool,
) -> None:
    """Say why a move is legal or refused: clause, facts, remedy.

    The exit code is 0 for a legal move, 1 for a refused one.

    \b
    Example:
      refold why game.log.jsonl --entry 12
      refold why game.log.jsonl --at 20 --by blue --move '{"do":"end_turn"}'
    """
    from replay import library
    from replay.judge import judge_entry
    from replay.salvage import whole

    if (entry is None) == (move is None):
        msg = "ask for a recorded move by --entry N, or for any move by --move JSON, with --at N"
        raise click.UsageError(msg)
    with options.naming(log):
        found = whole(log, content=content)
    timeline = found.timeline
    if entry is not None:
        judgement = judge_entry(timeline, entry)
    else:
        judgement = _asked(timeline, timeline.last if at is None else at, by, move or "", found.log.header.seats)
    if as_json:
        output.say_json(_report(judgement, entry))
    else:
        _tell(judgement, entry, library.rulebook(found.log.header.game), lang)
        for flag in story.flags(timeline.entries[: judgement.n]):
            output.note(f"note: {flag}")
    if judgement.refusal is not None:
        ctx.exit(exit_codes.NO)


def _asked(timeline: Timeline, n: int, by: str | None, move: str, seats: tuple[str, ...]) -> Judgement:
    """Judge a move from the command line.

    Raises: UsageError for what is no move of the game.
    """
    from events.errors import RecordError
    from replay.judge import judge, seat_of
    from replay.library import parse_json

    try:
        record = parse_json(move.encode(), "--move")
        if not isinstance(record, dict):
            msg = "--move: expected an object"
            raise click.UsageError(msg)
        seat = options.known_seat(by or seat_of(timeline, n, record), seats, "--by")
        fields = {key: value for key, value in record.items() if key not in ("by", "label", "note", "refused")}
        return judge(timeline, n, seat, fields)
    except RecordError as error:
        raise click.UsageError(str(error.at("--move"))) from error


PHRASES = {
    "recorded": ("entry {n}", "entrée {n}"),
    "asked": ("after entry {n}", "après l'entrée {n}"),
    "legal": ("{move} - legal", "{move} - permis"),
    "refused": ("{move} - refused by {refusal}", "{move} - refusé par {refusal}"),
    "by": ("  by {clause}", "  selon {clause}"),
    "also": ("  also {clause}", "  de même {clause}"),
    "remedy": ("  it would be legal with: {facts}", "  ce serait permis avec : {facts}"),
    "verdicts": ("  recorded: accepted; recomputed: refused", "  enregistré : accepté ; recalculé : refusé"),
    "instead": (
        "  legal instead ({shown} of {legal}, the nearest first):",
        "  permis à la place ({shown} sur {legal}, les plus proches d'abord) :",
    ),
    "nothing": ("  {seat} has no legal move here", "  {seat} n'a aucun coup permis ici"),
}
"""What is said about a move, in English and in French."""


def _tell(judgement: Judgement, entry: int | None, rulebook: Any, language: str) -> None:
    from kernel.drawing import Words

    say = Words(PHRASES, language)
    place = say("recorded", n=entry) if entry else say("asked", n=judgement.n)
    move = f"{place}: {judgement.by}, {story.move_in_words(judgement.move)}"
    refusal = judgement.refusal
    if refusal is None:
        output.say(say("legal", move=move) + (f" ({judgement.needs})" if judgement.needs else ""))
        for clause in judgement.cites:
            output.say(say("by", clause=clauses.quoted(rulebook, clause, language)))
        return
    output.say(say("refused", move=move, refusal=refusal.message))
    output.say(f"  {clauses.quoted(rulebook, refusal.clause, language)}")
    for clause in refusal.also:
        output.say(say("also", clause=clauses.quoted(rulebook, clause, language)))
    if refusal.remedy:
        output.say(say("remedy", facts=clauses.facts_in_words(refusal.remedy.items())))
    if entry:
        output.say(say("verdicts"))
    if not judgement.nearest:
        output.say(say("nothing", seat=judgement.by))
        return
    output.say(say("instead", shown=len(judgement.nearest), legal=judgement.legal))
    for step in judgement.nearest:
        output.say_line(step, indent="    ")


def _report(judgement: Judgement, entry: int | None) -> dict[str, Any]:
    refusal = judgement.refusal
    return {
        "entry": entry,
        "at": judgement.n,
        "by": judgement.by,
        "move": dict(judgement.move),
        "legal": refusal is None,
        "clause": refusal.clause if refusal else None,
        "also": list(refusal.also) if refusal else [],
        "facts": dict(refusal.facts) if refusal else {},
        "remedy": dict(refusal.remedy) if refusal else {},
        "cites": list(judgement.cites),
        "events": list(judgement.events),
        "needs": judgement.needs,
        "instead": list(judgement.nearest),
        "legal_moves": judgement.legal if refusal else None,
    }
