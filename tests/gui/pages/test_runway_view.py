"""The runway on the Decision page: how long options last, and trying a month."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from arraywise.gui.pages.decision.page import DecisionPage
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import open_study
from tests.gui.conftest import wait_for_answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.domain.requirement import Requirement
    from arraywise.gui.pages.decision.runway import RunwayView
    from arraywise.gui.shell.main_window import MainWindow


@pytest.fixture
def window(open_shared: Callable[[], MainWindow], qtbot: QtBot) -> MainWindow:
    """Return a window on the Decision page of a study whose load grows by 1 % a month."""
    window = open_shared()
    assert window.frame is not None
    assert window.session is not None
    window.frame.go_to(window.frame.pages.index(window.frame.page("decision")))
    window.session.save_requirement(
        replace(shown(window), growth_per_month=0.01, visits_per_month=40_000_000)
    )
    wait_for_answer(qtbot, window)
    return window


def shown(window: MainWindow) -> Requirement:
    """Return the requirement that the window answers."""
    assert window.session is not None
    assert window.session.answer is not None
    return window.session.answer.requirement


def page_of(window: MainWindow) -> DecisionPage:
    """Return the Decision page."""
    assert window.frame is not None
    page = window.frame.page("decision")
    assert isinstance(page, DecisionPage)
    return page


def view_of(window: MainWindow, qtbot: QtBot) -> RunwayView:
    """Change to the runway."""
    page = page_of(window)
    page.show_view("runway")
    assert page.runway is not None
    wait_for_answer(qtbot, window)
    return page.runway


def stored(path: Path) -> Requirement:
    """Return the requirement as it is in the file."""
    with open_study(path) as study:
        return read_facts(study).requirement


def step_to(window: MainWindow, view: RunwayView, month: int, qtbot: QtBot) -> None:
    """Go to a month with the arrow keys."""
    view.month.setFocus()
    for _ in range(month):
        before = shown(window).horizon_months
        QTest.keyClick(view.month, Qt.Key.Key_Right)
        qtbot.waitUntil(lambda before=before: shown(window).horizon_months == before + 1)


def test_ctrl_tab_goes_round_the_views(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    window.activateWindow()
    page.map.setFocus()
    for view in ("sensitivity", "runway"):
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(page.views[view].isChecked)
    assert page.runway is not None
    assert page.runway.isVisible()
    assert not page.map.isVisible()
    QTest.keyClick(page.runway.month, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(page.views["assumptions"].isChecked)
    assert page.assumptions is not None
    table = page.assumptions.table
    QTest.keyClick(table, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(page.map.isVisible)
    assert page.views["map"].isChecked()


def test_a_month_is_tried_and_put_back(
    window: MainWindow, small_study: Path, qtbot: QtBot
) -> None:
    view = view_of(window, qtbot)
    assert window.session is not None
    assert not view.keep.isVisible()
    demand = window.session.answer.demand_tps if window.session.answer else 0.0
    step_to(window, view, 3, qtbot)
    assert window.session.answer is not None
    assert window.session.answer.demand_tps == pytest.approx(demand * 1.01**3)
    assert view.keep.isVisible()
    assert window.frame is not None
    assert window.frame.bar.growth.text() == "Trying month 3"
    QTest.keyClick(view.month, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: shown(window).horizon_months == 0)
    assert not view.keep.isVisible()
    assert window.frame.bar.growth.text() == "+1 % a month"
    wait_for_answer(qtbot, window)
    window.close()
    assert stored(small_study).horizon_months == 0


def test_the_month_is_dragged_in_the_chart_and_typed(window: MainWindow, qtbot: QtBot) -> None:
    view = view_of(window, qtbot)
    chart, plan = view.chart, view.chart.plan()
    assert plan is not None
    middle = round((plan.panes[0].y.end + plan.panes[-1].y.start) / 2)
    at = [QPoint(round(plan.months.to_position(month)), middle) for month in (0, 9)]
    QTest.mousePress(chart, Qt.MouseButton.LeftButton, pos=at[0])
    QTest.mouseMove(chart, at[1])
    QTest.mouseRelease(chart, Qt.MouseButton.LeftButton, pos=at[1])
    qtbot.waitUntil(lambda: shown(window).horizon_months == 9)
    assert view.shown_month.text() == "9"
    QTest.keyClick(chart, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: shown(window).horizon_months == 8)
    view.shown_month.setFocus()
    view.shown_month.selectAll()
    QTest.keyClicks(view.shown_month, "24")
    QTest.keyClick(view.shown_month, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: shown(window).horizon_months == 24)
    assert view.keep.isVisible(), "a typed month is tried, not kept"
    assert view.month.value() > 0


def test_enter_keeps_the_month(window: MainWindow, small_study: Path, qtbot: QtBot) -> None:
    view = view_of(window, qtbot)
    step_to(window, view, 2, qtbot)
    wait_for_answer(qtbot, window)
    assert window.session is not None
    assert window.session.facts is not None
    assert window.session.facts.requirement.horizon_months == 0
    QTest.keyClick(view.month, Qt.Key.Key_Return)
    wait_for_answer(qtbot, window)
    assert not view.keep.isVisible()
    assert shown(window).horizon_months == 2
    assert window.session.facts.requirement.horizon_months == 2
    window.close()
    assert stored(small_study).horizon_months == 2


def test_an_edit_puts_the_month_back_and_is_kept(
    window: MainWindow, small_study: Path, qtbot: QtBot
) -> None:
    view = view_of(window, qtbot)
    step_to(window, view, 2, qtbot)
    assert window.session is not None
    window.session.save_requirement(replace(shown(window), response_time_s=0.15))
    wait_for_answer(qtbot, window)
    assert (shown(window).horizon_months, shown(window).response_time_s) == (0, 0.15)
    assert not view.keep.isVisible()
    window.close()
    kept = stored(small_study)
    assert (kept.horizon_months, kept.response_time_s) == (0, 0.15)


def test_growth_is_typed_by_the_month_or_the_year(window: MainWindow, qtbot: QtBot) -> None:
    view = view_of(window, qtbot)
    assert view.load_growth.field.text() == "1"
    view.load_growth.unit.setCurrentIndex(1)
    assert view.load_growth.field.text() == "12.6825"
    view.load_growth.field.setFocus()
    view.load_growth.field.selectAll()
    QTest.keyClicks(view.load_growth.field, "24")
    QTest.keyClick(view.load_growth.field, Qt.Key.Key_Return)
    wait_for_answer(qtbot, window)
    assert shown(window).growth_per_month == pytest.approx(1.24 ** (1 / 12) - 1)
    assert not view.data_growth.isEnabled()


def test_the_month_that_passes_last_is_where_the_window_passes_last(
    window: MainWindow, qtbot: QtBot
) -> None:
    view = view_of(window, qtbot)
    session = window.session
    assert session is not None
    assert session.answer is not None
    chosen = session.answer.recommended
    assert chosen is not None
    known = view._runway.option_runway(chosen) if view._runway else None
    assert known is not None
    last = known.last_month.point
    assert last is not None
    assert 0 < last < 60
    assert f"to month {last:.0f}" in view.lasting.text()
    for month, is_passing in ((int(last), True), (int(last) + 1, False)):
        session.show_trial(replace(shown(window), horizon_months=month))
        qtbot.waitUntil(lambda month=month: shown(window).horizon_months == month)
        option = session.option_answer(chosen.id)
        assert option is not None
        assert (option.outcome.value == "pass") is is_passing


def test_the_chart_reads_out_and_copies(window: MainWindow, qtbot: QtBot) -> None:
    view = view_of(window, qtbot)
    places = view.chart.readable_points()
    assert places
    assert "month" in view.chart.describe_at(places[0])
    table = view.chart.table()
    assert len(table) == 62
    assert table[13][0] == 12
    assert table[13][1] == pytest.approx(40_000_000 * 1.01**12)
