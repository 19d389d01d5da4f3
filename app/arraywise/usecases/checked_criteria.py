"""What weights and value functions must be like before they are kept."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from arraywise.domain.problems import UserError
from arraywise.domain.weighting import Decider

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.weighting import Weighting


def check_criteria(criteria: Sequence[CriterionSetting]) -> None:
    """Check that criteria make sense.

    Raises:
        UserError: When swings leave 0 to 100 or are all zero, or an anchor is no number.
    """
    _check_swings([setting.swing for setting in criteria])
    anchors = [a for s in criteria for a in (s.limit, s.target, s.aspiration, s.target_value)]
    if not all(anchor is None or math.isfinite(anchor) for anchor in anchors):
        message = "An anchor of a value function must be a number."
        raise UserError(message)


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
