"""Quetzal as one record."""

from __future__ import annotations

from events.games.quetzal import VOCABULARY
from events.games.quetzal.events import Event
from events.games.quetzal.moves import Move
from kernel.decider import Game
from kernel.games.quetzal.activation import proceed
from kernel.games.quetzal.arranging import arrange
from kernel.games.quetzal.decide import decide
from kernel.games.quetzal.document import document, restore
from kernel.games.quetzal.drawing import drawing
from kernel.games.quetzal.evolve import REDUCERS
from kernel.games.quetzal.faults import faults
from kernel.games.quetzal.handover import handover
from kernel.games.quetzal.legal import legal_moves, sample
from kernel.games.quetzal.moments import to_act
from kernel.games.quetzal.names import resolve
from kernel.games.quetzal.scoring import standings
from kernel.games.quetzal.setup import initial, setup
from kernel.games.quetzal.state import State
from kernel.games.quetzal.texts import component, components
from kernel.games.quetzal.unpacking import box
from kernel.games.quetzal.worth import worth

GAME: Game[Move, State, Event] = Game(
    name="quetzal",
    title="Quetzal",
    seats=(2, 5),
    rules_version=1,
    packs=("house",),
    options={},
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
"""The game of Quetzal."""
