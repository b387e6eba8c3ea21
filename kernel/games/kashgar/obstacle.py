"""What stands in the way of an action, as data for a refusal."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from kernel.errors import Fact


@attrs.frozen
class Obstacle:
    """What stands in the way. clause: the rule. facts, remedy: as in a refusal."""

    clause: str
    facts: Mapping[str, Fact] = attrs.field(factory=dict)
    remedy: Mapping[str, Fact] = attrs.field(factory=dict)
