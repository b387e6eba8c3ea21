"""The file of a log, read: whatever is cut, flipped, moved or slipped in is told, and never taken for a game."""

from __future__ import annotations

import io
from itertools import accumulate
from pathlib import Path

import orjson
import pytest

from events.digests import split_digest, with_digest
from events.encoding import Encoder
from events.errors import BrokenChain, MalformedLine, RecordError, TornTail, UnreadableFile, UnsupportedVersion
from events.journal import MAX_LINE, Lines, Reader, is_canonical, open_log, read_header, read_lines
from tests.making import bid, lines_of, played, read_back, rechained, redacted
from tests.toy.words import VOCABULARY

LINES = lines_of(played(bid("a", 2), bid("b", 3), bid("a", 1)))
WHOLE = b"".join(LINES)
"""A short log with hands, bids and their openings."""


def read(content: bytes) -> list[bytes]:
    """Read a log's bytes as every command does, canonical spelling included; return the entries' lines."""
    first, *lines = read_lines(io.BytesIO(content), "x")
    encoder = Encoder(VOCABULARY)
    kept = [(first[0], read_header(*first, "x")), *Reader(VOCABULARY, "x").entries(lines)]
    for line, record in kept:
        if not is_canonical(line, encoder, record):
            msg = "not canonical"
            raise MalformedLine(msg)
    return [line.raw for line, _ in kept]


SOUND = read(WHOLE)


def test_there_are_openings_to_damage() -> None:
    """Else the tests below prove less than they say."""
    assert 5 <= len(LINES) - len(redacted(LINES))
    assert redacted(LINES) == [raw + b"\n" for raw in SOUND]


def test_a_log_cut_at_any_byte_gives_its_sound_prefix_or_nothing() -> None:
    """U46: a torn tail is told, and what stands before it reads as the same game up to there."""
    sizes = list(accumulate(map(len, LINES)))
    ends = [size for size, line in zip(sizes, LINES, strict=True) if not line.startswith(b'{"open"')]
    for number, end in enumerate(ends, 1):
        assert SOUND[:number] == read(WHOLE[:end])
    for cut in sorted({*range(1, len(WHOLE))} - {*ends}):
        with pytest.raises(TornTail) as caught:
            read(WHOLE[:cut])
        assert max((end for end in ends if end < cut), default=0) == caught.value.size


def test_openings_without_their_entry_are_a_torn_tail() -> None:
    """A crash between the openings of an entry and its line: nothing of it counts, and repair takes both away."""
    *_, last = (place for place, line in enumerate(LINES) if line.startswith(b'{"open"'))

    with pytest.raises(TornTail, match="the last entry is unfinished") as caught:
        read(b"".join(LINES[: last + 1]))

    assert sum(map(len, LINES[:last])) == caught.value.size


@pytest.mark.parametrize("shift", [0, *(pytest.param(shift, marks=pytest.mark.soak) for shift in range(1, 8))])
def test_a_flipped_bit_at_any_byte_is_told(shift: int) -> None:
    """No byte of a log is out of reach of the chain, the commitments and the canonical spelling."""
    for place in range(len(WHOLE)):
        damaged = bytearray(WHOLE)
        damaged[place] ^= 1 << (place + shift) % 8
        with pytest.raises(RecordError):
            read(bytes(damaged))


def test_the_last_event_changed_is_told() -> None:
    """U23: the tail of the last line is as safe as any other byte."""
    last = LINES[-1].replace(b"bid.once", b"bid.oncf")
    assert last != LINES[-1]

    with pytest.raises(BrokenChain, match=rf"x:{len(LINES)}: \$\.digest: the digest does not fit: recorded"):
        read(b"".join([*LINES[:-1], last]))


@pytest.mark.parametrize("place", range(1, len(SOUND) - 1))
def test_a_line_removed_repeated_or_moved_breaks_the_chain(place: int) -> None:
    """U47: removal, insertion and exchange of whole lines."""
    lines = [raw + b"\n" for raw in SOUND]
    swapped = [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]]
    for damaged in ([*lines[:place], *lines[place + 1 :]], [*lines[:place], lines[place], *lines[place:]], swapped):
        with pytest.raises(BrokenChain):
            read(b"".join(damaged))


def test_lines_moved_and_chained_anew_are_out_of_order() -> None:
    """The chain can be forged, the numbers tell it all the same."""
    lines = [raw + b"\n" for raw in SOUND]

    with pytest.raises(MalformedLine, match=r"x:2: \$\.n: expected entry 1, found 2"):
        read(b"".join(rechained([lines[0], *lines[2:]])))


def test_a_cut_tail_reads_and_only_its_head_tells() -> None:
    """U47: without an anchor a cut at a line's end cannot be proven; with the head that was sealed it can."""
    *_, (whole, _) = read_lines(io.BytesIO(WHOLE), "x")
    *_, (cut, _) = read_lines(io.BytesIO(b"".join(redacted(LINES)[:-1])), "x")

    assert whole.digest != cut.digest


@pytest.mark.parametrize(
    ("content", "error", "problem"),
    [
        (b"", MalformedLine, "x:1: the file is empty; a log begins with its header"),
        (b"\n", MalformedLine, "x:1: this is not JSON"),
        (b"\xef\xbb\xbf" + WHOLE, MalformedLine, "x:1: this is not JSON"),
        (b"\0" * 64, TornTail, "x:1: the last line is unfinished"),
        (WHOLE + b"\0" * 64, TornTail, f"x:{len(LINES) + 1}: the last line is unfinished"),
        (WHOLE + b"\0\0\n", MalformedLine, f"x:{len(LINES) + 1}: this is not JSON"),
        (WHOLE + b"\n", MalformedLine, f"x:{len(LINES) + 1}: this is not JSON"),
        (WHOLE.replace(b"\n", b"\r\n"), BrokenChain, "x:1: $.digest: the digest does not fit: recorded none"),
        (LINES[0] + b"\xff\xfe{}\n", MalformedLine, "x:2: this is not JSON"),
        (LINES[0] + b'{"a":"\xed\xa0\x80"}\n', MalformedLine, "x:2: this is not JSON"),
        (LINES[0] + b"[]\n", MalformedLine, "x:2: $: expected an object"),
        (LINES[0] + b"NaN\n", MalformedLine, "x:2: this is not JSON"),
        (LINES[0] + b'{"a":' + b"[" * 2000 + b"]" * 2000 + b"}\n", MalformedLine, "x:2: this is not JSON"),
        (
            LINES[0] + b'{"a":"' + b"x" * MAX_LINE + b'"}\n',
            MalformedLine,
            "x:2: expected a line of at most 1048576 bytes",
        ),
        (LINES[0] + b"x" * (3 * MAX_LINE), MalformedLine, "x:2: expected a line of at most 1048576 bytes"),
        (WHOLE.replace(b"\n", b""), TornTail, "x:1: the last line is unfinished"),
        (redacted(LINES)[1], BrokenChain, "x:1: $.digest: the digest does not fit"),
        (b'{"open":1}\n' + WHOLE, MalformedLine, 'x:1: $: expected a log\'s header with "refold":"log/1"'),
    ],
)
def test_a_file_that_is_no_log_is_refused_with_its_line(content: bytes, error: type[Exception], problem: str) -> None:
    """Empty, binary, other line ends, a mark of byte order, no UTF-8, too long, too deep."""
    with pytest.raises(error) as caught:
        read(content)

    assert problem in str(caught.value)


def test_a_line_over_the_limit_is_not_read_to_its_end() -> None:
    """A file of one endless line costs no more memory than the limit."""

    class Endless(io.RawIOBase):
        taken = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert 0 < size
            self.taken += size
            return b"x" * size

    endless = Endless()
    with pytest.raises(MalformedLine, match="at most 1048576 bytes"):
        next(read_lines(endless, "x"))
    assert endless.taken <= MAX_LINE + 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"kind":"move",', b'"kind":"move","kind":"move",'),
        (b'"kind":"move"', b'"kind": "move"'),
        (b'"kind":"move"', b'"kind":"mov\\u0065"'),
        (b'"n":2,"kind":"move"', b'"kind":"move","n":2'),
        (b'"draws":[]', b'"draws":[ ]'),
        (b'{"n":2,', b'{"n":-0,"n":2,'),
    ],
)
def test_another_spelling_chained_anew_is_not_canonical(old: bytes, new: bytes) -> None:
    """Keys twice, blanks, escapes, another order: two spellings of one game would be two identities."""
    damaged = rechained(line.replace(old, new, 1) for line in LINES)
    assert damaged != LINES

    with pytest.raises(MalformedLine, match="not canonical"):
        read(b"".join(damaged))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (b'"open":1', b'"open":2', r"\$\.open: expected an opening of entry 1, found 2"),
        (b'"open":1', b'"open":1,"open":1', "not in its canonical spelling"),
        (b'"open":1,', b'"open": 1,', "not in its canonical spelling"),
        (b"\n", b"\r\n", "not in its canonical spelling"),
        (b'"value":["card_', b'"value":["Card_', "does not fit its commitment"),
        (b'"salt":"', b'"salt":"0', r"\$\.salt: expected 32 hex digits"),
        (b'"salt":', b'"slat":', 'the field "slat" is not known here; did you mean "salt"'),
    ],
)
def test_an_opening_that_does_not_fit_is_refused(old: bytes, new: bytes, problem: str) -> None:
    """Openings stand outside the chain: commitment, place and spelling hold them."""
    place = next(place for place, line in enumerate(LINES) if line.startswith(b'{"open"'))
    changed = LINES[place].replace(old, new)
    assert changed != LINES[place]

    with pytest.raises(RecordError, match=problem):
        read(b"".join([*LINES[:place], changed, *LINES[place + 1 :]]))


def test_an_opening_told_twice_is_refused() -> None:
    """One secret has one opening at its entry."""
    place = next(place for place, line in enumerate(LINES) if line.startswith(b'{"open"'))

    with pytest.raises(MalformedLine, match="is of none of its secrets, or out of order"):
        read(b"".join([*LINES[: place + 1], *LINES[place:]]))


def test_openings_of_another_entry_are_refused() -> None:
    """An opening stands before the entry whose secret it tells, in the order of the secrets."""
    first, second = [place for place, line in enumerate(LINES) if line.startswith(b'{"open":1')][:2]
    swapped = [*LINES]
    swapped[first], swapped[second] = swapped[second], swapped[first]

    with pytest.raises(MalformedLine, match="out of order"):
        read(b"".join(swapped))


def test_an_opening_may_be_left_out() -> None:
    """Redaction, whole or for one seat, leaves the chain as it was."""
    places = [place for place, line in enumerate(LINES) if line.startswith(b'{"open"')]

    for place in places:
        assert SOUND == read(b"".join([*LINES[:place], *LINES[place + 1 :]]))


def test_a_header_of_another_format_is_told_apart() -> None:
    """A later log is not available here (exit code 4), another file is malformed (3)."""
    later = rechained([LINES[0].replace(b"log/1", b"log/2")])
    with pytest.raises(UnsupportedVersion, match=r'x:1: \$\.refold: this refold reads "log/1", the file is "log/2"'):
        read(later[0])
    other = rechained([LINES[0].replace(b"log/1", b"script/1")])
    with pytest.raises(MalformedLine, match="expected a log's header"):
        read(other[0])


def test_a_log_of_old_events_is_canonical_as_it_was_written(tmp_path: Path) -> None:
    """U9: `card_won/1` is written `card_won/2` today; the old bytes are right, but not with a key twice."""
    old = rechained(
        line.replace(b'"card_won/2"', b'"card_won/1"').replace(
            b'"coins":3,"cites":["bid.highest"', b'"pay":3,"cites":["bid.highest"'
        )
        for line in LINES
    )
    assert old != LINES
    log = read_back(tmp_path, old)

    assert [] == list(log.not_canonical())
    doubled = rechained(line.replace(b'"pay":3', b'"pay":3,"pay":3') for line in old)
    assert [] != list(read_back(tmp_path, doubled).not_canonical())


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A folder, a file that is not there."""
    with pytest.raises(UnreadableFile, match="this is a folder, not a log"):
        open_log(tmp_path)
    with pytest.raises(UnreadableFile, match="no such file"):
        open_log(tmp_path / "none")


def test_salvage_keeps_what_stands_before_the_fault(tmp_path: Path) -> None:
    """U41, U67: nothing after a fault is folded, and the fault is named."""
    place = len(LINES) - 2
    log = read_back(tmp_path, [*LINES[:place], b"garbage\n", *LINES[place + 1 :]], salvage=True)

    assert isinstance(log.fault, MalformedLine)
    assert f"a.log.jsonl:{place + 1}" in log.fault.place
    assert [line.raw for line in log.lines] == SOUND[1 : len(log.lines) + 1]


def test_the_chain_goes_on_from_any_head() -> None:
    """A resumed game and a game played straight through have the same bytes (U62)."""
    run = played(bid("a", 2), bid("b", 3), bid("a", 1))
    head = bytes.fromhex(run_head(LINES[:-1]))
    lines = Lines(VOCABULARY, head)

    _, last = lines.entry(run.entries[-1])

    assert last.endswith(LINES[-1])
    assert lines.head.hex() == run_head(LINES)


def run_head(lines: list[bytes]) -> str:
    return split_digest(redacted(lines)[-1].rstrip(b"\n"))[1]


def test_a_line_that_would_be_too_long_is_not_written() -> None:
    """What is written can be read."""
    run = played(meta={str(number): "x" * 60_000 for number in range(20)})

    with pytest.raises(MalformedLine, match="a line may hold at most"):
        Lines(VOCABULARY).header(run.header)


def test_the_digest_stands_at_the_end_of_a_line() -> None:
    """A line is cut in two where the digest begins, and put together again."""
    body, told = split_digest(LINES[0][:-1])

    assert LINES[0] == with_digest(body, bytes.fromhex(told))
    assert told == orjson.loads(LINES[0])["digest"]
    assert (b"{}", "") == split_digest(b"{}")
