"""Everything that is said about one option at one requirement, before options are compared."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from arraywise.analysis.asymptotic_bounds import knee_users
from arraywise.analysis.cells import add_up, attributes_of, make_cells
from arraywise.analysis.demand import visits_per_month
from arraywise.analysis.model_band import by_delay
from arraywise.analysis.next_test import plan_test
from arraywise.analysis.pricing import price_per_million_visits, price_per_tpm
from arraywise.analysis.provisioning import ease_factors
from arraywise.analysis.reasons import say_reason
from arraywise.analysis.screening import BY_LOAD, screen_option
from arraywise.analysis.verdicts import capacity_at, response_at, worst
from arraywise.domain.criteria import Criterion
from arraywise.domain.decision import PASSES, OptionAnswer, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from arraywise.analysis.contest import Standing
    from arraywise.analysis.known_option import KnownOption
    from arraywise.analysis.question import Question
    from arraywise.analysis.vectors import Floats
    from arraywise.domain.decision import NextTest

OPEN = frozenset({Verdict.UNDETERMINED, Verdict.NOT_DEMONSTRATED})
"""Verdicts that one more test could settle."""


def answer_options(
    question: Question, today: Standing, grades: Sequence[str]
) -> tuple[OptionAnswer, ...]:
    """Answer for every option; ranks and shares are added when they are compared."""
    eases = ease_factors([known.provisioning_s.point for known in question.known])
    return tuple(
        _answer(question, index, today.points[index, :, 0], grade, ease)
        for index, (grade, ease) in enumerate(zip(grades, eases, strict=True))
    )


def _answer(
    question: Question, index: int, points: Floats, grade: str, ease: float | None
) -> OptionAnswer:
    known, asked = question.known[index], question.requirement
    curve = known.measured.curve
    screen = screen_option(question.contest.contenders[index], asked, question.demand_tps)
    verdict, status = screen[0][1], worst(tuple(v for _, v in screen))
    response = response_at(curve, question.demand_tps)
    capacity, censored = capacity_at(curve, asked.response_time_s)
    attributes = attributes_of(question, known, response, capacity)
    cells = make_cells(question, attributes, points, verdict)
    by_load = worst(tuple(v for name, v in screen if name in BY_LOAD))
    top = next((level for level in reversed(known.measured.shown) if not level.past_knee), None)
    planned = _plan_test(question, known, verdict, by_load) if status in OPEN else None
    carried, room = capacity.point, attributes[Criterion.HEADROOM]
    per_tpm, per_million = _performance_prices(question, known, carried)
    return OptionAnswer(
        option=known.facts.option,
        verdict=verdict,
        reason=say_reason(verdict, known, response, question),
        screen=screen,
        status=status,
        response_s=response,
        capacity_tps=carried,
        capacity_low_tps=capacity.low,
        capacity_is_censored=censored,
        capacity_visits_per_month=_visits(question, carried),
        headroom=room.point,
        headroom_low=room.low,
        price=known.price,
        price_per_tpm=per_tpm,
        price_per_million_visits=per_million,
        provisioning_s=known.provisioning_s,
        ease_factor=ease,
        evidence_grade=grade,
        host_busy_at_peak=None if top is None else top.host_busy,
        levels=known.levels,
        curve=known.measured.drawn,
        line=known.measured.line,
        cells=cells,
        value=add_up(cells, question.weights, status),
        rank=None,
        first_share=None,
        on_frontier=False,
        test_next_users=None if planned is None else planned.users,
        next_test=planned,
        io_curve=known.io_curves,
        knee_users=_knee(known),
        price_per_tpm_by_digits=_by_three_digits(known, carried),
        host_limit_tps=None if top is None else top.host_limit_tps,
    )


def _plan_test(
    question: Question, known: KnownOption, verdict: Verdict, by_load: Verdict
) -> NextTest | None:
    """Plan a test where one can settle it: at the demand, or at that with its headroom."""
    if by_load not in OPEN:
        return None
    asked = 1.0 + question.requirement.min_headroom if verdict in PASSES else 1.0
    measured = known.measured
    target_s = question.requirement.response_time_s
    return plan_test(measured.levels, measured.curve, question.demand_tps * asked, target_s)


def _knee(known: KnownOption) -> float | None:
    """Return N* of the accepted model's delay variant."""
    curve = known.measured.curve
    if curve is None or curve.fits is None:
        return None
    fit = by_delay(curve.fits)
    return knee_users((fit.bottleneck_s, fit.rest_s), fit.think_s)


def _visits(question: Question, capacity: float | None) -> int | None:
    """Return whole visits; a millionth forgives binary fractions."""
    if capacity is None:
        return None
    return math.floor(visits_per_month(question.requirement, capacity) + 1e-6)


def _performance_prices(
    question: Question, known: KnownOption, capacity: float | None
) -> tuple[Decimal | None, Decimal | None]:
    """Return price per tpm at capacity and per million visits served of those asked for."""
    if known.price is None or capacity is None:
        return None, None
    carried = visits_per_month(question.requirement, capacity)
    served = min(float(question.requirement.visits_per_month), carried)
    return (
        price_per_tpm(known.price, capacity),
        price_per_million_visits(known.price, served),
    )


def _by_three_digits(known: KnownOption, capacity: float | None) -> Decimal | None:
    if known.price is None or capacity is None:
        return None
    return price_per_tpm(known.price, capacity, three_digits=True)
