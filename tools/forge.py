"""Change one line of a log and chain it anew, as somebody would who wants it to look untouched.

    python -m tools.forge LOG N OLD NEW

Prints the log with OLD replaced by NEW in the line of entry N (0 is the header), every later digest worked out again.
For demonstrations and tests of what verification finds: the chain holds, the game does not.
"""

from __future__ import annotations

import sys
from pathlib import Path

from events.digests import START, chained, split_digest, with_digest

OPENING = b'{"open":'


def forged(log: bytes, n: int, old: str, new: str) -> bytes:
    """Return a log with one line changed and all digests fitting again.

    Raises: ValueError when the line does not hold `old`.
    """
    previous, anew, at = START, [], -1
    for line in log.splitlines():
        if line.startswith(OPENING):
            anew.append(line + b"\n")
            continue
        at += 1
        body, _ = split_digest(line)
        if at == n:
            if old.encode() not in body:
                msg = f"entry {n} does not hold {old}"
                raise ValueError(msg)
            body = body.replace(old.encode(), new.encode(), 1)
        previous = chained(previous, body)
        anew.append(with_digest(body, previous))
    return b"".join(anew)


def main(path: str, n: str, old: str, new: str) -> None:
    """Print the forged log."""
    sys.stdout.buffer.write(forged(Path(path).read_bytes(), int(n), old, new))


if __name__ == "__main__":
    main(*sys.argv[1:])
