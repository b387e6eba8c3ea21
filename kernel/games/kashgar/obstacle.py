"""What stands in the way of an action, as data for a refusal."""

from __future__ import annotations

from collections.abc import Mapping

from events.frozen import field, frozen
from kernel.errors import Fact


@frozen
class Obstacle:
    """What stands in the way. clause: the rule. facts, remedy: as in a refusal."""

    clause: str
    facts: Mapping[str, Fact] = field(factory=dict)
    remedy: Mapping[str, Fact] = field(factory=dict)
