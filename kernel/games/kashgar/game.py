"""Kashgar as one record of functions."""

from __future__ import annotations

from events.games.kashgar import VOCABULARY
from events.games.kashgar.events import Event
from events.games.kashgar.moves import Move
from events.vocabulary import Seat
from kernel.decider import Game
from kernel.games.kashgar.arrange import arrange
from kernel.games.kashgar.card_text import card_text, components
from kernel.games.kashgar.decide import decide, proceed
from kernel.games.kashgar.document import document, restore
from kernel.games.kashgar.drawing import drawing
from kernel.games.kashgar.evolve import REDUCERS
from kernel.games.kashgar.faults import faults
from kernel.games.kashgar.legal import legal_moves, sample, to_act
from kernel.games.kashgar.opening_box import box
from kernel.games.kashgar.resolve import resolve
from kernel.games.kashgar.scoring import standings
from kernel.games.kashgar.setup import NUMBER, initial, setup
from kernel.games.kashgar.state import State
from kernel.games.kashgar.worth import worth


def _handover(state: State, seat: Seat) -> None:  # noqa: ARG001 - a turn ends with its action
    return None


GAME: Game[Move, State, Event] = Game(
    name="kashgar",
    title="Kashgar: Merchants of the Silk Road",
    seats=(2, 4),
    rules_version=1,
    packs=("house",),
    options={NUMBER: ("6", "1", "2", "3", "4", "5", "7", "8", "9", "10", "11")},
    vocabulary=VOCABULARY,
    box=box,
    initial=initial,
    setup=setup,
    decide=decide,
    proceed=proceed,
    reducers=REDUCERS,
    to_act=to_act,
    is_over=lambda state: state.over,
    round=lambda state: state.round,
    legal_moves=legal_moves,
    sample=sample,
    resolve=resolve,
    standings=standings,
    document=document,
    restore=restore,
    arrange=arrange,
    faults=faults,
    handover=_handover,
    worth=worth,
    drawing=drawing,
    components=components,
    component=card_text,
)
