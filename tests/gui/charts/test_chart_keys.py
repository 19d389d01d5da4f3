"""Charts are worked by keys alone: zoomed, panned, reset, read out, and their handles moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from arraywise.domain.options import Architecture, Option
from arraywise.gui.charts.plots import CurvePlot, PlottedCurve, Point
from arraywise.gui.pages.decision.page import DecisionPage
from arraywise.gui.shell.palette import key_lines
from arraywise.present.charts.axes import MapRange
from tests.gui.acting import shown_page
from tests.gui.conftest import wait_for_answer
from tests.gui.pages.test_host_chart import choose, small_study, watched_study_file, window

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow

__all__ = ["small_study", "watched_study_file", "window"]  # a study with recordings of hosts
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
Box = tuple[tuple[float, float], tuple[float, float]]


@pytest.fixture
def plot(qtbot: QtBot) -> CurvePlot:
    """Return a plot of two curves."""
    built = CurvePlot("Curves")
    qtbot.addWidget(built)
    built.resize(600, 400)
    built.show()
    points = [Point(x, x * x, None, None, counts=True, message=f"{x}") for x in (1.0, 2.0, 3.0)]
    options = [Option(n, f"{n}", Architecture.NAS, n, shared_storage=True) for n in (0, 1)]
    built.show_curves(
        [PlottedCurve(options[0], tuple(points[:2])), PlottedCurve(options[1], (points[2],))]
    )
    return built


def seen(plot: CurvePlot) -> Box:
    (left, right), (bottom, top) = plot.plot.getPlotItem().getViewBox().viewRange()
    return (left, right), (bottom, top)


def press(plot: CurvePlot, key: Qt.Key) -> None:
    QTest.keyClick(plot.plot, key)


def test_a_plot_is_zoomed_panned_and_reset_by_keys(plot: CurvePlot) -> None:
    assert plot.focusPolicy() & Qt.FocusPolicy.TabFocus or plot.focusProxy() is plot.plot
    assert plot.plot.focusPolicy() == Qt.FocusPolicy.StrongFocus
    (left, right), (bottom, top) = home = seen(plot)
    press(plot, Qt.Key.Key_Plus)
    (near, far), (low, high) = seen(plot)
    assert far - near == pytest.approx((right - left) * 0.8)
    assert high - low == pytest.approx((top - bottom) * 0.8)
    press(plot, Qt.Key.Key_Right)
    press(plot, Qt.Key.Key_Down)
    moved = seen(plot)
    assert moved[0][0] == pytest.approx(near + (far - near) * 0.1)
    assert moved[1][0] == pytest.approx(low - (high - low) * 0.1)
    press(plot, Qt.Key.Key_Minus)
    assert seen(plot)[0][1] - seen(plot)[0][0] == pytest.approx(right - left)
    press(plot, Qt.Key.Key_Home)
    assert seen(plot)[0] == pytest.approx(home[0])
    assert seen(plot)[1] == pytest.approx(home[1])


def test_points_are_read_out_and_chosen_by_keys(plot: CurvePlot) -> None:
    heard: list[str] = []
    chosen: list[tuple[Option, Point]] = []
    plot.message.connect(heard.append)
    plot.chosen.connect(lambda option, point: chosen.append((option, point)))
    press(plot, Qt.Key.Key_Return)
    assert chosen == []
    for _ in range(4):
        press(plot, Qt.Key.Key_PageDown)
    press(plot, Qt.Key.Key_PageUp)
    assert heard == ["1.0", "2.0", "3.0", "1.0", "3.0"]
    press(plot, Qt.Key.Key_Return)
    assert [(option.name, point.x) for option, point in chosen] == [("1", 3.0)]


def test_what_counts_of_a_run_is_moved_by_keys_and_kept_when_let_go(
    window: MainWindow,
    qtbot: QtBot,
) -> None:
    panel = choose(window, qtbot, "NAS NFS", 60)
    view, host = panel.plot.plot, panel.host
    assert host is not None
    assert host.end_s - host.begin_s == 600
    box = view.getPlotItem().getViewBox()
    step = max(1, round(panel.plot.view().length_s * 0.005))
    for _ in range(3):
        QTest.keyPress(view, Qt.Key.Key_Right, SHIFT)
    assert panel.run is not None
    assert panel.run.window_s is None
    assert panel.plot.region.getRegion()[0] == host.begin_s + 3 * step
    QTest.keyRelease(view, Qt.Key.Key_Right, SHIFT)
    wait_for_answer(qtbot, window)
    assert panel.run.window_s == (3.0 * step, None)
    QTest.keyClick(view, Qt.Key.Key_Plus)
    closer = box.viewRange()[0]
    step = max(1, round(panel.plot.view().length_s * 0.005))
    QTest.keyClick(view, Qt.Key.Key_Left, CTRL)
    wait_for_answer(qtbot, window)
    assert panel.run.window_s is not None
    assert panel.run.window_s[1] == 600 - step
    assert box.viewRange()[0] == pytest.approx(closer)


def test_the_map_is_looked_at_closely(window: MainWindow, qtbot: QtBot) -> None:
    page = shown_page(window, "decision")
    assert isinstance(page, DecisionPage)
    wait_for_answer(qtbot, window)
    drawn, axes = page.map.picture, page.map.axes()
    assert drawn is not None
    assert axes is not None
    looked: list[bool] = []
    page.map.range_changed.connect(looked.append)
    QTest.keyClick(page.map, Qt.Key.Key_Plus)
    wait_for_answer(qtbot, window)
    closer, near = page.map.picture, page.map.axes()
    assert closer is not None
    assert near is not None
    assert closer.drawn.visits_per_month[0] == pytest.approx(near[0].low)
    assert closer.drawn.response_time_s[-1] == pytest.approx(near[1].high)
    assert axes[0].low < near[0].low < near[0].high < axes[0].high
    assert window.session is not None
    assert window.session.answer is not None
    asked = window.session.answer.requirement
    before = axes[0].to_position(float(asked.visits_per_month))
    assert near[0].to_position(float(asked.visits_per_month)) == pytest.approx(before)
    QTest.keyClick(page.map, Qt.Key.Key_Right, CTRL)
    beside = page.map.axes()
    assert beside is not None
    assert beside[0].low > near[0].low
    QTest.keyClick(page.map, Qt.Key.Key_Home)
    assert page.map.axes() == axes
    assert looked == [True, True, False]
    wait_for_answer(qtbot, window)


def test_the_wheel_keeps_what_lies_under_the_mouse(
    window: MainWindow,
    qtbot: QtBot,
) -> None:
    page = shown_page(window, "decision")
    assert isinstance(page, DecisionPage)
    wait_for_answer(qtbot, window)
    axes = page.map.axes()
    assert axes is not None
    place = QPointF(axes[0].start + 120, axes[1].start - 60)
    under = axes[0].value(place.x()), axes[1].value(place.y())
    turned = QWheelEvent(
        place,
        page.map.mapToGlobal(place),
        QPoint(),
        QPoint(0, 240),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,  # noqa: FBT003 - Qt takes it by place only
    )
    QApplication.sendEvent(page.map, turned)
    closer = page.map.axes()
    assert closer is not None
    assert closer[0].value(place.x()) == pytest.approx(under[0])
    assert closer[1].value(place.y()) == pytest.approx(under[1])
    wait_for_answer(qtbot, window)


def test_a_look_never_leaves_the_map() -> None:
    whole = MapRange()
    assert whole.zoomed(2.0, 0.5, 0.5) == whole
    assert whole.moved(0.5, -0.5) == whole
    corner = whole.zoomed(0.5, 1.0, 0.0)
    assert (corner.left, corner.right, corner.bottom, corner.top) == (0.5, 1.0, 0.0, 0.5)
    assert corner.moved(1.0, -1.0) == corner
    assert not corner.shows_all
    assert corner.zoomed(2.0, 0.2, 0.7) == whole
    assert corner.zoomed(1e-9, 0.5, 0.5).right - corner.zoomed(1e-9, 0.5, 0.5).left >= 0.0199
    assert corner.visible_visits((10.0, 1000.0)) == pytest.approx((100.0, 1000.0))
    assert corner.visible_y((0.0, 0.4)) == pytest.approx((0.0, 0.2))


def test_f1_lists_the_keys_of_what_is_seen(window: MainWindow) -> None:
    assert window.frame is not None
    here = {line.place: line.text for line in key_lines(window, window.frame.present_page)}
    assert here["Response time against load"] == ("Show the host at this point")
    assert here["Host processors during a run"] == "Move where the part that counts ends"
    shown_page(window, "decision")
    there = key_lines(window, window.frame.present_page)
    assert ("\u2190 \u2192", "Decision map") in [(line.keys, line.place) for line in there]
    assert "Response time against load" not in {line.place for line in there}
