"""Further points of value functions in the Criteria sheet of a real window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.decision.scoring import add_stakeholder
from arraywise.gui.grid.grid import build_column_menu
from tests.gui.acting import shown_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.pages.workings.page import CriteriaSheet
    from arraywise.gui.shell.main_window import MainWindow

FIRST = 8
"""Column of the first point where there is no stakeholder."""


@pytest.fixture
def sheet(open_shared: Callable[[], MainWindow], qtbot: QtBot) -> CriteriaSheet:
    """The sheet of a study whose response time has anchors that are given."""
    built: CriteriaSheet = shown_page(open_shared(), "workings").criteria
    built.apply_block(0, 2, [["200", "150", "50"]])
    qtbot.waitUntil(lambda: built.session.criteria[0].aspiration == 0.05)
    return built


def shown_points(sheet: CriteriaSheet) -> list[str]:
    """Return the titles of the columns of points that are to be seen."""
    return [
        column.title
        for place, column in enumerate(sheet.model.columns)
        if column.key.startswith("point ") and not sheet.grid.isColumnHidden(place)
    ]


def texts(sheet: CriteriaSheet, first: int = FIRST) -> list[str]:
    return [sheet.model.cell_at(0, column).text for column in range(first, first + 6)]


def finish_changes(sheet: CriteriaSheet, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: sheet.session.background.is_idle, timeout=20_000)


def test_points_are_hidden_until_there_are_some_and_chosen_from_the_list_of_columns(
    sheet: CriteriaSheet, qtbot: QtBot
) -> None:
    assert shown_points(sheet) == []
    menu = build_column_menu(sheet.grid, sheet.grid.cells, 1)
    chooser = menu.actions()[-1].menu()
    offered = [a for a in chooser.actions() if "further point" in a.text().casefold()]
    assert [a.isChecked() for a in offered] == [False] * 6
    offered[2].setChecked(True)
    assert shown_points(sheet) == ["Further point 2"]
    sheet.apply_block(0, FIRST, [["100", "80"]])
    qtbot.waitUntil(lambda: len(shown_points(sheet)) == 3)
    assert sheet.session.criteria[0].further == ((0.1, 80.0),)
    sheet.grid.hideColumn(FIRST)
    sheet.apply_block(0, 1, [["77"]])
    qtbot.waitUntil(lambda: sheet.session.criteria[0].swing == 77)
    assert "Further point 1" not in shown_points(sheet), "who hid it does not want to see it"
    finish_changes(sheet, qtbot)


def test_half_a_point_says_what_is_missing_and_the_other_half_makes_it_whole(
    sheet: CriteriaSheet, qtbot: QtBot
) -> None:
    sheet.apply_block(0, FIRST, [["100"]])
    qtbot.waitUntil(lambda: sheet.model.cell_at(0, FIRST).invalid)
    shown = sheet.model.cell_at(0, FIRST)
    assert (shown.text, shown.typed) == ("100", "100")
    assert shown.tip == ("A further point needs a value and its score; one is missing.")
    sheet.apply_block(0, FIRST + 1, [["80"]])
    qtbot.waitUntil(lambda: texts(sheet)[:2] == ["100", "80"])
    assert not sheet.model.cell_at(0, FIRST).invalid
    finish_changes(sheet, qtbot)
    sheet.window().undoing.undo()
    finish_changes(sheet, qtbot)
    qtbot.waitUntil(lambda: sheet.session.criteria[0].further == ())
    assert texts(sheet)[:2] == ["100", ""]


def test_a_formula_works_a_point_out_and_fails_in_its_cell_with_the_sentence_of_the_curve(
    sheet: CriteriaSheet, qtbot: QtBot
) -> None:
    sheet.apply_block(0, FIRST, [["=D1-50", "=2*40", "180", "20"]])
    qtbot.waitUntil(lambda: sheet.session.criteria[0].further == ((0.18, 20.0), (0.1, 80.0)))
    qtbot.waitUntil(lambda: texts(sheet) == ["100", "80", "180", "20", "", ""])
    assert [sheet.model.cell_at(0, FIRST + n).formula for n in range(4)] == [
        True,
        True,
        *2 * [False],
    ]
    sheet.apply_block(0, FIRST, [["=D1+10"]])
    why = "at 160 ms (80) is out of order"
    qtbot.waitUntil(lambda: why in sheet.model.cell_at(0, FIRST).tip)
    assert sheet.session.criteria[0].further == ((0.18, 20.0), (0.1, 80.0))
    finish_changes(sheet, qtbot)


def test_points_stand_behind_stakeholders_who_come(sheet: CriteriaSheet, qtbot: QtBot) -> None:
    sheet.apply_block(0, FIRST, [["100", "80"]])
    session = sheet.session
    weighting = add_stakeholder(session.criteria, session.facts.weighting, "Finance")
    session.save_weighting(weighting)
    qtbot.waitUntil(lambda: sheet.model.columns[FIRST].title == "Finance")
    assert not sheet.grid.isColumnHidden(FIRST)
    assert texts(sheet, FIRST + 1)[:2] == ["100", "80"]
    assert shown_points(sheet) == ["Further point 1", "Worth of further point 1"]
    finish_changes(sheet, qtbot)
