"""Why an option has its verdict by I/O evidence or a publication, and which test settles it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.io_evidence import MEAN
from arraywise.analysis.storage_bound import (
    BEYOND_TOP,
    REST_SHARE,
    StorageBound,
    StorageTimeRule,
)
from arraywise.domain.decision import FAILS, PASSES
from arraywise.domain.messages import CodedSentence, Message, message, rounded_milliseconds
from arraywise.domain.percentiles import describe_statistic_list
from arraywise.domain.requirement import Basis, Goal

if TYPE_CHECKING:
    from arraywise.analysis.decision.problem import DecisionProblem
    from arraywise.analysis.decision.screening import EvidenceJudgement
    from arraywise.analysis.prepared import Candidate
    from arraywise.analysis.storage_bound import PublishedBound
    from arraywise.domain.decision import Interval, Premium
    from arraywise.domain.messages import Figure
    from arraywise.domain.workload import WorkloadProfile


_NO_TEST = CodedSentence(
    "no test",
    "No imported random I/O test matches the workload. Enter reads and writes per transaction,"
    " and import tests with a known share of writes.",
)
_NO_PROFILE = CodedSentence(
    "no profile",
    "I/O was measured, but not what a transaction asks of it. Enter reads and writes in the"
    " workload profile, or require a storage latency.",
)
_USERS_ONLY = CodedSentence(
    "users only",
    "The publication states users but no rate. State the load in users with their think time,"
    " or measure the transactions.",
)
_NO_TIME_STATED = CodedSentence(
    "no time stated",
    "The publication states {capacity:,.2f} tx/s and no response time; required: {demand:,.2f}"
    " tx/s. Measure the response time, or require none.",
)
_NEAR_STATED = CodedSentence(
    "near stated",
    "Published: {capacity:,.2f} tx/s, within one run's assumed spread of the required"
    " {demand:,.2f} tx/s. Measure this load.",
)
_LARGE_UNKNOWN = CodedSentence(
    "large unknown",
    "Transactions use large I/O, whose rate was not measured. Measure it together with small I/O.",
)
_LARGE_AS_SMALL = "Large I/O was not measured; its bytes count as small writes."
_FEW_WRITES = CodedSentence(
    "few writes",
    "The I/O tests had far fewer writes or smaller blocks than the workload and give no upper"
    " bound. Measure with {writes:.0f} % writes.",
)
NO_REQUIREMENT = CodedSentence(
    "no requirement", "No requirement is stated. Enter target and load; nothing is judged before."
)
_NOT_REACHED = CodedSentence(
    "not reached", "{iops:,.0f} IOPS not shown; {tools} measured {top:,.0f}. Measure this rate."
)
_NEAR_TOP = CodedSentence(
    "near top",
    "{iops:,.0f} IOPS are {used:.0f} % of what it carries; a pass is shown up to {limit:.0f} %."
    " Measure this rate with {writes:.0f} % writes.",
)
_CONTRADICTION = CodedSentence(
    "contradiction",
    "The I/O tests contradict each other: storage time at least {least:,.10g} ms by one, at most"
    " {most:,.10g} ms by another. Keep those of this option.",
)
_MEANS_ONLY = CodedSentence(
    "means only",
    "I/O evidence covers means, not {statistic}. Require the mean, or measure the transactions.",
)
_REST_UNTIL = CodedSentence(
    "rest until",
    "It carries {iops:,.0f} IOPS, but transaction time outside the storage is known only to"
    " {until:,.1f} tx/s. State the storage's share of the target (Requirement).",
)
_REST_UNKNOWN = CodedSentence(
    "rest unknown",
    "It carries {iops:,.0f} IOPS, but transaction time outside the storage is unknown."
    " State the storage's share (Requirement), or complete the workload profile.",
)
_NO_LATENCY = CodedSentence(
    "no latency",
    "It carries {iops:,.0f} IOPS, but their latency was not measured. Measure it at this rate.",
)
_NO_PERCENTILE = CodedSentence(
    "no percentile",
    "It carries {iops:,.0f} IOPS; no test with {writes:.0f} % writes gives an upper bound for"
    " {statistic} (files: {held}). Choose another statistic, or measure this rate.",
)
_LARGE_HIDES = CodedSentence(
    "large hides",
    "Small I/Os wait behind large ones; only the mean of that wait is known. Require the mean,"
    " or measure {statistic} with large I/O.",
)
_LATENCY_LONG = CodedSentence(
    "latency long",
    "Up to {most:,.10g} ms an I/O ({statistic}) at {iops:,.0f} IOPS; target {target:,.10g} ms."
    " Measure the latency at this rate.",
)
_STORAGE_LONG = CodedSentence(
    "storage long",
    "Storage time up to {most:,.10g} ms; with the rest over {share:.0f} % of the {target:,.10g}"
    " ms target. Measure transactions, or latency nearer to the demand.",
)
_FROM_BELOW = CodedSentence(
    "from below",
    "The files give only a lower bound for {statistic} ({bound:,.10g} ms at {demand:.1f} tx/s)"
    " and {held}. Choose another statistic, or add results with {statistic}.",
)
_FROM_ABOVE = CodedSentence(
    "from above",
    "The files give only an upper bound for {statistic} ({bound:,.10g} ms at {demand:.1f} tx/s)"
    " and {held}. Choose another statistic, or add results with {statistic}.",
)
_IN_SHORT = {
    _NO_TEST.code: message("no test counts"),
    _NO_PROFILE.code: message("workload unknown"),
    _USERS_ONLY.code: message("only users stated"),
    _NO_TIME_STATED.code: message("no response time stated"),
    _NEAR_STATED.code: message("too near the figure"),
    _LARGE_UNKNOWN.code: message("large I/O unknown"),
    _FEW_WRITES.code: message("too few writes tested"),
    _NOT_REACHED.code: message("load not tested"),
    _NEAR_TOP.code: message("too near its limit"),
    _CONTRADICTION.code: message("tests contradict each other"),
    _MEANS_ONLY.code: message("only means known"),
    _REST_UNTIL.code: message("storage's share not stated"),
    _REST_UNKNOWN.code: message("storage's share not stated"),
    _NO_LATENCY.code: message("no latency measured"),
    _NO_PERCENTILE.code: message("statistic not measured"),
    _LARGE_HIDES.code: message("only means known"),
    _LATENCY_LONG.code: message("latency may be over"),
    _STORAGE_LONG.code: message("storage takes too much"),
    _FROM_BELOW.code: message("known from below only"),
    _FROM_ABOVE.code: message("known from above only"),
    NO_REQUIREMENT.code: message("no requirement stated"),
}
"""Why nothing is shown, in two to four words."""


def shorten_evidence_reason(reason: Message) -> Message | None:
    """Return a reason of this module in two to four words; None of any other."""
    first = dict(reason.figures).get("one")
    return _IN_SHORT.get(first.code if isinstance(first, Message) else reason.code)


def describe_why_tests_unused(profile: WorkloadProfile) -> Message:
    """Return why I/O tests say nothing of an option."""
    return message(_NO_PROFILE if profile.write_share is None else _NO_TEST)


def describe_one_sided_percentile(
    statistic: str, response: Interval, demand_tps: float, held: Message
) -> Message:
    """Return which bound of a percentile the files hold, on the wrong side of the target."""
    is_from_below = response.high is None
    template = _FROM_BELOW if is_from_below else _FROM_ABOVE
    bound = rounded_milliseconds((response.low if is_from_below else response.high) or 0.0)
    return message(template, statistic=statistic, bound=bound, demand=demand_tps, held=held)


def describe_reason_beside_curve(
    candidate: Candidate, judged: EvidenceJudgement, question: DecisionProblem
) -> Message | None:
    """Return why; None where a curve decided, or nothing but a curve could."""
    if judged.bound is None and judged.verdict in PASSES | FAILS:
        return None
    bound = judged.bound or next(iter(candidate.bounds), None)
    if bound is None and question.requirement.goal is Goal.STORAGE_LATENCY:
        return message(_NO_TEST)
    if bound is None or (judged.bound is None and candidate.curve is not None):
        return None
    if isinstance(bound, StorageBound):
        return _describe_storage_reason(bound, judged, question)
    return _describe_published_reason(bound, judged, question.demand_tps)


def describe_premium(name: str, premium: Premium) -> Message:
    """Say up to which price ratio an option is worth more than another one (MODEL E4)."""
    what, _ = min(premium.ratios, key=lambda ratio: ratio[1])
    return message(
        "At equal price per load, {option} is worth up to {least:.0f} % more than {other} by"
        " published figures ({what}), at most {most:.0f} %.",
        option=name,
        other=premium.against,
        what=what,
        least=100 * (premium.least - 1.0),
        most=100 * (premium.most - 1.0),
    )


def _append_sentences(sentence: Message, *further: Message | None) -> Message:
    """Put further sentences behind one, as far as there are any."""
    for other in further:
        if other is not None:
            sentence = message("{one} {other}", one=sentence, other=other)
    return sentence


def _describe_published_reason(
    bound: PublishedBound, judged: EvidenceJudgement, rate: float
) -> Message:
    if bound.capacity_tps is None:
        return message(_USERS_ONLY)
    figures = {"capacity": bound.capacity_tps, "demand": rate}
    if judged.verdict in FAILS:
        return message("Required: {demand:,.2f} tx/s; published: {capacity:,.2f} tx/s.", **figures)
    if judged.verdict not in PASSES:
        is_stated = rate <= bound.capacity_tps
        return message(_NO_TIME_STATED if is_stated else _NEAR_STATED, **figures)
    return _append_sentences(
        message(
            "Published: {capacity:,.2f} tx/s; required: {demand:,.2f} tx/s. Nothing was measured"
            " here.",
            **figures,
        ),
        message("Derived from other figures of the publication.") if bound.is_derived else None,
        message("The demand is within the assumed spread of one run.")
        if bound.is_near(rate)
        else None,
    )


def _describe_storage_reason(
    bound: StorageBound, judged: EvidenceJudgement, question: DecisionProblem
) -> Message:
    rate, target = question.demand_tps, question.requirement.target_s
    if judged.verdict in PASSES:
        return _describe_storage_pass(bound, rate, target)
    if judged.verdict in FAILS:
        return _describe_storage_failure(bound, rate, target)
    carried = _describe_unshown_rate(bound, rate)
    if carried is not None and bound.large_as_small:
        return _append_sentences(carried, message(_LARGE_AS_SMALL))
    return (
        carried
        or _describe_unknown_time(bound, rate)
        or _describe_too_long_time(bound, rate, target)
    )


def _bound_figures_at(bound: StorageBound, rate: float) -> dict[str, Figure]:
    """Return the figures of a bound at a rate that the sentences name."""
    return {
        "iops": rate * bound.requests,
        "used": 100 * rate / bound.capacity_tps,
        "top": bound.capacity_tps * bound.requests,
        "tools": ", ".join(bound.tools),
        "writes": 100 * (bound.profile.write_share or 0.0),
        "statistic": bound.terms.statistic,
    }


def _describe_storage_pass(bound: StorageBound, rate: float, target_s: float) -> Message:
    if bound.basis is Basis.PUBLISHED and np.isinf(target_s):
        template = "Published: {top:,.0f} IOPS; required: {iops:,.0f}. Nothing was measured here."
    elif np.isinf(target_s):
        template = (
            "It carries {iops:,.0f} IOPS, {used:.0f} % of what {tools} measured; no response"
            " time is required."
        )
    elif bound.budget(rate) is StorageTimeRule.STORAGE:
        template = (
            "{most:,.10g} ms or less an I/O ({statistic}) at {iops:,.0f} IOPS, within the"
            " target of {target:,.10g} ms."
        )
    else:
        template = (
            "The storage fits: {iops:,.0f} IOPS ({used:.0f} % of what it carries) in"
            " {most:,.10g} ms or less; target {target:,.10g} ms. Whole transaction not"
            " measured."
        )
    most = rounded_milliseconds(float(bound.high_s(np.array([rate]))[0]))
    return _append_sentences(
        message(
            template,
            **_bound_figures_at(bound, rate),
            most=most,
            target=rounded_milliseconds(target_s),
        ),
        message("The tests used another block size.") if bound.other_block else None,
        message(_LARGE_AS_SMALL) if bound.large_as_small else None,
        message(
            "Indicative: the tests had {fewer:.0f} percentage points fewer writes; {limit:.0f} %"
            " of their rate counts.",
            fewer=100 * bound.fewer_writes,
            limit=100 * bound.most_share,
        )
        if bound.is_indicative
        else None,
    )


def _describe_storage_failure(bound: StorageBound, rate: float, target_s: float) -> Message:
    figures, top = _bound_figures_at(bound, rate), bound.saturated_iops
    if top is not None and rate * bound.requests > BEYOND_TOP * top:
        return message(
            "Required: {iops:,.0f} IOPS; by the measurements it carries {top:,.0f} at most.",
            **figures | {"top": top},
        )
    least = float(bound.least_s(np.array([rate]))[0])
    if not least > target_s:
        return message(
            "Required: {iops:,.0f} IOPS; published: {top:,.0f}.",
            **figures | {"top": bound.small_iops},
        )
    return message(
        "{least:,.10g} ms or more an I/O ({statistic}) at {iops:,.0f} IOPS, above the target of"
        " {target:,.10g} ms."
        if bound.terms.on_storage
        else "Storage waits and CPU time take at least {least:,.10g} ms, above the target of"
        " {target:,.10g} ms.",
        **figures,
        least=rounded_milliseconds(least),
        target=rounded_milliseconds(target_s),
    )


def _describe_unshown_rate(bound: StorageBound, rate: float) -> Message | None:
    """Return why the rate itself is not shown; None where it is."""
    if bound.large_is_unknown:
        return message(_LARGE_UNKNOWN)
    if bound.work_is_unbounded:
        return message(
            "Reads or writes per transaction are lower bounds, which show no pass. Import AWR"
            " reports of the whole database, or enter both."
        )
    figures = _bound_figures_at(bound, rate)
    if not bound.can_pass:
        return message(_FEW_WRITES, **figures)
    if rate > bound.capacity_tps:
        return message(_NOT_REACHED, **figures)
    if rate > bound.limit_tps * (1 + 1e-12):
        return message(_NEAR_TOP, **figures, limit=100 * bound.limit_tps / bound.capacity_tps)
    return None


def _describe_unknown_time(bound: StorageBound, rate: float) -> Message | None:
    """Describe what is not known of the time; None where the storage's is."""
    figures, at = _bound_figures_at(bound, rate), np.array([rate])
    if bound.contradicts_itself(at)[0]:
        least, most = (
            rounded_milliseconds(float(end(at)[0])) for end in (bound.low_s, bound.high_s)
        )
        return message(_CONTRADICTION, least=least, most=most)
    if not bound.terms.tells_time:
        return message(_MEANS_ONLY, **figures)
    if bound.budget(rate) is StorageTimeRule.UNKNOWN:
        is_known = bound.profile.rest_s is not None
        template = _REST_UNTIL if is_known else _REST_UNKNOWN
        return message(template, **figures, until=bound.profile.rest_known_until_tps)
    if np.isfinite(bound.high_s(at)[0]):
        return None
    if bound.large_hides_percentile:
        return message(_LARGE_HIDES, **figures)
    is_mean = bound.terms.statistic == MEAN or not bound.terms.on_storage
    template = _NO_LATENCY if is_mean or not bound.held else _NO_PERCENTILE
    return message(template, **figures, held=describe_statistic_list(bound.held))


def _describe_too_long_time(bound: StorageBound, rate: float, target_s: float) -> Message:
    """State that the longest time that the storage may take is too long."""
    most, budget = float(bound.high_s(np.array([rate]))[0]), bound.budget(rate)
    has_room = bool(bound.leaves_rest(np.array(most), np.array(target_s)))
    share = _allowed_share_of_target(bound, budget if has_room else StorageTimeRule.REST)
    return message(
        _LATENCY_LONG if budget is StorageTimeRule.STORAGE else _STORAGE_LONG,
        **_bound_figures_at(bound, rate),
        most=rounded_milliseconds(most),
        target=rounded_milliseconds(target_s),
        share=100 * share,
    )


def _allowed_share_of_target(bound: StorageBound, budget: StorageTimeRule) -> float:
    if budget is StorageTimeRule.REST:
        return REST_SHARE
    return bound.share_without_rest or 0.0
