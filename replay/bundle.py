"""The dispute bundle: one file with all that is needed to look at a disputed move offline, and to check it.

The same log and the same readings give the same bytes: fixed times, fixed order, nothing compressed.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import orjson

from events.encoding import plain
from kernel.decider import Standing
from kernel.documents import REFEREE, Document, view
from kernel.rulebook import LANGUAGES, Rulebook
from replay import library
from replay.diff import leaders
from replay.dispute import Dispute, Reading
from replay.keeping import MAX_LOG, seal_of

FORMAT = "refold/dispute/1"
LOG, SEAL, SIGNATURE, PACK = "game.log.jsonl", "game.seal", "game.seal.sig", "pack.json"
_START = (1980, 1, 1, 0, 0, 0)
"""The earliest time that the format of a zip file can tell."""


def bundle(found: Dispute, *, content: str = "", signature: bytes | None = None) -> bytes:
    """Return the bytes of a bundle. content: the pack the log was played with, where it is not a shipped one.

    signature: of the log's seal, as the arbiter has it.

    Raises: UnreadableFile.
    """
    files = dict(_files(found, content, signature))
    sums = "".join(f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))
    files["SHA256SUMS"] = sums.encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, _START)
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, files[name])
    return packed.getvalue()


def report_of(found: Dispute) -> dict[str, Any]:
    """Return a dispute as JSON."""
    log = found.log
    return {
        "refold": FORMAT,
        "game": log.header.game,
        "seats": list(log.header.seats),
        "rules": {"version": log.header.rules.version, "digest": log.header.rules.digest},
        "content": {"pack": log.header.content.pack, "digest": log.header.content.digest},
        "log": {"entries": len(log.entries), "head": log.head},
        "entry": found.entry.n if found.entry is not None else None,
        "at": found.at,
        "by": found.by,
        "move": dict(found.move),
        "readings": [_reading(reading, place) for place, reading in enumerate(found.readings, 1)],
        "winner_differs": found.winner_differs,
        "clauses": found.clauses(library.rulebook(log.header.game)),
    }


def _files(found: Dispute, content: str, signature: bytes | None) -> Iterator[tuple[str, bytes]]:
    log = found.log
    rulebook = library.rulebook(log.header.game)
    yield LOG, library.read_bytes(Path(log.path), MAX_LOG)
    yield SEAL, seal_of(log).text().encode()
    if signature is not None:
        yield SIGNATURE, signature
    pack = library.pack(log.header.game, content or log.header.content.pack)
    yield PACK, _json(attrs.asdict(pack))
    yield "dispute.json", _json(report_of(found))
    yield "position.json", _json(view(found.before, REFEREE))
    yield "clauses.txt", "\n".join(_clauses(found, rulebook)).encode()
    for place, reading in enumerate(found.readings, 1):
        if reading.rest is not None:
            yield _outcome(place), reading.rest.content()
    yield "README.txt", _readme(found, signed=signature is not None).encode()


def _reading(reading: Reading, place: int) -> dict[str, Any]:
    refusal = reading.refusal
    return {
        "reading": dict(reading.rulings),
        "legal": refusal is None,
        "clause": refusal.clause if refusal else None,
        "also": list(refusal.also) if refusal else [],
        "facts": plain(dict(refusal.facts)) if refusal else {},
        "remedy": plain(dict(refusal.remedy)) if refusal else {},
        "needs": reading.needs,
        "events": list(reading.events),
        "cites": list(reading.cites),
        "stopped": reading.stopped,
        "standings": [_standing(standing) for standing in reading.standings],
        "leaders": list(leaders(reading.standings)),
        "log": _outcome(place) if reading.rest is not None else LOG,
    }


def _standing(standing: Standing) -> dict[str, Any]:
    parts = [list(part) for part in standing.parts]
    return {"seat": standing.seat, "rank": standing.rank, "score": standing.score, "parts": parts}


def _outcome(place: int) -> str:
    return f"reading-{place}.log.jsonl"


def _json(value: Mapping[str, Any] | Document) -> bytes:
    return orjson.dumps(plain(value), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _clauses(found: Dispute, rulebook: Rulebook) -> Iterator[str]:
    """Spell the clauses and the readings in every language."""
    for clause_id in found.clauses(rulebook):
        clause = rulebook.clause(clause_id)
        lines = ", ".join(map(str, clause.seed_lines))
        origin = f"seed line{'s' * (len(clause.seed_lines) > 1)} {lines}" if lines else ", ".join(clause.source)
        yield f"{clause.id}" + (f" ({origin})" if origin else "")
        yield from (f"  {language}: {clause.text(language)}" for language in LANGUAGES)
        yield ""
    for name in dict.fromkeys(name for reading in found.readings for name in reading.rulings):
        ruling = rulebook.rulings[name]
        yield f"ruling {name}, on {ruling.clause} (default {ruling.default}; {ruling.status}: {ruling.basis})"
        yield from (f"  {language}: {text}" for language, text in sorted(ruling.question.items()))
        for option, texts in ruling.options.items():
            yield f"  {option}"
            yield from (f"    {language}: {text}" for language, text in sorted(texts.items()))
        yield ""


def _readme(found: Dispute, *, signed: bool) -> str:
    log = found.log
    told = "\n".join(_told(reading, place) for place, reading in enumerate(found.readings, 1))
    spelled = orjson.dumps(dict(found.move)).decode()
    move = f"--at {found.at} --by {found.by} --move '{spelled}'"
    rulings = [reading.rulings for reading in found.readings if reading.rulings]
    again = [f"--reading {','.join(f'{name}={option}' for name, option in one.items())}" for one in rulings]
    return _README.format(
        title=log.game.title,
        seats=", ".join(log.header.seats),
        name=found.name,
        by=found.by,
        move=spelled,
        before=found.at,
        options=" ".join([*again, *(["--signature game.seal.sig"] if signed else [])]),
        which=f"--entry {found.entry.n}" if found.entry is not None else move,
        pack=log.header.content.pack,
        version=log.header.rules.version,
        head=log.head,
        readings=told,
        winner=f"{found.verdict[0].upper()}{found.verdict[1:]}.",
        signature=_SIGNED if signed else "                    it is not signed\n",
        outcomes="".join(
            f"  {_outcome(place)}   the game from there on under {reading.name}\n"
            for place, reading in enumerate(found.readings, 1)
            if reading.rest is not None
        ),
    )


def _told(reading: Reading, place: int) -> str:
    legal = f"refused by {reading.refusal.message}" if reading.refusal else "legal"
    if reading.needs:
        legal = f"open: {reading.needs}"
    standings = ", ".join(
        f"{one.rank}. {one.seat} {one.score}" for one in sorted(reading.standings, key=lambda one: one.rank)
    )
    stopped = f"\n     The game cannot go on as recorded: {reading.stopped}" if reading.stopped else ""
    return f"  {place}. {reading.name}: the move is {legal}\n     Standings: {standings}{stopped}"


_SIGNED = """\
  game.seal.sig     the signature of the seal; with the signer's public key in a file `allowed`:
                    ssh-keygen -Y verify -f allowed -I SIGNER -n refold -s game.seal.sig < game.seal
"""

_README = """\
A disputed move: {title} ({seats}), {name}, by {by}
  {move}

{readings}
  {winner}

What is here
  game.log.jsonl    the log, byte for byte; it holds every secret that the log given held
  game.seal         its seal: head {head}
{signature}\
  pack.json         the content pack "{pack}"
  dispute.json      the move under each reading: clause, facts, remedy, events, outcome
  position.json     the position before the move
  clauses.txt       the clauses and the readings, in English and French
{outcomes}\
  SHA256SUMS        digests of these files

How to check it, offline
  sha256sum -c SHA256SUMS
  refold audit game.log.jsonl --seal game.seal --content pack.json
  refold show game.log.jsonl --at {before} --content pack.json
  refold why game.log.jsonl {which} --content pack.json
  refold bundle game.log.jsonl {which} {options} --content pack.json -o again.zip
    gives the same bytes again
The log was recorded under rules version {version}.
"""
