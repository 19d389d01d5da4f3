"""What stated capacities and ratios say of a requirement (MODEL E4).

A stated capacity is taken as stated: no lower end of ours is put under it. A demand within 10 %
of it lies within the spread of one run, which is said and changes no outcome below it. A ratio to
another option gives a capacity where the other's is known, and else the premium that it justifies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.storage_bound import SPREAD
from arraywise.domain.basis import Basis
from arraywise.domain.decision import Premium
from arraywise.domain.published_bound import stated_rate, stated_ratio, stated_users

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.analysis.arrays import Flags, Floats
    from arraywise.domain.published_bound import PublishedFigure, StatedUsers

RATE = "transaction"
"""A ratio whose name begins so is one of rates."""


@dataclass(frozen=True, slots=True)
class PublishedBound:
    """The capacity that a publication states of an option."""

    capacity_tps: float | None
    """Whatever the response time; None where no rate is stated."""
    is_derived: bool = False
    """The rate follows from other figures."""
    users: tuple[StatedUsers, ...] = ()
    think_time_s: float | None = None
    """Turns users into a rate; None where the requirement does not state it."""
    basis: Basis = Basis.PUBLISHED

    def passes(self, rates_tps: Floats, targets_s: Floats) -> Flags:
        """Return where the demand is stated to be carried within the target."""
        passed = np.zeros(np.broadcast(rates_tps, targets_s).shape, dtype=bool)
        if self.capacity_tps is not None:
            passed = np.isinf(targets_s) & (rates_tps <= self.capacity_tps * (1 + 1e-9))
        if self.think_time_s is not None:
            for stated in self.users:
                asked = rates_tps * (np.where(np.isinf(targets_s), 0, targets_s))
                asked = asked + rates_tps * self.think_time_s
                inside = asked <= stated.users * (1 + 1e-9)
                passed = passed | (inside & (targets_s >= stated.within_s))
        return np.asarray(passed, dtype=bool)

    def fails(self, rates_tps: Floats, targets_s: Floats) -> Flags:
        """Return where the demand lies beyond the stated capacity and the spread of one run."""
        beyond = np.zeros(np.broadcast(rates_tps, targets_s).shape, dtype=bool)
        if self.capacity_tps is not None:
            beyond = beyond | (rates_tps > (1 + SPREAD) * self.capacity_tps)
        return np.asarray(beyond)

    def is_near(self, rate_tps: float) -> bool:
        """Return whether the demand lies within the spread of one run of the capacity."""
        return self.capacity_tps is not None and rate_tps > self.capacity_tps / (1 + SPREAD)


def bound_published(
    figures: Mapping[str, Sequence[PublishedFigure]], think_time_s: float | None = None
) -> dict[str, PublishedBound]:
    """Return the bounds of options by their names; those without any are left out.

    Args:
        figures: of each option by its name.
        think_time_s: of the requirement.
    """
    own = {name: _own_rate(stated) for name, stated in figures.items()}
    result = {}
    for name, stated in figures.items():
        rate = own[name] or _rate_by_ratio(stated, own)
        users = tuple(u for figure in stated if (u := stated_users(figure)) is not None)
        if rate is not None or users:
            capacity, derived = rate or (None, False)
            result[name] = PublishedBound(capacity, derived, users, think_time_s)
    return result


def _own_rate(figures: Sequence[PublishedFigure]) -> tuple[float, bool] | None:
    rates = [(f.value, f.is_derived) for f in figures if stated_rate(f)]
    return max(rates, default=None)


def _rate_by_ratio(
    figures: Sequence[PublishedFigure], own: Mapping[str, tuple[float, bool] | None]
) -> tuple[float, bool] | None:
    """Return f times the capacity of another option whose own is stated."""
    for figure in figures:
        ratio = stated_ratio(figure)
        base = None if ratio is None else own.get(ratio.against)
        if ratio is not None and base is not None and ratio.what.startswith(RATE):
            return ratio.times * base[0], True
    return None


def justified_premium(figures: Sequence[PublishedFigure]) -> Premium | None:
    """Return what an option may cost more than another one at equal price for each unit carried.

    price_B / price_A <= f. None where no ratio to another option is stated.
    """
    ratios = [ratio for figure in figures if (ratio := stated_ratio(figure)) is not None]
    if not ratios:
        return None
    against = ratios[0].against
    return Premium(against, tuple((r.what, r.times) for r in ratios if r.against == against))
