"""Weights in two ways, stakeholders and value functions, in a real window on a real study."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from arraywise.domain.criteria import Criterion, Decider, Method
from arraywise.domain.requirement import Goal
from arraywise.gui.pages.decision.stakeholders import WeightingPanel
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import open_study
from arraywise.usecases.edit_study import set_requirement
from tests.answer_text import answer_text
from tests.gui.conftest import EditedWindows, edited_windows, wait_for_answer
from tests.gui.pages.test_decision_page import answer_of, page_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.domain.options import Option
    from arraywise.gui.shell.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(scope="module")
def easy_study_file(small_study_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the small study with a requirement that both options meet, so that weights decide."""
    path = shutil.copy(small_study_file, tmp_path_factory.mktemp("easy") / "small.arraywise")
    with open_study(path) as study:
        asked = read_facts(study).requirement
        easy = replace(asked, visits_per_month=48_000_000, response_time_s=0.17)
        set_requirement(study, easy)
    return path


@pytest.fixture(scope="module")
def windows(
    request: pytest.FixtureRequest, easy_study_file: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[EditedWindows]:
    yield from edited_windows(request, easy_study_file, tmp_path_factory)


@pytest.fixture
def window(windows: EditedWindows, qtbot: QtBot) -> Iterator[MainWindow]:
    """Return a window that shows the Decision page of the small study."""
    for window in windows.lent(qtbot):
        assert window.frame is not None
        window.frame.go_to(window.frame.pages.index(window.frame.page("decision")))
        wait_for_answer(qtbot, window)
        yield window


@pytest.fixture
def dialog(window: MainWindow) -> WeightingPanel:
    page = page_of(window)
    page.weights.advanced.setChecked(True)
    QTest.mouseClick(page.weights.more, LEFT)
    result = page.findChild(WeightingPanel)
    assert isinstance(result, WeightingPanel)
    assert result.isVisible()
    return result


def weights(window: MainWindow) -> dict[Criterion, float]:
    return dict(answer_of(window).weights)


def map_winner(window: MainWindow) -> Option | None:
    """Return the option that the map shows nearest to today's requirement."""
    picture, answer = page_of(window).map.picture, answer_of(window)
    assert picture is not None
    drawn, asked = picture.drawn, answer.requirement
    column = int(
        np.argmin(np.abs(np.log(drawn.visits_per_month) - np.log(asked.visits_per_month)))
    )
    row = int(np.argmin(np.abs(np.array(drawn.response_time_s) - asked.response_time_s)))
    winner = drawn.winners[row][column]
    return None if winner < 0 else answer.options[winner].option


def give_swing(dialog: WeightingPanel, criterion: Criterion, text: str) -> None:
    """Type a swing in place of the one that is there."""
    field = dialog.swings.rows[criterion][1]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_a_swing_changes_its_weight_and_is_kept_with_its_range(
    window: MainWindow, dialog: WeightingPanel, qtbot: QtBot
) -> None:
    give_swing(dialog, Criterion.PRICE, "100")
    wait_for_answer(qtbot, window)
    settings = {s.criterion: s for s in answer_of(window).settings}
    price = settings[Criterion.PRICE]
    assert price.swing == 100
    assert price.judged == (price.limit, price.aspiration)
    stored = {s.criterion: s for s in read_facts(window.session.study).criteria}
    assert stored[Criterion.PRICE].judged == price.judged


def test_a_senseless_swing_says_why(dialog: WeightingPanel) -> None:
    field = dialog.swings.rows[Criterion.PRICE][1]
    field.selectAll()
    QTest.keyClicks(field, "120")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.property("invalid")


def test_the_order_alone_gives_centroids(
    window: MainWindow, dialog: WeightingPanel, qtbot: QtBot
) -> None:
    dialog.order.list.setCurrentRow(0)
    QTest.mouseClick(dialog.order.down, LEFT)
    order = dialog.order.order
    QTest.mouseClick(dialog.order.use, LEFT)
    wait_for_answer(qtbot, window)
    result = weights(window)
    assert [result[c] for c in order] == pytest.approx(
        [0.520833, 0.270833, 0.145833, 0.0625], abs=1e-6
    )
    assert window.session is not None
    assert window.session.facts is not None
    assert window.session.facts.weighting.method is Method.RANKS


def test_stakeholders_stand_side_by_side_and_may_decide(
    window: MainWindow, dialog: WeightingPanel, qtbot: QtBot
) -> None:
    QTest.keyClicks(dialog.name, "Finance")
    QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    wait_for_answer(qtbot, window)
    assert dialog.chosen == "Finance"
    for criterion, (_slider, field) in dialog.swings.rows.items():
        field.selectAll()
        QTest.keyClicks(field, "100" if criterion is Criterion.PRICE else "1")
        QTest.keyClick(field, Qt.Key.Key_Return)
        wait_for_answer(qtbot, window)
    own = weights(window)
    assert own[Criterion.PRICE] < 0.5, "the study's own weights stay"
    table = dialog.side_by_side
    heads = [table.horizontalHeaderItem(i).text() for i in range(table.columnCount())]
    assert heads == ["Study, decides", "Finance", "Mean"]
    dialog.decider.setCurrentIndex(dialog.decider.findText("Finance"))
    dialog.decider.activated.emit(dialog.decider.currentIndex())
    wait_for_answer(qtbot, window)
    assert weights(window)[Criterion.PRICE] == pytest.approx(100 / 103)
    message = answer_text(answer_of(window))
    assert "highest score at the weights of Finance." in message
    assert map_winner(window) == answer_of(window).recommended, "the map is drawn anew"
    panel = page_of(window).weights
    assert not panel.rows[Criterion.PRICE].slider.isEnabled()
    assert not panel.equal.isEnabled()
    stored = read_facts(window.session.study).weighting
    assert (stored.decider, stored.decider_name) == (Decider.STAKEHOLDER, "Finance")


def test_whoever_decides_may_be_removed(
    window: MainWindow, dialog: WeightingPanel, qtbot: QtBot
) -> None:
    QTest.keyClicks(dialog.name, "Finance")
    QTest.mouseClick(dialog.add, LEFT)
    dialog.decider.setCurrentIndex(dialog.decider.findText("Finance"))
    dialog.decider.activated.emit(dialog.decider.currentIndex())
    QTest.mouseClick(dialog.remove, LEFT)
    wait_for_answer(qtbot, window)
    assert answer_of(window).opinions == ()
    assert dialog.decider.currentText() == "the study's weights"


def test_anchors_are_edited_with_a_live_curve(
    window: MainWindow, dialog: WeightingPanel, qtbot: QtBot
) -> None:
    tab = dialog.values
    tab.choice.setCurrentIndex(
        [s.criterion for s in answer_of(window).settings].index(Criterion.PROVISIONING)
    )
    field = tab.fields["limit"]
    before = tab.curve.accessibleName()
    field.selectAll()
    QTest.keyClicks(field, "300")
    assert tab.curve.accessibleName() != before, "before it is kept"
    QTest.keyClick(field, Qt.Key.Key_Return)
    wait_for_answer(qtbot, window)
    used = {s.criterion: s for s in answer_of(window).settings}
    assert used[Criterion.PROVISIONING].limit == 300 * 60
    field.selectAll()
    QTest.keyClicks(field, "1")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert "must be in order" in tab.fault.text()
    QTest.mouseClick(tab.follow, LEFT)
    wait_for_answer(qtbot, window)
    used = {s.criterion: s for s in answer_of(window).settings}
    assert used[Criterion.PROVISIONING].limit == 7200


def test_stale_weights_are_said_and_rescaled(
    window: MainWindow, dialog: WeightingPanel, qtbot: QtBot
) -> None:
    QTest.mouseClick(page_of(window).weights.equal, LEFT)
    wait_for_answer(qtbot, window)
    assert not page_of(window).banner.isVisible()
    assert window.session is not None
    asked = answer_of(window).requirement
    window.session.save_requirement(replace(asked, response_time_s=asked.response_time_s * 1.5))
    wait_for_answer(qtbot, window)
    assert page_of(window).banner.isVisible()
    assert "Response time" in page_of(window).banner.text
    page_of(window).banner.link.click()
    wait_for_answer(qtbot, window)
    swings = {s.criterion: s.swing for s in answer_of(window).settings}
    assert swings[Criterion.RESPONSE_TIME] == pytest.approx(1.5 * swings[Criterion.PRICE])
    assert answer_of(window).stale_weights == ()
    assert dialog.isVisible()


def test_stale_weights_may_stay_as_they_are(
    window: MainWindow, dialog: WeightingPanel, qtbot: QtBot
) -> None:
    QTest.mouseClick(page_of(window).weights.equal, LEFT)
    wait_for_answer(qtbot, window)
    assert window.session is not None
    before = weights(window)
    asked = answer_of(window).requirement
    window.session.save_requirement(replace(asked, response_time_s=asked.response_time_s * 1.5))
    wait_for_answer(qtbot, window)
    assert answer_of(window).stale_weights
    page_of(window).banner.other.click()
    wait_for_answer(qtbot, window)
    assert answer_of(window).stale_weights == ()
    assert weights(window) == pytest.approx(before)
    assert not page_of(window).banner.isVisible()
    assert dialog.isVisible()


def test_a_rating_is_added_given_and_described(
    window: MainWindow, dialog: WeightingPanel, qtbot: QtBot
) -> None:
    tab = dialog.ratings
    dialog.tabs.setCurrentWidget(tab)
    QTest.mouseClick(tab.ticks[Criterion.OPERABILITY], LEFT)
    wait_for_answer(qtbot, window)
    assert Criterion.OPERABILITY in weights(window)
    assert Criterion.OPERABILITY in page_of(window).weights.rows
    assert Criterion.OPERABILITY in dialog.swings.rows
    tab.choice.setCurrentIndex(tab.choice.findData(Criterion.OPERABILITY))
    option_id, box = next(iter(tab.levels.items()))
    box.setCurrentIndex(5)
    box.activated.emit(5)
    wait_for_answer(qtbot, window)
    rated = next(o for o in answer_of(window).options if o.option.id == option_id)
    assert (
        next(c for c in rated.scores if c.criterion is Criterion.OPERABILITY).points.point == 100
    )
    tab.words[0].setText("<b>nobody</b> {at} all")
    tab.words[0].editingFinished.emit()
    wait_for_answer(qtbot, window)
    assert tab.levels[option_id].itemText(1) == "1  <b>nobody</b> {at} all"
    QTest.mouseClick(tab.ticks[Criterion.OPERABILITY], LEFT)
    wait_for_answer(qtbot, window)
    assert Criterion.OPERABILITY not in page_of(window).weights.rows
    assert Criterion.OPERABILITY not in dialog.swings.rows


def test_ctrl_tab_leads_to_the_sensitivity(window: MainWindow) -> None:
    page = page_of(window)
    page.map.setFocus()
    QTest.keyClick(page.map, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
    assert page.ranks.isVisible()
    tip = page.ranks.describe_at(QPointF(40, 30))
    assert "as stated: 1." in tip
    assert "any weights" in tip
    QTest.keyClick(
        page.lead,
        Qt.Key.Key_Tab,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    assert page.map.isVisible()


def test_what_was_weighed_is_undone_from_there(
    window: MainWindow, dialog: WeightingPanel, qtbot: QtBot
) -> None:
    before = weights(window)
    give_swing(dialog, Criterion.PRICE, "100")
    wait_for_answer(qtbot, window)
    assert weights(window) != before
    dialog.tabs.tabBar().setFocus()
    QTest.keyClick(dialog.tabs.tabBar(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: weights(window) == before)
    assert window.status.message.text().startswith("Undone")
    window.session.save_requirement(replace(answer_of(window).requirement, reserve=0.25))
    qtbot.waitUntil(lambda: not window.status.message.text().startswith("Undone"))


def test_weights_leave_map_and_ranking_in_sight_and_give_way_again(
    window: MainWindow, dialog: WeightingPanel
) -> None:
    page = page_of(window)
    bottom = page.map.mapTo(page, page.map.rect().bottomLeft()).y()
    assert bottom <= dialog.mapTo(page, dialog.rect().topLeft()).y()
    assert page.ranking.isVisible()
    assert not page.weights.isVisible()
    dialog.tabs.tabBar().setFocus()
    QTest.keyClick(dialog.tabs.tabBar(), Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert page.weights.more.hasFocus()
    QTest.mouseClick(page.weights.more, LEFT)
    QTest.mouseClick(dialog.close_button, LEFT)
    assert page.weights.isVisible()


def test_a_dragged_swing_is_followed_before_it_is_kept(
    window: MainWindow, dialog: WeightingPanel, qtbot: QtBot
) -> None:
    before, stored = weights(window), window.session.facts.criteria
    slider, _field = dialog.swings.rows[Criterion.PRICE]
    slider.moved_to.emit(1.0)
    qtbot.waitUntil(lambda: weights(window) != before)
    assert weights(window)[Criterion.PRICE] > before[Criterion.PRICE]
    assert window.session.facts.criteria == stored
    shown = f"{100 * weights(window)[Criterion.PRICE]:.0f} %"
    assert dialog.swings.weights[Criterion.PRICE].text().replace("\u202f", " ") == shown


def test_whose_weights_decide_is_said_beside_whose_are_shown(
    window: MainWindow, dialog: WeightingPanel, qtbot: QtBot
) -> None:
    assert dialog.effect.text() == "which decide"
    QTest.keyClicks(dialog.name, "Finance")
    QTest.mouseClick(dialog.add, LEFT)
    wait_for_answer(qtbot, window)
    assert (dialog.chosen, dialog.effect.text()) == ("Finance", "which do not decide")
    for decider, effect in (
        ("mean of the stakeholders", "part of the mean"),
        ("Finance", "which decide"),
    ):
        dialog.decider.setCurrentIndex(dialog.decider.findText(decider))
        dialog.decider.activated.emit(dialog.decider.currentIndex())
        wait_for_answer(qtbot, window)
        assert dialog.effect.text() == effect


def test_without_a_target_only_what_counts_is_weighed(
    window: MainWindow, dialog: WeightingPanel, qtbot: QtBot
) -> None:
    """Else the panel ends in an error, and a moved weight lands elsewhere than it was put."""
    session = window.session
    assert session is not None
    before = {s.criterion: s.swing for s in session.criteria}
    session.save_requirement(replace(answer_of(window).requirement, goal=Goal.NONE))
    wait_for_answer(qtbot, window)
    assert Criterion.RESPONSE_TIME not in dialog.swings.rows
    dialog.swings.rows[Criterion.PRICE][1].given.emit("50")
    wait_for_answer(qtbot, window)
    after = {s.criterion: s.swing for s in session.criteria}
    assert after == before | {Criterion.PRICE: 50.0}
    page_of(window).weights.rows[Criterion.PRICE].field.given.emit("40")
    wait_for_answer(qtbot, window)
    assert weights(window)[Criterion.PRICE] == pytest.approx(0.4)
