"""Whose weights decide, and how they were given (MODEL D5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arraywise.domain.criteria import Criterion


class Method(StrEnum):
    """How a set of weights was given."""

    SWINGS = "swings"
    """Each criterion's step from worst to best against the most wanted one, which has 100."""
    RANKS = "rank order"
    """Only the order is known: rank-order centroids."""
    PAIRS = "pairs"
    """Each pair of criteria compared."""


class Decider(StrEnum):
    """Whose weights the recommendation rests on."""

    STUDY = "study"
    MEAN = "mean of the stakeholders"
    STAKEHOLDER = "stakeholder"


@dataclass(frozen=True, slots=True)
class Judgement:
    """How many times as much one criterion's swing matters as another's."""

    first: Criterion
    second: Criterion
    ratio: float
    """Above 1 where the first one matters more; 1/9 to 9 by custom."""


@dataclass(frozen=True, slots=True)
class Swing:
    """One criterion's swing in a stakeholder's eyes."""

    criterion: Criterion
    swing: float
    """0 to 100."""
    judged: tuple[float, float] | None = None
    """Limit and aspiration that it was given for."""


@dataclass(frozen=True, slots=True)
class Stakeholder:
    """Somebody with weights of their own."""

    name: str
    swings: tuple[Swing, ...]
    method: Method = Method.SWINGS
    judgements: tuple[Judgement, ...] = ()


@dataclass(frozen=True, slots=True)
class Weighting:
    """The stakeholders of a study, and whose weights decide."""

    stakeholders: tuple[Stakeholder, ...] = ()
    decider: Decider = Decider.STUDY
    decider_name: str = ""
    """Of the stakeholder who decides alone."""
    method: Method = Method.SWINGS
    """How the study's own weights were given."""
    judgements: tuple[Judgement, ...] = ()
    """The pairs that the study's own weights come from."""


NOBODY_ELSE = Weighting()
