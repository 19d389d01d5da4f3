"""Swings stored with the ranges that they were given for, and what to do when these move (D5)."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.criteria import Criterion
from arraywise.domain.sureness import StaleWeight

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.analysis.question import Question
    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.decision import OptionAnswer


def find_stale(settings: Iterable[CriterionSetting]) -> tuple[StaleWeight, ...]:
    """Return the swings that were given for other anchors; settings as used, anchors filled."""
    return tuple(
        StaleWeight(setting.criterion, setting.judged, now)
        for setting in settings
        if setting.judged is not None
        and (now := range_of(setting)) is not None
        and not _are_close(setting.judged, now)
    )


def range_of(setting: CriterionSetting) -> tuple[float, float] | None:
    """Return limit and aspiration; None while they are open."""
    if setting.limit is None or setting.aspiration is None:
        return None
    return setting.limit, setting.aspiration


def _are_close(one: tuple[float, float], other: tuple[float, float]) -> bool:
    scale = max(map(abs, (*one, *other)))
    return all(abs(a - b) <= 1e-9 * scale for a, b in zip(one, other, strict=True))


def judge_by(
    criteria: Sequence[CriterionSetting], used: Sequence[CriterionSetting]
) -> tuple[CriterionSetting, ...]:
    """Return the criteria with the present anchors as those that their swings are given for.

    Args:
        criteria: as stored.
        used: the same with their anchors filled in.
    """
    ranges = {setting.criterion: range_of(setting) for setting in used}
    return tuple(replace(setting, judged=ranges.get(setting.criterion)) for setting in criteria)


def keep_swings(
    criteria: Sequence[CriterionSetting], used: Sequence[CriterionSetting]
) -> tuple[CriterionSetting, ...]:
    """Return the criteria with their swings taken as given for the present anchors.

    A swing that nobody gave stays one that nobody gave.
    """
    judged = judge_by(criteria, used)
    return tuple(
        own if own.judged is None else now for own, now in zip(criteria, judged, strict=True)
    )


def rescale_swings(
    criteria: Sequence[CriterionSetting], used: Sequence[CriterionSetting]
) -> tuple[CriterionSetting, ...]:
    """Return swings for the present anchors: a step half as wide matters half as much.

    Linear: s' = s x range' / range (MODEL D5). Where that passes 100 all swings shrink alike.
    """
    by = stretches(criteria, used)
    swings = [setting.swing * by[setting.criterion] for setting in criteria]
    most = max([*swings, 100.0])
    moved = [
        replace(setting, swing=100.0 * swing / most)
        for setting, swing in zip(criteria, swings, strict=True)
    ]
    return judge_by(moved, used)


def stretches(
    criteria: Sequence[CriterionSetting], used: Sequence[CriterionSetting]
) -> dict[Criterion, float]:
    """Return how many times as wide each range is as the one that its swing was given for."""
    ranges = {setting.criterion: range_of(setting) for setting in used}
    return {s.criterion: _stretch(s.judged, ranges.get(s.criterion)) for s in criteria}


def _stretch(judged: tuple[float, float] | None, now: tuple[float, float] | None) -> float:
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

    Args:
        own: the criteria as the client gave them; anchors that are theirs are not doubted.
        settled: limit and aspiration of the price as they were derived once.
        options: with their prices.
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


def find_open_range(question: Question, *, confirmed: bool) -> tuple[float, float] | None:
    """Return limit and aspiration of the price where nobody gave or confirmed them.

    None where the budget gives them, the criterion has its own, price is no criterion, or no
    option has a price.
    """
    place = next(
        (i for i, s in enumerate(question.own_settings) if s.criterion is Criterion.PRICE), None
    )
    if place is None or confirmed or question.requirement.budget is not None:
        return None
    own = question.own_settings[place]
    used = next(s for s in question.contest.settings if s.criterion is Criterion.PRICE)
    is_own = own.limit is not None and own.aspiration is not None
    return None if is_own else range_of(used)
