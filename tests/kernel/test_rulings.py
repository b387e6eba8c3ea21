"""The options in force, in a record with a field for each ruling."""

from __future__ import annotations

from typing import Literal

import pytest

from events.frozen import frozen
from kernel.rulings import in_force, listed


@frozen(kw_only=True)
class Rulings:
    ties: Literal["first", "nobody"]
    deals: Literal["open", "hidden"]


def test_options_are_read_from_pairs_and_from_a_mapping_and_listed_in_their_order() -> None:
    pairs = (("ties", "nobody"), ("deals", "open"))

    assert Rulings(ties="nobody", deals="open") == in_force(Rulings, pairs) == in_force(Rulings, dict(pairs))
    assert pairs == listed(in_force(Rulings, reversed(pairs)))


@pytest.mark.parametrize(
    ("chosen", "error"),
    [
        ({"ties": "everybody", "deals": "open"}, ValueError),
        ({"ties": "first"}, TypeError),
        ({"ties": "first", "deals": "open", "bids": "open"}, TypeError),
    ],
)
def test_neither_an_option_nor_a_ruling_is_made_up(chosen: dict[str, str], error: type[Exception]) -> None:
    """Events of a forged log may name any."""
    with pytest.raises(error):
        in_force(Rulings, chosen)
