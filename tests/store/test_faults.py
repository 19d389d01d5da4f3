"""Disks and file systems that fail: a true sentence, and nothing half made stays."""

from __future__ import annotations

import errno
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.messages import UserError
from arraywise.store.reading.facts import read_last_change_time
from arraywise.store.reading.inputs import list_options, read_setting
from arraywise.store.study import create_study, open_study
from arraywise.store.writing.inputs import write_setting
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.edit_options import add_option
from arraywise.usecases.import_files import import_files
from arraywise.usecases.undo import undo_step
from tests.faults import outcome_where

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.store.study import Study

FAULTS = [
    ({"fsync": errno.EIO, "fdatasync": errno.EIO}, "did not confirm"),
    ({"pwrite64": errno.ENOSPC}, "No space left"),
    ({"fcntl": errno.ENOLCK}, "cannot lock files"),
]


@pytest.mark.parametrize(("fault", "said"), FAULTS, ids=["fsync", "full", "locks"])
def test_a_study_that_cannot_be_made_leaves_no_file(
    tmp_path: Path, fault: dict[str, int], said: str
) -> None:
    result = outcome_where(fault, lambda: create_study(tmp_path / "a.arraywise", name="x"))
    assert "UserError" in result
    assert said in result
    assert list(tmp_path.iterdir()) == []


def test_a_change_that_is_not_written_is_said_and_what_was_saved_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.arraywise"
    with create_study(path, name="x") as study:
        write(study, "saved")

    def act() -> None:
        with open_study(path) as study:
            write(study, "lost")

    fault, said = FAULTS[0]
    assert said in outcome_where(fault, act)
    with open_study(path) as study:
        assert read_setting(study, "written") == "saved"


def test_a_name_that_the_database_takes_for_an_address_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"take the \? out of its name"):
        create_study(tmp_path / "what?.arraywise", name="x")
    assert list(tmp_path.iterdir()) == []


def test_after_the_clock_went_back_the_last_change_is_still_the_last(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was the one with the latest time, so the study called itself unchanged since."""
    moments = [datetime(2026, 11, 25, 12) - timedelta(hours=i) for i in range(3)]  # noqa: DTZ001
    for moment, name in zip(moments, ("DAS", "NAS", "SAN"), strict=True):
        monkeypatch.setattr("arraywise.store.writing.transaction.utc_now", lambda at=moment: at)
        add_option(study, name)
    assert read_last_change_time(study) == moments[-1]
    undone = undo_step(study)
    assert undone is not None
    assert [option.name for option in list_options(study)] == ["DAS", "NAS"]


def test_a_file_that_vanishes_while_others_are_read_is_named(study: Study, tmp_path: Path) -> None:
    lab = tmp_path / "lab"
    lab.mkdir()
    for name in ("a.txt", "b.txt", "c.txt"):
        (lab / name).write_text(f"notes {name}")
    told = iter([(lab / "c.txt").unlink])
    outcome = import_files(study, [lab], progress=lambda *_: next(told, lambda: None)())
    said = {file.name: str(file.problems[0].text) for file in outcome.files}
    assert sorted(said) == ["a.txt", "b.txt", "c.txt"]
    assert "cannot be read" in said["c.txt"]


def write(study, value: str) -> None:
    with transaction(study) as cursor:
        write_setting(cursor, "written", value)
