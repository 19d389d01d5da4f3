"""fio's JSON that was cut: where it breaks off is stated, and nothing is made of half a figure."""

from __future__ import annotations

import pytest

from arraywise.domain.evidence import Metric, Status
from tests.importers.fio.test_fio import document, job, read, serious

WHOLE = document(job("first"), job("second", group=1, elapsed=61))


def _cut_before(mark: str) -> str:
    return WHOLE[: WHOLE.rindex(mark)]


@pytest.mark.parametrize("mark", ['"clat_ns"', '"lat_ns"', '"read"'])
def test_a_cut_is_said_with_its_place(mark: str) -> None:
    cut = _cut_before(mark)
    reading = read(cut)
    (problem,) = serious(reading)
    line = cut.rstrip().count("\n") + 1
    assert f"is cut at line {line}, column " in problem
    assert problem.endswith("Complete jobs: 1.")
    assert reading.status is Status.INCOMPLETE
    assert [p.line for p in reading.problems if "is cut at line" in p.text] == [line]


def test_a_cut_after_the_jobs_leaves_them_whole() -> None:
    (problem,) = serious(read(WHOLE.rstrip()[:-1]))
    assert problem.endswith("Complete jobs: 2.")


@pytest.mark.parametrize("kept", [1, 2, 3, 4])
def test_a_number_that_the_file_ends_in_is_not_taken(kept: int) -> None:
    at = WHOLE.rindex('"iops": ') + len('"iops": ')
    runs = read(WHOLE[: at + kept]).runs
    values = [m.value for run in runs for m in run.measurements if m.metric is Metric.IOPS]
    assert all(value == pytest.approx(10_000) for value in values)


def test_a_name_that_the_file_ends_in_is_no_name() -> None:
    at = WHOLE.rindex('"second')
    reading = read(WHOLE[: at + 4])
    assert [run.name for run in reading.runs] == ["first"]
    assert any("is cut at line" in problem for problem in serious(reading))
