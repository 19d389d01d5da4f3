"""Both variants of the closed bottleneck model and their fit (MODEL P5 step 3)."""

from __future__ import annotations

import numpy as np
import pytest

from arraywise.analysis.curves.queueing_models import (
    MOST_USERS,
    Fit,
    MeasuredLevels,
    Variant,
    fit_delay_and_queue,
    fit_variant,
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


def by_recursion(
    variant: Variant, most_users: int, bottleneck_s: float, rest_s: float, think_s: float
) -> list[tuple[float, float]]:
    """Exact mean value analysis, user by user: Reiser and Lavenberg, J. ACM 27 (1980)."""
    result = []
    at_bottleneck = at_rest = 0.0
    for users in range(1, most_users + 1):
        in_bottleneck = bottleneck_s * (1.0 + at_bottleneck)
        in_rest = rest_s * (1.0 + at_rest)
        rate = users / (in_bottleneck + in_rest + think_s)
        at_bottleneck = rate * in_bottleneck
        at_rest = rate * in_rest if variant is Variant.QUEUE else 0.0
        result.append((rate, in_bottleneck + in_rest))
    return result


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("think_s", [0.0, 0.001, 1.0, 100.0])
@pytest.mark.parametrize("rest_s", [0.0, 1e-7, 9e-4, 1e-3, 0.2])
@pytest.mark.parametrize(
    ("most_users", "near"), [(1, 1e-15), (2, 1e-15), (300, 1e-13), (20_000, 2e-11)]
)
def test_curves_are_those_of_the_recursion(
    variant: Variant, think_s: float, rest_s: float, most_users: int, near: float
) -> None:
    exact = np.array(by_recursion(variant, most_users, 1e-3, rest_s, think_s)).T
    solver = solve_queue if variant is Variant.QUEUE else solve_delay
    for result, curve in zip(solver(most_users, 1e-3, rest_s, think_s), exact, strict=True):
        np.testing.assert_allclose(result, curve, rtol=near)


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("rest_s", [6e-4, 1e-3])
def test_a_hundred_thousand_users_are_those_of_the_recursion(
    variant: Variant, rest_s: float
) -> None:
    exact = np.array(by_recursion(variant, MOST_USERS, 1e-3, rest_s, 60.0)).T
    solver = solve_queue if variant is Variant.QUEUE else solve_delay
    for result, curve in zip(solver(MOST_USERS, 1e-3, rest_s, 60.0), exact, strict=True):
        np.testing.assert_allclose(result, curve, rtol=1e-11)


@pytest.mark.parametrize("solver", [solve_delay, solve_queue])
def test_no_think_time_saturates_at_once(solver: object) -> None:
    rates, _ = solver(5, 0.01, 0.0, 0.0)  # type: ignore[operator]
    assert rates == pytest.approx([100.0] * 5)


def test_thousands_of_users() -> None:
    """MODEL P5 step 3: 3,100 users, D = 4 and 10 ms, Z = 20 s; the exact recursion's figure."""
    rates, _ = solve_delay(3_100, 0.004, 0.010, 20.0)
    assert rates[-1] == pytest.approx(154.841331481660, rel=1e-13)


def test_many_users_do_not_overflow() -> None:
    rates, responses = solve_delay(MOST_USERS, 0.001, 0.001, 20.0)
    assert np.isfinite(rates).all()
    assert (np.diff(responses) > -1e-9).all()
    assert rates[-1] <= 1_000.0


def measured(network: Network, users: tuple[int, ...]) -> MeasuredLevels:
    exact = np.array(points(network, users))
    return MeasuredLevels(
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
    result = fit(variant).curve(300).response_s(np.array([84.0]))[0]
    assert round(result * 1e3, 2) == response_ms


def test_users_to_test_next() -> None:
    """MODEL P5 step 6: 86.385."""
    assert users_at_rate(fit(Variant.DELAY), 84.0, 300) == pytest.approx(86.385, abs=5e-4)


def test_model_needs_two_unsaturated_levels() -> None:
    assert fit_delay_and_queue(measured(TWO_QUEUES, (3, 30, 300))) is not None
    assert fit_delay_and_queue(measured(TWO_QUEUES, (30, 200, 300))) is None


def test_model_is_refused_where_one_variant_does_not_fit() -> None:
    """A long fixed delay is no queue: the truth would lie outside the two variants."""
    network = Network((Station(0.004), Station(0.006), Station(0.008)), 0.01, 0.2)
    assert fit_delay_and_queue(measured(network, (3, 14, 28, 57))) is None


def test_nothing_is_said_above_the_bottleneck() -> None:
    assert fit(Variant.QUEUE).curve(600).response_s(np.array([126.0]))[0] == np.inf


def crowd(most_users: int, levels: tuple[float, ...]) -> MeasuredLevels:
    """Two queues that half of the users saturate, measured at shares of the most users."""
    users = np.round(most_users * np.array(levels))
    rates, responses = solve_queue(most_users, 60.0 / most_users, 30.0 / most_users, 30.0)
    at = users.astype(int) - 1
    return MeasuredLevels(users, rates[at], responses[at], np.zeros(len(users)), 30.0)


@pytest.mark.parametrize("most_users", [20_000, MOST_USERS])
def test_many_users_get_their_models(most_users: int) -> None:
    result = fit_delay_and_queue(crowd(most_users, (0.1, 0.3, 0.45, 0.6, 1.0)))
    assert result is not None
    delay, queue = result
    assert queue.bottleneck_s == pytest.approx(60.0 / most_users, rel=1e-8)
    assert queue.rest_s == pytest.approx(30.0 / most_users, rel=1e-6)
    assert delay.bottleneck_s == pytest.approx(60.0 / most_users, rel=0.02)
    assert queue.curve(most_users).level(most_users)[0] == pytest.approx(most_users / 60.0)


def test_no_model_above_what_was_checked() -> None:
    assert fit_delay_and_queue(crowd(MOST_USERS + 1, (0.1, 0.3, 0.45, 0.6, 1.0))) is None
