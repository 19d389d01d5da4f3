"""What a drawn decision map depends on, so that it is drawn anew only where it is another one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arraywise.domain.facts import StudyFacts
    from arraywise.domain.requirement import Requirement
    from arraywise.gui.charts.map_range import MapRange
    from arraywise.gui.session import Posed


@dataclass(frozen=True, slots=True)
class MapKey:
    """All that a map depends on; the point asked for is not part of it."""

    posed: Posed
    seen: MapRange
    size: tuple[int, int]
    look: str

    def same(self, other: MapKey | None) -> bool:
        """Say whether both are of one picture."""
        if other is None or (self.seen, self.size, self.look) != (
            other.seen,
            other.size,
            other.look,
        ):
            return False
        mine, its = self.posed, other.posed
        return (
            mine.prepared is its.prepared
            and mine.facts.options is its.facts.options
            and _valued_by(mine.facts) == _valued_by(its.facts)
            and (mine.criteria, mine.visits, mine.targets_s)
            == (its.criteria, its.visits, its.targets_s)
            and _elsewhere(mine.requirement) == _elsewhere(its.requirement)
        )


def _valued_by(facts: StudyFacts) -> tuple[object, ...]:
    """Return what options are valued by beside the criteria."""
    return facts.weighting, facts.price_range, facts.price_basis


def _elsewhere(requirement: Requirement) -> Requirement:
    """Return a requirement without its place on the map."""
    return replace(requirement, response_time_s=1.0, visits_per_month=1)
