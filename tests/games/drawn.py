"""A position of a recording, drawn, for the goldens of the games."""

from __future__ import annotations

from functools import cache

from kernel.documents import REFEREE, view
from replay.logs import Log, read_log
from replay.timeline import Timeline
from tests.recordings import FIXTURES


@cache
def _recorded(recording: str) -> tuple[Log, Timeline]:
    log = read_log(FIXTURES / f"{recording}.log.jsonl")
    return log, log.timeline()


def drawn(recording: str, n: int, language: str, eyes: str | None = REFEREE) -> str:
    """The drawing after entry `n` of a recording, such as ``game/games/name``, as somebody sees it."""
    log, timeline = _recorded(recording)
    document = view(log.game.document(timeline.at(n).state), eyes)
    return log.game.drawing(timeline.table.box, document, language)
