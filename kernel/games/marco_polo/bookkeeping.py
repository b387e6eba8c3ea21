"""The bookkeeping of the turns: dice, resources, contracts, journeys, posts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Never

from events.games.marco_polo.turns import (
    BecameLastTraveller,
    BeijingClosedUp,
    BlackDieTaken,
    ContractCompleted,
    ContractDiscarded,
    ContractDrawn,
    ContractKept,
    ContractRefused,
    ContractsLaidOut,
    ContractsPutUnder,
    ContractsRefilled,
    ContractsSlid,
    ContractTaken,
    DieAdjusted,
    DiePlaced,
    DieRerolled,
    FigureMoved,
    Gained,
    JourneyEnded,
    JourneyPaused,
    OutpostTaken,
    Owed,
    Paid,
    PostLifted,
    PostPlaced,
    RewardLost,
    Settled,
)
from events.vocabulary import Seat
from kernel.copies import changer, replace, replaced_at
from kernel.errors import ImpossibleEvent
from kernel.games.marco_polo.state import Board, Journey, Placed, Player, State, Turn, with_player

_with_board = changer(State, "board")
_with_spaces = changer(Board, "spaces")
_with_stock = changer(Player, "stock")
_with_dice = changer(Player, "dice")
_with_figures = changer(Player, "figures")
_with_main_done = changer(Turn, "main_done")
_with_placed = changer(State, "players", "turn", "board")
_with_columns = changer(Board, "columns")


def on_space(state: State, space: str, die: Placed) -> State:
    """Put a die on a space, on top of those that are there."""
    return _with_board(state, _with_die(state, space, die))


def _with_die(state: State, space: str, die: Placed) -> Board:
    place = state.box.space_index[space]
    spaces = state.board.spaces
    return _with_spaces(state.board, replaced_at(spaces, place, (*spaces[place], die)))


def without_dice(state: State, dice: Iterable[str]) -> State:
    """Take dice away from wherever they are; what holds none of them stays the same object."""
    gone = frozenset(dice)
    spaces = tuple([_still_there(placed, gone) for placed in state.board.spaces])
    black = tuple(die for die in state.board.black_dice if die not in gone)
    players = tuple(
        player
        if gone.isdisjoint([die for die, _ in player.dice])
        else _with_dice(player, tuple([die for die in player.dice if die[0] not in gone]))
        for player in state.players
    )
    return replace(state, board=replace(state.board, spaces=spaces, black_dice=black), players=players)


def _still_there(placed: tuple[Placed, ...], gone: frozenset[str]) -> tuple[Placed, ...]:
    if not placed or gone.isdisjoint([die.id for die in placed]):
        return placed
    return tuple([die for die in placed if die.id not in gone])


def changed_stock(state: State, seat: Seat, resource: str, by: int) -> State:
    """Add to, or take from, what a seat has of a resource."""
    player = state.player(seat)
    place = state.box.index[resource]
    stock = player.stock
    return with_player(state, seat, _with_stock(player, replaced_at(stock, place, stock[place] + by)))


def _die_placed(state: State, event: DiePlaced) -> State:
    player = state.player(event.seat)
    dice = tuple([die for die in player.dice if die[0] != event.die])
    if len(dice) == len(player.dice):
        raise ImpossibleEvent(f"{event.seat} has no unplaced die {event.die}")
    place = state.seats.index(event.seat)
    players = replaced_at(state.players, place, _with_dice(player, dice))
    turn = _with_main_done(state.turn, event.main or state.turn.main_done)
    board = _with_die(state, event.space, Placed(event.die, event.face, event.seat))
    return _with_placed(state, players, turn, board)


def _gained(state: State, event: Gained) -> State:
    return changed_stock(state, event.seat, event.resource, event.amount)


def _paid(state: State, event: Paid) -> State:
    return changed_stock(state, event.seat, event.resource, -event.amount)


def _reward_lost(state: State, _: RewardLost) -> State:
    return state


def _black_die_taken(state: State, event: BlackDieTaken) -> State:
    player = state.player(event.seat)
    black = tuple(die for die in state.board.black_dice if die != event.die)
    if len(black) == len(state.board.black_dice):
        raise ImpossibleEvent(f"{event.die} is not on the board")
    dice = tuple(sorted((*player.dice, (event.die, event.face))))
    state = with_player(state, event.seat, replace(player, dice=dice))
    turn = replace(state.turn, bought=True) if event.bought else state.turn
    return replace(state, board=replace(state.board, black_dice=black), turn=turn)


def _die_shows(state: State, event: DieRerolled | DieAdjusted) -> State:
    player = state.player(event.seat)
    dice = tuple((die, event.face if die == event.die else face) for die, face in player.dice)
    return with_player(state, event.seat, replace(player, dice=dice))


def _contracts_laid_out(state: State, event: ContractsLaidOut) -> State:
    return replace(state, board=replace(state.board, columns=event.contracts, piles=event.piles))


def _contracts_refilled(state: State, event: ContractsRefilled) -> State:
    board = replace(state.board, columns=event.contracts, bottom=event.bottom, piles=event.piles)
    return replace(state, board=board)


def _with_active(player: Player, contract: str) -> Player:
    return replace(player, active=tuple(sorted((*player.active, contract))))


def _contract_taken(state: State, event: ContractTaken) -> State:
    columns = tuple("" if contract == event.contract else contract for contract in state.board.columns)
    state = with_player(state, event.seat, _with_active(state.player(event.seat), event.contract))
    return _with_board(state, _with_columns(state.board, columns))


def _contracts_slid(state: State, event: ContractsSlid) -> State:
    return _with_board(state, _with_columns(state.board, event.columns))


def _contract_discarded(state: State, event: ContractDiscarded) -> State:
    player = state.player(event.seat)
    active = tuple(contract for contract in player.active if contract != event.contract)
    state = with_player(state, event.seat, replace(player, active=active))
    if event.under_pile:
        return _under(state, (event.contract,))
    return replace(state, removed=tuple(sorted((*state.removed, event.contract))))


def _under(state: State, contracts: tuple[str, ...]) -> State:
    return replace(state, board=replace(state.board, bottom=(*state.board.bottom, *contracts)))


def _contract_drawn(state: State, event: ContractDrawn) -> State:
    state = with_player(state, event.seat, replace(state.player(event.seat), drawn=event.contract))
    return replace(state, board=replace(state.board, bottom=event.bottom, piles=event.piles))


def _contract_kept(state: State, event: ContractKept) -> State:
    player = _with_active(replace(state.player(event.seat), drawn=""), event.contract)
    return with_player(state, event.seat, player)


def _contract_refused(state: State, event: ContractRefused) -> State:
    state = with_player(state, event.seat, replace(state.player(event.seat), drawn=""))
    return _under(state, (event.contract,))


def _contract_completed(state: State, event: ContractCompleted) -> State:
    player = state.player(event.seat)
    active = tuple(contract for contract in player.active if contract != event.contract)
    done = replace(player, active=active, completed=(*player.completed, event.contract))
    return with_player(state, event.seat, done)


def _contracts_put_under(state: State, event: ContractsPutUnder) -> State:
    return _under(replace(state, board=replace(state.board, columns=())), event.contracts)


def _figure_moved(state: State, event: FigureMoved) -> State:
    player = state.player(event.seat)
    figures = replaced_at(player.figures, event.figure - 1, event.place)
    return with_player(state, event.seat, _with_figures(player, figures))


def _became_last_traveller(state: State, event: BecameLastTraveller) -> State:
    return replace(state, last_traveller=event.seat)


def _journey_paused(state: State, event: JourneyPaused) -> State:
    journey = Journey(event.seat, event.travel, event.left, event.figures, event.places)
    return replace(state, journey=journey)


def _journey_ended(state: State, _: JourneyEnded) -> State:
    return replace(state, journey=None)


def _post_placed(state: State, event: PostPlaced) -> State:
    player = state.player(event.seat)
    placed = replace(player, posts=(*player.posts, event.place), posts_left=player.posts_left - 1)
    state = with_player(state, event.seat, placed)
    if event.seat == state.turn.seat:
        state = replace(state, turn=replace(state.turn, posts=(*state.turn.posts, event.place)))
    if event.slot:
        slots = replaced_at(state.board.beijing, event.slot - 1, event.seat)
        state = replace(state, board=replace(state.board, beijing=slots))
    return state


def _post_lifted(state: State, event: PostLifted) -> State:
    player = state.player(event.seat)
    posts = tuple(place for place in player.posts if place != event.place)
    lifted = replace(player, posts=posts, posts_left=player.posts_left + 1)
    state = with_player(state, event.seat, lifted)
    if event.place == state.box.beijing:
        slots = tuple("" if seat == event.seat else seat for seat in state.board.beijing)
        state = replace(state, board=replace(state.board, beijing=slots))
    return state


def _beijing_closed_up(state: State, event: BeijingClosedUp) -> State:
    return replace(state, board=replace(state.board, beijing=event.slots))


def _outpost_taken(state: State, event: OutpostTaken) -> State:
    outposts = tuple(pair for pair in state.board.outposts if pair[0] != event.city)
    return replace(state, board=replace(state.board, outposts=outposts))


def _owed(state: State, event: Owed) -> State:
    return replace(state, owing=(*event.owing, *state.owing))


def _settled(state: State, event: Settled) -> State:
    if not state.owing:
        raise ImpossibleEvent("nothing is due")
    first, *rest = state.owing
    if event.left:
        options = (*first.options, event.used) if event.used else first.options
        return replace(state, owing=(replace(first, amount=event.left, options=options), *rest))
    return replace(state, owing=tuple(rest))


REDUCERS: Mapping[type, Callable[[State, Never], State]] = {
    DiePlaced: _die_placed,
    Gained: _gained,
    Paid: _paid,
    RewardLost: _reward_lost,
    BlackDieTaken: _black_die_taken,
    DieRerolled: _die_shows,
    DieAdjusted: _die_shows,
    ContractsLaidOut: _contracts_laid_out,
    ContractsRefilled: _contracts_refilled,
    ContractTaken: _contract_taken,
    ContractsSlid: _contracts_slid,
    ContractDiscarded: _contract_discarded,
    ContractDrawn: _contract_drawn,
    ContractKept: _contract_kept,
    ContractRefused: _contract_refused,
    ContractCompleted: _contract_completed,
    ContractsPutUnder: _contracts_put_under,
    FigureMoved: _figure_moved,
    BecameLastTraveller: _became_last_traveller,
    JourneyPaused: _journey_paused,
    JourneyEnded: _journey_ended,
    PostPlaced: _post_placed,
    PostLifted: _post_lifted,
    BeijingClosedUp: _beijing_closed_up,
    OutpostTaken: _outpost_taken,
    Owed: _owed,
    Settled: _settled,
}
"""What keeps the books of each event."""
