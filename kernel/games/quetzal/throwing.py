"""Opening a round: the automaton stands out, everybody throws, and places once rerolls are done."""

from __future__ import annotations

from collections.abc import Sequence

from events.games.quetzal import events as e
from events.games.quetzal.pieces import Meeple
from events.vocabulary import Seat
from kernel.chance import Chance
from kernel.games.quetzal.box import Placement
from kernel.games.quetzal.deck import Step
from kernel.games.quetzal.effects import Throw
from kernel.games.quetzal.gains import gain_coins
from kernel.games.quetzal.readings import face_for, is_covered, layout, turn_order, works
from kernel.games.quetzal.state import Player, State, is_character


def turn_automaton_card(state: State, chance: Chance, *cites: str) -> Step:
    """Turn up a card for the automaton and set its meeples out."""
    automaton = state.automaton
    gone = (*automaton.used, automaton.card) if automaton else ()
    left = tuple(card for card in state.box.automaton_cards if card not in gone)
    if not left:
        return (yield e.NothingLeft(what="automaton cards", missing=1, cites=("automaton.new_card",)))
    (card,) = chance.draw("deck/automaton", left)
    state = yield e.AutomatonCardTurned(card=card, cites=(*cites, "automaton.six_meeples"))

    tile = _market_tile(state)
    number = 0
    for where in state.box.automaton_cards[card]:
        ids = range(number + 1, number + 1 + where.meeples)
        number += where.meeples
        if is_covered(state, where.place, where.space):
            continue
        meeples = tuple(Meeple(f"automaton.{n}", face_for(where.role)) for n in ids)
        beside = tile.meeples if tile and (tile.place, tile.role) == (where.place, where.role) else 0
        tile = None if beside else tile
        state = yield _placed(where, meeples, beside, "automaton.place_by_card")
    if tile and state.stand(tile.place) is None:
        state = yield _placed(tile, (), tile.meeples, "automaton.market_tile")
    return state


def _market_tile(state: State) -> Placement | None:
    lies = layout(state).market_tile and state.rulings.market_tile == "standing_bid"
    return state.box.market_tile if lies else None


def _placed(where: Placement, meeples: tuple[Meeple, ...], tile: int, clause: str) -> e.AutomatonPlaced:
    return e.AutomatonPlaced(
        place=where.place, space=where.space, role=where.role, meeples=meeples, tile=tile, cites=(clause,)
    )


def begin_round(state: State, chance: Chance, number: int) -> Step:
    """Open a round: everybody throws all meeples, then reroll tiles may be used."""
    state = yield e.RoundBegan(round=number, leader=state.first, cites=("stela.order_from_next_round",))
    for seat in turn_order(state):
        state = yield from throw(state, chance, seat, state.player(seat).reserve, "roll.throw_all")
    rerolling = tuple(seat for seat in turn_order(state) if reroll_tiles(state, state.player(seat)))
    if rerolling:
        return (yield e.RerollsOffered(seats=rerolling, cites=("upgrade.reroll_two", "upgrade.reroll_all")))
    return (yield begin_placing(state))


def begin_placing(state: State) -> e.TurnBegan:
    """Give the leader the first turn."""
    return e.TurnBegan(seat=turn_order(state)[0], cites=("place.clockwise",))


def reroll_tiles(state: State, player: Player) -> tuple[str, ...]:
    """Return the reroll tiles that a player may still use this round."""
    tiles = tuple(tile for tile, effect in works(state, player) if isinstance(effect, Throw))
    if player.rerolled and state.rulings.reroll_tiles_together == "one_only":
        return ()
    return tuple(tile for tile in tiles if tile not in player.rerolled)


def throw(
    state: State, chance: Chance, seat: Seat, meeples: Sequence[Meeple], *cites: str, at_camp: bool = False
) -> Step:
    """Throw meeples of a seat; each that comes to rest upright pays."""
    stream = f"meeples/{seat}/round-{state.round}"
    fallen: list[Meeple] = []
    for part, weights, wanted in (
        ("team", state.box.team_weights, [m for m in meeples if not is_character(m.id)]),
        ("character", state.box.character_weights, [m for m in meeples if is_character(m.id)]),
    ):
        faces = chance.pick(f"{stream}/{part}", weights, count=len(wanted))
        fallen += [Meeple(meeple.id, face) for meeple, face in zip(wanted, faces, strict=True)]
    paid = _paid(state, state.player(seat), fallen)
    state = yield e.MeeplesThrown(seat=seat, meeples=tuple(fallen), paid=paid, cites=cites)
    if not paid:
        return state
    coins = len(paid) * state.box.standing_coins
    clauses: tuple[str, ...] = ("roll.standing_coin",)
    if at_camp:
        clauses = ("camp.standing_coin", *clauses)
        coins *= 2 if state.rulings.camp_standing == "two" else 1
    elif "roll.throw_all" not in cites:
        clauses = (*clauses, "roll.reroll_keeps_coin")
    return (yield from gain_coins(state, seat, coins, *clauses))


def _paid(state: State, player: Player, fallen: Sequence[Meeple]) -> tuple[str, ...]:
    """Return the meeples that earn a coin by how they lie now."""
    paying = ("standing", "side") if state.rulings.side_coin == "side_too" else ("standing",)
    paid = [meeple.id for meeple in fallen if meeple.face in paying]
    if state.rulings.standing_reroll == "once":
        paid = [meeple for meeple in paid if meeple not in player.paid_for]
    return tuple(paid)
