"""Changes weights and value functions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from arraywise.domain.problems import UserError
from arraywise.store.writing.criteria import write_criteria
from arraywise.store.writing.transaction import transaction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.decision import CriterionSetting
    from arraywise.store.study import Study


def set_criteria(study: Study, criteria: Sequence[CriterionSetting]) -> None:
    """Write the criteria with their swings and anchors; none brings the defaults back.

    Raises:
        UserError: When swings leave 0 to 100 or are all zero, or an anchor is no number.
    """
    swings = [setting.swing for setting in criteria]
    if not all(0 <= swing <= 100 for swing in swings):
        message = "A swing lies between 0 and 100."
        raise UserError(message)
    if swings and not sum(swings):
        message = "At least one criterion must have a swing above zero."
        raise UserError(message)
    anchors = [a for s in criteria for a in (s.limit, s.target, s.aspiration, s.target_value)]
    if not all(anchor is None or math.isfinite(anchor) for anchor in anchors):
        message = "An anchor of a value function must be a number."
        raise UserError(message)
    with transaction(study, "criteria") as cursor:
        write_criteria(cursor, criteria)
