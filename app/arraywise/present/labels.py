"""What outcomes, their bases, severities and prices are called in all outputs.

A price undiscounted and a net present value are never called the same, so that no one takes one
for the other.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from arraywise.analysis.decision.evidence_reasons import shorten_reason
from arraywise.domain.basis import Basis, Outcome
from arraywise.domain.decision import Verdict
from arraywise.domain.messages import Severity, message
from arraywise.domain.pricing import find_list_prices, percent_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date
    from decimal import Decimal

    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.messages import Message
    from arraywise.domain.pricing import PriceLine

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
    Basis.NONE: message("not shown"),
}
BASIS_MEANINGS = {
    Basis.MEASURED: message("“Measured”: repeated runs around your load."),
    Basis.MEASURED_ONCE: message("“Measured once”: one run; its usual spread is added."),
    Basis.MODELLED: message("“Modelled”: the fitted curve decides."),
    Basis.IO: message("“I/O evidence”: the storage fits; no transaction was run."),
    Basis.PUBLISHED: message("“Published”: a figure from a document."),
    Basis.NONE: message("“Not shown”: evidence proves neither pass nor fail."),
}
VERDICT_WORDS = {
    Verdict.PASS_MEASURED: message("Pass, measured"),
    Verdict.PASS_ONCE: message("Pass, measured once"),
    Verdict.PASS_MODELLED: message("Pass, modelled"),
    Verdict.PASS_IO: message("Pass, I/O evidence"),
    Verdict.PASS_PUBLISHED: message("Pass, published"),
    Verdict.FAIL: message("Fail"),
    Verdict.FAIL_CAPACITY: message("Fail, load"),
    Verdict.UNDETERMINED: message("Not shown, undetermined"),
    Verdict.NOT_DEMONSTRATED: message("Not shown, load not tested"),
    Verdict.NOT_COMPARABLE: message("Not shown, limited by the host"),
    Verdict.NO_DATA: message("Not shown, too few runs"),
}
"""Of one rule of the screen: outcome and basis in one text; each differs, as the workbook computes
with them."""
_NOT_SHOWN = {
    Verdict.UNDETERMINED: message("target within the interval"),
    Verdict.NOT_DEMONSTRATED: message("load not tested"),
    Verdict.NOT_COMPARABLE: message("limited by the host"),
    Verdict.NO_DATA: message("too few runs"),
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


def outcome_word(option: OptionAnswer) -> Message:
    """Return the outcome of an option."""
    return OUTCOME_WORDS[option.outcome]


def basis_word(option: OptionAnswer) -> Message:
    """Return what an outcome is on; of one that is not shown, or fails by a fixed rule, why."""
    if option.outcome is Outcome.PASS:
        return BASIS_WORDS[option.basis]
    decisive = [name for name, verdict in option.screen if verdict is option.status]
    is_fail = option.outcome is Outcome.FAIL
    if decisive and all(name in BY_RULE for name in decisive):
        return BY_RULE[decisive[0]][0 if is_fail else 1]
    if is_fail:
        return BASIS_WORDS[option.basis]
    if decisive == ["headroom"]:
        return _HEADROOM
    return shorten_reason(option.reason) or _NOT_SHOWN[option.status]


SEVERITY_WORDS = {
    Severity.ERROR: message("Serious"),
    Severity.WARNING: message("Medium"),
    Severity.INFO: message("Low"),
}
PRESENT_MAINTENANCE = message("Maintenance, present value")
"""What maintenance is called where it is discounted."""


_IN_TIMES = 3.0
"""Times the demand from which percents of it read badly."""


def times_needed(spare: float) -> float | None:
    """Return the carried load in times the demand, rounded down, where that reads better.

    Args:
        spare: what is carried over the demand, less 1.
    """
    ratio = 1.0 + spare
    if ratio < _IN_TIMES:
        return None
    return math.floor(ratio * 10) / 10 if ratio < 10 else float(math.floor(ratio))


def describe_spare(spare: float) -> Message:
    """Say how far the carried load lies over the demand, for a narrow cell."""
    times = times_needed(spare)
    if times is not None:
        return message("{times:,.10g}\u00d7 the demand", times=times)
    return message("{percent:,.0f} % spare", percent=100 * spare)


def is_most_per_million(option: OptionAnswer) -> bool:
    """Say whether a price per million visits is an upper bound: more may be served than shown."""
    return option.capacity_is_censored and (option.headroom or 0.0) < 0


def price_name(discount_rate: Decimal | None) -> Message:
    """Name the price where its rate is beside it and may be changed."""
    if discount_rate is None:
        return message("36-month price")
    return message("36-month net present value")


def named_price(discount_rate: Decimal | None, currency: str) -> Message:
    """Name the price with its currency where its rate is beside it and may be changed."""
    return message("{price}, {currency}", price=price_name(discount_rate), currency=currency)


def price_short(discount_rate: Decimal | None) -> Message:
    """Name the price where there is little room."""
    return message("36-month price") if discount_rate is None else _abbreviated(discount_rate)


def price_head(discount_rate: Decimal | None) -> Message:
    """Name the price over a narrow column of a table of prices."""
    return message("36 months") if discount_rate is None else _abbreviated(discount_rate)


def _abbreviated(discount_rate: Decimal) -> Message:
    return message("36-month NPV at {rate:.10g} %/a", rate=percent_of(discount_rate))


def price_in(discount_rate: Decimal | None, currency: str) -> Message:
    """Name the price with its currency, beside an axis or over a figure."""
    return message("{price}, {currency}", price=price_short(discount_rate), currency=currency)


def price_in_thousands(discount_rate: Decimal | None, currency: str) -> Message:
    """Name the price with its currency, in thousands."""
    price = price_short(discount_rate)
    return message("{price}, thousand {currency}", price=price, currency=currency)


def maintenance_head(discount_rate: Decimal | None) -> Message:
    """Name the maintenance of a line for 36 months."""
    if discount_rate is None:
        return message("Maintenance, 36 months")
    return PRESENT_MAINTENANCE


def convention(discount_rate: Decimal) -> Message:
    """Return which payments a net present value takes when."""
    return message(
        "Prices are net present values at {rate:.10g} %/a. Purchase, one-time services and"
        " 36-month maintenance are paid at month 0; a monthly fee at the end of month t after"
        " the warranty is divided by (1 + r)^(t/12).",
        rate=percent_of(discount_rate),
    )


FRONTIER_TITLE = message("Points apart from price, of 100")
"""The axis of what options are worth apart from their price."""


def price_of_point(currency: str, amount: float | Decimal) -> Message:
    """Describe what a point more costs on the frontier."""
    return message("{currency} {amount:,.0f} a point", currency=currency, amount=amount)


def describe_list_prices(lines: Iterable[PriceLine], on: date) -> Message | None:
    """State of when list prices to be checked are, and how old on a day; None without any."""
    found = find_list_prices(lines)
    if found is None:
        return None
    months = found.months_old(on)
    if found.month is None:
        return message(
            "To be checked: list prices of {dated}, at least {months} months old on {day}.",
            dated=found.dated,
            months=months,
            day=on.isoformat(),
        )
    return message(
        "To be checked: list prices of {dated}, {months} months old on {day}.",
        dated=found.dated,
        months=months,
        day=on.isoformat(),
    )
