"""Cards in hand that are shown before they leave it."""

from __future__ import annotations

from events.games.quetzal import events as e
from events.secrets import Secret
from events.vocabulary import Seat
from kernel.games.quetzal.deck import Step
from kernel.games.quetzal.state import State, known


def shown(state: State, seat: Seat, card: str) -> Step:
    """Show a card of the hand, if it is hidden."""
    for other in state.player(seat).hand:
        if isinstance(other, Secret) and known(other) == card:
            return (
                yield e.ArtifactShown(seat=seat, card=card, commitment=other.commitment, cites=("deliver.own_hand",))
            )
    return state
