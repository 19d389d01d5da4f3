"""Painted charts: every place is stated under the mouse and by keys, zoomed, copied and saved."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale, QPoint, QPointF, Qt
from PySide6.QtGui import QDrag, QGuiApplication, QImage
from PySide6.QtTest import QTest

from arraywise.domain.decision import Verdict
from arraywise.gui.charts.decision_map import DecisionMapView
from arraywise.gui.charts.painted import FigureSource, PictureButton, ReadableChart, ZoomedChart
from arraywise.gui.charts.plots import CurvePlot
from arraywise.gui.charts.ranking import LeadChart
from arraywise.gui.charts.value import PriceValueChart
from arraywise.gui.pages.decision.page import DecisionPage
from arraywise.gui.shell.menus import copy_from
from arraywise.gui.shell.palette import Keyed
from tests.gui.acting import on_clipboard, shown_page
from tests.gui.conftest import wait_for_answer
from tests.gui.example_answer import example_answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow

CHARTS = {
    "pricing": {"PriceBars"},
    "provisioning": {"ProvisioningDots"},
    "decision": {"RankingBars", "PriceValueChart", "LeadChart", "RankSharesChart"},
}


def charts_on(window: MainWindow, qtbot: QtBot, key: str) -> list[ReadableChart]:
    page = shown_page(window, key)
    wait_for_answer(qtbot, window)
    charts = page.findChildren(ReadableChart)
    return [each for each in charts if not isinstance(each, DecisionMapView)]  # without places


def pictures_on(page: QWidget) -> int:
    return len([each for each in page.findChildren(PictureButton) if each.isVisible()])


@pytest.mark.parametrize("key", CHARTS)
def test_every_place_is_said_by_mouse_and_keys(
    shared_window: MainWindow, qtbot: QtBot, key: str
) -> None:
    window = shared_window
    charts = charts_on(window, qtbot, key)
    assert {type(chart).__name__ for chart in charts} == CHARTS[key]
    for chart in charts:
        places = chart.readable_points()
        assert places, type(chart).__name__
        assert all(chart.describe_at(place) for place in places)
        assert chart.accessibleName()
        assert isinstance(chart, Keyed)
        assert chart.key_lines()
        heard: list[str] = []
        chart.message.connect(heard.append)
        for _ in range(len(places) + 1):
            QTest.keyClick(chart, Qt.Key.Key_PageDown)
        assert heard == [
            chart.describe_at(place).replace("\n", "; ") for place in (*places, places[0])
        ]
        assert chart.describe_at(QPointF(-5, -5)) == ""


def test_every_chart_has_its_picture(shared_window: MainWindow, qtbot: QtBot) -> None:
    window = shared_window
    result = {}
    for key in (*CHARTS, "performance"):
        page = shown_page(window, key)
        wait_for_answer(qtbot, window)
        result[key] = pictures_on(page)
    assert result == {
        "pricing": 1,
        "provisioning": 1,
        "decision": 2,  # map, ranking
        "performance": 3,  # response, throughput, host
    }


def test_a_closer_look_is_taken_and_left(
    open_shared: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    page = shown_page(window := open_shared(), "decision")
    assert isinstance(page, DecisionPage)
    wait_for_answer(qtbot, window)
    page.show_view("sensitivity")
    for chart in (page.prices, page.lead):
        assert isinstance(chart, ZoomedChart)
        whole = chart.grab().toImage()
        QTest.keyClick(chart, Qt.Key.Key_Plus)
        assert not chart.visible_range.shows_all
        assert chart.grab().toImage() != whole
        before = chart.visible_range
        QTest.keyClick(chart, Qt.Key.Key_Right)
        assert chart.visible_range.left > before.left
        area = chart.area()
        start = area.center().toPoint()
        qtbot.mousePress(chart, Qt.MouseButton.LeftButton, pos=start)
        qtbot.mouseMove(chart, start + QPoint(12, 0))
        qtbot.mouseRelease(chart, Qt.MouseButton.LeftButton, pos=start + QPoint(12, 0))
        QTest.keyClick(chart, Qt.Key.Key_Home)
        assert chart.visible_range.shows_all
        assert chart.grab().toImage() == whole
    button = next(b for b in page.findChildren(PictureButton) if b._chart is page.ranking)
    button.save_as(tmp_path / "ranking.svg")
    assert "FC SAN" in (tmp_path / "ranking.svg").read_text("utf-8")
    button.menu().actions()[0].trigger()
    assert QGuiApplication.clipboard().image() != QImage()


TABLES = {
    "pricing": {"PriceBars": 4},
    "provisioning": {"ProvisioningDots": 8},
    "decision": {"RankingBars": 8, "PriceValueChart": 3, "LeadChart": 6, "RankSharesChart": 4},
}
"""Columns of each chart's figures."""


@pytest.mark.parametrize("key", TABLES)
def test_every_chart_gives_its_figures_to_a_spreadsheet(
    shared_window: MainWindow, qtbot: QtBot, key: str
) -> None:
    window = shared_window
    QLocale.setDefault(QLocale("de_DE"))
    for chart in charts_on(window, qtbot, key):
        name = type(chart).__name__
        assert isinstance(chart, FigureSource), name
        table = chart.table()
        assert len(table) > 1, name
        assert {len(row) for row in table} == {TABLES[key][name]}, name
        QGuiApplication.clipboard().clear()
        copy_from(chart)
        pasted = on_clipboard()
        assert len(pasted.cells) == len(table)
        first = next(value for value in table[-1] if isinstance(value, float))
        shown = pasted.cells[-1][table[-1].index(first)]
        assert float(shown.replace(",", ".")) == pytest.approx(first)
        html = QGuiApplication.clipboard().mimeData().html()
        assert f'sdval="{float(first)!r}"' in html
    QLocale.setDefault(QLocale("en_US"))


def test_measured_points_of_curves_go_out_too(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    page = shown_page(open_shared(), "performance")

    def drawn() -> list[CurvePlot]:
        plots = [p for p in page.findChildren(CurvePlot) if p.isVisible() and p.curves]
        return [p for p in plots if "ms" in p.table()[0][3]]

    qtbot.waitUntil(lambda: bool(drawn()), timeout=20_000)
    plot = drawn()[0]
    plot.plot.setFocus()
    copy_from(plot.plot)
    table = plot.table()
    assert len(on_clipboard().cells) == len(table)
    assert table[0][:2] == ["Option", "Users"]
    assert [row[1] for row in table[1:4]] == [60, 90, 120]
    button = next(b for b in page.findChildren(PictureButton) if b._chart is plot)
    copy = next(a for a in button.menu().actions() if a.text() == "Copy figures")
    copy.trigger()
    assert on_clipboard().cells[1][0] == table[1][0]


def test_figures_are_dragged_out_by_the_button_and_from_bars(
    open_shared: Callable[[], MainWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    carried, opened = [], []
    monkeypatch.setattr(QDrag, "exec", lambda drag, _action: carried.append(drag.mimeData()))
    monkeypatch.setattr(PictureButton, "showMenu", lambda _button: opened.append(1))
    page = shown_page(open_shared(), "decision")
    page.ranking.setFocus()
    copy_from(page.ranking)
    assert on_clipboard().cells[0][0] == "Option"
    button = next(b for b in page.findChildren(PictureButton) if b._chart is page.ranking)
    left, far = Qt.MouseButton.LeftButton, QPoint(60, 40)
    QTest.mouseClick(button, left)
    assert (opened, carried) == ([1], [])
    for source in (button, page.ranking):
        QTest.mousePress(source, left, pos=QPoint(5, 5))
        QTest.mouseMove(source, QPoint(6, 6))
        assert not carried
        QTest.mouseMove(source, far)
        QTest.mouseRelease(source, left, pos=far)
        data = carried.pop()
        assert data.hasImage()
        assert data.text().splitlines()[0].startswith("Option\tRank\tValue")
    assert opened == [1]


def test_a_double_click_shows_the_whole_chart_again(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    page = shown_page(open_shared(), "decision")
    chart, empty = page.findChild(LeadChart), LeadChart()
    qtbot.addWidget(empty)
    empty._zoom(0.8, QPointF())
    assert empty.visible_range.shows_all, "there is nothing to look at yet"
    qtbot.waitUntil(lambda: len(chart.table()) > 1, timeout=20_000)
    QTest.keyClick(chart, Qt.Key.Key_Plus)
    assert not chart.visible_range.shows_all
    QTest.mouseDClick(chart, Qt.MouseButton.LeftButton, pos=chart.rect().center())
    assert chart.visible_range.shows_all


def test_prices_without_a_value_are_not_said_to_be_missing(qtbot: QtBot) -> None:
    answer = example_answer()
    chart = PriceValueChart()
    qtbot.addWidget(chart)
    bare = tuple(replace(o, price=None) for o in answer.options)
    chart.show_answer(replace(answer, options=bare))
    assert chart.describe_empty() == "No option has a price yet"
    untested = tuple(replace(o, verdict=Verdict.NO_DATA) for o in answer.options)
    chart.show_answer(replace(answer, options=untested))
    assert not chart.readable_points()
    assert chart.describe_empty() == "No option has both a price and a value"
    chart.show_answer(answer)
    assert chart.describe_empty() == ""
