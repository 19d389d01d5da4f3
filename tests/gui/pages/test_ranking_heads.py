"""The heads of the ranking: names where they fit, letters where they do not, nothing cut."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPointF

from arraywise.domain.criteria import DEFAULT_CRITERIA, Criterion
from arraywise.gui.pages.decision.page import DecisionPage
from arraywise.gui.shell import preferences
from arraywise.store.study import open_study
from arraywise.usecases.edit_criteria import add_criterion
from tests.gui.acting import shown_page
from tests.gui.conftest import wait_for_answer
from tests.gui.elided import texts_cut
from tests.usecases.edits import set_criteria

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


@pytest.fixture
def seven_criteria(small_study: Path) -> Path:
    """Return the small study all criteria that there are."""
    criteria = DEFAULT_CRITERIA
    for each in (Criterion.HOST_CPU, Criterion.AVAILABILITY, Criterion.OPERABILITY):
        criteria = add_criterion(criteria, each)
    with open_study(small_study) as study:
        set_criteria(study, criteria)
    return small_study


@pytest.mark.parametrize("code", [code for code, _ in preferences.LANGUAGES])
@pytest.mark.usefixtures("seven_criteria")
def test_seven_criteria_have_letters_that_the_weights_explain(
    open_shared: Callable[[], MainWindow], qtbot: QtBot, code: str
) -> None:
    preferences.speak(code)
    window = open_shared()
    page = shown_page(window, "decision")
    assert isinstance(page, DecisionPage)
    wait_for_answer(qtbot, window)
    assert texts_cut(page) == set()
    names = [row.name.text() for row in page.weights.rows.values()]
    assert [name[:3] for name in names] == [f"{letter}  " for letter in "ABCDEFG"]
    window.resize(2400, 1200)
    wait_for_answer(qtbot, window)
    names = [row.name.text() for row in page.weights.rows.values()]
    assert not any(name[1:3] == "  " for name in names)


def test_a_head_says_its_criterion(shared_window: MainWindow, qtbot: QtBot) -> None:

    window = shared_window
    page = shown_page(window, "decision")
    assert isinstance(page, DecisionPage)
    wait_for_answer(qtbot, window)
    start, wide = page.ranking._columns()[0]
    place = QPointF(start + wide / 2, 10)
    assert page.ranking.tip_at(place) == "Response time, 37.0 %"


@pytest.mark.usefixtures("seven_criteria")
def test_no_letter_stands_over_its_neighbour(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    """A criterion without weight has no column, and no letter above the next one's."""
    window = open_shared()
    page = shown_page(window, "decision")
    assert isinstance(page, DecisionPage)
    wait_for_answer(qtbot, window)
    answer = window.session.answer
    assert answer is not None
    weightless = replace(
        answer,
        weights=tuple((c, 0.0 if c == answer.weights[1][0] else w) for c, w in answer.weights),
    )
    page.ranking.show_answer(weightless)
    assert [text for _, text in page.ranking._placed_heads(weightless)] == ["A", "", *"CDEFG"]
