"""Random play to the end, in every number of seats: what must hold in every state."""

from __future__ import annotations

import json

import attrs
import pytest

from events.games.quetzal import moves as m
from events.games.quetzal.pieces import Meeple
from events.secrets import Secret
from kernel.chance import Chance
from kernel.decider import decided, folded
from kernel.documents import REFEREE, view
from kernel.errors import IllegalMove
from kernel.games.quetzal.state import Delivering, State, known
from tests.games.quetzal.playing import COLOURS, GAME, RULEBOOK, Match, numbers, random_states

TABLES = [(seats, seed) for seats in (2, 3, 4, 5) for seed in (1, 2, 3)]


def accepted(match: Match, state: State, move: m.Move) -> bool:
    """Whether the rules accept a move here; a refusal must name a clause of the rulebook."""
    refusal = None
    try:
        decided(GAME, state, move, Chance(match.drawn, seeded=match.seeded))
    except IllegalMove as error:
        refusal = error
    assert refusal is None or {refusal.clause, *refusal.also} <= set(RULEBOOK.clauses)
    return refusal is None


def mutants(state: State, move: m.Move) -> list[m.Move]:
    """Moves like this one with something else in it."""
    made: list[m.Move] = [attrs.evolve(move, seat=other) for other in state.seats if other != move.seat]
    match move:
        case m.Bid():
            made += [attrs.evolve(move, place=place) for place in ("temple", "camp", "ship_2", "black_market", "moon")]
            made += [attrs.evolve(move, meeples=move.meeples[1:]), attrs.evolve(move, meeples=move.meeples * 2)]
            made += [attrs.evolve(move, role=role) for role in ("adventurer", "archaeologist")]
        case m.Occupy():
            made += [attrs.evolve(move, space=space) for space in range(7)]
            made += [attrs.evolve(move, place=place) for place in ("stela", "village", "quarry")]
            made += [attrs.evolve(move, meeple=meeple) for meeple in state.player(move.seat).reserve]
            made += [attrs.evolve(move, meeple=Meeple("red.9", "black"))]
        case m.Visit():
            made += [attrs.evolve(move, place=place) for place in ("camp", "harbour_office", "ruins")]
            made += [attrs.evolve(move, meeples=()), attrs.evolve(move, meeples=state.player(move.seat).reserve)]
        case m.TakeArtifact():
            made += [attrs.evolve(move, card=card) for card in ("vase.1", "mummy.1", "vase", "")]
        case m.TakeUpgrade():
            made += [attrs.evolve(move, tile=tile) for tile in ("trio.1", "reroll_all.1", "trio")]
        case m.Deliver() | m.LoadArtifact() | m.SellArtifact() | m.Decline() | m.Pass():
            made += [m.Deliver(seat=move.seat, cards=("vase.1",)), m.SellArtifact(seat=move.seat, card="vase.2")]
            made += [m.Decline(seat=move.seat), m.Pass(seat=move.seat), m.Trade(seat=move.seat, tile="buy_vp.1")]
            made += [m.TakeUpgrade(seat=move.seat, tile="trio.1"), m.UseReroll(seat=move.seat, tile="reroll_two.1")]
    return made


def plainly_listed(state: State, move: m.Move) -> bool:
    """Whether a move is listed, alike pieces and shorthands apart."""
    listed = GAME.legal_moves(state, move.seat)
    return _at_hand(state, move) and any(_shown(move) == _shown(other) for other in listed)


def _at_hand(state: State, move: m.Move) -> bool:
    """Whether all pieces that a move names are where it may take them, each named once."""
    player = state.player(move.seat)
    reserve = [meeple.id for meeple in player.reserve]
    match move:
        case m.Bid() | m.Visit() | m.UseReroll():
            named = [meeple.id for meeple in move.meeples]
            return len(named) == len(set(named)) and set(named) <= set(reserve)
        case m.Occupy() | m.CampReroll():
            return move.meeple.id in reserve
        case m.SellArtifact() | m.LoadArtifact():
            return move.card in map(known, player.hand)
        case m.TakeArtifact():
            return move.card in state.laid("temple")
        case m.TakeUpgrade():
            return move.tile in state.tiles
        case m.Trade():
            return move.tile in player.upgrades
        case _:
            return True


def _shown(move: m.Move) -> object:
    """What a move shows: faces for meeples, kinds for cards and tiles."""

    def face(meeple: Meeple) -> str:
        return f"{meeple.face}{'!' if meeple.id.endswith('character') else ''}"

    def variant(piece: str) -> str:
        return piece.rpartition(".")[0] or piece

    match move:
        case m.Bid():
            return "bid", move.seat, move.place, tuple(sorted(map(face, move.meeples))), move.role
        case m.Visit():
            return "visit", move.seat, move.place, tuple(sorted(map(face, move.meeples)))
        case m.Occupy():
            return "occupy", move.seat, move.place, move.space, face(move.meeple)
        case m.CampReroll():
            return "camp", move.seat, face(move.meeple)
        case m.UseReroll():
            return "reroll", move.seat, variant(move.tile), tuple(sorted(map(face, move.meeples)))
        case m.TakeArtifact() | m.SellArtifact() | m.LoadArtifact():
            return type(move).__name__, move.seat, variant(move.card)
        case m.Deliver():
            return "deliver", move.seat, tuple(sorted(map(variant, move.cards)))
        case m.TakeUpgrade() | m.Trade():
            return type(move).__name__, move.seat, variant(move.tile)
        case _:
            return move


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_every_state_holds_together(seats: int, seed: int) -> None:
    match = Match(seats, seed=seed)
    for state, _ in random_states(match, numbers(seed)):
        assert () == GAME.faults(state)
        assert state == GAME.restore(state, GAME.document(state))
        assert state == GAME.restore(state, json.loads(json.dumps(GAME.document(state), sort_keys=True)))

    assert () == GAME.faults(match.state)
    assert match.state == folded(GAME, GAME.initial(match.table), match.events)


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_what_is_listed_is_accepted_and_what_is_not_is_refused(seats: int, seed: int) -> None:
    match = Match(seats, seed=seed + 100)
    choose = numbers(seed)
    for number, (state, move) in enumerate(random_states(match, choose)):
        for seat in GAME.to_act(state):
            listed = GAME.legal_moves(state, seat)
            assert 0 < len(listed) <= 2000
            assert len(listed) == len(set(listed))
            step = max(1, len(listed) // 8)
            for other in listed[number % step :: step]:
                assert accepted(match, state, other), other
                assert other == GAME.resolve(state, other)
        for other in mutants(state, move):
            resolved = GAME.resolve(state, other)
            if isinstance(state.pending, Delivering) and isinstance(resolved, m.Deliver):
                continue  # a whole delivery may be asked for where too many are possible to list
            assert accepted(match, state, resolved) == plainly_listed(state, resolved), resolved


@pytest.mark.parametrize("ruling", [name for name in RULEBOOK.rulings if name != "player_count"])
def test_every_reading_plays_to_the_end(ruling: str) -> None:
    """Each other option of each ruling, at the number of seats where it matters."""
    for option in RULEBOOK.rulings[ruling].options:
        if option == RULEBOOK.rulings[ruling].default:
            continue
        for seats in (2, 3):
            match = Match(seats, seed=7, rulings={ruling: option})
            for number, (state, move) in enumerate(random_states(match, numbers(seats))):
                assert () == GAME.faults(state)
                assert state == GAME.restore(state, GAME.document(state))
                if number % 5 == 0:
                    assert all(accepted(match, state, other) for other in GAME.legal_moves(state, move.seat)[::9])
                    assert all(
                        accepted(match, state, other) == plainly_listed(state, other)
                        for other in (GAME.resolve(state, mutant) for mutant in mutants(state, move))
                        if not isinstance(other, m.Deliver)
                    )
            assert match.state == folded(GAME, GAME.initial(match.table), match.events)


def test_many_readings_together_play_to_the_end() -> None:
    choose = numbers(99)
    for seed in range(12):
        rulings = {
            name: tuple(ruling.options)[choose(len(ruling.options))]
            for name, ruling in RULEBOOK.rulings.items()
            if name != "player_count"
        }
        match = Match(2 + seed % 4, seed=seed, rulings=rulings)
        for state, _ in random_states(match, choose):
            assert () == GAME.faults(state)
            assert state == GAME.restore(state, GAME.document(state))
            for seat in GAME.to_act(state):
                listed = GAME.legal_moves(state, seat)
                assert len(listed) <= 2000
                assert all(accepted(match, state, other) for other in listed[::23])


def test_no_secret_shows_in_the_public_view() -> None:
    """deliver.own_hand under hand_secrecy: the ids of hidden cards stand nowhere in what others see."""
    match = Match(4, seed=5, rulings={"hand_secrecy": "secret"})
    for state, _ in random_states(match, numbers(5)):
        public = json.dumps(view(GAME.document(state)))
        whole = json.dumps(view(GAME.document(state), REFEREE))
        for player in state.players:
            for card in player.hand:
                assert isinstance(card, Secret)
                assert f'"{card.value[0]}"' not in public
                assert f'"{card.value[0]}"' in whole


def test_colours_are_those_of_the_pack() -> None:
    """setup.own_colour"""
    assert COLOURS == Match(5).state.box.colours
