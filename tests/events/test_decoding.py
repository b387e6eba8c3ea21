"""Lines of a log and moves of a script: what is known is read, what is not is refused with what is near."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import orjson
import pytest

from events import decoding
from events.decoding import Decoder
from events.encoding import Encoder
from events.envelope import EndEntry, MoveEntry, PositionEntry
from events.errors import MalformedLine, RecordError, UnknownType, UnsupportedVersion
from events.secrets import Secret
from events.vocabulary import Cites, Seat, Vocabulary, Wire
from tests.making import lines_of, played
from tests.toy.words import VOCABULARY, Bid, CardWon

SEALED = {"sealed": "ab" * 32, "for": "a"}


def move_line(**changes: Any) -> Wire:
    """The record of a move of the toy, with fields changed."""
    event = {"type": "bid_made/1", "seat": "a", "coins": SEALED, "cites": ["bid.once"]}
    line = {"n": 2, "kind": "move", "by": "a", "move": {"do": "bid", "coins": SEALED}, "events": [event], "draws": []}
    return {**line, "digest": "", **changes}


def event(**fields: Any) -> list[Wire]:
    return [{"type": "card_won/2", "seat": "a", "card": "card_1", "coins": 2, "cites": [], **fields}]


def test_a_line_is_read() -> None:
    """The line that the refusals below start from."""
    entry = Decoder(VOCABULARY).entry(move_line())

    assert isinstance(entry, MoveEntry)
    assert Secret(seat="a", commitment="ab" * 32) == entry.move.coins  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("changes", "kind", "pointer", "problem"),
    [
        ({"kind": "moev"}, UnknownType, "$", '"moev" is no kind of entry; did you mean "move"?'),
        ({"kind": None}, UnknownType, "$", "null is no kind of entry"),
        ({"kind": ["move"]}, UnknownType, "$", "a list is no kind of entry"),
        ({"n": "2"}, MalformedLine, "$.n", 'expected a whole number, found "2"'),
        ({"n": True}, MalformedLine, "$.n", "expected a whole number, found true"),
        ({"extra": 1}, MalformedLine, "$", 'the field "extra" is not known here'),
        ({"drawz": 1}, MalformedLine, "$", 'the field "drawz" is not known here; did you mean "draws"?'),
        ({"move": []}, MalformedLine, "$.move", "expected a move, found a list"),
        ({"move": {"do": "bit"}}, UnknownType, "$.move", '"bit" is no move of toy; did you mean "bid"?'),
        ({"move": {"do": "bid"}}, MalformedLine, "$.move", 'the field "coins" is missing'),
        (
            {"move": {"do": "bid", "coins": SEALED, "seat": "b"}},
            MalformedLine,
            "$.move",
            'the field "seat" is not known here',
        ),
        ({"move": {"do": "bid", "coins": 2}}, MalformedLine, "$.move.coins", "expected a sealed value, found 2"),
        ({"move": {"do": "bid", "coins": {**SEALED, "sealed": "AB" * 32}}}, MalformedLine, "$.move.coins", None),
        ({"events": {}}, MalformedLine, "$.events", "expected a list, found an object"),
        ({"events": ["x"]}, MalformedLine, "$.events[0]", 'expected an event, found "x"'),
        (
            {"events": event(type="card_wno/2")},
            UnknownType,
            "$.events[0]",
            '"card_wno/2" is no event of toy; did you mean "card_won/2"?',
        ),
        (
            {"events": event(type="card_won/9")},
            UnsupportedVersion,
            "$.events[0]",
            '"card_won/9" is a later version than is known here, "card_won/2": a later refold wrote it',
        ),
        ({"events": event(type="card_won/" + "9" * 30)}, UnsupportedVersion, "$.events[0]", None),
        *(
            (
                {"events": event(type=f"card_won/{version}")},
                UnknownType,
                "$.events[0]",
                f'"card_won/{version}" is no event of toy; did you mean "card_won/2"?',
            )
            for version in ("0", "03", "\u0663", "-3", "3 ", "\u00b3", "x")
        ),
        ({"events": event(type=None)}, UnknownType, "$.events[0]", "null is no event of toy"),
        ({"events": event(coins=2**64)}, MalformedLine, "$.events[0].coins", None),
        ({"events": event(cites=["a", 1])}, MalformedLine, "$.events[0].cites[1]", "expected a string, found 1"),
        (
            {"events": [*event(), *event(coin=1)]},
            MalformedLine,
            "$.events[1]",
            'the field "coin" is not known here; did you mean "coins"?',
        ),
        ({"draws": [["s", 0]]}, MalformedLine, "$.draws[0]", "expected [stream, index, outcomes], found a list"),
        ({"draws": [[1, 0, []]]}, MalformedLine, "$.draws[0][0]", "expected a string, found 1"),
        ({"draws": [["s", False, []]]}, MalformedLine, "$.draws[0][1]", "expected a whole number, found false"),
        ({"draws": [["s", 0, [1, 2.5]]]}, MalformedLine, "$.draws[0][2][1]", "expected a whole number, found 2.5"),
        ({"draws": [["s", 0, "123"]]}, MalformedLine, "$.draws[0][2]", 'expected a sealed value, found "123"'),
    ],
)
def test_what_is_not_known_is_refused_at_its_place(
    changes: Wire, kind: type[RecordError], pointer: str, problem: str | None
) -> None:
    """U45, U50: the exact place, and what may have been meant."""
    with pytest.raises(kind) as caught:
        Decoder(VOCABULARY).entry(move_line(**changes))

    assert pointer == caught.value.pointer
    assert problem in (None, caught.value.problem)


@pytest.mark.parametrize("field", [*move_line()])
def test_no_field_of_an_entry_may_be_left_out(field: str) -> None:
    """U10: a log without one required field is no log."""
    record = {key: value for key, value in move_line().items() if key != field}

    with pytest.raises(RecordError):
        Decoder(VOCABULARY).entry(record)


def test_an_ending_is_one_of_three() -> None:
    """Finished, resigned, abandoned."""
    line = {"n": 3, "kind": "end", "result": "resign", "by": None, "digest": ""}

    assert isinstance(Decoder(VOCABULARY).entry({**line, "result": "resigned"}), EndEntry)
    with pytest.raises(MalformedLine, match='did you mean "resigned"'):
        Decoder(VOCABULARY).entry(line)


def test_a_header_names_the_place_of_its_fault() -> None:
    """The header has no game's words in it and is read before the game is known."""
    line = orjson.loads(lines_of(played())[0])

    assert "toy" == decoding.header(line).game
    line["rules"]["rulings"] = {"ties": "first", "x y": 1}
    with pytest.raises(MalformedLine) as caught:
        decoding.header(line)
    assert '$.rules.rulings["x y"]' == caught.value.pointer


@attrs.frozen(kw_only=True)
class Paid:
    """The third version of an event."""

    seat: Seat
    coins: int
    to: str
    cites: Cites


def v2(record: Wire) -> Wire:
    """Version 1 said `sum` for coins."""
    return {
        "type": "paid/2",
        **{("coins" if key == "sum" else key): value for key, value in record.items() if key != "type"},
    }


def v3(record: Wire) -> Wire:
    """Version 2 did not say to whom, it was always the bank."""
    assert "paid/2" == record["type"]
    return {**record, "type": "paid/3", "to": "bank", "coins": record["coins"] + 0}


CHAIN = Vocabulary(game="chain", moves={}, events={"paid/3": Paid}, upcasters={"paid/1": v2, "paid/2": v3})


def chain_line(**event: Any) -> Wire:
    return {"n": 1, "kind": "setup", "events": [event], "draws": [], "digest": ""}


def test_an_old_event_is_led_up_to_the_version_of_today() -> None:
    """U9: from version 1 by 2 to 3."""
    line = chain_line(type="paid/1", seat="a", sum=3, cites=["pay"])

    (event,) = Decoder(CHAIN).entry(line).events  # type: ignore[union-attr]

    assert Paid(seat="a", coins=3, to="bank", cites=("pay",)) == event
    assert "paid/3" == Encoder(CHAIN).event(event)["type"]


def test_the_toy_reads_its_own_past() -> None:
    """`card_won/1` called its coins `pay`."""
    old = {"type": "card_won/1", "seat": "a", "card": "card_1", "pay": 2, "cites": []}

    entry = Decoder(VOCABULARY).entry(move_line(events=[old]))

    assert (CardWon(seat="a", card="card_1", coins=2, cites=()),) == entry.events  # type: ignore[union-attr]


def test_a_move_of_an_old_name_is_led_to_the_one_of_today() -> None:
    """U9: a bid was once called an offer; scripts and logs with offers are read, and their lines count as canonical."""
    sealed = {"sealed": "0" * 64, "for": "a"}

    asked = Decoder(VOCABULARY).move("a", {"do": "offer", "coins": 1})
    line = move_line(move={"do": "offer", "coins": sealed})
    entry = Decoder(VOCABULARY).entry(line)

    assert isinstance(asked, Bid)
    assert isinstance(entry, MoveEntry)
    assert isinstance(entry.move, Bid)
    assert not Encoder(VOCABULARY).speaks(orjson.dumps(line))


@pytest.mark.parametrize(
    ("event", "problem"),
    [
        ({"type": "paid/1", "seat": "a", "cites": []}, 'the field "coins" is missing in paid/2'),
        ({"type": "paid/2", "seat": "a", "coins": "x", "cites": []}, "this is no paid/2: "),
        ({"type": "paid/1", "seat": "a", "sum": 1, "more": 1, "cites": []}, 'the field "more" is not known here'),
        (
            {"type": "paid/2", "seat": "a", "coins": 1, "cites": [], "sea": 1},
            'the field "sea" is not known here; did you mean "seat"?',
        ),
        (
            {"type": "paid/0", "seat": "a", "coins": 1, "cites": []},
            '"paid/0" is no event of chain; did you mean "paid/3"?',
        ),
    ],
)
def test_a_faulty_old_event_is_refused_as_strictly(event: Wire, problem: str) -> None:
    """An upcaster is no way around the checks, and its own stumbling is told in the reader's words."""
    with pytest.raises(RecordError) as caught:
        Decoder(CHAIN).entry(chain_line(**event))

    assert "$.events[0]" == caught.value.pointer
    assert caught.value.problem.startswith(problem)


def test_a_secret_in_a_position_is_read_as_a_secret() -> None:
    """A position may hold a hand: sealed in the line, opened beside it, as anywhere else."""
    run = played({"given": {"/players/a/hand": ["card_4"]}})
    entry = run.entries[-1]
    assert isinstance(entry, PositionEntry)
    record = {**Encoder(VOCABULARY).entry(entry), "digest": ""}
    record = orjson.loads(orjson.dumps(record, default=lambda value: {"sealed": value.commitment, "for": value.seat}))

    ((_, before, after),) = Decoder(VOCABULARY).entry(record).events[0].changes  # type: ignore[union-attr]

    assert ("a", "a", False) == (before.seat, after.seat, after.known)


@pytest.mark.parametrize(
    ("record", "pointer", "problem"),
    [
        ({"do": "bid", "coins": None}, "$.coins", "expected a value, found null"),
        ({"do": "bid", "coins": [1, 0.5]}, "$.coins[1]", "expected no fractions, found 0.5"),
        ({"do": "bid", "coin": 1}, "$", 'the field "coin" is not known here; did you mean "coins"?'),
        ({"do": "bidd", "coins": 1}, "$", '"bidd" is no move of toy; did you mean "bid"?'),
        ({"coins": 1}, "$", "null is no move of toy"),
        ([], "$", "expected a move, found a list"),
    ],
)
def test_a_scripts_move_is_refused_at_its_place(record: Any, pointer: str, problem: str) -> None:
    """U45: exit code and path are for the command; here is where they come from."""
    with pytest.raises(RecordError) as caught:
        Decoder(VOCABULARY).move("a", record)

    assert (pointer, problem) == (caught.value.pointer, caught.value.problem)


def test_an_arbiters_event_may_leave_out_what_has_a_default() -> None:
    """It is written by hand."""
    event = Decoder(VOCABULARY).event({"type": "arranged/1", "changes": [["/round", 1, 2]]})

    assert (("/round", 1, 2),) == event.changes


def test_a_decoder_is_not_mixed_up_by_the_line_before() -> None:
    """Each line's openings and seat are its own."""
    decoder = Decoder(VOCABULARY)
    secret = Secret(seat="a", value=3).sealed("00" * 16)
    line = move_line(move={"do": "bid", "coins": {"sealed": secret.commitment, "for": "a"}}, events=[])

    opened, closed = decoder.entry(line, {secret.commitment: secret}), decoder.entry(line)

    assert (3, None) == (opened.move.coins.value, closed.move.coins.value)  # type: ignore[union-attr]


def test_reading_leaves_the_record_as_it_was() -> None:
    """Purity: the caller may compare it with its bytes afterwards."""
    record: Mapping[str, Any] = move_line(events=event())
    before = orjson.dumps(record)

    Decoder(VOCABULARY).entry(dict(record))

    assert before == orjson.dumps(record)
