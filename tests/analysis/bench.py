"""A small lab of exact queueing models, from which tests make runs, options and studies."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from arraywise.domain.options import Architecture, Option, ProvisioningTime
from arraywise.domain.pricing import PriceLine, PriceSheet
from arraywise.domain.requirement import Requirement
from arraywise.domain.study import HostUse, LoadRun, OptionFacts, StudyFacts
from tests.worked_example.queueing import Network, Station, solve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.worked_example.queueing import Point

TWO_QUEUES = Network((Station(0.005), Station(0.008)), think_s=1.0)
"""MODEL P5's test bed: D = 5 and 8 ms, Z = 1 s; the true response time at 84 tx/s is 31.45 ms."""
FREE_HOST = HostUse("host.csv", samples=60, busy_median=0.5, idle_at_most_5_percent=0.0)
BUSY_HOST = HostUse("host.csv", samples=60, busy_median=0.99, idle_at_most_5_percent=0.9)
DEMAND_84 = Requirement(response_time_s=0.05, visits_per_month=54_432_000)


@lru_cache(maxsize=1024)
def _solved(network: Network, users: int) -> list[Point]:
    return solve(network, users)


def points(network: Network, users: Sequence[int]) -> list[tuple[float, float]]:
    """Return exact rates and response times at some numbers of users."""
    solved = _solved(network, max(users))
    return [(solved[n - 1].rate, solved[n - 1].response_s) for n in users]


def true_response(network: Network, rate: float, most_users: int = 300) -> float:
    solved = solve(network, most_users)
    return float(np.interp(rate, [p.rate for p in solved], [p.response_s for p in solved]))


def make_runs(
    network: Network,
    users: Sequence[int],
    runs: int = 5,
    noise: tuple[float, float] = (0.0, 0.0),
    seed: int = 1,
) -> tuple[LoadRun, ...]:
    """Make runs of a network; noise is the log-normal spread of rate and response time."""
    dice = np.random.default_rng(seed)
    built = []
    for level, (rate, response) in zip(users, points(network, users), strict=True):
        for repetition in range(runs):
            off_rate, off_response = np.exp(np.multiply(noise, dice.normal(size=2)))
            built.append(
                LoadRun(
                    run_id=1000 * seed + len(built),
                    file=f"u{level}_r{repetition}.xml",
                    tool="swingbench",
                    users=level,
                    rate_tps=rate * off_rate,
                    responses_s=(("mean", response * off_response),),
                    duration_s=600.0,
                    completed=rate * 600,
                    failed=0.0,
                    think_time_s=network.think_s,
                    host_use=FREE_HOST,
                )
            )
    return tuple(built)


def with_host(runs: Sequence[LoadRun], users: int, use: HostUse | None) -> tuple[LoadRun, ...]:
    """Put another host monitor beside the runs from a number of users up."""
    return tuple(replace(r, host_use=use) if r.users >= users else r for r in runs)


def make_option(
    number: int,
    runs: Sequence[LoadRun] = (),
    price: str | None = "500000",
    minutes: float | None = 60.0,
    *,
    shared: bool = True,
) -> OptionFacts:
    sheet = PriceSheet("EUR", (PriceLine("array", Decimal(price)),)) if price else None
    times = (
        tuple(ProvisioningTime("all", k + 1, 60 * minutes) for k in range(5)) if minutes else ()
    )
    option = Option(number, f"option {number}", Architecture.OTHER, number - 1, shared)
    return OptionFacts(option, tuple(runs), (), sheet, times)


def make_study(
    *options: OptionFacts, requirement: Requirement = DEMAND_84, **fields: object
) -> StudyFacts:
    known = {"name": "study", "client": "", "currency": "EUR", "criteria": ()} | fields
    return StudyFacts(requirement=requirement, options=tuple(options), **known)  # type: ignore[arg-type]


def faster(factor: float) -> Network:
    """Return the test bed with service times divided by a factor."""
    stations = tuple(Station(s.demand_s / factor) for s in TWO_QUEUES.stations)
    return Network(stations, think_s=TWO_QUEUES.think_s)


LEVELS = (10, 30, 60, 90, 120, 150)


def three_options(**fields: object) -> StudyFacts:
    """Return a study of three options with real trade-offs, slightly noisy."""
    noise = (0.005, 0.01)
    return make_study(
        make_option(1, make_runs(faster(1.0), LEVELS, noise=noise, seed=1), "615000", 95),
        make_option(2, make_runs(faster(0.95), LEVELS, noise=noise, seed=2), "528600", 25),
        make_option(3, make_runs(faster(0.9), LEVELS, noise=noise, seed=3), "430000", 20),
        **fields,
    )
