"""Wooden pieces as moves, events and states name them."""

from __future__ import annotations

from events.frozen import frozen


@frozen
class Meeple:
    """A meeple and how it lies.

    id: ``red.1`` … for a Team meeple, ``red.character`` for a Character, ``automaton.1`` … for the automaton's.
    face: ``black``, ``white``, ``side`` or ``standing``. In a move one of the two is enough; ``character`` as a face
    names the Character however it lies.
    """

    id: str = ""
    face: str = ""
