"""Copies of frozen records with a change, fast.

`replace` does what `attrs.evolve` does, at a fraction of its cost: for each class and set of fields one function is
generated that fills a new object directly (events/records.py). `changer` makes such a
function for one class and one set of fields, for what a game changes most often.
"""

from __future__ import annotations

from events.records import changer, replace

__all__ = ["changer", "replace"]
