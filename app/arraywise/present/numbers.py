"""Rounding and decimals of every unit, milliseconds too; number formats; typed numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable
    from decimal import Decimal

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.pricing import PriceLine

NONE = "\N{EN DASH}"
"""Stands where there is no value; never a zero."""
AT_LEAST, AT_MOST = "≥ ", "≤ "
"""Signs before a figure that is a bound only."""
MILLION = 1e6
PERCENT = 100.0
_SECONDS_PER_MINUTE = 60.0
_LARGE_PRICE = 1000
"""Prices of a unit of work from this on have no decimals."""


class NumberWriter(Protocol):
    """Writes numbers in a language: a `Wording`, or the window's locale."""

    def number(self, value: float | Decimal | None, places: int = 0, *, sign: bool = False) -> str:
        """Write a number; a missing one is a dash."""


def write_span(words: NumberWriter, low: float | None, high: float | None, places: int = 0) -> str:
    """Write an interval; an end that is not known is left open, one without ends a dash.

    Ends that are written alike are written once.
    """
    if low is None and high is None:
        return NONE
    if low is None:
        return f"{AT_MOST}{words.number(high, places)}"
    if high is None:
        return f"{AT_LEAST}{words.number(low, places)}"
    ends = words.number(low, places), words.number(high, places)
    return ends[0] if ends[0] == ends[1] else NONE.join(ends)


def displayed_quantity(line: PriceLine, quantity: Decimal | None = None) -> Decimal:
    """Return a quantity as it is shown: one that follows the demand to the hundredth."""
    value = line.quantity if quantity is None else quantity
    return round(value, 2) if line.quantity_formula else value


CENTS, _MOST_DECIMALS = 2, 10


def amount_decimals_as_typed(amount: Decimal | None) -> int:
    """Return the decimals of an amount as it was typed: two, or as many as it has digits."""
    exponent = 0 if amount is None else amount.normalize().as_tuple().exponent
    return min(max(CENTS, -exponent if isinstance(exponent, int) else 0), _MOST_DECIMALS)


def decimals_for_sum(amounts: Iterable[Decimal]) -> int:
    """Return the decimals of amounts that add up as they are printed: none of whole ones."""
    return CENTS if any(amount % 1 for amount in amounts) else 0


def lower_bound_sign(option: OptionAnswer) -> str:
    """Return the sign before a capacity or a headroom where more was not demonstrated."""
    return AT_LEAST if option.capacity_is_censored else ""


def to_milliseconds(seconds: float | None) -> float | None:
    """Convert seconds to milliseconds."""
    return None if seconds is None else seconds * 1000


def to_minutes(seconds: float | None) -> float | None:
    """Convert seconds to minutes."""
    return None if seconds is None else seconds / _SECONDS_PER_MINUTE


def to_percent(share: float | None) -> float | None:
    """Return a share in percent."""
    return None if share is None else share * PERCENT


def decimals_for_values(values: Iterable[float | None]) -> int:
    """Return the decimals of a column: three digits for its smallest value, at most two."""
    known = [abs(v) for v in values if v]
    if not known:
        return 0
    least = min(known)
    return 2 if least < 1 else 1 if least < 20 else 0


def response_time_decimals(answer: Answer) -> int:
    """Return the decimals that all response times of an answer are written with, in ms."""
    return decimals_for_values(to_milliseconds(o.response_s.point) for o in answer.options)


def unit_price_decimals(answer: Answer) -> int:
    """Return the decimals of all prices of a unit of work of an answer."""
    known = [o.price_per_tpm for o in answer.options if o.price_per_tpm is not None]
    return 2 if known and min(known) < _LARGE_PRICE else 0


def provisioning_minutes_decimals(answer: Answer) -> int:
    """Return the decimals that provisioning times of an answer are written with, in minutes."""
    known = [o.provisioning_s.point for o in answer.options if o.provisioning_s.point]
    return 0 if all(seconds >= 10 * _SECONDS_PER_MINUTE for seconds in known) else 1


def spreadsheet_number_format(places: int) -> str:
    """Return the number format of a spreadsheet with so many decimals."""
    return f"#,##0.{'0' * places}" if places else "#,##0"


def round_to_two_digits(value: float) -> float:
    """Round to two significant digits, for the ends of a scale."""
    if value <= 0:
        return 0.0
    power = 10.0 ** (math.floor(math.log10(value)) - 1)
    return round(value / power) * power


def round_dragged_target_s(value: float) -> float:
    """Round a target that is dragged to whole milliseconds, where these are fine enough."""
    return round(value * 1000) / 1000 if value >= 0.02 else round(value, 5)


def round_dragged_visits(value: float) -> int:
    """Round a load that is dragged to about a thousandth of it."""
    step = max(1, round(round_to_two_digits(value) / 1000))
    return round(value / step) * step
