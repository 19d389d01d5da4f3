"""The studies opened last, kept in the user's settings."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, Qt

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings

    from arraywise.domain.decision import Answer

_KEY = "recent_studies"
_MOST = 12


@dataclass(frozen=True, slots=True)
class RecentStudy:
    """A study and what it said when it was closed."""

    path: str
    name: str
    changed: str
    """ISO 8601, local time."""
    recommended: str = ""
    position: int | None = None
    """Position of the recommended option."""
    first_share: float | None = None
    is_empty: bool = False


def read_recents(settings: QSettings) -> tuple[RecentStudy, ...]:
    """Return the recent studies that still exist, newest first."""
    try:
        kept = json.loads(str(settings.value(_KEY, "[]")))
        recents = [RecentStudy(**entry) for entry in kept]
    except (ValueError, TypeError):
        return ()
    return tuple(r for r in recents if Path(r.path).is_file())


def remember(settings: QSettings, recent: RecentStudy) -> None:
    """Put a study at the head of the list."""
    others = [r for r in read_recents(settings) if r.path != recent.path]
    kept = [recent, *others][:_MOST]
    settings.setValue(_KEY, json.dumps([asdict(r) for r in kept]))


def summary_of(path: Path, name: str, answer: Answer | None) -> RecentStudy:
    """Return how a study is remembered as it is now."""
    chosen = None
    if answer is not None and answer.recommended is not None:
        chosen = next((o for o in answer.options if o.option == answer.recommended), None)
    return RecentStudy(
        path=str(path),
        name=name,
        changed=QDateTime.currentDateTime().toString(Qt.DateFormat.ISODate),
        recommended=chosen.option.name if chosen and answer and answer.clear else "",
        position=chosen.option.position if chosen and answer and answer.clear else None,
        first_share=chosen.first_share if chosen else None,
        is_empty=answer is None or not answer.options,
    )
