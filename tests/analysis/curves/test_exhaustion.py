"""Stretches without idle time."""

from __future__ import annotations

from arraywise.analysis.lab_setup import exhausted_time_ranges


def test_a_moment_of_rest_does_not_end_a_stretch_and_a_moment_of_work_is_none() -> None:
    times = [float(second) for second in range(1000)]
    idle = [0.5] * 1000
    idle[200:600] = [0.01] * 400
    idle[400:410] = [0.3] * 10
    idle[900] = 0.0
    assert exhausted_time_ranges(times, idle, 0.05) == ((200.0, 599.0),)


def test_recordings_with_few_samples_are_judged_by_samples() -> None:
    times = [10.0 * sample for sample in range(30)]
    idle = [0.05] * 10 + [0.06] * 20
    assert exhausted_time_ranges(times, idle, 0.05) == ((0.0, 90.0),)
    assert exhausted_time_ranges(times[:1], idle[:1], 0.05) == ()
    assert exhausted_time_ranges(times, [0.2] * 30, 0.05) == ()
