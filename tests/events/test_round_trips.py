"""What is written is read back the same, whatever it is."""

from __future__ import annotations

import attrs
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events import decoding, encoding
from events.decoding import Decoder
from events.encoding import Encoder, secrets_in
from events.envelope import KINDS, Header
from tests.strategies import Records
from tests.toy.words import VOCABULARY

RECORDS = Records(VOCABULARY)


def closed(body: bytes, digest: str) -> bytes:
    return body + b',"digest":' + orjson.dumps(digest) + b"}"


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_an_entry_of_each_kind_is_read_back_the_same(kind: str, data: st.DataObject) -> None:
    """U10, U50: every kind of entry with every kind of event survives, its secrets with their openings."""
    entry = data.draw(RECORDS.entry(kind))
    openings = {secret.commitment: secret for secret in secrets_in(entry)}

    record = orjson.loads(closed(Encoder(VOCABULARY).body(entry), ""))

    assert entry == Decoder(VOCABULARY).entry(record, openings)


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_a_line_that_was_read_is_spelled_the_same_again(kind: str, data: st.DataObject) -> None:
    """U16: export, import, export is byte-equal, with secrets that stay closed."""
    body = Encoder(VOCABULARY).body(data.draw(RECORDS.entry(kind)))

    entry = Decoder(VOCABULARY).entry(orjson.loads(closed(body, "x")))

    assert body == Encoder(VOCABULARY).body(entry)
    assert "x" == entry.digest


@given(header=RECORDS.record(Header))
def test_a_header_is_read_back_the_same(header: Header) -> None:
    """U66: all that a header says about rules, pack, chance and parent survives."""
    body = encoding.header_body(header)

    found = decoding.header(orjson.loads(closed(body, header.digest)))

    assert header == found
    assert body == encoding.header_body(found)


@given(move=RECORDS.move())
def test_a_move_of_a_script_is_read_in_the_clear(move) -> None:
    """A script names a secret by its value; the seat is who plays it."""
    record = {"do": "bid", "coins": orjson.loads(orjson.dumps(move.coins.value))}

    found = Decoder(VOCABULARY).move(move.seat, record)

    assert move.coins.value == found.coins.value
    assert (move.seat, move.seat) == (found.seat, found.coins.seat)
    assert "" == found.coins.commitment


@given(event=RECORDS.event())
def test_the_citations_of_an_event_stand_last_and_its_type_first(event) -> None:
    """People read a log's lines; the order of keys is part of the format."""
    keys = list(Encoder(VOCABULARY).event(event))

    assert ("type", "cites") == (keys[0], keys[-1])
    assert {"type", *(field.name for field in attrs.fields(type(event)))} == set(keys)
