"""What the price of 36 months is called: undiscounted, or a net present value by its rate.

The two are never called the same, so that nobody takes one for the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.messages import say
from arraywise.domain.pricing import percent_of

if TYPE_CHECKING:
    from decimal import Decimal

    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.messages import Said

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
