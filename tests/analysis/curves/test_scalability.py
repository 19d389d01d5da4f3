"""The scalability law agrees with R's package usl (MODEL P6; golden model `usl`)."""

from __future__ import annotations

import numpy as np
import pytest

from arraywise.analysis.curves.queueing_models import (
    Scalability,
    fit_scalability,
)

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
    ("data", "alpha", "beta", "gamma"),
    [
        (SPEC, 0.02772847, 1.043655e-4, 89.99523),
        (RAYTRACER, 0.0577708, 0.0, 21.84884),
        (FIRST_SIX, 0.0244440, 0.00162681, 20.85605),
        (CISCO, 0.02671595, 7.690939e-4, 995.6488),
    ],
)
def test_published_fits(data: Data, alpha: float, beta: float, gamma: float) -> None:
    result = fit(data)
    assert result.alpha == pytest.approx(alpha, rel=1e-4)
    assert result.beta == pytest.approx(beta, rel=1e-4, abs=1e-9)
    assert result.gamma == pytest.approx(gamma, rel=1e-4)


def test_published_interval() -> None:
    assert fit(SPEC).intervals[0] == pytest.approx((0.002402, 0.053055), abs=2e-6)
