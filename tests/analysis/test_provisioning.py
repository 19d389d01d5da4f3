"""Provisioning minutes become a time with its interval and an ease factor (MODEL D1)."""

from __future__ import annotations

import pytest

from arraywise.analysis.provisioning import ease_factors, provisioning_time
from arraywise.domain.decision import Interval
from arraywise.domain.provisioning import ProvisioningTime


def times(**steps: list[float]) -> list[ProvisioningTime]:
    return [
        ProvisioningTime(step, repetition, seconds)
        for step, readings in steps.items()
        for repetition, seconds in enumerate(readings, start=1)
    ]


def test_steps_add_up_over_repetitions() -> None:
    found = provisioning_time(times(zone=[60, 70, 80], map=[40, 30, 20]))
    assert found == Interval(100.0, 100.0, 100.0)


def test_interval_is_students() -> None:
    """42, 40, 45, 41, 43 minutes: s = 1.9235, t(4) = 2.7764."""
    found = provisioning_time(times(all=[60 * m for m in (42, 40, 45, 41, 43)]))
    assert found.point == pytest.approx(60 * 42.2)
    assert found.high == pytest.approx(60 * (42.2 + 2.3884), abs=0.1)


def test_a_repetition_that_misses_a_step_has_no_total() -> None:
    found = provisioning_time(times(zone=[60, 80], map=[40]))
    assert found == Interval(None, 110.0, None)


def test_a_time_is_never_negative() -> None:
    assert provisioning_time(times(all=[10, 1000])).low == 0


def test_nothing_is_known_without_readings() -> None:
    assert provisioning_time([]) == Interval(None, None, None)
    assert ease_factors([None, None]) == (None, None)


def test_quickest_option_has_one() -> None:
    assert ease_factors([5700.0, None, 1500.0, 2700.0]) == (3.8, None, 1.0, 1.8)
