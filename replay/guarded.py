"""A game whose state comes from a file: what a position breaks that no game leads to is the file's fault.

Events of a log are folded as they stand, and a forger may record any. Reducers keep books and judge nothing, so a
position can stand that the functions of a game were never made for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.errors import RefoldError
from kernel.copies import replace
from kernel.decider import AnyGame, Rule
from kernel.errors import ImpossibleEvent

_FUNCTIONS = ("to_act", "is_over", "round", "legal_moves", "resolve", "standings", "document", "handover", "worth")
_RULES = ("decide", "proceed")
_MADE: dict[int, tuple[AnyGame, AnyGame]] = {}


def guarded(game: AnyGame) -> AnyGame:
    """Return a game that says of a position that cannot be that it cannot, wherever its functions break on it."""
    if id(game) not in _MADE:
        parts: dict[str, Any] = {part: _guard(game, getattr(game, part)) for part in _FUNCTIONS}
        parts["faults"] = lambda state: _faults(game, state)
        parts |= {part: _guard_rule(game, getattr(game, part)) for part in _RULES}
        # The game is kept beside it, so that no other one can come by its id.
        _MADE[id(game)] = game, replace(game, **parts)
    return _MADE[id(game)][1]


def cannot_be(game: AnyGame, state: Any, error: Exception) -> ImpossibleEvent | None:
    """Blame a position for what broke on it, where it cannot be; None for one that can: then the game is to blame."""
    faults = _faults(game, state)
    if not faults or isinstance(error, RefoldError):
        return None
    return ImpossibleEvent(f"what is recorded leads to a position that cannot be: {'; '.join(faults)}")


def _faults(game: AnyGame, state: Any) -> tuple[str, ...]:
    """Return what is wrong with a position; that looking at it breaks is wrong with it, too."""
    try:
        return game.faults(state)
    except RefoldError as error:
        return (str(error),)
    except Exception as error:  # noqa: BLE001 - whatever it is, the position is to blame
        return (f"nothing can be made of it ({type(error).__name__}: {error})",)


def _guard(game: AnyGame, function: Callable[..., Any]) -> Callable[..., Any]:
    def call(state: Any, *rest: Any) -> Any:
        try:
            return function(state, *rest)
        except RefoldError:
            raise
        except Exception as error:
            found = cannot_be(game, state, error)
            if found is None:
                raise
            raise found from error

    return call


def _guard_rule(game: AnyGame, rule: Callable[..., Rule[Any, Any]]) -> Callable[..., Rule[Any, Any]]:
    def going(state: Any, *rest: Any) -> Rule[Any, Any]:
        try:
            yield from rule(state, *rest)
        except RefoldError:
            raise
        except Exception as error:
            found = cannot_be(game, state, error)
            if found is None:
                raise
            raise found from error

    return going
