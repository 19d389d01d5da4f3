"""Rows go in column by column where they are many; they are read back as few ones are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import (
    NO_LOAD,
    EvidenceFile,
    Load,
    Measurement,
    Metric,
    Origin,
    Reading,
    Run,
    Status,
)
from arraywise.domain.units import Unit
from arraywise.store.reading.evidence import NewFile, read_file_detail
from arraywise.store.writing.evidence import add_files
from arraywise.store.writing.transaction import transaction

if TYPE_CHECKING:
    from arraywise.store.study import Study

ODD = (
    Measurement(Metric.IOPS, "mean", 0.1 + 0.2, Unit.PER_SECOND),
    Measurement(Metric.OTHER, "p99", -1.5e300, Unit.ONE, NO_LOAD, "ä\0 'x'; -- \u202e", 1),
    Measurement(
        Metric.LATENCY, "max", 5e-324, Unit.SECOND, Load(2**53, 0, 7), "", 2**40, 3, Origin.DERIVED
    ),
    Measurement(Metric.THROUGHPUT, "mean", -0.0, Unit.BYTE_PER_SECOND, Load(users=1), "None"),
)


@pytest.mark.parametrize("times", [1, 6_000], ids=["few", "many"])
def test_measurements_and_attributes_are_kept_as_they_are(study: Study, times: int) -> None:
    attributes = tuple((f"name {i}", "nan" if i % 2 else "") for i in range(4 * times))
    run = Run("a run", complete=True, measurements=ODD * times, attributes=attributes)
    bare = Run("nothing in it", complete=False)
    reading = Reading("orion", Status.READ, runs=(run, bare))
    with transaction(study) as cursor:
        (file_id,) = add_files(
            cursor, [NewFile(EvidenceFile("a.txt", "ab" * 32, 3, reading), "/lab/a.txt", None)]
        )
    stored = [detail.run for detail in read_file_detail(study, file_id).runs]
    assert stored == [run, bare]
    assert str(stored[0].measurements[3].value) == "-0.0"


@pytest.mark.parametrize("times", [2, 2_000], ids=["few", "many"])
def test_runs_that_share_all_but_values_and_columns_keep_their_own(
    study: Study, times: int
) -> None:
    def moved(by: int) -> tuple[Measurement, ...]:
        return tuple(m._replace(value=m.value + by, column=by or None) for m in ODD) * times

    runs = (
        *(Run(f"r{by}", True, moved(by), attributes=(("a", "b"),)) for by in (0, 1, 2)),  # noqa: FBT003
        Run("other", complete=True, measurements=ODD[:2], attributes=(("a", "c"), ("d", "e"))),
        Run("as the first", complete=True, measurements=moved(3), attributes=(("a", "b"),)),
    )
    reading = Reading("orion", Status.READ, runs=runs)
    with transaction(study) as cursor:
        (file_id,) = add_files(
            cursor, [NewFile(EvidenceFile("a.txt", "ab" * 32, 3, reading), "/lab/a.txt", None)]
        )
    assert [detail.run for detail in read_file_detail(study, file_id).runs] == [*runs]


def test_a_column_may_be_empty_throughout(study: Study) -> None:
    run = Run("a run", complete=True, measurements=ODD[:1] * 20_000)
    reading = Reading("orion", Status.READ, runs=(run,))
    with transaction(study) as cursor:
        (file_id,) = add_files(
            cursor, [NewFile(EvidenceFile("a.txt", "ab" * 32, 3, reading), "/lab/a.txt", None)]
        )
    assert read_file_detail(study, file_id).runs[0].run == run


def test_rows_of_an_action_that_fails_are_not_kept(study: Study) -> None:
    with pytest.raises(ZeroDivisionError):
        add_and_fail(study)
    with study.cursor() as cursor:
        for table in ("run_list", "measurement_list"):
            assert cursor.execute(f"SELECT count(*) FROM {table}").fetchall() == [(0,)]  # noqa: S608


def add_and_fail(study: Study) -> None:
    run = Run("a run", complete=True, measurements=ODD * 6_000)
    file = EvidenceFile("a.txt", "ab" * 32, 3, Reading("orion", Status.READ, runs=(run,)))
    with transaction(study) as cursor:
        add_files(cursor, [NewFile(file, "/lab/a.txt", None)])
        raise ZeroDivisionError
