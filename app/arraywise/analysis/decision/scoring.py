"""Value functions and weights: whose, stale swings, validation."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.demand import most_needed_bytes
from arraywise.domain.criteria import (
    Criterion,
    CriterionSetting,
    Decider,
    LimitSource,
    Method,
    Stakeholder,
    Swing,
    kind_of,
)
from arraywise.domain.decision import StaleWeight
from arraywise.domain.messages import UserError, message
from arraywise.domain.requirement import Goal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.analysis.arrays import Floats
    from arraywise.domain.criteria import Corner, Corners, Weighting
    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.messages import Message
    from arraywise.domain.requirement import Requirement


_JUST_ABOVE = 1.0 + 1e-9
"""Times an anchor: as near to it as another one may come."""


def value_points(attribute: Floats | float, corners: Corners) -> Floats:
    """Return points from 0 to 100 of attributes of any shape, NaN where they are missing.

    Piecewise linear and clipped outside (MODEL D4); without corners all is worth NaN.
    """
    attribute = np.asarray(attribute, dtype=np.float64)
    if not corners:
        return np.full(attribute.shape, np.nan)
    points, *others = (_points_between_corners(attribute, *ends) for ends in pairwise(corners))
    for gain in others:
        points += gain
    np.minimum(points, 100.0, out=points)  # rounding may reach beyond
    return points.reshape(attribute.shape)


def _points_between_corners(attribute: Floats, start: Corner, end: Corner) -> Floats:
    """Return the points that are gained between two corners."""
    share = np.atleast_1d(attribute - start[0])
    share /= end[0] - start[0]
    np.maximum(share, 0.0, out=share)
    np.minimum(share, 1.0, out=share)
    share *= end[1] - start[1]
    return share


def fill_open_anchors(
    settings: Sequence[CriterionSetting],
    requirement: Requirement,
    price_range: tuple[float, float] | None,
) -> tuple[CriterionSetting, ...]:
    """Return the settings as used: anchors that the client left open are derived.

    Response time: limit = the target asked for, worth `target_value` at 75 % of it and 100 at
    30 %. Price: from the budget, or where there is none from `price_range`, its limit and
    aspiration. Usable capacity: from what is needed at the horizon. All others as `ALL_CRITERIA`
    says. Raises as `check_anchors`.
    """
    filled = tuple(_fill_setting(setting, requirement, price_range) for setting in settings)
    for setting in filled:
        check_anchors(setting)
    return filled


def _fill_setting(
    setting: CriterionSetting, requirement: Requirement, price_range: tuple[float, float] | None
) -> CriterionSetting:
    match kind_of(setting.criterion).limit:
        case LimitSource.PRICES:
            return _fill_price(setting, requirement, price_range)
        case LimitSource.NEEDED_CAPACITY:
            return _fill_usable(setting, requirement)
        case LimitSource.REQUIRED_RESPONSE:
            by_default = requirement.target_s
        case limit:
            by_default = limit
    return _anchors_from_limit(setting, by_default if setting.limit is None else setting.limit)


def _anchors_from_limit(setting: CriterionSetting, limit: float) -> CriterionSetting:
    kind = kind_of(setting.criterion)
    base = (
        limit if kind.anchors_scale_with_limit else 1.0
    )  # falling value functions keep their shape
    return _with_anchors(setting, limit, base * (kind.target or 0), base * (kind.aspiration or 0))


def fill_response_anchors(setting: CriterionSetting, target_s: float) -> CriterionSetting:
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
    return _anchors_from_limit(
        setting, min(max(target_s, least * _JUST_ABOVE), most / _JUST_ABOVE)
    )


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
    setting: CriterionSetting, requirement: Requirement, price_range: tuple[float, float] | None
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
    needed = most_needed_bytes(requirement)
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
    """Raise a `UserError` where a value function is not monotone; open anchors are not judged.

    Limit, target and aspiration are in order, and the target is worth more than 0 and less than
    100 points.
    """
    limit, target, aspiration = setting.limit, setting.target, setting.aspiration
    named = setting.criterion.title
    if limit is None or target is None or aspiration is None:
        return
    if not (limit < target < aspiration or limit > target > aspiration):
        sentence = message(
            "{criterion}: limit, target and aspiration must be in order: {limit:,.10g},"
            " {target:,.10g}, {aspiration:,.10g}.",
            criterion=named,
            limit=limit,
            target=target,
            aspiration=aspiration,
        )
        raise UserError(sentence)
    if not 0 < setting.target_value < 100:
        text = "The target of {criterion} must be worth between 0 and 100 points."
        raise UserError(message(text, criterion=named))


_OUT_OF_RANGE = "A swing must be between 0 and 100."


def weights_from_swings(settings: Sequence[CriterionSetting]) -> Floats:
    """Return the weights: swings over their sum (MODEL D5).

    Raises a `UserError` where no criterion has a swing, or one is outside 0 to 100.
    """
    swings = np.array([setting.swing for setting in settings], dtype=np.float64)
    if not ((swings >= 0) & (swings <= 100)).all():
        raise UserError(message(_OUT_OF_RANGE))
    if not swings.sum() > 0:
        raise UserError(message("At least one criterion must have a weight."))
    return np.asarray(swings / swings.sum())


def weights_from_ranks(count: int) -> Floats:
    """Return rank-order centroid weights, most important first: w_r = (1/n) sum over k>=r of 1/k.

    Source: MODEL D5; Barron and Barrett, Management Science 42 (1996).
    """
    shares = 1.0 / np.arange(1, count + 1)
    return np.asarray(np.cumsum(shares[::-1])[::-1] / count)


def check_criteria(criteria: Sequence[CriterionSetting]) -> None:
    """Raise a `UserError` where criteria make no sense.

    Swings are from 0 to 100 and not all zero, anchors are numbers.
    """
    _check_swings([setting.swing for setting in criteria])
    for setting in criteria:
        anchors = (setting.limit, setting.target, setting.aspiration, setting.target_value)
        if not all(figure is None or math.isfinite(figure) for figure in anchors):
            raise UserError(message("An anchor of a value function must be a number."))


def with_setting(
    criteria: tuple[CriterionSetting, ...],
    row: int,
    setting: CriterionSetting,
    requirement: Requirement,
    price_range: tuple[float, float] | None = None,
) -> tuple[tuple[CriterionSetting, ...], tuple[CriterionSetting, ...]]:
    """Return the criteria with another setting in a row, and that setting as it is valued by.

    Raises a `UserError` where they make no sense then.
    """
    changed = (*criteria[:row], setting, *criteria[row + 1 :])
    check_criteria(changed)
    return changed, fill_open_anchors((setting,), requirement, price_range)


def _check_swings(swings: Sequence[float]) -> None:
    if not all(0 <= swing <= 100 for swing in swings):
        raise UserError(message(_OUT_OF_RANGE))
    if swings and not sum(swings):
        raise UserError(message("At least one criterion must have a swing above zero."))


def check_weighting(weighting: Weighting) -> None:
    """Raise a `UserError` where stakeholders and who decides make no sense.

    Each stakeholder has a name of its own and swings, and whoever is to decide is among them.
    """
    names = [stakeholder.name.strip() for stakeholder in weighting.stakeholders]
    if not all(names) or len(set(names)) < len(names):
        raise UserError(message("Each stakeholder needs a unique name."))
    for stakeholder in weighting.stakeholders:
        _check_swings([swing.swing for swing in stakeholder.swings])
    is_there = weighting.decider_name in names
    if (weighting.decider is Decider.STAKEHOLDER and not is_there) or (
        weighting.decider is Decider.MEAN and not names
    ):
        raise UserError(message("The decision maker must be one of the stakeholders."))


def deciding_settings(
    settings: Sequence[CriterionSetting], weighting: Weighting
) -> tuple[CriterionSetting, ...]:
    """Return the settings with the swings of whoever decides.

    Raises a `UserError` where nobody has that name, or a stakeholder's swings make no sense.
    """
    if weighting.decider is Decider.STUDY or not weighting.stakeholders:
        return tuple(settings)
    if weighting.decider is Decider.MEAN:
        weights = 100.0 * mean_weights(settings, weighting)
        return tuple(
            replace(
                setting,
                swing=float(swing),
                judged=_anchors_of_stakeholder_swings(setting, weighting),
            )
            for setting, swing in zip(settings, weights, strict=True)
        )
    decider = find_stakeholder(weighting, weighting.decider_name)
    if decider is None:
        text = "There is no stakeholder named {name}."
        raise UserError(message(text, name=weighting.decider_name))
    return settings_with_swings_of(settings, decider)


def _anchors_of_stakeholder_swings(
    setting: CriterionSetting, weighting: Weighting
) -> tuple[float, float] | None:
    """Return for which anchors stakeholders gave their swings: other ones before the present."""
    every = [
        swing.judged
        for stakeholder in weighting.stakeholders
        for swing in stakeholder.swings
        if swing.criterion == setting.criterion and swing.judged is not None
    ]
    now = (setting.limit, setting.aspiration)
    return next((judged for judged in every if judged != now), next(iter(every), None))


def settings_with_swings_of(
    settings: Sequence[CriterionSetting], stakeholder: Stakeholder
) -> tuple[CriterionSetting, ...]:
    """Return the settings with a stakeholder's swings; what was not judged weighs nothing."""
    given = {each.criterion: (each.swing, each.judged) for each in stakeholder.swings}
    own = [given.get(setting.criterion, (0.0, None)) for setting in settings]
    return tuple(
        replace(setting, swing=swing, judged=judged)
        for setting, (swing, judged) in zip(settings, own, strict=True)
    )


def mean_weights(settings: Sequence[CriterionSetting], weighting: Weighting) -> Floats:
    """Return the mean of the stakeholders' weights."""
    every = [
        weights_from_swings(settings_with_swings_of(settings, s)) for s in weighting.stakeholders
    ]
    return np.asarray(np.mean(every, axis=0))


def find_stale_weights(settings: Iterable[CriterionSetting]) -> tuple[StaleWeight, ...]:
    """Return the swings that were given for other anchors; settings as used, anchors filled."""
    return tuple(
        StaleWeight(setting.criterion, setting.judged, now)
        for setting in settings
        if setting.judged is not None
        and (now := anchor_range(setting)) is not None
        and not _are_close(setting.judged, now)
    )


def anchor_range(setting: CriterionSetting) -> tuple[float, float] | None:
    """Return limit and aspiration; None while they are open."""
    if setting.limit is None or setting.aspiration is None:
        return None
    return setting.limit, setting.aspiration


def _are_close(one: tuple[float, float], other: tuple[float, float]) -> bool:
    scale = max(map(abs, (*one, *other)))
    return all(abs(a - b) <= 1e-9 * scale for a, b in zip(one, other, strict=True))


def stamp_swings_with_anchors(
    criteria: Sequence[CriterionSetting], used: Sequence[CriterionSetting]
) -> tuple[CriterionSetting, ...]:
    """Return the criteria with the anchors in use as those that their swings are given for."""
    ranges = {setting.criterion: anchor_range(setting) for setting in used}
    return tuple(replace(setting, judged=ranges.get(setting.criterion)) for setting in criteria)


def confirm_swings(
    criteria: Sequence[CriterionSetting], used: Sequence[CriterionSetting]
) -> tuple[CriterionSetting, ...]:
    """Return the criteria with their swings taken as given for the present anchors.

    A swing that nobody gave stays one that nobody gave.
    """
    judged = stamp_swings_with_anchors(criteria, used)
    return tuple(
        own if own.judged is None else now for own, now in zip(criteria, judged, strict=True)
    )


def rescale_swings(
    criteria: Sequence[CriterionSetting], used: Sequence[CriterionSetting]
) -> tuple[CriterionSetting, ...]:
    """Return swings for the present anchors: a step half as wide matters half as much.

    Linear: s' = s x range' / range (MODEL D5). Where that passes 100 all swings shrink alike.
    """
    by = anchor_range_ratios(criteria, used)
    swings = [setting.swing * by[setting.criterion] for setting in criteria]
    most = max([*swings, 100.0])
    moved = [
        replace(setting, swing=100.0 * swing / most)
        for setting, swing in zip(criteria, swings, strict=True)
    ]
    return stamp_swings_with_anchors(moved, used)


def anchor_range_ratios(
    criteria: Sequence[CriterionSetting], used: Sequence[CriterionSetting]
) -> dict[Criterion, float]:
    """Return how many times as wide each range is as the one that its swing was given for."""
    ranges = {setting.criterion: anchor_range(setting) for setting in used}
    return {s.criterion: _range_ratio(s.judged, ranges.get(s.criterion)) for s in criteria}


def _range_ratio(judged: tuple[float, float] | None, now: tuple[float, float] | None) -> float:
    if judged is None or now is None:
        return 1.0
    before, after = (abs(limit - aspiration) for limit, aspiration in (judged, now))
    return after / before if before > 0 and math.isfinite(after) else 1.0


def find_prices_outside(
    own: Iterable[CriterionSetting],
    settled: tuple[float, float] | None,
    options: Iterable[OptionAnswer],
) -> tuple[str, ...]:
    """Name the options whose price lies beyond the range that was settled: it may be renewed.

    Anchors that the client gave are not doubted.
    """
    price = next((s for s in own if s.criterion is Criterion.PRICE), None)
    if price is None or settled is None or price.limit is not None:
        return ()
    low, high = min(settled), max(settled)
    return tuple(
        option.option.name
        for option in options
        if option.price is not None and not low <= float(option.price.total) <= high
    )


Criteria = tuple["CriterionSetting", ...]
STUDY = ""
"""In the place of a stakeholder's name: the study's own weights."""


def criteria_with_swings_of(
    criteria: Sequence[CriterionSetting], weighting: Weighting, owner: str
) -> Criteria:
    """Return the criteria with the swings of a stakeholder, or the study's own."""
    person = find_stakeholder(weighting, owner)
    return tuple(criteria) if person is None else settings_with_swings_of(criteria, person)


def find_stakeholder(weighting: Weighting, owner: str) -> Stakeholder | None:
    """Return the stakeholder of a name; None for the study's own weights."""
    return next((s for s in weighting.stakeholders if s.name == owner and owner), None)


def clear_response_settings_for_target(
    criteria: Sequence[CriterionSetting],
    weighting: Weighting,
    before: Requirement,
    after: Requirement,
) -> tuple[Criteria, Weighting]:
    """Return both without what was given for a response time where an I/O is judged now.

    And the reverse. Anchors of the one would score the other silently, and a swing that was
    given for its range says nothing of the other's.
    """
    if not _is_other_kind_of_target(before, after):
        return tuple(criteria), weighting
    opened = tuple(
        replace(s, limit=None, target=None, aspiration=None, judged=None)
        if s.criterion == Criterion.RESPONSE_TIME
        else s
        for s in criteria
    )
    people = tuple(
        replace(
            person,
            swings=tuple(
                replace(each, judged=None) if each.criterion == Criterion.RESPONSE_TIME else each
                for each in person.swings
            ),
        )
        for person in weighting.stakeholders
    )
    return opened, replace(weighting, stakeholders=people)


def describe_cleared_anchors(
    criteria: Sequence[CriterionSetting], before: Requirement, after: Requirement
) -> Message | None:
    """Say that anchors were given for the other kind of target; None where none were."""
    given = (
        anchor
        for s in criteria
        if s.criterion == Criterion.RESPONSE_TIME
        for anchor in (s.limit, s.target, s.aspiration)
    )
    if not _is_other_kind_of_target(before, after) or all(anchor is None for anchor in given):
        return None
    return message(
        "The anchors given for the old target are removed; they follow the new one. Undo brings"
        " them back."
    )


def _is_other_kind_of_target(before: Requirement, after: Requirement) -> bool:
    return (before.goal is Goal.STORAGE_LATENCY) != (after.goal is Goal.STORAGE_LATENCY)


def set_weights(
    criteria: Sequence[CriterionSetting],
    weighting: Weighting,
    owner: str,
    given: Sequence[CriterionSetting],
    *,
    method: Method = Method.SWINGS,
) -> tuple[Criteria, Weighting]:
    """Return criteria and weighting with other weights of a stakeholder, or of the `STUDY`.

    `given` are the criteria with the new swings and the ranges that these were given for.
    """
    person = find_stakeholder(weighting, owner)
    if person is None:
        own = tuple(
            replace(setting, swing=new.swing, judged=new.judged)
            for setting, new in zip(criteria, given, strict=True)
        )
        return own, replace(weighting, method=method)
    swings = tuple(Swing(s.criterion, s.swing, s.judged) for s in given)
    changed = Stakeholder(person.name, swings, method)
    people = tuple(changed if s is person else s for s in weighting.stakeholders)
    return tuple(criteria), replace(weighting, stakeholders=people)


def add_stakeholder(
    criteria: Sequence[CriterionSetting], weighting: Weighting, name: str
) -> Weighting:
    """Return the weighting with one stakeholder more, who begins with the study's weights."""
    swings = tuple(Swing(s.criterion, s.swing, s.judged) for s in criteria)
    added = Stakeholder(name.strip(), swings, weighting.method)
    return replace(weighting, stakeholders=(*weighting.stakeholders, added))


def remove_stakeholder(weighting: Weighting, name: str) -> Weighting:
    """Return the weighting without a stakeholder; if they decided, the study's weights do."""
    people = tuple(s for s in weighting.stakeholders if s.name != name)
    left = replace(weighting, stakeholders=people)
    gone = weighting.decider is Decider.STAKEHOLDER and weighting.decider_name == name
    return set_decider(left, Decider.STUDY) if gone or not people else left


def set_decider(weighting: Weighting, decider: Decider, name: str = "") -> Weighting:
    """Return the weighting with somebody else's weights deciding."""
    return replace(weighting, decider=decider, decider_name=name)
