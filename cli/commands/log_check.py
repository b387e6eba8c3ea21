"""`refold log check`: a log's form, chain and spelling."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import click

from cli import exit_codes, options, output

if TYPE_CHECKING:
    from replay.keeping import Checked


@click.command("check")
@options.log_argument
@click.option(
    "--seal", "--anchor", "anchor", metavar="FILE|DIGEST", help="Its seal, or a head digest, kept outside of the log."
)
@options.content
@options.as_json
@click.pass_context
def command(ctx: click.Context, log: Path, anchor: str | None, content: str, as_json: bool) -> None:
    """Check a log's form, chain and spelling, and fold it.

    Whether the moves were legal is not asked here: that is `verify`. The exit code is 3 for a damaged log, and 1 when
    it does not hold what the seal stands for.

    \b
    Example:
      refold log check game.log.jsonl
      refold log check game.log.jsonl --seal game.seal
    """
    from replay.keeping import check

    with options.naming(log):
        found = check(log, content=content, anchor=_digest(anchor) if anchor else "")
    if as_json:
        output.say_json(attrs.asdict(found))
    else:
        _tell(log, found)
    if found.anchor == "missing":
        ctx.exit(exit_codes.NO)


def _digest(anchor: str) -> str:
    from events.errors import MalformedLine
    from replay.keeping import read_anchor
    from replay.library import read_bytes

    path = Path(anchor)
    text = read_bytes(path, 4096).decode("utf-8", "replace") if path.exists() else anchor
    try:
        return read_anchor(text)
    except MalformedLine as error:
        msg = f"--seal: {error}"
        raise click.UsageError(msg) from error


def _tell(log: Path, found: Checked) -> None:
    seal = found.seal
    told = f", {found.openings} secret{'s' * (found.openings > 1)} told" if found.openings else ""
    told += ", seed told" if found.revealed else ""
    output.say(f"{log}: sound ({seal.game}, {seal.entries} entries{told})")
    output.say(f"head {seal.head}")
    match found.anchor:
        case "head":
            output.say("the log ends where the seal does: nothing was changed, added or cut off since")
        case "extended":
            more = f"{found.after} {'entry' if found.after == 1 else 'entries'} more"
            output.say(f"the log holds what was sealed, and {more}: nothing sealed was changed")
        case "missing":
            output.say("the log does not hold what was sealed: it was changed or cut off, or is another game's")
        case _:
            output.say("proven: no line was changed by itself, reordered or left out before the last one")
            output.say("not proven without a seal: that no entries were cut off at the end, or all written anew")
