"""The Voyages of Marco Polo, as one record."""

from __future__ import annotations

from events.games.marco_polo import VOCABULARY, Event
from events.games.marco_polo.moves import EndTurn, Move
from events.vocabulary import Seat
from kernel.decider import Game
from kernel.games.marco_polo.arrange import arrange
from kernel.games.marco_polo.boxing import box
from kernel.games.marco_polo.decide import decide
from kernel.games.marco_polo.decide.placing import in_action
from kernel.games.marco_polo.decide.turns import may_end, next_seat
from kernel.games.marco_polo.decide.waiting import to_act
from kernel.games.marco_polo.document import document, restore
from kernel.games.marco_polo.drawing import drawing
from kernel.games.marco_polo.evolve import REDUCERS
from kernel.games.marco_polo.faults import faults
from kernel.games.marco_polo.legal import legal_moves, sample
from kernel.games.marco_polo.resolve import resolve
from kernel.games.marco_polo.rounds import proceed
from kernel.games.marco_polo.scoring import standings
from kernel.games.marco_polo.setup import OPTIONS, initial, setup
from kernel.games.marco_polo.state import State
from kernel.games.marco_polo.texts import component, components
from kernel.games.marco_polo.worth import worth


def handover(state: State, seat: Seat) -> Move | None:
    """Return the end of the current turn, where `seat` comes next or the round ends with it."""
    current = state.turn.seat
    if state.phase != "turns" or not current or current == seat or in_action(state):
        return None
    if not may_end(state, current) or next_seat(state, current) not in {seat, None}:
        return None
    return EndTurn(seat=current)


GAME: Game[Move, State, Event] = Game(
    name="marco_polo",
    title="The Voyages of Marco Polo",
    seats=(2, 4),
    rules_version=1,
    packs=("base",),
    options=OPTIONS,
    vocabulary=VOCABULARY,
    box=box,
    initial=initial,
    setup=setup,
    decide=decide,
    proceed=proceed,
    reducers=REDUCERS,
    to_act=to_act,
    is_over=lambda state: state.phase == "over",
    round=lambda state: state.round,
    legal_moves=legal_moves,
    sample=sample,
    resolve=resolve,
    standings=standings,
    document=document,
    restore=restore,
    arrange=arrange,
    faults=faults,
    handover=handover,
    worth=worth,
    drawing=drawing,
    components=components,
    component=component,
)
