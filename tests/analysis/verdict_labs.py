"""Labs of known truth with what goes wrong in real ones, and how many verdicts on them are wrong.

Closed networks of processors and a disk (exact, `tests.worked_example.queueing`) are measured at a
few levels, second by second, with scatter from run to run and a rate whose batches know of each
other. Then a fault is planted: levels that a job beside them slowed, a cache that warms, a write
cache that fills. `python -m tests.analysis.verdict_labs` counts wrong verdicts of each kind.
"""

from __future__ import annotations

import math
import sys
from array import array
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.decision.screening import judge_curve
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.decision import FAILS, PASSES
from arraywise.domain.study import HostUse, LoadRun
from tests.analysis.bench import make_option, make_study
from tests.worked_example.queueing import Network, Point, Station, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from arraywise.analysis.arrays import Floats
    from arraywise.analysis.curves.response_curve import ResponseCurve
    from arraywise.domain.study import StudyFacts

    Course: TypeAlias = "Callable[[Floats], Floats]"
    Dice: TypeAlias = "np.random.Generator"

CLEAN, CORRELATED = "clean", "correlated"
CONTAMINATED, NOISY_LEVELS = "contaminated", "levels off"
WARMING, WARMING_EACH = "warming", "warming in each run"
FILLING, FILLING_EACH = "filling", "filling in each run"
OTHER_HOST = "another host"
FOR_AN_HOUR = ", tau 60 min"
KINDS = (
    OTHER_HOST,
    *(CLEAN, CORRELATED, CONTAMINATED, NOISY_LEVELS),
    *(WARMING, WARMING_EACH, FILLING, FILLING_EACH),
    *(kind + FOR_AN_HOUR for kind in (WARMING, WARMING_EACH, FILLING, FILLING_EACH)),
)
LOADS = (0.5, 0.7, 0.85, 0.95, 1.1, 1.3)
"""Demands as shares of the highest true rate; beyond it no target is kept."""
TARGETS = (0.6, 0.8, 0.9, 1.1, 1.25, 1.6)
"""Targets as shares of the true response time."""
RUN_S, PAUSE_S = 600, 60
_BATCH_S = 10
_FACTORS = np.linspace(1.0, 2.6, 9)
"""Of the disk's demand: what a cold cache makes of it lies in between."""


@dataclass(frozen=True, slots=True)
class Lab:
    """One option's runs and the response time that it has for good."""

    runs: tuple[LoadRun, ...]
    truth: tuple[Point, ...]

    @property
    def top_tps(self) -> float:
        """The highest true rate at the levels that were measured."""
        return self.truth[max(run.users for run in self.runs) - 1].rate

    def response_s(self, rate: float) -> float:
        """Return the true response time at a rate; infinite where none of its users reach it."""
        rates = [point.rate for point in self.truth]
        if rate > rates[-1]:
            return math.inf
        return float(np.interp(rate, rates, [point.response_s for point in self.truth]))

    def questions(self) -> Iterator[tuple[float, float, bool]]:
        """Return rates, targets and whether the truth keeps them."""
        for load, share in product(LOADS, TARGETS):
            rate = load * self.top_tps
            exact = self.response_s(rate)
            near = self.response_s(self.top_tps) if math.isinf(exact) else exact
            yield rate, share * near, exact <= share * near


@lru_cache(maxsize=512)
def _solved(network: Network, users: int) -> tuple[Point, ...]:
    return tuple(solve(network, users))


@lru_cache(maxsize=512)
def _rates_by_factor(network: Network, most: int) -> Floats:
    """Return rates at each number of users, shape (factors, users)."""
    cpu, disk = network.stations
    slowed = (Station(disk.demand_s * factor) for factor in _FACTORS.tolist())
    networks = (replace(network, stations=(cpu, each)) for each in slowed)
    return np.array([[point.rate for point in _solved(each, most)] for each in networks])


def make_lab(  # noqa: PLR0915 - one lab after the other figure of it
    kind: str, seed: int, number: int = 1, host: tuple[str, float] = ("", 1.0)
) -> Lab:
    """Measure a network that the seed draws, with a fault of some kind.

    On a host of a name, where transactions take so many times the processor time; the truth is of
    the host on which they take it once.
    """
    dice = np.random.default_rng(seed)
    disk_s = float(dice.uniform(0.004, 0.012))
    processors = int(dice.choice((2, 4, 8)))
    cpu_s = disk_s * processors * float(dice.uniform(0.15, 0.6))
    think_s = float(dice.choice((0.0, 0.2, 0.5, 1.0)))
    disk = Station(disk_s)
    network = Network((Station(cpu_s, processors), disk), think_s=think_s)
    knee = (cpu_s + disk_s + think_s) / disk_s
    shares = ((0.1, 0.4, 0.8, 1.2, 2.0), (0.1, 0.3, 0.5, 0.7, 0.9, 1.2, 1.6), (0.3, 0.6, 0.9, 1.3))
    users = sorted({max(1, round(s * knee)) for s in shares[int(dice.integers(3))]})
    repetitions = int(dice.choice((2, 3, 5)))
    order = [(u, r) for u in users for r in range(repetitions)]
    if dice.random() < 0.5:  # blocks: every level once, then again
        order.sort(key=lambda each: each[1])
    course = _course(kind, dice)
    slowed = {u: _slowing(kind, dice) for u in users}
    truth = _truth(network, course, 3 * users[-1])
    cpu_s *= host[1]
    network = replace(network, stations=(Station(cpu_s, processors), disk))
    by_factor = _rates_by_factor(network, users[-1])
    runs = []
    for place, (level, _) in enumerate(order):
        begins = 0.0 if "each run" in kind else place * (RUN_S + PAUSE_S)
        factors = course(begins + np.arange(RUN_S, dtype=float))
        rates = np.interp(factors, _FACTORS, by_factor[:, level - 1])
        cycle = level / rates
        response = (cycle - think_s) * slowed[level] * float(np.exp(dice.normal(0, 0.02)))
        rates = level / (response + think_s)
        rates = np.maximum(rates * (1 + _noise(kind, dice, float(rates.mean()))), 1e-6)
        response_s = level / float(rates.mean()) - think_s
        rates[: int(dice.integers(12))] *= 0.5  # users log on
        rate = float(rates.mean())
        runs.append(
            LoadRun(
                run_id=1000 * number + place,
                file=f"o{number}_u{level}_{place}.xml",
                tool="swingbench",
                users=level,
                rate_tps=rate,
                responses_s=(("mean", response_s),),
                duration_s=float(RUN_S),
                completed=rate * RUN_S,
                failed=0.0,
                think_time_s=think_s,
                rates_tps=array("d", rates.tolist()),
                host_use=HostUse(
                    *("host.csv", 60, min(1.0, rate * cpu_s / processors), 0.0),
                    host=host[0] or None,
                    processors=processors if host[0] else None,
                ),
            )
        )
    return Lab(tuple(runs), truth)


def _course(kind: str, dice: Dice) -> Course:
    """Return by how much the disk's demand is higher at a time of the lab."""
    height = float(dice.uniform(0.2, 1.5))
    constant = 60.0 * float(dice.choice((3, 10, 20)))
    if kind.endswith(FOR_AN_HOUR):
        constant = 3600.0
    if kind.startswith("warming"):
        return lambda t: 1 + height * np.exp(-t / constant)
    if kind.startswith("filling"):
        return lambda t: 1 + height * (1 - np.exp(-t / constant))
    return lambda t: np.ones(t.shape)


def _truth(network: Network, course: Course, most: int) -> tuple[Point, ...]:
    cpu, disk = network.stations
    last = float(course(np.array([1e9]))[0])
    return _solved(replace(network, stations=(cpu, Station(disk.demand_s * last))), most)


def _slowing(kind: str, dice: Dice) -> float:
    """Return by how much the response time of a level is longer."""
    if kind == CONTAMINATED:
        return float(dice.uniform(1.15, 2.5)) if dice.random() < 1 / 6 else 1.0
    return float(np.exp(dice.normal(0, 0.05))) if kind == NOISY_LEVELS else 1.0


def _noise(kind: str, dice: Dice, rate: float) -> Floats:
    """Return shares by which each second's rate is off; batches of ten seconds hang together."""
    rho = 0.6 if kind == CORRELATED else 0.2
    batches, before = [], 0.0
    for _ in range(RUN_S // _BATCH_S):
        before = rho * before + math.sqrt(1 - rho * rho) * float(dice.normal(0, 0.02))
        batches.append(before)
    white = dice.normal(0, 1 / math.sqrt(rate), RUN_S)
    return np.clip(np.repeat(batches, _BATCH_S) + white, -0.95, None)


@dataclass(slots=True)
class Tally:
    """Verdicts on one kind of lab."""

    asked: int = 0
    passes: int = 0
    fails: int = 0
    wrong_passes: int = 0
    wrong_fails: int = 0
    faults: list[tuple[int, float, float]] = field(default_factory=list)

    @property
    def decided(self) -> float:
        """Share of the questions that were answered."""
        return (self.passes + self.fails) / max(1, self.asked)


def study_of(*labs: Lab) -> StudyFacts:
    """Put options of labs into a study."""
    return make_study(*(make_option(n, lab.runs) for n, lab in enumerate(labs, start=1)))


def curve_of(kind: str, seed: int) -> tuple[Lab, ResponseCurve | None]:
    """Return a lab with its curve; of another host beside two options that were tested on one."""
    if kind != OTHER_HOST:
        lab = make_lab(kind, seed)
        return lab, prepare_study(study_of(lab)).measure_options("mean")[1].curve
    factor = float(np.random.default_rng(seed).choice((0.4, 0.65, 1.5, 2.5)))
    lab = make_lab(CLEAN, seed, 3, ("B", factor))
    facts = study_of(*(make_lab(CLEAN, seed, n, ("A", 1.0)) for n in (1, 2)), lab)
    return lab, build_problem(prepare_study(facts), facts).model.candidates[2].curve


def tally(kind: str, seeds: Iterable[int]) -> Tally:
    """Judge labs of a kind at all loads and targets."""
    seen = Tally()
    for seed in seeds:
        lab, curve = curve_of(kind, seed)
        for rate, target, kept in lab.questions():
            verdict = judge_curve(curve, rate, target)
            seen.asked += 1
            seen.passes += verdict in PASSES
            seen.fails += verdict in FAILS
            is_wrong = (verdict in PASSES and not kept) or (verdict in FAILS and kept)
            seen.wrong_passes += verdict in PASSES and not kept
            seen.wrong_fails += verdict in FAILS and kept
            if is_wrong:
                seen.faults.append((seed, rate / lab.top_tps, target))
    return seen


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    for each in sys.argv[2:] or KINDS:
        t = tally(each, range(10_000, 10_000 + count))
        print(
            f"{each:22} asked {t.asked:5} passes {t.passes:5} wrong {t.wrong_passes:3}  "
            f"fails {t.fails:5} wrong {t.wrong_fails:3}  decided {t.decided:.3f}",
            flush=True,
        )
