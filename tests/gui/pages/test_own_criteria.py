"""Criteria of a study's own, in the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.domain.criteria import Criterion, OwnCriterionDefinition
from arraywise.domain.estimates import MeanAndError
from arraywise.gui.pages.decision.ratings import OwnCriterionDialog
from tests.gui.conftest import wait_for_answer
from tests.gui.pages.test_decision_page import weighing_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.pages.decision.ratings import RatingsTab
    from arraywise.gui.pages.decision.stakeholders import WeightingPanel
    from arraywise.gui.shell.main_window import MainWindow


@pytest.fixture
def window(open_shared: Callable[[], MainWindow]) -> MainWindow:
    return open_shared()


def described(tab: RatingsTab) -> OwnCriterionDialog:
    """Return the dialog that is open."""
    return next(d for d in tab.findChildren(OwnCriterionDialog) if d.isVisible())


def added(window: MainWindow, qtbot: QtBot, preset: str) -> WeightingPanel:
    """Add a criterion as it is offered."""
    panel = weighing_of(window)
    panel.tabs.setCurrentWidget(panel.ratings)
    panel.ratings.add_own.click()
    dialog = described(panel.ratings)
    dialog.preset.setCurrentIndex(dialog.preset.findText(preset))
    dialog.accept()
    assert dialog.own is not None
    qtbot.waitUntil(lambda: any(c.own for c in panel.ratings.ticks), timeout=20_000)
    wait_for_answer(qtbot, window)
    return panel


def own_of(panel: WeightingPanel) -> Criterion:
    (criterion,) = (c for c in panel.ratings.ticks if c.own is not None)
    return criterion


def test_a_measured_one_is_added_valued_and_undone(window: MainWindow, qtbot: QtBot) -> None:
    panel = added(window, qtbot, "Power drawn")
    power, session = own_of(panel), window.session
    assert panel.ratings.ticks[power].isChecked()
    assert power in dict(session.answer.weights)
    assert power in panel.swings.rows
    panel.ratings.choice.setCurrentIndex(panel.ratings.choice.count() - 1)
    assert panel.ratings.values.isVisible()
    option = session.answer.options[0].option
    field = panel.ratings.values.fields[option.id]
    for text, faulty in (("9 / 8 / 7", True), ("1200 ± 50", False)):
        field.setText(text)
        field.setModified(True)
        field.editingFinished.emit()
        assert field.is_faulty == faulty
    wait_for_answer(qtbot, window)
    assert dict(session.facts.options[0].ratings)[power] == MeanAndError(1200.0, 50.0)
    cell = next(c for c in session.answer.options[0].scores if c.criterion == power)
    assert cell.points.point == pytest.approx(80)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    for _ in range(2):
        window.undoing.undo()
        qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    qtbot.waitUntil(lambda: not any(c.own for c in panel.ratings.ticks), timeout=20_000)


def test_a_rating_has_its_own_levels_and_goes_again(window: MainWindow, qtbot: QtBot) -> None:
    panel = added(window, qtbot, "Skills in the team")
    skills = own_of(panel)
    panel.ratings.choice.setCurrentIndex(panel.ratings.choice.count() - 1)
    shown = [line for line in panel.ratings.words if line.isVisibleTo(panel.ratings)]
    assert len(shown) == 5
    assert shown[4].text() == "Everyone who would run it has years of experience."
    assert not panel.ratings.values.isVisible()
    panel.ratings.remove_own(skills)
    qtbot.waitUntil(lambda: not any(c.own for c in panel.ratings.ticks), timeout=20_000)


def test_the_form_says_what_is_missing(window: MainWindow) -> None:
    panel = weighing_of(window)
    dialog = OwnCriterionDialog(panel, ["Noise"], None)
    dialog.title.setText("Noise")
    dialog.levels.setPlainText("loud\nquiet")
    dialog.accept()
    assert dialog.own is None
    assert dialog.fault.text() == "A criterion Noise already exists."
    dialog.title.setText("Sound")
    dialog.accept()
    assert dialog.own == OwnCriterionDefinition("Sound", ("loud", "quiet"))
    again = OwnCriterionDialog(panel, [], dialog.own)
    assert again.title.text() == "Sound"
    again.kind.setCurrentIndex(1)
    again.unit.setText("dB")
    again.accept()
    assert again.fault.text().startswith("A measured criterion needs a unit")
    again.limit.setText("80")
    again.aspiration.setText("40")
    again.accept()
    assert again.own == OwnCriterionDefinition("Sound", (), "dB", 80.0, 40.0)
