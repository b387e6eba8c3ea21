"""Amounts of goods on a board: what can be chosen, what can be paid, and in which ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement

from kernel.games.kashgar.box import Box
from kernel.games.kashgar.effects import Goods

Levels = tuple[int, ...]
"""Levels of a board's tracks, in the order of the board."""

Units = tuple[str, ...]
"""Goods named unit by unit, in the order of the board."""


@cache
def choices(kinds: tuple[str, ...], units: int) -> tuple[Units, ...]:
    """Return all ways to choose `units` units of some kinds."""
    return tuple(combinations_with_replacement(kinds, units))


def counted(box: Box, goods: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Return (resource, units) for goods named unit by unit, in the order of the board."""
    return tuple((resource, goods.count(resource)) for resource in box.resources if resource in goods)


def is_sorted(box: Box, goods: Units) -> bool:
    """Tell whether goods are known and named in the order of the board."""
    places = [box.places.get(resource, -1) for resource in goods]
    return -1 not in places and places == sorted(places)


def lacking(box: Box, levels: Levels, goods: Goods) -> tuple[tuple[str, int, int], ...]:
    """Return (resource, needed, held) for everything that a payment of `goods` lacks; ``any_spice`` for spices."""
    left = list(levels)
    found = []
    for resource, units in goods.named:
        place = box.places[resource]
        if left[place] < units:
            found.append((resource, units, left[place]))
        left[place] = max(0, left[place] - units)
    spices = sum(left[place] for place in box.spice_places)
    if spices < goods.any:
        found.append(("any_spice", goods.any, spices))
    return tuple(found)


def spice_choices(box: Box, levels: Levels, goods: Goods, *, mixed: bool) -> tuple[Units, ...]:
    """Return how the units of choice in a payment can be chosen from what the named units leave.

    mixed: whether units of one payment may differ in kind.
    """
    if not goods.any:
        return ((),)
    left = dict(zip(box.resources, levels, strict=True))
    for resource, units in goods.named:
        left[resource] -= units
    if not mixed:
        return tuple((spice,) * goods.any for spice in box.spices if left[spice] >= goods.any)
    held = {spice: left[spice] for spice in box.spices}
    scarce = [spice for spice in box.spices if held[spice] < goods.any]
    ways = choices(tuple(spice for spice in box.spices if held[spice] > 0), goods.any)
    return tuple(way for way in ways if all(way.count(spice) <= held[spice] for spice in scarce))


def less(box: Box, levels: Levels, goods: Sequence[tuple[str, int]]) -> Levels:
    """Return levels after a payment that can be made."""
    left = list(levels)
    for resource, units in goods:
        left[box.places[resource]] -= units
    return tuple(left)


def more(box: Box, levels: Levels, goods: Sequence[tuple[str, int]]) -> Levels:
    """Return levels after a gain, as far as there is room."""
    left = list(levels)
    for resource, units in goods:
        place = box.places[resource]
        left[place] = min(box.tops[place], left[place] + units)
    return tuple(left)


def overflows(box: Box, levels: Levels, goods: Sequence[tuple[str, int]]) -> bool:
    """Tell whether a gain finds no room for some of it."""
    return any(levels[box.places[resource]] + units > box.tops[box.places[resource]] for resource, units in goods)


Substitutes = tuple[tuple[str, str], ...]


def payments(box: Box, levels: Levels, cost: Goods, standing: Substitutes, *, mixed: bool) -> tuple[Units, ...]:
    """Return all ways to pay an order's cost, each as the goods handed over.

    standing: (good that may stand, good or ``any_spice`` it stands for). mixed: whether the cost's units of choice may
    differ in kind.
    """
    if not standing and not cost.any:
        return (
            () if lacking(box, levels, cost) else (_spelled(box, less(box, (0,) * len(levels), cost.named), sign=-1),)
        )
    paid = _paid(box, levels, cost, standing, mixed=mixed)
    return tuple(_spelled(box, amounts) for amounts in sorted(paid, reverse=True))


def can_pay(box: Box, levels: Levels, cost: Goods, standing: Substitutes, *, mixed: bool) -> bool:
    """Tell whether an order's cost can be paid in some way."""
    if not lacking(box, levels, cost) and (mixed or not cost.any):
        return True
    if not standing and (mixed or not cost.any):
        return False
    return bool(_paid(box, levels, cost, standing, mixed=mixed))


def n_payments(box: Box, cost: Goods, standing: Substitutes, enough: int) -> int:
    """Return in how many ways a cost can be paid from full tracks, or a bound that is not over `enough`."""
    bound = 1
    for kinds, units in _slots(box, cost, standing, mixed=True):
        bound *= len(choices(kinds, units))
    return bound if bound <= enough else len(_paid(box, box.tops, cost, standing, mixed=True))


def _slots(box: Box, cost: Goods, standing: Substitutes, *, mixed: bool) -> Iterator[tuple[Units, int]]:
    """Yield what may be handed over for each part of a cost: (kinds, units)."""
    for resource, units in cost.named:
        wild = resource in box.spices
        others = (use for use, sought in standing if sought == resource or (wild and sought == "any_spice"))
        yield tuple(dict.fromkeys((resource, *others))), units
    if cost.any and mixed:
        others = (use for use, sought in standing if sought == "any_spice" or sought in box.spices)
        yield tuple(dict.fromkeys((*box.spices, *others))), cost.any


def _paid(box: Box, levels: Levels, cost: Goods, standing: Substitutes, *, mixed: bool) -> set[Levels]:
    if cost.any and not mixed:
        # One kind for all units of choice, each of which a substitute may still stand for.
        found: set[Levels] = set()
        for spice in box.spices:
            kinds = (spice, *(use for use, sought in standing if sought in (spice, "any_spice")))
            slots = [*_slots(box, cost, standing, mixed=False), (tuple(dict.fromkeys(kinds)), cost.any)]
            found |= _filled(box, levels, slots)
        return found
    return _filled(box, levels, list(_slots(box, cost, standing, mixed=True)))


def _filled(box: Box, levels: Levels, slots: Sequence[tuple[Units, int]]) -> set[Levels]:
    paid: set[Levels] = {(0,) * len(levels)}
    for kinds, units in slots:
        ways = [counted(box, way) for way in choices(kinds, units)]
        paid = {after for before in paid for way in ways if (after := _also(box, levels, before, way)) is not None}
        if not paid:
            break
    return paid


def _also(box: Box, levels: Levels, before: Levels, way: tuple[tuple[str, int], ...]) -> Levels | None:
    after = list(before)
    for resource, units in way:
        place = box.places[resource]
        after[place] += units
        if after[place] > levels[place]:
            return None
    return tuple(after)


def _spelled(box: Box, amounts: Levels, sign: int = 1) -> Units:
    return tuple(resource for resource, n in zip(box.resources, amounts, strict=True) for _ in range(sign * n))
