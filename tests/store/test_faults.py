"""Disks and file systems that fail: a true sentence, and nothing half made stays."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.messages import UserError
from arraywise.store.reading.inputs import setting
from arraywise.store.study import create_study, open_study
from arraywise.store.writing.inputs import write_setting
from arraywise.store.writing.transaction import transaction
from tests.faults import outcome_where

if TYPE_CHECKING:
    from pathlib import Path

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
        assert setting(study, "written") == "saved"


def test_a_name_that_the_database_takes_for_an_address_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"take the \? out of its name"):
        create_study(tmp_path / "what?.arraywise", name="x")
    assert list(tmp_path.iterdir()) == []


def write(study, value: str) -> None:
    with transaction(study) as cursor:
        write_setting(cursor, "written", value)
