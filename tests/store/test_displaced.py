"""Once a study's file is deleted, moved, replaced or cut, no edit is called saved."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.messages import UserError
from arraywise.store.connection import StudyDisplaced
from arraywise.store.reading.inputs import read_setting
from arraywise.store.samples import create_samples_table
from arraywise.store.study import create_study, open_study
from arraywise.store.writing.inputs import write_setting
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.copy_study import copy_study_without_history

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from arraywise.store.study import Study


def write(study: Study, value: str) -> None:
    with transaction(study) as cursor:
        write_setting(cursor, "written", value)


def write_while(study: Study, happen: Callable[[Path], None]) -> None:
    with transaction(study) as cursor:
        write_setting(cursor, "written", "meanwhile")
        happen(study.path)


def delete(path: Path) -> None:
    path.unlink()


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere.arraywise"))


def replace(path: Path) -> None:
    other = path.with_name("other")
    create_study(other, name="Another").close()
    other.replace(path)


def cut(path: Path) -> None:
    os.truncate(path, 4096)


def empty(path: Path) -> None:
    os.truncate(path, 0)


HAPPENS = [
    (delete, "deleted or moved"),
    (move, "deleted or moved"),
    (replace, "replaced by another file"),
    (cut, "truncated"),
    (empty, "truncated"),
]


@pytest.mark.parametrize(("happen", "words"), HAPPENS)
def test_an_edit_afterwards_is_refused(
    study: Study, happen: Callable[[Path], None], words: str
) -> None:
    write(study, "before")
    study.fold_log()
    happen(study.path)
    with pytest.raises(StudyDisplaced, match=words) as met:
        write(study, "after")
    assert str(study.path) in str(met.value)
    assert read_setting(study, "written") == "before"


@pytest.mark.parametrize(("happen", "words"), HAPPENS)
def test_an_edit_under_way_is_not_called_saved(
    study: Study, happen: Callable[[Path], None], words: str
) -> None:
    study.fold_log()
    with pytest.raises(StudyDisplaced, match=words):
        write_while(study, happen)


@pytest.fixture
def half_read(study: Study) -> Iterator[Study]:
    """A study of which most was not read yet."""
    with study.cursor() as cursor:
        create_samples_table(cursor, 1)
        cursor.execute("INSERT INTO samples.of_1 SELECT 1, NULL, hash(range) FROM range(200000)")
    study.close()
    with open_study(study.path) as opened:
        yield opened


@pytest.mark.parametrize("happen", [cut, empty])
def test_reading_what_is_cut_off_says_so_and_not_that_it_is_damaged(
    half_read: Study, tmp_path: Path, happen: Callable[[Path], None]
) -> None:
    happen(half_read.path)
    for _ in range(2):  # the database stays open, so that the second time is as the first
        with pytest.raises(StudyDisplaced, match="truncated"), half_read.cursor() as cursor:
            cursor.execute("SELECT sum(c0) FROM samples.of_1").fetchall()
    with pytest.raises(StudyDisplaced, match="truncated"):
        write(half_read, "after")
    with pytest.raises(UserError, match="is lost"):
        copy_study_without_history(half_read.path, tmp_path / "copy.arraywise")
    assert not (tmp_path / "copy.arraywise").exists()


@pytest.mark.parametrize("happen", [delete, move, replace])
def test_a_copy_saves_everything_up_to_the_edit_under_way(
    study: Study, tmp_path: Path, happen: Callable[[Path], None]
) -> None:
    with pytest.raises(StudyDisplaced):
        write_while(study, happen)
    with copy_study_without_history(study.path, tmp_path / "copy.arraywise") as copy:
        assert read_setting(copy, "written") == "meanwhile"
        write(copy, "later")
    with open_study(tmp_path / "copy.arraywise") as copy:
        assert read_setting(copy, "written") == "later"
    assert not study.private.exists()


def test_a_file_that_is_put_back_is_the_study_again(study: Study) -> None:
    aside = study.path.with_name("aside")
    study.path.rename(aside)
    with pytest.raises(StudyDisplaced):
        write(study, "lost")
    aside.rename(study.path)
    write(study, "kept")
    assert read_setting(study, "written") == "kept"


def test_a_file_whose_tables_go_is_no_cut_file(study: Study) -> None:
    with study.cursor() as cursor:
        create_samples_table(cursor, 1)
        cursor.execute("INSERT INTO samples.of_1 SELECT 1, NULL, hash(range) FROM range(200000)")
    study.fold_log()
    write(study, "before")
    with study.cursor() as cursor:
        cursor.execute("DROP TABLE samples.of_1")
    for _ in range(3):
        study.fold_log()
        write(study, "after")
    assert read_setting(study, "written") == "after"


def test_a_touched_file_is_the_same_file(study: Study) -> None:
    write(study, "before")
    os.utime(study.path)
    shutil.copy(study.path, study.path.with_name("a copy"))
    write(study, "after")
    assert read_setting(study, "written") == "after"
