"""Workload profile: sources, defaults, and the table of the order-entry paper (MODEL E3)."""

from __future__ import annotations

import pytest

from arraywise.domain.messages import UserError
from arraywise.domain.workload import (
    NO_PROFILE,
    ORDER_ENTRY_MIX,
    SWINGBENCH,
    TYPED,
    ProfileSource,
    profile_from_statements,
    with_values,
)


def test_the_paper_s_mix_reads_77_percent() -> None:
    profile = profile_from_statements(ORDER_ENTRY_MIX)
    assert profile.reads == pytest.approx(3.4)
    assert profile.writes == pytest.approx(1.0)
    assert profile.write_share is not None
    assert 100 * (1 - profile.write_share) == pytest.approx(77.27, abs=0.005)
    assert {source.origin for source in profile.sources} == {SWINGBENCH}


def test_a_hit_ratio_leaves_only_the_reads_that_miss() -> None:
    profile = profile_from_statements([("select", 10.0)], hit_ratio=0.9)
    assert profile.reads == pytest.approx(3.0)
    assert profile.writes == 0.0


def test_what_nobody_said_is_missing_and_not_zero() -> None:
    assert NO_PROFILE.reads is None
    assert NO_PROFILE.requests is None
    assert NO_PROFILE.write_share is None
    assert NO_PROFILE.max_read_waits is None
    half = with_values(NO_PROFILE, {"reads": 4.0})
    assert half.requests is None
    assert half.min_read_waits == half.max_read_waits == 4.0
    assert half.log_waits == 1.0


def test_each_value_names_its_source_and_the_last_one_counts() -> None:
    profile = with_values(
        NO_PROFILE, {"reads": 2.0, "block_bytes": 8192.0}, "awr.html", {"reads": 7}
    )
    profile = with_values(profile, {"reads": 3.0, "log_writes": 0.0})
    assert profile.source_of("reads") == ProfileSource("reads", TYPED)
    assert profile.source_of("block_bytes") == ProfileSource("block_bytes", "awr.html")
    assert profile.log_waits == 0.0
    without = with_values(profile, {"reads": None})
    assert without.reads is None
    assert without.source_of("reads") is None


@pytest.mark.parametrize(
    ("field", "value"),
    [("reads", -1.0), ("block_bytes", 0.0), ("overlap", float("nan")), ("speed", 1.0)],
)
def test_impossible_values_are_refused(field: str, value: float) -> None:
    with pytest.raises(UserError):
        with_values(NO_PROFILE, {field: value})


def test_unknown_statements_and_ratios_are_refused() -> None:
    with pytest.raises(UserError, match="merge"):
        profile_from_statements([("merge", 1.0)])
    with pytest.raises(UserError):
        profile_from_statements(ORDER_ENTRY_MIX, hit_ratio=2.0)
