"""The options in force, in a record with a field for each ruling."""

from __future__ import annotations

from typing import Literal

import pytest

from events.frozen import frozen
from kernel.errors import ImpossiblePosition
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
    ("chosen", "said"),
    [
        ({"ties": "everybody", "deals": "open"}, 'the ruling "ties" has no option "everybody"'),
        ({"ties": "first"}, 'nothing is said on the ruling "deals"'),
        ({"ties": "first", "deals": "open", "bids": "open"}, 'the ruling "bids" is not known here'),
    ],
)
def test_neither_an_option_nor_a_ruling_is_made_up(chosen: dict[str, str], said: str) -> None:
    """Events of a forged log may name any, and another refold may have others."""
    with pytest.raises(ImpossiblePosition, match=said):
        in_force(Rulings, chosen)
