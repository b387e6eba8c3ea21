"""The bookkeeping of a game: one function an event, no rule in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Never

from events.games.marco_polo.framing import (
    BlackDiceLaid,
    BlackDiceReturned,
    CharactersOffered,
    CharacterTaken,
    CityCardDealt,
    CompensationOffered,
    CompensationSettled,
    DiceRolled,
    DiceTakenBack,
    GameBegan,
    GameEnded,
    GoalsDealt,
    GoalsKept,
    GoalsRevealed,
    IncomeLaid,
    NeutralDieLaid,
    OutpostDealt,
    PhaseBegan,
    RoundBegan,
    RoundEnded,
    Scored,
    StartingContractDealt,
    StockGiven,
    TurnBegan,
    TurnEnded,
    WhiteDieTaken,
)
from events.secrets import Secret
from kernel.copies import changer, replace
from kernel.errors import ImpossibleEvent
from kernel.games.marco_polo import bookkeeping
from kernel.games.marco_polo.bookkeeping import on_space, without_dice
from kernel.games.marco_polo.rulings import Rulings
from kernel.games.marco_polo.state import PHASES, Placed, State, Turn, with_player
from kernel.rulings import in_force


def _game_began(state: State, event: GameBegan) -> State:
    rulings = in_force(Rulings, event.rulings)
    return replace(state, rulings=rulings, options=event.options, start_player=event.start_player)


def _black_dice_laid(state: State, event: BlackDiceLaid) -> State:
    return replace(state, board=replace(state.board, black_dice=event.dice))


def _neutral_die_laid(state: State, event: NeutralDieLaid) -> State:
    return on_space(state, event.space, Placed(event.die, event.face, ""))


def _city_card_dealt(state: State, event: CityCardDealt) -> State:
    cards = dict(state.board.city_cards)
    cards[event.city] = (*cards.get(event.city, ()), event.card)
    return replace(state, board=replace(state.board, city_cards=tuple(cards.items())))


def _outpost_dealt(state: State, event: OutpostDealt) -> State:
    outposts = (*state.board.outposts, (event.city, event.outpost))
    return replace(state, board=replace(state.board, outposts=outposts))


def _income_laid(state: State, event: IncomeLaid) -> State:
    return replace(state, board=replace(state.board, incomes=(*state.board.incomes, (event.place, event.income))))


def _stock_given(state: State, event: StockGiven) -> State:
    amounts = dict(event.stock)
    stock = tuple(amounts.get(resource, 0) for resource in state.box.resources)
    dice = tuple((die, 0) for die in event.dice)
    return with_player(state, event.seat, replace(state.player(event.seat), stock=stock, dice=dice))


def _starting_contract_dealt(state: State, event: StartingContractDealt) -> State:
    return with_player(state, event.seat, replace(state.player(event.seat), active=(event.contract,)))


def _characters_offered(state: State, event: CharactersOffered) -> State:
    return replace(state, offer=event.characters)


def _character_taken(state: State, event: CharacterTaken) -> State:
    player = replace(state.player(event.seat), character=event.character, figures=event.figures, posts_left=event.posts)
    offer = tuple(name for name in state.offer if name != event.character)
    return with_player(replace(state, offer=offer), event.seat, player)


def _goals_dealt(state: State, event: GoalsDealt) -> State:
    return with_player(state, event.seat, replace(state.player(event.seat), goals_dealt=event.cards))


def _goals_kept(state: State, event: GoalsKept) -> State:
    player = replace(state.player(event.seat), goals=event.cards, goals_dealt=None)
    return with_player(state, event.seat, player)


def _phase_began(state: State, event: PhaseBegan) -> State:
    if event.phase not in PHASES:
        raise ImpossibleEvent(f'there is no phase "{event.phase}"')
    return replace(state, phase=event.phase, offer=())


def _round_began(state: State, event: RoundBegan) -> State:
    return replace(state, round=event.round, start_player=event.start_player, last_traveller="", phase="incomes")


def _dice_taken_back(state: State, event: DiceTakenBack) -> State:
    state = without_dice(state, event.dice)
    player = state.player(event.seat)
    dice = tuple(sorted((*player.dice, *((die, 0) for die in event.dice))))
    return with_player(state, event.seat, replace(player, dice=dice))


def _black_dice_returned(state: State, event: BlackDiceReturned) -> State:
    state = without_dice(state, event.dice)
    dice = tuple(sorted((*state.board.black_dice, *event.dice)))
    return replace(state, board=replace(state.board, black_dice=dice))


def _white_die_taken(state: State, event: WhiteDieTaken) -> State:
    return _dice_taken_back(state, DiceTakenBack(seat=event.seat, dice=(event.die,), cites=event.cites))


def _dice_rolled(state: State, event: DiceRolled) -> State:
    player = state.player(event.seat)
    faces = dict(player.dice)
    faces.update({die.id: die.face for die in event.dice})
    return with_player(state, event.seat, replace(player, dice=tuple(sorted(faces.items()))))


def _compensation_offered(state: State, event: CompensationOffered) -> State:
    return with_player(state, event.seat, replace(state.player(event.seat), compensation=event.points))


def _compensation_settled(state: State, event: CompensationSettled) -> State:
    return with_player(state, event.seat, replace(state.player(event.seat), compensation=0))


def _turn_began(state: State, event: TurnBegan) -> State:
    return _in_turn(state, "turns", Turn(event.seat, main_done=False, bought=False, posts=()))


_in_turn = changer(State, "phase", "turn")
_with_turn = changer(State, "turn")
_NOBODYS = Turn("", main_done=False, bought=False, posts=())


def _turn_ended(state: State, event: TurnEnded) -> State:
    if event.seat != state.turn.seat:
        raise ImpossibleEvent(f"it is not the turn of {event.seat}")
    return _with_turn(state, _NOBODYS)


def _round_ended(state: State, event: RoundEnded) -> State:
    if event.round != state.round:
        raise ImpossibleEvent(f"this is round {state.round}")
    return replace(state, phase="round_end")


def _goals_revealed(state: State, event: GoalsRevealed) -> State:
    kept = state.player(event.seat).goals or Secret(seat=event.seat)
    # The commitment is to the cards in the order of the deal, and these are sorted: they do not open it.
    shown = replace(kept, value=event.cards, salt="", shown=True)
    return with_player(state, event.seat, replace(state.player(event.seat), goals=shown))


def _scored(state: State, event: Scored) -> State:
    state = bookkeeping.changed_stock(state, event.seat, "vp", event.points)
    player = state.player(event.seat)
    scored = (*player.scored, (event.part, event.points))
    return with_player(state, event.seat, replace(player, scored=scored))


def _game_ended(state: State, event: GameEnded) -> State:
    if not set(event.winners) <= set(state.seats):
        raise ImpossibleEvent("a winner has no seat here")
    return replace(state, phase="over")


REDUCERS: Mapping[type, Callable[[State, Never], State]] = {
    GameBegan: _game_began,
    BlackDiceLaid: _black_dice_laid,
    NeutralDieLaid: _neutral_die_laid,
    CityCardDealt: _city_card_dealt,
    OutpostDealt: _outpost_dealt,
    IncomeLaid: _income_laid,
    StockGiven: _stock_given,
    StartingContractDealt: _starting_contract_dealt,
    CharactersOffered: _characters_offered,
    CharacterTaken: _character_taken,
    GoalsDealt: _goals_dealt,
    GoalsKept: _goals_kept,
    PhaseBegan: _phase_began,
    RoundBegan: _round_began,
    DiceTakenBack: _dice_taken_back,
    BlackDiceReturned: _black_dice_returned,
    WhiteDieTaken: _white_die_taken,
    DiceRolled: _dice_rolled,
    CompensationOffered: _compensation_offered,
    CompensationSettled: _compensation_settled,
    TurnBegan: _turn_began,
    TurnEnded: _turn_ended,
    RoundEnded: _round_ended,
    GoalsRevealed: _goals_revealed,
    Scored: _scored,
    GameEnded: _game_ended,
    **bookkeeping.REDUCERS,
}
"""What keeps the books of each event; each takes its own kind."""
