"""Rules told as events: what a move leads to, clause by clause. The worked cases stand in fixtures/quetzal/cases."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

import attrs
import pytest

from events.games.quetzal import events as e
from events.games.quetzal import moves as m
from events.games.quetzal.pieces import Meeple
from kernel.decider import Table
from kernel.errors import BadContent, BadSetup, IllegalMove, ImpossibleEvent, ImpossiblePosition
from kernel.games.quetzal.deck import pool, size
from kernel.games.quetzal.scoring import points_of
from tests.games.quetzal.playing import BOX, CONTENT, GAME, RULEBOOK, Match

K = TypeVar("K")


def faces(*names: str) -> tuple[Meeple, ...]:
    return tuple(Meeple(face=name) for name in names)


def camp(seat: str, *names: str) -> m.Visit:
    return m.Visit(seat=seat, place="camp", meeples=faces(*names))


def of(happened: list[e.Event], kind: type[K]) -> list[K]:
    return [event for event in happened if isinstance(event, kind)]


def refusal(match: Match, move: m.Move) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    return caught.value


def idle(**reserves: Any) -> dict[str, Any]:
    """Reserves by seat; a seat that is not named has none."""
    return {f"/players/{seat}/reserve": reserves.get(seat, []) for seat in ("red", "yellow", "green")}


def stand(seat: str, *meeples: str) -> list[dict[str, Any]]:
    return [{"seat": seat, "meeples": list(meeples)}]


# --- set-up


@pytest.mark.parametrize(("seats", "team"), [(2, 6), (3, 6), (4, 5), (5, 4)])
def test_meeples_follow_the_number_of_players(seats: int, team: int) -> None:
    """setup.team_meeples: 6 with two or three players, 5 with four, 4 with five; setup.character: one each."""
    match = Match(seats)

    assert [team + 1] * seats == [len(player.reserve) for player in match.state.players]


def test_coins_follow_the_seat_in_turn_order() -> None:
    """setup.coins_by_seat: 4, 5, 5, 6 and 6."""
    prepared = of(Match(5).events, e.SeatPrepared)

    assert [4, 5, 5, 6, 6] == [event.coins for event in prepared]


@pytest.mark.parametrize(
    ("seats", "rulings", "clause"),
    [
        (("red", "red"), {}, "setup.own_colour"),
        (("red", "automaton"), {}, "setup.own_colour"),
        (("red",), {}, "setup.player_count"),
        (("red", "yellow", "green", "blue", "purple"), {"player_count": "two_to_four"}, "setup.player_count"),
    ],
)
def test_a_table_that_cannot_be_is_refused(seats: tuple[str, ...], rulings: Mapping[str, str], clause: str) -> None:
    table = Table(seats=seats, options={}, rulings=RULEBOOK.in_force(rulings), box=BOX)

    with pytest.raises(BadSetup, match=clause):
        GAME.initial(table)


def test_the_seed_may_say_who_starts() -> None:
    """setup.first_player, read as start_seat=seeded: every seat may come out; coins follow the turn order."""
    matches = [Match(3, seed=seed, rulings={"start_seat": "seeded"}) for seed in range(12)]

    assert {"red", "yellow", "green"} == {match.state.first for match in matches}
    assert all(event.coins == 4 for match in matches for event in of(match.events, e.SeatPrepared)[:1])
    assert all(of(match.events, e.SeatPrepared)[0].seat == match.state.first for match in matches)


def test_three_players_meet_no_automaton() -> None:
    """automaton.two_players_only, automaton.no_turn_no_score: it is no seat."""
    assert "automaton.two_players_only" == refusal(Match(3), m.Decline(seat="automaton")).clause
    assert "automaton.no_turn_no_score" == refusal(Match(2), m.Decline(seat="automaton")).clause
    assert "place.clockwise" == refusal(Match(2), m.Decline(seat="green")).clause


# --- placing


def test_a_turn_goes_past_those_without_reserve_and_returns_to_who_is_displaced() -> None:
    """place.skip_and_return, bid.displaced_reusable."""
    match = Match(3)
    match.position(
        {"/places/quarry": stand("yellow", "black"), **idle(red=["black", "black"], green=["white"])},
        round=2,
        to_act="green",
    )
    match.play(camp("green", "white"))

    assert "red" == match.state.turn

    happened = match.play(m.Bid(seat="red", place="quarry", meeples=faces("black", "black")))

    (displaced,) = of(happened, e.MeeplesDisplaced)
    assert ("yellow", "adventurer") == (displaced.seat, displaced.role)
    assert "yellow" == match.state.turn


def test_a_refusal_says_how_many_are_missing() -> None:
    """bid.more_meeples: needs, has and what would do."""
    match = Match(3)
    match.position({"/places/quarry": stand("yellow", "black", "black"), **idle(red=["black"])}, round=2, to_act="red")
    refused = refusal(match, m.Bid(seat="red", place="quarry", meeples=faces("black")))

    assert "bid.more_meeples" == refused.clause
    assert {"needs": 3, "has": 1} == dict(refused.facts)
    assert {"meeples": 2} == dict(refused.remedy)


def test_the_beaten_automaton_leaves_until_the_next_card() -> None:
    """automaton.can_be_outbid, automaton.new_card."""
    match = Match(2, chance={"deck/automaton": ["auto_04", "auto_02"]})
    match.position({"/players/red/reserve": ["black"] * 3, "/players/yellow/reserve": ["black"]}, round=1, to_act="red")
    match.play(m.Bid(seat="red", place="ruins", meeples=faces("black", "black", "black")))

    placed = [meeple.id for s in match.state.board if s.seat == "automaton" for meeple in s.meeples]
    assert ["automaton.1", "automaton.2", "automaton.5", "automaton.6"] == placed

    happened = match.play(camp("yellow", "black"))

    assert 5 == len(of(happened, e.AutomatonPlaced)), "four places of auto_02 and the market tile"
    assert 6 == sum(len(s.meeples) for s in match.state.board if s.seat == "automaton")
    assert ("auto_04",) == (match.state.automaton.used if match.state.automaton else None)


def test_camp_coins_come_before_the_rerolls() -> None:
    """camp.immediate, camp.coin_each, camp.reroll: as many rerolls as meeples, all in the same turn."""
    match = Match(3)
    match.position({"/players/red/reserve": ["black", "white", "white"]}, round=2, to_act="red")
    happened = match.play(camp("red", "black", "white"))

    assert [e.MeeplesPlaced, e.CoinsGained, e.CoinsGained, e.CampRerollsGranted] == [type(event) for event in happened]
    assert ("red",) == GAME.to_act(match.state)
    assert "camp.immediate" == refusal(match, camp("red", "white")).clause


def test_declining_hands_over() -> None:
    """camp.reroll: it may be declined; a script may leave that out."""
    match = Match(3)
    match.position({"/players/red/reserve": ["black", "white"]}, round=2, to_act="red")
    match.play(camp("red", "black"))

    assert m.Decline(seat="red") == GAME.handover(match.state, "yellow")
    assert GAME.handover(match.state, "green") is None


# --- activation


def test_places_are_resolved_in_order() -> None:
    """order.sequence: Stela, Temple, annexes, Black Market, Village, Harbour Office, Ships."""
    match = Match(3)
    match.position(
        {
            "/places/ship_2": stand("green", "white"),
            "/places/ship_1": stand("green", "white"),
            "/places/harbour_office": stand("red", "black"),
            "/places/village/2": stand("red", "black"),
            "/places/black_market": stand("red", "black"),
            "/places/ruins": stand("yellow", "black"),
            "/places/quarry": stand("yellow", "black"),
            "/places/temple/5": stand("red", "white"),
            "/places/temple/2": stand("yellow", "white"),
            "/places/stela/1": stand("green", "white"),
            **idle(red=["black"]),
        },
        round=2,
        to_act="red",
    )
    happened = match.play(camp("red", "black"))
    while match.state.round == 2:
        seat = GAME.to_act(match.state)[0]
        happened += match.play(GAME.legal_moves(match.state, seat)[0])
    order = [(s.place, s.space) for s in of(happened, e.StandActivated)]

    named = [("stela", 1), ("temple", 2), ("temple", 5), ("quarry", 0), ("ruins", 0), ("black_market", 0)]
    assert [*named, ("village", 2), ("harbour_office", 0), ("ship_1", 0), ("ship_2", 0)] == order


def test_cards_laid_under_come_after_the_deck() -> None:
    """upgrade.temple_draw, temple.deck_draw: the card not kept is known, and is drawn last."""
    match = Match(3)
    match.position(
        {
            "/places/temple/3": stand("red", "white"),
            "/places/temple/4": stand("yellow", "white"),
            "/players/red/upgrades": ["temple_draw"],
            "/players/yellow/artifacts": ["mummy.1"],
            "/places/black_market": stand("yellow", "black"),
            "/display/temple": ["vase.1", "vase.2"],
            "/deck/artifacts": 2,
            **idle(green=["black"]),
        },
        round=2,
        to_act="green",
    )
    match.play(camp("green", "black"))
    match.play(m.TakeArtifact(seat="red", card="vase"))
    kept, under = GAME.document(match.state)["choice"]["seen"]
    match.play(m.KeepDrawn(seat="red", card=kept))

    assert (under,) == match.state.bottom
    assert () == pool(match.state)
    assert 1 == size(match.state)

    happened = match.play(m.TakeArtifact(seat="yellow", card="vase"))

    (drawn,) = of(happened, e.ArtifactDrawn)
    assert under == drawn.card


def test_the_board_is_filled_from_the_deck_at_the_end_of_a_round() -> None:
    """round.refill_artifacts, round.deck_empty: as far as the deck goes."""
    match = Match(3)
    match.position(
        {"/display/temple": ["vase.1"], "/display/quarry": [], "/deck/artifacts": 8, **idle(red=["black"])},
        round=1,
        to_act="red",
    )
    happened = match.play(camp("red", "black"))

    assert 8 == len(match.state.laid("temple"))
    assert 1 == len(match.state.laid("quarry"))
    assert [("artifacts", 1)] == [(n.what, n.missing) for n in of(happened, e.NothingLeft)]


def test_the_last_round_ends_without_a_refill() -> None:
    """end.five_rounds."""
    match = Match(3)
    match.position({"/display/quarry": [], **idle(red=["black"])}, round=5, to_act="red")
    happened = match.play(camp("red", "black"))

    assert isinstance(happened[-1], e.GameEnded)
    assert not any(isinstance(event, e.ArtifactsLaid | e.PlaneMoved | e.BoardCleared) for event in happened)


def test_a_secret_card_under_the_deck_comes_up_once() -> None:
    """upgrade.temple_draw under hand_secrecy: what one seat alone knows under the deck is laid out when it is drawn."""
    match = Match(3, rulings={"hand_secrecy": "secret"})
    match.position(
        {
            "/places/temple/3": stand("red", "white"),
            "/players/red/upgrades": ["temple_draw"],
            "/display/temple": ["vase.1", "vase.2"],
            "/deck/artifacts": 4,
            **idle(green=["black"]),
        },
        round=2,
        to_act="green",
    )
    match.play(camp("green", "black"))
    match.play(m.TakeArtifact(seat="red", card="vase"))
    happened = match.play(m.KeepDrawn(seat="red", card="second"))

    (laid,) = of(happened, e.ArtifactsLaid)
    assert (3, 1) == (len(laid.cards), laid.under)
    assert () == match.state.bottom
    assert () == GAME.faults(match.state)
    assert match.state == GAME.restore(match.state, GAME.document(match.state))


# --- scoring


@pytest.mark.parametrize(
    ("kind", "points"),
    [
        ("vase", [0, 1, 3, 6, 7, 9, 12, 13]),
        ("weapon", [0, 1, 3, 7, 8, 10, 14, 15]),
        ("mummy", [0, 3, 8, 14, 17, 22, 28, 31]),
    ],
)
def test_cards_past_the_third_make_lots(kind: str, points: list[int]) -> None:
    """deliver.table, deliver.lots: lots of up to three with the best total."""
    state = Match(3).state

    assert points == [points_of(state, kind, count) for count in range(8)]


def test_a_lot_may_be_split_otherwise_where_that_pays() -> None:
    """deliver.lots: with 1, 9 and 10 points, four cards are two pairs."""
    state = attrs.evolve(Match(3).state, box=attrs.evolve(BOX, points={"vase": (1, 9, 10)}))

    assert 18 == points_of(state, "vase", 4)


def test_discovery_pays_every_space_passed_once() -> None:
    """discovery.rewards: from 4 by 3 steps: 2 coins on 5 and 3 VP on 6."""
    match = Match(3)
    match.position(
        {
            "/players/red/discovery": 4,
            "/players/red/coins": 0,
            "/display/village": ["now_two_discovery", "trio", "reroll_two"],
            "/places/village/1": stand("red", "black"),
            "/places/ship_1": stand("yellow", "white"),
            "/players/yellow/artifacts": ["vase"],
            **idle(green=["black"]),
        },
        round=2,
        to_act="green",
    )
    match.play(camp("green", "black"))
    match.play(m.TakeUpgrade(seat="red", tile="now_two_discovery"))
    red = match.state.player("red")

    assert (6, 2, 3) == (red.discovery, red.coins, red.vp)
    assert ("now_two_discovery.1",) == red.discard


# --- positions and packs


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"/players/red/reserve": ["black"] * 8}, "there is no black meeple left"),
        ({"/players/red/coins": -1}, "red has -1 coins"),
        ({"/players/red/artifacts": ["sword"]}, "there is no card sword"),
        ({"/players/red/artifacts": ["mummy"] * 6}, "there is no card mummy"),
        ({"/players/red/upgrades": ["now_three_vp"]}, "wrong pile"),
        ({"/players/red/discovery": 13}, "space 13"),
        ({"/places/quarry": stand("red", "black") + stand("yellow", "black")}, "held twice"),
        ({"/places/quarry": [{"seat": "red", "role": "adventurer", "meeples": ["white"]}]}, "not all meeples can"),
        ({"/places/temple/1": stand("red", "white", "white")}, "2 meeples on one space"),
        ({"/display/quarry": ["vase.1", "vase.2", "vase.3"]}, "2 spots"),
        ({"/deck/artifacts": 74}, "cannot have 74 cards"),
        ({"/players/red/reserve": 3, "/turn": "nobody"}, "turn"),
        ({"/first_player": "purple"}, "First Player"),
    ],
)
def test_a_position_that_the_box_cannot_make_is_refused(values: Mapping[str, Any], fault: str) -> None:
    with pytest.raises(ImpossiblePosition, match=fault):
        Match(3).position(values, round=2)


def test_placed_pieces_leave_where_they_were() -> None:
    match = Match(3)
    card = match.state.laid("temple")[0]
    match.position({"/players/red/artifacts": [card], "/places/quarry": stand("red", "character")})

    assert card not in match.state.laid("temple")
    assert "red.character" not in [meeple.id for meeple in match.state.player("red").reserve]
    assert "open" == match.at("/places/quarry/0/role")
    assert () == GAME.faults(match.state)


def changed(pointer: str, value: Any) -> dict[str, Any]:
    """The pack's content with one value changed."""
    content: dict[str, Any] = json.loads(json.dumps(CONTENT))
    *path, last = pointer.removeprefix("/content/").split("/")
    holder: Any = content
    for key in path:
        holder = holder[int(key)] if isinstance(holder, list) else holder[key]
    if value is None:
        del holder[last]
    else:
        holder[int(last) if isinstance(holder, list) else last] = value
    return content


@pytest.mark.parametrize(
    ("pointer", "value", "told"),
    [
        ("/content/rounds", 0, "/content/rounds"),
        ("/content/components/coins", True, "/content/components/coins"),
        ("/content/artifacts/deck/0/copies", 15, "/content/artifacts/kinds/vase/cards"),
        ("/content/artifacts/deck/0/kind", "urn", "/content/artifacts/deck/0/kind"),
        ("/content/upgrades/trio/copies", 3, "/content/components/upgrade_tiles"),
        ("/content/upgrades/trio/effect", {"op": "fly"}, "/content/upgrades/trio/effect/op"),
        ("/content/locations/quarry", None, "/content/locations/quarry"),
        ("/content/locations/moon", {}, "/content/locations/moon"),
        ("/content/locations/temple/roles", ["pilot"], "/content/locations/temple/roles/0"),
        ("/content/automaton/cards/0/placements/0/meeples", 2, "/content/automaton/cards/0/placements"),
        ("/content/setup/coins_by_seat", [4, 5], "/content/setup/coins_by_seat"),
        ("/content/setup/by_players/3", None, "/content/setup/by_players/3"),
        ("/content/meeples/roll_weights/team", {"black": 0, "white": 0, "side": 0, "standing": 0}, "/content/meeples"),
        ("/content/discovery_track/rewards", {"x": {"vp": 1}}, "/content/discovery_track/rewards/x"),
    ],
)
def test_a_pack_is_told_where_it_is_wrong(pointer: str, value: Any, told: str) -> None:
    with pytest.raises(BadContent) as caught:
        GAME.box(changed(pointer, value))

    assert caught.value.pointer.startswith(told)


def test_an_event_that_cannot_follow_is_no_event() -> None:
    state = Match(3).state

    with pytest.raises(ImpossibleEvent):
        GAME.evolve(state, e.CardKept(seat="red", nth=1, cites=()))
    with pytest.raises(ImpossibleEvent):
        GAME.evolve(state, e.ArtifactSold(seat="red", card="vase.1", cites=()))
