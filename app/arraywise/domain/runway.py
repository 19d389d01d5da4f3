"""How many months an option lasts while load and data grow (MODEL F2)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decimal import Decimal

    from arraywise.domain.options import Option

MONTHS_A_YEAR = 12
MONTHS_SHOWN = 60
"""The last month of a runway, and the furthest horizon."""


def monthly_growth(yearly_share: float) -> float:
    """Return the growth of a month that makes a growth of a year, as shares (MODEL F2)."""
    return float((1.0 + yearly_share) ** (1 / MONTHS_A_YEAR) - 1.0)


def yearly_growth(monthly_share: float) -> float:
    """Return the growth of a year that a growth of a month makes, as shares."""
    return float((1.0 + monthly_share) ** MONTHS_A_YEAR - 1.0)


def growth_percent_as_entered(share: float, *, by_year: bool) -> tuple[float, bool]:
    """Return a growth in percent as it was stated, and whether that is a year's.

    A study keeps the growth of one unit. It was stated in the unit that needs fewer digits: 10 %
    a year is 0.797414... % a month.

    Args:
        share: growth of the unit that is kept.
        by_year: whether that is the year.
    """
    other = monthly_growth(share) if by_year else yearly_growth(share)
    kept, turned = (_format_percent(each) for each in (share, other))
    if len(turned) < len(kept):
        return float(turned), not by_year
    return float(kept), by_year


def _format_percent(share: float) -> str:
    return f"{share * 100:.9g}"


class GrowingDemand(StrEnum):
    """What grows until an option no longer holds it."""

    LOAD = "load"
    DATA = "data"


@dataclass(frozen=True, slots=True)
class LastMonth:
    """The last month whose demand an option holds, with its interval.

    Infinite: it lasts at any month. Below 0: not even today. None: not shown.
    """

    low: float | None
    point: float | None
    high: float | None
    """None: how long it could last at best is not known."""

    @property
    def is_shown(self) -> bool:
        """Whether the month up to which the option lasts is known."""
        return self.point is not None

    @property
    def first_month_outgrown(self) -> LastMonth:
        """The first month whose demand it does not hold."""
        return LastMonth(
            *(None if m is None else m + 1 for m in (self.low, self.point, self.high))
        )

    @property
    def lasts_forever(self) -> bool:
        """Whether the demand never outgrows the option."""
        return self.point == math.inf


@dataclass(frozen=True, slots=True)
class DemandLimit:
    """The most that an option holds of a demand, in its unit: 1/s, bytes."""

    shown: float | None
    """0: none at all; None: nothing is known."""
    best: float | None
    """At best; None where that is not known."""


@dataclass(frozen=True, slots=True)
class DemandRunway:
    """One kind of demand against what an option holds of it."""

    limit: DemandLimit
    last_month: LastMonth


@dataclass(frozen=True, slots=True)
class OptionRunway:
    """How long one option lasts, and what is spent on it until then."""

    option: Option
    load: DemandRunway
    data: DemandRunway | None
    """None where no data is asked for."""
    cash: tuple[Decimal, ...] | None
    """Spent by the end of each month from 0 on, undiscounted; None without a price."""

    @property
    def demands(self) -> tuple[tuple[GrowingDemand, DemandRunway], ...]:
        """Load and data, where they count."""
        load = (GrowingDemand.LOAD, self.load)
        return (load,) if self.data is None else (load, (GrowingDemand.DATA, self.data))

    @property
    def last_month(self) -> LastMonth:
        """The last month that load and data both pass; not shown while one of them is not."""
        months = [part.last_month for _, part in self.demands]
        points = [m.point for m in months if m.point is not None]
        is_shown = len(points) == len(months) or min(points, default=0) < 0
        return LastMonth(
            min((m.low for m in months if m.low is not None), default=None),
            min(points) if is_shown else None,
            min((m.high for m in months if m.high is not None), default=None),
        )

    @property
    def outgrown_by(self) -> GrowingDemand | None:
        """What outgrows it first; None where nothing does, or it is not shown when."""
        last = self.last_month
        if last.point is None or last.lasts_forever:
            return None
        return next(kind for kind, part in self.demands if part.last_month.point == last.point)


@dataclass(frozen=True, slots=True)
class Runway:
    """The demand month by month, and how long each option holds it."""

    load_tps: tuple[float, ...]
    """At the end of each month, 0 to 60, with the reserve ..."""
    visits_per_month: tuple[float, ...]
    """... and the visits that it amounts to."""
    data_bytes: tuple[float, ...] | None
    """None where no data is asked for."""
    load_growth: float
    """A month's, as a share."""
    data_growth: float
    """A year's, as a share."""
    options: tuple[OptionRunway, ...]

    @property
    def grows(self) -> bool:
        """Whether load or data change over the months."""
        return self.load_growth != 0 or (self.data_bytes is not None and self.data_growth != 0)

    def option_runway(self, option: Option) -> OptionRunway | None:
        """Return how long an option lasts."""
        return next((each for each in self.options if each.option.id == option.id), None)
