"""The workings in a real window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtGui import QGuiApplication

from arraywise.analysis.decision.scoring import add_stakeholder, remove_stakeholder
from arraywise.domain.cells import CellAddress
from arraywise.store.reading.inputs import read_input_cells
from arraywise.store.study import open_study
from tests.gui.acting import shown_page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot

    from arraywise.gui.grid.model import Cell
    from arraywise.gui.shell.main_window import MainWindow


def shown(page: object, cell: str) -> Cell:
    return page.model.cell_at(int(cell[1:]) - 1, ord(cell[0]) - 65)


def put(page: object, cell: str, text: str) -> None:
    page.model.setData(page.model.index(int(cell[1:]) - 1, ord(cell[0]) - 65), text)


def test_formulas_follow_the_models_results_and_survive_the_window(
    open_small: Callable[[], MainWindow], qtbot: QtBot, small_study: Path
) -> None:
    window = open_small()
    page = shown_page(window, "workings")
    put(page, "A1", "=Demand.TPS*2")
    put(page, "B2", "=1/0")
    put(page, "B3", "=B2")
    demand = window.session.answer.demand_tps
    qtbot.waitUntil(lambda: shown(page, "A1").number is not None)
    assert abs(shown(page, "A1").number - 2 * demand) < 1e-9
    assert (shown(page, "B2").text, shown(page, "B2").invalid) == ("#DIV/0!", True)
    assert "B2" in shown(page, "B3").tip
    requirement = window.session.answer.requirement
    window.session.try_requirement(
        type(requirement)(
            **{
                **{f: getattr(requirement, f) for f in requirement.__slots__},
                "visits_per_month": requirement.visits_per_month * 2,
            }
        )
    )
    qtbot.waitUntil(lambda: abs((shown(page, "A1").number or 0) - 4 * demand) < 1e-9)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    window.close()
    with open_study(small_study) as study:
        assert read_input_cells(study)[CellAddress("workings", 0, 0)].text == "=Demand.TPS*2"


def test_undo_takes_a_typed_cell_back(open_small: Callable[[], MainWindow], qtbot: QtBot) -> None:
    window = open_small()
    page = shown_page(window, "workings")
    put(page, "A1", "12")
    qtbot.waitUntil(lambda: window.background.is_idle and shown(page, "A1").number == 12)
    window.undoing.undo()
    qtbot.waitUntil(lambda: shown(page, "A1").text == "")


def test_a_decimal_comma_is_typed_and_shown(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    page = shown_page(window, "workings")
    QLocale.setDefault(QLocale("de_DE"))
    put(page, "A1", "1.234,5")
    put(page, "A2", "=A1*1,1+SUM(A1;0,5)")
    put(page, "A3", "1,234.5")
    qtbot.waitUntil(lambda: shown(page, "A2").number is not None)
    assert shown(page, "A1").number == 1234.5
    assert shown(page, "A2").text == "2.592,95"
    assert shown(page, "A3").invalid
    QLocale.setDefault(QLocale("en_US"))
    page.model.refresh_cells()
    assert page.model.editor_text_at(1, 0) == "=A1*1.1+SUM(A1,0.5)"


def test_rows_are_inserted_and_formulas_follow(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    page = shown_page(window, "workings")
    page.apply_block(0, 0, [["1"], ["2"], ["=SUM(A1:A2)"]])
    page.grid.setCurrentIndex(page.model.index(1, 0))
    page.grid.cells.insert_rows()
    assert page.model.editor_text_at(3, 0) == "=SUM(A1:A3)"
    page.grid.cells.remove_rows()
    assert page.model.editor_text_at(2, 0) == "=SUM(A1:A2)"
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)


def test_the_formula_line_shows_types_and_goes(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    page = shown_page(window, "workings")
    line = page.line
    line.name.setText("C5")
    line.name.returnPressed.emit()
    assert (page.grid.currentIndex().row(), page.grid.currentIndex().column()) == (4, 2)
    line.line.setFocus()
    qtbot.keyClicks(line.line, "=1/0")
    line._save(down=1)
    assert page.model.editor_text_at(4, 2) == "=1/0"
    assert page.grid.currentIndex().row() == 5
    page.grid.setCurrentIndex(page.model.index(4, 2))
    qtbot.waitUntil(lambda: "Division by zero" in line.note.text())
    assert line.line.text() == "=1/0"
    assert "Demand.TPS" in page.grid.completion_names()
    assert "SUM(" in page.grid.completion_names()


def test_the_requirement_is_a_sheet_that_takes_formulas(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    page = shown_page(window, "workings")
    put(page, "A1", "50")
    sheet = page.requirement
    sheet.model.setData(sheet.model.index(0, 1), "=Workings!A1*5")
    qtbot.waitUntil(lambda: window.session.facts.requirement.response_time_s == 0.25)
    qtbot.waitUntil(lambda: sheet.model.cell_at(0, 1).text == "250")
    assert sheet.model.editor_text_at(0, 1) == "=Workings!A1*5"
    sheet.model.setData(sheet.model.index(0, 1), "0")
    qtbot.waitUntil(lambda: sheet.model.cell_at(0, 1).invalid)
    assert sheet.model.editor_text_at(0, 1) == "0"
    sheet.model.setData(sheet.model.index(9, 1), "=Demand.TPS")
    qtbot.waitUntil(lambda: "depends on the demand" in sheet.model.cell_at(9, 1).tip)
    sheet.model.setData(sheet.model.index(0, 1), "300")
    qtbot.waitUntil(lambda: window.session.facts.requirement.response_time_s == 0.3)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)


def test_what_an_option_must_be_able_to_do_is_asked_in_words(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    sheet, session = shown_page(window, "workings").requirement, window.session
    assert [sheet.model.cell_at(row, 1).text for row in (11, 12, 13)] == ["", "No", "No"]
    assert sheet.model.columns[1].choices(sheet.model.index(13, 1)) == ("Yes", "No")
    assert sheet.model.columns[1].choices(sheet.model.index(0, 1)) == ()
    sheet.model.setData(sheet.model.index(13, 1), "yes")
    qtbot.waitUntil(lambda: session.facts.requirement.needs_files)
    assert sheet.model.cell_at(13, 1).text == "Yes"
    sheet.model.setData(sheet.model.index(11, 1), "4")
    qtbot.waitUntil(lambda: session.facts.requirement.max_restore_s == 14_400)
    table = shown_page(window, "overview").screen_table
    qtbot.waitUntil(lambda: [r.name for r in table.model.rows][-2:] == ["files", "restore"])
    shown = shown_page(window, "workings").requirement
    shown.model.setData(shown.model.index(12, 1), "perhaps")
    qtbot.waitUntil(lambda: shown.model.cell_at(12, 1).invalid)
    assert not session.facts.requirement.needs_shared_storage
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)


def test_the_criteria_are_a_sheet_that_takes_formulas(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    page, session = shown_page(window, "workings"), window.session
    put(page, "A1", "30")
    sheet = page.criteria
    follows = sheet.model.cell_at(0, 2)
    assert follows.italic
    assert follows.text == f"{1000 * session.facts.requirement.response_time_s:g}"
    sheet.apply_block(0, 1, [["=Workings!A1*2", "500"]])
    qtbot.waitUntil(lambda: session.facts.criteria and session.criteria[0].swing == 60)
    assert session.criteria[0].limit == 0.5
    qtbot.waitUntil(lambda: sheet.model.cell_at(0, 1).text == "60")
    assert sheet.model.editor_text_at(0, 1) == "=Workings!A1*2"
    sheet.apply_block(0, 3, [["600"]])
    qtbot.waitUntil(lambda: "must be in order" in sheet.model.cell_at(0, 3).tip)
    sheet.apply_block(1, 1, [["=Demand.TPS"]])
    qtbot.waitUntil(lambda: "depends on the demand" in sheet.model.cell_at(1, 1).tip)
    weights = shown_page(window, "decision").weights
    weights._save_typed_weight(session.criteria[0].criterion, "50")
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    assert sheet.sheets.typed_text(CellAddress("criteria", 0, 1)) is None
    assert sheet.model.cell_at(0, 7).text == "50.0"


def test_every_stakeholder_has_a_column_of_swings(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    page, session = shown_page(window, "workings"), window.session
    sheet = page.criteria
    assert len(sheet.model.columns) == 8
    weighting = session.facts.weighting
    for name in ("Operations", "Finance"):
        weighting = add_stakeholder(session.criteria, weighting, name)
        session.save_weighting(weighting)
    qtbot.waitUntil(lambda: len(sheet.model.columns) == 10)
    assert [c.title for c in sheet.model.columns[8:]] == ["Operations", "Finance"]
    assert [c.letter for c in sheet.model.columns[8:]] == ["I", "J"]
    own = session.criteria[0].swing
    assert sheet.model.cell_at(0, 8).number == own
    sheet.apply_block(0, 8, [["35", "=I1*2"], ["=J1/2", "20"]])
    swings = lambda: [[s.swing for s in p.swings[:2]] for p in  # noqa: E731
                      session.facts.weighting.stakeholders]  # fmt: skip
    qtbot.waitUntil(lambda: swings() == [[35, 35], [70, 20]])
    qtbot.waitUntil(lambda: sheet.model.cell_at(0, 9).text == "70")
    assert sheet.model.cell_at(0, 9).formula
    assert session.criteria[0].swing == own
    named = {"Operations", "Finance"}
    qtbot.waitUntil(lambda: named <= {opinion.name for opinion in session.answer.opinions})
    sheet.apply_block(1, 9, [["200"]])
    qtbot.waitUntil(lambda: "between 0 and 100" in sheet.model.cell_at(1, 9).tip)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    for _ in range(2):
        window.undoing.undo()
        qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    qtbot.waitUntil(lambda: swings() == [[own, session.criteria[1].swing]] * 2)
    shown_page(window, "workings")  # undo shows where it was
    session.save_weighting(remove_stakeholder(session.facts.weighting, "Operations"))
    qtbot.waitUntil(lambda: [c.title for c in sheet.model.columns[8:]] == ["Finance"])
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)


def test_completion_leads_to_an_options_result_by_its_name(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    page = shown_page(window, "workings")
    name = window.session.facts.options[0].option.name
    page.grid.setCurrentIndex(page.model.index(0, 0))
    line = page.line.line
    line.setFocus()
    qtbot.keyClicks(line, f'=2*Option("{name[:4]}')
    offered = [line.completions.item(n).text() for n in range(line.completions.count())]
    assert f'Option("{name}").Price' in offered
    line.setText("")
    qtbot.keyClicks(line, "=SUM(B:$C")
    assert line.completions is None, "what follows a colon is a column"
    line.setText("")
    qtbot.keyClicks(line, f'=2*Option("{name[:4]}')
    qtbot.keyClicks(line, f'{name[4:]}").Pric')
    qtbot.keyClick(line, Qt.Key.Key_Tab)
    assert line.text() == f'=2*Option("{name}").Price'
    qtbot.keyClick(line, Qt.Key.Key_Return)
    price = float(window.session.answer.options[0].price.total)
    qtbot.waitUntil(lambda: shown(page, "A1").number == 2 * price)
    assert page.model.editor_text_at(0, 0) == f'=2*Option("{name}").Price'
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)


def paste_rows(page: object, rows: int) -> None:
    lines = (f"Item {n}\t{n}.5\t=B{n + 1}*2" for n in range(rows))
    QGuiApplication.clipboard().setText("\n".join(lines))
    page.grid.setFocus()
    page.grid.setCurrentIndex(page.model.index(0, 0))
    page.grid.paste()


def test_a_large_block_is_pasted_in_portions_as_one_step(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    page = shown_page(window, "workings")
    paste_rows(page, 8_000)
    assert len(window.session.sheets.cells) == 0, "the window goes on first"
    stated = []
    page.grid.message.connect(stated.append)
    qtbot.waitUntil(lambda: len(window.session.sheets.cells) == 24_000, timeout=20_000)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=40_000)
    assert stated[0] == "Pasting; Esc stops"
    assert stated[-1] == ""
    assert page.model.cell_at(7_999, 2).number == 2 * 7_999.5
    assert page.grid.selectionModel().selection().first().height() == 8_000
    window.undoing.undo()
    qtbot.waitUntil(lambda: len(window.session.sheets.cells) == 0, timeout=20_000)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=40_000)


def test_escape_stops_a_large_paste_and_nothing_is_changed(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    page = shown_page(window, "workings")
    paste_rows(page, 8_000)
    with qtbot.waitSignal(page.grid.message):
        pass
    qtbot.keyClick(page.grid, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    assert len(window.session.sheets.cells) == 0
    assert not page.grid.cells.cancel_paste()


def test_a_click_on_a_letter_selects_its_column_and_moves_no_row(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    page = shown_page(window, "workings")
    page.apply_block(0, 0, [["3"], ["1"], ["2"]])
    header = page.grid.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(0) + 40, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert [page.model.editor_text_at(row, 0) for row in range(3)] == ["3", "1", "2"]
    assert page.grid.selectionModel().selection().first().height() == page.model.rowCount()
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)


def test_what_is_pasted_among_filtered_rows_goes_where_it_is_seen(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    page = shown_page(window, "workings")
    page.apply_block(0, 0, [["a", "1"], ["b", "2"], ["a", "3"], ["b", "4"]])
    page.model.set_filter(0, "b")
    page.grid.setCurrentIndex(page.model.index(0, 1))
    QGuiApplication.clipboard().setText("20\n40\n")
    page.grid.paste()
    page.model.clear_filters()
    assert [page.model.editor_text_at(row, 1) for row in range(4)] == ["1", "20", "3", "40"]
    sheet = page.requirement
    sheet.model.set_filter(0, "Horizon")
    sheet.grid.setCurrentIndex(sheet.model.index(0, 1))
    QGuiApplication.clipboard().setText("24")
    sheet.grid.paste()
    qtbot.waitUntil(lambda: window.session.facts.requirement.horizon_months == 24)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)


def test_control_end_knows_the_last_cell_of_very_many_rows_at_once(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    page = shown_page(window, "workings")
    page.apply_block(0, 0, [["a"], ["", "", "b"], *([["5"]] * 20_000)])
    page.grid.ensure_current()
    asked: list[tuple[int, int]] = []
    is_filled = page.grid.is_filled
    page.grid.is_filled = lambda row, column: asked.append((row, column)) or is_filled(row, column)
    qtbot.keyClick(page.grid, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    index = page.grid.currentIndex()
    assert (index.row(), index.column(), asked) == (20_001, 2, [])
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)


def test_control_and_page_keys_go_from_sheet_to_sheet(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    control, keys = Qt.KeyboardModifier.ControlModifier, Qt.Key
    page = shown_page(window, "workings")
    page.grid.setFocus()
    page.grid.ensure_current()
    for key, tab, grid in (
        (keys.Key_PageUp, 0, page.grid),
        (keys.Key_PageDown, 1, page.requirement.grid),
        (keys.Key_PageDown, 2, page.criteria.grid),
        (keys.Key_PageDown, 2, page.criteria.grid),
        (keys.Key_PageUp, 1, page.requirement.grid),
    ):
        qtbot.keyClick(window.focusWidget(), key, control)
        assert (page.tabs.currentIndex(), window.focusWidget()) == (tab, grid)
    prices = shown_page(window, "pricing")
    prices.grid.ensure_current()
    prices.grid.setFocus()
    for key, tab, grid in (
        (keys.Key_PageDown, 2, prices.grid),
        (keys.Key_PageUp, 1, prices.grid),
        (keys.Key_PageUp, 0, prices.scope.grid),
        (keys.Key_PageDown, 1, prices.grid),
    ):
        qtbot.keyClick(window.focusWidget(), key, control)
        assert (prices.tabs.currentIndex(), window.focusWidget()) == (tab, grid)


def test_what_was_refused_is_forgotten_with_the_next_edit(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    page = shown_page(open_small(), "workings")
    too_many = "\t".join("x" * 101)
    for end in (page.grid.cells.clear, lambda: qtbot.keyClicks(typing_in(page), "5\r")):
        page.grid.select_cell(page.model.index(0, 0))
        QGuiApplication.clipboard().setText(too_many)
        page.grid.paste()
        assert page.banner.isVisible()
        end()
        assert not page.banner.isVisible()


def typing_in(page: object) -> QWidget:
    page.grid.edit(page.grid.currentIndex())
    return page.grid.indexWidget(page.grid.currentIndex())
