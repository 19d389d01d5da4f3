"""The test bed of MODEL P5: how often intervals hold the truth, and how often a PASS is wrong.

Exact closed networks of one to four processors and a disk, with think times from none to five
seconds, are measured at a few levels of load with log-normal noise from run to run. What the
intervals then say is held against the exact response time.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.curves.levels import build_levels
from arraywise.analysis.curves.response_curve import estimate_curve
from arraywise.analysis.decision.screening import judge_curve, response_at
from arraywise.domain.decision import PASSES
from tests.analysis.bench import make_runs
from tests.worked_example.queueing import Network, Station, solve

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from arraywise.analysis.curves.response_curve import ResponseCurve
    from arraywise.domain.study import LoadRun
    from tests.worked_example.queueing import Point

HARDWARE = (
    (Station(0.005), Station(0.008)),
    (Station(0.020, 2), Station(0.008)),
    (Station(0.012, 2), Station(0.008)),
    (Station(0.030, 4), Station(0.008)),
)
"""Processors and a disk; either is the bottleneck somewhere."""
THINK_S = (0.0, 0.2, 1.0, 5.0)
DESIGNS = (
    (0.03, 0.3, 3.0),
    (0.1, 0.4, 0.8, 1.2, 2.0),
    (0.03, 0.1, 0.3, 0.6, 1.0, 1.5, 3.0),
    (0.03, 0.1, 0.3, 0.6, 0.9, 1.1, 1.3, 1.5, 3.0),
)
"""Levels as multiples of the users at the knee, N* = (D + Z) / D_b; the first is 3/30/300."""
LEAST_LEVELS = 3
LOADS = (0.3, 0.6, 0.8, 0.9, 0.97)
"""Rates asked about, from the first level's to the highest one's."""

TARGETS = (0.7, 0.9, 0.97, 0.999)
"""Targets as shares of the true response time: a PASS is wrong."""


@dataclass(frozen=True, slots=True)
class Noise:
    """Log-normal scatter from run to run, as shares."""

    rate: float
    response: float
    growth: float = 1.0
    """The last level's over the first one's."""


NO_NOISE = Noise(0.0, 0.0)
NOISES = (Noise(0.02, 0.02), Noise(0.02, 0.05), Noise(0.05, 0.05), Noise(0.015, 0.02, 3.0))


@dataclass(frozen=True, slots=True)
class Truth:
    """An exact network and the levels at which it is tested."""

    network: Network
    users: tuple[int, ...]
    points: tuple[Point, ...]

    def rates(self) -> list[float]:
        """Return the rates asked about."""
        ends = [self.points[n - 1].rate for n in (self.users[0], self.users[-1])]
        return [ends[0] + share * (ends[1] - ends[0]) for share in LOADS]

    def response_s(self, rate: float) -> float:
        """Return the exact response time at a rate."""
        rates = [point.rate for point in self.points]
        return float(np.interp(rate, rates, [point.response_s for point in self.points]))


@dataclass(slots=True)
class Tally:
    """What was seen over all cases."""

    shown: int = 0
    """Intervals with both ends."""
    above: int = 0
    """Truths above the upper end ..."""
    below: int = 0
    """... and below the lower one."""
    judged: int = 0
    """Verdicts on targets that the truth misses."""
    wrong_passes: int = 0
    closest_passes: int = 0
    """Of the wrong ones those on a target that is missed by a thousandth."""
    wrong_fails: int = 0
    """A FAIL on a target that the truth keeps, by a thousandth."""
    undemonstrated: int = 0
    """Rates above what the noisy runs show."""
    curves: int = 0
    overshot: int = 0
    """Curves whose demonstrated rate is above the exact one of the highest level."""
    demonstrated: list[float] = field(default_factory=list)
    """Demonstrated rate as a share of that exact one."""
    widths: list[float] = field(default_factory=list)
    """Upper over lower end, minus one."""
    high_widths: list[float] = field(default_factory=list)
    """Upper end over the truth, minus one, next to the top level; infinite where not shown."""
    verdicts: Counter[str] = field(default_factory=Counter)
    """On a target a quarter above the truth."""

    @property
    def coverage(self) -> float:
        """Share of the intervals that hold the truth."""
        return 1.0 - (self.above + self.below) / self.shown

    @property
    def overshot_share(self) -> float:
        """Share of the curves whose demonstrated rate is above the exact top rate."""
        return self.overshot / self.curves

    @property
    def wrong_pass_share(self) -> float:
        """Share of the judged targets, none of which is kept, that pass."""
        return self.wrong_passes / self.judged


@cache
def truths() -> tuple[Truth, ...]:
    """Return networks and designs; small systems leave out designs that coincide."""
    return tuple(_make_truths())


def _make_truths() -> Iterator[Truth]:
    for stations, think_s in product(HARDWARE, THINK_S):
        network = Network(stations, think_s=think_s)
        slowest = max(s.demand_s / s.servers for s in stations)
        knee = (sum(s.demand_s for s in stations) + think_s) / slowest
        for design in DESIGNS:
            users = sorted({max(1, round(share * knee)) for share in design})
            if len(users) >= LEAST_LEVELS:
                points = tuple(solve(network, users[-1]))
                yield Truth(network, tuple(users), points)


def tally(cases: Iterable[tuple[Truth, Noise, int, int]], draws: int = 1_000) -> Tally:
    """Look at cases: a truth, noise, repetitions and a seed each."""
    seen = Tally()
    for truth, noise, runs, seed in cases:
        built = _measure(truth, noise, runs, seed)
        curve = estimate_curve(build_levels(built, "mean"), draws=draws)
        assert curve is not None
        _look_at_top(seen, truth, curve)
        for rate in truth.rates():
            _look(seen, truth, curve, rate)
    return seen


def _measure(truth: Truth, noise: Noise, runs: int, seed: int) -> list[LoadRun]:
    built: list[LoadRun] = []
    for place, users in enumerate(truth.users):
        grown = 1.0 + (noise.growth - 1.0) * place / (len(truth.users) - 1)
        spread = (noise.rate * grown, noise.response * grown)
        built += make_runs(truth.network, (users,), runs, spread, 100 * seed + place)
    return built


def _look_at_top(seen: Tally, truth: Truth, curve: ResponseCurve) -> None:
    share = curve.demonstrated_tps / truth.points[truth.users[-1] - 1].rate
    seen.curves += 1
    seen.overshot += share > 1.0 + 1e-9
    seen.demonstrated.append(share)


def _look(seen: Tally, truth: Truth, curve: ResponseCurve, rate: float) -> None:
    exact = truth.response_s(rate)
    for share in TARGETS:
        seen.judged += 1
        passes = judge_curve(curve, rate, share * exact) in PASSES
        seen.wrong_passes += passes
        seen.closest_passes += passes and share == TARGETS[-1]
    seen.wrong_fails += judge_curve(curve, rate, 1.001 * exact).value.startswith("FAIL")
    seen.verdicts[judge_curve(curve, rate, 1.25 * exact).value] += 1
    result = response_at(curve, rate)
    if rate == truth.rates()[-1]:
        seen.high_widths.append(inf if result.high is None else result.high / exact - 1.0)
    if result.low is None or result.high is None:
        seen.undemonstrated += 1
        return
    seen.shown += 1
    # A bracket through exact means ends at the truth: rounding is no miss.
    seen.above += exact > result.high * (1 + 1e-9)
    seen.below += exact < result.low * (1 - 1e-9)
    seen.widths.append(result.high / result.low - 1.0)


def cases(
    noise: Noise, runs: int, seeds: Iterable[int]
) -> Iterator[tuple[Truth, Noise, int, int]]:
    """Go through every truth with every seed; no two cases have the same dice."""
    for seed in seeds:
        for place, truth in enumerate(truths()):
            yield truth, noise, runs, 1_000 * seed + place
