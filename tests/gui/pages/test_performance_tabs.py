"""I/O runs at the demanded mix, and recordings of hosts, on the Performance page."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arraywise.domain.study import IoPoint, StudyFacts
from arraywise.gui.charts.painted import PictureButton
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Cell, Column, RowsModel
from arraywise.gui.pages.performance.page import PerformancePage, Tab
from arraywise.gui.shell.main_window import MainWindow
from arraywise.store.reading.samples import HostGroup
from arraywise.store.study import open_study
from arraywise.usecases.import_files import import_files
from arraywise.usecases.undo import undo_step
from tests.conftest import ROOT
from tests.gui.acting import shown_page
from tests.gui.conftest import KeptWindow, kept_window, looked_at, wait_for_answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from arraywise.gui.pages.performance.io_tab import IoTab

FC = ROOT / "data" / "worked-example" / "fc-san"


@pytest.fixture(scope="module")
def swept_study_file(small_study_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the small study with a sweep, calibrations and a recording of FC SAN."""
    path = tmp_path_factory.mktemp("swept") / "small.arraywise"
    shutil.copy(small_study_file, path)
    with open_study(path) as study:
        files = [*(FC / "orion").glob("*"), FC / "calibration" / "fc_calibrate_io.txt"]
        files += [FC / "dstat" / "fc_u060_r1_dstat.csv", FC / "dstat" / "fc_u060_r2_dstat.csv"]
        import_files(study, sorted(files), option="FC SAN")
    return path


@pytest.fixture
def small_study(swept_study_file: Path, tmp_path: Path) -> Path:
    """Return a copy of the study with sweeps that the test may change."""
    return shutil.copy(swept_study_file, tmp_path / "small.arraywise")


@pytest.fixture
def page(open_small: Callable[[], MainWindow], qtbot: QtBot) -> PerformancePage:
    """Return the Performance page, shown."""
    window = open_small()
    assert window.frame is not None
    window.frame.go_to(window.frame.pages.index(window.frame.page("performance")))
    wait_for_answer(qtbot, window)
    page = window.frame.page("performance")
    assert isinstance(page, PerformancePage)
    return page


@pytest.fixture(scope="module")
def window_of_sweeps(
    request: pytest.FixtureRequest,
    qapp: QApplication,
    swept_study_file: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[KeptWindow]:
    yield from kept_window(request, qapp, swept_study_file, tmp_path_factory.mktemp("kept"))


@pytest.fixture
def seen(window_of_sweeps: KeptWindow, qtbot: QtBot) -> Iterator[PerformancePage]:
    """Return the Performance page of a window that may only be looked at."""
    for window in looked_at(window_of_sweeps, qtbot):
        page = shown_page(window, "performance")
        assert isinstance(page, PerformancePage)
        wait_for_answer(qtbot, window)
        if page.io is not None:  # which a test before may have drawn of other facts
            for _ in page.io.draw(facts_of(page), window.session.answer):
                pass
        yield page


def io_of(page: PerformancePage) -> IoTab:
    """Return the tab of I/O, in front."""
    page.choose_tab(Tab.IO)
    assert page.io is not None
    return page.io


def draw_without_profile(page: PerformancePage) -> IoTab:
    """Return the tab of I/O as it is while no evidence tells of reads and writes."""
    io = io_of(page)
    for _ in io.draw(replace(facts_of(page), found_profiles=()), page.window().session.answer):
        pass
    return io


def save(page: PerformancePage, qtbot: QtBot, **values: float | None) -> None:
    """Enter values of the workload profile, and wait for the answer."""
    window = page.window()
    assert isinstance(window, MainWindow)
    assert window.session is not None
    window.session.save_profile(values)
    wait_for_answer(qtbot, window)


def test_a_sweep_is_one_curve_and_every_other_file_says_what_it_counts_as(
    seen: PerformancePage,
) -> None:
    io = draw_without_profile(seen)
    assert {curve.option.name for curve in io.plot.curves} == {"FC SAN"}
    sweep = max(io.plot.curves, key=lambda each: len(each.points))
    assert len(sweep.points) == 30
    assert len(sweep.band) > len(sweep.points)
    assert [curve.named for curve in io.plot.curves].count(True) == 1, "no name stands twice"
    assert io.title.text() == "Which runs would count", "no profile is entered"
    assert {file for run in io.runs for file in run.files} == {
        point.file for known in facts_of(seen).options for point in known.io_points
    }
    assert all(io.model.cell_at(row, 5).text for row in range(io.model.rowCount()))


def test_the_demand_stands_in_the_chart_once_reads_and_writes_are_entered(
    page: PerformancePage, qtbot: QtBot
) -> None:
    io = draw_without_profile(page)
    assert not [line for line in io.plot._lines if line.upright]
    assert io.editor.advice.text().startswith("Enter reads and writes")
    save(page, qtbot, reads=9.0, writes=1.0, block_bytes=8192.0)
    (demand,) = [line for line in io.plot._lines if line.upright]
    window = page.window()
    assert demand.at == pytest.approx(10 * window.session.answer.demand_tps)
    assert io.title.text() == "Which runs count"
    assert io.editor.results[0][1].text() == f"{demand.at:,.0f}"
    assert io.editor.rows["reads"].source.text() == "typed"
    assert io.editor.rows["sync_reads"].source.text() == "usual"
    assert io.editor.rows["sync_reads"].field.text() == "9"
    assert io.editor.rows["cpu_s"].source.text() == "not known"
    assert io.editor.rows["cpu_s"].field.text() == "\u2013", "missing is no zero"


def test_another_mix_is_shown_until_the_demanded_one_is_asked_for(
    page: PerformancePage, qtbot: QtBot
) -> None:
    io = io_of(page)
    save(page, qtbot, reads=8.0, writes=2.0, block_bytes=8192.0)
    notes = {curve.note for curve in io.plot.curves}
    assert io.as_demanded.isHidden()
    assert io.shares.values == (0.0, 0.2)
    assert all(not point.counts for curve in io.plot.curves for point in curve.points)
    io.shares.click(0.0)
    assert not io.as_demanded.isHidden()
    assert any(point.counts for curve in io.plot.curves for point in curve.points)
    (demand,) = [line for line in io.plot._lines if line.upright]
    assert demand.text.endswith("(8\u00a0KiB, 20\u00a0% writes)"), "the demand is of another mix"
    io.as_demanded.click()
    assert {curve.note for curve in io.plot.curves} == notes


def test_typed_values_are_kept_undone_and_refused_where_they_cannot_be(
    page: PerformancePage, qtbot: QtBot
) -> None:
    io, window = io_of(page), page.window()
    field = io.editor.rows["block_bytes"].field
    field.given.emit("16")
    wait_for_answer(qtbot, window)
    assert facts_of(page).profile.block_bytes == 16 * 1024
    said: list[str] = []
    io.message.connect(said.append)
    for text in ("-3", "many"):
        field.given.emit(text)
        assert field.is_faulty
    assert all(text.startswith("Block size: ") for text in said)
    assert len(said) == 2
    window.session.move_through_history(undo_step, lambda _action: None)
    wait_for_answer(qtbot, window)
    assert facts_of(page).profile.block_bytes is None
    assert field.text() == "\u2013"


def test_the_storage_part_of_the_target_is_a_dotted_line_with_a_shade(
    page: PerformancePage, qtbot: QtBot
) -> None:
    io = io_of(page)
    save(page, qtbot, reads=10.0, writes=0.0, block_bytes=8192.0, log_writes=0.0)
    whole = [line for line in io.plot._lines if line.dashed]
    assert [line.at for line in whole] == [pytest.approx(20.0)]
    assert io.plot._shaded_corner is None
    io.editor.share.field.given.emit("50")
    wait_for_answer(qtbot, page.window())
    assert facts_of(page).requirement.storage_share == 0.5
    (part,) = [line for line in io.plot._lines if line.dotted]
    assert part.at == pytest.approx(10.0)
    assert io.plot._shaded_corner is not None
    assert io.plot._shaded_corner[1] == part.at
    io.editor.share_slider.moved_to.emit(0.25)
    io.editor.share_slider.settled.emit()
    wait_for_answer(qtbot, page.window())
    assert [line.at for line in io.plot._lines if line.dotted] == [pytest.approx(5.0)]


def test_the_status_line_adds_up_the_levels_of_runs(seen: PerformancePage, qtbot: QtBot) -> None:
    io, window = io_of(seen), seen.window()
    with qtbot.waitActive(window):
        window.activateWindow()
    said = []
    window.frame.selected.connect(said.append)
    io.grid.setFocus()
    io.grid.selectColumn(4)
    levels = [run.levels for run in io.runs if run.levels is not None]
    qtbot.waitUntil(lambda: bool(said) and said[-1] is not None)
    assert (said[-1].numbers, said[-1].total) == (len(levels), sum(levels))


def test_left_and_right_step_along_the_levels(seen: PerformancePage) -> None:
    io = io_of(seen)
    said: list[str] = []
    io.plot.message.connect(said.append)
    levels = [point for curve in io.plot.curves for point in curve.points]
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        QTest.keyClick(io.plot.plot, key)
    assert said == [levels[0].message, levels[1].message, levels[0].message]


@pytest.mark.parametrize(
    ("tool", "says"),
    [("orion", "state rates but no latency"), ("fio", "states its share of writes")],
)
def test_without_a_curve_there_is_no_chart_but_what_to_measure(
    seen: PerformancePage, tool: str, says: str
) -> None:
    io, facts = io_of(seen), facts_of(seen)
    assert not io.plot.isHidden()
    point = IoPoint(1, "rate.txt", tool, None, None, iops=4000.0)
    known = replace(facts.options[0], io_points=(point,), setups=())
    for _ in io.draw(
        replace(facts, options=(known,), found_profiles=()), seen.window().session.answer
    ):
        pass
    assert io.plot.isHidden()
    assert says in io.nothing.text()
    assert [run.files for run in io.runs] == [("rate.txt",)], "it is listed all the same"


def facts_of(page: PerformancePage) -> StudyFacts:
    """Return the study as its window sees it."""
    facts = page.window().session.facts
    assert isinstance(facts, StudyFacts)
    return facts


def test_figures_that_come_later_are_added_to_what_is_said_of_the_selection(
    qtbot: QtBot,
) -> None:
    known: dict[int, float] = {}
    column = Column("a", "A", lambda row: Cell(number=known.get(row)))
    grid = Grid(RowsModel([column]))
    qtbot.addWidget(grid)
    grid.rows.setParent(grid)
    grid.rows.set_rows(range(5000))
    message = []
    grid.figures_changed.connect(message.append)
    grid.show()
    with qtbot.waitActive(grid):
        grid.activateWindow()
    grid.setFocus()
    grid.selectAll()
    qtbot.waitUntil(lambda: bool(message))
    assert (message[-1].numbers, message[-1].total) == (0, 0.0)
    known.update((row, 2.0) for row in range(5000))
    grid.rows.refresh_cells()
    qtbot.waitUntil(lambda: message[-1].total == 10_000)
    grid.rows.set_columns([column])
    qtbot.waitUntil(lambda: message[-1] is None)


def test_any_recording_and_group_is_shown(page: PerformancePage, qtbot: QtBot) -> None:
    page.choose_tab(Tab.HOSTS)
    hosts = page.hosts
    assert hosts is not None
    qtbot.waitUntil(lambda: hosts.plot.drawn is not None)
    assert hosts.files.count() == 2
    assert "65 samples" in hosts.about.text()
    hosts.files.setCurrentRow(1)
    assert hosts.about.text() == f"Reading {hosts.files.item(1).text()}…"
    hosts.groups.setCurrentIndex(hosts.groups.findData(HostGroup.DISK))
    hosts.groups.activated.emit(hosts.groups.currentIndex())

    def is_shown() -> bool:
        drawn = hosts.plot.drawn
        return drawn is not None and [s.name for s in drawn.series] == ["disk_read", "disk_write"]

    qtbot.waitUntil(is_shown)
    assert hosts.table is not None
    assert hosts.table.recording.file.endswith("fc_u060_r2_dstat.csv")
    assert "MB/s" in hosts.plot.describe_moment(hosts.table.span.start_s + 100)


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_every_chart_can_be_saved(seen: PerformancePage, tmp_path: Path, suffix: str) -> None:
    buttons = seen.findChildren(PictureButton)
    assert len(buttons) == 5, "response, rate, host, I/O, recordings"
    for number, each in enumerate(buttons):
        path = tmp_path / f"{number}{suffix}"
        each.save_as(path)
        assert path.stat().st_size > 500
