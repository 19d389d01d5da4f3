"""Both variants of the closed bottleneck model and their fit (MODEL P5 step 3)."""

from __future__ import annotations

import numpy as np
import pytest

from arraywise.analysis.closed_model import (
    Fit,
    Measured,
    Variant,
    fit_variant,
    fit_variants,
    response_at_rate,
    solve_delay,
    solve_queue,
    users_at_rate,
)
from tests.analysis.bench import TWO_QUEUES, points
from tests.worked_example.queueing import Network, Station


@pytest.mark.parametrize(
    ("users", "rate", "response_s"),
    [
        (1, 0.987166831194139, 0.013),
        (3, 2.9611282411827893, 0.01312734729843501),
        (30, 29.546774736385366, 0.015339246589798128),
        (100, 96.48657782400895, 0.03641358472055578),
        (300, 125.0, 1.4),
    ],
)
def test_delay_variant(users: int, rate: float, response_s: float) -> None:
    """Published model golden `cbm`."""
    rates, responses = solve_delay(users, 0.008, 0.005, 1.0)
    assert rates[-1] == pytest.approx(rate, rel=1e-9)
    assert responses[-1] == pytest.approx(response_s, rel=1e-8)


@pytest.mark.parametrize(
    ("users", "rate", "waiting_s"),
    [(10, 9.24073662736, 0.0821648103673), (30, 19.8308500332, 0.512794456606)],
)
def test_delay_variant_is_the_machine_repairman(users: int, rate: float, waiting_s: float) -> None:
    """Published model golden `repairman` (R queueing): Z = 1, S = 0.05, one server."""
    rates, responses = solve_delay(users, 0.05, 0.0, 1.0)
    assert rates[-1] == pytest.approx(rate, rel=1e-10)
    assert responses[-1] == pytest.approx(waiting_s, rel=1e-9)


@pytest.mark.parametrize(
    ("users", "think_s", "rate", "response_s"),
    [
        (10, 0.0, 124.57123712376736, 0.08027535273),
        (100, 1.0, 96.10138647235512, 0.04056771365),
        (300, 1.0, 125.0, 1.4),
    ],
)
def test_queue_variant(users: int, think_s: float, rate: float, response_s: float) -> None:
    """Published model golden `closed_mva` (PDQ and R queueing)."""
    rates, responses = solve_queue(users, 0.008, 0.005, think_s)
    assert rates[-1] == pytest.approx(rate, rel=1e-10)
    assert responses[-1] == pytest.approx(response_s, rel=1e-9)


@pytest.mark.parametrize("solver", [solve_delay, solve_queue])
def test_no_think_time_saturates_at_once(solver: object) -> None:
    rates, _ = solver(5, 0.01, 0.0, 0.0)  # type: ignore[operator]
    assert rates == pytest.approx([100.0] * 5)


def test_thousands_of_users() -> None:
    """MODEL P5 step 3: 3,100 users, D = 4 and 10 ms, Z = 20 s; the exact recursion's figure."""
    rates, _ = solve_delay(3_100, 0.004, 0.010, 20.0)
    assert rates[-1] == pytest.approx(154.841331481660, rel=1e-13)


def test_many_users_do_not_overflow() -> None:
    rates, responses = solve_delay(5_000, 0.001, 0.001, 20.0)
    assert np.isfinite(rates).all()
    assert (np.diff(responses) > -1e-9).all()
    assert rates[-1] <= 1_000.0


def measured(network: Network, users: tuple[int, ...]) -> Measured:
    exact = np.array(points(network, users))
    return Measured(
        np.array(users, dtype=float),
        exact[:, 0],
        exact[:, 1],
        np.zeros(len(users)),
        network.think_s,
    )


def fit(variant: Variant) -> Fit:
    return fit_variant(measured(TWO_QUEUES, (3, 30, 300)), variant)


@pytest.mark.parametrize(
    ("variant", "response_ms"), [(Variant.DELAY, 28.39), (Variant.QUEUE, 31.45)]
)
def test_fit_to_three_levels(variant: Variant, response_ms: float) -> None:
    """MODEL P5: from levels 3/30/300, truth 31.45 ms at 84 tx/s."""
    found = response_at_rate(fit(variant), np.array([84.0]), 300)[0]
    assert round(found * 1e3, 2) == response_ms


def test_users_to_test_next() -> None:
    """MODEL P5 step 6: 86.385."""
    assert users_at_rate(fit(Variant.DELAY), 84.0, 300) == pytest.approx(86.385, abs=5e-4)


def test_model_needs_two_unsaturated_levels() -> None:
    assert fit_variants(measured(TWO_QUEUES, (3, 30, 300))) is not None
    assert fit_variants(measured(TWO_QUEUES, (30, 200, 300))) is None


def test_model_is_refused_where_one_variant_does_not_fit() -> None:
    """A long fixed delay is no queue: the truth would lie outside the two variants."""
    network = Network((Station(0.004), Station(0.006), Station(0.008)), 0.01, 0.2)
    assert fit_variants(measured(network, (3, 14, 28, 57))) is None


def test_nothing_is_said_above_the_bottleneck() -> None:
    assert response_at_rate(fit(Variant.QUEUE), np.array([126.0]), 600)[0] == np.inf
