"""What the lists of stated facts share: the study at hand, ranges, the building of a fact."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.assumptions import (
    AssumptionKind,
    Choice,
    Effect,
    StatedFact,
)
from arraywise.domain.criteria import (
    DEFAULT_CRITERIA,
    CriterionSetting,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from arraywise.analysis.decision.problem import DecisionProblem
    from arraywise.analysis.prepared import PreparedEvidence
    from arraywise.domain.assumptions import FactValue
    from arraywise.domain.messages import Message
    from arraywise.domain.study import OptionFacts, StudyFacts

TYPED_KIND, DEFAULT_KIND, CONVENTION_KIND = (
    AssumptionKind.TYPED,
    AssumptionKind.DEFAULT,
    AssumptionKind.CONVENTION,
)
Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class StudyAtHand:
    """A study with what was computed of it."""

    facts: StudyFacts
    prepared: PreparedEvidence
    question: DecisionProblem

    @property
    def settings(self) -> tuple[CriterionSetting, ...]:
        """The criteria as stated, those of a new study where nobody stated any."""
        return self.facts.criteria or DEFAULT_CRITERIA


class RangeWidths(NamedTuple):
    """How far a figure may lie below and above its value: shares of it, or units."""

    below: float
    above: float
    is_share: bool = True

    def around(self, value: float, least: float = -math.inf, most: float = math.inf) -> Span:
        """Return the thinkable range of a value, within what makes sense."""
        scale = abs(value) if self.is_share else 1.0
        return max(least, value - self.below * scale), min(most, value + self.above * scale)


def points_around(below: float, above: float | None = None) -> RangeWidths:
    """Return a spread in units of the value: as far above as below where one is given."""
    return RangeWidths(below, below if above is None else above, is_share=False)


ANY_SPREAD = RangeWidths(0.5, 0.5)
"""Of a field of the requirement that none of these names."""


class FactBuilder(NamedTuple):
    """What facts of all kinds have."""

    key: str
    label: Message
    kind: AssumptionKind
    typed_in: tuple[str, str] | None = None
    source: str = ""

    def figure(  # noqa: PLR0913 - the parts of a fact, most of them by name
        self,
        value: float,
        span: Span,
        change: Callable[[StudyFacts, FactValue], StudyFacts],
        command: tuple[str, ...],
        *,
        unit: Message | str = "",
        step: float = 0.0,
        effect: Effect = Effect.PROBLEM,
    ) -> StatedFact:
        """Return a fact that is a figure."""
        low, high = (float(f"{end:.10g}") for end in span)
        low, high = min(low, value), max(high, value)
        return StatedFact(
            *(self.key, self.label, value, change, self.kind, command),
            unit=unit,
            span=(low, high),
            step=step,
            effect=effect,
            typed_in=self.typed_in,
            source=self.source,
        )

    def discrete(
        self,
        value: str,
        choices: Iterable[Choice],
        change: Callable[[StudyFacts, FactValue], StudyFacts],
        command: tuple[str, ...],
        effect: Effect = Effect.PROBLEM,
    ) -> StatedFact:
        """Return a fact that is one of several choices."""
        return StatedFact(
            *(self.key, self.label, value, change, self.kind, command),
            choices=tuple(choices),
            effect=effect,
            typed_in=self.typed_in,
            source=self.source,
        )


def replace_option(
    facts: StudyFacts, option_id: int, change: Callable[[OptionFacts], OptionFacts]
) -> StudyFacts:
    """Return the study with the facts of one option changed."""
    options = tuple(
        change(each) if each.option.id == option_id else each for each in facts.options
    )
    return replace(facts, options=options)
