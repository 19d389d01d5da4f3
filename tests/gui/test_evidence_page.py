"""Evidence and traces in a real window."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QToolButton

from arraywise.domain.evidence import Status
from arraywise.gui import preferences
from arraywise.gui.pages.evidence_limit import LimitDialog
from arraywise.gui.wishes import Figure, ShowTrace
from arraywise.store.reading.overview import embed_limit_bytes
from arraywise.store.study import create_study
from arraywise.usecases.edit_study import set_embed_limit
from arraywise.usecases.import_files import import_files
from tests.gui.acting import drop, shown_page
from tests.gui.conftest import wait_for_answer
from tests.gui.small_study import DATA, swingbench_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.main_window import MainWindow


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
    assert page.banner.text.startswith("1 option is proposed")
    page.banner.press()
    qtbot.waitUntil(page.banner.isVisible, timeout=20_000)
    assert page.banner.text == "1 file read. 1 refused"
    page.banner.press()
    assert [r.file.name for r in page.model.rows] == ["notes.txt"]


def test_what_is_found_is_what_is_shown(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    page = open_small().frame.evidence
    qtbot.waitUntil(lambda: len(page.model.rows) > 1)
    last = page.model.rows[-1].file.name
    page.find_field.setText(last)
    assert [r.file.name for r in page.model.rows] == [last]
    qtbot.waitUntil(lambda: page.detail.file_name.text() == last)
    page.find_field.clear()
    assert [r.file.name for r in page.selected_rows()] == [last]


def test_counts_are_said_in_the_language_of_the_window(
    open_small: Callable[[], MainWindow],
) -> None:
    preferences.speak("de")
    page = open_small().frame.evidence
    assert page.subtitle.text() == "12 Dateien, 12 Läufe"


def test_a_cancelled_import_keeps_what_was_finished(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    page = window.frame.evidence
    before = len(page.model.rows)
    everything = sum(path.is_file() for path in (DATA / "das-raid10").rglob("*"))
    window.take_paths((DATA / "das-raid10",))
    qtbot.waitUntil(lambda: bool(window.background.tasks))
    qtbot.mouseClick(window.status.cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    window.session.read_again()
    wait_for_answer(qtbot, window)
    added = len(page.model.rows) - before
    assert added < everything
    if added:  # the click may come before the first file was read
        assert f"cancelled: {everything - added} not read" in page.banner.text


def test_a_file_that_is_there_already_is_named_with_its_twin(
    open_small: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_small()
    page = window.frame.evidence
    kept = swingbench_file("fc-san", "fc", 60, 1)
    twin = Path(shutil.copy(kept, tmp_path / "copy.xml"))
    listed = [row.file.name for row in page.model.rows]
    drop(window, twin)
    qtbot.waitUntil(page.banner.isVisible, timeout=20_000)
    other = next(name for name in listed if name.endswith(kept.name))
    assert page.banner.text.endswith(f"copy.xml has the same bytes as {other}")
    assert [row.file.name for row in page.model.rows] == listed


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
    assert "AverageTransactionsPerSecond" in detail.read.lines.line(value.line - 1)
    other = next(v for v in detail.values.rows if v.line not in {None, value.line})
    detail.text.place_chosen.emit(other.line, 1)
    assert detail.values.rows[detail.value_grid.currentIndex().row()].line == other.line


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


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """Return a folder with a folder for each of two options."""
    lab = tmp_path / "lab"
    for folder, prefix in (("nas-nfs", "nas"), ("fc-san", "fc")):
        (lab / folder).mkdir(parents=True)
        for users in (60, 90):
            shutil.copy(swingbench_file(folder, prefix, users, 1), lab / folder)
    return lab


@pytest.fixture
def offered(
    make_window: Callable[[], MainWindow], lab: Path, qtbot: QtBot, tmp_path: Path
) -> MainWindow:
    """Return a window whose new study was made for dropped files, as its options are offered."""
    window = make_window()
    window.make_study(tmp_path / "new.arraywise", (lab,))
    wait_for_answer(qtbot, window)
    page = window.frame.evidence
    qtbot.waitUntil(
        lambda: len(page.model.rows) == 4 and window.background.is_idle, timeout=20_000
    )
    assert page.banner.isVisible()
    assert page.banner.text.startswith("2 options are proposed")
    assert "FC SAN (2), NAS NFS (2)." in page.banner.text
    return window


def test_proposed_options_are_made_with_one_action(offered: MainWindow, qtbot: QtBot) -> None:
    page = offered.frame.evidence
    link = next(b for b in page.banner.findChildren(QPushButton) if "these options" in b.text())
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    overview = shown_page(offered, "overview")
    qtbot.waitUntil(lambda: len(overview.model.rows) == 2, timeout=20_000)
    assert {r.answer.option.name for r in overview.model.rows} == {"NAS NFS", "FC SAN"}
    qtbot.waitUntil(lambda: all(r.file.option_id for r in page.model.rows))
    assert not page.banner.isVisible()


def test_a_closed_offer_leaves_files_unassigned(offered: MainWindow, qtbot: QtBot) -> None:
    page = offered.frame.evidence
    qtbot.mouseClick(page.banner.findChild(QToolButton), Qt.MouseButton.LeftButton)
    assert not page.banner.isVisible()
    offered.session.read_again()
    wait_for_answer(qtbot, offered)
    assert not offered.session.answer.options
    assert [r.file.option_id for r in page.model.rows] == [None] * 4


def test_an_offer_leaves_alone_what_was_assigned_meanwhile(
    offered: MainWindow, qtbot: QtBot
) -> None:
    page = offered.frame.evidence
    nas = [r for r in page.model.rows if "nas" in r.file.name]
    page.grid.clearSelection()
    page._assign(nas[0], "Filer")
    qtbot.waitUntil(lambda: any(r.file.option_name == "Filer" for r in page.model.rows))
    page.banner.press()
    qtbot.waitUntil(lambda: all(r.file.option_id for r in page.model.rows), timeout=20_000)
    names = sorted(r.file.option_name for r in page.model.rows)
    assert names == ["FC SAN", "FC SAN", "Filer", "NAS NFS"]


def test_a_folder_dropped_on_an_empty_study_offers_its_options(
    make_window: Callable[[], MainWindow], lab: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    window = make_window()
    create_study(tmp_path / "new.arraywise", name="New").close()
    window.open_path(tmp_path / "new.arraywise")
    wait_for_answer(qtbot, window)
    page = window.frame.evidence
    assert page.is_empty
    drop(window, lab)
    qtbot.waitUntil(page.banner.isVisible, timeout=20_000)
    assert page.banner.text.startswith("2 options are proposed")
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)


@pytest.fixture
def outside(make_window: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """Return a window with two selected files that are kept outside its study."""
    copied = [
        Path(shutil.copy(swingbench_file("nas-nfs", "nas", u, 1), tmp_path)) for u in (60, 90)
    ]
    with create_study(tmp_path / "new.arraywise", name="New") as study:
        set_embed_limit(study, 0)
        import_files(study, copied, option="NAS")
    window = make_window()
    window.open_path(tmp_path / "new.arraywise")
    wait_for_answer(qtbot, window)
    window.frame.go_to(1)
    page = window.frame.evidence
    qtbot.waitUntil(lambda: len(page.model.rows) == 2)
    assert not any(r.file.embedded for r in page.model.rows)
    page.grid.selectAll()
    return window


def test_selected_files_are_kept_whole_in_the_study(outside: MainWindow, qtbot: QtBot) -> None:
    page = outside.frame.evidence
    keep = next(a for a in page.grid.actions() if "Keep whole" in a.text())
    keep.trigger()
    qtbot.waitUntil(lambda: all(r.file.embedded for r in page.model.rows), timeout=20_000)
    assert page.banner.text == "2 files are now whole in the study."
    page.grid.selectAll()
    outside.frame.keep_evidence()
    assert page.banner.text == "No file is selected that lies outside the study."


def test_a_file_that_changed_is_refused_and_the_other_is_kept(
    outside: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    page = outside.frame.evidence
    changed = tmp_path / page.model.rows[0].file.name
    changed.write_text("something else\n", "utf-8")
    outside.frame.keep_evidence()
    qtbot.waitUntil(lambda: any(r.file.embedded for r in page.model.rows), timeout=20_000)
    assert [r.file.embedded for r in page.model.rows] == [False, True]
    assert page.banner.text.startswith("1 file still lies outside the study:")
    assert f"{changed} has changed since it was imported" in page.banner.text
    assert "1 file is now whole in the study." in page.banner.text


def test_a_number_with_two_readings_is_asked_for_in_place(
    open_small: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_small()
    page = window.frame.evidence
    file = tmp_path / "calibration.txt"
    file.write_text("max_iops = 104.580\nlatency = 11\nmax_mbps = 1,353\n", "utf-8")
    drop(window, file)
    qtbot.waitUntil(lambda: any(r.file.name == file.name for r in page.model.rows), timeout=20_000)
    page.show_file(file.name, None)
    qtbot.waitUntil(lambda: page.detail.file_name.text() == file.name)

    def answers() -> list[QPushButton]:
        found = page.detail.problems.widget().findChildren(QPushButton)
        return [b for b in found if "line" not in b.text()]

    assert [b.text() for b in answers()] == ["104.580 is 104580", "104.580 is 104.580"]
    answers()[0].click()
    qtbot.waitUntil(lambda: any(v.figure == 104_580 for v in page.detail.values.rows))
    assert [b.text() for b in answers()] == ["Ask again how this file writes numbers"]
    answers()[0].click()
    qtbot.waitUntil(lambda: len(answers()) == 2)


def test_a_pasted_text_is_kept_in_the_study_however_little_room_files_have(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    set_embed_limit(window.session.study, 0)
    QGuiApplication.clipboard().setText(swingbench_file("das-raid10", "das", 90, 1).read_text())
    window.frame.paste_evidence()
    page = window.frame.evidence
    qtbot.waitUntil(page.banner.isVisible, timeout=20_000)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    pasted = next(r for r in page.model.rows if r.file.name.startswith("pasted 20"))
    assert pasted.file.embedded


def test_files_with_problems_are_listed_alone(
    open_small: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_small()
    page = window.frame.evidence
    (tmp_path / "notes.txt").write_text("nothing that a lab tool wrote\n", "utf-8")
    drop(window, tmp_path / "notes.txt", tmp_path / "gone.xml")
    qtbot.waitUntil(page.banner.isVisible, timeout=20_000)
    assert "1 refused" in page.banner.text
    assert "gone.xml: It cannot be read: No such file or directory." in page.banner.text
    qtbot.waitUntil(page.bar.only_problems.isVisible, timeout=20_000)
    page.banner.press()
    assert [r.file.name for r in page.model.rows] == ["notes.txt"]
    page.bar.only_problems.click()
    assert len(page.model.rows) == 13


def test_the_largest_file_that_is_kept_is_set(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    window.frame.ask_embed_limit()
    page = window.frame.evidence
    qtbot.waitUntil(lambda: page.findChild(LimitDialog) is not None)
    dialog = page.findChild(LimitDialog)
    assert dialog.size_field.value() == 16
    dialog.size_field.setValue(3)
    dialog.accept()
    study = window.session.study
    qtbot.waitUntil(lambda: embed_limit_bytes(study) == 3 * 1024**2, timeout=20_000)
