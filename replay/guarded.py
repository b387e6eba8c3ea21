"""A game whose state comes from a file: what a position breaks that no game leads to is the file's fault.

Events of a log are folded as they stand, and a forger may record any. Reducers keep books and judge nothing, so a
position can stand that the functions of a game were never made for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kernel.copies import replace
from kernel.decider import AnyGame, blame_position, faults_of

_FUNCTIONS = ("to_act", "is_over", "round", "legal_moves", "resolve", "standings", "document", "handover", "worth")
_MADE: dict[int, tuple[AnyGame, AnyGame]] = {}


def guarded(game: AnyGame) -> AnyGame:
    """Return a game that says of a position that cannot be that it cannot, wherever its functions break on it.

    Its rules need no guard: who runs them says so (kernel/decider.py).
    """
    if id(game) not in _MADE:
        parts: dict[str, Any] = {part: _guard(game, getattr(game, part)) for part in _FUNCTIONS}
        parts["faults"] = lambda state: faults_of(game, state)
        # The game is kept beside it, so that no other one can come by its id.
        _MADE[id(game)] = game, replace(game, **parts)
    return _MADE[id(game)][1]


def _guard(game: AnyGame, function: Callable[..., Any]) -> Callable[..., Any]:
    def call(state: Any, *rest: Any) -> Any:
        try:
            return function(state, *rest)
        except Exception as error:  # noqa: BLE001 - raised again, or blamed on the position
            blame_position(game, state, error)

    return call
