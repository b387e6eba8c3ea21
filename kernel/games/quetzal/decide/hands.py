"""Cards in hand that are shown before they leave it."""

from __future__ import annotations

from collections.abc import Sequence

from events.games.quetzal import events as e
from events.secrets import Secret
from events.vocabulary import Seat
from kernel.games.quetzal.deck import Step
from kernel.games.quetzal.state import Player, State, known, told


def lacking(player: Player, cards: Sequence[str]) -> tuple[str, ...]:
    """Return those of the cards named that a player does not hold, or that are named again.

    Raises: UnknownSecret where a card may be among those that this log does not tell.
    """
    hand = {known(card) for card in player.hand} - {""}
    missing = tuple(card for n, card in enumerate(cards) if card not in hand or card in cards[:n])
    if missing:
        for card in player.hand:
            told(card)
    return missing


def shown(state: State, seat: Seat, card: str) -> Step:
    """Show a card of the hand, if it is hidden."""
    for other in state.player(seat).hand:
        if isinstance(other, Secret) and known(other) == card:
            return (
                yield e.ArtifactShown(seat=seat, card=card, commitment=other.commitment, cites=("deliver.own_hand",))
            )
    return state
