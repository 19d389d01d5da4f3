"""Evidence in a real window."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QInputDialog, QLineEdit, QPushButton

from arraywise.domain.evidence import Status
from arraywise.gui.grid.sheet import FindBar
from arraywise.gui.session.page_requests import ShowStatus
from arraywise.gui.shell import preferences
from tests.gui.acting import drop, shown_page
from tests.gui.conftest import wait_for_answer
from tests.gui.small_study import DATA, swingbench_file
from tests.importers.awr import layouts

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.grid.grid import Grid
    from arraywise.gui.shell.main_window import MainWindow


def test_dropped_files_are_imported_and_nonsense_is_refused_with_its_reason(
    open_shared: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_shared()
    page = window.frame.evidence
    before = len(page.model.rows)
    nonsense = tmp_path / "notes.txt"
    nonsense.write_text("nothing that a lab tool wrote\n", "utf-8")
    drop(window, swingbench_file("das-raid10", "das", 60, 1), nonsense)
    qtbot.waitUntil(lambda: len(page.model.rows) == before + 2, timeout=20_000)
    assert "1 refused" in page.banner.text
    assert window.frame.present_page is page
    page.show_file("notes.txt", None)
    qtbot.waitUntil(lambda: bool(page.detail.problems.sentences))
    assert page.detail.file_name.text() == "notes.txt"
    refused = next(r for r in page.model.rows if r.file.status is Status.REFUSED)
    assert refused.reason is not None
    assert page.banner.text.startswith("1 option proposed")
    page.banner.link.click()
    qtbot.waitUntil(page.banner.isVisible, timeout=20_000)
    assert page.banner.text.startswith("1 file read. 1 refused, notes.txt: ")
    page.banner.link.click()
    assert [r.file.name for r in page.model.rows] == ["notes.txt"]


def test_what_is_found_is_what_is_shown(shared_window: MainWindow, qtbot: QtBot) -> None:
    page = shown_page(shared_window, "evidence")
    qtbot.waitUntil(lambda: len(page.model.rows) > 1)
    last = page.model.rows[-1].file.name
    page.find_field.setText(last)
    assert [r.file.name for r in page.model.rows] == [last]
    qtbot.waitUntil(lambda: page.detail.file_name.text() == last)
    page.find_field.clear()
    assert [r.file.name for r in page.selected_rows()] == [last]


def test_control_f_finds_in_the_table_of_files_and_in_that_of_values(
    shared_window: MainWindow, qtbot: QtBot
) -> None:
    window = shared_window
    page = shown_page(window, "evidence")
    qtbot.waitUntil(lambda: len(page.model.rows) > 3)
    with qtbot.waitActive(window):
        window.activateWindow()
    name = page.model.rows[3].file.name
    find_in(page.grid, name, qtbot)
    assert page.grid.currentIndex().row() == 3
    qtbot.waitUntil(lambda: page.detail.file_name.text() == name)
    values = page.detail.value_grid
    text = page.detail.values.cell_at(4, 0).text
    find_in(values, text, qtbot)
    assert text in values.rows.cell_at_index(values.currentIndex()).text


def find_in(grid: Grid, text: str, qtbot: QtBot) -> None:
    bar = grid.parentWidget().findChild(FindBar)
    assert not bar.isVisible()
    grid.setFocus()
    qtbot.keyClick(grid, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(bar.line.hasFocus)
    qtbot.keyClicks(bar.line, text)
    qtbot.keyClick(bar.line, Qt.Key.Key_Escape)
    assert not bar.isVisible()
    assert grid.hasFocus()


def test_counts_are_said_in_the_language_of_the_window(
    open_small: Callable[[], MainWindow],
) -> None:
    preferences.install_language("de")
    page = open_small().frame.evidence
    assert page.subtitle.text() == "12 Dateien, 12 Läufe"


def test_a_cancelled_import_keeps_what_was_finished(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    page = window.frame.evidence
    before = len(page.model.rows)
    everything = sum(path.is_file() for path in (DATA / "das-raid10").rglob("*"))
    window.open_paths((DATA / "das-raid10",))
    qtbot.waitUntil(lambda: bool(window.background.tasks))
    qtbot.mouseClick(window.status.cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    window.session.reload()
    wait_for_answer(qtbot, window)
    added = len(page.model.rows) - before
    assert added < everything
    if added:  # the click may come before the first file was read
        assert f"cancelled: {everything - added} not read" in page.banner.text


def test_a_file_that_is_there_already_is_named_with_its_twin(
    open_shared: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_shared()
    page = window.frame.evidence
    stored = swingbench_file("fc-san", "fc", 60, 1)
    twin = Path(shutil.copy(stored, tmp_path / "copy.xml"))
    listed = [row.file.name for row in page.model.rows]
    drop(window, twin)
    qtbot.waitUntil(page.banner.isVisible, timeout=20_000)
    other = next(name for name in listed if name.endswith(stored.name))
    assert page.banner.text.endswith(f"copy.xml has the same bytes as {other}")
    assert [row.file.name for row in page.model.rows] == listed


def test_assigning_files_changes_the_overview(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    window.frame.go_to(1)
    page = window.frame.evidence
    page.find_field.setText("nas")
    page.grid.selectAll()
    assert len(page.selected_rows()) == 6
    page._assign_from_cell(page.model.rows[0], "Filer")
    overview = shown_page(window, "overview")
    qtbot.waitUntil(lambda: len(overview.model.rows) == 3, timeout=20_000)
    verdicts = {r.answer.option.name: r.answer.verdict.value for r in overview.model.rows}
    assert verdicts["NAS NFS"] == "NO DATA"
    assert verdicts["Filer"] != "NO DATA"


def test_files_stay_selected_when_the_list_is_read_anew(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    page = shown_page(window, "evidence")
    qtbot.waitUntil(lambda: len(page.model.rows) > 6)
    with qtbot.waitActive(window):
        window.activateWindow()
    page.grid.setFocus()
    page.grid.selectAll()
    chosen = [r.file.name for r in page.selected_rows()]
    with qtbot.waitSignal(page.listed, timeout=20_000):
        page._options_menu.chosen.emit("")
    assert [r.file.name for r in page.selected_rows()] == chosen
    qtbot.waitUntil(lambda: "Sum" in window.status.message.text())
    message = window.status.message.text()
    page.find_field.setText(chosen[2])
    page.find_field.clear()  # one is selected: what was stated of all is stated no longer
    qtbot.waitUntil(lambda: window.status.message.text() != message)


def test_values_and_lines_lead_to_each_other(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    page = shown_page(window, "evidence")
    detail, first = page.detail, page.model.rows[0].file.name
    page.grid.setCurrentIndex(page.model.index(0, 0))
    qtbot.waitUntil(lambda: detail.file_name.text() == first and detail.text.chosen is not None)
    place, value = next(
        (i, v) for i, v in enumerate(detail.values.rows) if v.name == "Transaction rate"
    )
    detail.value_grid.setCurrentIndex(detail.values.index(place, 3))
    assert detail.text.chosen == value.line
    assert "AverageTransactionsPerSecond" in detail.read.lines.line_at(value.line - 1)
    other = next(v for v in detail.values.rows if v.line not in {None, value.line})
    detail.text.place_chosen.emit(other.line, 1)
    assert detail.values.rows[detail.value_grid.currentIndex().row()].line == other.line
    nowhere = next(i for i, v in enumerate(detail.values.rows) if v.line is None)
    detail.value_grid.setCurrentIndex(detail.values.index(nowhere, 3))
    assert detail.text.chosen is None


def test_text_on_the_clipboard_becomes_a_file(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    window.frame.go_to(1)
    text = swingbench_file("das-raid10", "das", 90, 1).read_text("utf-8")
    QGuiApplication.clipboard().setText(text)
    window.frame.paste()
    page = window.frame.evidence
    qtbot.waitUntil(
        lambda: any(r.file.name.startswith("pasted") for r in page.model.rows), timeout=20_000
    )
    pasted = next(r for r in page.model.rows if r.file.name.startswith("pasted"))
    assert pasted.file.tool == "swingbench"
    assert pasted.file.status is Status.READ
    qtbot.waitUntil(lambda: page.detail.file_name.text() == pasted.file.name)
    assert [r.file.name for r in page.selected_rows()] == [pasted.file.name]


def test_a_number_with_two_readings_is_asked_for_in_place(
    open_shared: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_shared()
    page = window.frame.evidence
    file = tmp_path / "calibration.txt"
    file.write_text("max_iops = 104.580\nlatency = 11\nmax_mbps = 1,353\n", "utf-8")
    drop(window, file)
    qtbot.waitUntil(lambda: any(r.file.name == file.name for r in page.model.rows), timeout=20_000)
    page.show_file(file.name, None)
    qtbot.waitUntil(lambda: page.detail.file_name.text() == file.name)

    def answers() -> list[QPushButton]:
        result = page.detail.problems.widget().findChildren(QPushButton)
        return [b for b in result if "line" not in b.text()]

    assert [b.text() for b in answers()] == ["104.580 is 104580", "104.580 is 104.580"]
    answers()[0].click()
    qtbot.waitUntil(lambda: any(v.figure == 104_580 for v in page.detail.values.rows))
    assert [b.text() for b in answers()] == ["Ask again how this file writes numbers"]
    answers()[0].click()
    qtbot.waitUntil(lambda: len(answers()) == 2)


def test_files_with_problems_are_listed_alone(
    open_shared: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_shared()
    page = window.frame.evidence
    (tmp_path / "notes.txt").write_text("nothing that a lab tool wrote\n", "utf-8")
    drop(window, tmp_path / "notes.txt", tmp_path / "gone.xml")
    qtbot.waitUntil(page.banner.isVisible, timeout=20_000)
    assert "1 refused" in page.banner.text
    assert "gone.xml: It cannot be read: No such file or folder." in page.banner.text
    qtbot.waitUntil(page.bar.only_problems.isVisible, timeout=20_000)
    page.banner.link.click()
    assert [r.file.name for r in page.model.rows] == ["notes.txt"]
    page.bar.only_problems.click()
    assert len(page.model.rows) == 13


def test_a_picture_is_said_to_be_one_and_not_shown_as_letters(
    open_shared: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    page = open_shared().frame.evidence
    (tmp_path / "screen.jpg").write_bytes(b"\xff\xd8\xff\xe0\0\x10JFIF" + bytes(range(256)) * 8)
    drop(page.window(), tmp_path / "screen.jpg")
    qtbot.waitUntil(lambda: any(r.file.name == "screen.jpg" for r in page.model.rows))
    page.show_file("screen.jpg", None)
    qtbot.waitUntil(page.detail.no_text.isVisible, timeout=20_000)
    assert page.detail.no_text.text() == "Not text: 2,058 bytes, format JPEG."
    assert not page.detail.text.isVisible()


def test_a_new_option_is_named_before_files_go_into_it(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    """The keys went to the list, and files into whatever option was near."""
    window = open_shared()
    page = shown_page(window, "evidence")
    qtbot.waitUntil(lambda: len(page.model.rows) > 3)
    before = [row.file.option_id for row in page.model.rows]
    page.grid.selectAll()
    page._options_menu.new_option_requested.emit()
    (asked,) = page.findChildren(QInputDialog)
    qtbot.waitUntil(asked.isVisible)
    assert [row.file.option_id for row in page.model.rows] == before
    field = asked.findChild(QLineEdit)
    stated: list[object] = []
    page.requested.connect(stated.append)
    qtbot.keyClicks(field, "Shelf 9")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    message = f"Assigned to Shelf 9; files: {len(before)}. Ctrl+Z takes it back."
    qtbot.waitUntil(lambda: ShowStatus(message) in stated, timeout=20_000)
    qtbot.waitUntil(lambda: len({row.file.option_id for row in page.model.rows}) == 1)
    window.undoing.back.trigger()
    qtbot.waitUntil(
        lambda: [row.file.option_id for row in page.model.rows] == before, timeout=20_000
    )


def test_a_report_on_a_database_is_shown_with_its_figures_and_no_names(
    open_shared: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    page = open_shared().frame.evidence
    before = len(page.model.rows)
    report = tmp_path / "awr.html"
    report.write_text(layouts.html(), "utf-8")
    drop(page.window(), report)
    qtbot.waitUntil(lambda: len(page.model.rows) == before + 1, timeout=20_000)
    page.show_file("awr.html", None)
    qtbot.waitUntil(lambda: page.detail.file_name.text() == "awr.html", timeout=20_000)
    values = {(v.name, v.statistic): v for v in page.detail.values.rows}
    commits = values["Instance Activity / user commits", "total"]
    assert (commits.figure, commits.unit) == (9_000, "1")
    read = page.detail.read
    assert read is not None
    assert read.lines is not None
    assert commits.line is not None
    assert "user commits" in read.lines.line_at(commits.line - 1)
    shown = "".join(read.lines.line_at(i) for i in range(len(read.lines)))
    assert not [secret for secret in layouts.SECRETS if secret in shown]
    assert page.banner.text.startswith("1 file read")  # and no option is proposed
