"""Delivering artifacts at the Harbour Office and on the Ships."""

from __future__ import annotations

from collections.abc import Mapping

from events.games.quetzal import events as e
from events.games.quetzal.moves import Deliver, LoadArtifact
from events.vocabulary import Seat
from kernel.chance import Chance
from kernel.decider import Rule
from kernel.errors import Checks
from kernel.games.quetzal.box import SHIPS
from kernel.games.quetzal.decide.guards import due
from kernel.games.quetzal.decide.hands import lacking, shown
from kernel.games.quetzal.deck import Step
from kernel.games.quetzal.effects import DeliverMore, GainAtLeast, GainForEach
from kernel.games.quetzal.gains import gain, score
from kernel.games.quetzal.readings import works
from kernel.games.quetzal.scoring import points_of
from kernel.games.quetzal.state import Delivering, State

_BONUS_CLAUSES = {
    "trio": "upgrade.trio",
    "vase_three": "upgrade.vase_three",
    "weapon_three": "upgrade.weapon_three",
}


def load_artifact(state: State, move: LoadArtifact, chance: Chance) -> Rule[e.Event, State]:  # noqa: ARG001 - no draw
    """Add a card to the delivery being made."""
    pending = due(state, move.seat, Delivering, "order.sequence")
    _check_cards(state, move.seat, pending, (move.card,))
    yield from _load(state, move.seat, move.card)


def deliver(state: State, move: Deliver, chance: Chance) -> Rule[e.Event, State]:  # noqa: ARG001 - no draw
    """Close the delivery: kinds score by their number, icons and tiles give what they give."""
    pending = due(state, move.seat, Delivering, "order.sequence")
    _check_cards(state, move.seat, pending, move.cards)
    for card in move.cards:
        state = yield from _load(state, move.seat, card)
    cards = pending.loaded + move.cards
    fewer = ("deliver.fewer",) if len(cards) < pending.limits[0] else ()
    cites = ("deliver.own_hand", _limit_clause(pending.place), *fewer)
    state = yield e.ArtifactsDelivered(seat=move.seat, cards=cards, cites=cites)
    state = yield from _score(state, move.seat, cards)
    if len(pending.limits) == 1 or not state.player(move.seat).hand:
        yield e.ChoiceClosed(seat=move.seat, cites=cites[1:2])


def _limit_clause(place: str) -> str:
    return "ships.six_cards" if place in SHIPS else "harbour.three_cards"


def _check_cards(state: State, seat: Seat, pending: Delivering, cards: tuple[str, ...]) -> None:
    number = len(pending.loaded) + len(cards)
    check = Checks()
    not_held = lacking(state.player(seat), cards)
    check("deliver.own_hand", not not_held, not_in_hand=not_held)
    most = pending.limits[0]
    check(_limit_clause(pending.place), number <= most, most=most, has=number)
    if any(isinstance(effect, DeliverMore) for _, effect in works(state, state.player(seat))):
        check("upgrade.extra_object", number <= most, most=most, has=number)
    check.settle()


def _load(state: State, seat: Seat, card: str) -> Step:
    state = yield from shown(state, seat, card)
    return (yield e.ArtifactLoaded(seat=seat, card=card, cites=("deliver.own_hand",)))


def _score(state: State, seat: Seat, cards: tuple[str, ...]) -> Step:
    """Score the kinds, then the icons, then the tiles."""
    artifacts = [state.box.cards[card] for card in cards]
    counted: dict[str, int] = {}
    for artifact in artifacts:
        counted[artifact.kind] = counted.get(artifact.kind, 0) + 1
    for kind, count in counted.items():
        lots = ("deliver.lots",) if count > len(state.box.points[kind]) else ()
        state = yield from score(state, seat, points_of(state, kind, count), "deliver.table", *lots)
    for artifact in artifacts:
        if artifact.bonus:
            state = yield from gain(state, seat, state.box.bonuses[artifact.bonus], "deliver.icon")
    return (yield from _tiles(state, seat, counted))


def _tiles(state: State, seat: Seat, counted: Mapping[str, int]) -> Step:
    for tile, effect in works(state, state.player(seat)):
        if isinstance(effect, GainForEach):
            each = counted.get(effect.kind, 0)
            times = min(each, 1) if state.rulings.tablet_coins_scope == "per_delivery" else each
            for _ in range(times):
                state = yield from gain(state, seat, effect.gain, "upgrade.tablet_coins")
        elif isinstance(effect, GainAtLeast):
            clause = _BONUS_CLAUSES.get(state.box.tiles[tile], "upgrade.threshold_once")
            for _ in range(_times_reached(state, effect, counted)):
                state = yield from gain(state, seat, effect.gain, clause, "upgrade.threshold_once")
    return state


def _times_reached(state: State, effect: GainAtLeast, counted: Mapping[str, int]) -> int:
    """Return how often a threshold is paid: the ruling knows full groups of one kind only."""
    full = min(counted.get(kind, 0) // needed for kind, needed in effect.kinds)
    by_group = state.rulings.threshold_twice == "per_three" and len(effect.kinds) == 1
    return full if by_group else min(full, 1)
