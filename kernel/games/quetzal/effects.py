"""What places and tiles do, as the pack says it, and how that is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from events.frozen import frozen
from kernel.games.quetzal.values import Place, at, text, whole


@frozen
class Gain:
    """Coins, VP and Discovery that come together; each 0 or more."""

    coins: int = 0
    vp: int = 0
    discovery: int = 0


@frozen
class GainNow:
    """Gain at once. per_meeple: once for each meeple placed there."""

    gain: Gain
    per_meeple: bool


@frozen
class Throw:
    """Throw up to `meeples` again, 0 for the whole lot. per_meeple: that often for each meeple placed there."""

    meeples: int
    per_meeple: bool


@frozen
class TakeMarker:
    """Take the First Player marker."""


@frozen
class TakeCards:
    """Take the space's picks and draws."""


@frozen
class TakeDisplay:
    """Take all cards that lie at the place."""


@frozen
class Sell:
    """Give up one card for coins."""

    coins: int


@frozen
class TakeTile:
    """Take one face-up tile."""


@frozen
class DeliverHere:
    """Deliver at most `most` cards. per_meeple: one such delivery for each meeple."""

    most: int
    per_meeple: bool


@frozen
class Discount:
    """A place costs fewer coins."""

    place: str
    coins: int


@frozen
class ExtraDraw:
    """On these spaces of the Temple the deck draw shows `cards` more."""

    spaces: tuple[int, ...]
    cards: int


@frozen
class GainForEach:
    """Gain for each card of a kind delivered."""

    kind: str
    gain: Gain


@frozen
class GainAtLeast:
    """Gain in a delivery that holds at least these numbers of kinds."""

    kinds: tuple[tuple[str, int], ...]
    gain: Gain


@frozen
class DeliverMore:
    """Deliveries at these places may hold more cards."""

    places: tuple[str, ...]
    cards: int


@frozen
class Exchange:
    """Pay coins, then gain."""

    coins: int
    gain: Gain


Effect: TypeAlias = (
    GainNow
    | Throw
    | TakeMarker
    | TakeCards
    | TakeDisplay
    | Sell
    | TakeTile
    | DeliverHere
    | Discount
    | ExtraDraw
    | GainForEach
    | GainAtLeast
    | DeliverMore
    | Exchange
)


def read_gain(value: Any, place: Place) -> Gain:
    """Read a gain; what is not named is 0."""
    found = {
        name: whole(value, name, place, least=0) for name in ("coins", "vp", "discovery") if name in at(value, place)
    }
    if not found:
        raise place.wrong("a gain names coins, vp or discovery")
    return Gain(**found)


def _per_meeple(value: Mapping[str, Any], place: Place) -> bool:
    if value.get("per", "meeple") != "meeple":
        raise place.to("per").wrong('"per" is "meeple" or not there')
    return "per" in value


def _throw(value: Mapping[str, Any], place: Place) -> Effect:
    meeples = 0 if value.get("meeples") == "all" else whole(value, "meeples", place, least=1)
    return Throw(meeples, _per_meeple(value, place))


def _extra_draw(value: Mapping[str, Any], place: Place) -> Effect:
    spaces = tuple(int(space) for space in value.get("spaces", ()))
    return ExtraDraw(spaces, whole(value, "cards", place, least=1))


def _at_least(value: Mapping[str, Any], place: Place) -> Effect:
    kinds = at(value.get("kinds"), place.to("kinds"))
    counted = tuple((kind, whole(kinds, kind, place.to("kinds"), least=1)) for kind in kinds)
    return GainAtLeast(counted, read_gain(value.get("gain"), place.to("gain")))


def _exchange(value: Mapping[str, Any], place: Place) -> Effect:
    pay = whole(at(value.get("pay"), place.to("pay")), "coins", place.to("pay"), least=1)
    return Exchange(pay, read_gain(value.get("gain"), place.to("gain")))


_READ: dict[str, Callable[[Mapping[str, Any], Place], Effect]] = {
    "gain": lambda value, place: GainNow(read_gain(value, place), _per_meeple(value, place)),
    "reroll": _throw,
    "take_first_player": lambda _, __: TakeMarker(),
    "take_artifacts": lambda _, __: TakeCards(),
    "take_display": lambda _, __: TakeDisplay(),
    "discard_artifact": lambda value, place: Sell(whole(value, "coins", place, least=1)),
    "take_upgrade": lambda _, __: TakeTile(),
    "deliver": lambda value, place: DeliverHere(whole(value, "max", place, least=1), _per_meeple(value, place)),
    "discount": lambda value, place: Discount(text(value, "location", place), whole(value, "coins", place, least=1)),
    "extra_draw": _extra_draw,
    "deliver_each": lambda value, place: GainForEach(
        text(value, "kind", place), read_gain(value.get("gain"), place.to("gain"))
    ),
    "deliver_at_least": _at_least,
    "deliver_more": lambda value, place: DeliverMore(
        tuple(map(str, value.get("locations", ()))), whole(value, "cards", place, least=1)
    ),
    "trade": _exchange,
}


def read_effect(value: Any, place: Place) -> Effect:
    """Read one effect by its ``op``.

    Raises: BadContent.
    """
    record = at(value, place)
    op = text(record, "op", place)
    if op not in _READ:
        raise place.to("op").wrong(f'there is no effect "{op}"; there are: {", ".join(sorted(_READ))}')
    return _READ[op](record, place)
