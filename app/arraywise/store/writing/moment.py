"""The moment of an action, as a study keeps it."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """Return the moment in UTC, as the study keeps it."""
    return datetime.now(UTC).replace(tzinfo=None)
