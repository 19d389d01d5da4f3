"""Painted charts: every place is said under the mouse and by keys, zoomed, copied and saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest

from arraywise.gui.charts.chart_export import PictureButton
from arraywise.gui.charts.tipped import TippedChart
from arraywise.gui.charts.zoomed import ZoomedChart
from arraywise.gui.pages.decision import DecisionPage
from arraywise.gui.shortcuts import Keyed
from tests.gui.acting import shown_page
from tests.gui.conftest import wait_for_answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot

    from arraywise.gui.main_window import MainWindow

CHARTS = {
    "overview": {"ContributionBars"},
    "pricing": {"SideBySide"},
    "provisioning": {"ProvisioningDots"},
    "decision": {"RankingBars", "PriceValueChart", "LeadChart", "RankSharesChart"},
}


def charts_on(window: MainWindow, qtbot: QtBot, key: str) -> list[TippedChart]:
    page = shown_page(window, key)
    wait_for_answer(qtbot, window)
    return list(page.findChildren(TippedChart))


def pictures_on(page: QWidget) -> int:
    return len([each for each in page.findChildren(PictureButton) if each.isVisible()])


@pytest.mark.parametrize("key", CHARTS)
def test_every_place_is_said_by_mouse_and_keys(
    open_small: Callable[[], MainWindow], qtbot: QtBot, key: str
) -> None:
    window = open_small()
    charts = charts_on(window, qtbot, key)
    assert {type(chart).__name__ for chart in charts} == CHARTS[key]
    for chart in charts:
        places = chart.places()
        assert places, type(chart).__name__
        assert all(chart.tip_at(place) for place in places)
        assert chart.accessibleName()
        assert isinstance(chart, Keyed)
        assert chart.key_lines()
        heard: list[str] = []
        chart.said.connect(heard.append)
        for _ in range(len(places) + 1):
            QTest.keyClick(chart, Qt.Key.Key_PageDown)
        assert heard == [chart.tip_at(place).replace("\n", "; ") for place in (*places, places[0])]
        assert chart.tip_at(QPointF(-5, -5)) == ""


def test_every_chart_has_its_picture(open_small: Callable[[], MainWindow], qtbot: QtBot) -> None:
    window = open_small()
    found = {}
    for key in (*CHARTS, "performance"):
        page = shown_page(window, key)
        wait_for_answer(qtbot, window)
        found[key] = pictures_on(page)
    assert found == {
        "overview": 1,
        "pricing": 1,
        "provisioning": 1,
        "decision": 5,  # map, price against value, lead or ranks, ranking, weights
        "performance": 3,  # response, throughput, host
    }


def test_a_closer_look_is_taken_and_left(
    open_small: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    page = shown_page(window := open_small(), "decision")
    assert isinstance(page, DecisionPage)
    wait_for_answer(qtbot, window)
    for chart in (page.prices, page.lead):
        assert isinstance(chart, ZoomedChart)
        whole = chart.grab().toImage()
        QTest.keyClick(chart, Qt.Key.Key_Plus)
        assert not chart.seen.is_whole
        assert chart.grab().toImage() != whole
        before = chart.seen
        QTest.keyClick(chart, Qt.Key.Key_Right)
        assert chart.seen.left > before.left
        area = chart.area()
        start = area.center().toPoint()
        qtbot.mousePress(chart, Qt.MouseButton.LeftButton, pos=start)
        qtbot.mouseMove(chart, start + QPoint(12, 0))
        qtbot.mouseRelease(chart, Qt.MouseButton.LeftButton, pos=start + QPoint(12, 0))
        QTest.keyClick(chart, Qt.Key.Key_Home)
        assert chart.seen.is_whole
        assert chart.grab().toImage() == whole
    button = next(b for b in page.findChildren(PictureButton) if b._chart is page.ranking)
    button.save_as(tmp_path / "ranking.svg")
    assert "FC SAN" in (tmp_path / "ranking.svg").read_text("utf-8")
    button.menu().actions()[0].trigger()
    assert QGuiApplication.clipboard().image() != QImage()
