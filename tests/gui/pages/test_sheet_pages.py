"""Prices and times typed into a real window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from arraywise.store.reading.facts import read_facts
from arraywise.store.study import open_study
from arraywise.usecases import edit_cells
from tests.gui.acting import shown_page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest
    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


def test_a_typed_price_changes_the_total_at_once_and_nonsense_is_kept_as_typed(
    open_shared: Callable[[], MainWindow], qtbot: QtBot, small_study: Path
) -> None:
    window = open_shared()
    page = shown_page(window, "pricing")
    column = [c.key for c in page.model.columns].index("unit_price")
    before = window.session.option_answer(page.tabs.option.id).price.total
    assert page.model.setData(page.model.index(0, column), "1000000.00")
    qtbot.waitUntil(lambda: window.session.option_answer(page.tabs.option.id).price.total > before)
    page.model.setData(page.model.index(0, column), "12 pcs")
    shown = page.model.cell_at_index(page.model.index(0, column))
    qtbot.waitUntil(lambda: page.model.cell_at_index(page.model.index(0, column)).invalid)
    shown = page.model.cell_at_index(page.model.index(0, column))
    assert shown.text == "12 pcs"
    assert "12 pcs" in shown.tip
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    window.close()
    with open_study(small_study) as study:
        sheet = read_facts(study).options[0].price_sheet
    assert sheet.lines[0].unit_price == 1_000_000


def test_pasted_lines_make_the_sheet_grow(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    page = shown_page(window, "pricing")
    option = page.tabs.option
    lines = len(window.session.option_facts(option.id).price_sheet.lines)
    block = [["Cable", "C-1", "2", "Network", "10.50", "4"], ["Rack", "", "", "", "99"]]
    page._apply_block(len(page.model.rows) - 1, 0, block)
    sheet = window.session.option_facts(option.id).price_sheet
    assert [line.description for line in sheet.lines[lines:]] == ["Cable", "Rack"]
    assert str(sheet.lines[lines].unit_price) == "10.50"
    qtbot.waitUntil(lambda: len(page.model.rows) == lines + 3)


def test_typed_minutes_change_the_ease_factor(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    page = shown_page(window, "provisioning")
    page._apply_block(0, 1, [["10", "10", "abc"]])
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    times = window.session.option_facts(page.tabs.option.id).provisioning
    assert [t.seconds for t in times] == [600, 600]
    shown = page.model.cell_at_index(page.model.index(0, 3))
    assert (shown.text, shown.invalid) == ("abc", True)


def test_a_full_sheet_says_that_no_step_fits(
    open_shared: Callable[[], MainWindow], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = shown_page(open_shared(), "provisioning")
    page._apply_block(0, 1, [["=5+5"]])
    steps = len(page.model.rows)
    monkeypatch.setattr(edit_cells, "MOST_ROWS", 1)
    page.grid.select_cell(page.model.index(0, 0))
    page.grid.cells.insert_rows()
    assert page.banner.text.startswith("A sheet has at most 100,000 rows")
    assert len(page.model.rows) == steps
    qtbot.waitUntil(lambda: page.window().background.is_idle, timeout=20_000)


def test_steps_are_pasted_without_their_titles(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    page = shown_page(window, "provisioning")
    page.grid.setCurrentIndex(page.model.index(0, 0))
    QGuiApplication.clipboard().setText("Step\tFirst\tSecond\nMap LUN\t10\t20\n")
    page.paste()
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    times = window.session.option_facts(page.tabs.option.id).provisioning
    assert {t.step for t in times} == {"Map LUN"}
    assert [t.seconds for t in times][:2] == [600, 1200]
    assert not page.banner.isVisible()
