"""Where a file leaves open how it writes numbers, the user states it, and may change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Metric
from arraywise.domain.messages import UserError
from arraywise.importers.kit.readings import DECIMAL_MARK
from arraywise.store.reading.evidence import list_files, read_file_detail
from arraywise.usecases.edit_evidence import (
    ambiguous_number_readings,
    is_decimal_choice_notice,
    reread_with_decimal_mark,
    set_run_setting,
)
from arraywise.usecases.edit_study import set_embed_limit
from arraywise.usecases.import_files import import_files
from arraywise.usecases.undo import undo_step

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.store.reading.evidence import FileDetail
    from arraywise.store.study import Study


@pytest.fixture
def calibration(tmp_path: Path) -> Path:
    """Return a calibration whose numbers contradict each other."""
    path = tmp_path / "nas" / "calibrate_r2.txt"
    path.parent.mkdir()
    path.write_text("max_iops = 104.580\nlatency = 11\nmax_mbps = 1,353\n", "utf-8")
    return path


def detail_of(study: Study) -> FileDetail:
    detail = read_file_detail(study, list_files(study)[0].id)
    assert detail is not None
    return detail


def iops(study: Study) -> list[float]:
    runs = [each.run for each in detail_of(study).runs]
    return [m.value for run in runs for m in run.measurements if m.metric is Metric.IOPS]


def test_an_open_number_is_told_with_both_readings(study: Study, calibration: Path) -> None:
    import_files(study, [calibration], option="NAS")
    readings = [
        result for p in detail_of(study).problems if (result := ambiguous_number_readings(p))
    ]
    assert [(r.text, r.with_comma, r.with_point) for r in readings] == [
        ("104.580", "104580", "104.580"),
        ("1,353", "1.353", "1353"),
    ]
    assert iops(study) == []


def test_the_choice_is_kept_with_the_file_and_changed(study: Study, calibration: Path) -> None:
    import_files(study, [calibration], option="NAS")
    for mark, value in ((",", 104_580.0), (".", 104.58), (",", 104_580.0)):
        reread_with_decimal_mark(study, [1], mark)
        detail = detail_of(study)
        assert iops(study) == [value]
        stored = dict(pair for each in detail.runs for pair in each.run.attributes)
        assert stored[DECIMAL_MARK] == mark
        assert sum(is_decimal_choice_notice(p) for p in detail.problems) == 2
        assert not any(ambiguous_number_readings(p) for p in detail.problems)
        assert detail.file.option_name == "NAS"
        assert detail.file.repetitions == ("2",)
    reread_with_decimal_mark(study, [1], None)
    assert iops(study) == []
    assert sum(ambiguous_number_readings(p) is not None for p in detail_of(study).problems) == 2


def test_a_file_that_is_gone_cannot_be_read_anew(study: Study, calibration: Path) -> None:
    set_embed_limit(study, 0)
    import_files(study, [calibration], option="NAS")
    reread_with_decimal_mark(study, [1], ",")
    calibration.unlink()
    with pytest.raises(UserError, match="is missing or has changed"):
        reread_with_decimal_mark(study, [1], ".")
    assert iops(study) == [104_580.0]


def test_the_mark_is_said_with_the_import(study: Study, calibration: Path) -> None:
    import_files(study, [calibration], option="NAS", decimal=",")
    assert iops(study) == [104_580.0]


def test_a_mark_said_later_goes_to_what_is_still_open(study: Study, calibration: Path) -> None:
    import_files(study, [calibration], option="NAS")
    import_files(study, [calibration], decimal=".")
    assert iops(study) == [104.58]
    import_files(
        study, [calibration], decimal=","
    )  # it was answered; nothing is replaced silently
    assert iops(study) == [104.58]


def test_a_mark_does_not_overrule_what_a_file_shows(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "calibration.txt"
    path.write_text("max_iops = 104,580\nlatency = 10.86\nmax_mbps = 1353\n", "utf-8")
    import_files(study, [path], option="NAS", decimal=",")
    assert iops(study) == [104_580.0]


def test_what_was_typed_stays_and_all_can_be_undone(study: Study, calibration: Path) -> None:
    import_files(study, [calibration], option="NAS")
    (run,) = detail_of(study).runs
    set_run_setting(study, [run.id], "repetition", "7")
    reread_with_decimal_mark(study, [1], ",")
    assert detail_of(study).file.repetitions == ("7",)
    assert detail_of(study).file.typed == ("repetition",)
    undo_step(study)
    assert iops(study) == []
    assert detail_of(study).file.repetitions == ("7",)
    undo_step(study)
    assert detail_of(study).file.repetitions == ("2",)


def test_a_file_that_was_refused_for_its_marks_is_read_with_the_answer(
    study: Study, tmp_path: Path
) -> None:
    path = tmp_path / "calibration.txt"
    path.write_text("max_iops = 104.580\nlatency = 10,868\nmax_mbps = 1,892\n", "utf-8")
    import_files(study, [path], option="NAS")
    assert detail_of(study).runs == ()
    import_files(study, [path], decimal=",")
    assert iops(study) == [104_580]
