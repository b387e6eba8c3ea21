"""Write fixtures/damaged anew: one log of each kind of damage, all made from one sound game.

    python -m tools.damage

The sound game is fixtures/damaged/sound.game.json. What must be said of each file stands in tests/test_damaged.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from replay.logs import write_whole
from replay.playing import play
from replay.regress import log_bytes
from replay.script import read_script
from tools.forge import forged

DAMAGED = Path(__file__).parents[1] / "fixtures" / "damaged"
SOUND = DAMAGED / "sound.game.json"

Damage = Callable[[bytes], bytes]


def sound() -> bytes:
    """Play the sound game and return its log."""
    run = play(read_script(SOUND))
    return log_bytes(run.header, run.entries, run.recorder.game)


def entry(log: bytes, n: int) -> bytes:
    """Return the line of an entry, with its line feed."""
    found = re.search(rb'^\{"n":%d,.*\n' % n, log, re.MULTILINE)
    if found is None:
        msg = f"there is no entry {n}"
        raise ValueError(msg)
    return found[0]


def without(log: bytes, *numbers: int) -> bytes:
    """Return the log without the lines of some entries."""
    for n in numbers:
        log = log.replace(entry(log, n), b"")
    return log


def last(log: bytes) -> int:
    """Return the number of the last entry."""
    return int(re.findall(rb'^\{"n":(\d+),', log, re.MULTILINE)[-1])


def _flipped(log: bytes) -> bytes:
    line = entry(log, 3)
    place = log.index(line) + line.index(b'"do":"') + 6
    return log[:place] + bytes([log[place] ^ 1]) + log[place + 1 :]


def _swapped(log: bytes) -> bytes:
    one, other = entry(log, 3), entry(log, 4)
    return log.replace(one + other, other + one)


def _opened_otherwise(log: bytes) -> bytes:
    return re.sub(rb'"goal_(\d\d)"', lambda found: b'"goal_%02d"' % (int(found[1]) % 18 + 1), log, count=1)


DAMAGES: Mapping[str, Damage] = {
    "empty": lambda _: b"",
    "binary": lambda _: bytes(range(256)) * 8,
    "text": lambda _: b"Blue took five coins, then we had tea.\n",
    "no_header": lambda log: log.partition(b"\n")[2],
    "torn_tail": lambda log: log[: -len(entry(log, last(log))) // 2],
    "no_last_line_feed": lambda log: log[:-1],
    "cut_tail": lambda log: log[: log.index(entry(log, last(log) - 2))],
    "flipped_bit": _flipped,
    "missing_line": lambda log: without(log, 3),
    "reordered_lines": _swapped,
    "line_twice": lambda log: log.replace(entry(log, 3), entry(log, 3) * 2),
    "line_ends_of_another_system": lambda log: log.replace(b"\n", b"\r\n"),
    "byte_order_mark": lambda log: b"\xef\xbb\xbf" + log,
    "spaces": lambda log: log.replace(b'"draws":[]', b'"draws": []'),
    "wrong_utf8": lambda log: log.replace(b'"take_five_coins"', b'"take_five_\xffoins"', 1),
    "changed_event": lambda log: log.replace(b'"amount":5', b'"amount":6', 1),
    "changed_event_chained_anew": lambda log: forged(log, 2, '"amount":5', '"amount":6'),
    "changed_last_event_chained_anew": lambda log: forged(log, 6, '"amount":3', '"amount":2'),
    "event_missing_chained_anew": lambda log: forged(log, 2, _first_event(log, 2) + ",", ""),
    "event_twice_chained_anew": lambda log: forged(log, 2, _first_event(log, 2), ",".join([_first_event(log, 2)] * 2)),
    "citation_changed_chained_anew": lambda log: forged(log, 2, '"coins5.one_die"', '"bag.three_coins"'),
    "draw_changed_chained_anew": lambda log: forged(log, 1, *_drawn_otherwise(log)),
    "two_keys": lambda log: forged(log, 2, '"draws":[]', '"draws":[],"draws":[]'),
    "unknown_key": lambda log: forged(log, 2, '"draws":[]', '"draws":[],"remark":"fine"'),
    "missing_key": lambda log: forged(log, 2, ',"draws":[]', ""),
    "unknown_kind": lambda log: forged(log, 2, '"kind":"move"', '"kind":"mvoe"'),
    "unknown_event": lambda log: forged(log, 2, '"die_placed/1"', '"die_palced/1"'),
    "later_event": lambda log: forged(log, 2, '"die_placed/1"', '"die_placed/99"'),
    "unknown_move": lambda log: forged(log, 2, '"do":"take_five_coins"', '"do":"take_six_coins"'),
    "text_for_a_number": lambda log: forged(log, 2, '"amount":5', '"amount":"5"'),
    "fraction": lambda log: forged(log, 2, '"amount":5', '"amount":5.0'),
    "number_too_large": lambda log: forged(log, 2, '"amount":5', '"amount":18446744073709551616'),
    "negative_die": lambda log: forged(log, 2, '"face":1', '"face":-1'),
    "strange_seat": lambda log: forged(log, 2, '"by":"blue"', '"by":"mauve"'),
    "secret_opened_otherwise": _opened_otherwise,
    "later_format": lambda log: forged(log, 0, '"log/1"', '"log/9"'),
    "another_game": lambda log: forged(log, 0, '"marco_polo"', '"chess"'),
    "later_rules": lambda log: forged(log, 0, '"rules":{"version":1', '"rules":{"version":99'),
    "strange_pack": lambda log: forged(log, 0, '"pack":"base"', '"pack":"bass"'),
    "strange_ruling": lambda log: forged(log, 0, '"rulings":{}', '"rulings":{"dice":"loaded"}'),
}
"""What is done to the sound log, by the name of the file."""


def _first_event(log: bytes, n: int) -> str:
    line = entry(log, n).decode()
    start = line.index('"events":[') + len('"events":[')
    return line[start : line.index("},{", start) + 1]


def _drawn_otherwise(log: bytes) -> tuple[str, str]:
    """Return a roll of the set-up as it stands, and with another first die."""
    found = re.search(r'\["dice/yellow/round-1",0,\[(\d)', entry(log, 1).decode())
    if found is None:
        msg = "the set-up rolls no dice of yellow"
        raise ValueError(msg)
    return found[0], found[0][:-1] + str(int(found[1]) % 6 + 1)


def damaged() -> dict[str, bytes]:
    """Return each damaged log by the name of its kind."""
    log = sound()
    made = {name: damage(log) for name, damage in DAMAGES.items()}
    unchanged = [name for name, content in made.items() if content == log]
    if unchanged:
        msg = f"these are not damaged: {', '.join(unchanged)}"
        raise ValueError(msg)
    return made


def main() -> None:
    """Write them all."""
    for name, content in damaged().items():
        write_whole(DAMAGED / f"{name}.log.jsonl", content, force=True)


if __name__ == "__main__":
    main()
