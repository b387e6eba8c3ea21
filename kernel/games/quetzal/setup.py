"""Setting the game up: the state before, and the rule."""

from __future__ import annotations

from events.games.quetzal import events as e
from kernel.chance import Chance
from kernel.decider import Rule, Table
from kernel.errors import BadSetup
from kernel.games.quetzal.box import Box
from kernel.games.quetzal.readings import layout
from kernel.games.quetzal.refill import lay_artifacts, lay_tiles
from kernel.games.quetzal.rulings import Rulings
from kernel.games.quetzal.state import AUTOMATON, Player, State
from kernel.games.quetzal.throwing import begin_round, turn_automaton_card
from kernel.rulings import in_force, listed


def initial(table: Table) -> State:
    """Return the state before set-up.

    Raises: BadSetup for a number of players or a seat that the rules do not allow.
    """
    box: Box = table.box
    rulings = in_force(Rulings, table.rulings)
    most = 4 if rulings.player_count == "two_to_four" else box.most
    if not box.least <= len(table.seats) <= most:
        msg = f"setup.player_count: {box.least} to {most} players take part, there are {len(table.seats)} seats"
        raise BadSetup(msg)
    if len(set(table.seats)) < len(table.seats) or AUTOMATON in table.seats:
        msg = f'setup.own_colour: each seat has a colour no one else has, and "{AUTOMATON}" is none'
        raise BadSetup(msg)
    return State(
        box=box,
        rulings=rulings,
        players=tuple(Player(seat) for seat in table.seats),
        round=0,
        phase="setup",
        leader="",
        first="",
        turn="",
        board=(),
        display=tuple((place.id, ()) for place in box.locations.values() if place.display),
        tiles=(),
        bottom=(),
        epoch=1,
        out=(),
        automaton=None,
        pending=None,
    )


def setup(state: State, chance: Chance) -> Rule[e.Event, State]:
    """Lay the board out, give the players their pieces, and open the first round."""
    board = layout(state)
    covers = ("automaton.village_cover", "automaton.ship_cover") if board.automaton else ()
    cites = ("setup.player_count", "setup.own_colour", *covers)
    state = yield e.GameBegun(rulings=listed(state.rulings), cites=cites)
    starter = state.seats[0]
    if state.rulings.start_seat == "seeded":
        (starter,) = chance.pick("first_player", tuple((seat, 1) for seat in state.seats))
    state = yield e.MarkerTaken(seat=starter, cites=("setup.first_player",))

    start = state.seats.index(starter)
    clockwise = state.seats[start:] + state.seats[:start]
    for seat, coins in zip(clockwise, state.box.coins_by_seat, strict=False):
        team = tuple(f"{seat}.{n}" for n in range(1, board.team + 1))
        characters = (f"{seat}.character",) * board.characters
        cites = ("setup.coins_by_seat", "setup.team_meeples", "setup.character", "setup.discs")
        nothing_else = ("setup.character_no_power", "setup.empty_hand")
        state = yield e.SeatPrepared(seat=seat, coins=coins, meeples=team + characters, cites=(*cites, *nothing_else))

    cites = ("setup.fourteen_face_up", "setup.artifact_deck", "setup.eight_and_six")
    for place, _ in state.display:
        state = yield from lay_artifacts(state, chance, place, *cites)
    state = yield from lay_tiles(state, chance, "setup.upgrade_display", *covers[:1])
    state = yield e.PlaneMoved(round=1, cites=("setup.plane_start",))
    if board.automaton:
        cites = ("automaton.first_card", "automaton.two_players_only")
        state = yield from turn_automaton_card(state, chance, *cites)
    yield from begin_round(state, chance, 1)
