"""Whether the host was the limit, at the edges of each rule (MODEL P4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arraywise.analysis.curves.levels import HostState, classify_host, is_host_limited, median_busy
from arraywise.domain.requirement import DEFAULT_THRESHOLDS, Thresholds
from tests.analysis.bench import BUSY_HOST, FREE_HOST


@pytest.mark.parametrize(
    ("change", "state"),
    [
        ({}, HostState.FREE),
        ({"busy_median": 0.79}, HostState.FREE),
        ({"busy_median": 0.80}, HostState.NEAR),
        ({"idle_at_most_5_percent": 0.5}, HostState.EXHAUSTED),
        ({"idle_at_most_5_percent": 0.5, "wait_median": 0.10}, HostState.EXHAUSTED),
        ({"idle_at_most_5_percent": 0.5, "wait_median": 0.11}, HostState.FREE),
        ({"steal_median": 0.10}, HostState.STOLEN),
        ({"paging_share": 0.10}, HostState.FREE),
        ({"paging_share": 0.11, "steal_median": 0.5}, HostState.PAGING),
        ({"samples": 0}, HostState.UNKNOWN),
    ],
)
def test_rules_at_their_edges(change: dict[str, float], state: HostState) -> None:
    use = replace(FREE_HOST, **change)  # type: ignore[arg-type]
    assert classify_host(use, DEFAULT_THRESHOLDS) is state


def test_a_level_is_bound_when_half_of_its_monitored_runs_are() -> None:
    assert is_host_limited([BUSY_HOST, FREE_HOST, None], DEFAULT_THRESHOLDS)
    assert not is_host_limited([BUSY_HOST, FREE_HOST, FREE_HOST], DEFAULT_THRESHOLDS)
    assert not is_host_limited([None, None], DEFAULT_THRESHOLDS)
    assert not is_host_limited([BUSY_HOST], Thresholds(exhausted_share=1, near_busy=1))


def test_busy_share_of_a_level() -> None:
    assert median_busy([FREE_HOST, None]) == 0.5
    assert median_busy([None]) is None
