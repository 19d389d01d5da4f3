"""Provisioning minutes become a time with its interval and an ease factor (MODEL D1)."""

from __future__ import annotations

import math

import pytest

from arraywise.analysis.provisioning import (
    ease_factors,
    estimate_error_quantiles,
    provisioning_time,
)
from arraywise.domain.decision import Interval
from arraywise.domain.estimates import Estimate, LeastLikelyMost, MeanAndError
from arraywise.domain.options import (
    ProvisioningTime,
    build_provisioning_time,
    complete_repetition_sums,
)


def times(**steps: list[float]) -> list[ProvisioningTime]:
    return [
        ProvisioningTime(step, repetition, seconds)
        for step, readings in steps.items()
        for repetition, seconds in enumerate(readings, start=1)
    ]


def test_steps_add_up_over_repetitions() -> None:
    result = provisioning_time(times(zone=[60, 70, 80], map=[40, 30, 20]))
    assert result == Interval(100.0, 100.0, 100.0)


def test_interval_is_students() -> None:
    """42, 40, 45, 41, 43 minutes: s = 1.9235, t(4) = 2.7764."""
    result = provisioning_time(times(all=[60 * m for m in (42, 40, 45, 41, 43)]))
    assert result.point == pytest.approx(60 * 42.2)
    assert result.high == pytest.approx(60 * (42.2 + 2.3884), abs=0.1)


def test_a_repetition_that_misses_a_step_has_no_total() -> None:
    result = provisioning_time(times(zone=[60, 80], map=[40]))
    assert result == Interval(None, 110.0, None)


def test_a_time_is_never_negative() -> None:
    assert provisioning_time(times(all=[10, 1000])).low == 0


def test_nothing_is_known_without_readings() -> None:
    assert provisioning_time([]) == Interval(None, None, None)
    assert ease_factors([None, None]) == (None, None)


def test_quickest_option_has_one() -> None:
    assert ease_factors([5700.0, None, 1500.0, 2700.0]) == (3.8, None, 1.0, 1.8)


def judged(step: str, estimate: Estimate, repetition: int = 1) -> ProvisioningTime:
    return build_provisioning_time(step, repetition, estimate)


def test_one_estimate_has_its_own_interval() -> None:
    triangle = provisioning_time([judged("all", LeastLikelyMost(600, 720, 1200))])
    assert triangle.point == 840
    assert triangle.low == pytest.approx(600 + math.sqrt(0.025 * 600 * 120), abs=1e-3)
    assert triangle.high == pytest.approx(1200 - math.sqrt(0.025 * 600 * 480), abs=1e-3)
    normal = provisioning_time([judged("all", MeanAndError(720, 90))])
    assert (normal.low, normal.high) == pytest.approx((543.6, 896.4), abs=0.01)


@pytest.mark.parametrize(
    "estimate",
    [MeanAndError(12, 1.5), MeanAndError(5, 0), LeastLikelyMost(10, 12, 20),
     LeastLikelyMost(3, 3, 9), LeastLikelyMost(3, 9, 9), LeastLikelyMost(4, 4, 4)],
)  # fmt: skip
def test_errors_are_the_quantiles_less_the_mean(estimate: Estimate) -> None:
    errors = estimate_error_quantiles(estimate)
    for at in (0, 249, 2_000, 5_000, 9_999):
        expected = estimate.quantile((at + 0.5) / len(errors)) - estimate.mean
        assert errors[at] == pytest.approx(expected, abs=1e-9)


def test_a_step_that_was_read_once_counts_as_exact_beside_an_estimate() -> None:
    alone = provisioning_time([judged("map", MeanAndError(720, 90))])
    both = provisioning_time([*times(zone=[60]), judged("map", MeanAndError(720, 90))])
    assert (both.low, both.point) == pytest.approx((alone.low + 60, 780))


def test_variances_of_steps_add_up() -> None:
    """3 and 4 are 5."""
    result = provisioning_time(
        [judged("zone", MeanAndError(100, 3)), judged("map", MeanAndError(200, 4))]
    )
    assert result.point == 300
    assert result.high - result.point == pytest.approx(1.96 * 5, rel=0.01)
    assert result.point - result.low == pytest.approx(1.96 * 5, rel=0.01)


def test_skew_of_many_steps_levels_out() -> None:
    """The variance of 10 / 12 / 20 is 84 / 18; of four such steps the sum is nearly normal."""
    four = [judged(step, LeastLikelyMost(10, 12, 20)) for step in "abcd"]
    result = provisioning_time(four)
    half = 1.96 * math.sqrt(4 * 84 / 18)
    assert result.high - result.low == pytest.approx(2 * half, rel=0.02)
    one = provisioning_time(four[:1])
    lopsided = [(x.high - x.point) / (x.point - x.low) for x in (one, result)]
    assert lopsided[0] > 1.35
    assert 1 < lopsided[1] < 1.2


def test_repetitions_share_the_uncertainty_of_an_estimate() -> None:
    """Judging a step twice does not make it surer."""
    twice = [judged("all", MeanAndError(720, 90), n) for n in (1, 2)]
    once = provisioning_time(twice[:1])
    result = provisioning_time(twice)
    assert (result.low, result.high) == pytest.approx((once.low, once.high))


def test_scatter_of_what_was_read_adds_to_what_was_judged() -> None:
    read = times(zone=[60 * m for m in (42, 40, 45, 41, 43)])
    scatter = provisioning_time(read)
    nearly_exact = provisioning_time([*read, judged("map", MeanAndError(600, 1e-6))])
    assert nearly_exact.point == pytest.approx(scatter.point + 600)
    assert nearly_exact.low == pytest.approx(scatter.low + 600, abs=0.01)
    assert nearly_exact.high == pytest.approx(scatter.high + 600, abs=0.01)
    both = provisioning_time([*read, judged("map", MeanAndError(600, 60))])
    error = math.sqrt(60**2 + (60 * 1.9235) ** 2 / 5)
    assert 1.96 * error < both.high - both.point < 2.7764 * error


def test_steps_that_were_repeated_and_never_read_together_have_no_interval() -> None:
    result = provisioning_time([*times(zone=[60, 80], map=[40]), judged("x", MeanAndError(9, 1))])
    assert result == Interval(None, 119.0, None)


def test_an_estimate_is_never_below_zero() -> None:
    result = provisioning_time([judged("all", MeanAndError(10, 20))])
    assert (result.low, min(result.quantiles)) == (0, 0)


def test_readings_alone_know_only_their_ends() -> None:
    assert provisioning_time(times(all=[10, 12])).quantiles == ()


def test_sums_of_repetitions_leave_out_what_was_judged_in_their_stead() -> None:
    read = times(zone=[60, 80, 70], map=[40, 50])
    assert complete_repetition_sums(read) == [100, 130]
    assert complete_repetition_sums([*read, judged("label", MeanAndError(5, 1))]) == [105, 135]
    assert complete_repetition_sums([*read, judged("map", MeanAndError(45, 1), 3)]) == [100, 130]
    assert complete_repetition_sums([judged("map", MeanAndError(45, 1))]) == []
