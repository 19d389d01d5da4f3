"""The Performance page on a real study: what is drawn, read out, hidden and saved."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage

from arraywise.analysis.curves.load_level import Bottleneck
from arraywise.domain.decision import Interval, NextTest
from arraywise.domain.options import Architecture, Option
from arraywise.gui.charts.painted import save_picture
from arraywise.gui.charts.plots import CurvePlot, PlottedCurve, Point, split_line
from arraywise.gui.pages.performance.charts import LIMITS, describe_next_test
from arraywise.gui.pages.performance.page import PerformancePage
from arraywise.present.charts.axes import spread_apart
from tests.gui.acting import shown_page
from tests.gui.conftest import wait_for_answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.domain.decision import Answer
    from arraywise.gui.pages.performance.charts import LoadCharts
    from arraywise.gui.shell.main_window import MainWindow


@pytest.fixture
def window(shared_window: MainWindow, qtbot: QtBot) -> MainWindow:
    """Return a window that shows the Performance page of the small study, as it is answered."""
    shown_page(shared_window, "performance")
    wait_for_answer(qtbot, shared_window)
    for _ in charts_of(shared_window).draw(answer_of(shared_window)):
        pass
    return shared_window


def charts_of(window: MainWindow) -> LoadCharts:
    """Return the charts of the load."""
    assert window.frame is not None
    page = window.frame.page("performance")
    assert isinstance(page, PerformancePage)
    assert page.load is not None
    return page.load


def answer_of(window: MainWindow) -> Answer:
    """Return the present answer."""
    assert window.session is not None
    assert window.session.answer is not None
    return window.session.answer


def test_the_charts_show_the_levels_of_the_answer(window: MainWindow) -> None:
    assert window.session is not None
    result = window.session.answer
    assert result is not None
    curves = {curve.option.id: curve for curve in charts_of(window).response.curves}
    assert set(curves) == {o.option.id for o in result.options}
    for option in result.options:
        points = curves[option.option.id].points
        assert [p.x for p in points] == [level.rate_tps.point for level in option.levels]
        times = [level.response_s.point for level in option.levels]
        assert [p.y / 1000 for p in points] == pytest.approx(times)
        assert [p.counts for p in points] == [
            not (level.host_bound or level.past_knee) for level in option.levels
        ]


def test_a_point_under_the_mouse_is_read_out(window: MainWindow) -> None:
    plot = charts_of(window).response
    point = plot.curves[1].points[0]
    place = plot.scene_position(point)
    assert plot.point_near(place + QPointF(3, 3)) == point
    assert point.message.startswith("FC SAN, 60 users: ")
    assert point.message.endswith(" ms (2 runs)")
    assert plot.point_near(place + QPointF(-40, -60)) is None
    heard: list[str] = []
    plot.message.connect(heard.append)
    plot.plot.scene().sigMouseMoved.emit(place)
    assert heard == [point.message]


def test_an_option_without_its_tick_is_not_drawn(window: MainWindow) -> None:
    charts = charts_of(window)
    ticks = list(charts.options.ticks.values())
    ticks[0].setChecked(False)
    assert [c.option.name for c in charts.response.curves] == ["FC SAN"]
    assert [c.option.name for c in charts.rate.curves] == ["FC SAN"]
    ticks[0].setChecked(True)
    assert len(charts.rate.curves) == 2


def test_a_moved_demand_moves_the_lines_alone(window: MainWindow) -> None:
    charts, answer = charts_of(window), answer_of(window)
    before = charts.response.curves, charts.rate.curves
    asked = replace(answer.requirement, response_time_s=0.3)
    for _ in charts.draw(replace(answer, requirement=asked, demand_tps=50.0)):
        pass
    assert charts.response.curves is before[0]
    assert charts.rate.curves is before[1]
    assert [line.at for line in charts.response._lines] == [50.0, pytest.approx(300.0)]
    drawn = [built.value() for built in charts.response._drawn_lines]
    assert drawn == [50.0, pytest.approx(300.0)]
    assert [built.value() for built in charts.rate._drawn_lines] == [50.0]


def test_charts_and_figures_follow_other_measurements(window: MainWindow) -> None:
    charts, answer = charts_of(window), answer_of(window)
    first, *others = answer.options
    fewer = replace(first, levels=first.levels[:-1])
    renamed = replace(first, option=replace(first.option, name="Another name"))
    for option in (fewer, renamed, first):
        for _ in charts.draw(replace(answer, options=(option, *others))):
            pass
        name, levels = option.option.name, len(option.levels)
        for plot in (charts.response, charts.rate):
            assert (plot.curves[0].option.name, len(plot.curves[0].points)) == (name, levels)
        assert charts.options.figures[option.option.id][0].text() == str(levels)
        assert charts.options.ticks[option.option.id].text() == name


def test_a_chosen_view_stays_until_fit(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    shown_page(window, "performance")
    wait_for_answer(qtbot, window)
    charts = charts_of(window)
    box = charts.response.plot.getPlotItem().getViewBox()
    home = box.viewRange()
    box.setRange(xRange=(10, 20), yRange=(0, 50), padding=0)
    box.sigRangeChangedManually.emit(box.state["mouseEnabled"])
    assert window.session is not None
    facts = window.session.facts
    assert facts is not None

    window.session.save_requirement(replace(facts.requirement, visits_per_month=40_000_000))
    wait_for_answer(qtbot, window)
    assert box.viewRange()[0] == pytest.approx([10, 20])
    charts.response.fit()
    assert box.viewRange()[0] == pytest.approx(home[0], rel=0.05)


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_pictures_of_charts_are_saved(window: MainWindow, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"load{suffix}"
    save_picture(charts_of(window).response, path)
    image = QImage(str(path))
    assert not image.isNull()
    colours = {
        image.pixelColor(x, y).name()
        for x in range(0, image.width(), 3)
        for y in range(0, image.height(), 3)
    }
    assert len(colours) > 5
    if suffix == ".svg":
        assert "NAS NFS" in path.read_text("utf-8")


def test_names_that_lie_too_close_are_moved_apart() -> None:
    assert spread_apart([1, 1.5, 9.8], 1, 10) == [1, 2, 9.8]
    assert spread_apart([9.5, 9.7, 9.8], 1, 10) == [8, 9, 10]


def test_lines_follow_what_is_read_off_and_end_dotted() -> None:
    option = Option(1, "NAS", Architecture.NAS, 0, shared_storage=True)
    points = [Point(x, x * x, None, None, counts=x < 3, message="") for x in (1.0, 2.0, 3.0, 4.0)]
    joined = PlottedCurve(option, tuple(points))
    assert split_line(joined) == ([(1, 1), (2, 4)], [(2, 4), (3, 9), (4, 16)])
    assert split_line(PlottedCurve(option, tuple(points[:2]))) == ([(1, 1), (2, 4)], [])
    line = ((1.0, 1.0), (1.5, 2.0), (2.5, 6.0), (3.0, 9.0))
    solid, dotted = split_line(PlottedCurve(option, tuple(points), line=line))
    assert solid == [(1, 1), (1.5, 2), (2, 4)]
    assert dotted == [(2, 4), (2.5, 6), (3, 9), (4, 16)]


def test_a_clicked_level_shows_its_host(window: MainWindow, qtbot: QtBot) -> None:
    charts = charts_of(window)
    curve = next(c for c in charts.response.curves if c.option.name == "FC SAN")
    charts.response.chosen.emit(curve.option, curve.points[1])
    wait_for_answer(qtbot, window)
    assert charts.host.options.currentText() == "FC SAN"
    assert charts.host.levels.currentData() == 90


def test_limits_and_pairs_are_said_in_words(window: MainWindow) -> None:
    charts = charts_of(window)
    assert {parts[-1].text() for parts in charts.options.figures.values()} == {"Not known"}
    assert LIMITS.keys() == {limit.value for limit in Bottleneck}


def test_the_next_test_says_what_it_would_settle(window: MainWindow) -> None:
    assert window.session is not None
    assert window.session.answer is not None
    result = window.session.answer.options[0]
    option = replace(result, response_s=Interval(0.158, 0.175, 0.194), next_test=None)
    assert describe_next_test(option) == ""
    planned = replace(option, next_test=NextTest(86, 5, Interval(0.170, 0.175, 0.181)))
    assert describe_next_test(planned) == (
        "Test next: NAS NFS at 86 users, 5 runs. The interval would narrow from 36 ms to 11 ms."
    )
    blind = replace(option, next_test=NextTest(86, 5, Interval(None, None, None)))
    assert describe_next_test(blind) == "Test next: NAS NFS at 86 users, 5 runs."
    known = replace(planned, response_s=Interval(None, None, None))
    assert describe_next_test(known).endswith("Its interval would then be 11 ms wide.")


def test_a_plot_without_points_says_so(qtbot: QtBot) -> None:
    plot = CurvePlot("Empty")
    qtbot.addWidget(plot)
    option = Option(1, "NAS", Architecture.NAS, 0, shared_storage=True)
    point = Point(1.0, 2.0, None, None, counts=True, message="")
    plot.show_curves([PlottedCurve(option, (point,))])
    plot.show_curves([PlottedCurve(option, ())], shaded_corner=(84.0, 200.0))

    def texts() -> list[str]:
        items = plot.plot.getPlotItem().items
        return [item.toPlainText() for item in items if hasattr(item, "toPlainText")]

    assert texts() == ["Nothing was measured for this chart"]
    plot.show_curves([PlottedCurve(option, (point,))])
    assert texts() == ["NAS"]
