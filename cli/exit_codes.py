"""What a command's exit code says, and which error leads to which code.

A batch exits with the first present of 3, 1, 4.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

YES = 0
"""Yes; the same; done."""

NO = 1
"""No: it differs, it is refused, something was found."""

WRONG_COMMAND = 2
"""The command line itself is wrong: an option, a number, a name asked for, a file that would be overwritten."""

BAD_FILE = 3
"""A named file is missing, unreadable, malformed or damaged."""

NOT_HERE = 4
"""A format, game, rules version, pack, ruling or version of an event that is not available here."""

FAULT_OF_OURS = 70
"""A defect of refold itself, as sysexits.h numbers it; `--debug` shows where."""

INTERRUPTED = 130
"""Stopped from the keyboard: what a shell reports for SIGINT."""

CLOSED_PIPE = 141
"""The reader of the output went away: what a shell reports for SIGPIPE."""

OF_ERRORS: Mapping[str, int] = {
    "UnreadableFile": BAD_FILE,
    "MalformedLine": BAD_FILE,
    "BrokenChain": BAD_FILE,
    "TornTail": BAD_FILE,
    "UnknownType": BAD_FILE,
    "LogBusy": BAD_FILE,
    "BadContent": BAD_FILE,
    "BadSeed": BAD_FILE,
    "BadSetup": BAD_FILE,
    "ImpossibleEvent": BAD_FILE,
    "NotRepaired": BAD_FILE,
    "NotOverwritten": WRONG_COMMAND,
    "NoSuchEntry": WRONG_COMMAND,
    "NoSuchPointer": WRONG_COMMAND,
    "UnknownClause": WRONG_COMMAND,
    "NoMoveThere": WRONG_COMMAND,
    "BadExpectation": WRONG_COMMAND,
    "NoRevision": WRONG_COMMAND,
    "NoEngine": NOT_HERE,
    "NothingToShrink": NO,
    "NotPossible": WRONG_COMMAND,
    "OtherGame": WRONG_COMMAND,
    "UnsupportedVersion": NOT_HERE,
    "UnknownSecret": NOT_HERE,
    "IllegalMove": NO,
    "ScriptFailed": NO,
    "NothingToUndo": NO,
    "StillRefused": NO,
    "ClosedLog": NO,
    "ImpossiblePosition": NO,
    "DrawNeeded": NO,
    "DrawConflict": NO,
    "Fault": NO,
    "Unscriptable": NO,
}
"""Exit code by the name of an error's class, so that start-up imports none of them; a test holds the list complete."""


def code_of(error: BaseException) -> int:
    """Return the exit code for an error that refold raised on purpose."""
    if getattr(error, "unknown", False):
        return NOT_HERE
    return next((OF_ERRORS[cls.__name__] for cls in type(error).__mro__ if cls.__name__ in OF_ERRORS), NO)


def of_batch(codes: Collection[int]) -> int:
    """Return the exit code of a batch from those of its members."""
    return next((code for code in (BAD_FILE, NO, NOT_HERE) if code in codes), YES)
