"""What a publication says beside its figures: its conclusion, and where it contradicts itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arraywise.domain.problems import Severity


@dataclass(frozen=True, slots=True)
class PublishedConclusion:
    """What the authors conclude, in a sentence that is not theirs."""

    text: str
    citation: str


@dataclass(frozen=True, slots=True)
class PublishedRemark:
    """One contradiction or gap in a publication, said with the figures that show it."""

    severity: Severity
    options: tuple[str, ...]
    """Names of the options that it concerns; empty for the whole publication."""
    text: str
    consequence: str
    citation: str
    """Publication and place."""
    computed: bool = False
    """Its figures are computed from the study's evidence; otherwise the editor typed them."""
