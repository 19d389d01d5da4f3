"""Whose weights decide (MODEL D5)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.scoring import weights_from_swings
from arraywise.domain.problems import UserError
from arraywise.domain.said import say
from arraywise.domain.weighting import Decider

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.vectors import Floats
    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.weighting import Stakeholder, Weighting


def deciding_settings(
    settings: Sequence[CriterionSetting], weighting: Weighting
) -> tuple[CriterionSetting, ...]:
    """Return the settings with the swings of whoever decides.

    Raises:
        UserError: when nobody of that name is a stakeholder, or a stakeholder's swings make no
            sense.
    """
    if weighting.decider is Decider.STUDY or not weighting.stakeholders:
        return tuple(settings)
    if weighting.decider is Decider.MEAN:
        weights = 100.0 * mean_weights(settings, weighting)
        return tuple(
            replace(setting, swing=float(swing), judged=_judged(setting, weighting))
            for setting, swing in zip(settings, weights, strict=True)
        )
    return swings_of(settings, _find(weighting))


def _judged(setting: CriterionSetting, weighting: Weighting) -> tuple[float, float] | None:
    """Return for which anchors stakeholders gave their swings: other ones before the present."""
    every = [
        swing.judged
        for stakeholder in weighting.stakeholders
        for swing in stakeholder.swings
        if swing.criterion is setting.criterion and swing.judged is not None
    ]
    now = (setting.limit, setting.aspiration)
    return next((judged for judged in every if judged != now), next(iter(every), None))


def _find(weighting: Weighting) -> Stakeholder:
    for stakeholder in weighting.stakeholders:
        if stakeholder.name == weighting.decider_name:
            return stakeholder
    sentence = say("There is no stakeholder named {name}.", name=weighting.decider_name)
    raise UserError(sentence)


def swings_of(
    settings: Sequence[CriterionSetting], stakeholder: Stakeholder
) -> tuple[CriterionSetting, ...]:
    """Return the settings with a stakeholder's swings; what was not judged weighs nothing."""
    own = {swing.criterion: swing for swing in stakeholder.swings}
    return tuple(
        replace(
            setting,
            swing=own[setting.criterion].swing if setting.criterion in own else 0.0,
            judged=own[setting.criterion].judged if setting.criterion in own else None,
        )
        for setting in settings
    )


def mean_weights(settings: Sequence[CriterionSetting], weighting: Weighting) -> Floats:
    """Return the mean of the stakeholders' weights."""
    every = [weights_from_swings(swings_of(settings, s)) for s in weighting.stakeholders]
    return np.asarray(np.mean(every, axis=0))
