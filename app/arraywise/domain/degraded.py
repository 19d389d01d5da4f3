"""Evidence of storage with a part failed, and what a requirement asks of it (MODEL F5)."""

from __future__ import annotations

import re
from enum import StrEnum

from arraywise.domain.messages import message

ATTRIBUTE = "degraded"
"""Attribute of a run: its state."""


class DegradedState(StrEnum):
    """What had failed, or was being mended, while a run was made."""

    CONTROLLER = "controller lost"
    REBUILD = "rebuild"
    PATH = "path lost"
    OTHER = "degraded"


STATE_WORDS = {
    DegradedState.CONTROLLER: message("with a controller lost"),
    DegradedState.REBUILD: message("during a rebuild"),
    DegradedState.PATH: message("with a path lost"),
    DegradedState.OTHER: message("with a part failed"),
}
"""Inside a sentence."""

NAMED_STATES = (
    r"(degraded|(?<!index[ _-])rebuild(?:ing)?|failover"
    r"|(?:controller|ctrl|path|link)[ _-]?(?:lost|loss|down|failed|failure|fail))"
)
"""Words in the names of files and folders that say so."""


def state_named(text: str) -> DegradedState:
    """Return the state that words of `NAMED_STATES` mean."""
    plain = text.casefold()
    if plain.startswith("rebuild"):
        return DegradedState.REBUILD
    if re.match("controller|ctrl|failover", plain):
        return DegradedState.CONTROLLER
    return DegradedState.PATH if re.match("path|link", plain) else DegradedState.OTHER


def parse_state(text: str | None) -> DegradedState | None:
    """Return a state by the text that is kept of it; None for a run of whole storage."""
    if not text:
        return None
    try:
        return DegradedState(text)
    except ValueError:
        return DegradedState.OTHER


class DegradedRule(StrEnum):
    """At which load the target must be kept with a part failed."""

    NOT_ASKED = "not asked"
    AVERAGE = "average"
    PEAK = "peak"
