"""Value functions, validation of criteria."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.usable import needed_bytes
from arraywise.domain.criteria import (
    MOST_FURTHER,
    Criterion,
    CriterionSetting,
    Decider,
    is_monotone,
    kind_of,
)
from arraywise.domain.messages import UserError, message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.arrays import Floats
    from arraywise.domain.criteria import Corner, Corners, Weighting
    from arraywise.domain.messages import Message
    from arraywise.domain.requirement import Requirement

_JUST_ABOVE = 1.0 + 1e-9
"""Times an anchor: as near to it as another one may come."""


def value_points(attribute: Floats | float, corners: Corners) -> Floats:
    """Return points from 0 to 100: piecewise linear and clipped outside (MODEL D4).

    Args:
        attribute: of any shape; NaN where it is missing, which is worth NaN.
        corners: of a setting, rising or falling; without any all is worth NaN.

    Returns:
        An array of the same shape.
    """
    attribute = np.asarray(attribute, dtype=np.float64)
    if not corners:
        return np.full(attribute.shape, np.nan)
    points, *others = (_gain(attribute, *ends) for ends in pairwise(corners))
    for gain in others:
        points += gain
    np.minimum(points, 100.0, out=points)  # rounding may reach beyond
    return points.reshape(attribute.shape)


def _gain(attribute: Floats, start: Corner, end: Corner) -> Floats:
    """Return the points that are gained between two corners."""
    share = np.atleast_1d(attribute - start[0])
    share /= end[0] - start[0]
    np.maximum(share, 0.0, out=share)
    np.minimum(share, 1.0, out=share)
    share *= end[1] - start[1]
    return share


def fill_anchors(
    settings: Sequence[CriterionSetting],
    requirement: Requirement,
    price_range: tuple[float, float] | None,
) -> tuple[CriterionSetting, ...]:
    """Return the settings as used: anchors that the client left open are derived.

    Response time: limit = the target asked for, worth `target_value` at 75 % of it and 100 at
    30 %. Price: from the budget, or where there is none from `price_range`, its limit and
    aspiration. Usable capacity: from what is needed at the horizon. All others as `ALL_CRITERIA`
    says.

    Raises:
        UserError: when anchors do not run from limit over target to aspiration.
    """
    filled = tuple(_fill(setting, requirement, price_range) for setting in settings)
    for setting in filled:
        check_anchors(setting)
    return filled


def _fill(
    setting: CriterionSetting,
    requirement: Requirement,
    price_range: tuple[float, float] | None,
) -> CriterionSetting:
    if setting.criterion is Criterion.PRICE:
        return _fill_price(setting, requirement, price_range)
    if setting.criterion is Criterion.USABLE:
        return _fill_usable(setting, requirement)
    kind = kind_of(setting.criterion)
    by_default = requirement.target_s if kind.limit is None else kind.limit
    return _by_limit(setting, by_default if setting.limit is None else setting.limit)


def _by_limit(setting: CriterionSetting, limit: float) -> CriterionSetting:
    kind = kind_of(setting.criterion)
    base = limit if kind.follows_limit else 1.0  # falling value functions keep their shape
    return _with_anchors(setting, limit, base * (kind.target or 0), base * (kind.aspiration or 0))


def fill_response(setting: CriterionSetting, target_s: float) -> CriterionSetting:
    """Return the response time's setting at a target, which is its limit.

    Where derived anchors and given ones would change places, which the answer refuses, the limit
    stays where they just do not.
    """
    kind = kind_of(setting.criterion)
    target, aspiration = setting.target, setting.aspiration
    least, most = 0.0, math.inf
    if target is not None:
        least = target
    elif aspiration is not None:
        least = aspiration / (kind.target or 1.0)
    if target is not None and aspiration is None:
        most = target / (kind.aspiration or 1.0)
    return _by_limit(setting, min(max(target_s, least * _JUST_ABOVE), most / _JUST_ABOVE))


def _with_anchors(
    setting: CriterionSetting, limit: float, target: float, aspiration: float
) -> CriterionSetting:
    return replace(
        setting,
        limit=limit if setting.limit is None else setting.limit,
        target=target if setting.target is None else setting.target,
        aspiration=aspiration if setting.aspiration is None else setting.aspiration,
    )


def _fill_price(
    setting: CriterionSetting,
    requirement: Requirement,
    price_range: tuple[float, float] | None,
) -> CriterionSetting:
    if requirement.budget is not None:
        budget = float(requirement.budget)
        return _with_anchors(setting, budget, 0.75 * budget, 0.5 * budget)
    if price_range is None:
        return setting
    limit, best = price_range
    share = 1 - setting.target_value / 100
    return _with_anchors(setting, limit, best + share * (limit - best), best)


def _fill_usable(setting: CriterionSetting, requirement: Requirement) -> CriterionSetting:
    """Value usable capacity from what is needed at the horizon on; open where nothing is."""
    needed = needed_bytes(requirement, requirement.horizon_months)
    limit = needed if setting.limit is None else setting.limit
    if limit is None:
        return setting
    kind = kind_of(setting.criterion)
    return _with_anchors(
        setting, limit, limit * (kind.target or 0), limit * (kind.aspiration or 0)
    )


def propose_price_range(prices: Sequence[float]) -> tuple[float, float] | None:
    """Return round figures about half below and half above the first price that there is.

    A proposal, limit and aspiration, from one price: no option that comes later moves it. The
    user confirms it or gives another one (MODEL D4).

    Args:
        prices: in the order of the options.
    """
    first = next((price for price in prices if price > 0), None)
    if first is None:
        return None
    step = 10.0 ** math.floor(math.log10(first)) / 2
    return math.ceil(1.5 * first / step) * step, math.floor(0.5 * first / step) * step


def derive_price_range(prices: Sequence[float]) -> tuple[float, float] | None:
    """Return round figures around the dearest and the cheapest price: limit and aspiration."""
    if not prices:
        return None
    step = 10.0 ** math.floor(math.log10(max(*prices, 1.0))) / 2
    best = math.floor(min(prices) / step) * step
    return (math.floor(max(prices) / step) + 1) * step, best


def check_anchors(setting: CriterionSetting) -> None:
    """Look whether a value function is strictly monotone; open anchors are not judged.

    Raises:
        UserError: when anchors do not run from limit over target to aspiration, the target is
            worth 0 or 100 points, or a further point does not lie between its neighbours.
    """
    limit, target, aspiration = setting.limit, setting.target, setting.aspiration
    if limit is None or target is None or aspiration is None:
        _check_nothing_further(setting)
        return
    if not (limit < target < aspiration or limit > target > aspiration):
        sentence = message(
            "{criterion}: limit, target and aspiration must be in order: {limit:,.10g},"
            " {target:,.10g}, {aspiration:,.10g}.",
            criterion=setting.criterion.title,
            limit=limit,
            target=target,
            aspiration=aspiration,
        )
        raise UserError(sentence)
    if not 0 < setting.target_value < 100:
        wrong = message(
            "The target of {criterion} must be worth between 0 and 100 points.",
            criterion=setting.criterion.title,
        )
        raise UserError(wrong)
    _check_further(setting)


def _check_nothing_further(setting: CriterionSetting) -> None:
    """Refuse further points beside anchors that may move over them."""
    if setting.further:
        sentence = message(
            "{criterion}: further points need a stated limit, target and aspiration.",
            criterion=setting.criterion.title,
        )
        raise UserError(sentence)


def _check_further(setting: CriterionSetting) -> None:
    """Check further points; out of order is the one without which the others are in order."""
    if len(setting.further) > MOST_FURTHER:
        sentence = message(
            "{criterion}: a value function has at most three further points.",
            criterion=setting.criterion.title,
        )
        raise UserError(sentence)
    for corner in setting.further:
        if not 0 < corner[1] < 100:
            raise UserError(_describe_point(_NOT_INSIDE, setting, corner))
    if not is_monotone(setting.corners):
        alone = (c for c in setting.further if is_monotone(_without(setting.corners, c)))
        wrong = next(alone, setting.further[0])
        raise UserError(_describe_point(_OUT_OF_ORDER, setting, wrong))


def _without(corners: Corners, gone: Corner) -> Corners:
    return tuple(corner for corner in corners if corner is not gone)


_NOT_INSIDE = (
    "{criterion}: the point at {attribute} must score between 0 and 100, not {points:,.10g}."
)
_OUT_OF_ORDER = (
    "{criterion}: the point at {attribute} ({points:,.10g}) is out of order; from limit to"
    " aspiration each point must be better and score more."
)


def _describe_point(template: str, setting: CriterionSetting, corner: Corner) -> Message:
    kind = kind_of(setting.criterion)
    attribute = kind.describe_figure(corner[0] * kind.per_unit)
    named = setting.criterion.title
    return message(template, criterion=named, attribute=attribute, points=corner[1])


def weights_from_swings(settings: Sequence[CriterionSetting]) -> Floats:
    """Return the weights: swings over their sum (MODEL D5).

    Raises:
        UserError: when no criterion has a swing, or one is outside 0 to 100.
    """
    swings = np.array([setting.swing for setting in settings], dtype=np.float64)
    if not ((swings >= 0) & (swings <= 100)).all():
        sentence = "A swing must be between 0 and 100."
        raise UserError(sentence)
    if not swings.sum() > 0:
        sentence = "At least one criterion must have a weight."
        raise UserError(sentence)
    return np.asarray(swings / swings.sum())


def weights_from_ranks(count: int) -> Floats:
    """Return rank-order centroid weights, most important first: w_r = (1/n) sum over k>=r of 1/k.

    Source: MODEL D5; Barron and Barrett, Management Science 42 (1996).
    """
    shares = 1.0 / np.arange(1, count + 1)
    return np.asarray(np.cumsum(shares[::-1])[::-1] / count)


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


def with_setting(
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
        message = "A swing must be between 0 and 100."
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
        message = "Each stakeholder needs a unique name."
        raise UserError(message)
    for stakeholder in weighting.stakeholders:
        _check_swings([swing.swing for swing in stakeholder.swings])
    decides_alone = weighting.decider is Decider.STAKEHOLDER
    if (decides_alone and weighting.decider_name not in names) or (
        weighting.decider is Decider.MEAN and not names
    ):
        message = "The decision maker must be one of the stakeholders."
        raise UserError(message)
