"""Whether the response times of two options can be distinguished (MODEL P3, D7.8).

Runs at the same number of users are compared on the ratio scale: Welch's test on logarithms,
adjusted over all pairs by Holm. Equivalent are two whose ratio lies within 1/1.05 to 1.05 by two
one-sided tests (TOST).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.audit.case import levels_around
from arraywise.analysis.curves.statistics import (
    CONFIDENCE,
    LEAST_RUNS,
    moments_of,
    runs_to_distinguish,
    smallest_difference,
    welch,
)
from arraywise.domain.decision import PASSES, Interval, ResponseComparison

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.analysis.arrays import Floats
    from arraywise.analysis.curves.load_level import Level
    from arraywise.analysis.decision.problem import DecisionProblem
    from arraywise.analysis.prepared import LoadIndependentOption
    from arraywise.domain.decision import OptionAnswer

EQUIVALENT = 1.05
"""Ratios from 1 / 1.05 to 1.05 make no difference that would decide."""
SIGNIFICANT = 1.0 - CONFIDENCE
DRAWS, SEED = 1_000, 95
MOST_RUNS = 1_000


@dataclass(frozen=True, slots=True)
class ResponseRatio:
    """The ratio of two samples' geometric means."""

    interval: Interval
    """95 %, the wider of Welch's and the bootstrap's at either end."""
    p_value: float
    equivalent: bool
    smallest_difference: float
    runs_to_distinguish: int | None


@lru_cache(maxsize=1024)
def compare_samples(first: tuple[float, ...], second: tuple[float, ...]) -> ResponseRatio:
    """Compare two samples of at least two positive values each on the ratio scale."""
    logs = [[math.log(value) for value in sample] for sample in (first, second)]
    test = welch(*map(moments_of, logs))
    ends = [math.exp(end) for end in test.ends(CONFIDENCE)]
    drawn = bootstrap_ratio(logs[0], logs[1])
    variation, ratio = _variation((first, second)), math.exp(test.difference)
    inner = [math.exp(end) for end in test.ends(2 * CONFIDENCE - 1)]
    return ResponseRatio(
        Interval(min(ends[0], drawn[0]), ratio, max(ends[1], drawn[1])),
        test.p_value,
        inner[0] >= 1 / EQUIVALENT and inner[1] <= EQUIVALENT,
        smallest_difference(variation, min(len(first), len(second))),
        _runs_to_report(variation, abs(ratio - 1.0)),
    )


def bootstrap_ratio(
    first_logs: Sequence[float], second_logs: Sequence[float]
) -> tuple[float, float]:
    """Return the 95 % percentile interval of exp(difference of means), runs drawn again.

    Residuals are stretched by sqrt(n / (n - 1)) against the bootstrap's narrowness.
    """
    generator = np.random.Generator(np.random.PCG64(SEED))
    drawn = [_sample_means(np.asarray(x), generator) for x in (first_logs, second_logs)]
    low, high = np.exp(np.quantile(drawn[0] - drawn[1], (0.025, 0.975))).tolist()
    return low, high


def _sample_means(logs: Floats, generator: np.random.Generator) -> Floats:
    runs, mean = len(logs), logs.mean()
    residuals = (logs - mean) * math.sqrt(runs / (runs - 1))
    return np.asarray(mean + residuals[generator.integers(runs, size=(DRAWS, runs))].mean(axis=1))


def adjust_by_holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return p-values adjusted for their number, in the same order.

    Source: Holm, A Simple Sequentially Rejective Multiple Test Procedure, 1979.
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted, highest = [0.0] * len(p_values), 0.0
    for place, index in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - place) * p_values[index]))
        adjusted[index] = highest
    return tuple(adjusted)


def compare_responses(
    question: DecisionProblem, options: Sequence[OptionAnswer]
) -> tuple[ResponseComparison, ...]:
    """Compare the response times of all pairs of options that pass, near the demand.

    Each pair is compared at the number of users, tested with both at least twice, whose rates
    lie nearest to the demand, and next to it with both: what is the same at another load need
    not be at this one. Pairs without such a level are left out.
    """
    passing = [i for i, option in enumerate(options) if option.status in PASSES]
    pairs = ((question.known[a], question.known[b]) for a, b in combinations(passing, 2))
    result = [
        (pair, *level)
        for pair in pairs
        if (level := _compare(*pair, question.demand_tps)) is not None
    ]
    adjusted = adjust_by_holm([ratio.p_value for _, _, ratio in result])
    return tuple(_compared(*each, p) for each, p in zip(result, adjusted, strict=True))


def _compared(
    pair: tuple[LoadIndependentOption, LoadIndependentOption],
    users: int,
    ratio: ResponseRatio,
    adjusted_p: float,
) -> ResponseComparison:
    return ResponseComparison(
        options=(pair[0].facts.option.name, pair[1].facts.option.name),
        users=users,
        ratio=ratio.interval,
        p_value=ratio.p_value,
        adjusted_p=adjusted_p,
        tied=adjusted_p > SIGNIFICANT or _holds_one(ratio.interval),
        equivalent=ratio.equivalent,
        smallest_difference=ratio.smallest_difference,
        runs_to_distinguish=ratio.runs_to_distinguish,
    )


def _holds_one(ratio: Interval) -> bool:
    """Return whether the interval that is shown leaves open which of the two is faster (P3)."""
    return (ratio.low or 0.0) <= 1.0 <= (math.inf if ratio.high is None else ratio.high)


def _compare(
    first: LoadIndependentOption, second: LoadIndependentOption, demand_tps: float
) -> tuple[int, ResponseRatio] | None:
    """Return the users of the level nearest to the demand, and how the two compare there."""
    if demand_tps <= 0:
        return None
    ours, theirs = (_repeated_around(known, demand_tps) for known in (first, second))
    common = [(ours[users], theirs[users]) for users in ours if users in theirs]
    if not common:
        return None
    our, their = min(common, key=lambda two: _distance(two, demand_tps))
    return our.users, compare_samples(our.responses_s, their.responses_s)


def _repeated_around(known: LoadIndependentOption, demand_tps: float) -> dict[int, Level]:
    around = levels_around(known.measured.levels, demand_tps)
    if not around or around[0].rate_tps > demand_tps:
        return {}  # below the lowest measured load nothing was compared
    return {x.users: x for x in around if x.users in known.repeated}


def _variation(samples: Iterable[Sequence[float]]) -> float:
    """Return the typical standard deviation over the mean of several samples."""
    return math.sqrt(fmean(float(np.var(s, ddof=1)) / fmean(s) ** 2 for s in samples))


def _runs_to_report(variation: float, difference: float) -> int | None:
    """Return the runs of each that tell a difference; None beyond what anybody would make."""
    if difference <= 0:
        return None
    runs = max(LEAST_RUNS, runs_to_distinguish(variation, difference))
    return runs if runs <= MOST_RUNS else None


def _distance(two: tuple[Level, Level], demand_tps: float) -> float:
    return abs(math.log(two[0].rate_tps * two[1].rate_tps / demand_tps**2))
