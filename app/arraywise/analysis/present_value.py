"""What is paid later is worth less now: the net present value of a price (MODEL D2, off).

Purchase, one-off services and maintenance that is quoted for the 36 months as a whole are paid at
month 0 and count in full. Monthly maintenance is paid at the end of each month t after the
warranty, t = w + 1 .. 36, and is divided by (1 + r)^(t / 12), r being the rate of a year.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from functools import lru_cache

from arraywise.analysis.exchange import EXACT
from arraywise.domain.pricing import ZERO
from arraywise.domain.units import MONTHS_PRICED

MONTHS_A_YEAR = 12


@lru_cache(maxsize=1024)
def months_worth(warranty_months: int, discount_rate: Decimal | None) -> Decimal:
    """Return what 1 a month from the end of the warranty to month 36 is worth at month 0.

    Args:
        warranty_months: months that nothing is paid for.
        discount_rate: a year's, as a share; None: the plain number of months.
    """
    if discount_rate is None:
        return Decimal(max(0, MONTHS_PRICED - warranty_months))
    with localcontext(EXACT):
        grown = 1 + discount_rate
        months = range(warranty_months + 1, MONTHS_PRICED + 1)
        return sum((1 / grown ** (Decimal(month) / MONTHS_A_YEAR) for month in months), ZERO)
