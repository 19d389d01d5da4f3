"""How far a printed sum may be from its printed terms when every figure is rounded."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_DEVIATIONS = 4
"""Standard deviations of the sum of many roundings that are allowed: 6 of 100,000 are beyond."""


def last_digit(printed: Decimal) -> Decimal:
    """Return the worth of the last digit of a printed figure: 0.01 for 9.90, 1 for 120."""
    exponent = printed.as_tuple().exponent
    return Decimal(1).scaleb(min(0, exponent) if isinstance(exponent, int) else 0)


def sum_tolerance(total: Decimal, terms: Iterable[Decimal]) -> Decimal:
    """Return by how much a printed sum may differ from the sum of its printed terms.

    Each figure is off by half its last digit at most, so by as much as all of them together at
    most. Roundings of many terms level out: the error of one is even, with a variance of
    digit^2 / 12, so the sum is within four standard deviations, which is less from seven terms on.

    Args:
        total: Worth of the last digit of the sum, in any unit.
        terms: Worth of the last digit of each term, in the same unit; 0 for one that is exact.
    """
    digits = [total, *terms]
    most = sum(digits, Decimal(0)) / 2
    variance = sum((digit * digit for digit in digits), Decimal(0)) / 12
    return min(most, _DEVIATIONS * variance.sqrt())
