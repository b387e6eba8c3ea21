"""The toy as a game record; nothing in it is made for speed that a real game could not do too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from benchmarks.toy import words
from benchmarks.toy.evolve import REDUCERS
from benchmarks.toy.state import KINDS, PLACE_OF, Board, Box, Setting, Space, State
from benchmarks.toy.words import Place
from events.vocabulary import Seat
from kernel.chance import Chance
from kernel.copies import replace
from kernel.decider import Game, Rule, Standing, Table
from kernel.documents import Document
from kernel.errors import Checks, ImpossiblePosition

MOVES = 300
PAWNS = 16
DECK = "deck"


def box(content: Mapping[str, Any]) -> Box:
    """Read the pack."""
    spaces = tuple(Space(**space) for space in content["spaces"])
    place_of = {space.id: place for place, space in enumerate(spaces)}
    return Box(spaces, place_of, tuple(content["cards"]), content["counters"])


def initial(table: Table) -> State:
    """Lay out the board."""
    found: Box = table.box
    number_of = {seat: number for number, seat in enumerate(table.seats)}
    rulings = tuple(sorted(table.rulings.items()))
    setting = Setting(found, table.seats, number_of, rulings, endless=table.options["length"] == "endless")
    seats = len(table.seats)
    return State(
        setting=setting,
        bags=((0,) * len(KINDS),) * seats,
        hands=((),) * seats,
        board=Board(((None, 0),) * len(found.spaces), (0,) * seats, 0, None),
        unseen=found.cards,
        turn=0,
        round=0,
        active=table.seats[0],
    )


def setup(state: State, chance: Chance) -> Rule[Any, State]:  # noqa: ARG001 - nothing is drawn
    """Fill the bags."""
    yield words.Began(rulings=state.setting.rulings, counters=state.setting.box.counters, cites=("setup.counters",))


def decide(state: State, move: Place, chance: Chance) -> Rule[Any, State]:
    """Pay, occupy, gain, draw, hand over, clear a full board."""
    seat, setting = move.seat, state.setting
    space = setting.box.spaces[setting.box.place_of[move.space]]
    has = state.bags[setting.number_of[seat]][PLACE_OF[space.cost_kind]]
    check = Checks()
    check("turn.order", seat == state.active)
    check("space.free", state.board.spaces[setting.box.place_of[move.space]][0] is None)
    check("space.cost", has >= space.cost, needs=space.cost, has=has)
    check.settle()
    yield words.Paid(seat=seat, kind=space.cost_kind, amount=space.cost, cites=("space.cost",))
    yield words.Occupied(seat=seat, space=space.id, cites=("space.free",))
    state = yield words.Gained(seat=seat, kind=space.gain_kind, amount=space.gain, cites=("space.gain",))
    if space.draws and state.unseen:
        (card,) = chance.draw(DECK, state.unseen)
        yield words.CardDrawn(seat=seat, card=card, cites=("space.card",))
    following = setting.seats[(setting.number_of[seat] + 1) % len(setting.seats)]
    state = yield words.TurnAdvanced(seat=following, turn=state.turn + 1, cites=("turn.order",))
    if state.board.placed == PAWNS:
        yield words.RoundEnded(round=state.round + 1, cites=("round.end",))


def proceed(state: State, chance: Chance) -> Rule[Any, State]:  # noqa: ARG001 - a rule takes these
    """Nothing happens by itself."""
    return
    yield


def is_over(state: State) -> bool:
    """After the last move, or never."""
    return state.turn >= MOVES and not state.setting.endless


def to_act(state: State) -> tuple[Seat, ...]:
    """One after the other."""
    return () if is_over(state) else (state.active,)


def legal_moves(state: State, seat: Seat) -> tuple[Place, ...]:
    """Each space that is free and can be paid."""
    if seat not in to_act(state):
        return ()
    bag = state.bags[state.setting.number_of[seat]]
    return tuple(
        Place(seat=seat, space=space.id)
        for space, (occupant, _) in zip(state.setting.box.spaces, state.board.spaces, strict=True)
        if occupant is None and bag[PLACE_OF[space.cost_kind]] >= space.cost
    )


def sample(state: State, seat: Seat, choose: Callable[[int], int]) -> Place:
    """Any of them."""
    moves = legal_moves(state, seat)
    return moves[choose(len(moves))]


def standings(state: State) -> tuple[Standing, ...]:
    """Points, no more."""
    scores = {seat: bag[-1] for seat, bag in zip(state.setting.seats, state.bags, strict=True)}
    return tuple(
        Standing(seat=seat, score=n, rank=1 + sum(other > n for other in scores.values())) for seat, n in scores.items()
    )


def document(state: State) -> Document:
    """Spell the state."""
    board = zip(state.setting.box.spaces, state.board.spaces, strict=True)
    players = zip(state.setting.seats, state.bags, state.hands, state.board.moves, strict=True)
    return {
        "turn": state.turn,
        "round": state.round,
        "active": state.active,
        "placed": state.board.placed,
        "last": state.board.last,
        "rulings": dict(state.setting.rulings),
        "unseen": list(state.unseen),
        "board": {space.id: {"occupant": occupant, "visits": visits} for space, (occupant, visits) in board},
        "players": {
            seat: {"bag": dict(zip(KINDS, bag, strict=True)), "hand": list(hand), "moves": moves}
            for seat, bag, hand, moves in players
        },
    }


def restore(state: State, document: Document) -> State:
    """Read the state."""
    spaces, players = document["board"].values(), document["players"].values()
    board = Board(
        tuple((space["occupant"], space["visits"]) for space in spaces),
        tuple(player["moves"] for player in players),
        document["placed"],
        document["last"],
    )
    return replace(
        state,
        setting=replace(state.setting, rulings=tuple(document["rulings"].items())),
        bags=tuple(tuple(player["bag"].values()) for player in players),
        hands=tuple(tuple(player["hand"]) for player in players),
        board=board,
        unseen=tuple(document["unseen"]),
        turn=document["turn"],
        round=document["round"],
        active=document["active"],
    )


def arrange(state: State, document: Document, at: Mapping[str, Any]) -> State:
    """Take the document as it is, with the round that `at` names."""
    new = replace(restore(state, document), round=at.get("round", document["round"]))
    if broken := faults(new):
        raise ImpossiblePosition(broken)
    return new


def faults(state: State) -> tuple[str, ...]:
    """List bags that owe something."""
    return tuple(
        f"{seat} has less than nothing"
        for seat, bag in zip(state.setting.seats, state.bags, strict=True)
        if min(bag) < 0
    )


GAME: Game[Place, State, Any] = Game(
    name="bench_toy",
    title="Benchmark toy",
    seats=(4, 4),
    rules_version=1,
    packs=("base",),
    options={"length": ("whole", "endless")},
    vocabulary=words.VOCABULARY,
    box=box,
    initial=initial,
    setup=setup,
    decide=decide,
    proceed=proceed,
    reducers=REDUCERS,
    to_act=to_act,
    is_over=is_over,
    round=lambda state: state.round,
    legal_moves=legal_moves,
    sample=sample,
    resolve=lambda state, move: move,  # noqa: ARG005 - nothing to resolve
    standings=standings,
    document=document,
    restore=restore,
    arrange=arrange,
    faults=faults,
    handover=lambda state, seat: None,  # noqa: ARG005 - a turn is one move
    worth=lambda state, seat: state.bags[state.setting.number_of[seat]][-1],
    drawing=lambda box, document, language: f"{document['round']}",  # noqa: ARG005 - nobody looks at it
    components=lambda box: (),  # noqa: ARG005 - none has a text
    component=lambda box, piece, language: piece,  # noqa: ARG005 - the same
)
