"""Numbers of damaged logs, and limits that no real log reaches."""

from __future__ import annotations

import pytest

from arraywise.domain.evidence import Metric, Status
from arraywise.importers.kit.readings import (
    MOST_PROBLEMS,
    MOST_RUNS,
    PrintedNumber,
    ReadingDraft,
    RunDraft,
    as_short_line,
    parse_number,
)
from arraywise.importers.kit.text import decode

NOTHING = decode(b"")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12.0), (" 1.5 ", 1.5), (".5", 0.5), ("5.", 5.0), ("1e3", 1000.0),
        ("-1", None), ("NaN", None), ("inf", None), ("1,5", None), ("1e400", None), ("", None),
        ("9" * 20, None), ("0x10", None),
    ],
)  # fmt: skip
def test_numbers(text: str, value: float | None) -> None:
    assert parse_number(text) == value


def test_a_time_of_zero_is_unknown_and_a_rate_of_zero_is_not() -> None:
    draft = RunDraft()
    draft.add_measurement(Metric.LATENCY, "mean", PrintedNumber(0.0, 1))
    draft.add_measurement(Metric.TRANSACTIONS_FAILED, "total", PrintedNumber(0.0, 1))
    draft.add_measurement(Metric.IOPS, "mean", None)
    assert [m.metric for m in draft.measurements] == [Metric.TRANSACTIONS_FAILED]


@pytest.mark.parametrize(
    ("complete", "beside", "status"),
    [
        ([True], False, Status.READ),
        ([True, False], False, Status.INCOMPLETE),
        ([], False, Status.REFUSED),
        ([], True, Status.READ),
    ],
)
def test_how_a_reading_ends(complete: list[bool], status: Status, *, beside: bool) -> None:
    log = ReadingDraft(
        [], [RunDraft(complete=each) for each in complete], is_companion_file=beside
    )
    assert log.build_reading("some", "a.txt", NOTHING).status is status


def test_runs_are_named_after_their_file() -> None:
    log = ReadingDraft([], [RunDraft(), RunDraft(name="rd1")])
    names = [run.name for run in log.build_reading("some", "a/b.log", NOTHING).runs]
    assert names == ["b (1)", "rd1"]


def test_far_too_much_is_cut_and_said() -> None:
    log = ReadingDraft()
    for _ in range(MOST_RUNS + 5):
        draft = RunDraft(complete=True)
        draft.warn("odd")
        draft.info("worth knowing once")
        log.add_run(draft)
    reading = log.build_reading("some", "a.txt", NOTHING)
    assert len(reading.runs) == MOST_RUNS
    assert len(reading.problems) == MOST_PROBLEMS + 1
    assert any("left out: 5" in problem.text for problem in reading.problems)


def test_text_from_a_file_is_short_and_printable() -> None:
    assert as_short_line("a\x00b\n\tc") == "a b c"
    assert len(as_short_line("x" * 500)) == 80
