"""The words of The Voyages of Marco Polo."""

from __future__ import annotations

from typing import TypeAlias

from events.games.marco_polo import framing, moves, turns
from events.vocabulary import Vocabulary

VOCABULARY = Vocabulary(
    game="marco_polo",
    moves={
        "take_five_coins": moves.TakeFiveCoins,
        "money_bag": moves.MoneyBag,
        "bazaar": moves.Bazaar,
        "take_khans_favor": moves.TakeKhansFavor,
        "take_contracts": moves.TakeContracts,
        "travel": moves.Travel,
        "city_card": moves.UseCityCard,
        "complete_contract": moves.CompleteContract,
        "reroll_die": moves.RerollDie,
        "adjust_die": moves.AdjustDie,
        "take_black_die": moves.TakeBlackDie,
        "end_turn": moves.EndTurn,
        "choose_compensation": moves.ChooseCompensation,
        "choose_goods": moves.ChooseGoods,
        "choose_bonus": moves.ChooseBonus,
        "choose_income": moves.ChooseIncome,
        "step": moves.Step,
        "keep_contract": moves.KeepContract,
        "refuse_contract": moves.RefuseContract,
        "move_post": moves.MovePost,
        "choose_character": moves.ChooseCharacter,
        "keep_goals": moves.KeepGoals,
    },
    events={
        "game_began/1": framing.GameBegan,
        "black_dice_laid/1": framing.BlackDiceLaid,
        "neutral_die_laid/1": framing.NeutralDieLaid,
        "city_card_dealt/1": framing.CityCardDealt,
        "outpost_dealt/1": framing.OutpostDealt,
        "income_laid/1": framing.IncomeLaid,
        "stock_given/1": framing.StockGiven,
        "starting_contract_dealt/1": framing.StartingContractDealt,
        "characters_offered/1": framing.CharactersOffered,
        "character_taken/1": framing.CharacterTaken,
        "goals_dealt/1": framing.GoalsDealt,
        "goals_kept/1": framing.GoalsKept,
        "phase_began/1": framing.PhaseBegan,
        "round_began/1": framing.RoundBegan,
        "dice_taken_back/1": framing.DiceTakenBack,
        "black_dice_returned/1": framing.BlackDiceReturned,
        "white_die_taken/1": framing.WhiteDieTaken,
        "dice_rolled/1": framing.DiceRolled,
        "compensation_offered/1": framing.CompensationOffered,
        "compensation_settled/1": framing.CompensationSettled,
        "turn_began/1": framing.TurnBegan,
        "turn_ended/1": framing.TurnEnded,
        "round_ended/1": framing.RoundEnded,
        "goals_revealed/1": framing.GoalsRevealed,
        "scored/1": framing.Scored,
        "game_ended/1": framing.GameEnded,
        "die_placed/1": turns.DiePlaced,
        "gained/1": turns.Gained,
        "paid/1": turns.Paid,
        "reward_lost/1": turns.RewardLost,
        "black_die_taken/1": turns.BlackDieTaken,
        "die_rerolled/1": turns.DieRerolled,
        "die_adjusted/1": turns.DieAdjusted,
        "contracts_laid_out/1": turns.ContractsLaidOut,
        "contracts_refilled/1": turns.ContractsRefilled,
        "contract_taken/1": turns.ContractTaken,
        "contracts_slid/1": turns.ContractsSlid,
        "contract_discarded/1": turns.ContractDiscarded,
        "contract_drawn/1": turns.ContractDrawn,
        "contract_kept/1": turns.ContractKept,
        "contract_refused/1": turns.ContractRefused,
        "contract_completed/1": turns.ContractCompleted,
        "contracts_put_under/1": turns.ContractsPutUnder,
        "figure_moved/1": turns.FigureMoved,
        "became_last_traveller/1": turns.BecameLastTraveller,
        "journey_paused/1": turns.JourneyPaused,
        "journey_ended/1": turns.JourneyEnded,
        "post_placed/1": turns.PostPlaced,
        "post_lifted/1": turns.PostLifted,
        "beijing_closed_up/1": turns.BeijingClosedUp,
        "outpost_taken/1": turns.OutpostTaken,
        "owed/1": turns.Owed,
        "settled/1": turns.Settled,
    },
    upcasters={},
)

Event: TypeAlias = (
    framing.GameBegan
    | framing.BlackDiceLaid
    | framing.NeutralDieLaid
    | framing.CityCardDealt
    | framing.OutpostDealt
    | framing.IncomeLaid
    | framing.StockGiven
    | framing.StartingContractDealt
    | framing.CharactersOffered
    | framing.CharacterTaken
    | framing.GoalsDealt
    | framing.GoalsKept
    | framing.PhaseBegan
    | framing.RoundBegan
    | framing.DiceTakenBack
    | framing.BlackDiceReturned
    | framing.WhiteDieTaken
    | framing.DiceRolled
    | framing.CompensationOffered
    | framing.CompensationSettled
    | framing.TurnBegan
    | framing.TurnEnded
    | framing.RoundEnded
    | framing.GoalsRevealed
    | framing.Scored
    | framing.GameEnded
    | turns.DiePlaced
    | turns.Gained
    | turns.Paid
    | turns.RewardLost
    | turns.BlackDieTaken
    | turns.DieRerolled
    | turns.DieAdjusted
    | turns.ContractsLaidOut
    | turns.ContractsRefilled
    | turns.ContractTaken
    | turns.ContractsSlid
    | turns.ContractDiscarded
    | turns.ContractDrawn
    | turns.ContractKept
    | turns.ContractRefused
    | turns.ContractCompleted
    | turns.ContractsPutUnder
    | turns.FigureMoved
    | turns.BecameLastTraveller
    | turns.JourneyPaused
    | turns.JourneyEnded
    | turns.PostPlaced
    | turns.PostLifted
    | turns.BeijingClosedUp
    | turns.OutpostTaken
    | turns.Owed
    | turns.Settled
)
"""Everything that can happen."""
