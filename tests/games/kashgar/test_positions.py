"""Positions put in place by hand, cards named by what they show, documents and their faults."""

from __future__ import annotations

import attrs
import pytest

from events.games.kashgar import events as happened
from kernel.errors import ImpossibleEvent, ImpossiblePosition
from kernel.games.kashgar.game import GAME
from tests.games.kashgar.kit import Table, caravans, position


def test_placed_cards_leave_where_they_lay():
    table = Table(4)
    theirs = table.at("/players/yellow/caravans/1")[1]
    table.given({"/players/blue/caravans/1": [theirs, "hirte", "hirte"]})

    assert [theirs, "hirte.1", "hirte.2"] == table.at("/players/blue/caravans/1")
    assert theirs not in table.at("/players/yellow/caravans/1")
    assert (74, 1) == (table.at("/decks/standard/size"), table.at("/decks/standard/unseen/hirte"))


def test_replaced_cards_go_back():
    table = Table(4).given({"/players/blue/caravans/1": ["torwache", "sterndeuter"]})
    assert (75, 11) == (table.at("/decks/standard/size"), sum(table.at("/decks/special/unseen").values()))

    table.given({"/players/blue/caravans/1": ["patriarch"]})
    assert (76, 12) == (table.at("/decks/standard/size"), sum(table.at("/decks/special/unseen").values()))


def test_a_deck_that_is_told_holds_nothing_else():
    table = Table(2).given({"/decks/standard/unseen": ["hirte", "baecker"], "/display": ["osh"]})

    assert ({"baecker": 1, "hirte": 1}, 2) == (table.at("/decks/standard/unseen"), table.at("/decks/standard/size"))
    assert 39 == sum(table.at("/decks/orders/unseen").values())
    assert "torwache.1" in table.at("/unused")


def test_named_copies_come_first():
    table = Table(2).given({"/players/blue/caravans/1": ["hirte"], "/discard": ["hirte.1"]})

    assert (["hirte.2"], ["hirte.1"]) == (table.at("/players/blue/caravans/1"), table.at("/discard"))


def test_a_point_of_the_game_ends_what_was_going_on():
    table = Table(3).given(position(3, caravans=caravans("hirte patriarch")))
    table.play("blue", "use_caravan_action", card="hirte")
    table.given({}, round=4, to_act="green")

    assert (("green",), 4, None) == (GAME.to_act(table.state), table.at("/round"), table.at("/choice"))


def test_a_change_without_a_point_leaves_the_choice_open():
    table = Table(3).given(position(3, caravans=caravans("hirte patriarch")))
    table.play("blue", "use_caravan_action", card="hirte")
    document = GAME.document(table.state)
    document["players"]["blue"]["tracks"]["gold"] = 7
    table.state = GAME.arrange(table.state, document, {})

    assert ("take", 7) == (table.at("/choice/kind"), table.at("/players/blue/tracks/gold"))


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"/players/blue/tracks/gold": 10}, "gold stands at 10"),
        ({"/players/blue/caravans/1": ["torwache"] * 4}, "no further card torwache"),
        ({"/players/blue/caravans/1": ["dragon"]}, "no card dragon"),
        ({"/display": ["hirte"]}, "no order of this box"),
        ({"/players/blue/orders": ["hirte"]}, "no order of this box"),
        ({"/discard": ["osh"]}, "no person of this box"),
        ({"/first_player": "nobody"}, "nobody"),
        ({"/decks/special/unseen": ["hirte"]}, "hirte.1 is no card of the special deck"),
        ({"/decks": {}}, "cannot be read"),
    ],
)
def test_what_the_box_cannot_make_is_refused(values, fault):
    with pytest.raises(ImpossiblePosition, match=fault):
        Table(2).given(values, to_act="blue")


def test_an_unknown_point_is_refused():
    with pytest.raises(ImpossiblePosition, match="there is no point"):
        Table(2).given({}, phase="summer")


def test_a_title_stands_for_the_copy_that_can_be_meant():
    table = Table(2).given(position(caravans=caravans("hirte.3 patriarch", "hirte.2")))

    assert "hirte.3" == table.move("blue", "use_caravan_action", card="hirte").card
    assert "osh" == table.move("blue", "complete_order", order="osh").order
    assert "dragon" == table.move("blue", "pass", card="dragon").card
    assert "hirte" == table.move("nobody", "pass", card="hirte").card


@pytest.mark.parametrize("copies", [-1, 2**63 - 1])
def test_a_deck_of_more_cards_than_there_can_be_is_refused_at_once(copies):
    with pytest.raises(ImpossiblePosition, match="no deck holds"):
        Table(2).given({"/decks/standard/unseen/adelige": copies})


@pytest.mark.parametrize("caravan", [-1, 0])
def test_no_caravan_stands_before_the_first(caravan):
    state = Table(2).state
    with pytest.raises(ImpossibleEvent, match="it names what is not there"):
        GAME.evolve(state, happened.CardSentToTail(seat="blue", card="hirte.1", caravan=caravan, cites=()))


def test_an_event_that_cannot_be_is_a_fault():
    state = Table(2).state
    with pytest.raises(ImpossibleEvent):
        GAME.evolve(state, happened.GoodsPaid(seat="blue", resource="gold", amount=4, cites=()))
    with pytest.raises(ImpossibleEvent):
        GAME.evolve(state, happened.CardSentToTail(seat="blue", card="hirte.1", caravan=1, cites=()))
    with pytest.raises(ImpossibleEvent):
        _ = state.doing
    with pytest.raises(ImpossibleEvent):
        _ = state.awaited
    with pytest.raises(ImpossibleEvent):
        _ = attrs.evolve(state, turn=None).mover


def test_faults_are_told_in_words():
    state = Table(2).state
    player = attrs.evolve(state.players[0], tracks=(0, 0, 0, 0, 0, 0, 9))
    decks = attrs.evolve(state.decks, standard_size=99, special=tuple(reversed(state.decks.special)))
    broken = attrs.evolve(
        state,
        players=(player, state.players[1]),
        decks=decks,
        turn="nobody",
        discard=("hirte.1",),
        drawn=("hirte.1",),
        over=True,
    )
    told = " / ".join(GAME.faults(broken))

    for words in ("mule stands at 9", "99 cards", "not sorted", "nobody's", "hirte.1 is in 3 places", "over"):
        assert words in told
    assert GAME.faults(attrs.evolve(state, turn=None)) == ("it is nobody's turn",)
    assert GAME.handover(state, "blue") is None
