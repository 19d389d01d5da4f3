"""The scalability law agrees with R's package usl (MODEL P6; golden model `usl`)."""

from __future__ import annotations

import math

import numpy as np
import pytest

from arraywise.analysis.curves.queueing_models import (
    Scalability,
    _slopes,
    describe_shape,
    fit_scalability,
)
from arraywise.analysis.curves.statistics import t_quantile
from arraywise.domain.messages import UserError

# Data sets that R's package usl ships: users and rates.
SPEC = ((1, 18, 36, 72, 108, 144, 216), (64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2))
RAYTRACER = (
    (1, 4, 8, 12, 16, 20, 24, 28, 32, 48, 64),
    (20, 78, 130, 170, 190, 200, 210, 230, 260, 280, 310),
)
FIRST_SIX = (RAYTRACER[0][:6], RAYTRACER[1][:6])
CISCO = (
    tuple(range(1, 33)),
    (
        955.16, 1878.91, 2688.01, 3548.68, 4315.54, 5130.43, 5931.37, 6531.08, 7219.8, 7867.61,
        8278.71, 8646.7, 9047.84, 9426.55, 9645.37, 9897.24, 10097.6, 10240.5, 10532.39,
        10798.52, 11151.43, 11518.63, 11806, 12089.37, 12075.41, 12177.29, 12211.41, 12158.93,
        12155.27, 12118.04, 12140.4, 12074.39,
    ),
)  # fmt: skip
Data = tuple[tuple[float, ...], tuple[float, ...]]


def fit(data: Data) -> Scalability:
    return fit_scalability(*(np.array(values, dtype=np.float64) for values in data))


@pytest.mark.parametrize(
    ("data", "alpha", "beta", "gamma", "error"),
    [
        (SPEC, 0.02772847, 1.043655e-4, 89.99523, 82.8458),
        (RAYTRACER, 0.0577708, 0.0, 21.84884, 9.335669),
        (FIRST_SIX, 0.0244440, 0.00162681, 20.85605, 1.834110),
        (CISCO, 0.02671595, 7.690939e-4, 995.6488, 187.8967),
    ],
)
def test_published_fits(data: Data, alpha: float, beta: float, gamma: float, error: float) -> None:
    result = fit(data)
    assert result.alpha == pytest.approx(alpha, rel=1e-4)
    assert result.beta == pytest.approx(beta, rel=1e-4, abs=1e-9)
    assert result.gamma == pytest.approx(gamma, rel=1e-4)
    assert result.residual_error == pytest.approx(error, rel=1e-5)


def test_published_peaks() -> None:
    spec, cisco, roof = fit(SPEC), fit(CISCO), fit(RAYTRACER)
    assert spec.peak_users == pytest.approx(96.5196, rel=1e-4)
    assert spec.peak_rate == pytest.approx(1883.899, rel=1e-5)
    assert fit(FIRST_SIX).peak_users == pytest.approx(24.4883, rel=1e-4)
    assert cisco.peak_users == pytest.approx(35.5738, rel=1e-4)
    assert cisco.peak_rate == pytest.approx(12342.85, rel=1e-5)
    assert (roof.peak_users, roof.peak_rate) == (math.inf, pytest.approx(378.199, rel=1e-4))


def test_published_interval() -> None:
    assert fit(SPEC).intervals[0] == pytest.approx((0.002402, 0.053055), abs=2e-6)


@pytest.mark.parametrize(
    ("rate", "users", "response_ms"),
    [
        (955, 0.958069, 1.003214),
        (5_000, 5.767712, 1.153542),
        (11_048, 19.923903, 1.803395),
        (12_201, 29.569036, 2.423493),
        (12_341, 34.833221, 2.822561),
    ],
)
def test_published_inverse(rate: float, users: float, response_ms: float) -> None:
    """With no think time the response time is users / rate."""
    result = fit(CISCO).users(rate)
    assert result == pytest.approx(users, rel=1e-4)
    assert result / rate * 1e3 == pytest.approx(response_ms, rel=1e-4)


def test_out_of_reach() -> None:
    assert fit(CISCO).users(12_400) is None
    assert fit(RAYTRACER).users(400) is None


def test_three_levels_are_too_few() -> None:
    with pytest.raises(UserError, match="at least 4"):
        fit(((1, 2, 4), (1, 1.9, 3.5)))


def test_on_a_bound_the_interval_has_one_side() -> None:
    """Published case raytracer: beta is 0, below which it cannot lie (MODEL P6)."""
    result = fit(RAYTRACER)
    assert result.one_sided == ("beta",)
    assert result.interval("beta") == (0.0, pytest.approx(2.71985e-4, rel=1e-3))
    assert result.interval("alpha") == result.intervals[0]
    assert fit(SPEC).one_sided == ()


@pytest.mark.parametrize(("data", "near"), [(CISCO, 0.15), (SPEC, 0.30)])
def test_the_band_is_about_students_interval(data: Data, near: float) -> None:
    """MODEL P6: bootstrap bands for X, beside t(n - 3) SE(X) of the linear theory."""
    result, users = fit(data), np.array(data[0], dtype=np.float64)
    residuals = result.rate(users) - np.array(data[1])
    slopes = _slopes(users, result.alpha, result.beta, result.gamma)
    variance = residuals @ residuals / (len(users) - 3)
    covariance = variance * np.linalg.inv(slopes.T @ slopes)
    at = _slopes(np.array([result.peak_users]), result.alpha, result.beta, result.gamma)[0]
    half = t_quantile(len(users) - 3) * math.sqrt(at @ covariance @ at)
    low, high = result.band(result.peak_users)
    assert low < result.peak_rate < high
    assert (high - low) / 2 == pytest.approx(half, rel=near)


def test_a_law_without_error_has_no_band() -> None:
    users = np.array([1.0, 4, 9, 16, 30])
    exact = fit_scalability(users, 100 * users / (1 + 0.05 * (users - 1)))
    assert exact.band(30.0) == pytest.approx([float(exact.rate(np.array([30.0]))[0])] * 2)


def test_fewer_than_six_levels_are_rough() -> None:
    five, seven = (describe_shape(*levels_of(SPEC, count)) for count in (5, 7))
    assert five is not None
    assert seven is not None
    assert five.is_rough
    assert not seven.is_rough
    assert describe_shape(*levels_of(SPEC, 3)) is None


def test_the_shape_of_measured_levels_is_the_published_one() -> None:
    shape = describe_shape(*levels_of(SPEC, 7))
    assert shape is not None
    assert shape.alpha.point == pytest.approx(0.02772847, rel=1e-4)
    assert (shape.alpha.low, shape.alpha.high) == pytest.approx((0.002402, 0.053055), abs=2e-6)
    assert shape.peak_users == pytest.approx(96.5196, rel=1e-4)
    assert shape.most_tps == pytest.approx(1883.899, rel=1e-5)
    assert shape.most_tps_ends == fit(SPEC).band(shape.peak_users or 0.0)
    assert shape.one_sided == ()


def test_a_curve_that_the_law_does_not_fit_has_no_peak() -> None:
    """Rates that rise in a straight line and then collapse: the law misses the highest by 23 %."""
    users = (1, 2, 4, 8, 10, 16, 32)
    shape = describe_shape(users, (10.0, 20.0, 40.0, 80.0, 100.0, 60.0, 30.0))
    assert shape is not None
    assert shape.misfit == pytest.approx(-0.229, abs=1e-3)
    assert (shape.peak_users, shape.most_tps, shape.most_tps_ends) == (None, None, None)
    fitted = describe_shape(*levels_of(SPEC, 7))
    assert fitted is not None
    assert fitted.misfit is None


def levels_of(data: Data, count: int) -> Data:
    return data[0][:count], data[1][:count]
