"""The host beside a run: what is drawn, what counts, and what follows when its ends are moved."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pyqtgraph as pg
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent

from arraywise.gui.pages.performance.hosts import HostCharts
from arraywise.gui.pages.performance.page import PerformancePage
from arraywise.store.study import open_study
from arraywise.usecases.import_files import import_files
from tests.conftest import ROOT
from tests.gui.acting import shown_page
from tests.gui.conftest import wait_for_answer
from tests.gui.elided import build_layout

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.gui.pages.performance.hosts import HostPanel
    from arraywise.gui.shell.main_window import MainWindow

DATA = ROOT / "data" / "worked-example"


@pytest.fixture(scope="module")
def watched_study_file(small_study_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the small study with monitors beside one option, and one whose host is exhausted."""
    path = shutil.copy(small_study_file, tmp_path_factory.mktemp("watched") / "small.arraywise")
    with open_study(path) as study:
        nas = DATA / "nas-nfs" / "dstat"
        import_files(
            study, [nas / f"nas_u060_r{run}_dstat.csv" for run in (1, 2)], option="NAS NFS"
        )
        cache = DATA / "fluid-cache-das"
        files = [
            cache / kind / f"fcache_u{users:03}_r1{end}"
            for users in (60, 120)
            for kind, end in (("swingbench", ".xml"), ("dstat", "_dstat.csv"))
        ]
        import_files(study, files, option="Fluid Cache")
    return path


@pytest.fixture
def small_study(watched_study_file: Path, tmp_path: Path) -> Path:
    """Return a copy of the study with monitors that the test may change."""
    return shutil.copy(watched_study_file, tmp_path / "small.arraywise")


@pytest.fixture
def window(open_small: Callable[[], MainWindow], qtbot: QtBot) -> MainWindow:
    """Return a window that shows the Performance page."""
    window = open_small()
    shown_page(window, "performance")
    wait_for_answer(qtbot, window)
    return window


def panel_of(window: MainWindow) -> HostPanel:
    """Return the panel of the host."""
    assert window.frame is not None
    page = window.frame.page("performance")
    assert isinstance(page, PerformancePage)
    assert page.load is not None
    return page.load.host


def choose(window: MainWindow, qtbot: QtBot, option: str, users: int) -> HostPanel:
    """Choose a level of an option, and wait until its host is shown."""
    panel = panel_of(window)
    panel.choose_level(panel.options.itemData(panel.options.findText(option)), users)
    wait_for_answer(qtbot, window)
    return panel


def test_an_exhausted_host_is_shown_first(window: MainWindow) -> None:
    panel = panel_of(window)
    assert (panel.options.currentText(), panel.levels.currentData()) == ("Fluid Cache", 120)
    assert panel.state.text().startswith("\u2260 CPU exhausted: ")
    assert panel.host is not None
    assert panel.plot.marks.exhausted == panel.host.exhausted
    assert panel.plot.drawn is not None
    assert [series.name for series in panel.plot.drawn.series][:2] == ["busy", "cpu_wait"]
    message = panel.plot.describe_moment(panel.host.begin_s + 300)
    assert "busy 9" in message
    assert panel.plot.describe_moment(panel.host.begin_s - 1e6) == ""


def test_dragged_ends_are_what_counts(window: MainWindow, qtbot: QtBot) -> None:
    panel = choose(window, qtbot, "NAS NFS", 60)
    run, host = panel.run, panel.host
    assert run is not None
    assert host is not None
    assert run.host_use is not None
    panel.plot.region.setRegion((host.begin_s + 100.2, host.begin_s + 400))
    wait_for_answer(qtbot, window)
    cut = panel.run
    assert cut is not None
    assert cut.host_use is not None
    assert cut.window_s == (100.0, 400.0)
    assert cut.host_use.samples < run.host_use.samples
    assert (panel.window_bar.start.text(), panel.window_bar.end.text()) == ("100", "400")
    marked = panel.plot.marks.window
    assert marked is not None
    assert marked.start_s == host.begin_s + 100.0
    qtbot.mouseClick(panel.window_bar.whole, Qt.MouseButton.LeftButton)
    wait_for_answer(qtbot, window)
    assert panel.run == run


def test_a_typed_window_is_given_to_all_runs(window: MainWindow, qtbot: QtBot) -> None:
    panel = choose(window, qtbot, "NAS NFS", 60)
    panel.window_bar.start.setFocus()
    panel.window_bar.start.clear()
    qtbot.keyClicks(panel.window_bar.start, "90")
    qtbot.keyClick(panel.window_bar.start, Qt.Key.Key_Return)
    wait_for_answer(qtbot, window)
    panel.window_bar.menu.actions()[0].trigger()
    wait_for_answer(qtbot, window)
    assert window.session is not None
    assert window.session.facts is not None
    windows = {
        known.option.name: {run.window_s for run in known.load_runs}
        for known in window.session.facts.options
    }
    assert windows == {"NAS NFS": {(90.0, None)}, "FC SAN": {None}, "Fluid Cache": {None}}


def test_a_window_that_is_none_stays_typed_with_its_reason(
    window: MainWindow, qtbot: QtBot
) -> None:
    panel = choose(window, qtbot, "NAS NFS", 60)
    panel.window_bar.end.setFocus()
    panel.window_bar.end.clear()
    qtbot.keyClicks(panel.window_bar.end, "0")
    qtbot.keyClick(panel.window_bar.end, Qt.Key.Key_Return)
    assert panel.window_bar.end.toolTip() != ""
    assert panel.run is not None
    assert panel.run.window_s is None


def test_the_proposed_window_is_used(window: MainWindow, qtbot: QtBot) -> None:
    panel = choose(window, qtbot, "Fluid Cache", 60)
    assert "Steady from" in panel.window_bar.hint.text()
    panel.window_bar.use.click()
    wait_for_answer(qtbot, window)
    assert panel.run is not None
    assert panel.run.window_s is not None
    assert panel.run.window_s[0] > 0
    assert not panel.window_bar.use.isVisible()


def test_a_run_without_a_monitor_says_what_to_import(window: MainWindow, qtbot: QtBot) -> None:
    panel = choose(window, qtbot, "FC SAN", 60)
    assert panel.host is None
    assert not panel.plot.isVisible()
    assert "dstat" in panel.missing.text()
    assert panel.missing.isVisible()


def test_a_closer_look_is_read_anew(window: MainWindow, qtbot: QtBot) -> None:
    panel = choose(window, qtbot, "NAS NFS", 60)
    host = panel.host
    assert host is not None
    box = panel.plot.plot.getPlotItem().getViewBox()
    box.setXRange(host.begin_s + 200, host.begin_s + 300, padding=0)
    box.sigRangeChangedManually.emit(box.state["mouseEnabled"])

    def read() -> bool:
        drawn = panel.plot.drawn
        return drawn is not None and drawn.span.start_s == pytest.approx(host.begin_s + 150, abs=1)

    qtbot.waitUntil(read)
    drawn = panel.plot.drawn
    assert drawn is not None
    times = drawn.tracks[0].times_s
    assert host.begin_s + 150 <= times[0] < times[-1] <= host.begin_s + 350


def test_an_end_is_dragged_with_the_mouse(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(pg.CONFIG_OPTIONS, "mouseRateLimit", -1)  # a test moves too fast
    panel = choose(window, qtbot, "NAS NFS", 60)
    build_layout()  # or the chart moves under the mouse
    host, view = panel.host, panel.plot.plot
    assert host is not None
    box = view.getPlotItem().getViewBox()
    middle = view.viewport().height() // 2 + 20

    def at(time: float) -> QPoint:
        return QPoint(view.mapFromScene(box.mapViewToScene(QPointF(time, 50.0))).x(), middle)

    start, wanted = at(host.begin_s), at(host.begin_s + 120)
    qtbot.mouseMove(view.viewport(), start)
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 11):
        place = QPoint(start.x() + (wanted.x() - start.x()) * step // 10, middle)
        move = QMouseEvent(
            QEvent.Type.MouseMove,
            QPointF(place),
            QPointF(view.viewport().mapToGlobal(place)),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QCoreApplication.sendEvent(view.viewport(), move)
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=wanted)
    wait_for_answer(qtbot, window)
    assert panel.run is not None
    assert panel.run.window_s is not None
    assert panel.run.window_s[0] == pytest.approx(120, abs=5)
    assert panel.run.window_s[1] is None


def test_what_is_read_is_said_until_it_is_there(window: MainWindow, qtbot: QtBot) -> None:
    panel = choose(window, qtbot, "NAS NFS", 60)
    panel.host = None
    panel._show_run()
    assert panel._body.currentWidget() is panel.missing
    assert panel.missing.text() == "Reading what the host was doing\u2026"
    qtbot.waitUntil(lambda: panel._body.currentWidget() is panel.plot)


def test_a_recording_has_no_axes_before_it_is_there(window: MainWindow, qtbot: QtBot) -> None:
    session = panel_of(window)._session
    assert session.facts is not None
    hosts = HostCharts(session)
    qtbot.addWidget(hosts)
    hosts.read_recordings(session.facts)
    assert hosts.plot.isHidden()
    assert hosts.about.text() == "Reading which recordings there are\u2026"
    qtbot.waitUntil(lambda: not hosts.plot.isHidden())
    assert hosts.plot.drawn is not None
