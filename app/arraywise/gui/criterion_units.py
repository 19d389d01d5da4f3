"""In which unit people speak of each criterion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.criteria import kind_of
from arraywise.gui import figures, wording

if TYPE_CHECKING:
    from arraywise.domain.criteria import Criterion, CriterionSetting


def unit_of(criterion: Criterion, currency: str) -> str:
    """Return the unit's sign."""
    unit = kind_of(criterion).unit
    return currency if unit is None else wording.tell(unit)


def to_unit(criterion: Criterion, value: float) -> float:
    """Return an SI value or an amount in the criterion's unit."""
    return float(f"{value * kind_of(criterion).per_unit:.10g}")


def from_unit(criterion: Criterion, value: float) -> float:
    """Return a value in the criterion's unit in SI, or as an amount."""
    return value / kind_of(criterion).per_unit


def say_step(setting: CriterionSetting, currency: str) -> str:
    """Say the step from worst to best that a swing stands for."""
    if setting.limit is None or setting.aspiration is None:
        return figures.EN_DASH
    ends = (to_unit(setting.criterion, end) for end in (setting.limit, setting.aspiration))
    worst, best = (figures.plain(round(end, 3)) for end in ends)
    return f"{worst} \u2192 {best} {unit_of(setting.criterion, currency)}"
