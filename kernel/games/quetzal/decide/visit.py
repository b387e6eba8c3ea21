"""Placing meeples on a free place: the Camp at once, the Harbour Office for coins."""

from __future__ import annotations

from events.games.quetzal import events as e
from events.games.quetzal.moves import CampReroll, Visit
from events.games.quetzal.pieces import Meeple
from kernel.chance import Chance
from kernel.decider import Rule
from kernel.errors import Checks
from kernel.games.quetzal.box import Location
from kernel.games.quetzal.decide.guards import due, from_reserve, placing
from kernel.games.quetzal.deck import Step
from kernel.games.quetzal.effects import GainNow, Throw
from kernel.games.quetzal.gains import gain, pay
from kernel.games.quetzal.readings import kind, role_clause
from kernel.games.quetzal.rerolls import at_camp
from kernel.games.quetzal.state import ANY, CampRerolls, Player, State
from kernel.games.quetzal.throwing import throw
from kernel.games.quetzal.turns import next_turn


def visit(state: State, move: Visit, chance: Chance) -> Rule[e.Event, State]:  # noqa: ARG001 - no draw
    """Place meeples of any roles; the Camp pays at once."""
    player, place = state.player(move.seat), move.place
    check = Checks()
    placing(check, state, move.seat)
    location = state.box.locations.get(place)
    if location is None or location.kind != "free":
        check("place.one_location", holds=False, place=place)
        check.settle()
        return
    meeples = from_reserve(check, player, move.meeples)
    if kind(state, location) == "unique":
        check("unique.one_matching", len(move.meeples) == 1, meeples=len(move.meeples))
        check("unique.occupied", state.stand(place) is None)
    price = location.cost * len(move.meeples)
    short = {"coins": price - player.coins}
    check("harbour.two_coins_each", player.coins >= price, remedy=short, needs=price, has=player.coins)
    if not location.order:
        _check_rerolls(check, state, player, meeples)
    check.settle()

    before = any(stand.place == place and stand.seat == move.seat for stand in state.board)
    back = ("free.come_back", "free.example_harbour") if before and location.cost else ()
    state = yield from pay(state, move.seat, price, "harbour.two_coins_each", *back)
    cites = (role_clause(place), "free.open_to_all", "place.one_location", *back[:1])
    state = yield e.MeeplesPlaced(
        seat=move.seat, place=place, space=0, role=ANY, meeples=meeples, paid=price, cites=cites
    )
    if not location.order:
        state = yield from _camp(state, move, location)
    if state.pending is None:
        yield from next_turn(state, move.seat)


def _check_rerolls(check: Checks, state: State, player: Player, placed: tuple[Meeple, ...]) -> None:
    """Check that each meeple at the Camp has one to throw again, where the ruling asks for it."""
    if state.rulings.camp_no_reserve == "refused":
        gone = {meeple.id for meeple in placed}
        left = sum(meeple.id not in gone for meeple in at_camp(state, player, ()))
        needs = len(placed) if state.rulings.camp_same_meeple == "distinct" else 1
        check("camp.coin_each", left >= needs, needs=needs, has=left)


def _camp(state: State, move: Visit, camp: Location) -> Step:
    """Give the coins of the Camp, and the rerolls."""
    rerolls = 0
    for effect in camp.effects:
        times = len(move.meeples)
        if isinstance(effect, GainNow):
            for _ in range(times if effect.per_meeple else 1):
                state = yield from gain(state, move.seat, effect.gain, "camp.coin_each", "camp.immediate")
        elif isinstance(effect, Throw):
            rerolls += times if effect.per_meeple else 1
    if rerolls and at_camp(state, state.player(move.seat), ()):
        state = yield e.CampRerollsGranted(seat=move.seat, rerolls=rerolls, cites=("camp.reroll",))
    return state


def camp_reroll(state: State, move: CampReroll, chance: Chance) -> Rule[e.Event, State]:
    """Throw one meeple of the reserve again."""
    pending = due(state, move.seat, CampRerolls, "camp.reroll")
    player = state.player(move.seat)
    check = Checks()
    meeples = from_reserve(check, player, (move.meeple,))
    allowed = {meeple.id for meeple in at_camp(state, player, pending.thrown)}
    check("camp.reroll", all(meeple.id in allowed for meeple in meeples), may_throw=tuple(sorted(allowed)))
    check.settle()

    state = yield e.CampRerollUsed(seat=move.seat, meeple=meeples[0].id, cites=("camp.reroll",))
    state = yield from throw(state, chance, move.seat, meeples, "camp.reroll", at_camp=True)
    after = state.pending
    done = not isinstance(after, CampRerolls) or not after.left
    if done or not at_camp(state, state.player(move.seat), (*pending.thrown, meeples[0].id)):
        state = yield e.ChoiceClosed(seat=move.seat, cites=("camp.reroll",))
        yield from next_turn(state, move.seat)
