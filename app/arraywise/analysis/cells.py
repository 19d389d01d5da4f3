"""Each criterion of each option: its attribute, what that is worth, and what it contributes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.estimates import estimate_interval
from arraywise.analysis.host_cpu import host_cpu_interval
from arraywise.analysis.repetitions import UNKNOWN
from arraywise.domain.criteria import ALL_CRITERIA, Criterion
from arraywise.domain.decision import FAILS, Cell, Interval, Verdict
from arraywise.domain.value_function import interpolate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.analysis.known_option import KnownOption
    from arraywise.analysis.question import Question
    from arraywise.analysis.vectors import Floats
    from arraywise.domain.criteria import CriterionSetting, Rating

ANY_POINTS = Interval(0.0, None, 100.0)
_NOT_RATED = {kind.criterion: UNKNOWN for kind in ALL_CRITERIA}
_FROM_CURVE = frozenset({Criterion.RESPONSE_TIME, Criterion.HEADROOM})


def make_cells(
    question: Question,
    attributes: Mapping[Criterion, Interval],
    points: Floats,
    verdict: Verdict,
) -> tuple[Cell, ...]:
    """Return an option's cells in the order of the settings.

    Args:
        question: what is asked and how it is valued.
        attributes: of the option, from `attributes_of`.
        points: what each attribute is worth, NaN where it is missing; shape (criteria,).
        verdict: of the response time. Where the host was the limit the storage may be anything
            better than measured (MODEL P4, consequence).
    """
    cells = []
    for setting, weight, worth in zip(
        question.contest.settings, question.weights, points, strict=True
    ):
        attribute = attributes[setting.criterion]
        worths = _worths(setting, attribute, float(worth))
        if verdict is Verdict.NOT_COMPARABLE and setting.criterion in _FROM_CURVE:
            worths = Interval(worths.low, worths.point, 100.0)
        contribution = None if worths.point is None else float(weight) * worths.point
        cells.append(Cell(setting.criterion, attribute, worths, contribution))
    return tuple(cells)


def attributes_of(
    question: Question,
    known: KnownOption,
    response_s: Interval,
    capacity: Interval,
) -> dict[Criterion, Interval]:
    """Return an option's attributes with their 95 % intervals, in SI units or the currency.

    Args:
        question: what is asked.
        known: the option.
        response_s: at the demand.
        capacity: the highest rate that keeps the target, 1/s.
    """
    price = None if known.price is None else float(known.price.total)
    return {
        **_NOT_RATED,
        **{criterion: rating_interval(rating) for criterion, rating in known.facts.ratings},
        Criterion.HOST_CPU: host_cpu_interval(known.measured.host_cpu, question.demand_tps),
        Criterion.RESPONSE_TIME: response_s,
        Criterion.PROVISIONING: known.provisioning_s,
        Criterion.HEADROOM: headroom_interval(question, capacity),
        Criterion.PRICE: Interval(price, price, price),
    }


def rating_interval(rating: Rating) -> Interval:
    """Return the level that somebody judged, between others where it lies so."""
    if isinstance(rating, int):
        return Interval(rating, rating, rating)
    return estimate_interval(rating)


def headroom_interval(question: Question, capacity: Interval) -> Interval:
    """Return the headroom at the demand: expected, with what is shown as its lower end."""
    demand = question.demand_tps
    if capacity.point is None or demand <= 0:
        return UNKNOWN
    low, point, high = (
        None if end is None else end / demand - 1.0
        for end in (capacity.low, capacity.point, capacity.high)
    )
    return Interval(low, point, high)


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
    """Return what `value_points` returns, without arrays: asked dozens of times an answer."""
    corners = setting.corners
    return interpolate(attribute, corners) if corners and attribute is not None else None


def add_up(cells: Sequence[Cell], weights: Floats, status: Verdict) -> Interval:
    """Return the option's value: contributions added up, what is missing earns nothing yet.

    An option that fails any rule of the screen has no value (MODEL D3).
    """
    if status in FAILS:
        return UNKNOWN
    low = sum(w * (c.points.low or 0.0) for c, w in zip(cells, weights, strict=True))
    high = sum(w * (c.points.high or 0.0) for c, w in zip(cells, weights, strict=True))
    point = sum(c.contribution for c in cells if c.contribution is not None)
    return Interval(float(low), float(point), float(high))
