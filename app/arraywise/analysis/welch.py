"""Welch's test of two means whose variances may differ (MODEL P3)."""

from __future__ import annotations

import math
from dataclasses import dataclass

LEAST_RUNS = 2
"""Of each sample: one run has no variance."""


@dataclass(frozen=True, slots=True)
class Moments:
    """A sample by its mean, variance and size."""

    mean: float
    variance: float
    runs: int


@dataclass(frozen=True, slots=True)
class Welch:
    """Welch's test of two means."""

    difference: float
    error: float
    """Standard error of the difference."""
    degrees: float

    @property
    def t(self) -> float:
        """The test's statistic."""
        if self.error > 0:
            return self.difference / self.error
        return math.copysign(math.inf, self.difference) if self.difference else 0.0

    @property
    def p_value(self) -> float:
        """The two-sided probability of such a difference by chance."""
        from scipy.special import stdtr

        return float(2.0 * stdtr(self.degrees, -abs(self.t)))

    def ends(self, confidence: float) -> tuple[float, float]:
        """Return the interval of the difference."""
        from scipy.special import stdtrit

        half = float(stdtrit(self.degrees, 0.5 + confidence / 2)) * self.error
        return self.difference - half, self.difference + half


def welch(first: Moments, second: Moments) -> Welch:
    """Compare two means whose variances may differ; at least two runs each.

    Source: Welch, The Generalization of Student's Problem, Biometrika 34 (1947).
    """
    shares = first.variance / first.runs, second.variance / second.runs
    both = sum(shares)
    degrees = float(first.runs + second.runs - 2)
    if both > 0:
        degrees = both**2 / (
            shares[0] ** 2 / (first.runs - 1) + shares[1] ** 2 / (second.runs - 1)
        )
    return Welch(first.mean - second.mean, math.sqrt(both), degrees)
