"""Orders: what they cost the seat in turn, what it lacks, and in which ways it can pay."""

from __future__ import annotations

from collections.abc import Mapping

from events.frozen import frozen
from events.vocabulary import Seat
from kernel.errors import Fact
from kernel.games.kashgar import goods
from kernel.games.kashgar.effects import CompleteOrders, Goods, UseStock
from kernel.games.kashgar.obstacle import Obstacle
from kernel.games.kashgar.state import State


@frozen
class Price:
    """What an order costs. standing: (good that may stand, good or any spice it stands for)."""

    cost: Goods
    standing: goods.Substitutes = ()


def price_of(state: State, order: str, effect: CompleteOrders) -> Price:
    """Return what an order costs through an effect."""
    return Price(Goods()) if effect.free else Price(state.box.order[order].cost, effect.substitutes)


def fitting_obstacles(state: State, order: str, effect: CompleteOrders) -> list[Obstacle]:
    """Return all that keeps an effect from completing an order, in the order in which a player would be told."""
    kind = state.box.order[order]
    found = []
    if effect.classes is not None and kind.kind not in effect.classes:
        found.append(Obstacle("orders.filter", {"allowed": effect.classes, "found": kind.kind}))
    if effect.orders is not None and kind.title not in effect.orders:
        found.append(Obstacle("orders.filter", {"allowed": effect.orders, "found": kind.title}))
    waived = effect.free and state.rulings.free_order_mules == "waived"
    return found + order_obstacles(state, order, price_of(state, order, effect), waived=waived)


def order_obstacles(state: State, order: str, price: Price, *, waived: bool = False) -> list[Obstacle]:
    """Return what the seat in turn lacks to complete an order at a price. waived: whether no mules must be held."""
    cost, standing = price.cost, price.standing
    box, levels = state.box, state.player(state.mover).tracks
    mules = 0 if waived else box.order[order].mules
    left_over = state.rulings.mules_required_and_spent == "after_paying"
    if mules and left_over:
        mules += dict(cost.named).get("mule", 0)
    found = []
    if (has := levels[box.places["mule"]]) < mules:
        found.append(Obstacle("orders.mules_held", {"needs": mules, "has": has}, {"mule": mules - has}))
    mixed = state.rulings.any_spice_mixed == "may_differ"
    if goods.can_pay(box, levels, cost, standing, mixed=mixed):
        if left_over and standing and not found and not order_payments(state, order, price):
            # Too many mules would have to stand for other goods.
            ways = goods.payments(box, levels, cost, standing, mixed=mixed)
            needs = box.order[order].mules + min(way.count("mule") for way in ways)
            found.append(Obstacle("orders.mules_held", {"needs": needs, "has": has}))
        return found
    for resource, units, has in goods.lacking(box, levels, cost):
        facts: Mapping[str, Fact] = {"resource": resource, "needs": units, "has": has}
        remedy: Mapping[str, Fact] = {} if standing else {resource: units - has}
        found.append(Obstacle("storage.full_payment", facts, remedy))
        found.append(Obstacle("orders.mixed_cost" if resource == "mule" else "orders.pay_cost", facts, remedy))
    return found or [Obstacle("storage.full_payment", {"same_kind": cost.any})]


def order_payments(state: State, order: str, price: Price) -> tuple[goods.Units, ...]:
    """Return the ways in which the seat in turn can pay an order."""
    box, levels = state.box, state.player(state.mover).tracks
    mixed = state.rulings.any_spice_mixed == "may_differ"
    ways = goods.payments(box, levels, price.cost, price.standing, mixed=mixed)
    if state.rulings.mules_required_and_spent == "after_paying":
        left = levels[box.places["mule"]] - box.order[order].mules
        return tuple(way for way in ways if way.count("mule") <= max(left, 0))
    return ways


def helped_out(state: State, seat: Seat, spice: str, order: str, effect: UseStock) -> int:
    """Return how many units of a spice in an order's cost come off an opponent's track."""
    cost = state.box.order[order].cost
    asked = dict(cost.named).get(spice, 0) + cost.any
    return min(effect.most, asked, state.level(seat, spice))


def relieved(state: State, order: str, spice: str, units: int) -> Price:
    """Return what is left of an order's cost when others give some units of a spice."""
    cost = state.box.order[order].cost
    printed = dict(cost.named).get(spice, 0)
    left = {**dict(cost.named), spice: max(0, printed - units)}
    named = tuple((resource, left[resource]) for resource in state.box.resources if left.get(resource))
    return Price(Goods(named, cost.any - max(0, units - printed)))
