"""The deck of artifacts and the stack of tiles: what is unseen, and drawing from it."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TypeAlias

from events.games.quetzal import events as e
from events.secrets import Secret
from events.vocabulary import Seat
from kernel.chance import Chance
from kernel.games.quetzal.state import Card, Delivering, Keeping, State, known, told

Step: TypeAlias = Generator[e.Event, State, State]
"""Part of a rule: yields events, and gives back the state after the last one."""


def held(state: State) -> Iterator[Card]:
    """Yield every card that is in a hand, in a delivery, being looked at or known under the deck."""
    for player in state.players:
        yield from player.hand
    if isinstance(state.pending, Keeping):
        yield from state.pending.seen
    if isinstance(state.pending, Delivering):
        yield from state.pending.loaded
    yield from state.bottom


def unseen(state: State) -> tuple[str, ...]:
    """Return the ids of the cards that nobody can see, sorted; hidden ones in hands are among them."""
    seen = {card for _, cards in state.display for card in cards}
    seen.update(card for card, _ in state.out)
    seen.update(card for card in held(state) if isinstance(card, str))
    return tuple(sorted(card for card in state.box.cards if card not in seen))


def pool(state: State) -> tuple[str, ...]:
    """Return the ids of the cards in the shuffled part of the deck, sorted."""
    hidden = {known(card) for card in held(state) if isinstance(card, Secret)}
    return tuple(card for card in unseen(state) if card not in hidden)


def size(state: State) -> int:
    """Return how many cards the deck has, those known under it included."""
    hidden = sum(isinstance(card, Secret) for card in held(state))
    return len(unseen(state)) - hidden + len(state.bottom)


def _shuffled(state: State) -> int:
    """Return how many cards the shuffled part has: known even where hidden cards are not told."""
    return size(state) - len(state.bottom)


def stacked(state: State) -> tuple[str, ...]:
    """Return the ids of the tiles in the stack, sorted."""
    seen = {*state.tiles, *(tile for tile, _ in state.out)}
    for player in state.players:
        seen.update(player.upgrades + player.discard)
    return tuple(sorted(tile for tile in state.box.tiles if tile not in seen))


def _stream(state: State) -> str:
    return "deck/artifacts" if state.epoch == 1 else f"deck/artifacts/{state.epoch}"


def renewed(state: State) -> Step:
    """Where the deck is empty, make a new one, if the ruling has it so and there are cards for it."""
    again = state.rulings.deck_empty == "reshuffle" and not size(state)
    if again and any(piece in state.box.cards for piece, _ in state.out):
        state = yield e.DeckReshuffled(epoch=state.epoch + 1, cites=("round.deck_empty",))
    return state


def drawn(state: State, chance: Chance, count: int) -> tuple[tuple[str, ...], int]:
    """Return up to `count` cards from the top of the deck, and how many of them were those known under it."""
    from_top = chance.draw(_stream(state), pool(state), count=min(count, _shuffled(state)))
    from_under = tuple(told(card) for card in state.bottom[: count - len(from_top)])
    return from_top + from_under, len(from_under)


def dealt(state: State, chance: Chance, seat: Seat) -> tuple[Secret, bool]:
    """Return the top card of the deck, sealed for one seat, and whether it was known under the deck.

    The deck must not be empty.
    """
    if _shuffled(state):
        return chance.deal(_stream(state), pool(state), count=1, seat=seat), False
    return chance.deal(f"{_stream(state)}/under", (told(state.bottom[0]),), count=1, seat=seat), True


def hidden(chance: Chance, seat: Seat, card: str) -> Secret:
    """Return a card that was in sight sealed for one seat: dealt from a pile of that card alone."""
    return chance.deal(f"hand/{seat}", (card,), count=1, seat=seat)


def draws_hidden(state: State) -> bool:
    """Whether deck cards go to a hand unseen by the others."""
    return state.rulings.hand_secrecy != "open"
