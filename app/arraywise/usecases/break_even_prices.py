"""At which prices the recommendation would be another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.break_even_price import find_break_even_prices
from arraywise.analysis.question import pose_question

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.prepared_study import Prepared
    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.facts import StudyFacts
    from arraywise.domain.pricing import BreakEvenPrice
    from arraywise.domain.requirement import Requirement


def break_even_prices(
    prepared: Prepared,
    facts: StudyFacts,
    requirement: Requirement | None = None,
    criteria: Sequence[CriterionSetting] | None = None,
) -> tuple[BreakEvenPrice, ...]:
    """Return up to which price the recommended option stays so, and rivals would draw level.

    Raises:
        UserError: when the requirement or a setting makes no sense.
    """
    return find_break_even_prices(pose_question(prepared, facts, requirement, criteria))
