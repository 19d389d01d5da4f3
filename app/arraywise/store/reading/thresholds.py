"""Where the rules of the bottleneck draw their lines in a study."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from arraywise.domain.thresholds import (
    DEFAULT_THRESHOLDS,
    THRESHOLD_NAMES,
    Thresholds,
    is_allowed,
)

if TYPE_CHECKING:
    from arraywise.store.study import Study

THRESHOLD = "threshold."
"""How the names of these settings begin."""
AS_TESTED, YES = "as_tested", "yes"


def read_thresholds(study: Study) -> Thresholds:
    """Read the thresholds; the model's where none is set, or what is set cannot be one."""
    with study.cursor() as cursor:
        rows = cursor.execute(
            "SELECT substr(name, 11), value FROM setting WHERE starts_with(name, ?)", [THRESHOLD]
        ).fetchall()
    found: dict[str, Any] = {"as_tested": (AS_TESTED, YES) in rows}
    for name, text in rows:
        with suppress(ValueError):
            if name in THRESHOLD_NAMES and is_allowed(name, float(text)):
                found[name] = float(text)
    return replace(DEFAULT_THRESHOLDS, **found)
