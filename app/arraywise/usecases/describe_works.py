"""Tells kinds of I/O apart for pages that draw an option's points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.io_works import name_works

if TYPE_CHECKING:
    from arraywise.domain.facts import OptionFacts


def works_of(known: OptionFacts) -> dict[int, str]:
    """Name the work of each I/O run of an option, by the run's id; empty where all are alike."""
    return name_works(known.io_points, known.setups)
