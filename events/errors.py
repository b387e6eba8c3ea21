"""What can be wrong with a file or a record, each error with its place as data."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """Return a hint for a name that is not known: ``; did you mean "blue"?``, or nothing where none is near it."""
    from difflib import get_close_matches  # slow to import, for what is right as a rule

    near = get_close_matches(name, known, 1) if type(name) is str else []
    return f'; did you mean "{near[0]}"?' if near else ""


class RefoldError(Exception):
    """Root of every error that refold raises on purpose; its text is one sentence for the user."""


class UnreadableFile(RefoldError):
    """A named file is missing, is no file, or may not be read or written.

    path: as the user named it.
    """

    def __init__(self, path: Path | str, reason: str) -> None:
        """Name the file and say why it cannot be used."""
        super().__init__(f"{path}: {reason}")
        self.path = str(path)
        self.reason = reason


class NotOverwritten(RefoldError):
    """A file is there already and the user did not ask to replace it."""

    def __init__(self, path: Path | str) -> None:
        """Name the file and the way out."""
        super().__init__(f"{path}: there is such a file already; use --force to replace it")
        self.path = str(path)


class RecordError(RefoldError):
    """A record does not have the shape that its format asks for.

    place: where it stands, such as ``file:line`` ("" while unknown). pointer: JSON path inside the record, such as
    ``$.move.die.face``. problem: what was expected and what was found.
    """

    def __init__(self, problem: str, *, pointer: str = "$", place: str = "") -> None:
        """Say what is wrong, and where."""
        super().__init__(problem)
        self.problem = problem
        self.pointer = pointer
        self.place = place

    def __str__(self) -> str:
        """One sentence: place, JSON path, problem."""
        return ": ".join(part for part in (self.place, self.pointer, self.problem) if part)

    def at(self, place: str) -> RecordError:
        """Return this error with its place filled in, for raising again."""
        self.place = self.place or place
        return self


class MalformedLine(RecordError):
    """A line is no canonical record: not JSON, a wrong shape, a wrong order, over a limit."""


class UnknownType(RecordError):
    """A move, event or entry names a type that its game does not have."""


class UnsupportedVersion(RecordError):
    """A format, a game, a rules version, a pack, a ruling or a version of an event is not available here."""


class BrokenChain(RecordError):
    """A line's digest is not the one its bytes and its forerunner give."""


class TornTail(RecordError):
    """The last line was cut off while it was written; all before it is sound.

    size: bytes of the sound prefix.
    """

    def __init__(self, problem: str, *, size: int, place: str = "") -> None:
        """Say where the sound prefix ends."""
        super().__init__(problem, place=place, pointer="")
        self.size = size


class LogBusy(RefoldError):
    """Another process holds the lock of a log that is to be appended to."""

    def __init__(self, path: Path | str) -> None:
        """Name the log."""
        super().__init__(f"{path}: another process is writing this log")
        self.path = str(path)


class UnknownSecret(RefoldError):
    """A rule needs a secret value that is not told in this log."""
