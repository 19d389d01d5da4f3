"""The window with a real study: what a user does, and what must follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton

from arraywise.domain.evidence import Status
from arraywise.gui import theme
from arraywise.gui.theme import ThemeChoice
from arraywise.gui.wishes import Figure, ShowPage, ShowTrace
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import create_study, open_study
from tests.gui.conftest import wait_for_answer
from tests.gui.small_study import DATA, swingbench_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtCore import QSettings
    from pytestqt.qtbot import QtBot

    from arraywise.gui.main_window import MainWindow
    from arraywise.gui.pages.page import Page


def said(window: MainWindow, cell: str) -> str:
    return window.frame.strip.cells[cell].accessibleName()


def shown_page(window: MainWindow, key: str) -> Page:
    window.frame.grant(ShowPage(key))
    return window.frame.present_page


def drop(window: MainWindow, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    middle = window.rect().center()
    how = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(middle, Qt.DropAction.CopyAction, data, *how)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(
        window, QDropEvent(QPointF(middle), Qt.DropAction.CopyAction, data, *how)
    )


def test_a_study_opens_with_its_answer(open_small: Callable[[], MainWindow]) -> None:
    window = open_small()
    assert "FC SAN" in said(window, "recommended")
    assert window.windowTitle().startswith("Small")
    overview = window.frame.page("overview")
    assert not overview.is_empty
    names = [row.answer.option.name for row in overview.model.rows]
    assert names == ["FC SAN", "NAS NFS"]
    assert overview.why.sentence.text()
    assert window.frame.bar.visits_slider._ribbon


def test_a_dragged_slider_changes_the_answer_and_is_kept_when_let_go(
    open_small: Callable[[], MainWindow], qtbot: QtBot, small_study: Path
) -> None:
    window = open_small()
    before = said(window, "headroom")
    slider = window.frame.bar.visits_slider
    there = QPoint(40, 12)
    qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=there)
    qtbot.waitUntil(lambda: said(window, "headroom") != before)
    assert window.session.facts.requirement.visits_per_month == 54_432_000
    qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=there)
    qtbot.waitUntil(lambda: window.background.is_idle)
    window.close()
    with open_study(small_study) as study:
        kept = read_facts(study).requirement.visits_per_month
    assert kept < 30_000_000


def test_a_tight_target_flips_the_verdict(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    field = window.frame.bar.target_field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "60")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "No option passes" in said(window, "recommended"))


def test_dropped_files_are_imported_and_nonsense_is_refused_with_its_reason(
    open_small: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_small()
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
    page.banner.press()
    assert [r.file.name for r in page.model.rows] == ["notes.txt"]


def test_a_cancelled_import_keeps_nothing(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    page = window.frame.evidence
    before = len(page.model.rows)
    window.take_paths((DATA / "das-raid10",))
    qtbot.waitUntil(lambda: bool(window.background.tasks))
    qtbot.mouseClick(window.status.cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    window.session.read_again()
    wait_for_answer(qtbot, window)
    assert len(page.model.rows) == before


def test_assigning_files_changes_the_overview(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    window.frame.go_to(1)
    page = window.frame.evidence
    page.find_field.setText("nas")
    page.grid.selectAll()
    assert len(page.selected_rows()) == 6
    page._assign(page.model.rows[0], "Filer")
    overview = shown_page(window, "overview")
    qtbot.waitUntil(lambda: len(overview.model.rows) == 3, timeout=20_000)
    verdicts = {r.answer.option.name: r.answer.verdict.value for r in overview.model.rows}
    assert verdicts["NAS NFS"] == "NO DATA"
    assert verdicts["Filer"] != "NO DATA"


def test_values_and_lines_lead_to_each_other(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    window.frame.go_to(1)
    detail = window.frame.evidence.detail
    qtbot.waitUntil(lambda: detail.text.chosen is not None)
    place, value = next(
        (i, v) for i, v in enumerate(detail.values.rows) if v.name == "Transaction rate"
    )
    detail.value_grid.setCurrentIndex(detail.values.index(place, 3))
    assert detail.text.chosen == value.line
    assert "AverageTransactionsPerSecond" in detail.text._lines[value.line - 1]
    other = next(v for v in detail.values.rows if v.line not in {None, value.line})
    detail.text.line_chosen.emit(other.line)
    assert detail.values.rows[detail.value_grid.currentIndex().row()].line == other.line


def test_a_typed_price_changes_the_total_at_once_and_nonsense_is_kept_as_typed(
    open_small: Callable[[], MainWindow], qtbot: QtBot, small_study: Path
) -> None:
    window = open_small()
    page = shown_page(window, "pricing")
    column = [c.key for c in page.model.columns].index("unit_price")
    before = window.session.answered(page.tabs.option.id).price.total
    assert page.model.setData(page.model.index(0, column), "1000000.00")
    qtbot.waitUntil(lambda: window.session.answered(page.tabs.option.id).price.total > before)
    page.model.setData(page.model.index(0, column), "12 pcs")
    shown = page.model.shown(page.model.index(0, column))
    qtbot.waitUntil(lambda: page.model.shown(page.model.index(0, column)).invalid)
    shown = page.model.shown(page.model.index(0, column))
    assert shown.text == "12 pcs"
    assert "12 pcs" in shown.tip
    qtbot.waitUntil(lambda: window.background.is_idle)
    window.close()
    with open_study(small_study) as study:
        sheet = read_facts(study).options[0].price_sheet
    assert sheet.lines[0].unit_price == 1_000_000


def test_pasted_lines_make_the_sheet_grow(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    page = shown_page(window, "pricing")
    option = page.tabs.option
    lines = len(window.session.known(option.id).price_sheet.lines)
    block = [["Cable", "C-1", "2", "Network", "10.50", "4"], ["Rack", "", "", "", "99"]]
    page._take_block(len(page.model.rows) - 1, 0, block)
    sheet = window.session.known(option.id).price_sheet
    assert [line.description for line in sheet.lines[lines:]] == ["Cable", "Rack"]
    assert str(sheet.lines[lines].unit_price) == "10.50"
    qtbot.waitUntil(lambda: len(page.model.rows) == lines + len(sheet.discounts) + 3)


def test_typed_minutes_change_the_ease_factor(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    page = shown_page(window, "provisioning")
    page._take_block(0, 1, [["10", "10", "abc"]])
    qtbot.waitUntil(lambda: window.background.is_idle)
    times = window.session.known(page.tabs.option.id).provisioning
    assert [t.seconds for t in times] == [600, 600]
    shown = page.model.shown(page.model.index(0, 3))
    assert (shown.text, shown.invalid) == ("abc", True)


@pytest.mark.parametrize("figure", list(Figure))
def test_every_figure_has_a_trace(open_small: Callable[[], MainWindow], figure: Figure) -> None:
    from PySide6.QtWidgets import QLabel

    from arraywise.gui.trace_parts import TraceTable

    window = open_small()
    option = window.session.answer.options[1].option
    window.frame.grant(ShowTrace(option.id, figure))
    trace = window.frame.trace
    assert trace.isVisible()
    texts = " ".join(label.text() for label in trace.findChildren(QLabel))
    assert "FC SAN" in texts
    assert trace.findChildren(TraceTable)


def test_a_run_of_the_trace_leads_to_its_line(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    from arraywise.gui.trace_parts import RawSnippet, RunChips

    window = open_small()
    option = window.session.answer.options[1].option
    window.frame.grant(ShowTrace(option.id, Figure.RESPONSE))
    trace = window.frame.trace
    trace.findChildren(RunChips)[1].chosen.emit(0)
    qtbot.waitUntil(lambda: bool(trace.findChildren(RawSnippet)))
    links = [b for b in trace.findChildren(QPushButton) if "Evidence" in b.text()]
    with qtbot.waitSignal(trace.wanted) as wanted:
        links[-1].click()
    page = window.frame.evidence
    assert window.frame.present_page is page
    qtbot.waitUntil(lambda: page.detail.file_name.text() == wanted.args[0].file)
    assert page.detail.text.chosen == wanted.args[0].line


def test_text_on_the_clipboard_becomes_a_file(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    window.frame.go_to(1)
    text = swingbench_file("das-raid10", "das", 90, 1).read_text("utf-8")
    QGuiApplication.clipboard().setText(text)
    window.paste()
    page = window.frame.evidence
    qtbot.waitUntil(
        lambda: any(r.file.name.startswith("pasted") for r in page.model.rows), timeout=20_000
    )
    pasted = next(r for r in page.model.rows if r.file.name.startswith("pasted"))
    assert pasted.file.tool == "swingbench"
    assert pasted.file.status is Status.READ


def test_a_folder_dropped_on_the_empty_study_offers_its_options(
    make_window: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    import shutil

    lab = tmp_path / "lab"
    for folder, prefix in (("nas-nfs", "nas"), ("fc-san", "fc")):
        (lab / folder).mkdir(parents=True)
        for users in (60, 90):
            shutil.copy(swingbench_file(folder, prefix, users, 1), lab / folder)
    window = make_window()
    create_study(tmp_path / "new.arraywise", name="New").close()
    window.open_path(tmp_path / "new.arraywise")
    wait_for_answer(qtbot, window)
    page = window.frame.evidence
    assert page.is_empty
    drop(window, lab)
    qtbot.waitUntil(lambda: len(page.model.rows) == 4, timeout=20_000)
    qtbot.waitUntil(page.banner.isVisible)
    page.banner.press()
    overview = shown_page(window, "overview")
    qtbot.waitUntil(lambda: len(overview.model.rows) == 2, timeout=20_000)
    assert {r.answer.option.name for r in overview.model.rows} == {"nas-nfs", "fc-san"}


def test_a_study_in_use_is_offered_as_a_copy(
    open_small: Callable[[], MainWindow],
    make_window: Callable[[], MainWindow],
    qtbot: QtBot,
    small_study: Path,
) -> None:
    open_small()
    other = make_window()
    other.open_path(small_study)
    qtbot.waitUntil(other.welcome.banner.isVisible, timeout=20_000)
    assert "small.arraywise" in other.welcome.banner.text
    other.welcome.banner.press()
    wait_for_answer(qtbot, other)
    assert other.session.study.path.name == "small 2.arraywise"


def test_a_missing_study_is_said_in_words(
    make_window: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    window = make_window()
    window.open_path(tmp_path / "gone.arraywise")
    qtbot.waitUntil(window.welcome.banner.isVisible)
    assert "gone.arraywise" in window.welcome.banner.text


def test_closing_returns_to_the_welcome_page_which_remembers(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    window.close_study()
    assert window.session is None
    (recent,) = window.welcome.recents.rows
    assert (recent.name, recent.recommended) == ("Small", "FC SAN")
    window.welcome.recents_grid.opened.emit(0)
    wait_for_answer(qtbot, window)


def test_theme_and_language_change_under_an_open_study(
    open_small: Callable[[], MainWindow], qtbot: QtBot, settings: QSettings
) -> None:
    window = open_small()
    window.choose_theme(ThemeChoice.DARK)
    assert theme.look().name == "dark"
    window.choose_language("de")
    qtbot.waitUntil(lambda: said(window, "recommended").startswith("Empfehlung"))
    assert "FC SAN" in said(window, "recommended")
    assert window.frame.pages[1].title == "Belege"
    assert settings.value("language") == "de"
    window.choose_language("en")
    window.choose_theme(ThemeChoice.LIGHT)


def test_pages_and_regions_are_reached_by_keys(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    with qtbot.waitActive(window):
        window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.frame.present_page.key == "evidence"
    window.frame.bar.target_field.setFocus()
    visited = []
    for _ in range(4):
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_F6)
        visited.append(window.focusWidget())
    regions = [window.frame.strip, window.frame.rail, window.frame.present_page, window.frame.bar]
    assert all(r.isAncestorOf(w) for r, w in zip(regions, visited, strict=True))


def test_every_control_has_a_name_for_screen_readers(open_small: Callable[[], MainWindow]) -> None:
    from PySide6.QtWidgets import (
        QAbstractButton,
        QAbstractSlider,
        QComboBox,
        QLineEdit,
        QTableView,
    )

    window = open_small()
    kinds = (QAbstractButton, QAbstractSlider, QComboBox, QLineEdit, QTableView)
    controls = [w for kind in kinds for w in window.frame.findChildren(kind)]
    nameless = [
        w
        for w in controls
        if not w.isHidden()
        and not (w.accessibleName() or (isinstance(w, QAbstractButton) and w.text()))
        and not w.objectName().startswith("qt_")
        and type(w).__name__ not in {"QScrollBar", "QTableCornerButton", "QAbstractButton"}
        and not (isinstance(w, QLineEdit) and isinstance(w.parent(), QComboBox))
        and type(w.parent()).__name__ != "OptionTabs"
        and type(w.parent()).__name__ != "QLineEdit"
    ]
    assert not nameless
    assert controls


def test_nones_references_stay_level_over_a_thousand_calls(
    open_small: Callable[[], MainWindow],
) -> None:
    import sys

    window = open_small()
    before = sys.getrefcount(None)
    for _ in range(1000):
        window.frame.strip.update()
        window.frame.rail.choose(0)
        window.frame.bar.visits_slider.show_value(54e6)
    assert abs(sys.getrefcount(None) - before) < 200
