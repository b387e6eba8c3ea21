"""What happens when no seat has a choice: rounds begin and end, the game ends."""

from __future__ import annotations

from collections.abc import Generator

from events.games.marco_polo import Event
from events.games.marco_polo.framing import (
    BlackDiceReturned,
    CompensationOffered,
    DiceRolled,
    DiceTakenBack,
    PhaseBegan,
    RoundBegan,
    WhiteDieTaken,
)
from events.games.marco_polo.moves import DieRef
from events.games.marco_polo.turns import ContractsLaidOut, ContractsPutUnder
from events.vocabulary import Cites, Seat
from kernel.chance import Chance
from kernel.games.marco_polo.decide.choices import incomes_of, settle_first
from kernel.games.marco_polo.decide.placing import Part
from kernel.games.marco_polo.decide.rewards import Gain, rewards
from kernel.games.marco_polo.decide.turns import begin_turn, ends_by_itself, finish_turn
from kernel.games.marco_polo.scoring import final_scoring
from kernel.games.marco_polo.setup import deal_goals
from kernel.games.marco_polo.state import Rule, State, colour_of, from_start, unseen_contracts


def proceed(state: State, chance: Chance) -> Rule:
    """Go on to the next choice."""
    if state.owing:
        yield from settle_first(state, chance)
        return
    match state.phase:
        case "characters":
            yield from deal_goals(state, chance)
        case "goals":
            yield PhaseBegan(phase="incomes", cites=("round.start_order",))
        case "incomes" if not state.round:
            yield from begin_round(state, chance)
        case "incomes":
            yield from roll_dice(state, chance)
        case "compensation":
            yield from begin_turn(state, state.start_player, chance)
        case "turns" if ends_by_itself(state):
            yield from finish_turn(state, chance)
        case "round_end":
            yield from end_round(state, chance)
        case _:
            return


def begin_round(state: State, chance: Chance) -> Part:
    """Find the start player, pay incomes and character bonuses."""
    start = state.start_player
    clauses: Cites = ("round.five", "round.start_order")
    if state.round and state.last_traveller:
        start, clauses = state.last_traveller, (*clauses, "first_player.last_traveller")
    elif state.round:
        clauses = (*clauses, "first_player.nobody_travelled")
    state = yield RoundBegan(round=state.round + 1, start_player=start, cites=clauses)
    gains = [gain for seat in from_start(state) for gain in incomes_of(state, seat)]
    gains += [gain for seat in from_start(state) for gain in _character_bonus(state, seat)]
    return (yield from rewards(state, gains, chance))


def _earns_bonus(state: State, seat: Seat) -> bool:
    """Tell whether a character with an exclamation mark earns in this round."""
    paid = state.round > 1 or state.rulings.bonus_in_round_1 == "paid"
    return state.character(seat).exclamation and paid


def _character_bonus(state: State, seat: Seat) -> list[Gain]:
    character = state.character(seat)
    if not _earns_bonus(state, seat) or not character.round_start:
        return []
    own = {"contract_draw": "char.matteo", "camel": "char.niccolo", "coin": "char.johannes"}
    clause = own.get(character.round_start[0][0], "income.character_bonus")
    return [Gain(seat, character.round_start, character.id, ("income.character_bonus", clause))]


def roll_dice(state: State, chance: Chance) -> Part:
    """Take all dice back and roll them; offer compensation for low rolls."""
    black = tuple(
        sorted(die.id for dice in state.board.spaces for die in dice if colour_of(die.id) == "black")
        + sorted(die for player in state.players for die, _ in player.dice if colour_of(die) == "black")
    )
    if black:
        state = yield BlackDiceReturned(dice=black, cites=("black.returned",))
    for seat in from_start(state):
        own = tuple(f"{seat}.{number}" for number in range(1, state.box.own_dice + 1))
        if dict(state.player(seat).dice) != dict.fromkeys(own, 0):
            state = yield DiceTakenBack(seat=seat, dice=own, cites=("round.take_dice_back",))
        white = state.character(seat).white_dice
        for number in range(1, white * _earns_bonus(state, seat) + 1):
            state = yield WhiteDieTaken(seat=seat, die=f"white.{number}", cites=("char.matteo",))
    low = False
    for seat in from_start(state):
        if state.character(seat).rolls:
            state, total = yield from _roll(state, seat, chance)
            missing = state.box.full_roll - total
            if missing > 0 and state.character(seat).compensated:
                low = True
                state = yield CompensationOffered(seat=seat, points=missing, cites=("compensation.below_15",))
    if low:
        return (yield PhaseBegan(phase="compensation", cites=("round.start_order", "compensation.below_15")))
    return (yield from begin_turn(state, state.start_player, chance))


def _roll(state: State, seat: Seat, chance: Chance) -> Generator[Event, State, tuple[State, int]]:
    """Roll the dice of a seat; return what counts of the total for compensation."""
    hand = sorted(state.player(seat).dice, key=lambda die: (colour_of(die[0]) != seat, die[0]))
    faces = chance.roll(f"dice/{seat}/round-{state.round}", count=len(hand))
    dice = tuple(DieRef(id=die, face=face) for (die, _), face in zip(hand, faces, strict=True))
    state = yield DiceRolled(seat=seat, dice=dice, cites=("round.roll_all",))
    every = state.rulings.compensation_dice == "all_rolled"
    return state, sum(die.face for die in dice if every or colour_of(die.id) == seat)


def end_round(state: State, chance: Chance) -> Part:
    """Put leftover contracts away; lay out the next pile, or score the game."""
    left = tuple(contract for contract in state.board.columns if contract)
    if state.rulings.pile_order == "right_first":
        left = left[::-1]
    if left:
        state = yield ContractsPutUnder(contracts=left, cites=("round_end.leftovers",))
    if state.round == state.box.rounds:
        return (yield from final_scoring(state, chance))
    following = state.round + 1
    size, *piles = state.board.piles
    stream = f"deck/contracts/round-{following}"
    contracts = chance.draw(stream, unseen_contracts(state), count=size)
    cites: Cites = ("round_end.new_six",)
    if following == state.box.rounds:
        cites = ("round_end.new_six", "end.piles_tell")
    state = yield ContractsLaidOut(round=following, contracts=contracts, piles=tuple(piles), cites=cites)
    return (yield from begin_round(state, chance))
