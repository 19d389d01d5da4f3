"""What the client asks for: a response time at a load, and what else an option must have."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decimal import Decimal


class Convention(StrEnum):
    """How visits a month become a transaction rate (MODEL P1; always named beside the figure)."""

    PEAK_SIZED = "peak-sized"
    """The load of the busiest hours: 80 % of the traffic in 20 % of the time by default."""
    SUSTAINED = "sustained"
    """Visits spread evenly over the month (order-entry paper, formula 4)."""


class Rule(StrEnum):
    """How the recommendation is chosen among the options that pass the screen."""

    BEST_VALUE = "best value"
    LOWEST_PRICE = "lowest price"
    FRONTIER = "frontier"


STATISTICS = ("mean", "p50", "p90", "p95", "p99")
"""Statistics of the response time that a target can be set on."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """The requirement of a study; defaults are those of the order-entry paper."""

    response_time_s: float = 0.2
    statistic: str = "mean"
    visits_per_month: int = 1_000_000
    convention: Convention = Convention.PEAK_SIZED
    transactions_per_visit: float = 1.0
    days_per_month: int = 30
    traffic_share: float = 0.8
    """Share of the month's traffic ..."""
    time_share: float = 0.2
    """... that falls into this share of the time."""
    growth_per_month: float = 0.0
    horizon_months: int = 0
    reserve: float = 0.0
    min_headroom: float = 0.0
    """Least capacity / demand - 1 that an option must show."""
    budget: Decimal | None = None
    """Highest 36-month price, in the study's currency."""
    needs_shared_storage: bool = False
    rule: Rule = Rule.BEST_VALUE
    needs_files: bool = False
    """Files must be served to hosts: NFS or SMB."""
    max_restore_s: float | None = None
    """Recovery time objective: the longest that restoring the service may take."""
