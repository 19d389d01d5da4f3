"""What weights and value functions must be like before they are kept."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from arraywise.analysis.scoring import check_anchors, fill_anchors
from arraywise.domain.problems import UserError
from arraywise.domain.weighting import Decider

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.weighting import Weighting


def check_criteria(criteria: Sequence[CriterionSetting]) -> None:
    """Check that criteria make sense.

    Raises:
        UserError: When swings leave 0 to 100 or are all zero, an anchor is no number, or a
            further point does not lie between its neighbours.
    """
    _check_swings([setting.swing for setting in criteria])
    for setting in criteria:
        anchors = (setting.limit, setting.target, setting.aspiration, setting.target_value)
        further = [figure for corner in setting.further for figure in corner]
        if not all(figure is None or math.isfinite(figure) for figure in (*anchors, *further)):
            message = "An anchor of a value function must be a number."
            raise UserError(message)
        if setting.further:
            check_anchors(setting)


def put_setting(
    criteria: tuple[CriterionSetting, ...],
    row: int,
    setting: CriterionSetting,
    requirement: Requirement,
    price_range: tuple[float, float] | None = None,
) -> tuple[tuple[CriterionSetting, ...], tuple[CriterionSetting, ...]]:
    """Return the criteria with another setting in a row, and that setting as it is valued by.

    Raises:
        UserError: When they make no sense then.
    """
    changed = (*criteria[:row], setting, *criteria[row + 1 :])
    check_criteria(changed)
    return changed, fill_anchors((setting,), requirement, price_range)


def _check_swings(swings: Sequence[float]) -> None:
    if not all(0 <= swing <= 100 for swing in swings):
        message = "A swing lies between 0 and 100."
        raise UserError(message)
    if swings and not sum(swings):
        message = "At least one criterion must have a swing above zero."
        raise UserError(message)


def check_weighting(weighting: Weighting) -> None:
    """Check that stakeholders and who decides make sense.

    Raises:
        UserError: When a name is missing or given twice, swings make no sense, or whoever is to
            decide is not there.
    """
    names = [stakeholder.name.strip() for stakeholder in weighting.stakeholders]
    if not all(names) or len(set(names)) < len(names):
        message = "Every stakeholder needs a name of their own."
        raise UserError(message)
    for stakeholder in weighting.stakeholders:
        _check_swings([swing.swing for swing in stakeholder.swings])
    decides_alone = weighting.decider is Decider.STAKEHOLDER
    if (decides_alone and weighting.decider_name not in names) or (
        weighting.decider is Decider.MEAN and not names
    ):
        message = "Whoever decides must be one of the stakeholders."
        raise UserError(message)
