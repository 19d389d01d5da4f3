"""Comparisons, throughput shape, host, clocks, method thresholds in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.audit.case import FULL_REPETITIONS
from arraywise.analysis.audit.run_checks import (
    LEAST_SECONDS,
    LEAST_SWAP_B,
    MOST_UNACCOUNTED,
    WARM_UP_BIAS,
)
from arraywise.analysis.audit.storage_checks import EQUAL_LOAD, LEAST_CAPACITY_SHARE, MOST_SPREAD
from arraywise.analysis.curves import queueing_models
from arraywise.analysis.curves.levels import BOUND, HostState, classify_host
from arraywise.domain.messages import Message, message
from arraywise.domain.requirement import DEFAULT_THRESHOLDS, changed_names, rule_for, share_of

if TYPE_CHECKING:
    from arraywise.domain.decision import OptionAnswer, ResponseComparison, ThroughputShape
    from arraywise.domain.messages import Figure
    from arraywise.domain.requirement import Thresholds
    from arraywise.domain.study import LoadRun


def describe_comparison(compared: ResponseComparison) -> Message:
    """Describe in a sentence what a pair came to; a percentage is on the quicker one's time."""
    first, second = compared.options
    ratio = compared.ratio.point or 1.0
    if compared.equivalent:
        return message(
            "{first} and {second} answer alike at {users} users: within 5 % of each other.",
            first=first,
            second=second,
            users=compared.users,
        )
    if compared.tied:
        return message(
            "{first} and {second} do not differ significantly at {users} users.",
            first=first,
            second=second,
            users=compared.users,
        )
    if ratio < 1.0:
        first, second, ratio = second, first, 1.0 / ratio
    return message(
        "{first} takes {percent:.1f} % longer than {second} at {users} users.",
        first=first,
        second=second,
        percent=(ratio - 1.0) * 100,
        users=compared.users,
    )


def shape_of(option: OptionAnswer) -> ThroughputShape | None:
    """Return how an option's rate grows with the users; None with fewer than four levels."""
    rates = [(level.users, level.rate_tps.point) for level in option.levels]
    stated = [(users, rate) for users, rate in rates if rate is not None]
    return queueing_models.describe_shape(
        tuple(users for users, _ in stated), tuple(rate for _, rate in stated)
    )


def describe_shape(option: OptionAnswer, shape: ThroughputShape | None) -> tuple[Message, ...]:
    """Describe in a sentence or two how the rate bends; nothing with fewer than four levels.

    A peak beyond the measured levels is not told: it was not shown.
    """
    if shape is None:
        return ()
    sentence = [_of_rate(option.option.name, shape, max(level.users for level in option.levels))]
    if option.knee_users is not None:
        sentence.append(
            message("Queues grow from about {users:.0f} users (N*).", users=option.knee_users)
        )
    if shape.is_rough:
        sentence.append(message("Rough: {count} levels only.", count=shape.levels))
    return tuple(sentence)


def _of_rate(name: str, shape: ThroughputShape, most_users: int) -> Message:
    parts: dict[str, Figure] = {
        "option": name,
        "contention": 100 * (shape.alpha.point or 0.0),
        "coherency": 100 * (shape.beta.point or 0.0),
    }
    if shape.misfit is not None:
        return message(
            "{option}: the scalability law is {percent:+.0f} % off the highest measured rate;"
            " no peak is given.",
            option=name,
            percent=100 * shape.misfit,
        )
    peak, ends = shape.peak_users, shape.most_tps_ends
    if peak is None or peak > most_users or shape.most_tps is None or ends is None:
        return message(
            "{option}: no peak up to {users} users; contention {contention:.1f} %, coherency "
            "{coherency:.4f} %.",
            users=most_users,
            **parts,
        )
    return message(
        "{option}: peak of {rate:,.0f} tx/s ({low:,.0f}-{high:,.0f} with 95 % confidence) near "
        "{users:.0f} users; contention {contention:.1f} %, coherency {coherency:.4f} %.",
        rate=shape.most_tps,
        low=ends[0],
        high=ends[1],
        users=peak,
        **parts,
    )


PERCENT = 100.0
_STATES = {
    HostState.FREE: "Host not the limit: {busy:.0f} % busy, at most 5 % idle in {idle:.0f} % of"
    " the samples.",
    HostState.NEAR: "CPU nearly exhausted: {busy:.0f} % busy. The response time is not the"
    " storage's.",
    HostState.EXHAUSTED: "CPU exhausted: at most 5 % idle in {idle:.0f} % of the samples,"
    " {busy:.0f} % busy. The response time is not the storage's.",
    HostState.STOLEN: "Other virtual machines took {steal:.0f} % of the CPU time. The response"
    " time is not the storage's.",
    HostState.PAGING: "Memory paged in {paging:.0f} % of the samples. The response time is not"
    " the storage's.",
}
_BOUNDED = "{state} At this CPU time per transaction the host carries {rate:,.1f} tx/s at most."
_SEVERAL = (
    "{state} {host} is the busiest database host; the others: {others} busy. CPU time and I/O of a"
    " transaction are sums over all hosts."
)
_OWN = (HostState.FREE, HostState.NEAR, HostState.EXHAUSTED)
"""What the run itself makes of the processors; else others' use would be taken for its own."""
_UNKNOWN = "No host samples within the measured part of the run."


def describe_host(run: LoadRun, thresholds: Thresholds) -> Message:
    """Say what MODEL P4 makes of a run's host, and which rate its processors carry (X / busy)."""
    use = run.host_use
    result = classify_host(use, thresholds)
    template = _STATES.get(result)
    if use is None or template is None:
        return message(_UNKNOWN)
    state = message(
        template,
        busy=use.busy_median * PERCENT,
        idle=use.idle_at_most_5_percent * PERCENT,
        steal=(use.steal_median or 0.0) * PERCENT,
        paging=(use.paging_share or 0.0) * PERCENT,
    )
    if use.peers:
        others = ", ".join(f"{each.host} {each.busy_median:.0%}" for each in use.peers)
        state = message(_SEVERAL, state=state, host=use.host or use.file, others=others)
    if result not in _OWN or not use.busy_median > 0:
        return state
    return message(_BOUNDED, state=state, rate=run.rate_tps / use.busy_median)


def is_host_bound(run: LoadRun, thresholds: Thresholds) -> bool:
    """Return whether a run's response time is not the storage's (classes 0 to 3)."""
    return classify_host(run.host_use, thresholds) in BOUND


def describe_thresholds(limits: Thresholds) -> tuple[Message, ...]:
    """Return a sentence for each group of rules, and for each line that a study moved.

    Source: MODEL P2, P4; the audit.
    """
    rules = *_of_hosts(limits), *_of_the_storage(limits), *_of_runs(limits), *_of_the_audit()
    as_tested = message("Systems are compared as tested, with their hosts, not the storage alone.")
    return (*rules, *([as_tested] if limits.as_tested else ()), *_changes(limits))


def _changes(limits: Thresholds) -> tuple[Message, ...]:
    return tuple(
        message(
            "Changed for this study \u2013 {rule} {percent:g} % (default: {default:g} %).",
            rule=rule_for(name),
            percent=100 * share_of(limits, name),
            default=100 * share_of(DEFAULT_THRESHOLDS, name),
        )
        for name in changed_names(limits)
    )


def _of_hosts(limits: Thresholds) -> tuple[Message, ...]:
    return (
        message(
            "Host CPU exhausted: at most 5 % idle in {share:g} % of the samples, at most"
            " {wait:g} % waiting; nearly: from {near:g} % busy; shared: from {steal:g} %"
            " stolen. Memory paged: in more than {paging:g} % of the samples.",
            share=100 * limits.exhausted_share,
            wait=100 * limits.exhausted_wait,
            near=100 * limits.near_busy,
            steal=100 * limits.steal,
            paging=100 * limits.paging_share,
        ),
        message(
            "Single CPU the limit: busy within {band:g} % and rate flat, below {slope:g} %"
            " growth per 1 % more users.",
            band=100 * limits.single_thread_band,
            slope=limits.flat_slope,
        ),
    )


def _of_the_storage(limits: Thresholds) -> tuple[Message, ...]:
    return (
        message(
            "Link saturated: from {link:g} % of its payload. Storage the limit: rate flat and"
            " {wait:g} % CPU wait or {disk:g} % device utilisation, with {idle:g} % idle or"
            " waiting. Contention: rate falls below {busy:g} % utilisation everywhere.",
            link=100 * limits.link_share,
            wait=100 * limits.storage_wait,
            disk=100 * limits.disk_utilisation,
            idle=100 * limits.idle_and_wait,
            busy=100 * limits.contention_busy,
        ),
    )


def _of_runs(limits: Thresholds) -> tuple[Message, ...]:
    return (
        message(
            "Interactive law: doubtful from {doubtful:g} % deviation, invalid from {invalid:g}"
            " %. Runs: steady up to {drift:g} % drift, short under {minutes:.0f} minutes,"
            " warm-up from {bias:.0f} % of the rate, failures from {failures:g} %, {runs}"
            " repetitions.",
            doubtful=100 * limits.doubtful_law,
            invalid=100 * limits.broken_law,
            drift=100 * limits.most_drift,
            minutes=LEAST_SECONDS / 60,
            bias=100 * WARM_UP_BIAS,
            failures=100 * limits.most_failures,
            runs=FULL_REPETITIONS,
        ),
    )


def _of_the_audit() -> tuple[Message, ...]:
    return (
        message(
            "Calibrations differ: from {spread:.0f} % (base: the lowest). Equal loads: within"
            " {equal:.0f} %. Short strokes: under {share:.0f} % of the disk capacity. Swapping:"
            " from {swap:.0f} MB. CPU times add up within {rest:.0f} %.",
            spread=100 * MOST_SPREAD,
            equal=100 * EQUAL_LOAD,
            share=100 * LEAST_CAPACITY_SHARE,
            swap=LEAST_SWAP_B / 1e6,
            rest=100 * MOST_UNACCOUNTED,
        ),
    )
