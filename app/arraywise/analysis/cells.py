"""Each criterion of each option: its attribute, what that is worth, and what it contributes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.load_curve import best_capacity_tps
from arraywise.analysis.repetitions import UNKNOWN
from arraywise.analysis.scoring import value_points
from arraywise.analysis.verdicts import capacity_at, response_at
from arraywise.domain.decision import FAILS, Cell, Criterion, Interval, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.question import KnownOption, Question
    from arraywise.analysis.vectors import Floats
    from arraywise.domain.decision import CriterionSetting

ANY_POINTS = Interval(0.0, None, 100.0)
_FROM_CURVE = frozenset({Criterion.RESPONSE_TIME, Criterion.HEADROOM})


def make_cells(
    question: Question, known: KnownOption, points: Floats, verdict: Verdict
) -> tuple[Cell, ...]:
    """Return an option's cells in the order of the settings.

    Args:
        question: what is asked and how it is valued.
        known: the option.
        points: what each attribute is worth, NaN where it is missing; shape (criteria,).
        verdict: of the response time. Where the host was the limit the storage may be anything
            better than measured (MODEL P4, consequence).
    """
    cells = []
    for setting, weight, worth in zip(
        question.contest.settings, question.weights, points, strict=True
    ):
        attribute = attribute_of(setting.criterion, question, known)
        worths = _worths(setting, attribute, float(worth))
        if verdict is Verdict.NOT_COMPARABLE and setting.criterion in _FROM_CURVE:
            worths = Interval(worths.low, worths.point, 100.0)
        contribution = None if worths.point is None else float(weight) * worths.point
        cells.append(Cell(setting.criterion, attribute, worths, contribution))
    return tuple(cells)


def attribute_of(criterion: Criterion, question: Question, known: KnownOption) -> Interval:
    """Return an option's attribute with its 95 % interval, in SI units or the currency."""
    if criterion is Criterion.PROVISIONING:
        return known.provisioning_s
    if criterion is Criterion.PRICE:
        price = None if known.price is None else float(known.price.total)
        return Interval(price, price, price)
    if criterion is Criterion.RESPONSE_TIME:
        return response_at(known.measured.curve, question.demand_tps)
    return _headroom(question, known)


def _headroom(question: Question, known: KnownOption) -> Interval:
    """Return the demonstrated headroom; its upper end is what the lower response end allows."""
    curve, target = known.measured.curve, question.requirement.response_time_s
    demand = question.demand_tps
    capacity, censored = capacity_at(curve, target)
    if curve is None or capacity is None or demand <= 0:
        return UNKNOWN
    shown = capacity / demand - 1.0
    best = float(best_capacity_tps(curve, np.array([target]))[0]) / demand - 1.0
    return Interval(shown, shown, None if censored else max(shown, best))


def _worths(setting: CriterionSetting, attribute: Interval, worth: float) -> Interval:
    """Return points with their range; an open end of the curve can be worth anything."""
    if np.isnan(worth):
        return ANY_POINTS
    ends = [_worth_of(setting, end) for end in (attribute.low, attribute.high)]
    if setting.criterion not in _FROM_CURVE:
        known = [end for end in ends if end is not None]
        return Interval(min([*known, worth]), worth, max([*known, worth]))
    rises = setting.criterion is Criterion.HEADROOM
    worst, best = ends if rises else ends[::-1]
    low, high = 0.0 if worst is None else worst, 100.0 if best is None else best
    return Interval(min(low, worth), worth, max(high, worth))


def _worth_of(setting: CriterionSetting, attribute: float | None) -> float | None:
    limit, target, aspiration = setting.limit, setting.target, setting.aspiration
    if attribute is None or limit is None or target is None or aspiration is None:
        return None
    return float(value_points(attribute, limit, target, aspiration, setting.target_value))


def add_up(cells: Sequence[Cell], weights: Floats, verdict: Verdict) -> Interval:
    """Return the option's value: contributions added up, what is missing earns nothing yet.

    A failing option has no value (MODEL D3).
    """
    if verdict in FAILS:
        return UNKNOWN
    low = sum(w * (c.points.low or 0.0) for c, w in zip(cells, weights, strict=True))
    high = sum(w * (c.points.high or 0.0) for c, w in zip(cells, weights, strict=True))
    point = sum(c.contribution for c in cells if c.contribution is not None)
    return Interval(float(low), float(point), float(high))
