"""What the user states of runs, clocks and guesses, typed in the window."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale, Qt

from arraywise.domain.evidence import Status
from arraywise.store.reading.evidence import list_files, read_file_detail
from arraywise.store.reading.runs import read_monitor_clock
from arraywise.store.study import create_study
from arraywise.usecases.edit_evidence import SettingOrigin, list_run_settings
from arraywise.usecases.import_files import import_files
from tests.gui.conftest import wait_for_answer
from tests.gui.small_study import DATA, swingbench_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.gui.pages.evidence.page import EvidencePage
    from arraywise.gui.shell.main_window import MainWindow

FIGURE = 3


@pytest.fixture
def page(open_small: Callable[[], MainWindow], qtbot: QtBot) -> EvidencePage:
    """Return the page of a small study whose first file is shown."""
    window = open_small()
    window.frame.go_to(1)
    shown = window.frame.evidence
    qtbot.waitUntil(lambda: shown.detail.read is not None)
    return shown


def place_of(page: EvidencePage, setting: str) -> int:
    return next(i for i, v in enumerate(page.detail.values.rows) if v.setting == setting)


def row_of(page: EvidencePage, setting: str) -> tuple[str, str, str]:
    value = page.detail.values.rows[place_of(page, setting)]
    return value.typed, value.statistic, value.note


def type_over(page: EvidencePage, setting: str, text: str) -> None:
    index = page.detail.values.index(place_of(page, setting), FIGURE)
    assert index.flags() & Qt.ItemFlag.ItemIsEditable
    assert page.detail.values.setData(index, text)


def finish_changes(page: EvidencePage, qtbot: QtBot) -> None:
    background = page._session.background
    qtbot.waitUntil(lambda: background.is_idle, timeout=20_000)


def test_users_typed_stand_beside_the_files_and_are_taken_back(
    page: EvidencePage, qtbot: QtBot
) -> None:
    assert row_of(page, "users") == ("60", "in the file", "")
    assert row_of(page, "repetition") == ("1", "guess from the name", "")
    type_over(page, "users", "64")
    qtbot.waitUntil(lambda: row_of(page, "users")[0] == "64", timeout=20_000)
    assert row_of(page, "users") == ("64", "typed by the user", "file: 60")
    condition = page.model.cell_at(0, 5)
    assert (condition.text, condition.bold) == ("64 users, run 1", True)
    page.detail.value_grid.setCurrentIndex(
        page.detail.values.index(place_of(page, "users"), FIGURE)
    )
    page.detail.revert_selected()
    qtbot.waitUntil(lambda: row_of(page, "users")[0] == "60", timeout=20_000)
    assert row_of(page, "users")[1] == "in the file"


def test_a_degraded_state_is_chosen_from_a_list_and_shown(
    page: EvidencePage, qtbot: QtBot
) -> None:
    index = page.detail.values.index(place_of(page, "degraded"), FIGURE)
    choices = page.detail._list_choices(index)
    assert choices == ("controller lost", "rebuild", "path lost", "degraded")
    type_over(page, "degraded", "controller lost")
    qtbot.waitUntil(lambda: row_of(page, "degraded")[0] == "controller lost", timeout=20_000)
    assert page.model.cell_at(0, 5).text == "60 users, run 1, controller lost"
    wait_for_answer(qtbot, page.window())
    session = page._session
    shown = page.detail.read.detail.file.option_id
    qtbot.waitUntil(
        lambda: any(o.option.id == shown and o.degraded for o in session.answer.options),
        timeout=20_000,
    )
    findings = [str(f.message) for f in session.answer.findings]
    assert any("with a controller lost" in text for text in findings)


def test_a_figure_that_was_measured_cannot_be_typed_over(page: EvidencePage) -> None:
    place = next(i for i, v in enumerate(page.detail.values.rows) if v.line is not None)
    assert not page.detail.values.index(place, FIGURE).flags() & Qt.ItemFlag.ItemIsEditable


def test_a_setting_goes_to_all_selected_files(page: EvidencePage, qtbot: QtBot) -> None:
    QLocale.setDefault(QLocale("de_DE"))
    page.find_field.setText("nas")
    page.grid.selectAll()
    files = [r.file.id for r in page.selected_rows()]
    assert len(files) == 6
    type_over(page, "warm_up_s", "2,5")
    qtbot.waitUntil(lambda: row_of(page, "warm_up_s")[0] == "2,5", timeout=20_000)
    study = page._session.study
    stated = [read_file_detail(study, id_).runs[0].run for id_ in files]
    result = {s for run in stated for s in list_run_settings(run) if s.name == "warm_up_s"}
    assert {(s.value, s.origin) for s in result} == {("2.5", SettingOrigin.TYPED)}


def test_what_makes_no_sense_is_said_and_nothing_changes(page: EvidencePage, qtbot: QtBot) -> None:
    type_over(page, "users", "many")
    qtbot.waitUntil(page.banner.isVisible, timeout=20_000)
    assert "not a number of users" in page.banner.text
    finish_changes(page, qtbot)
    assert row_of(page, "users")[0] == "60"


def test_the_condition_of_several_files_is_typed_in_the_list(
    page: EvidencePage, qtbot: QtBot
) -> None:
    page.find_field.setText("fc_u060")
    page.grid.selectAll()
    assert page.model.setData(page.model.index(0, 5), "61")
    qtbot.waitUntil(lambda: page.model.cell_at(0, 5).bold, timeout=20_000)
    assert [page.model.cell_at(i, 5).text for i in (0, 1)] == [
        "61 users, run 1",
        "61 users, run 2",
    ]


def test_guesses_are_dotted_until_they_are_confirmed(page: EvidencePage, qtbot: QtBot) -> None:
    assert page.model.cell_at(0, 5).guess
    assert page.bar.confirm.text() == "Confirm the guesses of 12 files"
    row = page.model.rows[0]
    assert not replace(row, file=replace(row.file, status=Status.REFUSED)).is_guessed
    qtbot.mouseClick(page.bar.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.bar.confirm.isVisible(), timeout=20_000)
    assert not any(page.model.cell_at(i, 5).guess for i in range(12))
    assert not any(f.guessed for f in list_files(page._session.study))


@pytest.fixture
def monitored(make_window: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path) -> EvidencePage:
    """Return the page of a study with two runs, one of them with a recording, which is shown."""
    loads = [swingbench_file("fc-san", "fc", 90, run) for run in (1, 2)]
    recording = DATA / "fc-san" / "dstat" / "fc_u090_r1_dstat.csv"
    with create_study(tmp_path / "new.arraywise", name="New") as study:
        import_files(study, [*loads, recording], option="FC SAN")
    window = make_window()
    window.open_path(tmp_path / "new.arraywise")
    wait_for_answer(qtbot, window)
    window.frame.go_to(1)
    page = window.frame.evidence
    page.show_file(recording.name, None)
    qtbot.waitUntil(lambda: page.detail.file_name.text() == recording.name, timeout=20_000)
    return page


def test_a_monitors_clock_is_said_and_set(monitored: EvidencePage, qtbot: QtBot) -> None:
    heading = monitored.detail.values.rows[0]
    assert (heading.text, heading.statistic) == ("Monitor's clock", "UTC+00:00")
    assert row_of(monitored, "beside run")[0] == "fc_u090_r1.xml"
    type_over(monitored, "clock offset", "-2:30")
    typed = ("\u2212150", "typed by the user")
    qtbot.waitUntil(lambda: row_of(monitored, "clock offset")[:2] == typed, timeout=20_000)
    assert row_of(monitored, "beside run")[0] == "no run"
    type_over(monitored, "clock offset", "")
    qtbot.waitUntil(lambda: row_of(monitored, "beside run")[0] == "fc_u090_r1.xml", timeout=20_000)


def test_the_run_beside_a_recording_is_chosen_from_a_list(
    monitored: EvidencePage, qtbot: QtBot
) -> None:
    detail = monitored.detail
    index = detail.values.index(place_of(monitored, "beside run"), FIGURE)
    column = detail.values.columns[FIGURE]
    assert column.choices is not None
    assert set(column.choices(index)) == {"fc_u090_r1.xml", "fc_u090_r2.xml"}
    type_over(monitored, "beside run", "fc_u090_r2.xml")
    qtbot.waitUntil(lambda: row_of(monitored, "beside run")[0] == "fc_u090_r2.xml", timeout=20_000)
    study = monitored._session.study
    clock = read_monitor_clock(study, detail.read.detail.file.id)
    assert clock is not None
    assert clock.set_offset_s == next(r.offset_s for r in clock.runs if "r2" in r.file)
