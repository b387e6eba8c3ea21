"""`refold note`: remarks on entries, beside the log."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import exit_codes, options, output

if TYPE_CHECKING:
    from events.notes import Mark, Note
    from replay.logs import Log


@click.command("note")
@options.log_argument
@click.option("--entry", type=click.IntRange(min=0), metavar="N", help="The entry; 0 is the game as a whole.")
@click.option("--text", metavar="TEXT", help="What there is to say.")
@click.option("--author", default="", metavar="NAME", help="Who says it.")
@click.option(
    "--mark",
    type=click.Choice(["remark", "disputed", "settled"]),
    default="remark",
    show_default=True,
    help="What it makes of the entry.",
)
@options.content
@options.as_json
@click.pass_context
def command(
    ctx: click.Context,
    log: Path,
    entry: int | None,
    text: str | None,
    author: str,
    mark: Mark,
    content: str,
    as_json: bool,
) -> None:
    """Put a note on an entry, or list the notes on a log.

    Notes stand in NAME.notes.jsonl; the log is never changed. A note names its entry by its digest: one that does not
    fit the log any more is told, and the exit code is 1 then. `refold replay --to next-mark` stops at a dispute.

    \b
    Example:
      refold note game.log.jsonl --entry 12 --mark disputed --author kim --text "was this space free?"
      refold note game.log.jsonl
    """
    from events.notes import Note, append_note, notes_path

    if (entry is None) != (text is None):
        msg = "--entry N and --text TEXT go together; without both the notes are listed"
        raise click.UsageError(msg)
    if str(log) == "-":
        msg = "notes are kept beside a log: name its file"
        raise click.UsageError(msg)
    found = options.opened(log, content)
    digests = _digests(found)
    if entry is None or text is None:
        if not _listed(found, digests, as_json=as_json):
            ctx.exit(exit_codes.NO)
        return
    if entry not in digests:
        from replay.timeline import NoSuchEntry

        raise NoSuchEntry(entry, len(found.entries))
    note = Note(n=entry, entry=digests[entry], mark=mark, author=author, text=text)
    path = notes_path(log)
    written = append_note(path, note)
    if as_json:
        output.say_json(_as_json(written, fits=True))
    else:
        output.say(f"{path}: {_sentence(written)}")


def _digests(found: Log) -> dict[int, str]:
    """Return the digest of each entry's line, the header's by 0."""
    lines = [found.header_line, *found.lines]
    return {n: line.digest.hex() for n, line in enumerate(lines)}


def _listed(found: Log, digests: dict[int, str], *, as_json: bool) -> bool:
    """List the notes on a log. Return whether all of them fit it."""
    from events.notes import notes_path, read_notes, strays

    notes = read_notes(notes_path(Path(found.path)))
    stray = set(strays(notes, digests))
    if as_json:
        output.say_json([_as_json(note, fits=note not in stray) for note in notes])
    else:
        for note in notes:
            output.say(_sentence(note) + (" - it does not fit this log" if note in stray else ""))
        if not notes:
            output.say("there are no notes on this log")
    return not stray


def _sentence(note: Note) -> str:
    by = f" ({note.author})" if note.author else ""
    return f"entry {note.n}, {note.mark}{by}: {note.text}"


def _as_json(note: Note, *, fits: bool) -> dict[str, Any]:
    return {
        "n": note.n,
        "entry": note.entry,
        "mark": note.mark,
        "author": note.author,
        "text": note.text,
        "digest": note.digest,
        "fits": fits,
    }
