"""A figure that somebody judged: where it is most likely, and how far from there it may lie.

A figure that is exact is a plain number, and one that was measured is its repetitions (MODEL D1).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, TypeAlias

from arraywise.domain.messages import message

if TYPE_CHECKING:
    from arraywise.domain.messages import Message


@dataclass(frozen=True, slots=True)
class MeanAndError:
    """A mean and its standard error: normal, so that 95 % lie within 1.96 errors of the mean."""

    mean: float
    error: float

    @property
    def is_possible(self) -> bool:
        """Whether there is such a distribution of something that is never negative."""
        return math.isfinite(self.mean + self.error) and self.mean > 0 and self.error >= 0

    def quantile(self, share: float) -> float:
        """Return what is not exceeded in a share, above 0 and below 1, of all cases."""
        return self.mean + self.error * NormalDist().inv_cdf(share)

    def scaled(self, factor: float) -> MeanAndError:
        """Return the same in another unit."""
        return MeanAndError(self.mean * factor, self.error * factor)


@dataclass(frozen=True, slots=True)
class LeastLikelyMost:
    """The least, the most likely and the most that something can be: a triangle over them.

    Source: Kotz and van Dorp, Beyond Beta (2004), chapter 1: the mean is (a + m + b) / 3, the
    quantile of a share p is a + sqrt(p (b - a) (m - a)) up to p = (m - a) / (b - a), and
    b - sqrt((1 - p) (b - a) (b - m)) beyond it.
    """

    least: float
    likely: float
    most: float

    @property
    def is_possible(self) -> bool:
        """Whether they rise, from nothing at the least to something."""
        return 0 <= self.least <= self.likely <= self.most < math.inf and self.most > 0

    @property
    def mean(self) -> float:
        """The mean of the three."""
        return (self.least + self.likely + self.most) / 3

    def quantile(self, share: float) -> float:
        """Return what is not exceeded in a share, from 0 to 1, of all cases."""
        width = self.most - self.least
        rise, fall = self.likely - self.least, self.most - self.likely
        if share * width <= rise:
            return self.least + math.sqrt(share * width * rise)
        return self.most - math.sqrt((1 - share) * width * fall)

    def scaled(self, factor: float) -> LeastLikelyMost:
        """Return the same in another unit."""
        return LeastLikelyMost(self.least * factor, self.likely * factor, self.most * factor)


Estimate: TypeAlias = MeanAndError | LeastLikelyMost


def describe_estimate(estimate: Estimate) -> Message:
    """Describe an estimate as it is typed."""
    if isinstance(estimate, MeanAndError):
        return message("{mean:,.6g} ± {error:,.6g}", mean=estimate.mean, error=estimate.error)
    return message(
        "{least:,.6g} / {likely:,.6g} / {most:,.6g}",
        least=estimate.least,
        likely=estimate.likely,
        most=estimate.most,
    )
