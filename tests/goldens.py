"""Goldens in pytest: one file a recording, in the project's own format, and no other file is ever looked at."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import attrs
from syrupy.data import SnapshotCollection, SnapshotCollections
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from events.errors import MalformedLine
from replay.golden import Golden, golden_path, parse_golden
from replay.regress import write_golden

RECORDING = "recording"
"""The parameter of a test that names the recording whose golden is meant."""


class GoldenExtension(SingleFileSnapshotExtension):
    """Reads and writes the golden beside the recording that a test is given; its history is not compared.

    because: the reason that joins the history of what is written, from ``--because``.
    """

    file_extension = "golden"
    _write_mode = WriteMode.TEXT
    because: ClassVar[str] = ""

    @classmethod
    def get_location(cls, *, test_location: Any, index: Any) -> str:  # noqa: ARG003 - syrupy's signature
        """Return the golden's path."""
        return str(golden_path(Path(test_location.item.callspec.params[RECORDING])))

    def serialize(self, data: Any, **_: Any) -> str:
        """Spell a golden without its history."""
        golden: Golden = data
        return attrs.evolve(golden, history=()).text()

    def read_snapshot_data_from_location(self, *, snapshot_location: str, **_: Any) -> str | None:
        """Spell the stored golden without its history; one that is damaged as it is, so that it differs."""
        path = Path(snapshot_location)
        if not path.is_file():
            return None
        content = path.read_bytes()
        try:
            return self.serialize(parse_golden(content, snapshot_location))
        except MalformedLine:
            return content.decode(errors="replace")

    @classmethod
    def write_snapshot_collection(cls, *, snapshot_collection: SnapshotCollection, **_: Any) -> None:
        """Write one golden."""
        (snapshot,) = snapshot_collection
        location = snapshot_collection.location
        write_golden(Path(location), parse_golden(str(snapshot.data).encode(), location), cls.because)

    @classmethod
    def matches_test_location(cls, **_: Any) -> bool:
        """Every golden is that of the test at hand."""
        return True

    def discover_snapshots(self, **_: Any) -> SnapshotCollections:
        """Discover nothing: what no test used is not ours to judge, much less to delete."""
        return SnapshotCollections()

    def delete_snapshots(self, *, snapshot_location: str, snapshot_names: set[str]) -> None:
        """Delete nothing."""
