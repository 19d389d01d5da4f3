"""A study is one file while its window is open, and when the system ends the program."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from datetime import UTC
from typing import TYPE_CHECKING

import pytest

from arraywise.gui.session.pending_edits import PendingEdits
from arraywise.store.reading.facts import read_last_change_time
from arraywise.store.reading.inputs import read_requirement
from arraywise.store.study import open_study
from arraywise.store.study_file import log_path

if TYPE_CHECKING:
    from pathlib import Path

_PROGRAM = """
import sys
from dataclasses import replace
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from arraywise import launch
from arraywise.gui.shell.main_window import MainWindow

WHAT, STUDY = sys.argv[1:]

def edit():
    windows = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)]
    session = windows[0].session if windows else None
    if session is None or session.facts is None or session.answer is None:
        QTimer.singleShot(50, edit)
        return
    session.save_requirement(replace(session.facts.requirement, response_time_s=0.123))
    if WHAT == "rest":
        look(session)
    else:
        print("edited", flush=True)

def look(session):
    from pathlib import Path
    log = Path(STUDY + ".wal")
    is_written = session.saved_at is not None and not session.is_saving
    if not is_written or log.exists() and log.stat().st_size:
        QTimer.singleShot(50, lambda: look(session))
    else:
        print("folded", flush=True)

build = launch.build_application
def built():
    app = build()
    QTimer.singleShot(0, edit)
    return app
launch.build_application = built
sys.exit(launch.launch(STUDY))
"""


@pytest.fixture
def study(copied_sample: object, tmp_path: Path) -> Path:
    return copied_sample(tmp_path / "study.arraywise")  # type: ignore[operator]


def begun(study: Path, what: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, what, str(study)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )


def target_of(path: Path) -> float:
    with open_study(path) as opened:
        return read_requirement(opened).response_time_s


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_to_end_leaves_the_last_edit_in_the_one_file(
    study: Path, number: signal.Signals
) -> None:
    """Catches a program that ends with edits in a log, or not at all at Ctrl+C."""
    with begun(study, "signal") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "edited\n"
        process.send_signal(number)
        assert process.wait(60) == 0
    assert not log_path(study).exists()
    assert target_of(study) == 0.123


def test_a_copy_of_the_one_file_is_whole_while_the_window_rests(
    study: Path, tmp_path: Path
) -> None:
    with begun(study, "rest") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "folded\n"
        copy = shutil.copy(study, tmp_path / "copy.arraywise")
        process.kill()
    assert target_of(copy) == 0.123


def test_an_edit_survives_a_program_that_is_killed_right_after_it_or_is_named(
    study: Path,
) -> None:
    with begun(study, "signal") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "edited\n"
        try:
            process.wait(0.05)
        except subprocess.TimeoutExpired:
            process.kill()
    since = PendingEdits(study).read_and_remove_mark()
    with open_study(study) as opened:
        is_written = since is None or read_last_change_time(opened).replace(tzinfo=UTC) >= since
    assert (target_of(study) == 0.123) is is_written
