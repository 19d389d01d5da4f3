"""I/O sweeps, I/O calibrations and recordings of hosts on the Performance page."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QGuiApplication

from arraywise.domain.evidence import MAX_SMALL_IOPS, MIN_SMALL_LATENCY
from arraywise.domain.options import Architecture, Option
from arraywise.domain.study import IoPoint, OptionFacts, RunSetup
from arraywise.gui.charts.chart_export import PictureButton
from arraywise.gui.charts.load_curves import CalibrationBars, calibrations
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Cell, Column, RowsModel
from arraywise.gui.pages.performance.page import PerformancePage, Tab
from arraywise.store.reading.samples import HostGroup
from arraywise.store.study import open_study
from arraywise.usecases.import_files import import_files
from tests.conftest import ROOT
from tests.gui.conftest import wait_for_answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow

FC = ROOT / "data" / "worked-example" / "fc-san"
NAS = Option(1, "NAS", Architecture.NAS, 0, shared_storage=True)


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


def test_a_sweep_is_drawn_against_outstanding_ios_and_against_its_rate(
    page: PerformancePage,
) -> None:
    page.choose_tab(Tab.SWEEPS)
    assert page.io is not None
    (iops,), (against,) = page.io.iops.curves, page.io.against.curves
    assert [p.y for p in iops.points] == [p.x for p in against.points]
    assert len(against.band) > len(against.points)
    assert page.io.bound.text().startswith("Derived, at most: FC SAN ")
    matrix = page.io.matrix.model
    assert (matrix.rowCount(), matrix.columnCount()) == (13, 1 + 31)
    assert matrix.shown_at(0, 2).text == f"{iops.points[0].y:,.0f}"
    assert matrix.shown_at(3, 4).number is None
    page.io.matrix.grid.selectAll()
    page.io.matrix.grid.copy()
    lines = QGuiApplication.clipboard().text().split("\n")
    assert len(lines) == 13
    assert lines[0].split("\t")[2] == f"{iops.points[0].y:,.0f}"


def test_the_status_line_adds_up_a_matrix_and_again_when_it_shows_other_figures(
    page: PerformancePage, qtbot: QtBot
) -> None:
    page.choose_tab(Tab.SWEEPS)
    assert page.io is not None
    window, matrix = page.window(), page.io.matrix
    with qtbot.waitActive(window):
        window.activateWindow()

    def total(row: int) -> float:
        cells = (matrix.model.shown_at(row, column) for column in range(1, 32))
        return sum(cell.number or 0.0 for cell in cells)

    message = []
    window.frame.selected.connect(message.append)
    matrix.grid.setFocus()
    matrix.grid.selectRow(0)
    qtbot.waitUntil(lambda: bool(message) and message[-1] is not None)
    assert message[-1].total == pytest.approx(total(0))
    before = message[-1].total
    matrix.units.setCurrentIndex(2)
    matrix.units.activated.emit(2)
    matrix.grid.setFocus()
    matrix.grid.selectRow(0)
    matrix.model.set_rows(matrix.model.rows)
    qtbot.waitUntil(lambda: message[-1] is not None and abs(message[-1].total - total(0)) < 1e-9)
    assert message[-1].total != before


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
    grid.rows.show_cells_again()
    qtbot.waitUntil(lambda: message[-1].total == 10_000)
    grid.rows.set_columns([column])
    qtbot.waitUntil(lambda: message[-1] is None)


def test_calibrations_are_bars_with_their_spread(page: PerformancePage) -> None:
    page.choose_tab(Tab.CALIBRATION)
    assert page.calibration is not None
    bars = page.calibration.bars[MAX_SMALL_IOPS]
    (result,) = bars.found
    assert len(result.values) == 5
    assert bars.note(result).startswith("6 disks, 5 runs, spread ")
    assert "FC SAN" in bars.accessibleDescription()


def test_one_run_and_runs_far_apart_are_said(qtbot: QtBot) -> None:
    points = tuple(
        IoPoint(1, "c", "io_calibrate", None, None, iops=iops, group=MAX_SMALL_IOPS)
        for iops in (1000.0, 1300.0)
    )
    known = OptionFacts(NAS, io_points=points, setups=(RunSetup(1, "c", "io_calibrate"),))
    bars = CalibrationBars("Small I/Os", "IOPS")
    qtbot.addWidget(bars)
    (apart,) = calibrations([known], MAX_SMALL_IOPS)
    assert apart.disks is None
    assert bars.note(apart) == "2 runs, spread 26.1 % of the mean, does not repeat"
    (single,) = calibrations([replace(known, io_points=points[:1])], MAX_SMALL_IOPS)
    assert bars.note(single) == "one run only: no spread known"
    assert calibrations([known], MIN_SMALL_LATENCY) == ()


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
def test_every_chart_can_be_saved(page: PerformancePage, tmp_path: Path, suffix: str) -> None:
    buttons = page.findChildren(PictureButton)
    assert len(buttons) == 12
    for number, each in enumerate(buttons):
        path = tmp_path / f"{number}{suffix}"
        each.save_as(path)
        assert path.stat().st_size > 500
