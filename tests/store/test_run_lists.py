"""What runs say beside their figures is kept once, and of each run to be changed by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.evidence import EvidenceFile, Load, Measurement, Metric, Reading, Run, Status
from arraywise.domain.units import Unit
from arraywise.store.reading.evidence import NewFile, read_file_detail
from arraywise.store.writing.evidence import (
    add_files,
    erase_files,
    remove_files,
    set_attribute_by_hand,
    set_users,
)
from arraywise.store.writing.rows import utc_now
from arraywise.store.writing.transaction import transaction, undo_last

if TYPE_CHECKING:
    from arraywise.store.study import Study

LISTS = ("attribute_list", "measurement_list")
OWN = ("run_attribute", "measurement")


def runs(count: int) -> tuple[Run, ...]:
    """Runs with other figures at the same load."""
    return tuple(
        Run(
            f"run {i}",
            complete=True,
            measurements=(
                Measurement(
                    *(Metric.TRANSACTION_RATE, "mean", 10.0 + i, Unit.PER_SECOND, Load(users=8)),
                    *(None, 3, 4 + i),
                ),
            ),
            attributes=(("run_type", "oltp"), ("scale", "1")),
        )
        for i in range(count)
    )


def added(study: Study, count: int = 3) -> list[int]:
    """Import as many files, a run each."""
    files = [
        EvidenceFile(f"{i}.txt", f"{i:064}", 3, Reading("orion", Status.READ, runs=(run,)))
        for i, run in enumerate(runs(count))
    ]
    with transaction(study) as cursor:
        return add_files(cursor, [NewFile(f, f"/lab/{f.name}", None) for f in files])


def kept(study: Study, files: list[int]) -> list[Run]:
    return [read_file_detail(study, id_).runs[0].run for id_ in files]


def rows_of(study: Study, *tables: str) -> list[int]:
    with study.cursor() as cursor:
        counts = [cursor.execute(f"SELECT count(*) FROM {t}").fetchall() for t in tables]  # noqa: S608
    return [count for ((count,),) in counts]


def run_of(study: Study, file_id: int) -> int:
    return read_file_detail(study, file_id).runs[0].id


def test_files_alike_are_kept_as_one_list_and_their_figures(study: Study) -> None:
    files = added(study)
    assert kept(study, files) == [*runs(3)]
    assert rows_of(study, *LISTS, *OWN) == [2, 1, 0, 0]


def test_a_change_is_of_that_run_alone_and_can_be_undone(study: Study) -> None:
    files = added(study)
    with transaction(study) as cursor:
        set_attribute_by_hand(cursor, [run_of(study, files[1])], "scale", "9")
    with transaction(study) as cursor:
        set_users(cursor, [run_of(study, files[1])], 90)
    first, second, third = kept(study, files)
    assert [first, third] == [runs(3)[0], runs(3)[2]]
    assert dict(second.attributes)["scale"] == "9"
    assert [(m.load.users, m.value, m.column) for m in second.measurements] == [(90, 11.0, 5)]
    for _ in range(2):
        with study.cursor() as cursor:
            undo_last(cursor, utc_now())
    assert kept(study, files) == [*runs(3)]


def test_a_list_is_erased_with_the_last_run_of_it(study: Study) -> None:
    files = added(study)
    for some, left in ((files[:2], [2, 1]), (files[2:], [0, 0])):
        with transaction(study) as cursor:
            remove_files(cursor, some)
        with study.cursor() as cursor:
            erase_files(cursor, some)
        assert rows_of(study, *LISTS) == left
    assert rows_of(study, "run_list", *OWN) == [0, 0, 0]
