"""The words for verdicts, severities and prices in all outputs.

A price undiscounted and a net present value are never called the same, so that no one takes one
for the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.decision import Verdict
from arraywise.domain.messages import Severity, message
from arraywise.domain.pricing import percent_of

if TYPE_CHECKING:
    from decimal import Decimal

    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.messages import Message

VERDICT_WORDS = {
    Verdict.PASS_MEASURED: message("Pass, measured"),
    Verdict.PASS_ONCE: message("Pass, measured once"),
    Verdict.PASS_MODELLED: message("Pass, modelled"),
    Verdict.PASS_IO: message("Pass, I/O evidence"),
    Verdict.PASS_PUBLISHED: message("Pass, published"),
    Verdict.FAIL: message("Fail"),
    Verdict.FAIL_CAPACITY: message("Fail, capacity"),
    Verdict.UNDETERMINED: message("Undetermined"),
    Verdict.NOT_DEMONSTRATED: message("Not demonstrated"),
    Verdict.NOT_COMPARABLE: message("Not comparable"),
    Verdict.NO_DATA: message("No data"),
}
SEVERITY_WORDS = {
    Severity.ERROR: message("Serious"),
    Severity.WARNING: message("Medium"),
    Severity.INFO: message("Low"),
}
PRESENT_MAINTENANCE = message("Maintenance, present value")
"""What maintenance is called where it is discounted."""


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
        "Prices are net present values at a discount rate of {rate:.10g} %/a. Purchase,"
        " services paid once and maintenance quoted for the 36 months as a whole are paid at month"
        " 0 and count in full; a monthly fee is paid at the end of each month t after the warranty"
        " and divided by (1 + r)^(t/12).",
        rate=percent_of(discount_rate),
    )


FRONTIER_TITLE = message("Points apart from price, of 100")
"""The axis of what options are worth apart from their price."""


def price_of_point(currency: str, amount: float | Decimal) -> Message:
    """Describe what a point more costs on the frontier."""
    return message("{currency} {amount:,.0f} a point", currency=currency, amount=amount)
