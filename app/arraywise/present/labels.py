"""What outcomes, their bases, severities and prices are called in all outputs.

A price undiscounted and a net present value are never called the same, so that no one takes one
for the other.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from arraywise.analysis.audit.case import FULL_REPETITIONS
from arraywise.analysis.audit.run_checks import (
    LEAST_SECONDS,
    LEAST_SWAP_B,
    MOST_UNACCOUNTED,
    WARM_UP_BIAS,
)
from arraywise.analysis.audit.storage_checks import EQUAL_LOAD, LEAST_CAPACITY_SHARE, MOST_SPREAD
from arraywise.analysis.curves.levels import BOUND, HostState, classify_host
from arraywise.analysis.decision.option_values import shorten_reason
from arraywise.domain.decision import Verdict, failing_rules_besides_response
from arraywise.domain.messages import Message, Severity, message
from arraywise.domain.pricing import oldest_list_price_date, rate_in_percent
from arraywise.domain.requirement import (
    DEFAULT_THRESHOLDS,
    Basis,
    Outcome,
    changed_threshold_names,
    describe_threshold,
    threshold_share,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date
    from decimal import Decimal

    from arraywise.domain.decision import OptionAnswer, ResponseComparison, ScreenRule
    from arraywise.domain.pricing import PriceLine
    from arraywise.domain.requirement import Thresholds
    from arraywise.domain.study import LoadRun


OUTCOME_WORDS = {
    Outcome.PASS: message("Pass"),
    Outcome.FAIL: message("Fail"),
    Outcome.NOT_SHOWN: message("Not shown"),
}
"""There is no fourth word; what an outcome is on is beside it in small."""
BASIS_WORDS = {
    Basis.MEASURED: message("measured"),
    Basis.MEASURED_ONCE: message("measured once"),
    Basis.MODELLED: message("modelled"),
    Basis.IO: message("I/O evidence"),
    Basis.PUBLISHED: message("published"),
    Basis.ESTIMATED: message("estimated"),
    Basis.NONE: message("not shown"),
}
BASIS_MEANINGS = {
    Basis.MEASURED: message("Repeated runs around the required load."),
    Basis.MEASURED_ONCE: message("One run at a load; the usual spread of runs is added."),
    Basis.MODELLED: message("A queueing model fitted to the runs decides."),
    Basis.IO: message("I/O tests show that the storage fits; no transaction was run."),
    Basis.PUBLISHED: message("A figure from a document; nothing was measured here."),
    Basis.ESTIMATED: message("A p90 read between the transactions' deciles."),
    Basis.NONE: message("The evidence proves neither that an option passes nor that it fails."),
}
VERDICT_WORDS = {
    Verdict.PASS_MEASURED: message("Pass, measured"),
    Verdict.PASS_ONCE: message("Pass, measured once"),
    Verdict.PASS_MODELLED: message("Pass, modelled"),
    Verdict.PASS_IO: message("Pass, I/O evidence"),
    Verdict.PASS_PUBLISHED: message("Pass, published"),
    Verdict.PASS_ESTIMATED: message("Pass, estimated"),
    Verdict.FAIL: message("Fail"),
    Verdict.FAIL_CAPACITY: message("Fail, load"),
    Verdict.UNDETERMINED: message("Not shown, undetermined"),
    Verdict.NOT_DEMONSTRATED: message("Not shown, load not tested"),
    Verdict.NOT_COMPARABLE: message("Not shown, not limited by the storage"),
    Verdict.NO_DATA: message("Not shown, no run that counts"),
}
"""Of one rule of the screen: outcome and basis in one text; each differs, as the workbook computes
with them."""
NOT_SHOWN_WORDS = {
    Verdict.UNDETERMINED: message("target within the interval"),
    Verdict.NOT_DEMONSTRATED: message("load not tested"),
    Verdict.NOT_COMPARABLE: message("limited by the host"),
    Verdict.NO_DATA: message("no run that counts"),
}
"""Why a load is not shown, in two to four words."""
_NOT_STATED = message("not stated")
BY_RULE = {
    "budget": (message("over the budget"), message("no price")),
    "shared storage": (message("cannot be shared"), _NOT_STATED),
    "files": (message("serves no files"), _NOT_STATED),
    "restore": (message("restored too late"), _NOT_STATED),
    "usable capacity": (message("holds too little"), message("capacity not shown")),
    "degraded operation": (
        message("misses the target with a failed part"),
        message("not shown with a part failed"),
    ),
}
"""What is in place of the basis where a rule that no load moves fails or is open."""
_HEADROOM = message("headroom not shown")
RULE_WORDS = (*(word for words in BY_RULE.values() for word in words), _HEADROOM)
"""What is in place of the basis where a rule decides, not the response time at the load."""


def outcome_label(option: OptionAnswer) -> Message:
    """Return the outcome of an option."""
    return OUTCOME_WORDS[option.outcome]


def basis_or_reason_label(option: OptionAnswer) -> Message:
    """Return what an outcome is on; of one that is not shown, or fails by a fixed rule, why."""
    if option.outcome is Outcome.PASS:
        return BASIS_WORDS[option.basis]
    decisive = [name for name, verdict in option.rule_verdicts if verdict is option.status]
    is_fail = option.outcome is Outcome.FAIL
    if decisive and all(name in BY_RULE for name in decisive):
        return BY_RULE[decisive[0]][0 if is_fail else 1]
    if is_fail:
        return BASIS_WORDS[option.basis]
    if decisive == ["headroom"]:
        return _HEADROOM
    return shorten_reason(option.reason) or NOT_SHOWN_WORDS[option.status]


SEVERITY_WORDS = {
    Severity.ERROR: message("Serious"),
    Severity.WARNING: message("Medium"),
    Severity.INFO: message("Low"),
}
PRESENT_MAINTENANCE = message("Maintenance, present value")
"""What maintenance is called where it is discounted."""


_IN_TIMES = 3.0
"""Times the demand from which percents of it read badly."""


def status_reasons(option: OptionAnswer, rules: Sequence[ScreenRule]) -> tuple[Message, ...]:
    """Return why an option has its status: the failed rules, or else the verdict's reason."""
    if option.status is option.verdict:
        return (option.reason,)
    return failing_rules_besides_response(option, rules) or (option.reason,)


def carried_load_as_multiple(spare: float) -> float | None:
    """Return what is carried, from its excess over the demand, in times the demand.

    Rounded down; None where percents read better.
    """
    ratio = 1.0 + spare
    if ratio < _IN_TIMES:
        return None
    return math.floor(ratio * 10) / 10 if ratio < 10 else float(math.floor(ratio))


def describe_spare(spare: float, reserve: float = 0.0) -> Message:
    """Say how far the carried load lies over the required one, for a narrow cell.

    The reserve is a part of what is required: it is kept, and no part of what is spare.
    """
    times = carried_load_as_multiple(spare)
    if times is not None:
        text = message("{times:,.10g}\u00d7 the demand", times=times)
    else:
        text = message("{percent:,.0f} % spare", percent=100 * spare)
    if not reserve:
        return text
    kept = round(100 * reserve, 6)
    return message("{spare}, {reserve:g} % reserve kept", spare=text, reserve=kept)


def is_price_per_million_upper_bound(option: OptionAnswer) -> bool:
    """Say whether a price per million visits is an upper bound: more may be served than shown."""
    return option.capacity_is_censored and (option.headroom or 0.0) < 0


def price_title(discount_rate: Decimal | None) -> Message:
    """Name the price where its rate is beside it and may be changed."""
    if discount_rate is None:
        return message("36-month price")
    return message("36-month net present value")


def price_title_with_currency(discount_rate: Decimal | None, currency: str) -> Message:
    """Name the price with its currency where its rate is beside it and may be changed."""
    return message("{price}, {currency}", price=price_title(discount_rate), currency=currency)


def short_price_title(discount_rate: Decimal | None) -> Message:
    """Name the price where there is little room."""
    return (
        message("36-month price") if discount_rate is None else _npv_title_with_rate(discount_rate)
    )


def price_column_title(discount_rate: Decimal | None) -> Message:
    """Name the price over a narrow column of a table of prices."""
    return message("36 months") if discount_rate is None else _npv_title_with_rate(discount_rate)


def _npv_title_with_rate(discount_rate: Decimal) -> Message:
    return message("36-month NPV at {rate:.10g} %/a", rate=rate_in_percent(discount_rate))


def short_price_title_with_currency(discount_rate: Decimal | None, currency: str) -> Message:
    """Name the price with its currency, beside an axis or over a figure."""
    return message(
        "{price}, {currency}", price=short_price_title(discount_rate), currency=currency
    )


def short_price_title_in_thousands(discount_rate: Decimal | None, currency: str) -> Message:
    """Name the price with its currency, in thousands."""
    price = short_price_title(discount_rate)
    return message("{price}, thousand {currency}", price=price, currency=currency)


def maintenance_column_title(discount_rate: Decimal | None) -> Message:
    """Name the maintenance of a line for 36 months."""
    if discount_rate is None:
        return message("Maintenance, 36 months")
    return PRESENT_MAINTENANCE


def describe_discounting(discount_rate: Decimal) -> Message:
    """Return which payments a net present value takes when."""
    return message(
        "Prices are net present values at {rate:.10g} %/a. Purchase, one-time services and"
        " 36-month maintenance are paid at month 0; a monthly fee at the end of month t after"
        " the warranty is divided by (1 + r)^(t/12).",
        rate=rate_in_percent(discount_rate),
    )


FRONTIER_TITLE = message("Points apart from price, of 100")
"""The axis of what options are worth apart from their price."""


def describe_price_per_point(currency: str, amount: float | Decimal) -> Message:
    """Describe what a point more costs on the frontier."""
    return message("{currency} {amount:,.0f} a point", currency=currency, amount=amount)


def describe_list_prices(lines: Iterable[PriceLine], on: date) -> Message | None:
    """State of when list prices to be checked are, and how old on a day; None without any."""
    found = oldest_list_price_date(lines)
    if found is None:
        return None
    return message(
        "To be checked: list prices of {dated}, at least {months} months old on {day}."
        if found.month is None
        else "To be checked: list prices of {dated}, {months} months old on {day}.",
        dated=found.date_text,
        months=found.months_old(on),
        day=on.isoformat(),
    )


def describe_comparison(compared: ResponseComparison) -> Message:
    """Describe in a sentence what a pair came to; a percentage is on the quicker one's time."""
    first, second = compared.options
    ratio = compared.ratio.point or 1.0
    if compared.equivalent or compared.tied:
        return message(
            "{first} and {second} answer alike at {users} users: within 5 % of each other."
            if compared.equivalent
            else "{first} and {second} do not differ significantly at {users} users.",
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
    rules = (
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
    as_tested = message("Systems are compared as tested, with their hosts, not the storage alone.")
    changes = (
        message(
            "Changed for this study \u2013 {rule} {percent:g} % (default: {default:g} %).",
            rule=describe_threshold(name),
            percent=100 * threshold_share(limits, name),
            default=100 * threshold_share(DEFAULT_THRESHOLDS, name),
        )
        for name in changed_threshold_names(limits)
    )
    return (*rules, *([as_tested] if limits.as_tested else ()), *changes)
