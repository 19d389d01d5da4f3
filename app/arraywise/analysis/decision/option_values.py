"""Attributes, points and contributions of an option; why it has its verdict."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.curves.levels import MEAN, is_usable
from arraywise.analysis.curves.load_level import Bottleneck
from arraywise.analysis.curves.response_curve import low_at, plain_low_at
from arraywise.analysis.curves.statistics import UNKNOWN
from arraywise.analysis.curves.steady_state import doubt_at
from arraywise.analysis.decision.attributes import attribute_source
from arraywise.analysis.decision.evidence_reasons import (
    describe_one_sided_percentile,
    describe_why_tests_unused,
    shorten_evidence_reason,
)
from arraywise.domain.criteria import interpolate, kind_of
from arraywise.domain.decision import (
    FAILS,
    PASSES,
    ContaminationReason,
    CriterionScore,
    Interval,
    Verdict,
)
from arraywise.domain.messages import CodedSentence, message, rounded_milliseconds
from arraywise.domain.percentiles import (
    Censoring,
    censoring_by_statistic,
    describe_statistic_list,
    statistic_bounds,
)
from arraywise.domain.requirement import Basis

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.analysis.arrays import Floats
    from arraywise.analysis.curves.response_curve import ResponseCurve
    from arraywise.analysis.curves.statistics import Spread
    from arraywise.analysis.decision.problem import DecisionProblem
    from arraywise.analysis.decision.screening import EvidenceJudgement
    from arraywise.analysis.prepared import Candidate, LoadIndependentOption, MeasuredOption
    from arraywise.domain.criteria import Criterion, CriterionSetting
    from arraywise.domain.decision import Contamination
    from arraywise.domain.messages import Message, Template
    from arraywise.domain.study import LoadRun

ANY_POINTS = Interval(0.0, None, 100.0)


def score_criteria(
    question: DecisionProblem,
    attributes: Mapping[Criterion, Interval],
    points: Floats,
    verdict: Verdict,
) -> tuple[CriterionScore, ...]:
    """Return an option's cells in the order of the settings; points of shape (criteria,).

    Where the host was the limit the storage may be anything better than measured (MODEL P4,
    consequence).
    """
    cells = []
    for setting, weight, worth in zip(
        question.model.settings, question.weights, points, strict=True
    ):
        attribute = attributes[setting.criterion]
        worths = _points_interval(setting, attribute, float(worth))
        is_from_curve = attribute_source(setting.criterion).is_from_curve
        if verdict is Verdict.NOT_COMPARABLE and is_from_curve:
            worths = Interval(worths.low, worths.point, 100.0)
        contribution = None if worths.point is None else float(weight) * worths.point
        cells.append(CriterionScore(setting.criterion, attribute, worths, contribution))
    return tuple(cells)


def _points_interval(setting: CriterionSetting, attribute: Interval, worth: float) -> Interval:
    """Return points with their range; an open end of the curve can be worth anything."""
    if np.isnan(worth):
        return ANY_POINTS
    ends = [_points_of_value(setting, end) for end in (attribute.low, attribute.high)]
    if not attribute_source(setting.criterion).is_from_curve:
        known = [end for end in ends if end is not None]
        return Interval(min([*known, worth]), worth, max([*known, worth]))
    worst, best = ends if kind_of(setting.criterion).more_is_better else ends[::-1]
    low, high = 0.0 if worst is None else worst, 100.0 if best is None else best
    return Interval(min(low, worth), worth, max(high, worth))


def _points_of_value(setting: CriterionSetting, attribute: float | None) -> float | None:
    """Return what `value_points` returns, without arrays: asked dozens of times an answer."""
    corners = setting.corners
    return interpolate(attribute, corners) if corners and attribute is not None else None


def total_option_value(
    cells: Sequence[CriterionScore], weights: Floats, status: Verdict
) -> Interval:
    """Return the option's value: contributions added up, what is missing earns nothing yet.

    An option that fails any rule of the screen has no value (MODEL D3).
    """
    if status in FAILS:
        return UNKNOWN
    low = sum(w * (c.points.low or 0.0) for c, w in zip(cells, weights, strict=True))
    high = sum(w * (c.points.high or 0.0) for c, w in zip(cells, weights, strict=True))
    point = sum(c.contribution for c in cells if c.contribution is not None)
    return Interval(float(low), float(point), float(high))


def single_run_margin(
    curve: ResponseCurve | None, judged: EvidenceJudgement, question: DecisionProblem
) -> float | None:
    """Return target over response time of the single run that decides (MODEL E1)."""
    target = question.requirement.target_s
    if curve is None or judged.basis is not Basis.MEASURED_ONCE or np.isinf(target):
        return None
    return target / curve.responses_s[curve.decisive_level(question.demand_tps)]


_FAILS_BEFORE = (
    "{low:,.10g} ms or more (95 %) at the highest usable rate; target {target:,.10g} ms, required"
    " load {demand:.1f} tx/s."
)
_NOT_REPEATED = CodedSentence(
    "not repeated",
    "No level was repeated; the interval at {demand:.1f} tx/s leaves out the spread between runs.",
)
_BELOW_FIRST = CodedSentence(
    "below first",
    "{demand:.1f} tx/s are below the first level with up to {high:,.10g} ms (95 %); target"
    " {target:,.10g} ms.",
)
_PASSES_BELOW_FIRST = (
    "{demand:.1f} tx/s are below the first level with {high:,.10g} ms or less (95 %); the target"
    " of {target:,.10g} ms is met."
)
_NONE_COVERS = CodedSentence(
    "none repeated covers",
    "Levels up to {top:.1f} tx/s, none of them repeated, do not cover {demand:.1f} tx/s.",
)
_SENTENCES: dict[Verdict, Template] = {
    Verdict.NO_DATA: _NONE_COVERS,
    Verdict.FAIL: (
        "{low:,.10g} ms or more (95 %) at {demand:.1f} tx/s, above the target of {target:,.10g}"
        " ms."
    ),
    Verdict.PASS_MEASURED: (
        "{high:,.10g} ms or less (95 %) at {demand:.1f} tx/s, within the target of"
        " {target:,.10g} ms."
    ),
    Verdict.PASS_ONCE: (
        "{high:,.10g} ms or less (95 %) at {demand:.1f} tx/s by one run; target {target:,.10g}"
        " ms. No level around this load was repeated."
    ),
    Verdict.PASS_MODELLED: (
        "{high:,.10g} ms or less (95 %) at {demand:.1f} tx/s by a queueing model that fits"
        " every level; target {target:,.10g} ms."
    ),
    Verdict.PASS_ESTIMATED: (
        "{high:,.10g} ms or less (95 %) at {demand:.1f} tx/s, as estimated from the"
        " transactions' deciles; target {target:,.10g} ms."
    ),
    Verdict.FAIL_CAPACITY: (
        "A queueing model that fits every level limits the rate to {ceiling:.1f} tx/s;"
        " required: {demand:.1f} tx/s."
    ),
    Verdict.UNDETERMINED: (
        "{low:,.10g} to {high:,.10g} ms (95 %) at {demand:.1f} tx/s, on both sides of the"
        " target of {target:,.10g} ms."
    ),
    Verdict.NOT_DEMONSTRATED: (
        "{demand:.1f} tx/s not shown; highest measured rate {top:.1f} tx/s ({shown:.1f} with 95"
        " % confidence)."
    ),
    Verdict.NOT_COMPARABLE: (
        "Above {comparable:.1f} tx/s the database host's CPU was the limit, so the response"
        " time at {demand:.1f} tx/s is not the storage's."
    ),
}

_ONE_LEVEL = CodedSentence(
    "one level", "One level at {top:.1f} tx/s does not cover {demand:.1f} tx/s."
)
_WITHIN_TOP = CodedSentence(
    "within top",
    "{demand:.1f} tx/s lie within the interval of the highest rate: {top:.1f} tx/s measured,"
    " {shown:.1f} tx/s shown with 95 % confidence.",
)
_LIMITS = {
    Bottleneck.INVALID: CodedSentence(
        "levels contradict",
        "Above {comparable:.1f} tx/s users, rate and response time contradict each other;"
        " {demand:.1f} tx/s cannot be judged.",
    ),
    Bottleneck.CLIENT: CodedSentence(
        "load generator full",
        "Above {comparable:.1f} tx/s the load generator was the limit, so the response time at"
        " {demand:.1f} tx/s is not the storage's.",
    ),
    Bottleneck.PAGING: CodedSentence(
        "host paged",
        "Above {comparable:.1f} tx/s the database host paged memory, so the response time at"
        " {demand:.1f} tx/s is not the storage's.",
    ),
    Bottleneck.STOLEN: CodedSentence(
        "processors shared",
        "Above {comparable:.1f} tx/s other virtual machines took CPU time, so the response time"
        " at {demand:.1f} tx/s is not the storage's.",
    ),
}


_NO_RUN = CodedSentence("no run", "No complete transaction run measured its response time.")
_OTHER_STATISTIC = CodedSentence(
    "other statistic",
    "Its files hold {held}, not {statistic}. Choose another statistic, or add results with "
    "{statistic}.",
)
_NONE_COUNTS = CodedSentence(
    "none counts",
    "Its files hold {statistic}, but no run counts: their figures contradict each other. Import"
    " runs whose figures agree.",
)
_ELSEWHERE = CodedSentence(
    "elsewhere",
    "Tested on {own}, which takes another processor time a transaction than {other}: open there."
    " Test it on {other}.",
)
_IN_SHORT = {
    _ELSEWHERE.code: message("tested on another host"),
    _NONE_COUNTS.code: message("figures contradict each other"),
    _NO_RUN.code: message("no complete run"),
    _OTHER_STATISTIC.code: message("statistic not measured"),
    _ONE_LEVEL.code: message("one level tested"),
    _NONE_COVERS.code: message("no level repeated"),
    _WITHIN_TOP.code: message("rate not certain"),
    _NOT_REPEATED.code: message("no level repeated"),
    _BELOW_FIRST.code: message("below the lowest tested load"),
    _LIMITS[Bottleneck.INVALID].code: message("figures contradict each other"),
    _LIMITS[Bottleneck.CLIENT].code: message("limited by the load generator"),
    _LIMITS[Bottleneck.PAGING].code: message("host memory paged"),
    _LIMITS[Bottleneck.STOLEN].code: message("CPUs shared with others"),
}
"""Why nothing is shown, in two to four words, where the verdict alone does not say it."""


_OPEN_ELSEWHERE = frozenset({Verdict.UNDETERMINED, Verdict.NOT_COMPARABLE})


def describe_unshown_on_other_host(verdict: Verdict, candidate: Candidate) -> Message | None:
    """Return why nothing is shown on the host that outcomes are for; None of another reason."""
    if candidate.elsewhere is None or verdict not in _OPEN_ELSEWHERE:
        return None
    to = candidate.elsewhere.transfers[0]
    return message(_ELSEWHERE, own=to.own.name, other=to.other.name)


def shorten_reason(reason: Message) -> Message | None:
    """Return a reason in two to four words; None where the verdict says as much."""
    return _IN_SHORT.get(reason.code) or shorten_evidence_reason(reason)


def describe_reason(
    verdict: Verdict,
    known: LoadIndependentOption,
    candidate: Candidate,
    response: Interval,
    question: DecisionProblem,
) -> Message:
    """Return why an option got its verdict."""
    asked, demand = question.requirement, question.demand_tps
    curve = candidate.curve or known.measured.curve
    if curve is None:
        return _describe_missing_statistic(known, question)
    doubt = doubt_at(curve.doubts, demand, asked.target_s)
    if verdict is Verdict.UNDETERMINED and doubt is not None:
        return _describe_doubt_reason(doubt, response, demand)
    if verdict is Verdict.UNDETERMINED and not curve.bounded:
        held = describe_statistic_list(_usable_statistics(known.facts.load_runs))
        return describe_one_sided_percentile(asked.curve_statistic, response, demand, held)
    if curve.spread is not None and verdict is Verdict.PASS_ONCE and np.isfinite(asked.target_s):
        return _describe_single_run_pass(curve, curve.spread, response, question)
    if verdict in PASSES and np.isinf(asked.target_s):
        return message(
            "It carries {demand:.1f} tx/s; {shown:.1f} tx/s are shown with 95 % confidence.",
            demand=demand,
            shown=curve.demonstrated_tps,
        )
    least = response.low or 0.0
    if verdict is Verdict.FAIL:  # at what can be judged of it
        judged = np.array([min(demand, curve.comparable_tps)])
        least = float(np.nan_to_num(low_at(curve, judged)[0]))
        if least <= asked.target_s:  # a level well below the demand shows it alone
            least = float(plain_low_at(curve, np.array([demand]))[0])
    return message(
        _choose_reason_template(verdict, known.measured, curve, response, demand),
        demand=demand,
        target=rounded_milliseconds(asked.target_s),
        low=rounded_milliseconds(least),
        high=rounded_milliseconds(response.high or 0.0),
        top=curve.top_tps,
        shown=curve.demonstrated_tps,
        comparable=curve.comparable_tps,
        ceiling=curve.ceiling_tps or 0.0,
    )


def _choose_reason_template(
    verdict: Verdict,
    measured: MeasuredOption,
    curve: ResponseCurve,
    response: Interval,
    demand_tps: float,
) -> Template:
    sentence: Template | None = None
    if verdict is Verdict.NOT_COMPARABLE:
        first = next((level for level in measured.levels if level.host_bound), None)
        sentence = None if first is None else _LIMITS.get(first.bottleneck)
    elif verdict is Verdict.FAIL and demand_tps > curve.comparable_tps:
        sentence = _FAILS_BEFORE
    elif verdict is Verdict.NO_DATA and len(measured.levels) == 1:
        sentence = _ONE_LEVEL
    elif verdict is Verdict.NOT_DEMONSTRATED and demand_tps <= curve.top_tps:
        sentence = _WITHIN_TOP
    elif verdict is Verdict.UNDETERMINED and not curve.scatter_known:
        sentence = _NOT_REPEATED
    elif verdict is Verdict.UNDETERMINED and response.low is None:
        sentence = _BELOW_FIRST
    elif verdict is Verdict.PASS_MEASURED and response.point is None:
        sentence = _PASSES_BELOW_FIRST
    return sentence or _SENTENCES[verdict]


_ASSUMED_SPREAD = (
    "{high:,.10g} ms or less at {demand:.1f} tx/s by one run; target {target:,.10g} ms. Assumed"
    " spread: rate {rate:.0f} %, response time {response:.0f} %; margin {margin:.1f}x."
)
_POOLED_SPREAD = (
    "{high:,.10g} ms or less at {demand:.1f} tx/s by one run; target {target:,.10g} ms."
    " Measured spread: rate {rate:.0f} %, response time {response:.0f} %; margin {margin:.1f}x."
)


def _describe_single_run_pass(
    curve: ResponseCurve, spread: Spread, response: Interval, question: DecisionProblem
) -> Message:
    """State that one run passes, with which spread, and how far off it would have to be."""
    target = question.requirement.target_s
    decisive = curve.decisive_level(question.demand_tps)
    return message(
        _ASSUMED_SPREAD if spread.is_assumed else _POOLED_SPREAD,
        demand=question.demand_tps,
        high=rounded_milliseconds(response.high or 0.0),
        target=rounded_milliseconds(target),
        rate=100 * spread.rate,
        response=100 * spread.response,
        margin=target / curve.responses_s[decisive],
    )


def lacks_statistic(known: LoadIndependentOption) -> bool:
    """Return whether transactions were measured, and none of them by the statistic asked for."""
    return known.measured.curve is None and bool(_usable_statistics(known.facts.load_runs))


def lacks_io_statistic(known: LoadIndependentOption, statistic: str) -> bool:
    """Return whether I/O was measured, and nothing of it bounds a percentile of the latency."""
    points = known.facts.io_points
    return (
        bool(points)
        and statistic != MEAN
        and not any(
            ends is not None and math.isfinite(ends[1])
            for point in points
            for held in (
                point.percentiles_s,
                point.read_percentiles_s,
                point.write_percentiles_s,
            )
            for ends in (statistic_bounds(held, statistic),)
        )
    )


def _usable_statistics(runs: Sequence[LoadRun]) -> tuple[str, ...]:
    """Return the statistics that usable runs hold well enough for a target to be kept."""
    held = censoring_by_statistic(run.responses_s for run in runs if is_usable(run))
    return tuple(name for name, how in held.items() if how is not Censoring.AT_LEAST)


def _describe_missing_statistic(
    known: LoadIndependentOption, question: DecisionProblem
) -> Message:
    """Return which statistics the files hold instead of the one that is asked for."""
    statistic, held = (
        question.requirement.curve_statistic,
        _usable_statistics(known.facts.load_runs),
    )
    if not held:
        if known.facts.io_points:
            return describe_why_tests_unused(question.profile)
        return message(_NO_RUN)
    if statistic in held:
        return message(_NONE_COUNTS, statistic=statistic)
    return message(
        _OTHER_STATISTIC,
        statistic=statistic,
        held=describe_statistic_list(held),
    )


_DOUBTS = {
    ContaminationReason.ORDER: (
        "Not shown: the runs at {users} users are slower than those with more users. Repeat"
        " {users} users."
    ),
    ContaminationReason.CHORD: (
        "Not shown: the runs at {users} users are slower than their neighbouring levels allow."
        " Repeat {users} users."
    ),
    ContaminationReason.FOREIGN_WORK: (
        "Not shown: at {users} users the host did other work than the load. Repeat {users} users."
    ),
    ContaminationReason.MOVING: (
        "Not shown: the rate at {users} users was not steady; response time {end:,.10g} ms at"
        " the end. Repeat {users} users with longer runs."
    ),
}
_DISTURBED = (
    "Not shown: the runs at {users} users were disturbed. Without this level {low:,.10g} to"
    " {high:,.10g} ms (95 %) at {demand:.1f} tx/s. Repeat {users} users."
)
_WITHOUT_THE_LEVEL = {
    ContaminationReason.ORDER: _DISTURBED,
    ContaminationReason.CHORD: _DISTURBED,
    ContaminationReason.FOREIGN_WORK: (
        "Not shown: extra host work at {users} users. Without this level {low:,.10g} to"
        " {high:,.10g} ms (95 %) at {demand:.1f} tx/s. Repeat {users} users."
    ),
}


def _describe_doubt_reason(doubt: Contamination, response: Interval, demand_tps: float) -> Message:
    """Return which level is in doubt, what the others leave open and which test settles it."""
    if doubt.end_s is not None:
        return message(
            _DOUBTS[doubt.kind], users=doubt.users, end=rounded_milliseconds(doubt.end_s)
        )
    if response.low is None or response.high is None:
        return message(_DOUBTS[doubt.kind], users=doubt.users)
    low, high = rounded_milliseconds(response.low), rounded_milliseconds(response.high)
    template = _WITHOUT_THE_LEVEL[doubt.kind]
    return message(template, users=doubt.users, low=low, high=high, demand=demand_tps)
