"""Which part of a run was steady, from its rate second by second (MODEL P2.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.curves.statistics import t_quantile
from arraywise.domain.requirement import DEFAULT_THRESHOLDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.arrays import Floats

BATCH = 5
"""Seconds in a batch: the 5 of MSER-5."""
LEAST_BATCHES = 6


@dataclass(frozen=True, slots=True)
class SteadyWindow:
    """The part of a series after the warm-up; indices count samples from 0."""

    start: int
    stop: int
    mean: float
    drift: float
    """The window's trend carried over the length of the whole run, over the window's mean.

    Over the whole run, since a cut half-way through a steady climb would halve the drift.
    """

    response_drift: float = 0.0
    """The same of the mean response times, where they are known by the second."""
    most_drift: float = DEFAULT_THRESHOLDS.most_drift
    """What the study allows."""
    chance: float = 0.0
    """As much drift a rate that comes and goes at random shows without one (95 %) ..."""
    response_chance: float = 0.0
    """... and the same of the response time."""

    @property
    def is_steady(self) -> bool:
        """At most 5 % of drift in rate and response time, or what the study allows, beyond chance.

        Few transactions a second come so unevenly that a run of minutes seems to drift.
        """
        beyond = abs(self.drift) - self.chance, abs(self.response_drift) - self.response_chance
        return max(beyond) <= self.most_drift

    @property
    def worst_drift(self) -> float:
        """The larger drift of both, without its sign."""
        return max(abs(self.drift), abs(self.response_drift))


def find_steady_window(values: Sequence[float]) -> SteadyWindow | None:
    """Find where the warm-up ends and how much the rest drifts; None for too short a series.

    The end of the warm-up is the cut that makes the rest's mean surest (MSER-5), looked for in
    the first half.

    Source: White, An Effective Truncation Heuristic for Bias Reduction in Simulation Output,
    Simulation 69 (1997).
    """
    series = np.asarray(values, dtype=np.float64)
    count = len(series) // BATCH
    if count < LEAST_BATCHES:
        return None
    start = BATCH * _best_cut(series[: count * BATCH].reshape(count, BATCH).mean(axis=1))
    window = series[start:]
    mean = float(window.mean())
    drift, chance = _drift(window, len(series)) if mean > 0 else (0.0, 0.0)
    return SteadyWindow(start, len(series), mean, drift, chance=chance)


def describe_window(
    values: Sequence[float], start_s: float, stop_s: float | None
) -> SteadyWindow | None:
    """Return mean and drift of the part of a series that the user chose.

    Args:
        values: second by second.
        start_s: seconds after the beginning.
        stop_s: the same of the end; None for the end of the series.
    """
    series = np.asarray(values, dtype=np.float64)
    start = min(round(start_s), len(series))
    stop = len(series) if stop_s is None else min(round(stop_s), len(series))
    if stop - start < BATCH * LEAST_BATCHES:
        return None
    window = series[start:stop]
    mean = float(window.mean())
    drift, chance = _drift(window, stop - start) if mean > 0 else (0.0, 0.0)
    return SteadyWindow(start, stop, mean, drift, chance=chance)


def response_drift(
    responses_s: Sequence[float], window: SteadyWindow, *, is_chosen: bool
) -> tuple[float, float]:
    """Return drift of response times in a window that the rates speak for, and that of chance.

    Args:
        responses_s: mean of each second, as many as there were rates.
        window: from `find_steady_window` or `describe_window`; as there, the trend is carried
            over the whole run unless the user chose the window.
        is_chosen: whether the user did.
    """
    inside = np.asarray(responses_s, dtype=np.float64)[window.start : window.stop]
    if not inside.size or not np.isfinite(inside).all() or inside.mean() <= 0:
        return 0.0, 0.0
    return _drift(inside, len(inside) if is_chosen else len(responses_s))


def _best_cut(batches: Floats) -> int:
    """Return the number of batches to leave out: the least sum of squares / n^2 of the rest."""
    left = np.arange(len(batches), 0, -1.0)
    sums = np.cumsum(batches[::-1])[::-1]
    squares = np.cumsum(batches[::-1] ** 2)[::-1]
    error = np.maximum(squares - sums**2 / left, 0.0) / left**2
    return int(np.argmin(error[: len(batches) // 2 + 1]))


def _drift(window: Floats, length: int) -> tuple[float, float]:
    """Return the trend over a length as a share of the mean, and the 95 % half-width of it.

    The half-width is that of a line through batches, which hardly know of each other.
    """
    place = np.arange(len(window)) - (len(window) - 1) / 2
    slope = float(place @ window / (place @ place))
    mean, count = float(window.mean()), len(window) // BATCH
    if count < LEAST_BATCHES:
        return slope * length / mean, 0.0
    batches = window[: count * BATCH].reshape(count, BATCH).mean(axis=1)
    at = BATCH * (np.arange(count) - (count - 1) / 2)
    off = batches - batches.mean() - at * float(at @ batches / (at @ at))
    error = float(np.sqrt(off @ off / (count - 2) / (at @ at)))
    return slope * length / mean, t_quantile(count - 2) * error * length / mean
