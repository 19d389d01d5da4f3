"""Weights in three ways, stakeholders and value functions, in a real window on a real study."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from arraywise.domain.criteria import Criterion
from arraywise.domain.weighting import Decider, Method
from arraywise.gui import preferences
from arraywise.gui.pages.weights_dialog import WeightsDialog
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import open_study
from tests.gui.conftest import wait_for_answer
from tests.gui.every_page import read_now
from tests.gui.test_decision_page import answer_of, ask_easily, page_of
from tests.gui.text_size import system_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.domain.options import Option
    from arraywise.domain.value_function import Corners
    from arraywise.gui.fields import UnitField
    from arraywise.gui.main_window import MainWindow
    from arraywise.gui.pages.value_functions import ValueFunctionTab

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(open_small: Callable[[], MainWindow], qtbot: QtBot) -> MainWindow:
    """Return a window that shows the Decision page of the small study."""
    window = open_small()
    assert window.frame is not None
    window.frame.go_to(window.frame.pages.index(window.frame.page("decision")))
    wait_for_answer(qtbot, window)
    return window


@pytest.fixture
def dialog(window: MainWindow, qtbot: QtBot) -> WeightsDialog:
    ask_easily(window, qtbot)
    page = page_of(window)
    QTest.mouseClick(page.weights.more, LEFT)
    found = page.findChild(WeightsDialog)
    assert isinstance(found, WeightsDialog)
    assert found.isVisible()
    return found


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


def give_swing(dialog: WeightsDialog, criterion: Criterion, text: str) -> None:
    """Type a swing in place of the one that stands there."""
    field = dialog.swings.rows[criterion][1]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_a_swing_changes_its_weight_and_is_kept_with_its_range(
    window: MainWindow, dialog: WeightsDialog, small_study: Path, qtbot: QtBot
) -> None:
    give_swing(dialog, Criterion.PRICE, "100")
    wait_for_answer(qtbot, window)
    settings = {s.criterion: s for s in answer_of(window).settings}
    price = settings[Criterion.PRICE]
    assert price.swing == 100
    assert price.judged == (price.limit, price.aspiration)
    window.close_study()
    with open_study(small_study) as study:
        stored = {s.criterion: s for s in read_facts(study).criteria}
    assert stored[Criterion.PRICE].judged == price.judged


def test_a_senseless_swing_says_why(dialog: WeightsDialog) -> None:
    field = dialog.swings.rows[Criterion.PRICE][1]
    field.selectAll()
    QTest.keyClicks(field, "120")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.property("invalid")


def test_the_order_alone_gives_centroids(
    window: MainWindow, dialog: WeightsDialog, qtbot: QtBot
) -> None:
    dialog.order.list.setCurrentRow(0)
    QTest.mouseClick(dialog.order.down, LEFT)
    order = dialog.order.order
    QTest.mouseClick(dialog.order.use, LEFT)
    wait_for_answer(qtbot, window)
    found = weights(window)
    assert [found[c] for c in order] == pytest.approx(
        [0.520833, 0.270833, 0.145833, 0.0625], abs=1e-6
    )
    assert window.session is not None
    assert window.session.facts is not None
    assert window.session.facts.weighting.method is Method.RANKS


def test_pairs_tell_how_well_they_agree(
    window: MainWindow, dialog: WeightsDialog, qtbot: QtBot
) -> None:
    boxes = list(dialog.pairs.boxes.values())
    assert "CR 0.000" in dialog.pairs.verdict.text()
    boxes[0].setCurrentIndex(0)
    assert "contradict" in dialog.pairs.verdict.text()
    boxes[0].setCurrentIndex(boxes[0].findText("2"))
    QTest.mouseClick(dialog.pairs.use, LEFT)
    wait_for_answer(qtbot, window)
    consistency = answer_of(window).consistency
    assert consistency is not None
    assert 0 < consistency.ratio < 0.1


def test_stakeholders_stand_side_by_side_and_may_decide(
    window: MainWindow, dialog: WeightsDialog, small_study: Path, qtbot: QtBot
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
    said = " ".join(str(part) for part in answer_of(window).sentence)
    assert "The weights of Finance decide." in said
    assert map_winner(window) == answer_of(window).recommended, "the map is drawn anew"
    panel = page_of(window).weights
    assert not panel.rows[Criterion.PRICE].slider.isEnabled()
    assert not panel.equal.isEnabled()
    window.close_study()
    with open_study(small_study) as study:
        kept = read_facts(study).weighting
    assert (kept.decider, kept.decider_name) == (Decider.STAKEHOLDER, "Finance")


def test_whoever_decides_may_be_removed(
    window: MainWindow, dialog: WeightsDialog, qtbot: QtBot
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
    window: MainWindow, dialog: WeightsDialog, qtbot: QtBot
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
    assert "limit over target" in tab.fault.text()
    QTest.mouseClick(tab.follow, LEFT)
    wait_for_answer(qtbot, window)
    used = {s.criterion: s for s in answer_of(window).settings}
    assert used[Criterion.PROVISIONING].limit == 7200


def test_stale_weights_are_said_and_rescaled(
    window: MainWindow, dialog: WeightsDialog, qtbot: QtBot
) -> None:
    QTest.mouseClick(page_of(window).weights.equal, LEFT)
    wait_for_answer(qtbot, window)
    assert not page_of(window).banner.isVisible()
    assert window.session is not None
    asked = answer_of(window).requirement
    window.session.keep_requirement(replace(asked, response_time_s=asked.response_time_s * 1.5))
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
    window: MainWindow, dialog: WeightsDialog, qtbot: QtBot
) -> None:
    QTest.mouseClick(page_of(window).weights.equal, LEFT)
    wait_for_answer(qtbot, window)
    assert window.session is not None
    before = weights(window)
    asked = answer_of(window).requirement
    window.session.keep_requirement(replace(asked, response_time_s=asked.response_time_s * 1.5))
    wait_for_answer(qtbot, window)
    assert answer_of(window).stale_weights
    page_of(window).banner.other.click()
    wait_for_answer(qtbot, window)
    assert answer_of(window).stale_weights == ()
    assert weights(window) == pytest.approx(before)
    assert not page_of(window).banner.isVisible()
    assert dialog.isVisible()


def test_a_rating_is_added_given_and_described(
    window: MainWindow, dialog: WeightsDialog, qtbot: QtBot
) -> None:
    tab = dialog.ratings
    dialog.tabs.setCurrentWidget(tab)
    QTest.mouseClick(tab.ticks[Criterion.OPERABILITY], LEFT)
    wait_for_answer(qtbot, window)
    assert Criterion.OPERABILITY in weights(window)
    assert Criterion.OPERABILITY in page_of(window).weights.rows
    assert len(dialog.pairs.boxes) == 10
    tab.choice.setCurrentIndex(tab.choice.findData(Criterion.OPERABILITY))
    option_id, box = next(iter(tab.levels.items()))
    box.setCurrentIndex(5)
    box.activated.emit(5)
    wait_for_answer(qtbot, window)
    rated = next(o for o in answer_of(window).options if o.option.id == option_id)
    assert next(c for c in rated.cells if c.criterion is Criterion.OPERABILITY).points.point == 100
    tab.words[0].setText("<b>nobody</b> {at} all")
    tab.words[0].editingFinished.emit()
    wait_for_answer(qtbot, window)
    assert tab.levels[option_id].itemText(1) == "1  <b>nobody</b> {at} all"
    QTest.mouseClick(tab.ticks[Criterion.OPERABILITY], LEFT)
    wait_for_answer(qtbot, window)
    assert Criterion.OPERABILITY not in page_of(window).weights.rows
    assert len(dialog.pairs.boxes) == 6


def test_ranks_take_the_place_of_the_lead(window: MainWindow, qtbot: QtBot) -> None:
    ask_easily(window, qtbot)
    page = page_of(window)
    QTest.mouseClick(page.switch, LEFT)
    assert page.ranks.isVisible()
    tip = page.ranks.tip_at(QPointF(40, 30))
    assert "as stated: 1." in tip
    assert "any weights" in tip
    QTest.mouseClick(page.switch, LEFT)
    assert page.lead.isVisible()


@pytest.fixture
def tab(window: MainWindow, dialog: WeightsDialog, qtbot: QtBot) -> ValueFunctionTab:
    """Return the value function of provisioning with a further point, just added."""
    found = dialog.values
    dialog.tabs.setCurrentWidget(found)
    criteria = [s.criterion for s in answer_of(window).settings]
    found.choice.setCurrentIndex(criteria.index(Criterion.PROVISIONING))
    assert not found.further.isVisible()
    QTest.mouseClick(found.add, LEFT)
    wait_for_answer(qtbot, window)
    return found


def further(window: MainWindow) -> Corners:
    settings = {s.criterion: s for s in answer_of(window).settings}
    return settings[Criterion.PROVISIONING].further


def type_into(field: UnitField, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)


def test_a_point_is_added_on_the_line_and_moved_with_a_live_curve(
    window: MainWindow, tab: ValueFunctionTab, qtbot: QtBot
) -> None:
    assert further(window) == ((5400.0, 30.0),), "half way to the target: nothing bends yet"
    row, second, _ = tab.further.rows
    assert (row.attribute.text(), row.worth.text()) == ("90", "30")
    assert (row.isVisible(), second.isVisible()) == (True, False)
    before = tab.curve.grab().toImage()
    type_into(row.worth, "42")
    assert tab.curve.grab().toImage() != before, "before it is kept"
    QTest.keyClick(row.worth, Qt.Key.Key_Return)
    wait_for_answer(qtbot, window)
    assert further(window) == ((5400.0, 42.0),)


def test_a_point_out_of_order_says_which_and_is_not_kept(
    window: MainWindow, tab: ValueFunctionTab
) -> None:
    row = tab.further.rows[0]
    type_into(row.worth, "75")
    QTest.keyClick(row.worth, Qt.Key.Key_Return)
    assert "90 min, worth 75, is out of order" in tab.fault.text()
    type_into(row.worth, "x")
    assert tab.fault.text() == "Every anchor is a number."
    assert further(window) == ((5400.0, 30.0),)


def test_points_are_removed_undone_and_gone_with_derived_anchors(
    window: MainWindow, tab: ValueFunctionTab, qtbot: QtBot
) -> None:
    for _ in range(2):
        QTest.mouseClick(tab.add, LEFT)
        wait_for_answer(qtbot, window)
    three = further(window)
    assert (len(three), tab.add.isEnabled()) == (3, False)
    QTest.mouseClick(tab.further.rows[1].remove, LEFT)
    wait_for_answer(qtbot, window)
    assert further(window) == (three[0], three[2])
    assert tab.add.isEnabled()
    window.undoing.undo()
    wait_for_answer(qtbot, window)
    assert further(window) == three
    assert tab.further.rows[2].isVisible()
    QTest.mouseClick(tab.follow, LEFT)
    wait_for_answer(qtbot, window)
    assert further(window) == ()
    assert not tab.further.isVisible()


@pytest.mark.parametrize(("code", "size"), [("en", 9), ("de", 13), ("pt_BR", 13)])
def test_three_points_and_what_is_wrong_with_one_are_not_cut_off(
    code: str, size: int, open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    preferences.speak(code)
    with system_text(size):
        window = open_small()
        wait_for_answer(qtbot, window)
        dialog = WeightsDialog(window.session, window)
        dialog.show()
        dialog.tabs.setCurrentWidget(dialog.values)
        for _ in range(3):
            QTest.mouseClick(dialog.values.add, LEFT)
            wait_for_answer(qtbot, window)
        type_into(dialog.values.further.rows[2].worth, "0")
        read = read_now(dialog)
    assert len(dialog.values.fault.text()) > 80
    assert [(each.text, each.too_long_by) for each in read if each.too_long_by] == []


def test_what_was_changed_in_the_dialog_is_undone_from_there(
    window: MainWindow, dialog: WeightsDialog, qtbot: QtBot
) -> None:
    before = weights(window)
    give_swing(dialog, Criterion.PRICE, "100")
    wait_for_answer(qtbot, window)
    assert weights(window) != before
    (undo,) = (a for a in dialog.actions() if a.shortcut().toString() == "Ctrl+Z")
    undo.trigger()
    qtbot.waitUntil(lambda: weights(window) == before)
    assert window.status.said.text().startswith("Undone")
    window.session.keep_requirement(replace(answer_of(window).requirement, reserve=0.25))
    qtbot.waitUntil(lambda: not window.status.said.text().startswith("Undone"))
