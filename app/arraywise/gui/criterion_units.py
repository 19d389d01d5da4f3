"""In which unit people speak of each criterion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.criteria import Criterion
from arraywise.gui import figures

if TYPE_CHECKING:
    from arraywise.domain.criteria import CriterionSetting

_UNITS = {
    Criterion.RESPONSE_TIME: (1e3, "ms"),
    Criterion.PROVISIONING: (1 / 60, "min"),
    Criterion.HEADROOM: (100.0, "%"),
    Criterion.PRICE: (1.0, ""),
}


def unit_of(criterion: Criterion, currency: str) -> str:
    """Return the unit's sign."""
    return _UNITS[criterion][1] or currency


def to_unit(criterion: Criterion, value: float) -> float:
    """Return an SI value or an amount in the criterion's unit."""
    return float(f"{value * _UNITS[criterion][0]:.10g}")


def from_unit(criterion: Criterion, value: float) -> float:
    """Return a value in the criterion's unit in SI, or as an amount."""
    return value / _UNITS[criterion][0]


def say_step(setting: CriterionSetting, currency: str) -> str:
    """Say the step from worst to best that a swing stands for."""
    if setting.limit is None or setting.aspiration is None:
        return figures.EN_DASH
    ends = (to_unit(setting.criterion, end) for end in (setting.limit, setting.aspiration))
    worst, best = (figures.plain(round(end, 3)) for end in ends)
    return f"{worst} \u2192 {best} {unit_of(setting.criterion, currency)}"
