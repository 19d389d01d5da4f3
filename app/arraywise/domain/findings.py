"""Remarks of the comparability audit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arraywise.domain.problems import Severity
    from arraywise.domain.said import Said


@dataclass(frozen=True, slots=True)
class Finding:
    """What makes a comparison unfair or uncertain, with its evidence and consequence."""

    check: str
    """Name of the rule in ALL_CHECKS."""
    severity: Severity
    options: tuple[str, ...]
    said: Said
    consequence: Said
    evidence: tuple[str, ...]
    """Files, or `file:line`, that show it."""
