"""The warm-up is cut off and drift is noticed (MODEL P2.1)."""

from __future__ import annotations

import numpy as np
import pytest

from arraywise.analysis.curves.steady_state import find_steady_window


def series(warm_up: int, drift: float = 0.0, seconds: int = 600) -> np.ndarray:
    noise = np.random.default_rng(7).normal(0, 3, seconds)
    trend = 100 * (1 + drift * (np.arange(seconds) / seconds - 0.5))
    ramp = np.minimum(1.0, (np.arange(seconds) + 1) / max(1, warm_up))
    return trend * ramp + noise


@pytest.mark.parametrize("warm_up", [60, 120, 240])
def test_warm_up_is_left_out(warm_up: int) -> None:
    window = find_steady_window(series(warm_up))
    assert window is not None
    assert abs(window.start - warm_up) <= 15
    assert window.is_steady
    assert window.mean == pytest.approx(100, rel=0.01)


def test_a_steady_run_is_kept_whole() -> None:
    window = find_steady_window(series(0))
    assert window is not None
    assert (window.start <= 60, window.stop, window.is_steady) == (True, 600, True)


@pytest.mark.parametrize(("drift", "steady"), [(0.03, True), (0.1, False), (-0.1, False)])
def test_drift_over_the_window(drift: float, steady: bool) -> None:  # noqa: FBT001
    window = find_steady_window(series(0, drift))
    assert window is not None
    assert window.is_steady is steady


def test_never_more_than_half_is_cut() -> None:
    window = find_steady_window(series(580))
    assert window is not None
    assert window.start <= 300


@pytest.mark.parametrize("values", [[], [5.0] * 20])
def test_too_short_a_series_has_no_window(values: list[float]) -> None:
    assert find_steady_window(values) is None


def test_a_run_that_did_nothing_does_not_drift() -> None:
    window = find_steady_window([0.0] * 100)
    assert window is not None
    assert (window.mean, window.drift) == (0, 0)
