"""What attributes are worth: value functions with fixed anchors, weights from swings."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from arraywise.domain.criteria import Criterion, CriterionSetting, kind_of
from arraywise.domain.problems import UserError
from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.vectors import Floats
    from arraywise.domain.requirement import Requirement


def value_points(
    attribute: Floats | float,
    limit: Floats | float,
    target: Floats | float,
    aspiration: Floats | float,
    target_value: float = 60.0,
) -> Floats:
    """Return points from 0 to 100: limit 0, target `target_value`, aspiration 100 (MODEL D4).

    Piecewise linear and clipped outside; rising or falling as the anchors do. All arguments
    may be arrays of one shape.
    """
    attribute = np.asarray(attribute, dtype=np.float64)
    lower = _share(attribute, limit, target)
    upper = _share(attribute, target, aspiration)
    lower *= target_value
    upper *= 100.0 - target_value
    lower += upper
    return lower


def _share(attribute: Floats, start: Floats | float, end: Floats | float) -> Floats:
    """Return how far between two anchors an attribute lies, 0 to 1."""
    share = np.atleast_1d(attribute - start)
    share = np.asarray(share / np.subtract(end, start))
    np.maximum(share, 0.0, out=share)
    np.minimum(share, 1.0, out=share)
    return share.reshape(np.broadcast(attribute, start, end).shape)


def fill_anchors(
    settings: Sequence[CriterionSetting],
    requirement: Requirement,
    price_range: tuple[float, float] | None,
) -> tuple[CriterionSetting, ...]:
    """Return the settings as used: anchors that the client left open are derived.

    Response time: limit = the target asked for, worth `target_value` at 75 % of it and 100 at
    30 %. Price: from the budget, or where there is none from `price_range`, its limit and
    aspiration. All others as `ALL_CRITERIA` says.

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
    kind = kind_of(setting.criterion)
    by_default = requirement.response_time_s if kind.limit is None else kind.limit
    limit = by_default if setting.limit is None else setting.limit
    base = 1.0 if kind.rises else limit  # falling value functions keep their shape
    return _with_anchors(setting, limit, base * (kind.target or 0), base * (kind.aspiration or 0))


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


def derive_price_range(prices: Sequence[float]) -> tuple[float, float] | None:
    """Return round figures around the dearest and the cheapest price: limit and aspiration."""
    if not prices:
        return None
    step = 10.0 ** math.floor(math.log10(max(*prices, 1.0))) / 2
    best = math.floor(min(prices) / step) * step
    return (math.floor(max(prices) / step) + 1) * step, best


def check_anchors(setting: CriterionSetting) -> None:
    """Look whether anchors run from limit over target to aspiration; open ones are not judged.

    Raises:
        UserError: when they do not, or the target is worth 0 or 100 points.
    """
    limit, target, aspiration = setting.limit, setting.target, setting.aspiration
    if limit is None or target is None or aspiration is None:
        return
    if not (limit < target < aspiration or limit > target > aspiration):
        sentence = say(
            "The anchors of {criterion} must run from limit over target to aspiration: "
            "{limit:,.10g}, {target:,.10g}, {aspiration:,.10g}.",
            criterion=setting.criterion.value,
            limit=limit,
            target=target,
            aspiration=aspiration,
        )
        raise UserError(sentence)
    if not 0 < setting.target_value < 100:
        wrong = say(
            "The target of {criterion} must be worth between 0 and 100 points.",
            criterion=setting.criterion.value,
        )
        raise UserError(wrong)


def weights_from_swings(settings: Sequence[CriterionSetting]) -> Floats:
    """Return the weights: swings over their sum (MODEL D5).

    Raises:
        UserError: when no criterion has a swing, or one is outside 0 to 100.
    """
    swings = np.array([setting.swing for setting in settings], dtype=np.float64)
    if not ((swings >= 0) & (swings <= 100)).all():
        sentence = "A swing must lie between 0 and 100."
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
