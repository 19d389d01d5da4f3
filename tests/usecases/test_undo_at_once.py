"""Edits beside an import that takes long, and copies: the history of a study from all sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.requirement import Requirement
from arraywise.store.reading.evidence import list_files
from arraywise.store.reading.facts import compute_study_hash, read_last_change_time
from arraywise.store.reading.history import read_history
from arraywise.store.reading.inputs import read_requirement
from arraywise.usecases.copy_study import copy_study_without_history
from arraywise.usecases.edit_evidence import remove_files, reread_with_decimal_mark
from arraywise.usecases.edit_study import set_requirement
from arraywise.usecases.import_files import import_files
from arraywise.usecases.undo import redo_step, undo_state, undo_step
from tests.usecases.undoable import content

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.store.study import Study


def test_edits_while_files_are_imported_are_steps_of_their_own(study: Study, lab: Path) -> None:
    set_requirement(study, Requirement(visits_per_month=1))
    undo_step(study)

    def edit(done: int, _total: int, _text: str) -> None:
        set_requirement(study, Requirement(visits_per_month=100 + done))
        set_requirement(study, Requirement(visits_per_month=200 + done))
        undo_step(study)

    import_files(study, [lab], progress=edit)
    after = content(study)
    visits = read_requirement(study).visits_per_month
    assert 100 <= visits < 200
    assert redo_step(study) is None
    assert undo_step(study) is not None
    assert list_files(study) == ()
    assert read_requirement(study).visits_per_month == visits
    steps = 1
    while undo_step(study) is not None:
        steps += 1
    assert read_requirement(study) == Requirement()
    for _ in range(steps):
        redo_step(study)
    assert content(study) == after


def test_a_copy_has_no_history_and_nothing_that_was_removed(
    study: Study, lab: Path, tmp_path: Path
) -> None:
    import_files(study, [lab])
    remove_files(study, [row.id for row in list_files(study)][:1])
    set_requirement(study, Requirement())
    with copy_study_without_history(study.path, tmp_path / "copy.arraywise") as copy:
        assert read_history(copy).done == ()
        assert undo_step(copy) is None
        assert (compute_study_hash(copy), read_last_change_time(copy)) == (
            compute_study_hash(study),
            read_last_change_time(study),
        )
        with copy.cursor() as cursor:
            stored = cursor.execute("SELECT count(DISTINCT file_id) FROM raw_file").fetchall()
        assert stored == [(len(list_files(study)),)]
    assert len(read_history(study).done) == 3


def test_another_reading_of_a_file_goes_back_and_forth(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "calibrate_r2.txt"
    path.write_text("max_iops = 104.580\nlatency = 11\nmax_mbps = 1,353\n", "utf-8")
    import_files(study, [path], option="NAS")
    states = [content(study)]
    ids = [row.id for row in list_files(study)]
    for mark in (",", ".", None):
        reread_with_decimal_mark(study, ids, mark)
        states.append(content(study))
    assert str(undo_state(study).undo) == "another reading of files"
    for _ in range(2):
        for state in reversed(states[:-1]):
            undo_step(study)
            assert content(study) == state
        for state in states[1:]:
            redo_step(study)
            assert content(study) == state
