"""What can happen in Quetzal, fact by fact. cites: clauses, the chief one first."""

from __future__ import annotations

from typing import TypeAlias

from events.games.quetzal.activation import (
    ActivationBegan,
    ArtifactDealt,
    ArtifactDrawn,
    ArtifactHidden,
    ArtifactLoaded,
    ArtifactsDelivered,
    ArtifactShown,
    ArtifactSold,
    ArtifactTaken,
    CardKept,
    CardPeeked,
    CardSeen,
    CardsLaidUnder,
    ChoiceClosed,
    ClosingBegan,
    DeliveryGranted,
    KeepGranted,
    MarkerTaken,
    NothingGained,
    PicksGranted,
    SaleOffered,
    StandActivated,
    TileChoiceGranted,
    UpgradeTaken,
)
from events.games.quetzal.gains import CoinsGained, CoinsPaid, DiscoveryGained, PointsScored
from events.games.quetzal.placing import BidRaised, MeeplesDisplaced, MeeplesPlaced, TurnBegan, TurnHeld, TurnPassed
from events.games.quetzal.rounds import (
    ArtifactsLaid,
    AutomatonCardTurned,
    AutomatonPlaced,
    BoardCleared,
    CampRerollsGranted,
    CampRerollUsed,
    CardsRemoved,
    DeckReshuffled,
    GameBegun,
    GameEnded,
    MeeplesThrown,
    NothingLeft,
    PlaneMoved,
    RerollsOffered,
    RerollUsed,
    RoundBegan,
    SeatPrepared,
    TilesRemoved,
    UpgradesLaid,
)

Event: TypeAlias = (
    GameBegun
    | SeatPrepared
    | ArtifactsLaid
    | UpgradesLaid
    | NothingLeft
    | DeckReshuffled
    | AutomatonCardTurned
    | AutomatonPlaced
    | RoundBegan
    | PlaneMoved
    | BoardCleared
    | CardsRemoved
    | TilesRemoved
    | GameEnded
    | MeeplesThrown
    | RerollsOffered
    | RerollUsed
    | CampRerollsGranted
    | CampRerollUsed
    | TurnBegan
    | TurnHeld
    | TurnPassed
    | MeeplesPlaced
    | BidRaised
    | MeeplesDisplaced
    | ActivationBegan
    | StandActivated
    | NothingGained
    | MarkerTaken
    | PicksGranted
    | ArtifactTaken
    | ArtifactDrawn
    | ArtifactDealt
    | ArtifactHidden
    | ArtifactShown
    | KeepGranted
    | CardSeen
    | CardPeeked
    | CardKept
    | CardsLaidUnder
    | SaleOffered
    | ArtifactSold
    | TileChoiceGranted
    | UpgradeTaken
    | DeliveryGranted
    | ArtifactLoaded
    | ArtifactsDelivered
    | ClosingBegan
    | ChoiceClosed
    | CoinsGained
    | CoinsPaid
    | PointsScored
    | DiscoveryGained
)

__all__ = [
    "ActivationBegan",
    "ArtifactDealt",
    "ArtifactDrawn",
    "ArtifactHidden",
    "ArtifactLoaded",
    "ArtifactShown",
    "ArtifactSold",
    "ArtifactTaken",
    "ArtifactsDelivered",
    "ArtifactsLaid",
    "AutomatonCardTurned",
    "AutomatonPlaced",
    "BidRaised",
    "BoardCleared",
    "CampRerollUsed",
    "CampRerollsGranted",
    "CardKept",
    "CardPeeked",
    "CardSeen",
    "CardsLaidUnder",
    "CardsRemoved",
    "ChoiceClosed",
    "ClosingBegan",
    "CoinsGained",
    "CoinsPaid",
    "DeckReshuffled",
    "DeliveryGranted",
    "DiscoveryGained",
    "Event",
    "GameBegun",
    "GameEnded",
    "KeepGranted",
    "MarkerTaken",
    "MeeplesDisplaced",
    "MeeplesPlaced",
    "MeeplesThrown",
    "NothingGained",
    "NothingLeft",
    "PicksGranted",
    "PlaneMoved",
    "PointsScored",
    "RerollUsed",
    "RerollsOffered",
    "RoundBegan",
    "SaleOffered",
    "SeatPrepared",
    "StandActivated",
    "TileChoiceGranted",
    "TilesRemoved",
    "TurnBegan",
    "TurnHeld",
    "TurnPassed",
    "UpgradeTaken",
    "UpgradesLaid",
]
