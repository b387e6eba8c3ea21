"""Functions made from source, compiled when they have been called often enough to pay for it.

To compile what reads or copies one class of records takes as long as to do so some dozens of times without. So a
function may come with one that does the same slowly, for its first calls; then it takes over the code that was
compiled, and whoever holds it need not know. A command that opens one log compiles little, one that verifies a thousand
nearly all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from types import CodeType, FunctionType
from typing import Any

__all__ = ["defined"]

OFTEN = 40
"""Calls that are answered slowly: what they cost more is about what compiling costs."""


def defined(
    name: str,
    parameters: str,
    body: Callable[[], Sequence[str]],
    scope: dict[str, Any],
    meanwhile: Callable[[], Callable[..., Any]] | None = None,
) -> Any:
    """Return the function that `body` gives the source of; its names come from `scope`.

    meanwhile: makes what does the same until it pays to compile. What that refuses, the compiled function judges.
    """
    function = FunctionType(_STAND_IN, scope, name)
    slowly: Callable[..., Any] | None = None
    left = OFTEN if meanwhile else 0

    def called(*values: Any, **named: Any) -> Any:
        nonlocal left, slowly
        if meanwhile is not None and left > 0:
            left -= 1
            try:
                if slowly is None:
                    slowly = meanwhile()
                return slowly(*values, **named)
            except Exception:  # noqa: BLE001 - whatever it was, the compiled function says it again
                left = 0
        _write(function, parameters, body())
        return function(*values, **named)

    scope["_called"] = called
    return function


def _stand_in(*values: Any, **named: Any) -> Any:
    return _called(*values, **named)  # type: ignore[name-defined] # noqa: F821 - it stands in the scope of each function


_STAND_IN = _stand_in.__code__


def _write(function: FunctionType, parameters: str, lines: Sequence[str]) -> None:
    """Put the code that is compiled from source in the place of what stood in for it."""
    source = f"def written({parameters}):\n" + "".join(f"    {line}\n" for line in lines)
    exec(_compiled(source), function.__globals__)  # noqa: S102 - the source is made of the names of fields and our own words
    written = function.__globals__["written"]
    function.__code__ = written.__code__.replace(co_name=function.__name__, co_qualname=function.__qualname__)
    function.__defaults__, function.__kwdefaults__ = written.__defaults__, written.__kwdefaults__


@cache
def _compiled(source: str) -> CodeType:
    """Compile once what every reader of the same record needs."""
    return compile(source, "<generated>", "exec")
