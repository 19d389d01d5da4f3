"""A mark in the state folder while an edit is on its way into a study.

A program that is killed in these few milliseconds leaves the mark, so that the next one can say
that the last edit may be missing. It is a file of some bytes that is not waited for.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from arraywise.shipped import state_path

if TYPE_CHECKING:
    from pathlib import Path


class PendingEdits:
    """The mark file of one study."""

    def __init__(self, study: Path) -> None:
        name = hashlib.sha256(str(study).encode("utf-8", "surrogateescape")).hexdigest()[:24]
        self._path = state_path() / f"pending-{name}"
        self._is_set = False

    def set_mark(self) -> None:
        """Create the mark: an edit is being written."""
        if self._is_set:
            return
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(datetime.now(UTC).isoformat(), "ascii")
            self._is_set = True

    def remove_mark(self) -> None:
        """Remove the mark: all edits are written."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
        self._is_set = False

    def read_and_remove_mark(self) -> datetime | None:
        """Return when the mark of an ended program was set, and remove it; None without one."""
        try:
            since = datetime.fromisoformat(self._path.read_text("ascii"))
        except (OSError, ValueError):
            return None
        self.remove_mark()
        return since.astimezone(UTC)
