"""`refold bisect`: the first entry after which something holds no more, or the first revision that changed a log."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import exit_codes, options, output, story

if TYPE_CHECKING:
    from replay.bisect import Found
    from replay.logs import Log
    from replay.revisions import Found as Changed
    from replay.timeline import Timeline


@click.command("bisect")
@options.log_argument
@click.argument("other", required=False, type=options.FILE)
@click.option("--expect", metavar="EXPR", help='What should hold, as "/players/blue/coins>=0".')
@click.option("--good", metavar="REV", help="A revision of this checkout under which LOG verified; with --bad.")
@click.option("--bad", metavar="REV", help="A later one under which it does not.")
@click.option("--from", "low", type=click.IntRange(min=1), default=1, metavar="N", help="Begin with entry N.")
@click.option("--to", "high", type=click.IntRange(min=1), metavar="N", help="Stop after entry N.")
@options.seat
@options.content
@options.as_json
@click.pass_context
def command(
    ctx: click.Context,
    log: Path,
    other: Path | None,
    expect: str | None,
    good: str | None,
    bad: str | None,
    low: int,
    high: int | None,
    seen_by: str | None,
    content: str,
    as_json: bool,
) -> None:
    """Find the first entry after which something holds no more, or where two logs part.

    It looks at about log2(n) positions and says at how many. EXPR is a pointer, one of = != < <= > >= contains lacks,
    and a value. With --good and --bad it finds the revision of the rules that changed a log instead, and asks each
    through its own `refold engine`, in this environment: a revision that asks for other packages, or has no engine, is
    exit code 4. Else the exit code is 0 when all holds to the end, 1 when an entry or a revision was found.

    \b
    Example:
      refold bisect game.log.jsonl --expect "/players/blue/coins>=3"
      refold bisect game.log.jsonl other.log.jsonl
      refold bisect game.log.jsonl --good v1.2 --bad HEAD
    """
    from replay.bisect import first_broken, first_difference_of, read_expectation
    from replay.salvage import whole

    if good is not None or bad is not None:
        if good is None or bad is None or other is not None or expect is not None or seen_by is not None:
            msg = "--good and --bad go together, and with no other question"
            raise click.UsageError(msg)
        ctx.exit(_revisions(options.opened(log, content), good, bad, as_json=as_json))
    if (other is None) == (expect is None) or (other is not None and (low != 1 or high is not None)):
        msg = (
            "look for what holds no more by --expect, between --from and --to, for where OTHER parts from LOG, "
            "or for a revision between --good and --bad"
        )
        raise click.UsageError(msg)
    with options.naming(log):
        sound = whole(log, content=content)
    eyes = options.viewer(seen_by, sound.log.header.seats)
    if expect is not None:
        wanted = read_expectation(expect)
        if high is not None:
            sound.timeline.at(high)
        if low > (sound.timeline.last if high is None else high):
            msg = "--from lies behind --to"
            raise click.UsageError(msg)
        found = first_broken(sound.timeline, wanted, low=low, high=high, eyes=eyes)
    else:
        with options.naming(other or log):
            theirs = whole(other or log, content=content)
        found = first_difference_of(sound.log, theirs.log, eyes=eyes)
    if as_json:
        output.say_json(_as_json(found, sound.timeline, eyes))
    else:
        _tell(found, sound.timeline, expect, eyes)
    ctx.exit(exit_codes.YES if found.n is None else exit_codes.NO)


def _tell(found: Found, timeline: Timeline, expect: str | None, eyes: str | None) -> None:
    looked = f"looked at {found.looks} of {found.high - found.low + 1} positions"
    if found.n is None:
        what = f"{expect} holds after entry {found.high}" if expect else "the two logs are the same"
        output.say(f"{what} ({looked})")
        return
    what = f"{expect} holds no more" if expect else "the two logs part"
    output.say(f"entry {found.n}: {what} ({looked})")
    if found.n <= timeline.last:
        output.say(f"  {_entry(found.n, timeline, eyes)}")
    if found.other is not None and found.other != found.n:
        output.say(f"  in the other log it is entry {found.other}")
    if found.good >= found.low:
        output.say(f"  after entry {found.good} all was well")
    if not found.certain:
        output.say("  an earlier entry may have broken it for a while; this is where it was broken and not before")


def _entry(n: int, timeline: Timeline, eyes: str | None) -> str:
    from events.encoding import Encoder

    entry = timeline.entry(n)
    actor = story.actor(entry)
    told = story.happening(entry, Encoder(timeline.game.vocabulary), eyes)
    return f"{actor}, {told}" if actor else told


def _as_json(found: Found, timeline: Timeline, eyes: str | None) -> dict[str, Any]:
    import attrs

    told = attrs.asdict(found)
    here = found.n is not None and found.n <= timeline.last
    told["entry"] = _entry(found.n, timeline, eyes) if here and found.n else None
    return told


def _revisions(log: Log, good: str, bad: str, *, as_json: bool) -> int:
    """Find the revision that changed a log, and return the exit code."""
    from replay.revisions import bisect_revisions, checkout

    found = bisect_revisions(checkout(), log, good, bad, lambda commit, verdict: output.note(f"{commit}: {verdict}"))
    if as_json:
        output.say_json(_revision_as_json(found))
    else:
        _tell_revision(found, log, bad)
    return exit_codes.YES if found.report.sound else exit_codes.NO


def _tell_revision(found: Changed, log: Log, bad: str) -> None:
    from cli.verifying import details

    looked = f"looked at {found.looks} of {found.candidates} revisions"
    if found.report.sound:
        output.say(f"{log.path} verifies under {bad}: no revision changed it ({looked})")
        return
    output.say(f"{found.first} changed {log.path}: {found.report.verdict} ({looked})")
    output.say(f"  {found.title}")
    for line in details(found.report, all_entries=False):
        output.say(f"  {line}")


def _revision_as_json(found: Changed) -> dict[str, Any]:
    import attrs

    report = found.report
    return {
        "revision": None if report.sound else found.first,
        "title": None if report.sound else found.title,
        "looks": found.looks,
        "candidates": found.candidates,
        "verdict": report.verdict,
        "message": report.message,
        "concerned": list(report.concerned),
        "difference": attrs.asdict(report.differences[0]) if report.differences else None,
    }
