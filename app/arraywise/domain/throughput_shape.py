"""How an option's rate grows with the users, in the terms of the scalability law (MODEL P6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arraywise.domain.decision import Interval

ENOUGH_LEVELS = 6
"""With fewer the parameters are hardly known."""


@dataclass(frozen=True, slots=True)
class ThroughputShape:
    """X(N) = gamma N / (1 + alpha (N - 1) + beta N (N - 1)), with 95 % intervals.

    It says how the rate bends and where its knee is, and nothing of response times.
    """

    alpha: Interval
    """Contention."""
    beta: Interval
    """Coherency."""
    gamma: Interval
    """Rate of one user alone, 1/s."""
    peak_users: float | None
    """Users at the highest rate; None where more users always carry more."""
    most_tps: float | None
    """The highest rate, or the roof that it comes near to; None where there is neither."""
    levels: int
    """Different numbers of users that were measured."""
    one_sided: tuple[str, ...] = ()
    """Parameters that lie on a bound: the other end of their interval alone says something."""

    @property
    def is_rough(self) -> bool:
        """Fewer than six levels."""
        return self.levels < ENOUGH_LEVELS
