"""Answer put together; next test."""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.audit.audit import grade_options, run_audit
from arraywise.analysis.audit.case import FULL_REPETITIONS
from arraywise.analysis.audit.price_checks import build_scope_table
from arraywise.analysis.curves.levels import is_flat
from arraywise.analysis.curves.load_level import drawn_levels
from arraywise.analysis.curves.queueing_models import draw_band, knee_users
from arraywise.analysis.curves.response_curve import (
    bracket_response_s,
    estimate_curve,
    high_at,
    low_at,
    point_at,
)
from arraywise.analysis.curves.statistics import (
    UNKNOWN,
    enforce_monotone,
    runs_needed,
    t_quantile,
    typical_variation,
)
from arraywise.analysis.curves.steady_state import doubt_at
from arraywise.analysis.decision.attributes import (
    OptionAtDemand,
    attribute_intervals,
    headroom_interval,
)
from arraywise.analysis.decision.break_even import find_break_even_loads, find_deciding_changes
from arraywise.analysis.decision.candidates import degraded_outcomes
from arraywise.analysis.decision.certainty import (
    compare_responses,
    estimate_certainty,
    find_open_rivals,
)
from arraywise.analysis.decision.evidence_reasons import (
    NO_REQUIREMENT,
    describe_reason_beside_curve,
)
from arraywise.analysis.decision.option_values import (
    describe_reason,
    describe_unshown_on_other_host,
    lacks_io_statistic,
    lacks_statistic,
    score_criteria,
    single_run_margin,
    total_option_value,
)
from arraywise.analysis.decision.problem import (
    build_problem,
    evaluate_today,
    find_unconfirmed_price_range,
)
from arraywise.analysis.decision.ranking import (
    DRAWS,
    SEED,
    carry_over_certainty,
    compare_options,
    compute_opinions,
    efficient_frontier_steps,
    recommend,
    without_rank_shares,
)
from arraywise.analysis.decision.scoring import find_prices_outside, find_stale_weights
from arraywise.analysis.decision.screening import (
    BY_LOAD,
    capacity_at_target,
    judge_curve,
    next_users_to_test,
    response_at_load,
    screen_option,
    screen_rules,
    worst_verdict,
)
from arraywise.analysis.demand import is_demand_in_ios, visits_per_month
from arraywise.analysis.prepared import cached_held_statistics
from arraywise.analysis.pricing import price_per_million_visits, price_per_tpm
from arraywise.analysis.provisioning import ease_factors
from arraywise.analysis.runway import shown_load_limit
from arraywise.analysis.storage_bound import justified_premium
from arraywise.domain.decision import (
    PASSES,
    Answer,
    FurtherTest,
    Interval,
    NextTest,
    OptionAnswer,
    Verdict,
    outcome_of,
)
from arraywise.domain.messages import message
from arraywise.domain.requirement import DEFAULT_THRESHOLDS, Goal, Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from arraywise.analysis.arrays import Floats
    from arraywise.analysis.curves.load_level import Level
    from arraywise.analysis.curves.response_curve import ResponseCurve
    from arraywise.analysis.decision.problem import DecisionProblem, OptionScores
    from arraywise.analysis.decision.screening import EvidenceJudgement
    from arraywise.analysis.prepared import Candidate, LoadIndependentOption, PreparedEvidence
    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.messages import Message
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.study import StudyFacts

WANTED_PERCENT = 5.0
MOST_RUNS = 30
"""More than these nobody makes: the interval that they leave is stated instead."""
_SAME_LIMIT = 1e-8
"""A stated load is met with some room for rounding; the load itself is told."""


def plan_test(
    levels: Sequence[Level],
    curve: ResponseCurve | None,
    rate_tps: float,
    target_s: float | None = None,
) -> NextTest | None:
    """Describe what to test next to settle the response time at a rate.

    The runs are those that bring the new level's mean within 5 %, by Student's t, with the
    scatter of the present levels. Where more users than at the highest rate were seen to make
    less, or hardly more, none are proposed: that level again, if its rate is enough. The
    interval is what the bracket would then be, through the rate and the response time that the
    present curve leads to expect; a model that only the new level lets be accepted would narrow
    it further. A level in doubt is repeated.
    """
    doubt = None if curve is None else doubt_at(curve.doubts, rate_tps, target_s or 0.0)
    if doubt is not None:
        return NextTest(doubt.users, FULL_REPETITIONS, UNKNOWN)
    users = next_users_to_test(curve, rate_tps)
    if curve is None or users is None:
        return None
    if users > curve.users[-1] and _is_saturated(levels):
        if rate_tps > curve.top_tps:
            return None
        users = curve.users[-1]
    repeated = [x.responses_s for x in drawn_levels(levels) if len(x.responses_s) > 1]
    if not repeated:
        return NextTest(users, FULL_REPETITIONS, UNKNOWN)
    variation = typical_variation(repeated)
    runs = min(MOST_RUNS, max(FULL_REPETITIONS, runs_needed(1.0, variation, WANTED_PERCENT)))
    ends = _bracket_with_expected_level(levels, curve, rate_tps, users)
    if ends is None:
        return NextTest(users, runs, UNKNOWN)
    half = t_quantile(runs - 1) * variation / math.sqrt(runs)
    return NextTest(users, runs, Interval(ends[0] * (1 - half), None, ends[1] * (1 + half)))


def _is_saturated(levels: Sequence[Level]) -> bool:
    """Return whether more users were seen to make less than fewer, or hardly more (MODEL P5.6)."""
    sound = [level for level in levels if not level.is_distorted]
    if any(level.past_knee for level in sound):
        return True
    return len(sound) > 1 and is_flat(sound[-2], sound[-1], DEFAULT_THRESHOLDS)


def would_plan_decide(
    levels: Sequence[Level],
    curve: ResponseCurve,
    plan: NextTest,
    rates_tps: Sequence[float],
    target_s: float,
) -> bool:
    """Return whether a target is decided at all of some rates once the runs of a plan are there.

    They are added as the present curve lets expect them at best and at worst, scattering as the
    present ones do, and judged with them: both must come to the same. A pass is one at every rate.
    """
    used = drawn_levels(levels)
    samples = [level for level in used if len(level.runs) > 1]
    if plan.response_s.low is None or plan.response_s.high is None or not samples:
        return False
    counts = np.array([float(level.users) for level in used])
    off = np.linspace(-1.0, 1.0, plan.runs) * math.sqrt(3.0)
    by_rate = typical_variation([x.rates_tps for x in samples]) * off
    by_response = typical_variation([x.responses_s for x in samples]) * off
    nearest = used[int(np.argmin(np.abs(np.log(counts / plan.users))))]
    outcomes = set()
    for rate, response in _best_and_worst_level(curve, counts, plan.users):
        if not math.isfinite(response):
            return False
        added = replace(
            nearest,
            users=plan.users,
            runs=nearest.runs[:1] * plan.runs,
            rates_tps=tuple((rate * (1.0 - by_rate)).tolist()),
            responses_s=tuple((response * (1.0 + by_response)).tolist()),
            drifts=(),
            contaminated=None,
        )
        kept = [level for level in levels if level.users != plan.users]
        then = sorted((*kept, added), key=lambda level: level.users)
        drawn = estimate_curve(then)
        outcomes.add(
            outcome_of(worst_verdict(tuple(judge_curve(drawn, x, target_s) for x in rates_tps)))
        )
    return len(outcomes) == 1 and Outcome.NOT_SHOWN not in outcomes


def _best_and_worst_level(
    curve: ResponseCurve, counts: Floats, users: int
) -> tuple[tuple[float, float], ...]:
    """Return rate and response time that a level may come to, at best and at worst."""
    if curve.fits is not None:
        return tuple(fit.curve(2 * curve.users[-1]).level(users) for fit in curve.fits)
    rates = np.array(curve.level_rates_tps)
    rate = float(np.interp(math.log(users), np.log(counts), rates))
    ends = (low_at(curve, np.array([rate]))[0], high_at(curve, np.array([rate]))[0])
    return tuple((rate, float(end)) for end in ends)


def _with_plan_outcomes(
    question: DecisionProblem, options: Sequence[OptionAnswer]
) -> tuple[OptionAnswer, ...]:
    """Return the options with whether their planned tests decide; it takes longer than a tick."""
    asked, result = question.requirement, []
    for known, option in zip(question.known, options, strict=True):
        plan, measured = option.next_test, known.measured
        if plan is None or measured.curve is None:
            result.append(option)
            continue
        others = (verdict for rule, verdict in option.rule_verdicts if rule not in BY_LOAD)
        if not all(verdict in PASSES for verdict in others):
            result.append(option)  # what the test shows would leave another rule open, or failed
            continue
        rates = question.demand_tps, question.demand_tps * (1.0 + asked.min_headroom)
        is_sure = would_plan_decide(measured.levels, measured.curve, plan, rates, asked.target_s)
        result.append(replace(option, next_test=replace(plan, decides=is_sure)))
    return tuple(result)


def _bracket_with_expected_level(
    levels: Sequence[Level], curve: ResponseCurve, rate: float, users: int
) -> tuple[float, float] | None:
    """Return the bracket at the rate with the expected level among the present ones.

    None where it would lie beyond them: nothing there was measured.
    """
    used = drawn_levels(levels)
    if users > used[-1].users or not used[0].rate_tps < rate < used[-1].rate_tps:
        return None
    counts = np.array([float(level.users) for level in used])
    weights = np.ones(len(used))
    rates = enforce_monotone(np.array([[level.rate_tps for level in used]]), weights)[0]
    responses = enforce_monotone(np.array([[fmean(x.responses_s) for x in used]]), weights)[0]
    new_rate, new_response = _expected_level(curve, counts, rates, users)
    place = int(np.searchsorted(counts, users))
    low, high = bracket_response_s(
        np.maximum.accumulate(np.insert(rates, place, new_rate))[None],
        np.maximum.accumulate(np.insert(responses, place, new_response))[None],
        np.array([rate]),
        convex=curve.convex,
    )
    return _intersect_with_model(float(low[0, 0]), float(high[0, 0]), curve, rate)


def _intersect_with_model(
    low: float, high: float, curve: ResponseCurve, rate: float
) -> tuple[float, float]:
    """Return what the bracket has in common with an accepted model (MODEL P5.4)."""
    if curve.fits is None:
        return low, high
    band = draw_band(curve.fits, np.array([rate]), curve.users[-1], None)
    both = max(low, float(band.low_s[0])), min(high, float(band.high_s[0]))
    return both if both[0] <= both[1] else (low, high)


def _expected_level(
    curve: ResponseCurve, counts: Floats, rates: Floats, users: int
) -> tuple[float, float]:
    if curve.fits is not None:
        return curve.fits[0].curve(2 * curve.users[-1]).level(users)
    rate = float(np.interp(math.log(users), np.log(counts), rates))
    return rate, float(point_at(curve, np.array([rate]))[0])


OPEN = frozenset({Verdict.UNDETERMINED, Verdict.NOT_DEMONSTRATED})
"""Verdicts that one more test could settle."""


def answer_options(
    question: DecisionProblem, today: OptionScores, grades: Sequence[str]
) -> tuple[OptionAnswer, ...]:
    """Answer for every option; ranks and shares are added when they are compared."""
    eases = ease_factors([known.provisioning_s.point for known in question.known])
    return tuple(
        _build_option_answer(question, index, today.points[index, :, 0], grade, ease)
        for index, (grade, ease) in enumerate(zip(grades, eases, strict=True))
    )


def _build_option_answer(
    question: DecisionProblem, index: int, points: Floats, grade: str, ease: float | None
) -> OptionAnswer:
    known, asked = question.known[index], question.requirement
    model, candidate = question.model, question.model.candidates[index]
    demand = question.demand_tps
    screened = screen_option(candidate, asked, question.demand_tps)
    screen, judged = screened.rules, screened.load
    verdict, status = judged.verdict, worst_verdict(tuple(v for _, v in screen))
    target_s, alone = asked.target_s, model.is_storage_alone
    response = response_at_load(candidate, judged, question.demand_tps, target_s, alone=alone)
    capacity, censored = capacity_at_target(candidate, judged, target_s)
    here = OptionAtDemand(known, demand, response, capacity)
    attributes = attribute_intervals((setting.criterion for setting in model.settings), here)
    cells = score_criteria(question, attributes, points, verdict)
    by_load = worst_verdict(tuple(v for name, v in screen if name in BY_LOAD))
    top = next((level for level in reversed(known.measured.shown) if not level.past_knee), None)
    # no run on another host settles what happens on the one that outcomes are for
    is_plannable = status in OPEN and candidate.elsewhere is None
    further = _find_further_test(question, known, candidate)
    is_plannable = is_plannable and further is not FurtherTest.OTHER_STATISTIC
    planned = _plan_test(question, known, verdict, by_load) if is_plannable else None
    carried, room = capacity.point, headroom_interval(here)
    per_tpm, by_digits, per_million = _unit_prices(question, known, carried)
    limit = _carried_load_tps(question, candidate, capacity.low)
    return OptionAnswer(
        option=known.facts.option,
        verdict=verdict,
        reason=_describe_verdict_reason(known, candidate, judged, response, question),
        rule_verdicts=screen,
        status=status,
        response_s=response,
        capacity_tps=carried,
        capacity_low_tps=capacity.low,
        capacity_is_censored=censored,
        capacity_visits_per_month=_whole_visits(question, carried),
        limit_tps=limit,
        limit_visits_per_month=_whole_visits(question, limit),
        spare_share=None if limit is None or demand <= 0 else limit / demand - 1.0,
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
        smooth_curve=known.measured.line,
        scores=cells,
        value=total_option_value(cells, question.weights, status),
        rank=None,
        first_share=None,
        on_frontier=False,
        test_next_users=None if planned is None else planned.users,
        next_test=planned,
        further_test=further,
        io_curve=known.io_curves,
        knee_users=_knee_users(known),
        price_per_tpm_by_digits=by_digits,
        host_limit_tps=None if top is None else top.host_limit_tps,
        basis=screened.basis,
        single_run_margin=single_run_margin(candidate.curve, judged, question),
        degraded=degraded_outcomes(known, candidate, asked, question.demand_tps, alone=alone),
        premium=justified_premium(known.facts.published),
        quote=known.facts.open_quote,
        quote_is_changed=known.facts.open_quote is not None
        and known.facts.open_quote.is_changed_since(known.facts.price_sheet),
    )


def _describe_verdict_reason(
    known: LoadIndependentOption,
    candidate: Candidate,
    judged: EvidenceJudgement,
    response: Interval,
    question: DecisionProblem,
) -> Message:
    """Return why it has its verdict; where its runs lack the statistic, which ones they hold."""
    if not question.is_stated:
        return message(NO_REQUIREMENT)
    is_open = judged.bound is None and question.requirement.goal is Goal.RESPONSE_TIME
    by_evidence = describe_reason_beside_curve(candidate, judged, question)
    if by_evidence is not None and not (is_open and lacks_statistic(known)):
        return by_evidence
    elsewhere = describe_unshown_on_other_host(judged.verdict, candidate)
    return elsewhere or describe_reason(judged.verdict, known, candidate, response, question)


def _plan_test(
    question: DecisionProblem, known: LoadIndependentOption, verdict: Verdict, by_load: Verdict
) -> NextTest | None:
    """Plan a test where one can settle it: at the demand, or at that with its headroom."""
    if by_load not in OPEN or question.requirement.goal is Goal.STORAGE_LATENCY:
        return None  # no run of transactions settles the latency of an I/O
    asked = 1.0 + question.requirement.min_headroom if verdict in PASSES else 1.0
    measured = known.measured
    target_s = question.requirement.target_s
    return plan_test(measured.levels, measured.curve, question.demand_tps * asked, target_s)


def _find_further_test(
    question: DecisionProblem, known: LoadIndependentOption, candidate: Candidate
) -> FurtherTest:
    """Return whether one more test could show that an option meets the target (MODEL P5.6)."""
    asked, measured, curve = question.requirement, known.measured, known.measured.curve
    if asked.goal is Goal.STORAGE_LATENCY:
        lacks = lacks_io_statistic(known, asked.statistic)
        return FurtherTest.OTHER_STATISTIC if lacks else FurtherTest.POSSIBLE
    if lacks_statistic(known) or any(x.ends_s for x in drawn_levels(measured.levels)):
        return FurtherTest.OTHER_STATISTIC
    is_of_storage = curve is not None and math.isinf(curve.comparable_tps)
    wanted = question.demand_tps * (1.0 + asked.min_headroom)
    if (
        curve is not None
        and is_of_storage
        and candidate.elsewhere is None
        and wanted > curve.top_tps
        and _is_saturated(measured.levels)
    ):
        return FurtherTest.RATE_TOO_LOW
    return FurtherTest.POSSIBLE


def _knee_users(known: LoadIndependentOption) -> float | None:
    """Return N* of the accepted model's delay variant."""
    curve = known.measured.curve
    if curve is None or curve.fits is None:
        return None
    fit = curve.fits[0]
    return knee_users((fit.bottleneck_s, fit.rest_s), fit.think_s)


def _carried_load_tps(
    question: DecisionProblem, candidate: Candidate, capacity_low: float | None
) -> float | None:
    limit = shown_load_limit(candidate, question.requirement)
    known = (capacity_low or 0.0) / (1 + question.requirement.min_headroom)
    if not 0 < limit < math.inf:
        return None
    return known if math.isclose(limit, known, rel_tol=_SAME_LIMIT) else limit


def _whole_visits(question: DecisionProblem, capacity: float | None) -> int | None:
    """Return whole visits; a millionth forgives binary fractions."""
    if capacity is None:
        return None
    return math.floor(visits_per_month(question.requirement, capacity) + 1e-6)


def _unit_prices(
    question: DecisionProblem, known: LoadIndependentOption, capacity: float | None
) -> tuple[Decimal | None, Decimal | None, Decimal | None]:
    """Return prices per tpm at capacity, it too by three digits, and per million visits served.

    There is none per tpm where the demand is in I/Os of no known transaction.
    """
    if known.price is None or capacity is None:
        return None, None, None
    carried = visits_per_month(question.requirement, capacity)
    served = min(float(question.requirement.visits_per_month), carried)
    per_million = price_per_million_visits(known.price, served)
    if is_demand_in_ios(question.requirement, question.demand_tps):
        return None, None, per_million
    by_digits = price_per_tpm(known.price, capacity, three_digits=True)
    return price_per_tpm(known.price, capacity), by_digits, per_million


def answer_requirement(
    prepared: PreparedEvidence,
    facts: StudyFacts,
    requirement: Requirement | None = None,
    criteria: Sequence[CriterionSetting] | None = None,
    draws: int = DRAWS,
    earlier: Answer | None = None,
) -> Answer:
    """Answer a requirement: verdicts, values, ranks, the recommendation and how sure it is.

    Requirement and criteria are the study's own unless they are given; anchors left open are
    derived. No draws leave shares out. From an `earlier` answer how sure it is, what would change
    it and the findings are taken over for the moment, instead of being computed.

    Raises:
        UserError: when the requirement or a setting makes no sense.
    """
    question = build_problem(prepared, facts, requirement, criteria)
    asked = question.requirement
    findings = run_audit(question, prepared.windows) if earlier is None else earlier.findings
    today = evaluate_today(question)
    options = answer_options(question, today, grade_options(question, findings))
    if earlier is None:
        options = _with_plan_outcomes(question, options)
        options = compare_options(question, options, draws)
        rivals = find_open_rivals(question, options, draws)
    else:
        options = compare_options(question, options, 0)
        options, draws = carry_over_certainty(options, earlier.options), earlier.draws
        rivals = earlier.certainty.rivals
    comparisons = compare_responses(question, options)
    certainty = estimate_certainty(question, options, findings, rivals, comparisons)
    if not certainty.is_of_a_comparison:
        options = tuple(map(without_rank_shares, options))
    chosen = recommend(options, asked.rule)
    changes, ranges = find_deciding_changes(
        question, today, None if earlier is None else earlier.changes
    )
    used = question.model.settings
    return Answer(
        requirement=asked,
        demand_tps=question.demand_tps,
        currency=question.currency,
        weights=question.name_weights(question.weights),
        settings=used,
        rules=screen_rules(asked, question.currency, question.price_basis.discount_rate),
        options=options,
        recommended=None if chosen is None else chosen.option,
        is_clear=certainty.stands,
        certainty=certainty,
        findings=findings,
        changes=changes,
        draws=draws,
        seed=SEED,
        weight_ranges=ranges,
        comparisons=comparisons,
        published_conclusion=facts.published_conclusion,
        frontier=efficient_frontier_steps(options, question.weights.tolist()),
        opinions=compute_opinions(question, options),
        stale_weights=find_stale_weights(used),
        rating_words=facts.rating_words,
        prices_outside=find_prices_outside(question.own_settings, facts.price_range, options),
        open_price_range=find_unconfirmed_price_range(
            question, confirmed=facts.price_range_confirmed
        ),
        thresholds=question.thresholds,
        break_even_loads=find_break_even_loads(question),
        scope=build_scope_table(question),
        discount_rate=question.price_basis.discount_rate,
        is_preliminary=earlier is not None,
        is_stated=question.is_stated,
        report_tps=None if question.is_stated else facts.workload.transactions_per_s,
        available_statistics=cached_held_statistics(
            prepared, facts, on_storage=asked.goal is Goal.STORAGE_LATENCY
        ),
    )
