"""When a Swingbench run was, and its readings second by second."""

from __future__ import annotations

from array import array

import pytest

from arraywise.domain.evidence import Metric
from arraywise.domain.messages import Severity
from arraywise.importers.kit.importer import Source
from arraywise.importers.recognition import read_sources
from arraywise.importers.swingbench.values import (
    determine_start,
    parse_duration_s,
    parse_possible_moments,
    parse_readings,
)
from tests.importers.golden import SAMPLES

NARROW = "\N{NARROW NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("12-Nov-2018 13:53:49", "2018-11-12T13:53:49"),
        ("22 Feb 2023, 21:23:48", "2023-02-22T21:23:48"),
        ("8 Apr 2025, 12:21:19", "2025-04-08T12:21:19"),
        ("Apr 23, 2026, 4:24:34 PM", "2026-04-23T16:24:34"),
        (f"Mar 30, 2026, 12:41:55{NARROW}AM", "2026-03-30T00:41:55"),
        ("Feb 21, 2012 11:35:49 AM", "2012-02-21T11:35:49"),
        ("2023\u5e7411\u670823\u65e5 \u4e0b\u53489:46:59", "2023-11-23T21:46:59"),
        ("2023. 11. 23. \uc624\ud6c4 9:46:59", "2023-11-23T21:46:59"),
        ("2023/11/23 21:46:59", "2023-11-23T21:46:59"),
        ("23.11.2023, 21:46:59", "2023-11-23T21:46:59"),
        ("3.4.23, 21.46.59", "2023-04-03T21:46:59"),
        ("23 nov. 2023, 21:46:59", "2023-11-23T21:46:59"),
        ("5 juil. 2020 \u00e0 10:11:12", "2020-07-05T10:11:12"),
        ("12 ao\u00fbt 2024, 00:00:01", "2024-08-12T00:00:01"),
        ("23 de dez. de 2023 21:46:59", "2023-12-23T21:46:59"),
        ("23 M\u00e4rz 2023, 21:46:59", "2023-03-23T21:46:59"),
        ("13/04/2025 10:00:00", "2025-04-13T10:00:00"),
        ("4/13/25, 10:00:00 p. m.", "2025-04-13T22:00:00"),
    ],
)
def test_the_time_of_a_run_in_the_ways_of_many_countries(text: str, iso: str) -> None:
    assert [moment.isoformat() for moment in parse_possible_moments(text)] == [iso]


@pytest.mark.parametrize(
    "text", ["", "soon", "99:99:99", "31 Feb 2023, 10:00:00", "10:00:00", "1 Foo 2023, 10:00:00"]
)
def test_what_is_no_time_is_none(text: str) -> None:
    assert parse_possible_moments(text) == []


@pytest.mark.parametrize(
    ("text", "stamp", "iso", "worry"),
    [
        ("13 Mar 2026, 10:00:00", 1773392401.3, "2026-03-13T10:00:00+01:00", None),
        ("13 Mar 2026, 14:45:00", 1773392401.3, "2026-03-13T14:45:00+05:45", None),
        ("03/04/2025 10:00:00", 1743667201.0, "2025-04-03T10:00:00+02:00", None),
        ("03/04/2025 10:00:00", 1741064401.0, "2025-03-04T10:00:00+05:00", None),
        ("03/04/2025 10:00:00", None, None, Severity.WARNING),
        ("in the morning", 1773392401.3, "2026-03-13T09:00:00+00:00", Severity.INFO),
        ("in the morning", None, None, Severity.WARNING),
        ("13 Mar 2026, 10:07:30", 1773392401.3, "2026-03-13T10:07:30", Severity.WARNING),
        ("13 Mar 2025, 10:00:00", 1773392401.3, "2025-03-13T10:00:00", Severity.WARNING),
        (None, None, None, None),
    ],
)
def test_the_first_reading_tells_the_offset_and_which_date_is_meant(
    text: str | None, stamp: float | None, iso: str | None, worry: Severity | None
) -> None:
    started_at, problem = determine_start(text, stamp, 6)
    assert started_at == iso
    assert (problem.severity if problem else None) is worry


@pytest.mark.parametrize(
    ("text", "seconds"), [("0:05:00", 300.0), ("1:00:00", 3600.0), ("26:00:01", 93601.0)]
)
def test_run_times(text: str, seconds: float) -> None:
    assert parse_duration_s(text) == seconds
    assert parse_duration_s(text + ":") is None


def test_readings_are_seconds_utc_and_a_cut_count_is_no_count() -> None:
    text = "1776961475397, 1660,1776961476397, 27"
    whole = parse_readings(text + ",", 3)
    assert whole.series
    assert whole.series.values == array("d", [1660, 27])
    assert whole.series.times == array("d", [1776961475.397, 1776961476.397])
    cut = parse_readings(text, 3, is_cut=True)
    assert cut.series
    assert cut.series.values == array("d", [1660])
    assert not cut.is_complete


@pytest.mark.parametrize(
    "text",
    ["", "1,2,", "1776961475397, -5,", "x", "1776961475397", "1e13, 4,", "9" * 400 + ", 1,"],
)
def test_what_are_no_readings_give_none(text: str) -> None:
    assert parse_readings(text, 1).series is None


def test_a_least_time_printed_as_0_loses_no_histogram() -> None:
    """Catches percentiles that are gone because the quickest transaction took below 0.5 ms."""
    text = (SAMPLES / "swingbench" / "full_statistics.xml").read_text("utf-8")
    text = text.replace("<MinimumResponse>5<", "<MinimumResponse>0<", 1)
    (reading,) = read_sources([Source("full_statistics.xml", text.encode())])
    (run,) = reading.runs
    overall = {
        m.statistic: m.value
        for m in run.measurements
        if m.metric is Metric.RESPONSE_TIME and m.group is None
    }
    assert overall["min"] == 0
    assert overall["p99"] == pytest.approx(0.085, rel=0.1)
