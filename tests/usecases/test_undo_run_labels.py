"""What undo calls edits of files and runs: the field, and the run or how many."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.gui.shell import preferences
from arraywise.gui.widgets import messages
from arraywise.store.reading.evidence import list_files, run_ids_of_files
from arraywise.store.study import create_study, open_study
from arraywise.usecases.edit_evidence import (
    SETTINGS,
    assign_files_to_option,
    clear_measurement_window,
    confirm_guesses,
    revert_run_setting,
    set_measurement_window,
    set_run_setting,
)
from arraywise.usecases.import_files import import_files
from arraywise.usecases.undo import undo_state, undo_step
from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from arraywise.store.study import Study

SWINGBENCH = ROOT / "data" / "worked-example" / "fc-san" / "swingbench"
FILES = [SWINGBENCH / f"fc_u030_r{run}.xml" for run in (1, 2)]
VALUES = {
    "users": "64",
    "repetition": "4",
    "processors": "8",
    "warehouses": "10",
    "degraded": "rebuild",
}
WORDS = {
    "think_time_s": "think time",
    "warm_up_s": "warm-up",
    "window_end_s": "end of the measurement",
    "degraded": "degraded state",
}


def called(study: Study) -> str:
    return str(undo_state(study).undo)


def runs(study: Study) -> tuple[int, ...]:
    return run_ids_of_files(study, [row.id for row in list_files(study)])


def build_study(path: Path) -> None:
    with create_study(path, name="S") as study:
        import_files(study, FILES)


@pytest.fixture
def two_runs(built_once: Callable[..., Path], tmp_path: Path) -> Iterator[Study]:
    with open_study(built_once(build_study, tmp_path / "s.arraywise")) as study:
        yield study


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_is_named_with_its_run(two_runs: Study, name: str) -> None:
    one, other = runs(two_runs)
    word = WORDS.get(name, name)
    set_run_setting(two_runs, [one], name, VALUES.get(name, "120"))
    assert called(two_runs) == f"{word} of fc_u030_r1"
    revert_run_setting(two_runs, [one], name)
    assert called(two_runs) == f"{word} of fc_u030_r1"
    set_run_setting(two_runs, [one, other], name, VALUES.get(name, "120"))
    assert called(two_runs) == f"{word} of 2 runs"
    step = undo_step(two_runs)
    assert step is not None
    assert str(step.what) == f"{word} of 2 runs"


def test_a_window_is_named(two_runs: Study) -> None:
    one, other = runs(two_runs)
    set_measurement_window(two_runs, [one], 60.0, 300.0)
    assert called(two_runs) == "measurement window of fc_u030_r1"
    set_measurement_window(two_runs, [one, other], 90.0, 300.0)
    assert called(two_runs) == "measurement window of 2 runs"
    clear_measurement_window(two_runs, [one, other])
    assert called(two_runs) == "measurement window of 2 runs"


def test_options_of_files_are_named(two_runs: Study) -> None:
    first, second = (row.id for row in list_files(two_runs))
    assign_files_to_option(two_runs, [first], "FC SAN")
    assert called(two_runs) == "assignment of fc_u030_r1.xml to FC SAN"
    assign_files_to_option(two_runs, [first, second], "NAS")
    assert called(two_runs) == "assignment of 2 files to NAS"
    assign_files_to_option(two_runs, [second], None)
    assert called(two_runs) == "assignment of fc_u030_r2.xml"
    confirm_guesses(two_runs, [first, second])
    assert called(two_runs) == "confirmation of 2 runs"


@pytest.mark.parametrize(
    ("code", "words"),
    [("de", "Wiederholung von 2 Läufen"), ("pt_BR", "repetição de 2 execuções")],
)
@pytest.mark.usefixtures("qapp")
def test_it_is_said_in_the_users_language(two_runs: Study, code: str, words: str) -> None:
    set_run_setting(two_runs, runs(two_runs), "repetition", "7")
    message = undo_state(two_runs).undo
    assert message is not None
    preferences.install_language(code)
    try:
        assert messages.translate_message(message) == words
    finally:
        preferences.install_language("en")
