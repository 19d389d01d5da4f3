"""Changes weights and value functions."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.weight_stability import set_weight
from arraywise.domain.problems import UserError
from arraywise.store.writing.criteria import write_criteria
from arraywise.store.writing.transaction import transaction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.decision import Criterion, CriterionSetting
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


def move_weight(
    criteria: Sequence[CriterionSetting], criterion: Criterion, weight: float
) -> tuple[CriterionSetting, ...]:
    """Return the criteria with one weight, 0 to 1, set and the others rescaled in proportion.

    The swings that come back add up to 100, so that they read as percents.
    """
    swings = np.array([setting.swing for setting in criteria], dtype=float)
    index = next(i for i, setting in enumerate(criteria) if setting.criterion is criterion)
    moved = set_weight(swings / max(float(swings.sum()), 1e-300), index, weight) * 100
    return _with_swings(criteria, moved.tolist())


def equal_weights(criteria: Sequence[CriterionSetting]) -> tuple[CriterionSetting, ...]:
    """Return the criteria with the same weight each."""
    return _with_swings(criteria, [100 / len(criteria)] * len(criteria))


def _with_swings(
    criteria: Sequence[CriterionSetting], swings: Sequence[float]
) -> tuple[CriterionSetting, ...]:
    return tuple(
        replace(setting, swing=min(100.0, max(0.0, round(swing, 6))))
        for setting, swing in zip(criteria, swings, strict=True)
    )
