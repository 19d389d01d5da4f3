"""What a study is called, for whom, and its settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from arraywise.store.study import Study

EMBED_LIMIT = "embed_limit_bytes"
"""Setting: files above this size are not kept inside the study unless asked for."""
_EMBED_LIMIT_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class StudyInfo:
    """The head of a study."""

    name: str
    client: str
    currency: str
    synthetic: bool
    """True for worked examples: every document says so."""
    created_at: datetime
    """UTC."""


def study_info(study: Study) -> StudyInfo:
    """Read the head of a study."""
    with study.cursor() as cursor:
        row = cursor.execute(
            "SELECT name, client, currency, synthetic, created_at FROM study_info"
        ).fetchone()
    assert row is not None  # noqa: S101 - written in the transaction that made the study
    return StudyInfo(*row)


def setting(study: Study, name: str) -> str | None:
    """Read a setting, None where it was never set."""
    with study.cursor() as cursor:
        row = cursor.execute("SELECT value FROM setting WHERE name = ?", [name]).fetchone()
    return None if row is None else str(row[0])


def embed_limit_bytes(study: Study) -> int:
    """Return the size above which an imported file is kept by hash and path only."""
    return int(setting(study, EMBED_LIMIT) or _EMBED_LIMIT_BYTES)
