"""What the checks of the audit find, before it becomes a finding; and what is kept of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arraywise.domain.problems import Severity
    from arraywise.domain.said import Said


@dataclass(frozen=True, slots=True)
class Remark:
    """What a check found; it becomes a finding with the check's name and severity."""

    options: tuple[str, ...]
    said: Said
    consequence: Said
    evidence: tuple[str, ...] = ()
    severity: Severity | None = None
    """None: that of the check."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What a check found; good for as long as the very same is looked at."""

    seen: tuple[object, ...]
    """The options that were looked at, each with its files and prices, and levels of them."""
    remarks: tuple[Remark, ...]
