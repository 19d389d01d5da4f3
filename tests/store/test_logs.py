"""The log beside a study never makes a whole study unreadable, and is never lost in silence."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from arraywise.cli import run
from arraywise.domain.messages import LogUnusable
from arraywise.store.reading.inputs import read_study_info
from arraywise.store.study import create_study, open_study
from arraywise.store.study_file import _end_of_entries, is_log_complete, log_path

if TYPE_CHECKING:
    from pathlib import Path

_EDITS = """
import os, sys
from pathlib import Path
from arraywise.store.study import open_study
from arraywise.store.reading.inputs import read_study_info
from arraywise.store.writing.inputs import write_study_info
from arraywise.store.writing.transaction import transaction
study = open_study(Path(sys.argv[1]))
for number in range(int(sys.argv[2])):
    with transaction(study, "info") as cursor:
        write_study_info(cursor, name=f"edit {number}", client="", currency="EUR")
os._exit(0)
"""


def edited(study: Path, edits: int = 20) -> Path:
    """Edit a study in a process that is killed, so that the edits stand in its log."""
    subprocess.run([sys.executable, "-c", _EDITS, str(study), str(edits)], check=True)
    assert log_path(study).stat().st_size > 0
    return study


@pytest.fixture
def study(blank_study_file: Path, tmp_path: Path) -> Path:
    return edited(shutil.copy(blank_study_file, tmp_path / "study.arraywise"))


def name_of(path: Path, *, without_log: bool = False) -> str:
    with open_study(path, without_log=without_log) as opened:
        return read_study_info(opened).name


def kept_logs(path: Path) -> list[bytes]:
    return [each.read_bytes() for each in path.parent.glob(f"{path.name}.wal.unread-*")]


def test_a_log_that_a_killed_program_left_is_replayed(study: Path) -> None:
    assert is_log_complete(log_path(study).read_bytes())
    assert name_of(study) == "edit 19"


def test_an_edit_that_was_cut_by_a_crash_takes_no_earlier_one_with_it(study: Path) -> None:
    log = log_path(study).read_bytes()
    log_path(study).write_bytes(log[:-7])
    assert is_log_complete(log[:-7])
    assert name_of(study) == "edit 18"
    assert not kept_logs(study)


@pytest.mark.parametrize("kind", ["of another study", "of another state", "damaged"])
def test_a_log_that_cannot_be_used_is_set_aside_and_kept(
    study: Path, blank_study_file: Path, tmp_path: Path, kind: str
) -> None:
    """Catches a whole study called damaged since the file beside it is."""
    log = bytearray(log_path(study).read_bytes())
    if kind == "of another study":
        other = tmp_path / "other.arraywise"
        create_study(other, name="other").close()
        log = bytearray(log_path(edited(other)).read_bytes())
    elif kind == "of another state":
        name_of(study)  # folds it
    else:
        log[-5] ^= 255
    log_path(study).write_bytes(log)
    with pytest.raises(LogUnusable, match=r"study\.arraywise\.wal .*opened without it"):
        open_study(study)
    assert name_of(study, without_log=True) == (
        "edit 19" if kind == "of another state" else name_of(blank_study_file)
    )
    assert kept_logs(study) == [bytes(log)]


def test_what_follows_a_damage_in_the_middle_is_not_lost_without_a_word(study: Path) -> None:
    """DuckDB takes a size that leads past the end for the cut end of the log, and goes on."""
    log = bytearray(log_path(study).read_bytes())
    middle = next(
        at
        for at in range(len(log) // 2, len(log))
        if _end_of_entries(log, at, must_reach_end=True)
    )
    log[middle + 7] = 255  # its size is beyond any
    log_path(study).write_bytes(log)
    with open_study(study) as opened:
        assert opened.notice is not None
        assert "are lost" in str(opened.notice)
    assert kept_logs(study) == [bytes(log)]


def test_the_command_line_sets_an_unusable_log_aside(
    study: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log_path(study).write_bytes(log_path(study).read_bytes()[:-1] + b"\x00")
    assert run(["decide", str(study)]) == 1
    assert "arraywise repair" in capsys.readouterr().err
    assert run(["repair", str(study)]) == 0
    assert "opens without its log" in capsys.readouterr().out
    assert run(["repair", str(study)]) == 0
    assert "opens as it is" in capsys.readouterr().out
