"""What verdicts, severities and prices are called in all outputs.

A price undiscounted and a net present value are never called the same, so that nobody takes one
for the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.decision import Verdict
from arraywise.domain.messages import Severity, say
from arraywise.domain.pricing import percent_of

if TYPE_CHECKING:
    from decimal import Decimal

    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.messages import Said

VERDICT_WORDS = {
    Verdict.PASS_MEASURED: say("Pass, measured"),
    Verdict.PASS_ONCE: say("Pass, measured once"),
    Verdict.PASS_MODELLED: say("Pass, modelled"),
    Verdict.PASS_IO: say("Pass, I/O evidence"),
    Verdict.PASS_PUBLISHED: say("Pass, published"),
    Verdict.FAIL: say("Fail"),
    Verdict.FAIL_CAPACITY: say("Fail, capacity"),
    Verdict.UNDETERMINED: say("Undetermined"),
    Verdict.NOT_DEMONSTRATED: say("Not demonstrated"),
    Verdict.NOT_COMPARABLE: say("Not comparable"),
    Verdict.NO_DATA: say("No data"),
}
SEVERITY_WORDS = {
    Severity.ERROR: say("Serious"),
    Severity.WARNING: say("Medium"),
    Severity.INFO: say("Low"),
}
PRESENT_MAINTENANCE = say("Maintenance, present value")
"""What maintenance is called where it is discounted."""


def is_most_per_million(option: OptionAnswer) -> bool:
    """Say whether a price per million visits is an upper bound: more may be served than shown."""
    return option.capacity_is_censored and (option.headroom or 0.0) < 0


def price_name(discount_rate: Decimal | None) -> Said:
    """Name the price where its rate stands beside it and may be changed."""
    if discount_rate is None:
        return say("36-month price")
    return say("36-month net present value")


def named_price(discount_rate: Decimal | None, currency: str) -> Said:
    """Name the price with its currency where its rate stands beside it and may be changed."""
    return say("{price}, {currency}", price=price_name(discount_rate), currency=currency)


def price_short(discount_rate: Decimal | None) -> Said:
    """Name the price where there is little room."""
    return say("36-month price") if discount_rate is None else _abbreviated(discount_rate)


def price_head(discount_rate: Decimal | None) -> Said:
    """Name the price over a narrow column of a table of prices."""
    return say("36 months") if discount_rate is None else _abbreviated(discount_rate)


def _abbreviated(discount_rate: Decimal) -> Said:
    return say("36-month NPV at {rate:.10g} %/a", rate=percent_of(discount_rate))


def price_in(discount_rate: Decimal | None, currency: str) -> Said:
    """Name the price with its currency, beside an axis or over a figure."""
    return say("{price}, {currency}", price=price_short(discount_rate), currency=currency)


def price_in_thousands(discount_rate: Decimal | None, currency: str) -> Said:
    """Name the price with its currency, in thousands."""
    price = price_short(discount_rate)
    return say("{price}, thousand {currency}", price=price, currency=currency)


def maintenance_head(discount_rate: Decimal | None) -> Said:
    """Name the maintenance of a line for 36 months."""
    if discount_rate is None:
        return say("Maintenance, 36 months")
    return PRESENT_MAINTENANCE


def convention(discount_rate: Decimal) -> Said:
    """Say which payments a net present value takes when."""
    return say(
        "Prices are net present values at a discount rate of {rate:.10g} %/a. Purchase,"
        " services paid once and maintenance quoted for the 36 months as a whole are paid at month"
        " 0 and count in full; a monthly fee is paid at the end of each month t after the warranty"
        " and divided by (1 + r)^(t/12).",
        rate=percent_of(discount_rate),
    )


FRONTIER_TITLE = say("Points apart from price, of 100")
"""The axis of what options are worth apart from their price."""


def price_of_point(currency: str, amount: float | Decimal) -> Said:
    """Say what a point more costs on the frontier."""
    return say("{currency} {amount:,.0f} a point", currency=currency, amount=amount)
